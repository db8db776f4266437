"""Courses, boats and tides of a sailing school."""

from typing import Any, Literal

Level = Literal["beginner", "improver", "advanced"]

_COURSES: dict[str, dict[str, Any]] = {
    "DIN-06A": {"title": "First Tack", "level": "beginner", "starts": "2026-06-08", "price": 295.0, "places": 3},
    "DIN-07A": {"title": "First Tack", "level": "beginner", "starts": "2026-07-13", "price": 310.0, "places": 7},
    "DIN-06C": {
        "title": "Sheets and Shrouds",
        "level": "improver",
        "starts": "2026-06-22",
        "price": 340.0,
        "places": 0,
    },
    "DIN-07C": {
        "title": "Sheets and Shrouds",
        "level": "improver",
        "starts": "2026-07-20",
        "price": 355.0,
        "places": 4,
    },
    "KEE-07F": {"title": "Night Passage", "level": "advanced", "starts": "2026-07-03", "price": 515.0, "places": 2},
}
_LEADERS = {
    "DIN-06A": "Maren Holt",
    "DIN-07A": "Sean Pettifer",
    "DIN-06C": "Maren Holt",
    "DIN-07C": "Ilse Brandvold",
    "KEE-07F": "Ilse Brandvold",
}
_PHONES = {"maren holt": "07700 900 311", "sean pettifer": "07700 900 346", "ilse brandvold": "07700 900 372"}
_TIDES = {
    ("salcombe", "2026-06-08"): {"high": "11:52", "low": "05:41"},
    ("salcombe", "2026-07-13"): {"high": "16:07", "low": "09:58"},
    ("dartmouth", "2026-06-08"): {"high": "12:09", "low": "06:03"},
    ("dartmouth", "2026-07-03"): {"high": "08:24", "low": "14:36"},
}
_HOURLY = {"topper": 14.0, "laser": 18.5, "wayfarer": 27.0}


def courses_in_month(level: Level, month: int, year: int = 2026) -> list[dict[str, Any]]:
    """Courses of a level that start in a month (1 to 12)."""
    prefix = f"{year}-{month:02d}"
    return [
        {"code": code, "title": course["title"], "starts": course["starts"]}
        for code, course in _COURSES.items()
        if course["level"] == level and course["starts"].startswith(prefix)
    ]


def course_info(code: str) -> dict[str, Any]:
    """Price, start, free places and instructor of a course."""
    if code not in _COURSES:
        raise ValueError(f"no course {code}")
    return {"code": code, **_COURSES[code], "instructor": _LEADERS[code]}


def instructor_phone(name: str) -> dict[str, str]:
    """Mobile number of an instructor."""
    return {"name": name, "phone": _PHONES.get(name.strip().casefold(), "not found")}


def enrol(code: str, sailor: str, age: int, needs_wetsuit: bool = False) -> dict[str, Any]:
    """Enrol somebody on a course.

    Under 16s pay 80 percent; a wetsuit on loan costs 25 more.
    """
    if code not in _COURSES:
        raise ValueError(f"no course {code}")
    price = _COURSES[code]["price"] * (0.8 if age < 16 else 1) + (25 if needs_wetsuit else 0)
    return {"booking": f"{code}/{sailor.split()[-1].upper()}", "to_pay": round(price, 2)}


def tide_times(harbour: str, day: str) -> dict[str, str]:
    """Times of high and low water in a harbour on a day (ISO format)."""
    return {"harbour": harbour, "day": day, **_TIDES.get((harbour.strip().casefold(), day), {"error": "not found"})}


def hire_price(boat: Literal["topper", "laser", "wayfarer"], hours: float, member: bool = False) -> float:
    """What it costs to hire a dinghy; members get a fifth off."""
    return round(_HOURLY[boat] * hours * (0.8 if member else 1), 2)
