"""Read how often a clause asks for the same tool: values in a row, sets of labelled values, pairs. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from smurfs_graph.guiding.matching import Match, is_labelled, stands_as_noun
from smurfs_graph.guiding.spans import Span, phrases_of, rows_of
from smurfs_graph.guiding.values import value_for
from smurfs_graph.offline.documents import Parameter

MOST_CALLS = 10
_NAMING = ("name", "phrase", "quoted")
"""Kinds of what may stand in one list: "open hole, C foot and silver headjoint"."""
_JOINT_AFTER = re.compile(r"\s+(?:and|or)\b", re.IGNORECASE)
_JOINT_BEFORE = re.compile(r"\b(?:and|or)(?: the| an?)?\s+$", re.IGNORECASE)
_SEVERAL = re.compile(r"\b(?:each|both|they|them|these|those|their|respectively)\b", re.IGNORECASE)
_BETWEEN, _AND = re.compile(r"\bbetween (?:the )?$", re.IGNORECASE), re.compile(r",? and (?:the )?", re.IGNORECASE)
_FROM, _TO = re.compile(r"\bfrom (?:the )?$", re.IGNORECASE), re.compile(r",? to (?:the )?", re.IGNORECASE)
_OPENS, _COMMA = re.compile(r"\($"), re.compile(r",\s*")


def repeated(parameters: Sequence[Parameter], matches: Sequence[Match]) -> list[list[Match]]:
    """Return a set of values for each time that a text names all required parameters, where it does so several times.

    "Base 10 and height 5; base 7 and height 3" are two sets, "a radius of 5, and a radius of 10" as well; so are two
    pairs, (45, 60) and (90, 120), "between Mars and Venus and between Mars and Jupiter".
    """
    needed = [at for at, one in enumerate(parameters) if one.required]
    if not needed or any(parameters[at].many or parameters[at].options for at in needed):
        return []
    return _labelled_sets(parameters, matches, needed) or _pairs(matches, needed)


def _labelled_sets(
    parameters: Sequence[Parameter], matches: Sequence[Match], needed: Sequence[int]
) -> list[list[Match]]:
    labelled = {
        at: sorted(
            (one for one in matches if one.parameter == at and is_labelled(one.span, parameters[at])),
            key=lambda one: one.span.start,
        )
        for at in range(len(parameters))
    }
    named = {at: labelled[at] for at in needed}
    counts = {len(each) for each in named.values()}
    spans = [one.span for each in named.values() for one in each]
    if len(counts) != 1 or min(counts) < 2 or len({*spans}) < len(spans) or any(span.labels for span in spans):
        return []
    optional = [
        each
        for at, each in labelled.items()
        if at not in named and len(each) == min(counts) and not {one.span for one in each} & {*spans}
    ]
    return [list(each) for each in zip(*named.values(), *optional, strict=True)]


def _pairs(matches: Sequence[Match], needed: Sequence[int]) -> list[list[Match]]:
    """Return the sets of two parameters that take the same values, for a text that has several pairs of these."""
    if len(needed) != 2:
        return []
    by_span = [{one.span: one for one in matches if one.parameter == at and not one.span.labels} for at in needed]
    both = sorted(by_span[0].keys() & by_span[1].keys(), key=start_of)
    pairs = [pair for pair in pairwise(both) if _is_pair(*pair)]
    if len(pairs) < 2 or any(one[1] is other[0] for one, other in pairwise(pairs)):
        return []
    return [[by_span[0][one], by_span[1][other]] for one, other in pairs]


def _is_pair(one: Span, other: Span) -> bool:
    lead, between = one.text[: one.start], one.text[one.end : other.start]
    if one.kind != other.kind or one.text != other.text:
        return False
    ends = (_BETWEEN, _AND), (_FROM, _TO), (_OPENS, _COMMA)
    return any(first.search(lead) and second.fullmatch(between) for first, second in ends)


def together(span: Span, elsewhere: Sequence[Span], clause: str, about: frozenset[str]) -> list[Span]:
    """Return the values of other clauses that "each", "both" or "they" stands for, this one among them."""
    if span.labels or span not in elsewhere or not _SEVERAL.search(clause):
        return []
    names = [one for one in elsewhere if one.kind == span.kind and one.text == span.text]
    nouns = [one for one in phrases_of(span.text, elsewhere, about) if stands_as_noun(one) and _is_joined(one)]
    row = next(
        (row for row in rows_of(sorted([*names, *nouns], key=start_of), mixed=True) if span in row), list[Span]()
    )
    found = sorted({*names, *row}, key=start_of)
    return found if len(found) > 1 else []


def _is_joined(span: Span) -> bool:
    """Return whether a phrase stands right before or after "and" or "or"."""
    return bool(_JOINT_AFTER.match(span.text[span.end :]) or _JOINT_BEFORE.search(span.text[: span.start]))


def start_of(span: Span) -> int:
    return span.start


def row_of(span: Span, spans: Iterable[Span]) -> list[Span]:
    inside = sorted({*spans}, key=lambda one: (one.text, one.start))
    return next((row for row in rows_of(inside, mixed=True) if span in row), [span])


def in_rows(
    arguments: dict[str, Any],
    parameters: Sequence[Parameter],
    taken: dict[int, Match],
    spans: Sequence[Span],
    meant: Mapping[int, list[Span]],
) -> list[dict[str, Any]]:
    """Return a call for each value of a row whose other values are left; rows of equal length go side by side.

    `meant`: the rows of parameters that are known.
    """
    used = [match.span for match in taken.values()]
    rows = {**meant}
    for at, match in taken.items():
        if at in meant:
            continue
        parameter = parameters[at]
        kinds = _NAMING if parameter.many and match.span.kind in _NAMING else (match.span.kind,)
        row = row_of(match.span, [one for one in spans if one.kind in kinds and one.text == match.span.text])
        if len(row) < 2 or any(span in row and span is not match.span for span in used):
            continue  # its values went to several parameters
        if parameter.many:
            arguments = {**arguments, parameter.name: [span.value for span in row]}
        elif not parameter.whole or all(isinstance(span.value, int) for span in row):
            rows[at] = row
    if not rows:
        return [arguments]
    longest = min(MOST_CALLS, max(map(len, rows.values())))
    calls: list[dict[str, Any]] = []
    for number in range(longest):
        picked = {
            parameters[at].name: value_for(parameters[at], row[number]) for at, row in rows.items() if number < len(row)
        }
        calls.append({**arguments, **picked})
    return calls
