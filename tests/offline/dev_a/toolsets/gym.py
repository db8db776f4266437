"""Tools of a gym's front desk."""

from typing import Any, Literal

Day = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

_MEMBERS = {
    "freya lund": "M-4021",
    "oscar delgado": "M-4088",
    "priya nair": "M-4115",
    "callum reid": "M-4170",
}
_MEMBERSHIPS: dict[str, dict[str, Any]] = {
    "M-4021": {"plan": "Gold", "expires": "2026-11-30", "visits_this_month": 9, "trainer": "Dario Conti"},
    "M-4088": {"plan": "Silver", "expires": "2026-06-15", "visits_this_month": 4, "trainer": "Hanna Weiss"},
    "M-4115": {"plan": "Platinum", "expires": "2027-01-31", "visits_this_month": 17, "trainer": "Dario Conti"},
    "M-4170": {"plan": "Bronze", "expires": "2026-04-30", "visits_this_month": 2, "trainer": "Sade Cole"},
}
_CLASSES: dict[str, list[dict[str, Any]]] = {
    "monday": [{"class_name": "Spin", "time": "07:00", "room": "Studio 1", "trainer": "Sade Cole"}],
    "tuesday": [{"class_name": "Pilates", "time": "18:30", "room": "Studio 2", "trainer": "Hanna Weiss"}],
    "thursday": [{"class_name": "Boxing", "time": "19:15", "room": "Ring Hall", "trainer": "Dario Conti"}],
    "saturday": [
        {"class_name": "Yoga", "time": "09:45", "room": "Garden Room", "trainer": "Hanna Weiss"},
        {"class_name": "Spin", "time": "11:30", "room": "Studio 1", "trainer": "Sade Cole"},
    ],
}
_TRAINERS: dict[str, dict[str, Any]] = {
    "dario conti": {"speciality": "strength", "hourly_rate": 48, "languages": ["Italian", "English"]},
    "hanna weiss": {"speciality": "mobility", "hourly_rate": 42, "languages": ["German", "English"]},
    "sade cole": {"speciality": "endurance", "hourly_rate": 39, "languages": ["English", "Yoruba"]},
}
_LOCKERS = {12: "free", 27: "Freya Lund", 41: "Priya Nair", 58: "out of order"}
_KCAL = {"rowing": 7.0, "running": 9.8, "cycling": 6.8, "swimming": 8.0}


def _member(member_id: str) -> str:
    key = member_id.strip().upper()
    if key not in _MEMBERSHIPS:
        raise LookupError(f"no member {member_id!r}")
    return key


def find_member(name: str) -> str:
    """Find the id of a gym member.

    Args:
        name: Full name of the member.

    Returns:
        The member id.
    """
    key = name.strip().casefold()
    if key not in _MEMBERS:
        raise LookupError(f"no member named {name!r}")
    return _MEMBERS[key]


def membership_details(member_id: str) -> dict[str, Any]:
    """Get a member's plan, expiry date, number of visits this month and personal trainer.

    Args:
        member_id: Id of the member, e.g. "M-4000".
    """
    key = _member(member_id)
    return {"member_id": key, **_MEMBERSHIPS[key]}


def class_timetable(day: Day) -> list[dict[str, Any]]:
    """List the classes on a weekday with time, room and trainer."""
    return _CLASSES.get(day.casefold(), [])


def book_class(member_id: str, class_name: str, day: Day) -> dict[str, Any]:
    """Put a member on the list of a class.

    Args:
        member_id: Id of the member, e.g. "M-4000".
        class_name: Name of the class.
        day: Weekday of the class.

    Returns:
        The booking number and the member's place in the class.
    """
    key = _member(member_id)
    for entry in _CLASSES.get(day.casefold(), []):
        if entry["class_name"].casefold() == class_name.strip().casefold():
            place = int(key[-2:]) % 20 + 3
            return {"booking_number": f"BK{key[2:]}{day[:3].upper()}", "place": place, "time": entry["time"]}
    raise LookupError(f"no {class_name} class on {day}")


def trainer_profile(name: str) -> dict[str, Any]:
    """Get the speciality, hourly rate and languages of a trainer.

    Args:
        name: Full name of the trainer.
    """
    key = name.strip().casefold()
    if key not in _TRAINERS:
        raise LookupError(f"no trainer named {name!r}")
    return {"trainer": name.strip(), **_TRAINERS[key]}


def locker_status(number: int) -> dict[str, Any]:
    """Tell whether a locker is free, or else who uses it.

    Args:
        number: Number on the locker door.
    """
    if number not in _LOCKERS:
        raise LookupError(f"no locker {number}")
    return {"locker": number, "status": _LOCKERS[number]}


def calories_burned(
    activity: Literal["rowing", "running", "cycling", "swimming"], minutes: int, weight_kg: float = 70.0
) -> dict[str, float]:
    """Estimate the energy used in a workout.

    Args:
        activity: Kind of exercise.
        minutes: Duration of the workout.
        weight_kg: Body weight in kilograms.
    """
    return {"kcal": round(_KCAL[activity.casefold()] * weight_kg * minutes / 60, 1)}


def freeze_membership(member_id: str, start_date: str, weeks: int = 4) -> dict[str, Any]:
    """Suspend a membership for some weeks.

    Args:
        member_id: Id of the member, e.g. "M-4000".
        start_date: First day of the suspension, YYYY-MM-DD.
        weeks: Length of the suspension.

    Returns:
        The confirmation code and the fee for the suspension.
    """
    key = _member(member_id)
    if not 1 <= weeks <= 12:
        raise ValueError("a membership can be frozen for 1 to 12 weeks")
    return {"confirmation_code": f"FZ-{key[2:]}-{start_date[5:7]}", "fee": weeks * 2.5}
