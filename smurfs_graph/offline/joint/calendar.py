"""Months, quarters, years and hours of the clock for parameters that take them as plain numbers."""

import re
from collections.abc import Sequence

from smurfs_graph.offline import words
from smurfs_graph.offline.dates import MONTHS
from smurfs_graph.offline.documents import Document, Parameter
from smurfs_graph.offline.joint.choices import Candidate
from smurfs_graph.offline.mentions import Mention

_NAMED = re.compile(
    r"\b(?:in|for|during|of|from|until|till|since|last|this|next|and) (?P<month>"
    + "|".join(sorted((name for name in MONTHS if len(name) > 3 or name == "may"), key=len, reverse=True))
    + r")\b(?!\s+\d{1,2}(?:st|nd|rd|th)?\b(?!\d))",
    re.IGNORECASE,
)
_QUARTER = re.compile(
    r"\bQ(?P<digit>[1-4])\b|\b(?P<word>first|second|third|fourth|last|1st|2nd|3rd|4th) quarter\b", re.IGNORECASE
)
_QUARTERS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": 4}


def calendar(parameter: Parameter, document: Document, text: str, found: Sequence[Mention]) -> list[Candidate]:
    """The months, years, quarters and hours that a text names, for an integer parameter called so."""
    last = words.identifier_words(parameter.name)[-1:]
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
