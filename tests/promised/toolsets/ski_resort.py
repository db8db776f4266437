"""A ski resort: guests, ski passes, slopes, lifts, lessons and snow."""

from typing import Any, Literal

_GUESTS: list[dict[str, Any]] = [
    {"guest_id": "G-120", "name": "Mateo Rossi", "phone": "+39 02 555 0131", "pass_id": "SP-902"},
    {"guest_id": "G-131", "name": "Hanna Vogel", "phone": "+49 89 555 0175", "pass_id": "SP-881"},
    {"guest_id": "G-144", "name": "Yuki Tanabe", "phone": "+81 3 555 0109", "pass_id": "SP-917"},
]
_PASSES: list[dict[str, Any]] = [
    {"pass_id": "SP-902", "valid_from": "2026-03-01", "valid_until": "2026-03-31", "days_left": 4, "price": 318.0},
    {"pass_id": "SP-881", "valid_from": "2026-03-07", "valid_until": "2026-03-13", "days_left": 6, "price": 274.5},
    {"pass_id": "SP-917", "valid_from": "2026-02-20", "valid_until": "2026-03-20", "days_left": 9, "price": 402.0},
]
_SLOPES: list[dict[str, Any]] = [
    {"slope_id": "S-1", "name": "Bunny Lane", "difficulty": "green", "length_km": 0.9, "floodlit": True},
    {"slope_id": "S-2", "name": "Larch Run", "difficulty": "blue", "length_km": 3.2, "floodlit": True},
    {"slope_id": "S-3", "name": "Chamois", "difficulty": "red", "length_km": 4.1, "floodlit": False},
    {"slope_id": "S-4", "name": "Devil's Chute", "difficulty": "black", "length_km": 2.3, "floodlit": False},
    {"slope_id": "S-5", "name": "North Wall", "difficulty": "black", "length_km": 3.7, "floodlit": False},
    {"slope_id": "S-6", "name": "Shepherd", "difficulty": "blue", "length_km": 2.8, "floodlit": True},
]
_SLOPE_LIFTS = {"S-1": "L-1", "S-2": "L-3", "S-3": "L-3", "S-4": "L-5", "S-5": "L-8", "S-6": "L-5"}
_LIFTS: list[dict[str, Any]] = [
    {"lift_id": "L-1", "name": "Meadow Carpet", "status": "running", "opens": "09:00", "closes": "16:00"},
    {"lift_id": "L-3", "name": "Larch Gondola", "status": "running", "opens": "08:45", "closes": "17:10"},
    {"lift_id": "L-5", "name": "Ridge Chair", "status": "running", "opens": "08:30", "closes": "16:30"},
    {"lift_id": "L-8", "name": "Glacier Tram", "status": "stopped by wind", "opens": "08:15", "closes": "15:45"},
]
_LESSONS: list[dict[str, Any]] = [
    {"lesson_id": "LS-40", "village": "Lech", "level": "beginner", "date": "2026-03-09", "price": 72.0, "rating": 4.4},
    {"lesson_id": "LS-41", "village": "Lech", "level": "beginner", "date": "2026-03-11", "price": 85.0, "rating": 4.9},
    {"lesson_id": "LS-42", "village": "Lech", "level": "advanced", "date": "2026-03-09", "price": 88.0, "rating": 4.6},
    {"lesson_id": "LS-43", "village": "Lech", "level": "advanced", "date": "2026-03-09", "price": 130.0, "rating": 4.7},
    {
        "lesson_id": "LS-50",
        "village": "Zinal",
        "level": "intermediate",
        "date": "2026-03-12",
        "price": 79,
        "rating": 4.1,
    },
    {
        "lesson_id": "LS-51",
        "village": "Zinal",
        "level": "intermediate",
        "date": "2026-03-08",
        "price": 94,
        "rating": 4.3,
    },
    {"lesson_id": "LS-52", "village": "Zinal", "level": "beginner", "date": "2026-03-06", "price": 66, "rating": 4.8},
]
_SNOW: list[dict[str, Any]] = [
    {"village": "Lech", "snow_depth_cm": 142, "fresh_snow_cm": 22},
    {"village": "Zinal", "snow_depth_cm": 118, "fresh_snow_cm": 5},
    {"village": "Valmorel", "snow_depth_cm": 87, "fresh_snow_cm": 0},
]


