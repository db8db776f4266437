"""Tools of a music school."""

from typing import Any, Literal

Instrument = Literal["violin", "cello", "harp"]

_LESSONS: list[dict[str, Any]] = [
    {"lesson": "K-3", "instrument": "violin", "teacher": "Lena Vogt", "day": "2027-02-01", "fee": 36.0},
    {"lesson": "K-5", "instrument": "violin", "teacher": "Omar Sadik", "day": "2027-02-02", "fee": 44.0},
    {"lesson": "K-7", "instrument": "violin", "teacher": "Lena Vogt", "day": "2027-02-04", "fee": 31.0},
    {"lesson": "K-8", "instrument": "cello", "teacher": "Omar Sadik", "day": "2027-02-05", "fee": 52.0},
    {"lesson": "K-11", "instrument": "cello", "teacher": "Rosa Lind", "day": "2027-02-08", "fee": 41.0},
    {"lesson": "K-14", "instrument": "harp", "teacher": "Rosa Lind", "day": "2027-02-09", "fee": 58.0},
    {"lesson": "K-15", "instrument": "harp", "teacher": "Rosa Lind", "day": "2027-02-11", "fee": 63.0},
]
_ROOMS = {"K-3": "Blue", "K-5": "Attic", "K-7": "Garden", "K-8": "Attic", "K-11": "Cellar", "K-14": "Blue"}
_BALANCES = {"S-11": 72.5, "S-12": 0.0, "S-19": 128.0}
_CONCERTS: list[dict[str, Any]] = [
    {"concert": "C-1", "hall": "Aurora", "day": "2027-03-06", "price": 12.0},
    {"concert": "C-2", "hall": "Aurora", "day": "2027-03-13", "price": 18.0},
    {"concert": "C-3", "hall": "Aurora", "day": "2027-03-20", "price": 9.5},
    {"concert": "C-4", "hall": "Linden", "day": "2027-03-21", "price": 15.0},
]
_RENTS = {"violin": 9, "cello": 14, "harp": 23}


def search_lessons(
    instrument: Instrument, teacher: str | None = None, max_fee: float | None = None
) -> list[dict[str, Any]]:
    """Search the lessons for an instrument.

    Args:
        instrument: Violin, cello or harp.
        teacher: Name of the teacher by whom the lessons are given.
        max_fee: Highest fee of a lesson, in euros.
    """
    return [
        record
        for record in _LESSONS
        if record["instrument"] == instrument
        and (teacher is None or record["teacher"].casefold() == teacher.strip().casefold())
        and (max_fee is None or record["fee"] <= max_fee)
    ]


def enrol_student(student: str, lesson: str) -> dict[str, Any]:
    """Enrol a student in a lesson.

    Args:
        student: Name of the student.
        lesson: Number of the lesson.
    """
    return {"enrolment": f"EN{lesson[2:]}1", "student": student, "lesson": lesson}


def find_room(lesson: str) -> dict[str, Any]:
    """Find the room of a lesson."""
    if lesson not in _ROOMS:
        raise ValueError(f"unknown lesson {lesson!r}")
    return {"lesson": lesson, "room": _ROOMS[lesson]}


def get_balance(student_id: str) -> dict[str, Any]:
    """Get the balance of a student, what is still to pay, in euros."""
    if student_id not in _BALANCES:
        raise ValueError(f"unknown student {student_id!r}")
    return {"student_id": student_id, "balance": _BALANCES[student_id]}


def list_concerts(hall: str) -> list[dict[str, Any]]:
    """List the concerts in a hall, with the price of a seat."""
    return [record for record in _CONCERTS if record["hall"].casefold() == hall.strip().casefold()]


def rent_instrument(instrument: Instrument, day: str, weeks: int) -> dict[str, Any]:
    """Rent an instrument for some weeks.

    Args:
        instrument: Violin, cello or harp.
        day: First day, YYYY-MM-DD.
        weeks: How many weeks it is rented for.
    """
    return {"instrument": instrument, "day": day, "weeks": weeks, "rent": _RENTS[instrument] * weeks}
