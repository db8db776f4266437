"""Read a trip's dates: the patterns of its days, and its first and last day as the text has them."""

import re
from collections.abc import Sequence
from datetime import date
from typing import Any

from .text import regex

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DAY = r"\b[0-3]?\d(?:st|nd|rd|th)?(?!\d|:\d)\b"
_TO = r"(?: ?- ?| (?:to|through|thru|until|till) (?:the )?)"
_DAYS = rf"{_DAY}(?:{_TO}{_DAY})?"
_YEAR = r"(?:,? ?(?:of )?20\d\d\b)?"
_DATE = rf"(?:{_MONTH} (?:the )?{_DAYS}{_YEAR}|{_DAYS} (?:of )?{_MONTH}{_YEAR}|\b20\d\d-\d{{1,2}}-\d{{1,2}}\b)"
SPAN = rf"(?:(?:from|on|starting|beginning|leave|leaving|departing)(?: on)? (?:the )?)?{_DATE}(?:{_TO}{_DATE})?"
"""One day, or the first and the last one."""
_AND = r" and (?:the )?"
_BOTH = (
    rf"{_DATE}{_AND}{_DATE}",
    rf"{_DAY}{_AND}{_DAY} (?:of )?{_MONTH}{_YEAR}",
    rf"{_MONTH} {_DAY}{_AND}{_DAY}{_YEAR}",
)
BETWEEN = rf"between (?:the )?(?:{'|'.join(_BOTH)})"
_RETURN = r"(?:until|till|to|through|ending|(?:coming )?back|return(?:ing)?)"
END = rf"(?:and )?{_RETURN}(?: home)?(?: on)? (?:the )?{_DATE}"
"""The last day."""
_DAYS_OF = regex(
    rf"{_MONTH} (?:the )?{_DAY}(?:(?:{_TO}|{_AND}){_DAY}(?! (?:of )?{_MONTH}))?{_YEAR}"
    rf"|{_DAY}(?:(?:{_TO}|{_AND}){_DAY})? (?:of )?{_MONTH}{_YEAR}|\b20\d\d-\d{{1,2}}-\d{{1,2}}\b"
)
_Mention = tuple[int | None, int, int]
"""Year, where it is said; month; day."""


def read_dates(spans: Sequence[str], ends: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
    """Read `start_date` and `end_date`, as far as they are said; and what is wrong with them."""
    fields: dict[str, Any] = {"start_date": None, "end_date": None}
    first, last = [_mentions(text) for text in spans], [_mentions(text) for text in ends]
    mentions = [mention for said in (*first, *last) for mention in said]
    if not mentions:
        return fields, []
    if len(mentions) > 2 or len(first) > 1 or len(last) > 1:
        return fields, [f"the text names several dates: {', '.join((*spans, *ends))}"]
    if not any(year for year, _, _ in mentions):
        _, month, day = mentions[0]
        return fields, [f"the dates lack a year ({_MONTHS[month - 1].title()} {day})"]
    try:
        start, end = _ends(mentions[0], mentions[-1])
    except ValueError as error:
        return fields, [f"a date does not exist: {error}"]
    if len(mentions) > 1:
        return {"start_date": start.isoformat(), "end_date": end.isoformat()}, []
    return fields | {"end_date" if last else "start_date": start.isoformat()}, []


def _mentions(phrase: str) -> list[_Mention]:
    """Return the days of one phrase: 'march 8 to 10, 2022' has two."""
    return [mention for match in _DAYS_OF.finditer(phrase.lower()) for mention in _read(match[0])]


def _read(said: str) -> list[_Mention]:
    if re.match(r"20\d\d-", said):
        year, month, day = map(int, said.split("-"))
        return [(year, month, day)]
    year = re.search(r"20\d\d", said)
    named = re.search(_MONTH, said)
    month = 1 + _MONTHS.index(named[0][:3]) if named else 0
    return [(int(year[0]) if year else None, month, int(day)) for day in re.findall(r"\b\d{1,2}(?!\d)", said)]


def _ends(start: _Mention, end: _Mention) -> tuple[date, date]:
    """Return the first and last day; a year that is said once holds for both, over the turn of the year as well."""
    turns = start[1:] > end[1:]
    first = date(start[0] or (end[0] or 0) - turns, *start[1:])
    return first, date(end[0] or (start[0] or 0) + turns, *end[1:])
