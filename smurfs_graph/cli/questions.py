"""Questions to the person: answered at the terminal or in $EDITOR, or by `--answer`, checked before they count."""

import json
import re
import signal
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console

from smurfs_graph.canonical import canonical_json, digest
from smurfs_graph.cli.editing import Drafts
from smurfs_graph.cli.signals import handle
from smurfs_graph.errors import AnswerError
from smurfs_graph.planning.decisions import joined_answers, respond_to, settlement_in, single_questions
from smurfs_graph.programs.names import RUN_PYTHON
from smurfs_graph.running.resuming import complaint_about
from smurfs_graph.showing.describing import call_shown, describe, laid_out_whole
from smurfs_graph.showing.text import in_a_line

Answer = dict[str, Any]

_ADDRESSED = re.compile(r"(?P<id>[0-9a-f]{6,32}|all)=(?P<text>.*)", re.DOTALL)
_NAME = 8
"""Characters of a question's name."""
_CHOICES = {"a": "approve", "y": "approve", "l": "always", "e": "edit", "r": "reject", "n": "reject", "s": "respond"}
"""By the first letter of what was typed: "y" and "yes" approve as "a" does."""
_SHOW_WHOLE: Answer = {"decision": "show"}
"""No answer: the question is to be shown once more, whole."""
_SUBJECTS = {"tool_call": "arguments", "plan": "plan"}
_MADE_UNSEEN = ("approve", "always", "repeat")
"""Decisions that have a call made."""


Allowance = tuple[str, tuple[str, ...], str]
"""A tool, its effects and why it is asked about: a person said that such calls need no more approval in this run."""


def can_ask() -> bool:
    """Return whether there is a person at the terminal."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))


def ask(question: dict[str, Any], drafts: Drafts, always: set[Allowance] | None = None) -> Answer:
    """Put one question to the person at the terminal, and of several calls one after the other.

    `always`: what they allowed before in this run; what they allow now is added.
    Raises EOFError or KeyboardInterrupt where they have gone.
    """
    always = set() if always is None else always
    if question.get("kind") == "tool_calls":
        return _ask_about_each(question, drafts, always)
    allowance = _allowance_of(question)
    if allowance in always and not question.get("complaint"):
        _show(f"\nApproved as before: {call_shown(question['tool'], question['arguments'])}")
        return {"decision": "approve"}
    with handle(signal.SIGINT, signal.default_int_handler):  # asyncio's own would wait for the line first
        answer = _ask_once(question, drafts)
    if answer.get("decision") == "always" and allowance is not None:
        always.add(allowance)
        return {"decision": "approve"}
    return answer


def _allowance_of(question: dict[str, Any]) -> Allowance | None:
    """Return what "always" would allow; None of a program, and of what is no call to be made."""
    if question.get("kind") != "tool_call" or question.get("tool") == RUN_PYTHON:
        return None
    return str(question["tool"]), tuple(question.get("effects", ())), str(question.get("why", ""))


def _ask_once(question: dict[str, Any], drafts: Drafts) -> Answer:
    """Show a question, cut where it is long; what is cut has to be offered before an approval counts."""
    shown, unseen = describe(question), describe(question, whole=True)
    _show(shown)
    hidden, offered = shown != unseen, False
    while True:
        answer = _answer_to(question, drafts, hidden)
        if answer == _SHOW_WHOLE:
            _show(unseen)
            hidden = False
            continue
        if answer is None:
            continue
        if answer.get("decision") in _MADE_UNSEEN and hidden and not offered:
            print("not all of it is shown: [w] shows the whole; the same once more takes it unseen", file=sys.stderr)
            offered = True
            continue
        checked = {"decision": "approve"} if answer.get("decision") == "always" else answer
        if not (complaint := complaint_about(question, checked)):
            return answer
        print(f"that does not pass: {in_a_line(complaint)}", file=sys.stderr)


def _show(text: str) -> None:
    print(laid_out_whole(text, Console(stderr=True).width), file=sys.stderr)  # rich would put emoji for :words:


def _ask_about_each(question: dict[str, Any], drafts: Drafts, always: set[Allowance]) -> Answer:
    answers: list[Answer] = []
    for each in single_questions(question):
        answers.append(ask(each, drafts, always))
        if answers[-1]["decision"] == "respond":
            return respond_to(question, answers[-1]["answer"])
    return joined_answers(question, answers)


def _answer_to(question: dict[str, Any], drafts: Drafts, hidden: bool) -> Answer | None:
    """Ask at the terminal once; None where nothing valid was typed. `hidden`: not all of the question is shown."""
    match question.get("kind"):
        case "clarification":
            return _clarify()
        case "call_in_doubt":
            return _settle(hidden)
        case _:
            return _decide(question, drafts, hidden)


def _settle(hidden: bool) -> Answer | None:
    """Ask what became of a call of unknown fate, in whole words: a letter of habit would have it made twice."""
    said = read_line(f"{'see the [w]hole, ' if hidden else ''}repeat, leave, or made: and what it brought? ")
    if said.lower() == "w":
        return _SHOW_WHOLE
    try:
        return settlement_in(said)
    except ValueError as error:
        print(error, file=sys.stderr)
        return None


def _clarify() -> Answer | None:
    line = read_line("your answer (Enter alone: go on without): ")
    return {"answer": line} if line else {"skip": True}


def _decide(question: dict[str, Any], drafts: Drafts, hidden: bool) -> Answer | None:
    """Ask at the terminal for the decision on a question; None where nothing valid was typed."""
    always = "a[l]ways this tool, " if _allowance_of(question) is not None else ""
    choices = f"[a]pprove, {always}[e]dit or [r]eject"
    allowed = {name for each in question.get("review_configs", ()) for name in each["allowed_decisions"]}
    if hands_over := question["kind"] == "tool_call" and "respond" in allowed:
        choices = f"[a]pprove, {always}[e]dit, [r]eject or answer it your[s]elf"
    said = read_line(f"{'see the [w]hole, ' if hidden else ''}{choices}? ").lower()[:1]
    if said == "w":
        return _SHOW_WHOLE
    decision = _CHOICES.get(said)
    if decision == "respond":
        answer = read_line("your answer to the sub-task: ") if hands_over else ""
        return {"decision": "respond", "answer": answer} if answer else None
    if decision == "reject":
        return {"decision": "reject", "reason": read_line("why? ")}
    if decision == "edit":
        return _edit(question, drafts)
    if decision == "always" and not always:
        return None
    return {"decision": decision} if decision else None


def _edit(question: dict[str, Any], drafts: Drafts) -> Answer | None:
    """Have a person edit what a question is about; None where they go back."""
    subject = _SUBJECTS[str(question["kind"])]
    name = f"{subject} {question.get('sub_task', '')} {question.get('tool', '')} {question.get('number', '')}"

    def check(value: Any) -> str:
        return complaint_about(question, {"decision": "edit", subject: value})

    def go_on() -> bool:
        return not read_line("[e]dit it again, or go [b]ack? ").lower().startswith("b")

    value = drafts.edit(name, question[subject], str(question.get("complaint") or ""), check, go_on)
    return None if value is None else {"decision": "edit", subject: value}


def read_line(prompt: str) -> str:
    """Read a line from the person, without spaces around it. Raises EOFError where they have gone."""
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


def name_of(key: str, question: Mapping[str, Any]) -> str:
    """Return the name of a question, of its id and its words: another one that waits under the id has another name."""
    return digest(f"{key} {canonical_json(question)}")[:_NAME]


def match_answers(texts: Sequence[str], waiting: Mapping[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the answers by the ids of their questions. `waiting`: the questions by id.

    Raises AnswerError where an answer is none, or is not for one of the questions; nothing is resumed then.
    """
    if not waiting:
        raise AnswerError("the run waits for no answer; go on without --answer")
    answers: dict[str, dict[str, Any]] = {}
    for text in texts:
        for name in _names_in(text, waiting):
            if name in answers:
                raise AnswerError(f"question {name_of(name, waiting[name])} was answered twice")
            answers[name] = parse_answer(_ADDRESSED.sub(r"\g<text>", text, count=1), waiting[name])
    return answers


