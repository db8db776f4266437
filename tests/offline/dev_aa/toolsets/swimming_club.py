"""Courses, lanes and members of a municipal swimming club."""

from typing import Any, Literal

_COURSES: dict[str, dict[str, Any]] = {
    "seahorse": {"code": "K1", "day": "tuesday", "coach": "Petra Lind", "fee": 64.0, "free": 3},
    "dolphin": {"code": "K2", "day": "thursday", "coach": "Sam Adeyemi", "fee": 72.0, "free": 0},
    "masters": {"code": "M5", "day": "friday", "coach": "Ugo Ferrante", "fee": 95.0, "free": 6},
}
_MEMBERS = {3310: ("Lotte Maas", "2026-12-31"), 3325: ("Kofi Danso", "2026-09-30"), 3348: ("Ana Prat", "2027-03-31")}
_TIMES = {(3310, 50): 34.8, (3310, 100): 76.2, (3325, 50): 29.4, (3325, 100): 64.9, (3348, 50): 41.7}


def course(name: str) -> dict[str, Any]:
    """Course data by name: code, weekday, coach, fee and free places.

    Args:
        name (str): For example "seahorse".

    Examples:
        course("masters")
    """
    return _COURSES.get(name.lower(), {"status": "not found"})


def enrol(member_no: int, course_code: str) -> dict[str, Any]:
    """Put a member on a course.

    Args:
        member_no (int): Four-digit membership number.
        course_code (str): Code such as K1.

    Returns:
        dict: Confirmation number.

    Examples:
        enrol(3310, "K1")
    """
    if member_no not in _MEMBERS:
        raise ValueError("no such member")
    return {"confirmation": f"EN-{course_code}-{member_no}"}


def membership(member_no: int) -> dict[str, Any]:
    """Name of a member and the day the membership runs out.

    Examples:
        membership(3310)
    """
    if member_no not in _MEMBERS:
        raise ValueError("no such member")
    return {"name": _MEMBERS[member_no][0], "valid_until": _MEMBERS[member_no][1]}


def best_time(member_no: int, metres: Literal[50, 100] = 50) -> dict[str, Any]:
    """A member's personal best in seconds.

    Args:
        member_no (int): Four-digit membership number.
        metres (int): Freestyle distance.

    Examples:
        best_time(3310, 100)
    """
    return {"seconds": _TIMES.get((member_no, metres))}
