"""Volunteers of a hospice."""

from typing import Any, Literal

Shift = Literal["morning", "afternoon", "night"]

_PEOPLE: dict[str, dict[str, Any]] = {
    "V31": {"name": "Imelda Roe", "phone": "0117 4960 112", "check_valid_until": "2027-02-28"},
    "V36": {"name": "Samuel Adeyemi", "phone": "0117 4960 187", "check_valid_until": "2026-07-15"},
    "V42": {"name": "Tilda Brandt", "phone": "0117 4960 203", "check_valid_until": "2028-11-01"},
    "V45": {"name": "Hugh Cardew", "phone": "0117 4960 240", "check_valid_until": "2026-12-09"},
}
_COURSES = {
    "V31": ["bereavement", "first aid"],
    "V36": ["hand massage"],
    "V42": ["first aid", "night sitting"],
    "V45": ["driving patients"],
}
_HOURS = {("V31", 3): 14.5, ("V31", 4): 19.0, ("V36", 4): 7.5, ("V42", 4): 26.0, ("V45", 3): 11.0, ("V45", 4): 4.0}
_ROTA = {
    ("2026-05-08", "morning"): ["Imelda Roe"],
    ("2026-05-08", "night"): ["Tilda Brandt"],
    ("2026-05-09", "afternoon"): ["Samuel Adeyemi", "Hugh Cardew"],
    ("2026-05-10", "morning"): ["Hugh Cardew"],
}


def volunteer(name: str) -> dict[str, Any]:
    """Number, phone and background check of a volunteer."""
    for number, person in _PEOPLE.items():
        if person["name"].casefold() == name.strip().casefold():
            return {"number": number, "phone": person["phone"], "check_valid_until": person["check_valid_until"]}
    return {"name": name, "found": False}


def courses(number: str) -> list[str]:
    """Courses a volunteer has done.

    Args:
        number: Volunteer number, e.g. V10.
    """
    return _COURSES.get(number, [])


def hours(number: str, month: int) -> float:
    """Hours a volunteer gave in a month of this year.

    Args:
        number: Volunteer number, e.g. V10.
        month: 1 to 12.
    """
    return _HOURS.get((number, month), 0.0)


def rota(day: str, shift: Shift) -> list[str]:
    """Who is on duty on a day in a shift."""
    return _ROTA.get((day, shift), [])


def put_on_rota(number: str, day: str, shift: Shift = "afternoon") -> dict[str, str]:
    """Put a volunteer on the rota."""
    if number not in _PEOPLE:
        raise ValueError(f"no volunteer {number}")
    return {"duty": f"{number}-{day[5:7]}{day[8:]}{shift[0].upper()}"}