def parse_answer(text: str, question: Mapping[str, Any]) -> dict[str, Any]:
    """Read one answer as its question takes it: JSON, or a word. Raises AnswerError."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict):
        return value  # pyright: ignore[reportUnknownVariableType]
    word, _, reason = text.partition(":")
    if question.get("kind") == "clarification":
        return {"skip": True} if text.strip().lower() == "skip" else {"answer": text}
    if question.get("kind") == "call_in_doubt":
        try:
            return settlement_in(text)
        except ValueError as error:
            raise AnswerError(str(error)) from None
    if word.strip() == "respond" and reason.strip():
        return respond_to(question, reason.strip())
    if word.strip() in ("approve", "reject") and (word.strip() == "reject" or not reason):
        said = {"decision": word.strip()} | ({"reason": reason.strip()} if reason else {})
        several = question.get("kind") == "tool_calls"
        return joined_answers(question, [said] * len(question["action_requests"])) if several else said
    raise AnswerError(f"--answer takes approve, reject, respond: TEXT or a JSON object, not {text!r:.80}")


def _names_in(text: str, waiting: Mapping[str, dict[str, Any]]) -> list[str]:
    """Return the ids of the questions that an answer is for."""
    addressed = _ADDRESSED.fullmatch(text)
    if addressed is None:
        if len(waiting) > 1:
            raise AnswerError(f"{len(waiting)} questions wait; say which one: {_forms(waiting)}, or all=...")
        return [*waiting]
    if addressed["id"] == "all":
        return [*waiting]
    found = [
        key
        for key, question in waiting.items()
        if addressed["id"] == name_of(key, question) or key.startswith(addressed["id"])
    ]
    if len(found) == 1:
        return found
    raise AnswerError(f"no question {addressed['id']!r} waits (any more); {_forms(waiting)}")


def _forms(waiting: Mapping[str, dict[str, Any]]) -> str:
    shown = ", ".join(f"--answer {name_of(key, question)}=..." for key, question in [*waiting.items()][:6])
    return f"{shown}{', …' if len(waiting) > 6 else ''}"
