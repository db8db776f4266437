"""Read how often a clause asks for the same tool: values in a row, sets of labelled values, pairs. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from smurfs_graph.guiding.matching import Match, is_labelled, stands_as_noun
from smurfs_graph.guiding.spans import Span, phrases_of, rows_of
from smurfs_graph.guiding.units import is_unit
from smurfs_graph.guiding.values import value_for
from smurfs_graph.offline import words
from smurfs_graph.offline.documents import ToolParameter

MOST_CALLS = 10
_NAMING = ("name", "phrase", "quoted")
"""Kinds of what may stand in one list: "open hole, C foot and silver headjoint"."""
_JOINT_AFTER = re.compile(r"\s+(?:and|or)\b", re.IGNORECASE)
_JOINT_BEFORE = re.compile(r"\b(?:and|or)(?: the| an?)?\s+$", re.IGNORECASE)
_SEVERAL = re.compile(r"\b(?:each|both|they|them|these|those|their|respectively)\b", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween (?:the )?(?:\w+ ){0,2}$", re.IGNORECASE)
_AND = re.compile(r",? and (?:the )?", re.IGNORECASE)
_FROM = re.compile(r"\bfrom (?:the )?$", re.IGNORECASE)
_TO = re.compile(r",? to (?:the )?", re.IGNORECASE)
_THEN = re.compile(r"[,;] (?:and (?:of |for )?)?", re.IGNORECASE)
_NOUN = re.compile(r" (?P<word>[a-z]{2,})")
_OPENS, _COMMA = re.compile(r"\($"), re.compile(r",\s*")


def repeated(parameters: Sequence[ToolParameter], matches: Sequence[Match]) -> list[list[Match]]:
    """Return a set of values for each time that a text names all required parameters, where it does so several times.

    "Base 10 and height 5; base 7 and height 3" are two sets, "a radius of 5, and a radius of 10" as well; so are two
    pairs, (45, 60) and (90, 120), "between Mars and Venus and between Mars and Jupiter".
    """
    needed = [at for at, one in enumerate(parameters) if one.required and not one.options]
    lists = [one for one in matches if one.span.kind == "list" and parameters[one.parameter].many]
    if len(needed) == 1 and len(lists) > 1 and all(one.parameter == needed[0] for one in lists):
        return [[one] for one in sorted(lists, key=lambda each: start_of(each.span))]
    needed = [at for at in needed if not parameters[at].many]
    return _labelled_sets(parameters, matches, needed) or _pairs(matches, needed) or _in_turns(matches, needed)


def _labelled_sets(
    parameters: Sequence[ToolParameter], matches: Sequence[Match], needed: Sequence[int]
) -> list[list[Match]]:
    """Return the sets of the parameters whose own word stands before a value, equally often of each."""
    labelled = {
        at: sorted(
            (one for one in matches if one.parameter == at and is_labelled(one.span, parameters[at])),
            key=lambda one: start_of(one.span),
        )
        for at, one in enumerate(parameters)
        if not one.many and not one.options
    }
    count = max((len(labelled[at]) for at in needed), default=0)
    sets = [each for each in labelled.values() if len(each) == count]
    spans = [one.span for each in sets for one in each]
    named = [at for at in needed if 0 < len(labelled[at]) < count]
    if count < 2 or named or len({*spans}) < len(spans) or any(span.labels for span in spans):
        return []
    return [list(each) for each in zip(*sets, strict=True)]


def _pairs(matches: Sequence[Match], needed: Sequence[int]) -> list[list[Match]]:
    """Return the sets of two parameters that take the same values, for a text that has several pairs of these."""
    if len(needed) != 2:
        return []
    by_span = [{one.span: one for one in matches if one.parameter == at and not one.span.labels} for at in needed]
    both = sorted(by_span[0].keys() & by_span[1].keys(), key=start_of)
    both = [span for span in both if not _is_written_out(span)]
    pairs = [pair for pair in pairwise(both) if _is_pair(*pair)] or _side_by_side(both)
    if len(pairs) < 2 or any(one[1] is other[0] for one, other in pairwise(pairs)):
        return []
    return [[by_span[0][one], by_span[1][other]] for one, other in pairs]


def _in_turns(matches: Sequence[Match], needed: Sequence[int]) -> list[list[Match]]:
    """Return the sets of two parameters of different kinds whose values take turns: "2 kg of A and 3 kg of B"."""
    if len(needed) != 2:
        return []
    of_each = [
        {
            one.span: one
            for one in matches
            if one.parameter == at and not one.span.labels and one.span.kind != "word" and not _is_written_out(one.span)
        }
        for at in needed
    ]
    own = [[span for span in each if span not in of_each[1 - number]] for number, each in enumerate(of_each)]
    rows = [sorted(each, key=start_of) for each in own]
    if not 1 < len(rows[0]) == len(rows[1]) <= MOST_CALLS or len({span.text for row in rows for span in row}) > 1:
        return []
    first, second = sorted(rows, key=lambda row: row[0].start)
    in_turns = [span for pair in zip(first, second, strict=True) for span in pair]
    if in_turns != sorted(in_turns, key=start_of):
        return []
    return [[of_each[0][one], of_each[1][other]] for one, other in zip(*rows, strict=True)]


def _counts(span: Span) -> bool:
    """Return whether a number counts something that is named right behind it: "10 people"."""
    behind = _NOUN.match(span.text[span.end :])
    return behind is not None and behind["word"] not in words.CLOSED and not is_unit(behind["word"])


def _is_written_out(span: Span) -> bool:
    """Return whether a number is a word, as in "two sides: 3 and 4"."""
    return span.kind == "number" and span.written.isalpha()


def _is_pair(one: Span, other: Span) -> bool:
    lead, between = one.lead, one.text[one.end : other.start]
    if one.kind != other.kind or one.text != other.text:
        return False
    ends = (_BETWEEN, _AND), (_FROM, _TO), (_OPENS, _COMMA)
    return any(first.search(lead) and second.fullmatch(between) for first, second in ends)


def _side_by_side(both: Sequence[Span]) -> list[tuple[Span, Span]]:
    """Return the pairs of a text that has nothing else: "3 and 4, 5 and 12"."""
    gaps = [one.text[one.end : other.start] if one.text == other.text else "" for one, other in pairwise(both)]
    alike = all(_AND.fullmatch(gap) for gap in gaps[::2]) and all(_THEN.fullmatch(gap) for gap in gaps[1::2])
    return [(both[at], both[at + 1]) for at in range(0, len(both) - 1, 2)] if len(both) % 2 == 0 and alike else []


def antecedents(span: Span, elsewhere: Sequence[Span], clause: str, about: frozenset[str]) -> list[Span]:
    """Return the values that "each", "both" or "they" in a clause stands for, where `span` is one of them.

    "Compare Oslo and Bergen. How warm is it in each?": both towns, for either of the two. Empty where the clause has
    no such word, or `span` stands alone. `elsewhere`: the values of other clauses; `about`: stems that the tool's
    document has, which are no values.
    """
    if span.labels or span not in elsewhere or not _SEVERAL.search(clause):
        return []
    alike = [one for one in elsewhere if one.kind == span.kind and one.text == span.text]
    nouns = [one for one in phrases_of(span.text, elsewhere, about) if stands_as_noun(one) and _is_joined(one)]
    meant = sorted({*alike, *row_of(span, [*alike, *nouns])}, key=start_of)
    return meant if len(meant) > 1 else []


def _is_joined(span: Span) -> bool:
    """Return whether a phrase stands right before or after "and" or "or"."""
    return bool(_JOINT_AFTER.match(span.text[span.end :]) or _JOINT_BEFORE.search(span.lead))


def start_of(span: Span) -> int:
    """Return where a value begins, to sort those of one text."""
    return span.start


def row_of(span: Span, spans: Iterable[Span]) -> list[Span]:
    """Return the values of the row that `span` stands in; alone where it stands in none."""
    inside = sorted({*spans}, key=lambda one: (one.text, one.start))
    return next((row for row in rows_of(inside, mixed=True) if span in row), [span])


def in_rows(
    arguments: dict[str, Any],
    parameters: Sequence[ToolParameter],
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
        if at in meant or match.span.kind == "word":
            continue
        parameter = parameters[at]
        kinds = _NAMING if parameter.many and match.span.kind in _NAMING else (match.span.kind,)
        alike = [one for one in spans if one.kind in kinds and one.text == match.span.text]
        row = row_of(match.span, alike)
        if parameter.many and match.span.kind == "number" and sum(span.kind == "number" for span in used) == 1:
            row = sorted((span for span in alike if not _counts(span)), key=start_of)  # "from x = 1 to x = 3"
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
