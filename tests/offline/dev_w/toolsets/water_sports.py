"""Courses, hire and weather of a water-sports centre."""

from typing import Any, Literal

_COURSES: list[dict[str, Any]] = [
    {
        "course_id": "C-210",
        "sport": "sailing",
        "level": "beginner",
        "start_date": "2026-07-06",
        "fee": 265.0,
        "instructor_id": "IN-4",
    },
    {
        "course_id": "C-214",
        "sport": "sailing",
        "level": "beginner",
        "start_date": "2026-07-20",
        "fee": 248.0,
        "instructor_id": "IN-6",
    },
    {
        "course_id": "C-219",
        "sport": "sailing",
        "level": "advanced",
        "start_date": "2026-08-03",
        "fee": 330.0,
        "instructor_id": "IN-4",
    },
    {
        "course_id": "C-302",
        "sport": "windsurfing",
        "level": "beginner",
        "start_date": "2026-06-29",
        "fee": 190.0,
        "instructor_id": "IN-7",
    },
    {
        "course_id": "C-305",
        "sport": "windsurfing",
        "level": "advanced",
        "start_date": "2026-08-10",
        "fee": 214.0,
        "instructor_id": "IN-6",
    },
]
_INSTRUCTORS = {
    "IN-4": {"name": "Solveig Aune", "phone": "555 41 04", "languages": ["Norwegian", "English"]},
    "IN-6": {"name": "Matteo Riva", "phone": "555 41 06", "languages": ["Italian", "German"]},
    "IN-7": {"name": "Kadri Tamm", "phone": "555 41 07", "languages": ["Estonian", "English"]},
}
_WIND = {
    ("torbole", "2026-07-06"): (17, "south"),
    ("torbole", "2026-07-07"): (13, "north"),
    ("malcesine", "2026-07-06"): (11, "south"),
    ("torbole", "2026-07-20"): (19, "south"),
    ("malcesine", "2026-08-10"): (22, "north"),
}
_EQUIPMENT = {"kayak": 9.0, "wetsuit": 4.5, "dinghy": 31.0, "paddleboard": 12.0}
_CLUB = [
    {"member_id": 71, "name": "Rosa Thiel", "boat": "Kestrel", "berth_fee": 410.0},
    {"member_id": 74, "name": "Dirk Aalto", "boat": "Little Auk", "berth_fee": 365.0},
    {"member_id": 79, "name": "Fay Brennan", "boat": "Marjoram", "berth_fee": 520.0},
]


def list_courses(
    sport: Literal["sailing", "windsurfing", "kayaking"], level: Literal["beginner", "advanced"] | None = None
) -> list[dict[str, Any]]:
    """List the courses in a sport with start date, fee and instructor."""
    return [one for one in _COURSES if one["sport"] == sport and level in (None, one["level"])]


def get_instructor(instructor_id: str) -> dict[str, Any]:
    """Name, phone number and languages of an instructor.

    Args:
        instructor_id: e.g. "IN-4"
    """
    if instructor_id not in _INSTRUCTORS:
        return {"error": f"instructor {instructor_id} not found"}
    return {"instructor_id": instructor_id, **_INSTRUCTORS[instructor_id]}


def book_course(course_id: str, participant_name: str, with_lunch: bool = False) -> dict[str, Any]:
    """Book a course for a participant.

    Args:
        course_id: e.g. "C-210"
        participant_name: Full name of the participant.
        with_lunch: Lunch on every day.
    """
    for one in _COURSES:
        if one["course_id"] == course_id:
            number = f"{course_id}/{participant_name.split()[-1].upper()}"
            return {"booking_number": number, "total": one["fee"] + (55.0 if with_lunch else 0.0)}
    return {"error": f"course {course_id} not found"}


def get_wind_forecast(place: str, date: str) -> dict[str, Any]:
    """Wind forecast for a place on a day: speed in knots and direction.

    Args:
        place: Town on the lake.
        date: YYYY-MM-DD
    """
    knots, direction = _WIND.get((place.lower(), date), (8, "variable"))
    return {"place": place, "date": date, "wind_knots": knots, "direction": direction}


def get_hire_price(item: str, hours: int) -> dict[str, Any]:
    """Hire price of a piece of equipment for a number of hours.

    Args:
        item: kayak, wetsuit, dinghy or paddleboard
        hours: Number of hours.
    """
    if item.lower() not in _EQUIPMENT:
        return {"error": f"no {item} for hire"}
    return {"item": item, "hours": hours, "hire_price": _EQUIPMENT[item.lower()] * hours}


def list_members() -> list[dict[str, Any]]:
    """List the members of the sailing club with their boats and berth fees."""
    return [dict(one) for one in _CLUB]


def send_message(member_id: int, text: str) -> dict[str, Any]:
    """Send a message to a club member.

    Args:
        member_id: Number of the member, e.g. 71
        text: What the message says.
    """
    for one in _CLUB:
        if one["member_id"] == member_id:
            return {"message_id": f"MSG-{member_id}-1", "to": one["name"], "text": text}
    return {"error": f"member {member_id} not found"}
