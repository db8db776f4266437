"""When a trip takes place: first and last day, and its length, as the text has them."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Any, NamedTuple

from .text import COUNT, Text, number, regex

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<month{0}>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = r"(?P<day{0}>[0-3]?\d)(?:st|nd|rd|th)?(?!\d|:\d)"
_TO = r" ?(?:-|to|through|thru|until|till|and) ?(?:on )?(?:the )?"
_LISTED = r"(?: ?, ?(?:the )?[0-3]?\d(?:st|nd|rd|th)?)+,? ?and ?(?:the )?"
_YEAR = r"(?:,? ?(?:of |in )?(?P<year{0}>20\d\d))?"
_OF = r" (?:of )?"


def _date(*parts: str) -> re.Pattern[str]:
    return regex(rf"\b{''.join(part.replace('{0}', str(at)) for at, part in enumerate(parts))}\b")


_SLASHED = regex(r"\b(?P<one>\d{1,2})/(?P<two>\d{1,2})/(?P<year0>20\d\d)\b")
_SHAPES = (
    _date(_MONTH, r" (?:the )?", _DAY, rf"(?:{_TO}|{_LISTED})", _DAY, _YEAR),  # March 10th to 14th, 2022
    _date(_DAY, rf"(?:{_TO}|{_LISTED})", _DAY, _OF, _MONTH, _YEAR),  # the 8th to the 10th of March
    _date(_MONTH, r" (?:the )?", _DAY, _YEAR),  # March 10th, 2022
    _date(_DAY, _OF, _MONTH, _YEAR),  # 10 March 2022
    regex(r"\b(?P<year0>20\d\d)-(?P<number0>\d{1,2})-(?P<day0>\d{1,2})\b"),
    _SLASHED,
)
"""Tried in this order where several match at one place."""
_ENDS = regex(
    r"(?:until|till|to|ending|ends?|by|return\w*|back|conclud\w*|finish\w*|through|home) (?:home )?(?:on )?(?:the )?$"
)
_LENGTHS = (
    (regex(rf"\b(?P<n>{COUNT})[- ](?:full[- ]|whole[- ])?days?\b"), 1, 0),
    (regex(rf"\b(?P<n>{COUNT}|a|full|whole|entire)[- ]weeks?\b(?!end)"), 7, 0),
    (regex(r"\b(?P<n>week)-?long\b|\b(?P<m>week)'s\b"), 7, 0),
    (regex(rf"\b(?P<n>{COUNT})[- ]nights?\b"), 1, 1),
)


class _Mention(NamedTuple):
    month: int
    day: int
    year: int | None
    is_end: bool = False


def read_dates(text: Text) -> tuple[dict[str, Any], list[str]]:
    """`start_date`, `end_date` and `days`, as far as they are said; and what is wrong with them."""
    fields: dict[str, Any] = {"start_date": None, "end_date": None, "days": None}
    unclear: list[str] = []
    lengths = _lengths(text)
    if len(lengths) > 1:
        unclear.append(f"the text names several lengths of the trip: {', '.join(map(str, sorted(lengths)))} days")
    elif lengths:
        fields["days"] = lengths.pop()
    mentions = list(_mentions(text))
    if not mentions:
        return fields, unclear
    if any(mention.month == 0 for mention in mentions):
        return fields, [*unclear, "it cannot be told which number of the dates is the month"]
    if not any(mention.year for mention in mentions):
        return fields, [*unclear, f"the dates lack a year ({_MONTHS[mentions[0].month - 1].title()} {mentions[0].day})"]
    try:
        first, last = _ends(mentions)
    except ValueError as error:
        return fields, [*unclear, f"a date does not exist: {error}"]
    if first == last and mentions[0].is_end:
        fields["end_date"] = last.isoformat()
    else:
        fields["start_date"] = first.isoformat()
        fields["end_date"] = last.isoformat() if last != first or len(mentions) > 1 else None
    return fields, unclear


def _lengths(text: Text) -> set[int]:
    for shape, unit, more in _LENGTHS:
        matches = [match for match in shape.finditer(text.plain) if not _is_rate(text.plain, match)]
        for match in matches:
            text.explain(*match.span())
        if matches:
            return {unit * _units(next(filter(None, match.groupdict().values()))) + more for match in matches}
    return set()


def _is_rate(text: str, match: re.Match[str]) -> bool:
    """'$50 a week', 'one day' of a longer trip: no length of the trip."""
    said = (match["n"] or "").lower()
    priced = re.search(r"(\d|dollars|usd|bucks|per|each|meals?) ?$", text[: match.start()].lower()[-12:]) is not None
    return (said == "a" and priced) or (said in ("one", "single") and match[0].lower().endswith(("day", "days")))


def _units(text: str) -> int:
    return 1 if text.lower() in ("a", "week", "full", "whole", "entire") else round(number(text))


def _mentions(text: Text) -> Iterator[_Mention]:
    month_first = _month_first(text.plain)
    at = 0
    while matches := [match for shape in _SHAPES if (match := shape.search(text.plain, at)) is not None]:
        match = min(matches, key=lambda each: each.start())
        text.explain(*match.span())
        is_end = _ENDS.search(text.plain[: match.start()]) is not None
        yield from (mention._replace(is_end=is_end) for mention in _read(match, month_first))
        at = match.end()


def _month_first(text: str) -> bool | None:
    """Whether dates such as 9/13/2024 start with the month, which numbers above 12 tell; None where nothing does."""
    pairs = [(int(match["one"]), int(match["two"])) for match in _SLASHED.finditer(text)]
    us, others = any(two > 12 for _, two in pairs), any(one > 12 for one, _ in pairs)
    return us if us != others else None


def _read(match: re.Match[str], month_first: bool | None) -> Iterator[_Mention]:
    parts = {name: value for name, value in match.groupdict().items() if value}
    year = next((int(value) for name, value in parts.items() if name.startswith("year")), None)
    if "one" in parts:
        one, two = int(parts["one"]), int(parts["two"])
        known = month_first is not None or one == two
        month, day = (one, two) if month_first else (two, one)
        yield _Mention(month if known else 0, day, year)
        return
    name = next((value for key, value in parts.items() if key.startswith("month")), None)
    month = int(parts["number0"]) if name is None else 1 + _MONTHS.index(name.lower()[:3])
    yield from (_Mention(month, int(value), year) for key, value in parts.items() if key.startswith("day"))


def _ends(mentions: list[_Mention]) -> tuple[date, date]:
    """First and last day; a year that is said once holds for both, over the turn of the year as well."""
    start, end = mentions[0], mentions[-1]
    year = start.year or end.year or 0
    turns = (start.month, start.day) > (end.month, end.day)
    first = date(start.year or (year - turns), start.month, start.day)
    last = date(end.year or (year + turns), end.month, end.day)
    return first, (last.replace(year=last.year + 1) if first > last and turns and start.year == end.year else last)
