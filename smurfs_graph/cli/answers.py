"""Answers given on the command line: `--answer [ID=]ANSWER`, matched with the questions that wait."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from smurfs_graph.errors import AnswerError

_ADDRESSED = re.compile(r"(?P<id>[0-9a-f]{6,32}|all)=(?P<text>.*)", re.DOTALL)
SHOWN = 8
"""Characters of a question's id that are shown; they, or more, name it."""


def matched(texts: Sequence[str], waiting: Mapping[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The answers by the ids of their questions. `waiting`: the questions by id.

    Raises AnswerError where an answer is none, or is not for one of the questions; nothing is resumed then.
    """
    if not waiting:
        raise AnswerError("the run waits for no answer; go on without --answer")
    answers: dict[str, dict[str, Any]] = {}
    for text in texts:
        for name in _named(text, list(waiting)):
            if name in answers:
                raise AnswerError(f"question {name[:SHOWN]} was answered twice")
            answers[name] = parsed(_ADDRESSED.sub(r"\g<text>", text, count=1), waiting[name])
    return answers


def parsed(text: str, question: Mapping[str, Any]) -> dict[str, Any]:
    """One answer as its question takes it: JSON, or a word. Raises AnswerError."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict):
        return value  # pyright: ignore[reportUnknownVariableType]
    word, _, reason = text.partition(":")
    if question.get("kind") == "clarification":
        return {"skip": True} if text.strip().lower() == "skip" else {"answer": text}
    if word.strip() in ("approve", "reject") and (word.strip() == "reject" or not reason):
        return {"decision": word.strip()} | ({"reason": reason.strip()} if reason else {})
    raise AnswerError(f"--answer takes approve, reject or a JSON object, not {text!r:.80}")


def _named(text: str, waiting: list[str]) -> list[str]:
    addressed = _ADDRESSED.fullmatch(text)
    if addressed is None:
        if len(waiting) > 1:
            raise AnswerError(f"{len(waiting)} questions wait; say which one: {_forms(waiting)}, or all=...")
        return waiting
    if addressed["id"] == "all":
        return waiting
    found = [name for name in waiting if name.startswith(addressed["id"])]
    if len(found) == 1:
        return found
    raise AnswerError(f"no question {addressed['id']!r} waits (any more); {_forms(waiting)}")


def _forms(waiting: list[str]) -> str:
    shown = ", ".join(f"--answer {name[:SHOWN]}=..." for name in waiting[:6])
    return f"{shown}{', …' if len(waiting) > 6 else ''}"
