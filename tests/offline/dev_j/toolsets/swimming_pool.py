"""Front desk of the Marlow Road public swimming pool."""

from typing import Any, Literal

Day = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

_PRICES = {"adult": 6.2, "child": 3.1, "senior": 4.4, "family": 15.5}
_LANES: dict[tuple[str, str], dict[str, Any]] = {
    ("monday", "early"): {"from": "06:30", "to": "08:45", "lanes": 6},
    ("tuesday", "early"): {"from": "06:15", "to": "08:15", "lanes": 4},
    ("tuesday", "evening"): {"from": "19:45", "to": "21:30", "lanes": 5},
    ("wednesday", "midday"): {"from": "11:50", "to": "13:40", "lanes": 3},
    ("friday", "evening"): {"from": "18:20", "to": "20:10", "lanes": 2},
    ("saturday", "early"): {"from": "07:10", "to": "08:50", "lanes": 7},
}
_COURSES: list[dict[str, Any]] = [
    {
        "code": "SW-118",
        "level": "beginner",
        "group": "adults",
        "day": "thursday",
        "start": "19:15",
        "teacher": "Nadia Orme",
        "free_places": 4,
    },
    {
        "code": "SW-124",
        "level": "beginner",
        "group": "children",
        "day": "saturday",
        "start": "09:20",
        "teacher": "Colm Hartnett",
        "free_places": 2,
    },
    {
        "code": "SW-131",
        "level": "improver",
        "group": "children",
        "day": "wednesday",
        "start": "16:40",
        "teacher": "Ida Vance",
        "free_places": 5,
    },
    {
        "code": "SW-140",
        "level": "advanced",
        "group": "adults",
        "day": "monday",
        "start": "20:05",
        "teacher": "Colm Hartnett",
        "free_places": 1,
    },
]
_TEACHERS = {
    "nadia orme": {"email": "n.orme@marlowpool.example", "phone": "01632 960112"},
    "colm hartnett": {"email": "c.hartnett@marlowpool.example", "phone": "01632 960147"},
    "ida vance": {"email": "i.vance@marlowpool.example", "phone": "01632 960163"},
}
_WATER = {"main": 27.4, "teaching": 30.8, "diving": 26.1, "spa": 36.5}


def lane_times(day: Day, session: Literal["early", "midday", "evening"] = "early") -> dict[str, Any]:
    """Show when lane swimming takes place.

    Args:
        day: Day of the week.
        session: Part of the day.

    Returns:
        Start, end and number of lanes, or a record with `lanes` 0 when there is no such session.
    """
    return {"day": day, "session": session, **_LANES.get((day, session), {"lanes": 0})}


def admission(category: Literal["adult", "child", "senior", "family"], visits: int = 1) -> dict[str, Any]:
    """Price of entry. Ten visits or more bought together are 15 % cheaper.

    Args:
        category: Type of ticket.
        visits: How many visits are bought at once.

    Returns:
        The total in pounds.
    """
    if visits < 1:
        raise ValueError("visits must be at least 1")
    factor = 0.85 if visits >= 10 else 1.0
    return {"category": category, "visits": visits, "total_gbp": round(_PRICES[category] * visits * factor, 2)}


def find_courses(
    level: Literal["beginner", "improver", "advanced"], group: Literal["children", "adults"] = "children"
) -> list[dict[str, Any]]:
    """List swimming courses.

    Args:
        level: Level of the course.
        group: Who the course is for.

    Returns:
        Courses with their code, weekday, start, teacher and free places.
    """
    return [course for course in _COURSES if course["level"] == level and course["group"] == group]


def enrol(course_code: str, swimmer: str) -> dict[str, Any]:
    """Enrol a swimmer in a course.

    Args:
        course_code: Code such as SW-100.
        swimmer: Full name of the swimmer.

    Returns:
        Enrolment number and the fee to pay in pounds.
    """
    for course in _COURSES:
        if course["code"] == course_code.upper():
            number = f"E{course['code'][3:]}-{len(swimmer):02d}"
            return {
                "enrolment": number,
                "swimmer": swimmer,
                "fee_gbp": 64.0 if course["group"] == "children" else 82.0,
            }
    raise ValueError(f"unknown course {course_code}")


def teacher_contact(name: str) -> dict[str, str]:
    """How to reach a swimming teacher.

    Args:
        name: Full name of the teacher.

    Returns:
        E-mail address and phone number.
    """
    if name.strip().lower() not in _TEACHERS:
        raise ValueError(f"no teacher called {name}")
    return _TEACHERS[name.strip().lower()]


def water_temperature(basin: Literal["main", "teaching", "diving", "spa"]) -> float:
    """Current temperature of the water in degrees Celsius.

    Args:
        basin: Which of the pools.

    Returns:
        Degrees Celsius.
    """
    return _WATER[basin]
