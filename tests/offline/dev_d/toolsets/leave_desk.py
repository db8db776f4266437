"""Holiday, sickness and cover in a company."""

from datetime import date, timedelta
from typing import Any, Literal

_STAFF: dict[int, dict[str, Any]] = {
    5012: {
        "name": "Oyelaran Briggs",
        "department": "Logistics",
        "manager_id": 5003,
        "email": "o.briggs@hallam.example",
    },
    5003: {"name": "Katya Fenn", "department": "Logistics", "manager_id": 5001, "email": "k.fenn@hallam.example"},
    5027: {"name": "Bea Lorimer", "department": "Design", "manager_id": 5019, "email": "b.lorimer@hallam.example"},
    5019: {"name": "Theo Quist", "department": "Design", "manager_id": 5001, "email": "t.quist@hallam.example"},
}
_BALANCE = {5012: 11.5, 5003: 23.0, 5027: 4.0, 5019: 17.5}
_SICK = {(5012, 2025): 6, (5012, 2026): 2, (5027, 2025): 13, (5027, 2026): 0, (5003, 2025): 1, (5019, 2025): 3}
_AWAY: dict[tuple[str, str], list[str]] = {
    ("logistics", "2026-04-07"): ["Katya Fenn"],
    ("design", "2026-04-07"): ["Bea Lorimer", "Marcus Eide"],
    ("design", "2026-05-18"): ["Theo Quist"],
}
_HOLIDAYS: dict[tuple[str, int], list[str]] = {
    ("ireland", 3): ["2026-03-17"],
    ("ireland", 4): ["2026-04-06"],
    ("norway", 5): ["2026-05-01", "2026-05-14", "2026-05-25"],
}


def staff_by_name(name: str) -> dict[str, Any]:
    """Find an employee.

    Args:
        name (str): Full name.

    Returns:
        dict: Staff id, department, e-mail address and the staff id of the line manager.
    """
    for staff_id, person in _STAFF.items():
        if person["name"].casefold() == name.strip().casefold():
            return {"staff_id": staff_id, **person}
    raise LookupError(f"nobody called {name!r}")


def staff_by_id(staff_id: int) -> dict[str, Any]:
    """Same as staff_by_name, but by staff id.

    Args:
        staff_id (int): Four-digit staff id.
    """
    if staff_id not in _STAFF:
        raise LookupError(f"no staff id {staff_id}")
    return {"staff_id": staff_id, **_STAFF[staff_id]}


def leave_balance(staff_id: int) -> dict[str, Any]:
    """Days of annual leave an employee has left this year.

    Args:
        staff_id (int): Four-digit staff id.
    """
    if staff_id not in _BALANCE:
        raise LookupError(f"no staff id {staff_id}")
    return {"staff_id": staff_id, "days_left": _BALANCE[staff_id]}


def sick_days(staff_id: int, year: int) -> dict[str, Any]:
    """Number of days an employee was off sick in a calendar year.

    Args:
        staff_id (int): Four-digit staff id.
        year (int): Calendar year.
    """
    return {"staff_id": staff_id, "year": year, "days": _SICK.get((staff_id, year), 0)}


def request_leave(
    staff_id: int,
    first_day: str,
    last_day: str,
    kind: Literal["annual", "unpaid", "parental", "study"] = "annual",
    half_day: bool = False,
) -> dict[str, Any]:
    """Hand in a leave request.

    Args:
        staff_id (int): Who wants to be off.
        first_day (str): First day off, ISO format.
        last_day (str): Last day off, ISO format. Same as first_day for a single day.
        kind (str): Type of leave.
        half_day (bool): Only the afternoon of a single day.

    Returns:
        dict: Number of the request.
    """
    if staff_id not in _STAFF:
        raise LookupError(f"no staff id {staff_id}")
    return {"request": f"LV-{staff_id % 100}{first_day[5:7]}{first_day[8:]}", "kind": kind, "state": "submitted"}


def working_days(first_day: str, last_day: str) -> dict[str, Any]:
    """Count Monday to Friday between two dates, both included.

    Args:
        first_day (str): ISO format.
        last_day (str): ISO format.
    """
    first, last = date.fromisoformat(first_day), date.fromisoformat(last_day)
    days = [first + timedelta(n) for n in range((last - first).days + 1)]
    return {"working_days": sum(day.weekday() < 5 for day in days)}


def who_is_away(department: str, day: str) -> list[str]:
    """Names of the people in a department who are off on a day.

    Args:
        department (str): Name of the department.
        day (str): ISO format.
    """
    return _AWAY.get((department.strip().casefold(), day), [])


def public_holidays(country: str, month: int) -> list[str]:
    """Public holidays of a country in a month of this year.

    Args:
        country (str): Country in English.
        month (int): 1 to 12.
    """
    return _HOLIDAYS.get((country.strip().casefold(), month), [])
