"""Read the dates and times of a text, in the forms of several languages. Pure, in linear time."""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from smurfs_graph.grounding.words import word_lists

MONTHS: Mapping[str, int] = {
    name: number for number, names in enumerate(word_lists()["months"], 1) for name in names.split()
}
"""By name, in several languages and in lower case."""
_ENGLISH_WORDS = frozenset({"out", "set", "ago"})
"""Short months of other languages that are ordinary words of English: "2 out of 3", "3 days ago"."""
_WORD = re.compile(r"[^\W\d_]{3,10}")
_ORDINAL = r"(?:st|nd|rd|th|er|\.|º)?"
_DAYS = rf"(?:(?P<first>[0-9]{{1,2}}){_ORDINAL}\s?(?:-|–|to|bis|and|und|et|y|to the|au|al)\s?)?(?P<day>[0-9]{{1,2}})"
_BEFORE_MONTH = re.compile(rf"(?<![0-9]){_DAYS}{_ORDINAL}\s?(?:de\s|of\s)?$", re.IGNORECASE)
_DAY_BEHIND = re.compile(rf"\.?\s(?:the\s)?{_DAYS}(?:st|nd|rd|th)?(?![0-9:])(?:,?\s(?P<year>[12][0-9]{{3}})(?![0-9]))?")
_YEAR_BEHIND = re.compile(r"\.?,?\s(?:de\s|del\s|of\s)?(?P<year>[12][0-9]{3})(?![0-9])", re.IGNORECASE)
_DIGITS = re.compile(r"[0-9]+(?:[-/.][0-9]+)*(?:,[0-9]+|\.)?")
_NUMERIC = tuple(
    re.compile(form)
    for form in (
        r"(?P<year>[12][0-9]{3})(?P<mark>[-/.])(?P<month>[0-9]{1,2})(?P=mark)(?P<day>[0-9]{1,2})\.?",
        r"(?P<day>[0-9]{1,2})(?P<mark>[./-])(?P<month>[0-9]{1,2})(?P=mark)(?P<year>[0-9]{4}|[0-9]{2})\.?",
        r"(?P<day>[0-9]{1,2})\.(?P<month>[0-9]{1,2})\.",
        r"(?P<year>20[0-9]{2})(?P<month>0[1-9]|1[0-2])(?P<day>0[1-9]|[12][0-9]|3[01])\.?",
        r"(?P<epoch>1[0-9]{9}(?:[0-9]{3})?)\.?",
    )
)
_LONGEST_DATE = 14
_CJK = re.compile(r"(?:([12][0-9]{3})[年년]\s?)?([0-9]{1,2})[月월]\s?(?:([0-9]{1,2})[日일号號])?")
_AROUND = 26
"""Characters before and behind the name of a month that belong to the date."""
_TIME = re.compile(
    r"(?<![0-9:.,])(?P<hour>[01]?[0-9]|2[0-4])"
    r"(?:[:.hH](?P<minute>[0-5][0-9])(?::[0-5][0-9](?:\.[0-9]+)?)?)?(?![0-9:])"
    r"\s?(?P<half>[ap]\.?m\b\.?|uhr\b|o'clock|heures?\b)?",
    re.IGNORECASE,
)
_STARTING_T = re.compile(r"[0-9]T(?=[0-9]{2}:)")


class Day(NamedTuple):
    """A date, or as much of one as is written."""

    year: int | None
    month: int
    day: int | None

    @property
    def date(self) -> date | None:
        """Return the calendar's day, where all of it is written."""
        return date(self.year, self.month, self.day) if self.year and self.day else None


class WrittenDay(NamedTuple):
    """The possible meanings of a written date, and its place in the text."""

    readings: tuple[Day, ...]
    start: int
    end: int


class WrittenTime(NamedTuple):
    """The possible meanings of a written time of day, in minutes, and its place in the text."""

    readings: tuple[int, ...]
    start: int
    end: int


