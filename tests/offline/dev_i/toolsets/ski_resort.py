"""Lifts, slopes, passes and lessons of a ski resort."""

from typing import Any, Literal

_LIFTS: dict[str, dict[str, Any]] = {
    "eagle chair": {"open": True, "last_ride": "16:10", "queue_minutes": 12, "serves": "Ridge Run"},
    "glacier gondola": {"open": False, "last_ride": "15:30", "queue_minutes": 0, "serves": "Blue Glacier"},
    "pine drag": {"open": True, "last_ride": "16:40", "queue_minutes": 3, "serves": "Forest Mile"},
    "summit express": {"open": True, "last_ride": "15:50", "queue_minutes": 25, "serves": "Widowmaker"},
}
_SLOPES: dict[str, dict[str, Any]] = {
    "ridge run": {"difficulty": "red", "length_m": 2800, "groomed": True, "open": True},
    "blue glacier": {"difficulty": "blue", "length_m": 4100, "groomed": False, "open": False},
    "forest mile": {"difficulty": "blue", "length_m": 1650, "groomed": True, "open": True},
    "widowmaker": {"difficulty": "black", "length_m": 1900, "groomed": False, "open": True},
}
_SNOW: dict[str, dict[str, Any]] = {
    "village": {"depth_cm": 35, "fresh_cm": 2, "avalanche_level": 1},
    "middle station": {"depth_cm": 95, "fresh_cm": 11, "avalanche_level": 2},
    "summit": {"depth_cm": 180, "fresh_cm": 24, "avalanche_level": 4},
}
_DAY_PASS = {"adult": 58.0, "teenager": 44.0, "child": 29.0, "senior": 49.0}
_GEAR = {"skis": 24.0, "snowboard": 28.0, "boots": 12.0, "helmet": 6.0}
_INSTRUCTORS: dict[str, dict[str, Any]] = {
    "dutch": {"instructor": "Sanne Kok", "instructor_id": "SI-14", "hourly_fee": 68.0},
    "italian": {"instructor": "Marco Deltoro", "instructor_id": "SI-22", "hourly_fee": 72.0},
    "english": {"instructor": "Jamie Fairweather", "instructor_id": "SI-09", "hourly_fee": 65.0},
}


def lift_status(lift: str) -> dict[str, Any]:
    """Whether a lift is open, its last ride, its queue and the slope it serves."""
    if lift.casefold() not in _LIFTS:
        raise ValueError(f"no lift {lift!r}")
    return _LIFTS[lift.casefold()]


def slope_info(slope: str) -> dict[str, Any]:
    """Difficulty, length and condition of a slope."""
    if slope.casefold() not in _SLOPES:
        raise ValueError(f"no slope {slope!r}")
    return _SLOPES[slope.casefold()]


def snow_report(area: Literal["village", "middle station", "summit"]) -> dict[str, Any]:
    """Snow depth, fresh snow and avalanche level in an area."""
    return {"area": area, **_SNOW[area.casefold()]}


def pass_price(
    age_group: Literal["adult", "teenager", "child", "senior"], days: int, persons: int = 1
) -> dict[str, Any]:
    """Price of lift passes.

    Args:
        age_group: Age group of the persons.
        days: Number of days the pass is valid.
        persons: How many persons.
    """
    reduced = 0.9 if days >= 5 else 1.0
    return {"age_group": age_group, "price": round(_DAY_PASS[age_group] * days * persons * reduced, 2)}


def rent_equipment(
    item: Literal["skis", "snowboard", "boots", "helmet"], days: int, quantity: int = 1
) -> dict[str, Any]:
    """Rent equipment from the resort shop.

    Args:
        item: What is rented.
        days: Number of days.
        quantity: Number of pieces.
    """
    return {"rental_no": f"EQ-{item[:2].upper()}{days}{quantity}", "price": round(_GEAR[item] * days * quantity, 2)}


def find_instructor(language: str) -> dict[str, Any]:
    """Find a ski instructor who speaks a language."""
    return _INSTRUCTORS.get(language.casefold(), {"found": False, "language": language})


def book_lesson(
    instructor_id: str,
    day: str,
    hours: int = 2,
    level: Literal["beginner", "intermediate", "advanced"] = "beginner",
) -> dict[str, Any]:
    """Book a private lesson with an instructor.

    Args:
        instructor_id: Identifier of the instructor, such as SI-14.
        day: Date of the lesson (YYYY-MM-DD).
        hours: Length of the lesson.
        level: Level of the pupil.
    """
    fees = {one["instructor_id"]: one["hourly_fee"] for one in _INSTRUCTORS.values()}
    if instructor_id.upper() not in fees:
        raise ValueError(f"no instructor {instructor_id!r}")
    total = fees[instructor_id.upper()] * hours
    return {"lesson_no": f"LS-{instructor_id[-2:]}-{day[5:7]}{day[8:]}", "total": total, "level": level}
