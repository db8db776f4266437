"""Members, boats and training of a rowing club."""

from typing import Any, Literal

_MEMBERS: dict[str, dict[str, Any]] = {
    "tamsin ojo": {"member_no": 2107, "squad": "Senior Women", "paid_until": "2026-08-31"},
    "piotr zielinski": {"member_no": 2144, "squad": "Masters", "paid_until": "2026-01-31"},
    "hal brackenridge": {"member_no": 2161, "squad": "Juniors", "paid_until": "2026-12-31"},
}
_SQUADS: dict[str, dict[str, Any]] = {
    "senior women": {"coach": "Delphine Marsh", "size": 14, "boat": "Kittiwake"},
    "masters": {"coach": "Ron Achterberg", "size": 22, "boat": "Old Faithful"},
    "juniors": {"coach": "Suki Tan", "size": 31, "boat": "Dabchick"},
}
_BOATS: dict[str, dict[str, Any]] = {
    "kittiwake": {"seats": 8, "rack": "C2", "condition": "rigged"},
    "old faithful": {"seats": 4, "rack": "A5", "condition": "cracked hull"},
    "dabchick": {"seats": 2, "rack": "B1", "condition": "missing an oar"},
}
_COACHES = {"delphine marsh": "07700 900312", "ron achterberg": "07700 900458", "suki tan": "07700 900871"}
_TRAINING = {
    ("senior women", "tuesday"): "05:50",
    ("senior women", "saturday"): "07:15",
    ("masters", "tuesday"): "18:40",
    ("masters", "sunday"): "09:05",
    ("juniors", "saturday"): "10:25",
}
_LEVELS = {"2026-03-06": (1.84, "amber"), "2026-03-07": (2.31, "red"), "2026-03-08": (1.22, "green")}


def find_member(name: str) -> dict[str, Any]:
    """Look a member up by full name.

    :param name: first name and surname
    :return: membership number, squad and the date the subscription is paid up to
    """
    if name.strip().casefold() not in _MEMBERS:
        raise LookupError(f"no member {name!r}")
    return {"name": name, **_MEMBERS[name.strip().casefold()]}


def squad_info(squad: str) -> dict[str, Any]:
    """Coach, number of rowers and usual boat of a squad.

    :param squad: name of the squad
    """
    if squad.strip().casefold() not in _SQUADS:
        raise LookupError(f"no squad {squad!r}")
    return {"squad": squad, **_SQUADS[squad.strip().casefold()]}


def training_time(squad: str, weekday: str) -> dict[str, Any]:
    """When a squad trains on a day of the week.

    :param squad: name of the squad
    :param weekday: monday to sunday
    :return: starting time, or null if there is no training that day
    """
    return {"squad": squad, "starts": _TRAINING.get((squad.strip().casefold(), weekday.strip().casefold()))}


def boat_details(boat: str) -> dict[str, Any]:
    """Seats, rack and condition of a boat."""
    if boat.strip().casefold() not in _BOATS:
        raise LookupError(f"no boat {boat!r}")
    return {"boat": boat, **_BOATS[boat.strip().casefold()]}


def book_boat(boat: str, member_no: int, date: str, hours: float = 1.5) -> dict[str, Any]:
    """Reserve a boat for an outing.

    :param boat: name of the boat
    :param member_no: membership number of whoever signs for it
    :param date: ISO date
    :param hours: how long
    :return: the booking reference
    """
    if boat.strip().casefold() not in _BOATS:
        raise LookupError(f"no boat {boat!r}")
    return {"reference": f"OUT{member_no}{date[8:]}", "boat": boat, "hours": hours}


def coach_phone(name: str) -> str:
    """Telephone number of a coach."""
    if name.strip().casefold() not in _COACHES:
        raise LookupError(f"no coach {name!r}")
    return _COACHES[name.strip().casefold()]


def river_level(date: str) -> dict[str, Any]:
    """Height of the river in metres and the safety flag for a day.

    :param date: ISO date
    """
    if date not in _LEVELS:
        raise LookupError(f"no level for {date}")
    return {"date": date, "metres": _LEVELS[date][0], "flag": _LEVELS[date][1]}


def subscription(
    category: Literal["adult", "student", "social"], months: int = 12, direct_debit: bool = False
) -> dict[str, Any]:
    """What membership costs.

    :param category: kind of membership
    :param months: how long for
    :param direct_debit: takes five percent off
    """
    monthly = {"adult": 34.0, "student": 16.5, "social": 7.25}[category.strip().casefold()]
    return {"category": category, "pounds": round(monthly * months * (0.95 if direct_debit else 1), 2)}
