"""When a trip takes place: dates, ranges of dates and lengths, cross-checked with each other."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from .number_words import COUNT, GROUP, count, with_ordinals_in_digits
from .request import LONGEST_TRIP_DAYS, dates_from

_MONTHS = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
]  # fmt: skip
_MONTH = (
    r"(?P<month{0}>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = r"(?P<day{0}>[0-3]?\d)(?:st|nd|rd|th)?(?!\d|:\d)"
_TO = r"\s*(?:-|to|through|thru|until|till|til|up to)\s*(?:and\s+including\s+)?(?:on\s+)?(?:the\s+)?"
_LISTED_DAYS = r"(?:\s*,\s*(?:the\s+)?[0-3]?\d(?:st|nd|rd|th)?)+,?\s*(?:and|&)\s*(?:the\s+)?"
_BACK = r",?\s+(?:and\s+)?(?:\w+\s+){0,3}?(?:back|return\w*|until|till|ending|home)\s+(?:\w+\s+)?(?:on\s+|by\s+)?"
_AND = r"\s*(?:and|&)\s*(?:the\s+)?"
_YEAR = r"(?:,?\s*(?:of\s+|in\s+)?(?P<year{0}>20\d\d))?"
_OF = r"\s+(?:day\s+)?(?:of\s+)?"


def _pattern(*parts: str) -> re.Pattern[str]:
    numbered = "".join(part.format(at) if "{0}" in part else part for at, part in enumerate(parts))
    return re.compile(rf"\b{numbered}\b", re.IGNORECASE)


_SLASHED = re.compile(r"\b(?P<one>\d{1,2})/(?P<two>\d{1,2})(?:/(?P<year0>20\d\d|\d\d))?\b")
# What they match, in the order in which they are tried at the same place.
_SHAPES = (
    _pattern(_MONTH, r"\s+(?:the\s+)?", _DAY, _TO, _DAY, _YEAR),  # March 10th to 14th, 2022
    _pattern(r"between\s+(?:the\s+)?", _MONTH, r"\s+", _DAY, _AND, _DAY, _YEAR),
    _pattern(_DAY, _TO, _DAY, _OF, _MONTH, _YEAR),  # the 8th to the 10th of March
    _pattern(_DAY, _LISTED_DAYS, _DAY, _OF, _MONTH, _YEAR),  # the 10th, 11th and 12th of March
    _pattern(_DAY, _AND, _DAY, _OF, _MONTH, _YEAR),
    _pattern(
        _MONTH, _YEAR, r"[\s,(]+(?:from\s+)?(?:the\s+)?", _DAY, _TO, _DAY, r"(?:st|nd|rd|th)?"
    ),  # March 2022 (10th to 14th)
    _pattern(_DAY, _OF, _MONTH, _YEAR, rf"{_BACK}the\s+", _DAY),  # on the 10th of March and back on the 14th
    _pattern(_MONTH, r"\s+(?:the\s+)?", _DAY, _YEAR, rf"{_BACK}the\s+", _DAY),
    _pattern(_MONTH, r"\s+(?:the\s+)?", _DAY, _LISTED_DAYS, _DAY, _YEAR),  # March 10th, 11th and 12th
    _pattern(_MONTH, r"\s+(?:the\s+)?", _DAY, _YEAR),  # March 10th, 2022
    _pattern(_DAY, _OF, _MONTH, _YEAR),  # 10 March 2022
    re.compile(r"\b(?P<year0>20\d\d)[-/](?P<number0>\d{1,2})[-/](?P<day0>\d{1,2})\b"),
    _SLASHED,
)
_ENDS = re.compile(
    r"(?:until|till|ending|ends?|by|return\w*|back|conclud\w*|finish\w*|through)\s+(?:on\s+)?(?:the\s+)?$", re.I
)
_LENGTHS = (
    (re.compile(rf"\b({COUNT}|{GROUP}|a)[-\s]*(?:full[-\s]|whole[-\s])?days?\b", re.IGNORECASE), 1, 0),
    (re.compile(rf"\b({COUNT}|{GROUP}|a|full|whole|entire)[-\s]*weeks?\b(?!end)", re.IGNORECASE), 7, 0),
    (re.compile(r"\b(week)[-\s]?long\b", re.IGNORECASE), 7, 0),
    (re.compile(r"\b(fortnight)\b", re.IGNORECASE), 14, 0),
    (re.compile(rf"\b({COUNT})[-\s]*nights?\b", re.IGNORECASE), 1, 1),
)


class When(NamedTuple):
    """What a text says about time."""

    days: int | None
    dates: tuple[str, ...] | None
    problems: tuple[str, ...]


class _Mention(NamedTuple):
    """One day that is named: month and day, and the year where it is said."""

    month: int
    day: int
    year: int | None
    is_end: bool = False


def when(text: str) -> When:
    """Length and dates of a trip; what contradicts itself is a problem and not decided."""
    days = _length(text)
    mentions, problems = _mentions(with_ordinals_in_digits(text), days)
    if not mentions:
        return When(days, None, problems)
    years = {
        int(year) for year in re.findall(r"(?<![\d$,.])(20[2-9]\d)\b(?!\s*(?:dollars|usd|bucks))", text, re.IGNORECASE)
    }
    if not any(mention.year for mention in mentions) and len(years) == 1:
        mentions = [mention._replace(year=min(years)) for mention in mentions]
    try:
        first, last = _ends(mentions)
    except ValueError as error:
        return When(days, None, (*problems, str(error)))
    if first is None or last is None:
        named = mentions[0]
        return When(days, None, (*problems, f"the dates lack a year ({_MONTHS[named.month - 1].title()} {named.day})"))
    return _checked(days, first, last, mentions, problems)


def _checked(days: int | None, first: date, last: date, mentions: list[_Mention], problems: tuple[str, ...]) -> When:
    if first == last and days is not None:
        first = last - timedelta(days=days - 1) if mentions[0].is_end else first
        return When(days, dates_from(first, days), problems)
    if first == last and len(mentions) == 1:
        return When(days, None, (*problems, f"only one date is given ({first}), and no length of the trip"))
    span = (last - first).days + 1
    if span > LONGEST_TRIP_DAYS:
        return When(days, None, (*problems, f"{first} to {last} is longer than {LONGEST_TRIP_DAYS} days"))
    if days is not None and days != span:
        return When(days, None, (*problems, f"{first} to {last} is {span} days, but the text says {days}"))
    return When(span, dates_from(first, span), problems)


def _length(text: str) -> int | None:
    for pattern, unit, more in _LENGTHS:
        found = {_units(match[1]) * unit + more for match in pattern.finditer(text) if not _is_rate(text, match)}
        if len(found) == 1:
            return found.pop()
        if found:
            return None
    return None


def _is_rate(text: str, match: re.Match[str]) -> bool:
    """'$50 a day', 'one day' of a longer trip: no length of the trip."""
    before = text[max(0, match.start() - 12) : match.start()].lower()
    rate = re.search(r"(\d|dollars|usd|bucks|per|each|meals?)\s*$", before) is not None
    return match[1].lower() in ("a", "one", "single") and (rate or match[0].lower().endswith(("day", "days")))


def _units(text: str) -> int:
    return 1 if text.lower() in ("a", "week", "full", "whole", "entire", "fortnight") else count(text)


def _mentions(text: str, days: int | None) -> tuple[list[_Mention], tuple[str, ...]]:
    found: list[_Mention] = []
    problems: list[str] = []
    month_first = _month_first(text, days)
    at = 0
    while True:
        matches = [match for shape in _SHAPES if (match := shape.search(text, at)) is not None]
        if not matches:
            break
        match = min(matches, key=lambda each: each.start())
        is_end = _ENDS.search(text[: match.start()]) is not None
        found.extend(mention._replace(is_end=is_end) for mention in _read(match, month_first))
        at = match.end()
    if any(mention.month == 0 for mention in found):
        problems.append("it cannot be told which number of the dates is the month")
        found = []
    return found, tuple(problems)


def _month_first(text: str, days: int | None) -> bool | None:
    """Whether dates such as 9/13/2024 start with the month: told by numbers above 12, or by the trip's length."""
    pairs = [(int(match["one"]), int(match["two"])) for match in _SLASHED.finditer(text)]
    us, others = any(two > 12 for _, two in pairs), any(one > 12 for one, _ in pairs)
    if us != others:
        return us
    if us or days is None or len(pairs) != 2:
        return None
    (one, two), (last_one, last_two) = pairs
    month_fits = one == last_one and last_two - two == days - 1
    day_fits = two == last_two and last_one - one == days - 1
    return month_fits if month_fits != day_fits else None


