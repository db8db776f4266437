"""Members, events and certificates of a chamber of commerce."""

from typing import Any, Literal

_MEMBERS: list[dict[str, Any]] = [
    {"member_no": "C-1104", "company": "Alder Joinery", "sector": "crafts", "staff": 14, "adviser": "Petra Lund"},
    {"member_no": "C-1187", "company": "Quill Software", "sector": "technology", "staff": 63, "adviser": "Hugo Bain"},
    {"member_no": "C-1203", "company": "Marlow Foods", "sector": "food", "staff": 120, "adviser": "Petra Lund"},
    {"member_no": "C-1250", "company": "Tessel Robotics", "sector": "technology", "staff": 28, "adviser": "Hugo Bain"},
]
_ADVISERS = {
    "petra lund": {"phone": "ext. 214", "room": "2.07", "next_free": "2026-10-08"},
    "hugo bain": {"phone": "ext. 231", "room": "3.12", "next_free": "2026-10-14"},
}
_EVENTS: dict[str, dict[str, Any]] = {
    "EV-31": {"title": "Export Breakfast", "date": "2026-10-20", "venue": "Guild Hall", "fee": 25.0},
    "EV-34": {"title": "Apprentice Fair", "date": "2026-11-05", "venue": "Dock Pavilion", "fee": 0.0},
    "EV-37": {"title": "Tax Evening", "date": "2026-10-27", "venue": "Chamber Library", "fee": 18.0},
}


def find_member(company: str) -> dict[str, Any]:
    """A member company's record by name."""
    for member in _MEMBERS:
        if member["company"].casefold() == company.strip().casefold():
            return member
    raise ValueError(f"{company} is not a member")


def members_in_sector(sector: Literal["crafts", "technology", "food"], min_staff: int = 0) -> list[str]:
    """Names of the member companies of a sector, from a number of staff upwards."""
    return [one["company"] for one in _MEMBERS if one["sector"] == sector and one["staff"] >= min_staff]


def adviser(name: str) -> dict[str, str]:
    """Phone, room and next free day of one of our advisers."""
    if name.casefold() not in _ADVISERS:
        raise ValueError(f"no adviser {name}")
    return _ADVISERS[name.casefold()]


def find_event(title: str) -> dict[str, Any]:
    """Look an event up by title: id, date, venue, fee per person."""
    for event_id, event in _EVENTS.items():
        if event["title"].casefold() == title.strip().casefold():
            return {"event_id": event_id, **event}
    return {"found": False, "title": title}


def register_guests(event_id: str, member_no: str, guests: list[str]) -> dict[str, Any]:
    """Register people of a member company for an event.

    Args:
        event_id: Such as EV-31.
        member_no: Such as C-1104.
        guests: Full names.
    """
    if event_id not in _EVENTS:
        raise ValueError(f"no event {event_id}")
    return {"registration": f"{event_id[3:]}/{member_no[2:]}", "to_pay": _EVENTS[event_id]["fee"] * len(guests)}


def certificate_of_origin(member_no: str, country: str, copies: int = 1) -> dict[str, Any]:
    """Issue a certificate of origin for an export.

    Args:
        member_no: The exporter.
        country: Where the goods go.
        copies: Number of copies.
    """
    return {"certificate": f"CO-{member_no[2:]}-{country[:2].upper()}", "cost": 32 + 4 * copies}
