"""Regional blood bank: stock, donors and sessions."""

from datetime import date, timedelta
from typing import Literal, TypedDict

BloodGroup = Literal["O-", "O+", "A-", "A+", "B-", "B+", "AB-", "AB+"]
Component = Literal["red cells", "platelets", "plasma"]


class Donor(TypedDict):
    """What is known of a donor."""

    name: str
    group: str
    last_donation: str
    town: str


class Session(TypedDict):
    """A donation session."""

    session_id: int
    date: str
    venue: str
    open_places: int


_STOCK: dict[tuple[str, str], int] = {
    ("O-", "red cells"): 38,
    ("O+", "red cells"): 214,
    ("A-", "red cells"): 57,
    ("A+", "platelets"): 19,
    ("B-", "red cells"): 11,
    ("B+", "plasma"): 83,
    ("AB-", "plasma"): 6,
    ("AB+", "plasma"): 42,
}
_DONORS: dict[str, Donor] = {
    "D-70418": {"name": "Fiona Maddox", "group": "A-", "last_donation": "2026-01-19", "town": "Kelsby"},
    "D-70533": {"name": "Ravi Sundaram", "group": "O-", "last_donation": "2025-12-02", "town": "Wexmoor"},
    "D-70691": {"name": "Elke Baumann", "group": "B+", "last_donation": "2026-02-11", "town": "Tarn Bridge"},
}
_SESSIONS: dict[str, list[Session]] = {
    "kelsby": [{"session_id": 8841, "date": "2026-04-23", "venue": "Corn Exchange", "open_places": 14}],
    "wexmoor": [{"session_id": 8857, "date": "2026-04-16", "venue": "St Anne's Hall", "open_places": 9}],
    "tarn bridge": [{"session_id": 8862, "date": "2026-05-06", "venue": "Rowing Club", "open_places": 21}],
}
_WAIT = {"whole blood": 84, "platelets": 21, "plasma": 14}
_GIVES_TO = {
    "O-": ["O-"],
    "A-": ["O-", "A-"],
    "B-": ["O-", "B-"],
    "AB-": ["O-", "A-", "B-", "AB-"],
    "O+": ["O-", "O+"],
    "A+": ["O-", "O+", "A-", "A+"],
    "B+": ["O-", "O+", "B-", "B+"],
    "AB+": ["O-", "O+", "A-", "A+", "B-", "B+", "AB-", "AB+"],
}


def stock_level(group: BloodGroup, component: Component = "red cells") -> dict[str, str | int]:
    """Return the number of units in stock.

    Args:
        group: Blood group, for example "A-" or "AB+".
        component: Blood component.

    Returns:
        A dict with `units` and `level` ("critical", "low" or "good").
    """
    units = _STOCK.get((group, component), 0)
    level = "critical" if units < 15 else "low" if units < 50 else "good"
    return {"group": group, "component": component, "units": units, "level": level}


def donor(donor_id: str) -> Donor:
    """Return the record of a donor.

    Args:
        donor_id: Number on the donor card, for example "D-12345".

    Returns:
        Name, blood group, date of the last donation and home town.

    Raises:
        ValueError: The card is not known.
    """
    if donor_id.upper() not in _DONORS:
        raise ValueError(f"unknown donor card {donor_id}")
    return _DONORS[donor_id.upper()]


def next_donation(last_donation: str, kind: Literal["whole blood", "platelets", "plasma"] = "whole blood") -> str:
    """Return the first day on which somebody may give again.

    Args:
        last_donation: Day of the last donation (ISO).
        kind: What will be given next.

    Returns:
        An ISO date.
    """
    return (date.fromisoformat(last_donation) + timedelta(days=_WAIT[kind])).isoformat()


def sessions(town: str) -> list[Session]:
    """Return the coming donation sessions of a town.

    Args:
        town: Name of the town.

    Returns:
        Sessions with id, date, venue and open places; empty if none is planned.
    """
    return _SESSIONS.get(town.strip().lower(), [])


def book_place(donor_id: str, session_id: int, time: str) -> dict[str, str]:
    """Book a donor into a session.

    Args:
        donor_id: Number on the donor card.
        session_id: Id of the session.
        time: Arrival time, HH:MM in 24-hour form.

    Returns:
        The appointment number and the arrival time.
    """
    if donor_id.upper() not in _DONORS:
        raise ValueError(f"unknown donor card {donor_id}")
    return {"appointment": f"AP{session_id % 100}-{donor_id[-3:]}", "arrive_at": time}


def compatible_donors(recipient: BloodGroup) -> list[str]:
    """Return the groups whose red cells a patient can receive.

    Args:
        recipient: Blood group of the patient.

    Returns:
        Blood groups.
    """
    return _GIVES_TO[recipient]


def reserve_units(hospital: str, group: BloodGroup, units: int, component: Component = "red cells") -> dict[str, str]:
    """Set units aside for a hospital.

    Args:
        hospital: Name of the hospital.
        group: Blood group.
        units: How many units.
        component: Blood component.

    Returns:
        The reservation number and the time of the courier.
    """
    if units < 1:
        raise ValueError("at least one unit")
    return {"reservation": f"RS-{len(hospital)}{units:02d}{len(component)}", "courier": "15:40", "hospital": hospital}
