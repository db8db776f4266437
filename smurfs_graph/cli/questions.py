"""Questions to the person at the terminal: shown, answered there or in $EDITOR, checked before they count."""

import contextlib
import signal
import sys
from collections.abc import Generator
from typing import Any

from rich.console import Console

from smurfs_graph.cli.describing import described, laid_out
from smurfs_graph.cli.editing import Drafts
from smurfs_graph.resuming import complaint_about

Answer = dict[str, Any]

_CHOICES = {"a": "approve", "e": "edit", "r": "reject"}
_SUBJECTS = {"tool_call": "arguments", "plan": "plan", "call_in_doubt": "response"}


def can_ask() -> bool:
    """Whether there is a person at the terminal."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))


def ask(question: dict[str, Any], drafts: Drafts) -> Answer:
    """Put one question to the person at the terminal. Raises EOFError or KeyboardInterrupt where they have gone."""
    with _interruptible():
        console = Console(stderr=True)
        console.print(laid_out(described(question), console.width), markup=False, highlight=False)
        while True:
            answer = _clarified() if question.get("kind") == "clarification" else _decided(question, drafts)
            if answer is None:
                continue
            if not (complaint := complaint_about(question, answer)):
                return answer
            print(f"that does not pass: {complaint}", file=sys.stderr)


def _clarified() -> Answer | None:
    line = _line("your answer (Enter alone: go on without): ")
    return {"answer": line} if line else {"skip": True}


def _decided(question: dict[str, Any], drafts: Drafts) -> Answer | None:
    decision = _CHOICES.get(_line("[a]pprove, [e]dit or [r]eject? ").lower()[:1])
    if decision == "reject":
        return {"decision": "reject", "reason": _line("why? ")}
    if decision == "edit":
        return _edited(question, drafts)
    return {"decision": "approve"} if decision == "approve" else None


def _edited(question: dict[str, Any], drafts: Drafts) -> Answer | None:
    subject = _SUBJECTS[str(question["kind"])]
    name = f"{subject} {question.get('sub_task', '')} {question.get('tool', '')}"

    def check(value: Any) -> str:
        return complaint_about(question, {"decision": "edit", subject: value})

    def go_on() -> bool:
        return not _line("[e]dit it again, or go [b]ack? ").lower().startswith("b")

    value = drafts.edit(name, question[subject], str(question.get("complaint") or ""), check, go_on)
    return None if value is None else {"decision": "edit", subject: value}


def _line(prompt: str) -> str:
    """One line from the person."""
    while True:
        print(prompt, end="", file=sys.stderr, flush=True)
        try:
            line = sys.stdin.readline()
        except UnicodeDecodeError:
            print("that was no text", file=sys.stderr)
            continue
        if not line:
            raise EOFError
        return line.strip()


@contextlib.contextmanager
def _interruptible() -> Generator[None]:
    """Ctrl-C ends the waiting for a line; asyncio's own handler would wait for the line first."""
    try:
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
    except ValueError:  # not the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
