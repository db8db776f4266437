"""One call for each of several values that a text names in a row: "close tickets T-4 and T-7"."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from smurfs_graph.offline import words
from smurfs_graph.offline.clauses import REFERENCE, clauses, main_verb, sentences
from smurfs_graph.offline.mentions import PREPOSITIONS, Mention, find_mentions
from smurfs_graph.offline.sections import Item

MOST = 6
"""Values in a row; more of them are left to a tool that takes a list."""
_CODED = ("id", "code", "quote")
_NEXT = re.compile(r"[\"'”’]?(?:,|,? and(?: also)?|,? &)\s+(?P<again>(?:[a-z]+ ){0,2})[\"'“‘#]?")
_TOGETHER = words.stems("merge swap link compare combine connect join pair match exchange transfer move")
_BETWEEN = re.compile(r"\b(?:between|both|either)\b", re.IGNORECASE)
_NUMBER = re.compile(r"; value (?P<at>\d{1,3}) of (?P<all>\d{1,3})\b")


class Series(NamedTuple):
    """Several values that the same is asked of."""

    noun: str
    """What stands before the first value."""
    values: tuple[str, ...]
    texts: tuple[str, ...]
    """The text for each of the values alone."""


def series(text: str) -> Series | None:
    """The values in a row of a text with one request; None where it has none."""
    whole = REFERENCE.search(text)
    end = whole.start() if whole else len(text)
    if sum(len(clauses(one)) for one in sentences(text[:end])) != 1 or _BETWEEN.search(text[:end]):
        return None
    if words.stem(main_verb(text)) in _TOGETHER:
        return None
    run: list[Mention] = []
    for one in find_mentions(text):
        if run and _follows(text, run, one):
            run.append(one)
        elif len(run) < 2:
            run = [one] if one.end <= end and _starts(one) else []
    values = tuple(one.value for one in run)
    if not 1 < len(set(values)) == len(run) <= MOST or run[-1].possessive:
        return None
    first, last = run[0], run[-1]
    texts = tuple(f"{text[: first.start]}{text[one.start : one.end]}{text[last.end :]}" for one in run)
    return Series(first.before[-1] if first.before else "", values, texts)


def _starts(one: Mention) -> bool:
    """Whether a mention may be the first of several: a coded one, or one behind a plural noun."""
    if not one.value or one.currency or one.bound:
        return False
    plural = one.before[-1:] and one.before[-1].endswith("s") and len(one.before[-1]) > 3
    plain = one.kind == "name" or (one.kind == "number" and one.value.isdigit())
    return one.kind in _CODED or bool(plain and plural and one.before[-1] not in PREPOSITIONS)


def _follows(text: str, run: Sequence[Mention], one: Mention) -> bool:
    """Whether a mention only continues a row: nothing but a comma, "and" or the first one's own noun between."""
    match = _NEXT.fullmatch(text, run[-1].end, one.start)
    if match is None or one.kind != run[0].kind or one.currency or not one.value:
        return False
    again = match["again"].split()
    return tuple(again) == run[0].before[len(run[0].before) - len(again) :]


def said(at: int, count: int) -> str:
    """Which of the values a call is for, as part of a thought."""
    return f"; value {at} of {count}"


def done(memory: Sequence[Item]) -> int:
    """How many of the values have had their call, by the thoughts of a sub-task."""
    return sum(_NUMBER.search(item.text) is not None for item in memory)


def begun(memory: Sequence[Item]) -> bool:
    """Whether all calls of a sub-task so far were for one of several values each."""
    return all(_NUMBER.search(item.text) for item in memory)


def in_row(text: str, response: str) -> bool:
    """Whether a response tells of one of several values in a row only."""
    row = series(text)
    return row is not None and not all(value.casefold() in response.casefold() for value in row.values)