def read_days(text: str, *, english: bool = False, seconds: bool = True) -> Iterator[WrittenDay]:
    """Yield the dates of a normalised text.

    `english`: "5.12." is no date but a number that ends a sentence, and "out" no month; `seconds`: those since 1970 are
    dates.
    """
    if _DIGITS.search(text) is None:  # no form of a date does without
        return
    forms = [form for form, wanted in zip(_NUMERIC, (True, True, not english, True, seconds), strict=True) if wanted]
    for found in _DIGITS.finditer(text):
        if 4 <= len(found[0]) <= _LONGEST_DATE:
            for form in forms:
                if (match := form.fullmatch(found[0])) and (readings := _numeric(match.groupdict())):
                    stop = found[0].endswith(".") and found[0].count(".") != 2
                    yield WrittenDay(readings, found.start(), found.end() - stop)
    if not text.isascii():
        for found in _CJK.finditer(text):
            year, month, day = (int(part) if part else None for part in found.groups())
            if (reading := _day(year, month or 0, day)) and (year or day):
                yield WrittenDay((reading,), *found.span())
    for found in _WORD.finditer(text):
        name = found[0].casefold()
        month = None if english and name in _ENGLISH_WORDS else MONTHS.get(name)
        if month is not None:
            yield from _named(text, month, *found.span())


def _named(text: str, month: int, start: int, end: int) -> Iterator[WrittenDay]:
    """Yield the dates around the name of a month."""
    before, behind = text[max(0, start - _AROUND) : start], text[end : end + _AROUND]
    found, year = _BEFORE_MONTH.search(before), _YEAR_BEHIND.match(behind)
    if found:
        start -= len(before) - found.start()
        end += year.end() if year else 0
    elif found := _DAY_BEHIND.match(behind):
        year, end = (found if found["year"] else None), end + found.end()
    elif year:
        end += year.end()
    else:
        return
    days = [int(found[name]) for name in ("first", "day") if found[name]] if found else [None]
    for each in days:
        if reading := _day(int(year["year"]) if year else None, month, each):
            yield WrittenDay((reading,), start, end)


def read_times(text: str) -> Iterator[WrittenTime]:
    """Yield the times of day of a normalised text. A bare number is none."""
    for found in _TIME.finditer(_STARTING_T.sub(lambda mark: f"{mark[0][0]} ", text)):
        half = (found["half"] or "").casefold().replace(".", "")
        dotted = found["minute"] and text[found.end("hour")] == "."
        if not (found["minute"] or half) or (dotted and half in ("", "heure", "heures")):
            continue
        minutes = int(found["hour"]) * 60 + int(found["minute"] or 0)
        if half in ("am", "pm"):
            readings = (minutes % 720 + (720 if half == "pm" else 0),)
        else:
            readings = (minutes % 1440,) + ((minutes + 720,) if minutes < 720 and not half else ())
        yield WrittenTime(readings, *found.span())


def _numeric(parts: dict[str, str | None]) -> tuple[Day, ...]:
    """Return the days that a date in figures may mean; several where day and month may be exchanged."""
    if epoch := parts.get("epoch"):
        try:
            at = datetime.fromtimestamp(int(epoch) / (1000 if len(epoch) > 10 else 1), UTC)
        except (OverflowError, ValueError, OSError):
            return ()
        return tuple(Day(*(at + timedelta(days=shift)).timetuple()[:3]) for shift in (0, 1, -1))
    year, month, day = (int(text) if (text := parts.get(name)) else None for name in ("year", "month", "day"))
    if year is not None and year < 100:
        year += 1900 if year > 70 else 2000
    found = [_day(year, month or 0, day)]
    if year and day and day <= 12 and next(iter(parts)) == "day":  # American, the month first
        found.append(_day(year, day, month))
    return tuple(dict.fromkeys(reading for reading in found if reading))


def _day(year: int | None, month: int, day: int | None) -> Day | None:
    try:
        date(year or 2000, month, day or 1)
    except ValueError:
        return None
    return Day(year, month, day)
