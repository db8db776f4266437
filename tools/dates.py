"""`builtin:dates`: calendar arithmetic and time zones, exact where a language model guesses."""

import calendar
import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from smurfs_graph.errors import ToolError

# Not strftime or the calendar module: those speak the machine's language.
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_OFFSET = re.compile(r"(?:UTC|GMT)?([+-])(\d{1,2})(?::?([0-5]\d))?", re.IGNORECASE)


def tools() -> list[Callable[..., Any]]:
    """Return the functions of the toolset."""
    return [add_to_date, days_between, day_of_week, today, convert_time]


def add_to_date(date: str, days: int = 0, weeks: int = 0, months: int = 0, years: int = 0) -> dict[str, Any]:
    """Add days, weeks, months or years to a date; negative numbers go back in time.

    Args:
        date: Start date, YYYY-MM-DD.
        days: Days to add.
        weeks: Weeks to add.
        months: Months to add; a day the month lacks becomes its last day.
        years: Years to add.
    """
    start = _date(date)
    try:
        moved, clamped = _add_months(start, months + 12 * years)
        result = moved + timedelta(days=days, weeks=weeks)
    except (OverflowError, ValueError):
        raise ToolError(f"the result lies outside the years 1 to 9999, starting from {date}") from None
    answer: dict[str, Any] = {"date": result.isoformat(), "weekday": _weekday(result)}
    if clamped:
        answer["note"] = f"{moved:%Y-%m} has no day {start.day}; its last day was used"
    return answer


def days_between(start: str, end: str) -> dict[str, Any]:
    """Count the days from one date to another; negative if the end is earlier.

    Args:
        start: First date, YYYY-MM-DD; not counted itself.
        end: Last date, YYYY-MM-DD.
    """
    first, last = _date(start), _date(end)
    earlier, later = min(first, last), max(first, last)
    months = (later.year - earlier.year) * 12 + later.month - earlier.month
    if later < _add_months(earlier, months)[0]:
        months -= 1
    rest = (later - _add_months(earlier, months)[0]).days
    apart = f"{months // 12} years, {months % 12} months, {rest} days"
    return {"days": (last - first).days, "apart": apart, "weekdays_mon_to_fri": _weekdays(first, last)}


def day_of_week(date: str) -> dict[str, Any]:
    """Name the weekday of a date, with its ISO week and its day of the year.

    Args:
        date: Date, YYYY-MM-DD.
    """
    day = _date(date)
    year, week, _ = day.isocalendar()
    number = day.timetuple().tm_yday
    return {"date": day.isoformat(), "weekday": _weekday(day), "iso_week": f"{year}-W{week:02}", "day_of_year": number}


def today(timezone: str = "UTC") -> dict[str, Any]:
    """Tell the current date and time in a time zone.

    Args:
        timezone: IANA name such as Europe/Paris, or an offset such as +02:00.
    """
    now = datetime.now(_zone(timezone))
    return {"date": now.date().isoformat(), "time": f"{now:%H:%M:%S}", "weekday": _weekday(now), "timezone": timezone}


def convert_time(time: str, from_timezone: str, to_timezone: str) -> dict[str, Any]:
    """Convert a date and time from one time zone to another.

    Args:
        time: Local date and time, YYYY-MM-DDTHH:MM.
        from_timezone: IANA name such as America/New_York, or an offset such as -05:00.
        to_timezone: IANA name or offset to convert to.
    """
    try:
        local = datetime.fromisoformat(time.strip())
    except ValueError:
        raise ToolError(f"{time!r} is not a date and time; write it as 2024-05-31T18:30") from None
    if local.tzinfo is not None:
        raise ToolError(f"{time!r} carries an offset of its own; leave it out, from_timezone says it")
    source, target = _zone(from_timezone), _zone(to_timezone)
    moment = local.replace(tzinfo=source)
    try:
        _check_exists(local, moment, from_timezone)
        converted = moment.astimezone(target)
    except OverflowError:
        raise ToolError(f"{time!r} lies outside the years 1 to 9999 in one of the time zones") from None
    answer: dict[str, Any] = {
        "time": converted.replace(tzinfo=None).isoformat(timespec="minutes" if not converted.second else "seconds"),
        "weekday": _weekday(converted),
        "timezone": to_timezone,
        "utc_offset": f"{converted:%z}"[:3] + ":" + f"{converted:%z}"[3:5],
    }
    if moment.utcoffset() != moment.replace(fold=1).utcoffset():
        answer["note"] = f"{time} happens twice in {from_timezone} (clocks go back); the first was used"
    return answer


def _date(text: str) -> date:
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text.strip()):
        raise ToolError(f"{text!r} is not a date; write it as YYYY-MM-DD")
    try:
        return date.fromisoformat(text.strip())
    except ValueError as error:
        raise ToolError(f"{text!r} is not a date of the calendar: {error}") from None


def _weekday(day: date) -> str:
    return _WEEKDAYS[day.weekday()]


def _add_months(start: date, months: int) -> tuple[date, bool]:
    """Return the date so many months on, and whether its day had to be cut to the month's last."""
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    if not 1 <= year <= 9999:
        raise OverflowError
    last = calendar.monthrange(year, month + 1)[1]
    return date(year, month + 1, min(start.day, last)), start.day > last


def _weekdays(first: date, last: date) -> int:
    """Return the number of weekdays after the first date, the last included; negative if that is earlier."""

    def until(day: date) -> int:
        weeks, rest = divmod(day.toordinal() - 1, 7)
        return weeks * 5 + min(rest + 1, 5)

    return until(last) - until(first) if first <= last else -(until(first) - until(last))


def _zone(name: str) -> tzinfo:
    text = name.strip()
    if text.upper() in ("UTC", "Z", "GMT"):
        return UTC
    if match := _OFFSET.fullmatch(text):
        offset = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
        if offset > timedelta(hours=14):
            raise ToolError(f"no time zone is {name!r} away from UTC")
        return timezone(offset if match[1] == "+" else -offset)
    try:
        return ZoneInfo(text)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ToolError(_unknown_zone(name)) from None


def _unknown_zone(name: str) -> str:
    zones = available_timezones()
    if not zones:
        return "this machine has no time zone database (pip install tzdata); only UTC and offsets like +02:00 work"
    wanted = name.strip().lower().replace(" ", "_")
    near = sorted(zone for zone in zones if wanted in (zone.lower(), zone.lower().rpartition("/")[2]))
    hint = (
        f"did you mean {near[0]!r}?"
        if near
        else "use an IANA name such as 'Europe/Paris', or an offset such as '+02:00'"
    )
    return f"unknown time zone {name!r}; {hint}"


def _check_exists(local: datetime, moment: datetime, name: str) -> None:
    """Refuse a local time that the clocks jump over in spring."""
    if moment.astimezone(UTC).astimezone(moment.tzinfo).replace(tzinfo=None) != local:
        raise ToolError(f"{local.isoformat()} does not exist in {name}: the clocks go forward over it")
