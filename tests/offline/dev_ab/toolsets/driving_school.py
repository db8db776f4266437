"""Office tools of a driving school."""

from typing import Any, Literal

_LEARNERS: dict[str, dict[str, Any]] = {
    "jonah petrie": {"learner_id": "DL-881", "instructor": "Moira", "hours_done": 22, "centre": "Eastfield"},
    "sunniva dahl": {"learner_id": "DL-894", "instructor": "Keith", "hours_done": 9, "centre": "Portway"},
    "arun mehta": {"learner_id": "DL-907", "instructor": "Moira", "hours_done": 35, "centre": "Portway"},
}
_DIARY = {
    ("moira", "2026-04-21"): ["08:30", "15:00"],
    ("moira", "2026-04-22"): ["12:15"],
    ("keith", "2026-04-21"): ["10:45"],
    ("keith", "2026-04-23"): ["09:10", "17:20"],
}
_TESTS = {
    ("eastfield", "car"): ["2026-06-03", "2026-06-17"],
    ("portway", "car"): ["2026-05-27"],
    ("portway", "motorbike"): ["2026-05-19"],
    ("eastfield", "trailer"): ["2026-07-02"],
}


def find_learner(name: str) -> dict[str, Any]:
    """Learner's id, instructor, hours driven and test centre."""
    if name.strip().casefold() not in _LEARNERS:
        raise ValueError(f"no learner {name}")
    return _LEARNERS[name.strip().casefold()]


def free_times(instructor: str, day: str) -> list[str]:
    """Times at which an instructor can start a lesson.

    Args:
        instructor (str): First name.
        day (str): Date, 2026-01-31.
    """
    return _DIARY.get((instructor.strip().casefold(), day), [])


def book_lesson(learner_id: str, day: str, start: str, minutes: int = 60) -> dict[str, Any]:
    """Book a lesson.

    Args:
        learner_id (str): Like DL-800.
        day (str): Date, 2026-01-31.
        start (str): Time, 24 hours, 07:45.
        minutes (int): Length.
    """
    return {"lesson": f"L{learner_id[3:]}-{day[8:]}{start.replace(':', '')}", "minutes": minutes}


def test_dates(centre: str, category: Literal["car", "motorbike", "trailer"] = "car") -> list[str]:
    """Open dates for the practical test at a centre."""
    return _TESTS.get((centre.strip().casefold(), category), [])


def lesson_price(hours: int, gearbox: Literal["manual", "automatic"] = "manual") -> float:
    """Price of a block of lessons; ten hours and more are cheaper."""
    rate = {"manual": 38.0, "automatic": 42.0}[gearbox]
    return hours * (rate - 3.0 if hours >= 10 else rate)
