"""Dates and times in a text, as ISO values. A date that can be read in two ways, or lacks its year, is not read."""

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from smurfs_graph.offline import words

Grain = Literal["date", "month", "time", "datetime"]

MONTHS = {
    name: number
    for number, names in enumerate(
        ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
         "september sep sept", "october oct", "november nov", "december dec"),
        1,
    )
    for name in names.split()
}  # fmt: skip
_MONTH_NAMES = {number: name.capitalize() for name, number in reversed(MONTHS.items())}
WEEKDAYS = words.listed("monday tuesday wednesday thursday friday saturday sunday")
_MINUTES = {"five": 5, "ten": 10, "twenty-five": 25, "twenty five": 25, "twenty": 20}
_HOURS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_MONTH = r"(?P<month>" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\.?"
_ORDINALS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
    "twenty-first",
    "twenty-second",
    "twenty-third",
    "twenty-fourth",
    "twenty-fifth",
    "twenty-sixth",
    "twenty-seventh",
    "twenty-eighth",
    "twenty-ninth",
    "thirtieth",
    "thirty-first",
]
_ORDINAL = "|".join(sorted(_ORDINALS, key=len, reverse=True))
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_SPOKEN = rf"(?P<day>\d{{1,2}}|{_ORDINAL})(?:st|nd|rd|th)?"
_DAYTIME = r"(?P<daytime>in the (?:morning|afternoon|evening)|at night)"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        ("datetime", r"\b(?P<iso>\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?)\b"),
        ("date", r"\b(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})\b"),
        ("span", rf"\b{_SPOKEN}\s*(?:to|till|until|through|and|-|–)\s*(?:the\s+)?(?P<last>\d{{1,2}}|{_ORDINAL})(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}\b"),
        ("span", rf"\b{_MONTH}\s+{_DAY}\s*(?:to|until|through|and|-|–)\s*(?P<last>\d{{1,2}})(?:st|nd|rd|th)?,?\s+{_YEAR}\b"),
        ("date", rf"\b(?:the\s+)?{_SPOKEN}\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}\b"),
        ("date", rf"\b{_MONTH}\s+(?:the\s+)?{_SPOKEN},?\s+{_YEAR}\b"),
        ("yearless", rf"\b(?:{_DAY}\s+(?:of\s+)?|(?P<said>{_ORDINAL})\s+of\s+){_MONTH}\b(?!\s*\d)"),
        ("yearless", rf"\b{_MONTH}\s+{_DAY}\b(?!\s*[,:]?\s*\d)"),
        ("numeric", r"\b(?P<day>\d{1,2})[/.](?P<month>\d{1,2})[/.](?P<year>\d{4})\b"),
        ("month", rf"(?<!\d )\b{_MONTH},?\s+(?:of\s+)?{_YEAR}\b"),
        ("month", r"\b(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])\b(?!-)"),
        ("time", r"\b(?P<hour>[01]?\d|2[0-3])[:](?P<minute>[0-5]\d)(?::[0-5]\d)?(?:\s*(?P<half>[ap]\.?m\b\.?)|\s+{_DAYTIME})?".replace("{_DAYTIME}", _DAYTIME)),
        ("time", rf"\b(?P<hour>1[0-2]|0?[1-9])[.](?P<minute>[0-5]\d)\s*(?:(?P<half>[ap]\.?m\b\.?)|{_DAYTIME})"),
        ("time", r"\b(?P<hour>1[0-2]|0?[1-9])\s*(?P<half>[ap]\.?m\b\.?)"),
        ("time", r"\b(?<!from )(?P<past>half|quarter|" + "|".join(_MINUTES) + r"|[1-5]?\d(?=(?: minutes)?[ -]past\b| minutes to\b)|(?<=\bat )(?:5|10|20|25))(?: minutes)?[ -](?P<way>past|to) (?P<hour>" + "|".join(_HOURS) + r"|1[0-2]|[1-9])\b"
         rf"(?:(?:\s*(?P<half>[ap]\.?m\b\.?))|\s+{_DAYTIME})?"),
        ("time", r"\b(?P<hour>" + "|".join(_HOURS) + r")\s+(?:o['’]clock(?:\s+" + _DAYTIME + r")?|(?P<half>[ap]\.?m\b\.?))"),
        ("time", r"\b(?P<hour>" + "|".join(_HOURS) + rf"|1[0-2]|0?[1-9])(?:\s+o['’]clock)?\s+{_DAYTIME}"),
        ("time", r"\b(?P<word>noon|midnight|midday)\b"),
        ("time", r"\b(?P<hour>1[0-2]|0?[1-9])\s+o['’]clock\b()"),
        ("relative", r"\b(?:today|tonight|tomorrow|yesterday|(?:next|last|this|coming)\s+(?:week|month|weekend|year|"
         + "|".join(sorted(WEEKDAYS)) + r"))\b"),
    )
)  # fmt: skip
_LATE = re.compile(r"\b(?:afternoon|evening|tonight|night)\b", re.IGNORECASE)
_SAME_MONTH = re.compile(
    r"\b(?:on|for|to|until|till|by|and) the (?P<day>[12]?\d|3[01])(?:st|nd|rd|th)\b"
    r"(?=\W*$|[,.;:?!)]|\s+(?:instead|too|as|at|in|for|and|to|until|from|with|please|of (?:that|the)(?: same)? month)\b)"
)

