"""A request that points to something which it never names ("What is the weather there?"), and how an answer mends it."""

import re
from collections.abc import Sequence

from smurfs_graph.offline.mentions import find_mentions
from smurfs_graph.offline.sections import Item

_POINTER = re.compile(
    r"\b(?P<word>there|(?:this|that|the same) (?P<noun>city|town|place|country|item|product|order|person|employee|day)|"
    r"it|him|her|them)(?=\s*[?.!]*\s*$)",
    re.IGNORECASE,
)
_MAX_CHARS = 200
"""A longer request has context enough."""
NO_ANSWER = "(none)"


def question(query: str) -> str:
    """What to ask the user; empty where the request names anything at all that it could mean."""
    text = query.strip()
    match = _POINTER.search(text)
    if match is None or len(text) > _MAX_CHARS or find_mentions(text):
        return ""
    noun = (match["noun"] or ("place" if match["word"].lower() == "there" else "")).lower()
    which = f"Which {noun}" if noun else "What"
    return f"{which} do you mean by {match['word']!r}?"


def completed(query: str, answers: Sequence[Item]) -> str:
    """The request with the user's answer in the place of the word that was asked about."""
    given = [item.answer.strip().rstrip(".") for item in answers if item.answer.strip() not in ("", NO_ANSWER)]
    match = _POINTER.search(query.strip())
    if not given or match is None:
        return "\n".join([query, *given])
    lead = "in " if match["word"].lower() == "there" and not re.match(r"(?:in|at|on|from|to) ", given[-1]) else ""
    text = query.strip()
    return f"{text[: match.start()]}{lead}{given[-1]}{text[match.end() :]}"
