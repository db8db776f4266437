"""Talks, speakers, rooms and tickets of a developer conference."""

from typing import Any, Literal

_TALKS: dict[str, dict[str, Any]] = {
    "TK-05": {"title": "Queues All the Way Down", "speaker": "Yusuf Adeyemi", "room": "Maple", "starts": "10:15"},
    "TK-09": {"title": "Typing for Sceptics", "speaker": "Clara Holm", "room": "Cedar", "starts": "14:30"},
    "TK-13": {"title": "Postmortems Without Tears", "speaker": "Ravi Menon", "room": "Maple", "starts": "16:00"},
}
_SPEAKERS: dict[str, dict[str, Any]] = {
    "yusuf adeyemi": {"company": "Lagoon Systems", "diet": "halal", "arrives": "2026-09-15"},
    "clara holm": {"company": "Fjordware", "diet": "vegan", "arrives": "2026-09-16"},
    "ravi menon": {"company": "Opsline", "diet": "vegetarian", "arrives": "2026-09-14"},
}
_ROOMS: dict[str, dict[str, Any]] = {
    "maple": {"seats": 280, "floor": 2, "projector": "laser"},
    "cedar": {"seats": 95, "floor": 1, "projector": "LED wall"},
}
_PRICES = {"student": 90.0, "standard": 340.0, "corporate": 620.0}
_SIGNUPS = {"TK-05": 243, "TK-09": 101, "TK-13": 166}


def find_talk(title: str) -> dict[str, Any]:
    """Find a talk in the programme by its title.

    Args:
        title: Title of the talk.

    Returns:
        Talk id, speaker, room and start time.
    """
    for talk_id, talk in _TALKS.items():
        if talk["title"].casefold() == title.strip().casefold():
            return {"talk_id": talk_id, **talk}
    raise LookupError(f"no talk {title!r}")


def get_speaker(name: str) -> dict[str, Any]:
    """Return the company, dietary requirement and arrival date of a speaker.

    Args:
        name: Full name of the speaker.
    """
    if name.strip().casefold() not in _SPEAKERS:
        raise LookupError(f"unknown speaker {name!r}")
    return {"name": name, **_SPEAKERS[name.strip().casefold()]}


def room_info(room: str) -> dict[str, Any]:
    """Return seats, floor and projector of a room.

    Args:
        room: Name of the room.
    """
    if room.strip().casefold() not in _ROOMS:
        raise LookupError(f"unknown room {room!r}")
    return {"room": room, **_ROOMS[room.strip().casefold()]}


def talk_signups(talk_id: str) -> dict[str, Any]:
    """Return how many attendees have signed up for a talk.

    Args:
        talk_id: Id of the talk, e.g. "TK-01".
    """
    if talk_id.strip().upper() not in _SIGNUPS:
        raise LookupError(f"unknown talk {talk_id!r}")
    return {"talk_id": talk_id.strip().upper(), "signups": _SIGNUPS[talk_id.strip().upper()]}


def ticket_price(
    category: Literal["student", "standard", "corporate"], quantity: int = 1, early_bird: bool = False
) -> dict[str, Any]:
    """Calculate the price of conference tickets.

    Args:
        category: Ticket category.
        quantity: Number of tickets.
        early_bird: Whether the early-bird discount of 20 percent applies.

    Returns:
        The total in euros.
    """
    price = _PRICES[category.strip().casefold()] * quantity * (0.8 if early_bird else 1.0)
    return {"category": category, "total": round(price, 2)}
