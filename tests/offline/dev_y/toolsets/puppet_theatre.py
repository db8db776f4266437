"""Shows, seats and puppets of a puppet theatre."""

from typing import Any, Literal

SHOWS: list[dict[str, Any]] = [
    {"code": "FOX", "title": "The Fox and the Lantern", "minutes": 50, "min_age": 4, "lead_puppet": "P-12"},
    {"code": "SEA", "title": "Seven Seas of Sigrid", "minutes": 65, "min_age": 6, "lead_puppet": "P-07"},
    {"code": "MOON", "title": "Moonbaker", "minutes": 40, "min_age": 3, "lead_puppet": "P-19"},
]
DATES = {
    ("FOX", "2026-05-09"): {"time": "14:30", "free_seats": 23},
    ("FOX", "2026-05-10"): {"time": "11:00", "free_seats": 6},
    ("SEA", "2026-05-09"): {"time": "17:15", "free_seats": 41},
    ("MOON", "2026-05-16"): {"time": "10:15", "free_seats": 12},
}
PUPPETS = {
    "P-12": {"name": "Rusty", "kind": "glove", "maker": "Ottilie Brand", "store": "cabinet 3"},
    "P-07": {"name": "Sigrid", "kind": "marionette", "maker": "Jan Kolar", "store": "rail 2"},
    "P-19": {"name": "Old Crumb", "kind": "rod", "maker": "Ottilie Brand", "store": "cabinet 8"},
}


def find_show(title: str) -> dict[str, Any]:
    """Find a show by its title."""
    for show in SHOWS:
        if show["title"].lower() == title.strip().lower():
            return show
    return {"found": False}


def performance(show_code: str, day: str) -> dict[str, Any]:
    """Starting time and free seats of a show on a day (YYYY-MM-DD)."""
    return DATES.get((show_code.upper(), day), {"found": False})


def puppet_info(puppet_id: str) -> dict[str, Any]:
    """Name, kind, maker and storage place of a puppet."""
    if puppet_id not in PUPPETS:
        raise ValueError(f"no puppet {puppet_id}")
    return PUPPETS[puppet_id]


def book_seats(show_code: str, day: str, adults: int = 0, children: int = 0, front_row: bool = False) -> dict[str, Any]:
    """Book seats for a performance.

    Args:
        show_code (str): Code of the show, e.g. FOX.
        day (str): Date as YYYY-MM-DD.
        adults (int): Number of grown-ups.
        children (int): Number of children.
        front_row (bool): Seat the party in the front row, 2 more per seat.
    """
    if (show_code.upper(), day) not in DATES:
        raise ValueError("no performance on that day")
    total = adults * 14 + children * 9 + (adults + children) * 2 * front_row
    return {"booking": f"{show_code.upper()}{day[8:]}-{adults}{children}", "total": total}


def log_repair(puppet_id: str, part: Literal["strings", "head", "hands", "costume"], urgent: bool = False) -> str:
    """Send a puppet to the workshop; returns the job number."""
    if puppet_id not in PUPPETS:
        raise ValueError(f"no puppet {puppet_id}")
    return f"WK{puppet_id[2:]}{part[:2].upper()}{'!' if urgent else ''}"
