"""Courses, sites and equipment of a diving school."""

from typing import Any, Literal

_COURSES: list[dict[str, Any]] = [
    {"course_id": "OW-31", "level": "beginner", "month": 6, "starts": "2026-06-08", "price": 420, "instructor_id": 7},
    {"course_id": "OW-34", "level": "beginner", "month": 7, "starts": "2026-07-13", "price": 445, "instructor_id": 3},
    {"course_id": "AD-12", "level": "advanced", "month": 6, "starts": "2026-06-19", "price": 365, "instructor_id": 3},
    {"course_id": "AD-15", "level": "advanced", "month": 8, "starts": "2026-08-03", "price": 385, "instructor_id": 9},
    {"course_id": "RS-05", "level": "rescue", "month": 7, "starts": "2026-07-20", "price": 510, "instructor_id": 7},
]
_TAKEN = {"OW-31": 6, "OW-34": 3, "AD-12": 8, "AD-15": 1, "RS-05": 2}
_INSTRUCTORS: dict[int, dict[str, Any]] = {
    3: {"name": "Ximena Duarte", "languages": ["English", "Spanish"], "phone": "+356 5550 143"},
    7: {"name": "Callum Reyne", "languages": ["English", "French"], "phone": "+356 5550 167"},
    9: {"name": "Ingrid Vass", "languages": ["English", "German", "Hungarian"], "phone": "+356 5550 182"},
}
_CONDITIONS: dict[tuple[str, str], dict[str, Any]] = {
    ("cathedral cave", "2026-06-12"): {"visibility_m": 27, "water_celsius": 21.5, "current": "weak"},
    ("cathedral cave", "2026-06-13"): {"visibility_m": 16, "water_celsius": 21.0, "current": "moderate"},
    ("anchor reef", "2026-06-12"): {"visibility_m": 19, "water_celsius": 22.4, "current": "strong"},
    ("anchor reef", "2026-06-13"): {"visibility_m": 24, "water_celsius": 22.6, "current": "none"},
    ("wreck of the marguerite", "2026-06-13"): {"visibility_m": 31, "water_celsius": 20.3, "current": "moderate"},
}
_NO_STOP = {"air": {12: 147, 18: 56, 24: 29, 30: 20}, "nitrox32": {12: 190, 18: 95, 24: 45, 30: 30}}
_DAILY = {"wetsuit": 9.5, "regulator": 14.0, "dive_computer": 11.25, "underwater_camera": 33.0}


def find_courses(level: Literal["beginner", "advanced", "rescue"], month: int | None = None) -> list[dict[str, Any]]:
    """
    Find this year's courses.

    Parameters
    ----------
    level : {"beginner", "advanced", "rescue"}
        Level of the course.
    month : int, optional
        Only courses that start in this month, 1 to 12.

    Returns
    -------
    list of dict
        Course id, level, first day, price in euros and instructor id.
    """
    return [
        {key: value for key, value in course.items() if key != "month"}
        for course in _COURSES
        if course["level"] == level and month in (None, course["month"])
    ]


def places_left(course_id: str) -> int:
    """
    Count the open places on a course.

    Parameters
    ----------
    course_id : str
        Such as ``OW-31``.
    """
    if course_id.upper() not in _TAKEN:
        raise ValueError(f"unknown course {course_id!r}")
    return 8 - _TAKEN[course_id.upper()]


def enrol(course_id: str, student: str, own_equipment: bool = False) -> dict[str, Any]:
    """
    Put a student on a course.

    Parameters
    ----------
    course_id : str
        Id of the course.
    student : str
        Full name.
    own_equipment : bool, default False
        The student brings their own gear and is charged 40 euros less.

    Returns
    -------
    dict
        Enrolment number and amount due in euros.
    """
    for course in _COURSES:
        if course["course_id"] == course_id.upper():
            if _TAKEN[course["course_id"]] >= 8:
                raise ValueError(f"{course_id} is full")
            number = f"E{_TAKEN[course['course_id']] + 1}-{course_id.upper()}-{student.split()[-1].upper()}"
            return {"enrolment": number, "due": course["price"] - (40 if own_equipment else 0)}
    raise ValueError(f"unknown course {course_id!r}")


def instructor(instructor_id: int) -> dict[str, Any]:
    """
    Name, languages and telephone number of an instructor.

    Parameters
    ----------
    instructor_id : int
        Number from the course list.
    """
    if instructor_id not in _INSTRUCTORS:
        raise ValueError(f"no instructor {instructor_id}")
    return _INSTRUCTORS[instructor_id]


def site_conditions(site: str, day: str) -> dict[str, Any]:
    """
    Forecast for a dive site.

    Parameters
    ----------
    site : str
        Name of the site.
    day : str
        ISO date.

    Returns
    -------
    dict
        Visibility in metres, water temperature and strength of the current.
    """
    forecast = _CONDITIONS.get((site.strip().casefold(), day))
    if forecast is None:
        raise ValueError(f"no forecast for {site} on {day}")
    return {"site": site, "day": day, **forecast}


def no_stop_limit(depth_m: Literal[12, 18, 24, 30], gas: Literal["air", "nitrox32"] = "air") -> dict[str, Any]:
    """
    Longest time at a depth without a decompression stop.

    Parameters
    ----------
    depth_m : {12, 18, 24, 30}
        Depth in metres.
    gas : {"air", "nitrox32"}, default "air"
        What is in the cylinder.
    """
    return {"depth_m": depth_m, "gas": gas, "minutes": _NO_STOP[gas][depth_m]}


def rental_price(item: Literal["wetsuit", "regulator", "dive_computer", "underwater_camera"], days: int = 1) -> float:
    """
    Price in euros for hiring one piece of equipment.

    Parameters
    ----------
    item : str
        What is hired.
    days : int, default 1
        For how many days.
    """
    return round(_DAILY[item] * days, 2)
