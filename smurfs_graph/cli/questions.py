"""Questions to a person in mid-run: shown on the terminal, answered there, in $EDITOR, or later by `smurfs resume`."""

import json
import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import yaml
from rich.console import Console

from smurfs_graph.cli.progress import arguments_of
from smurfs_graph.errors import ConfigurationError

Answer = dict[str, Any]

_CHOICES = {"a": "approve", "e": "edit", "r": "reject"}


def can_ask() -> bool:
    """Whether there is a person at the terminal."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def ask(question: dict[str, Any]) -> Answer:
    """Put one question to the person at the terminal. Raises EOFError where they have gone."""
    console = Console(stderr=True)
    console.print(described(question), markup=False, highlight=False)
    while True:
        print("[a]pprove, [e]dit or [r]eject? ", end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        decision = _CHOICES.get(line.strip().lower()[:1])
        if decision == "reject":
            print("why? ", end="", file=sys.stderr, flush=True)
            return {"decision": "reject", "reason": sys.stdin.readline().strip()}
        if decision == "edit" and (edited := _edited(question)) is not None:
            return {"decision": "edit", _subject(question): edited}
        if decision == "approve":
            return {"decision": "approve"}


def described(question: dict[str, Any]) -> str:
    """A question in words, with the complaint about the last answer, if any."""
    complaint = question.get("complaint")
    return (
        f"that did not pass: {complaint}\n{_subject_in_words(question)}" if complaint else _subject_in_words(question)
    )


def _subject_in_words(question: dict[str, Any]) -> str:
    if question.get("kind") == "tool_call":
        call = f"{question['tool']}({arguments_of(question['arguments'])})"
        return f"\n{question['sub_task']}: {question['content']}\n  wants to call {call}\n  {question['description']}"
    plan = question.get("plan", {})
    lines = ["", "The plan:"]
    for task in plan.get("sub_tasks", []):
        after = f"  (after {', '.join(task['depends_on'])})" if task["depends_on"] else ""
        lines.append(f"  {task['id']}  {task['content']}{after}")
        lines += [f"      · {item['text']}" for item in task["local_constraints"]]
    lines += [f"  whole: {item['text']}" for item in plan.get("global_constraints", [])]
    return "\n".join(lines)


def parse_answer(text: str) -> Answer:
    """An answer given on the command line: approve, reject, or JSON. Raises ConfigurationError."""
    if text in ("approve", "reject"):
        return {"decision": text}
    try:
        answer: Any = json.loads(text)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise ConfigurationError(f"--answer takes approve, reject or a JSON object, not {text!r:.80}")
    return answer  # pyright: ignore[reportUnknownVariableType]


def _subject(question: dict[str, Any]) -> str:
    return "arguments" if question.get("kind") == "tool_call" else "plan"


def _edited(question: dict[str, Any]) -> Any:
    """What the person made of the question's subject in their editor; None where it cannot be read."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    subject = _subject(question)
    with tempfile.TemporaryDirectory(prefix="smurfs-") as folder:
        path = Path(folder) / f"{subject}.yaml"
        path.write_text(yaml.safe_dump(question[subject], sort_keys=False, allow_unicode=True), encoding="utf-8")
        try:
            subprocess.run([*shlex.split(editor), str(path)], check=True)
            return yaml.safe_load(path.read_text("utf-8"))
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"the editor {editor!r} failed: {error}; set EDITOR to another one", file=sys.stderr)
        except (yaml.YAMLError, UnicodeDecodeError) as error:
            print(f"this is no YAML: {' '.join(str(error).split())[:200]}", file=sys.stderr)
    return None