def _pick(records: list[dict[str, Any]], key: str, value: str) -> dict[str, Any]:
    for record in records:
        if str(record[key]).casefold() == value.strip().casefold():
            return dict(record)
    raise LookupError(f"no {key} {value!r}")


def find_guest(name: str) -> dict[str, Any]:
    """Phone number of a guest of the resort.

    Args:
        name: Full name of the guest.
    """
    return _pick(_GUESTS, "name", name)


def get_ski_pass(pass_id: str) -> dict[str, Any]:
    """Validity, price and days left of a ski pass.

    Args:
        pass_id: Identifier of the ski pass, e.g. SP-500.
    """
    return _pick(_PASSES, "pass_id", pass_id)


def list_slopes(
    difficulty: Literal["green", "blue", "red", "black"] | None = None, floodlit: bool = False
) -> list[dict[str, Any]]:
    """Slopes of the resort, with their difficulty and length.

    Args:
        difficulty: Difficulty of the slope, one of green, blue, red, black.
        floodlit: Only floodlit slopes.
    """
    return [
        {**slope, "lift_id": _SLOPE_LIFTS[slope["slope_id"]]}
        for slope in _SLOPES
        if (difficulty is None or slope["difficulty"] == difficulty.casefold()) and (slope["floodlit"] or not floodlit)
    ]


def get_lift(lift_id: str) -> dict[str, Any]:
    """Status and opening hours of a lift.

    Args:
        lift_id: Identifier of the lift, e.g. L-20.
    """
    return _pick(_LIFTS, "lift_id", lift_id)


def search_lessons(
    village: str,
    level: Literal["beginner", "intermediate", "advanced"] | None = None,
    date: str | None = None,
    max_price: float | None = None,
) -> list[dict[str, Any]]:
    """Ski lessons in a village, with date, price and rating.

    Args:
        village: Name of the village, e.g. Arosa.
        level: Level of the lesson, one of beginner, intermediate, advanced.
        date: Day of the lesson, YYYY-MM-DD.
        max_price: Highest price of the lesson in euros.
    """
    place = _pick(_SNOW, "village", village)["village"]
    return [
        dict(lesson)
        for lesson in _LESSONS
        if lesson["village"] == place
        and (level is None or lesson["level"] == level.casefold())
        and (date is None or lesson["date"] == date)
        and (max_price is None or lesson["price"] <= max_price)
    ]


def book_lesson(lesson_id: str, guest_id: str, participants: int = 1) -> dict[str, Any]:
    """Book a ski lesson for a guest.

    Args:
        lesson_id: Identifier of the lesson, e.g. LS-10.
        guest_id: Identifier of the guest, e.g. G-100.
        participants: Number of participants.
    """
    lesson, guest = _pick(_LESSONS, "lesson_id", lesson_id), _pick(_GUESTS, "guest_id", guest_id)
    if participants < 1:
        raise ValueError("a lesson needs a participant")
    return {
        "booking_id": f"BL-{lesson['lesson_id'].removeprefix('LS-')}{guest['guest_id'].removeprefix('G-')}",
        "lesson_id": lesson["lesson_id"],
        "guest_id": guest["guest_id"],
        "participants": participants,
        "total_price": participants * lesson["price"],
    }


def get_snow_report(village: str) -> dict[str, Any]:
    """Snow depth and fresh snow in a village.

    Args:
        village: Name of the village, e.g. Arosa.
    """
    return _pick(_SNOW, "village", village)
