"""Months, quarters, years and hours of the clock as plain numbers; the ends of spans that a length or a month tells."""

import re
from collections.abc import Sequence

from smurfs_graph.offline import words
from smurfs_graph.offline.dates import MONTHS, add_days, month_bounds
from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.joint.choices import Candidate
from smurfs_graph.offline.mentions import Mention
from smurfs_graph.offline.typed_values import side

_NAMED = re.compile(
    r"\b(?:in|for|during|of|from|until|till|since|last|this|next|and) (?P<month>"
    + "|".join(sorted((name for name in MONTHS if len(name) > 3 or name == "may"), key=len, reverse=True))
    + r")\b(?!\s+\d{1,2}(?:st|nd|rd|th)?\b(?!\d))",
    re.IGNORECASE,
)
_QUARTER = re.compile(
    r"\bQ(?P<digit>[1-4])\b|\b(?P<word>first|second|third|fourth|last(?= quarter of \d{4})|1st|2nd|3rd|4th) quarter\b",
    re.IGNORECASE,
)
_QUARTERS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": 4}


def calendar(parameter: Parameter, document: Document, text: str, found: Sequence[Mention]) -> list[Candidate]:
    """The months, years, quarters and hours that a text names, for an integer parameter called so."""
    last = words.identifier_words(parameter.name)[-1:]
    if parameter.kind == "date":
        return [*_ends(parameter, document, found), *_half_months(parameter, text, found)]
    if parameter.type != "integer":
        return []
    if last == ("month",):
        return _months(parameter, text, found)
    if last == ("year",):
        months = any(one.words[-1:] == ("month",) and one.type == "integer" for one in document.parameters)
        dated = [one for one in found if one.kind == "month" and one.value] if months else []
        return [Candidate(parameter.name, int(one.value[:4]), 0.8, one.start, one.end, "number") for one in dated]
    if last == ("quarter",):
        return [
            Candidate(parameter.name, _quarter(match), 0.9, match.start(), match.end(), "number")
            for match in _QUARTER.finditer(text)
        ]
    if last in (("hour",), ("hr",)):
        whole = [one for one in found if one.kind == "time" and one.value.endswith(":00")]
        return [Candidate(parameter.name, int(one.value[:2]), 0.85, one.start, one.end, "number") for one in whole]
    return []


def _months(parameter: Parameter, text: str, found: Sequence[Mention]) -> list[Candidate]:
    dated = [one for one in found if one.kind == "month" and one.value]
    offered = [Candidate(parameter.name, int(one.value[5:7]), 0.9, one.start, one.end, "number") for one in dated]
    for match in _NAMED.finditer(text):
        start, end = match.span("month")
        if match["month"][0].isupper() and not any(one.start < end and start < one.end for one in dated):
            offered.append(Candidate(parameter.name, MONTHS[match["month"].lower()], 0.85, start, end, "number"))
    return offered


def _quarter(match: re.Match[str]) -> int:
    return int(match["digit"]) if match["digit"] else _QUARTERS[match["word"].lower()]


def _ends(parameter: Parameter, document: Document, found: Sequence[Mention]) -> list[Candidate]:
    """The ends of a span: a first day and a length ("from 3 May 2026 for 3 nights"), or a whole month."""
    dated = {side(one): one for one in document.parameters if one.kind == "date"}
    if not {"first", "last"} <= dated.keys() or side(parameter) not in ("first", "last"):
        return []
    at = 0 if side(parameter) == "first" else 1
    months = [one for one in found if one.kind == "month" and one.value]
    offered = [
        Candidate(parameter.name, month_bounds(one.value)[at], 0.7, one.start, one.end, "date") for one in months
    ]
    days = [one for one in found if one.kind == "date" and one.value]
    for length in found if at and days else ():
        unit = words.stem(length.after[0]) if length.after else ""
        if length.number is None or unit not in _LENGTHS or not 0 < length.number < _MOST_LENGTH:
            continue
        day = min(days, key=lambda one: min(abs(one.start - length.end), abs(length.start - one.end)))
        until = add_days(day.value, int(length.number) * _LENGTHS[unit])
        if until and min(abs(day.start - length.end), abs(length.start - day.end)) < _BESIDE:
            offered.append(Candidate(parameter.name, until, 0.8, length.start, length.end, "date"))
    return offered


_LENGTHS = {words.stem("night"): 1, words.stem("day"): 1, words.stem("week"): 7}
_MOST_LENGTH, _BESIDE = 400, 40
_PART = re.compile(r"\b(?P<part>start|beginning|first day|end|last day) of $", re.IGNORECASE)


def _half_months(parameter: Parameter, text: str, found: Sequence[Mention]) -> list[Candidate]:
    """The first or the last day of a month: "from the start of April 2026"."""
    parts = [(one, _PART.search(text[: one.start])) for one in found if one.kind == "month" and one.value]
    return [
        Candidate(
            parameter.name,
            month_bounds(one.value)[part["part"].lower() in ("end", "last day")],
            0.75,
            part.start(),
            one.end,
            "date",
        )
        for one, part in parts
        if part
    ]
