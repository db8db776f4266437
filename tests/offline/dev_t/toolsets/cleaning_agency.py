"""Clients, visits and prices of a house-cleaning agency."""

from typing import Any, Literal

_CLIENTS: dict[str, dict[str, Any]] = {
    "HC-118": {"name": "Margaret Ollerton", "street": "14 Finch Lane", "district": "north", "square_metres": 95},
    "HC-204": {"name": "Devraj Pillai", "street": "3 Quarry Road", "district": "south", "square_metres": 140},
    "HC-231": {"name": "Simone Achterberg", "street": "77 Mill Street", "district": "centre", "square_metres": 62},
    "HC-307": {"name": "Tomas Hrubec", "street": "9 Orchard Rise", "district": "north", "square_metres": 180},
}
_VISITS: list[dict[str, Any]] = [
    {"visit_no": 6611, "client_id": "HC-118", "day": "2026-05-06", "start": "09:00", "cleaner": "Ines", "hours": 3.0},
    {"visit_no": 6640, "client_id": "HC-118", "day": "2026-05-20", "start": "09:30", "cleaner": "Yusuf", "hours": 3.0},
    {"visit_no": 6618, "client_id": "HC-204", "day": "2026-05-08", "start": "13:15", "cleaner": "Rhona", "hours": 4.5},
    {"visit_no": 6625, "client_id": "HC-231", "day": "2026-05-11", "start": "08:45", "cleaner": "Yusuf", "hours": 2.0},
    {"visit_no": 6633, "client_id": "HC-307", "day": "2026-05-14", "start": "10:00", "cleaner": "Ines", "hours": 5.5},
]
_FREE: dict[tuple[str, str], dict[str, list[str]]] = {
    ("2026-05-12", "north"): {"morning": ["Rhona"], "afternoon": ["Ines", "Pavel"]},
    ("2026-05-12", "centre"): {"morning": ["Yusuf"], "afternoon": []},
    ("2026-05-15", "south"): {"morning": ["Pavel"], "afternoon": ["Rhona"]},
    ("2026-05-19", "north"): {"morning": ["Wanda"], "afternoon": []},
}
_RATES = {"regular": 0.55, "deep": 1.10, "move_out": 1.45, "windows": 0.40}


def find_client(name: str) -> dict[str, Any]:
    """Look a client up in the register.

    Args:
        name: First and last name as on the contract, e.g. "Margaret Ollerton".

    Returns:
        The client id (like "HC-118"), street, district and size of the home in square metres.
    """
    for client_id, client in _CLIENTS.items():
        if client["name"].lower() == name.strip().lower():
            return {"client_id": client_id, **client}
    raise ValueError(f"no client named {name!r}")


def list_visits(client_id: str) -> list[dict[str, Any]]:
    """List the planned cleaning visits of a client, earliest first.

    Args:
        client_id: Number of the client, "HC-" and three digits, e.g. "HC-118".
    """
    if client_id not in _CLIENTS:
        raise ValueError(f"unknown client {client_id!r}")
    return [visit for visit in _VISITS if visit["client_id"] == client_id]


def quote_cleaning(
    kind: Literal["regular", "deep", "move_out", "windows"],
    square_metres: int,
    bring_products: bool = False,
) -> dict[str, Any]:
    """Work out the price of one cleaning.

    Args:
        kind: What is to be done: "regular", "deep", "move_out" (end of a tenancy) or "windows".
        square_metres: Floor area of the home, e.g. 95.
        bring_products: True if our cleaner brings the cleaning products (7.50 extra).

    Returns:
        The price in euros and the hours planned for it.
    """
    price = square_metres * _RATES[kind] + (7.5 if bring_products else 0)
    return {"kind": kind, "price_eur": round(price, 2), "hours": round(square_metres * _RATES[kind] / 22, 1)}


def free_cleaners(
    day: str, district: Literal["north", "centre", "south"], part: Literal["morning", "afternoon"] = "morning"
) -> list[str]:
    """Say which cleaners have no work yet in a district.

    Args:
        day: ISO date, e.g. "2026-05-12".
        district: Part of town.
        part: Half of the day, "morning" unless told otherwise.
    """
    return _FREE.get((day, district), {}).get(part, [])


def book_visit(client_id: str, day: str, start: str, hours: float, cleaner: str | None = None) -> dict[str, Any]:
    """Book a cleaning visit for a client.

    Args:
        client_id: Number of the client, e.g. "HC-118".
        day: ISO date, e.g. "2026-05-12".
        start: Time of arrival on the 24-hour clock, e.g. "09:30".
        hours: Length of the visit in hours, halves allowed, e.g. 2.5.
        cleaner: First name of the cleaner wished for; leave out to take whoever is free.
    """
    if client_id not in _CLIENTS:
        raise ValueError(f"unknown client {client_id!r}")
    number = 6700 + int(client_id[3:]) % 50 + int(day[-2:])
    return {"visit_no": number, "client_id": client_id, "day": day, "start": start, "hours": hours, "cleaner": cleaner}


def cancel_visit(visit_no: int, reason: Literal["client_away", "illness", "moved_house", "other"] = "other") -> str:
    """Cancel a planned visit.

    Args:
        visit_no: Four-digit number of the visit, e.g. 6611.
        reason: Why it is called off.

    Returns:
        A sentence with the credit note issued.
    """
    for visit in _VISITS:
        if visit["visit_no"] == visit_no:
            return f"Visit {visit_no} on {visit['day']} cancelled, credit note CN-{visit_no + 2309} issued"
    raise ValueError(f"no visit {visit_no}")
