"""Courses, kilns, glazes and clay of a pottery workshop."""

from typing import Any, Literal

_COURSES: list[dict[str, Any]] = [
    {
        "course_id": "PC-11",
        "title": "Wheel Throwing Basics",
        "level": "beginner",
        "teacher": "Ilse Brandt",
        "starts_on": "2026-03-07",
        "sessions": 6,
        "price_eur": 190,
    },
    {
        "course_id": "PC-14",
        "title": "Hand Building Weekend",
        "level": "beginner",
        "teacher": "Tomas Rey",
        "starts_on": "2026-04-18",
        "sessions": 2,
        "price_eur": 120,
    },
    {
        "course_id": "PC-17",
        "title": "Raku Evening",
        "level": "intermediate",
        "teacher": "Tomas Rey",
        "starts_on": "2026-04-24",
        "sessions": 1,
        "price_eur": 65,
    },
    {
        "course_id": "PC-21",
        "title": "Large Vessels",
        "level": "advanced",
        "teacher": "Ilse Brandt",
        "starts_on": "2026-05-09",
        "sessions": 4,
        "price_eur": 240,
    },
    {
        "course_id": "PC-23",
        "title": "Porcelain Cups",
        "level": "intermediate",
        "teacher": "Maud Okafor",
        "starts_on": "2026-05-16",
        "sessions": 3,
        "price_eur": 175,
    },
]
_TEACHERS = {
    "Ilse Brandt": {"phone": "0331 55 201", "workdays": "Monday to Thursday"},
    "Tomas Rey": {"phone": "0331 55 218", "workdays": "Friday to Sunday"},
    "Maud Okafor": {"phone": "0331 55 240", "workdays": "Wednesday, Saturday"},
}
_GLAZES: dict[str, dict[str, Any]] = {
    "Celadon": {"color": "pale green", "temperature_c": 1245, "food_safe": True, "price_per_kg": 18.4},
    "Tenmoku": {"color": "dark brown", "temperature_c": 1265, "food_safe": True, "price_per_kg": 16.9},
    "Copper Lustre": {"color": "metallic red", "temperature_c": 985, "food_safe": False, "price_per_kg": 27.5},
}
_FIRINGS: dict[str, dict[str, Any]] = {
    "F-204": {"kiln": "small", "date": "2026-03-03", "temperature_c": 1060, "free_shelves": 2},
    "F-209": {"kiln": "large", "date": "2026-03-11", "temperature_c": 1240, "free_shelves": 0},
    "F-213": {"kiln": "raku", "date": "2026-04-25", "temperature_c": 990, "free_shelves": 5},
}


def list_courses(
    level: Literal["beginner", "intermediate", "advanced"] | None = None,
    month: int | None = None,
    max_price: float | None = None,
) -> list[dict[str, Any]]:
    """List the pottery courses with teacher, start and price.

    Args:
        level: Level of the course.
        month: Month in which the course starts, 1 to 12.
        max_price: Highest price in euros.

    Returns:
        One record for each course that fits.
    """
    found: list[dict[str, Any]] = []
    for course in _COURSES:
        if level is not None and course["level"] != level:
            continue
        if month is not None and int(course["starts_on"][5:7]) != month:
            continue
        if max_price is not None and course["price_eur"] > max_price:
            continue
        found.append(course)
    return found


def book_course(course_id: str, participant_name: str, seats: int = 1) -> dict[str, Any]:
    """Book seats in a course for a participant.

    Args:
        course_id: Number of the course, e.g. "PC-30".
        participant_name: Full name of the participant.
        seats: Number of seats.

    Returns:
        The booking with its number and the price to pay.
    """
    for course in _COURSES:
        if course["course_id"] == course_id:
            return {
                "booking_id": f"BK{course_id[3:]}0{seats}",
                "course_id": course_id,
                "participant_name": participant_name,
                "seats": seats,
                "to_pay_eur": seats * course["price_eur"],
            }
    raise ValueError(f"no course {course_id}")


def get_teacher(teacher: str) -> dict[str, Any]:
    """Phone number and working days of a teacher.

    Args:
        teacher: Full name of the teacher.
    """
    for name, record in _TEACHERS.items():
        if name.casefold() == teacher.strip().casefold():
            return {"teacher": name, **record}
    raise ValueError(f"no teacher {teacher!r}")


def find_glaze(glaze: str) -> dict[str, Any]:
    """Find a glaze: its color, firing temperature, price, and whether it is food safe.

    Args:
        glaze: Name of the glaze.
    """
    for name, record in _GLAZES.items():
        if name.casefold() == glaze.strip().casefold():
            return {"glaze": name, **record}
    raise ValueError(f"no glaze {glaze!r}")


def get_firing(firing_id: str) -> dict[str, Any]:
    """Get a kiln firing with its date, temperature and free shelves.

    Args:
        firing_id: Number of the firing, e.g. "F-198".
    """
    if firing_id not in _FIRINGS:
        raise ValueError(f"no firing {firing_id}")
    return {"firing_id": firing_id, **_FIRINGS[firing_id]}


def schedule_firing(kiln: Literal["small", "large", "raku"], date: str, temperature_c: int) -> dict[str, Any]:
    """Schedule a firing in one of the kilns.

    Args:
        kiln: Which kiln.
        date: Day of the firing, YYYY-MM-DD.
        temperature_c: Top temperature in degrees Celsius.

    Returns:
        The new firing with its number.
    """
    return {
        "firing_id": f"F-{kiln[0].upper()}{date[5:7]}{date[8:]}",
        "kiln": kiln,
        "date": date,
        "temperature_c": temperature_c,
    }


def order_clay(clay: Literal["stoneware", "earthenware", "porcelain"], weight_kg: float) -> dict[str, Any]:
    """Order clay from the supplier.

    Args:
        clay: Kind of clay.
        weight_kg: How much, in kilograms.

    Returns:
        The order with its number and price.
    """
    rate = {"stoneware": 1.2, "earthenware": 0.9, "porcelain": 2.4}[clay]
    return {"order_no": f"CL-{clay[:2].upper()}{round(weight_kg * 10)}", "price_eur": round(rate * weight_kg, 2)}