_NEAR = 40
"""How far behind a month its year may stand."""
_SAME_YEAR = re.compile(
    rf"\b{_MONTH.replace('?P<month>', '?P<said>')}(?= ?(?:,|and|or|to|until|till|through|-|–) ?(?:(?:in|of|for|and) )?(?:{'|'.join(MONTHS)})\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class When:
    """One date or time: where it stands, and its ISO value ("" where it cannot be known, as in "tomorrow")."""

    grain: Grain
    iso: str
    start: int
    end: int


def find_dates(text: str) -> list[When]:
    """The dates and times of a text in order; no two overlap. A missing year is taken from a neighbouring date."""
    taken = [False] * len(text)
    found: list[When] = []
    bare: list[re.Match[str]] = []
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if any(taken[match.start() : match.end()]):
                continue
            values = [] if kind == "yearless" else _read(kind, match)
            if kind == "time" and values and _vague(match):
                late = _LATE.search(text)
                values = [
                    When("time", f"{int(one.iso[:2]) + 12}{one.iso[2:]}" if late else "", one.start, one.end)
                    for one in values
                ]
            if values is None:
                continue
            taken[match.start() : match.end()] = [True] * (match.end() - match.start())
            bare += [match] if kind == "yearless" else []
            found += values
    found += [when for match in _SAME_YEAR.finditer(text) if (when := _same_year(match, found, taken))]
    years = {when.iso[:4] for when in found if when.grain in ("date", "datetime") and when.iso}
    years = years or {when.iso[:4] for when in found if when.grain == "month" and when.iso}
    year = years.pop() if len(years) == 1 else ""
    found += [_yearless(match, year) for match in bare]
    found += [when for match in _SAME_MONTH.finditer(text) if (when := _same_month(match, found, taken))]
    return sorted(found, key=lambda when: (when.start, when.iso))


def _read(kind: str, match: re.Match[str]) -> list[When] | None:
    here = (match.start(), match.end())
    if kind == "datetime":
        return [When("datetime", match["iso"].replace(" ", "T"), *here)]
    if kind == "relative":
        return [When("date", "", *here)]
    if kind == "time":
        return [When("time", _clock(match), *here)]
    if kind == "month":
        return [When("month", f"{match['year']}-{_month(match['month']):02d}", *here)]
    if kind == "numeric":
        return _numeric(match)
    first = iso_date(int(match["year"]), _month(match["month"]), _day(match["day"]))
    if kind == "span":
        last = iso_date(int(match["year"]), _month(match["month"]), _day(match["last"]))
        middle = match.start("last")
        return [When("date", first, match.start(), middle), When("date", last, middle, match.end())]
    return [When("date", first, *here)]


def _yearless(match: re.Match[str], year: str) -> When:
    day = match["day"] or match.groupdict().get("said") or ""
    iso = iso_date(int(year), _month(match["month"]), _day(day)) if year else ""
    return When("date", iso, match.start(), match.end())


def _same_month(match: re.Match[str], found: list[When], taken: list[bool]) -> When | None:
    """A day that only goes on from a date before it: "on 7 March 2026, and on the 8th"."""
    before = [one for one in found if one.grain == "date" and one.iso and one.end <= match.start()]
    if not before or any(taken[match.start() : match.end()]):
        return None
    nearest = max(before, key=lambda one: one.end)
    iso = iso_date(int(nearest.iso[:4]), int(nearest.iso[5:7]), int(match["day"]))
    return When("date", iso, match.start("day"), match.end()) if iso else None


def with_months(text: str) -> str:
    """A text where a day that only goes on from a date before it ("and on the 8th") is written as a whole date."""
    matches = list(_SAME_MONTH.finditer(text))
    if not matches:
        return text
    dates = {when.start: when for when in find_dates(text) if when.grain == "date" and when.iso}
    for match in reversed(matches):
        if when := dates.get(match.start("day")):
            year, month, day = when.iso.split("-")
            said = f"{int(day)} {_MONTH_NAMES[int(month)]} {year}"
            rest = re.sub(r"^ of (?:that|the)(?: same)? month\b", "", text[match.end() :])
            text = text[: match.start("day")].removesuffix("the ") + said + rest
    return text


def _same_year(match: re.Match[str], found: list[When], taken: list[bool]) -> When | None:
    """A month whose year stands behind the next one: "in January and in February 2026"."""
    behind = [one for one in found if one.grain == "month" and one.iso and one.start >= match.end()]
    if not behind or any(taken[match.start() : match.end()]):
        return None
    nearest = min(behind, key=lambda one: one.start)
    near = nearest.start - match.end() < _NEAR
    return When("month", f"{nearest.iso[:4]}-{_month(match['said']):02d}", *match.span()) if near else None


def _numeric(match: re.Match[str]) -> list[When] | None:
    day, month = int(match["day"]), int(match["month"])
    if day == month or (day > 12 >= month):
        iso = iso_date(int(match["year"]), month, day)
    elif month > 12 >= day:
        iso = iso_date(int(match["year"]), day, month)
    else:
        iso = ""
    return [When("date", iso, match.start(), match.end())]


def _clock(match: re.Match[str]) -> str:
    groups = match.groupdict()
    if word := groups.get("word"):
        return "00:00" if word.lower() == "midnight" else "12:00"
    said, half = groups["hour"].lower(), (groups.get("half") or "").lower()
    hour = _HOURS.index(said) + 1 if said in _HOURS else int(said)
    minute = int(groups.get("minute") or 0)
    if part := groups.get("past"):
        said = part.lower()
        minute = {"half": 30, "quarter": 15}.get(said) or _MINUTES.get(said) or int(said)
        back = groups["way"].lower() == "to"
        minute, hour = (60 - minute) % 60 if back else minute, hour - back
    if daytime := (groups.get("daytime") or "").lower():
        half = "a" if "morning" in daytime or ("night" in daytime and (hour == 12 or hour < 5)) else "p"
    if half:
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    return f"{hour % 24:02d}:{minute:02d}"


def _day(text: str) -> int:
    return int(text) if text.isdigit() else _ORDINALS.index(text.lower()) + 1


def _vague(match: re.Match[str]) -> bool:
    """Whether a time in words leaves open which half of the day it is in: "half past two"."""
    groups = match.groupdict()
    spoken = bool(groups.get("past")) or (groups.get("hour") or "").isalpha()
    return spoken and not (groups.get("half") or groups.get("daytime")) and 0 < int(_clock(match)[:2]) < 7


def _month(text: str) -> int:
    return int(text) if text.isdigit() else MONTHS[text.lower().rstrip(".")]


def iso_date(year: int, month: int, day: int) -> str:
    """The ISO form of a date, or "" where there is no such day."""
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""


def add_days(iso: str, days: int) -> str:
    """The date some days later, or "" where there is none."""
    try:
        return (date.fromisoformat(iso) + timedelta(days=days)).isoformat()
    except (ValueError, OverflowError):
        return ""


def month_bounds(month: str) -> tuple[str, str]:
    """The first and the last day of a month written "2026-03"."""
    year, number = int(month[:4]), int(month[5:7])
    following = date(year + number // 12, number % 12 + 1, 1)
    return f"{month}-01", (following - timedelta(days=1)).isoformat()


def is_first_name(text: str, start: int, end: int) -> bool:
    """Whether a month's name at a place of a text is somebody's first name: "for Jan Maas"."""
    after = re.match(r" [A-Z][a-z]+\b(?! \d)", text[end : end + 40])
    before = re.search(
        r"(?:\d(?:st|nd|rd|th)?(?: of)?|\b(?:in|of|since|until|last|next)) $", text[max(0, start - 12) : start]
    )
    return bool(after) and not before and text[start:end] in ("Jan", "June", "April", "August")
