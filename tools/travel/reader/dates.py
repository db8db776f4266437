"""When a trip takes place: first and last day, and its length, as the text has them."""

import re
from datetime import date
from typing import Any

from .text import COUNT, Text, number, regex

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"\b(?:{'|'.join(_MONTHS)})[a-z]*"
_DAY = r"\b[0-3]?\d(?:st|nd|rd|th)?(?!\d|:\d)\b"
_DAYS = rf"{_DAY}(?:(?: ?(?:-|to|through|until|and|,) ?)+(?:the )?{_DAY})*"
_YEAR = r"(?:,? ?(?:of |in )?20\d\d\b)?"
_DATES = regex(
    rf"{_MONTH} (?:the )?{_DAYS}{_YEAR}"  # March 10th, 2022; March 10th to 14th, 2022
    rf"|{_DAYS} (?:of )?{_MONTH}{_YEAR}"  # 10 March 2022; the 8th to the 10th of March
    r"|\b20\d\d-\d{1,2}-\d{1,2}\b"
)
_ENDS = regex(r"\b(?:until|till|to|ending|ends?|by|return\w*|back|conclud\w*|through) (?:home )?(?:on )?(?:the )?$")
_LENGTHS = (
    (regex(rf"\b(?P<n>{COUNT})[- ]days?\b"), 1, 0),
    (regex(rf"\b(?P<n>{COUNT}|a)[- ]weeks?\b|\bweek-?long\b"), 7, 0),
    (regex(rf"\b(?P<n>{COUNT})[- ]nights?\b"), 1, 1),
)
_RATED = regex(r"(?:\d|dollars|per|each|meals?) ?$")
_Mention = tuple[int | None, int, int]
"""Year, where it is said; month; day."""


def read_dates(text: Text) -> tuple[dict[str, Any], list[str]]:
    """`start_date`, `end_date` and `days`, as far as they are said; and what is wrong with them."""
    fields: dict[str, Any] = {"start_date": None, "end_date": None, "days": None}
    unclear: list[str] = []
    lengths = _lengths(text)
    if len(lengths) > 1:
        unclear.append(f"the text names several lengths of the trip: {', '.join(map(str, sorted(lengths)))} days")
    elif lengths:
        fields["days"] = lengths.pop()
    matches = text.find(_DATES)
    mentions = [mention for match in matches for mention in _read(match[0].lower())]
    if not mentions:
        return fields, unclear
    if not any(year for year, _, _ in mentions):
        _, month, day = mentions[0]
        return fields, [*unclear, f"the dates lack a year ({_MONTHS[month - 1].title()} {day})"]
    try:
        first, last = _ends(mentions[0], mentions[-1])
    except ValueError as error:
        return fields, [*unclear, f"a date does not exist: {error}"]
    if len(mentions) > 1:
        fields |= {"start_date": first.isoformat(), "end_date": last.isoformat()}
    else:
        is_end = _ENDS.search(text.plain[: matches[0].start()]) is not None
        fields["end_date" if is_end else "start_date"] = first.isoformat()
    return fields, unclear


def _lengths(text: Text) -> set[int]:
    """In days; '$50 a week' and 'one day' of a longer trip are no length of the trip."""
    for shape, unit, more in _LENGTHS:
        found: set[int] = set()
        for match in shape.finditer(text.plain):
            said = (match["n"] or "").lower()
            if not _RATED.search(text.plain[: match.start()]) and (said != "one" or unit > 1):
                text.explain(*match.span())
                found.add(unit * (1 if said in ("", "a") else round(number(said))) + more)
        if found:
            return found
    return set()


def _read(said: str) -> list[_Mention]:
    """The days of one mention: 'march 8 to 10, 2022' has two."""
    if re.match(r"20\d\d-", said):
        year, month, day = map(int, said.split("-"))
        return [(year, month, day)]
    year = re.search(r"20\d\d", said)
    named = re.search(_MONTH, said)
    month = 1 + _MONTHS.index(named[0][:3]) if named else 0
    return [(int(year[0]) if year else None, month, int(day)) for day in re.findall(r"\b\d{1,2}(?!\d)", said)]


def _ends(start: _Mention, end: _Mention) -> tuple[date, date]:
    """First and last day; a year that is said once holds for both, over the turn of the year as well."""
    turns = start[1:] > end[1:]
    first = date(start[0] or (end[0] or 0) - turns, *start[1:])
    return first, date(end[0] or (start[0] or 0) + turns, *end[1:])
