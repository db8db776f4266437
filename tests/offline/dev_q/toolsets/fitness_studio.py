"""Members, classes and trainers of a fitness studio."""

from typing import Any, Literal

Level = Literal["beginner", "intermediate", "advanced"]

_MEMBERS: list[dict[str, Any]] = [
    {"member_id": 3107, "name": "Clara Boone", "email": "clara@boone.example"},
    {"member_id": 3142, "name": "Dev Patelson", "email": "dev.p@mail.example"},
    {"member_id": 3166, "name": "Ines Carreira", "email": "ines@carreira.example"},
]
_MEMBERSHIPS: dict[int, dict[str, Any]] = {
    3107: {"plan": "gold", "ends_on": "2026-08-31", "monthly_fee": 54.0},
    3142: {"plan": "off-peak", "ends_on": "2026-05-15", "monthly_fee": 29.5},
    3166: {"plan": "student", "ends_on": "2026-12-01", "monthly_fee": 23.0},
}
_CLASSES: list[dict[str, Any]] = [
    {
        "class_id": "CL-12",
        "activity": "yoga",
        "level": "beginner",
        "date": "2026-05-04",
        "start": "07:00",
        "minutes": 60,
        "trainer_id": "TR-2",
        "free_places": 5,
    },
    {
        "class_id": "CL-13",
        "activity": "yoga",
        "level": "advanced",
        "date": "2026-05-04",
        "start": "18:30",
        "minutes": 75,
        "trainer_id": "TR-5",
        "free_places": 2,
    },
    {
        "class_id": "CL-14",
        "activity": "yoga",
        "level": "beginner",
        "date": "2026-05-04",
        "start": "12:15",
        "minutes": 45,
        "trainer_id": "TR-5",
        "free_places": 9,
    },
    {
        "class_id": "CL-20",
        "activity": "spinning",
        "level": "intermediate",
        "date": "2026-05-04",
        "start": "19:00",
        "minutes": 50,
        "trainer_id": "TR-7",
        "free_places": 3,
    },
    {
        "class_id": "CL-27",
        "activity": "pilates",
        "level": "beginner",
        "date": "2026-05-06",
        "start": "09:30",
        "minutes": 55,
        "trainer_id": "TR-2",
        "free_places": 11,
    },
    {
        "class_id": "CL-28",
        "activity": "boxing",
        "level": "intermediate",
        "date": "2026-05-06",
        "start": "20:00",
        "minutes": 90,
        "trainer_id": "TR-7",
        "free_places": 6,
    },
]
_TRAINERS: dict[str, dict[str, Any]] = {
    "TR-2": {"name": "Sunniva Dahl", "specialty": "mobility", "hourly_rate": 48},
    "TR-5": {"name": "Kwame Asante", "specialty": "breathing", "hourly_rate": 55},
    "TR-7": {"name": "Belinda Roscoe", "specialty": "endurance", "hourly_rate": 61},
}


def find_member(name: str) -> dict[str, Any]:
    """Find a member of the studio by name."""
    for member in _MEMBERS:
        if member["name"].casefold() == name.strip().casefold():
            return member
    raise ValueError("member not found: " + name)


def get_membership(member_id: int) -> dict[str, Any]:
    """Plan, end date and monthly fee of a member's membership."""
    if member_id not in _MEMBERSHIPS:
        raise ValueError(f"member not found: {member_id}")
    return {"member_id": member_id, **_MEMBERSHIPS[member_id]}


def list_classes(date: str, activity: str | None = None, level: Level | None = None) -> list[dict[str, Any]]:
    """List the classes on a day.

    Args:
        date: Day, YYYY-MM-DD.
        activity: Kind of class, such as zumba.
        level: Level of the class.

    Returns:
        Classes with class_id, start time, length in minutes, trainer_id and free places.
    """
    return [
        one
        for one in _CLASSES
        if one["date"] == date
        and (activity is None or one["activity"] == activity.strip().casefold())
        and level in (None, one["level"])
    ]


def get_trainer(trainer_id: str) -> dict[str, Any]:
    """Name, specialty and hourly rate of a trainer.

    Args:
        trainer_id: Such as TR-1.
    """
    if trainer_id not in _TRAINERS:
        raise ValueError(f"trainer not found: {trainer_id}")
    return {"trainer_id": trainer_id, **_TRAINERS[trainer_id]}


def book_class(class_id: str, member_id: int, rent_mat: bool = False) -> dict[str, Any]:
    """Book a place in a class for a member.

    Args:
        class_id: Such as CL-10.
        member_id: Four-digit number of the member.
        rent_mat: Rent a mat for the class.
    """
    if class_id not in {one["class_id"] for one in _CLASSES}:
        raise ValueError(f"class not found: {class_id}")
    return {"booking_id": f"BK{member_id}-{class_id[3:]}", "mat": rent_mat}


def renew_membership(member_id: int, months: int) -> dict[str, Any]:
    """Renew the membership of a member for a number of months.

    Args:
        member_id: Four-digit number of the member.
        months: How many months.
    """
    if member_id not in _MEMBERSHIPS:
        raise ValueError(f"member not found: {member_id}")
    return {"contract": f"CT-{member_id}/{months}", "to_pay": _MEMBERSHIPS[member_id]["monthly_fee"] * months}
