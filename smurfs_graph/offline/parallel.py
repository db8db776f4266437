"""A request that asks the same of two things in the same shape, as one for each: "from Ulm to Bonn and from Bonn to Trier"."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from smurfs_graph.offline import words
from smurfs_graph.offline.clauses import Clause, starts_clause
from smurfs_graph.offline.dates import WEEKDAYS
from smurfs_graph.offline.mentions import PREPOSITIONS, find_mentions

LONGEST = 600
"""Characters of a clause that is looked through; nobody says more in one breath."""
_MOST = 12
"""Words and values of one thing."""
_AND = re.compile(r",?\s+and(?:\s+also)?\s+|,\s+", re.IGNORECASE)
_DETERMINERS = words.listed("a an the my our his her their its this that these those any")
_ONE = re.compile(r"^(?:the )?ones? ", re.IGNORECASE)
_WHEN = words.listed("on at in")
_TOGETHER = re.compile(r"\b(?:between|both|either|compare|than|versus)\b", re.IGNORECASE)


class _Item(NamedTuple):
    """A value or a plain word of a clause."""

    kind: str
    text: str
    start: int
    end: int
    link: str
    """The preposition before it, a determiner aside."""
    opens: int
    """Where that preposition starts; where the determiner does, if there is none."""


def parallels(clause: Clause, joint: str) -> list[Clause]:
    """The requests for each of the things; none where the clause names no two in the same shape."""
    if len(clause.text) > LONGEST or _TOGETHER.search(clause.text):
        return []
    items = _items(clause.text)
    for match in reversed(list(_AND.finditer(clause.text))):
        if any(one.start < match.end() and match.start() < one.end for one in items):
            continue
        if "and" not in match[0].lower() or starts_clause(clause.text[match.end() :]):
            continue
        left = [one for one in items if one.end <= match.start()]
        right = [one for one in items if one.start >= match.end()]
        things = _things(clause.text, left, right, match.end())
        front = clause.text[: things[0][0]] if things else ""
        if words.words(front):
            mark = "?" if clause.text.rstrip().endswith("?") else ""
            return [
                replace(clause, text=f"{front}{clause.text[start:end]}{mark}", joint=joint if at else clause.joint)
                for at, (start, end) in enumerate(things)
            ]
    return []


def continued(text: str, rest: str) -> str:
    """A request once more with what a short one says instead: "... from Ulm to Bonn", "from Bonn to Trier"; "" if none."""
    if len(text) > LONGEST or len(rest) > LONGEST:
        return ""
    rest = _ONE.sub("", rest)
    items, others = _items(text), _items(rest)
    count = len(others)
    if (
        all(one.kind == "word" for one in others)
        or not 1 < count <= min(len(items), _MOST)
        or not _alike(items[-count:], others)
    ):
        return ""
    return f"{text[: _start(items[-count], others[0], rest)]}{rest}"


def _things(text: str, left: Sequence[_Item], right: Sequence[_Item], begin: int) -> list[tuple[int, int]]:
    """Where each of the things starts and ends: as many words and values right before "and" as there are behind it."""
    count = len(right)
    if not 1 < count <= min(len(left), _MOST) or "," in text[begin:].rstrip(" ,"):
        return []
    found = [(begin, len(text.rstrip(" ,.?!")))]
    before = left
    while len(before) >= count and _alike(before[-count:], right):
        if len(found) > 1 and text[before[-1].end : found[0][0]].strip() != ",":
            break
        found.insert(0, (_start(before[-count], right[0], text[begin:]), before[-1].end))
        before = before[:-count]
    return found if len(found) > 1 else []


def _start(first: _Item, second: _Item, right: str) -> int:
    """Where the first of two things starts: with its preposition where the second one has one too."""
    opening = words.words(right)[:1]
    if opening and opening[0] == second.link:
        return first.opens if first.link else first.start
    if opening and opening[0] in _DETERMINERS and first.link == "":
        return first.opens
    return first.start


def _alike(first: Sequence[_Item], second: Sequence[_Item]) -> bool:
    """Whether two rows of values and words have one shape and differ in some values, or in words beside the same noun."""
    pairs = list(zip(first, second, strict=True))
    if not all(_match(one, other, opens=not at) for at, (one, other) in enumerate(pairs)):
        return False
    values = sum(one.kind != "word" for one, _ in pairs)
    same = sum(one.kind == "word" and words.stem(one.text) == words.stem(other.text) for one, other in pairs)
    linked = any(other.link for _, other in pairs[1:])
    differs = any(one.text != other.text for one, other in pairs)
    shared = values and any(one.kind != "word" and one.text == other.text for one, other in pairs)
    return differs and ((linked and (values > 1 or same > 0)) or bool(shared and values == len(pairs)))


def _match(one: _Item, other: _Item, *, opens: bool) -> bool:
    if one.kind != other.kind:
        return False
    if one.link != other.link and not (opens and not other.link) and not {one.link, other.link} <= _WHEN:
        return False
    return one.kind != "unit" or words.stem(one.text) == words.stem(other.text)


def _items(text: str) -> list[_Item]:
    """The values and the plain words of a text, each with the preposition that leads to it."""
    found: list[_Item] = []
    mentions = [one for one in find_mentions(text) if one.value]
    places = [(one.start, one.end, _kind(one.kind, one.bound, one.currency)) for one in mentions]
    inside = [(start, end) for start, end, _ in places]
    for match in re.finditer(r"[^\W_]+(?:['’-][^\W_]+)*", text):
        if not any(start <= match.start() < end for start, end in inside):
            places.append((match.start(), match.end(), "word"))
    link, opens, number = "", -1, False
    for start, end, kind in sorted(places):
        said = text[start:end]
        low = said.lower()
        if kind == "word" and low in PREPOSITIONS:
            link, opens, number = low, start, False
            continue
        if kind == "word" and low in _DETERMINERS:
            opens = start if opens < 0 else opens
            continue
        if kind == "word" and low in ("and", "or", "also", "then"):
            link, opens, number = "", -1, False
            continue
        if kind == "word":
            kind = "day" if low.removesuffix("s") in WEEKDAYS else "unit" if number else "word"
        found.append(_Item(kind, said, start, end, link, opens if opens >= 0 else start))
        link, opens, number = "", -1, kind.startswith("number")
    return found


def _kind(kind: str, bound: str, currency: str) -> str:
    if kind == "number":
        return f"number {bound} {currency}"
    return "id" if kind == "code" and not currency else kind