def _read(match: re.Match[str], month_first: bool | None) -> Iterator[_Mention]:
    parts = {name: value for name, value in match.groupdict().items() if value}
    year = next((int(value) for name, value in parts.items() if name.startswith("year")), None)
    if year is not None and year < 100:
        year += 2000
    if "one" in parts:
        one, two = int(parts["one"]), int(parts["two"])
        if month_first is None:
            month, day = (one, two) if one == two else (0, 0)
        else:
            month, day = (one, two) if month_first else (two, one)
        yield _Mention(month, day, year)
        return
    name = next((value for key, value in parts.items() if key.startswith("month")), None)
    month = int(parts["number0"]) if name is None else _month(name)
    for key, value in parts.items():
        if key.startswith("day"):
            yield _Mention(month, int(value), year)


def _month(name: str) -> int:
    return next(at for at, month in enumerate(_MONTHS, start=1) if month.startswith(name.lower()[:3]))


def _ends(mentions: list[_Mention]) -> tuple[date | None, date | None]:
    """First and last day; a year that is said once holds for both, over the turn of the year as well."""
    start, end = mentions[0], mentions[-1]
    year = start.year or end.year
    if year is None:
        return None, None
    turns = (start.month, start.day) > (end.month, end.day)
    try:
        first = date(start.year or (year - turns), start.month, start.day)
        last = date(end.year or (year + turns), end.month, end.day)
    except ValueError as error:
        raise ValueError(f"a date does not exist: {error}") from error
    if first > last:
        last = date(last.year + 1, last.month, last.day) if turns and start.year == end.year else last
    if first > last:
        raise ValueError(f"the trip would end on {last}, before it starts on {first}")
    return first, last
