"""Members swap homes for their holidays."""

from typing import Any

_HOMES: dict[str, dict[str, Any]] = {
    "HX701": {"city": "Lisbon", "sleeps": 4, "pets": True, "owner_id": "M-88", "points_per_night": 130},
    "HX715": {"city": "Lisbon", "sleeps": 2, "pets": False, "owner_id": "M-93", "points_per_night": 95},
    "HX722": {"city": "Ghent", "sleeps": 6, "pets": True, "owner_id": "M-64", "points_per_night": 155},
    "HX739": {"city": "Turku", "sleeps": 5, "pets": False, "owner_id": "M-71", "points_per_night": 110},
}
_MEMBERS: dict[str, dict[str, Any]] = {
    "M-64": {"name": "Lotte Verhaeg", "points": 2480, "rating": 4.7, "languages": ["Dutch", "French"]},
    "M-71": {"name": "Aarne Kivela", "points": 615, "rating": 4.9, "languages": ["Finnish", "Swedish"]},
    "M-88": {"name": "Rosa Teles", "points": 1740, "rating": 4.4, "languages": ["Portuguese", "Spanish"]},
    "M-93": {"name": "Duarte Pinho", "points": 905, "rating": 3.8, "languages": ["Portuguese"]},
}
_TAKEN = {
    "HX701": [("2026-07-04", "2026-07-18")],
    "HX722": [("2026-08-01", "2026-08-09"), ("2026-10-23", "2026-10-30")],
    "HX739": [("2026-06-19", "2026-06-28")],
}


def search_homes(city: str, guests: int, pets: bool = False) -> list[str]:
    """Returns the ids of homes in a city that sleep so many guests (and take pets, if asked)."""
    return [
        key
        for key, one in _HOMES.items()
        if one["city"].casefold() == city.strip().casefold() and one["sleeps"] >= guests and (one["pets"] or not pets)
    ]


def home_details(home_id: str) -> dict[str, Any]:
    """Returns city, number of beds, pets, owner and points per night of a home."""
    if home_id not in _HOMES:
        raise ValueError(f"no home {home_id}")
    return {"home_id": home_id, **_HOMES[home_id]}


def member_profile(member_id: str) -> dict[str, Any]:
    """Returns name, points, rating and languages of a member."""
    if member_id not in _MEMBERS:
        raise ValueError(f"no member {member_id}")
    return {"member_id": member_id, **_MEMBERS[member_id]}


def is_free(home_id: str, arrive: str, leave: str) -> dict[str, Any]:
    """Returns whether a home is free between two ISO dates and, if not, until when it is taken."""
    if home_id not in _HOMES:
        raise ValueError(f"no home {home_id}")
    for first, last in _TAKEN.get(home_id, []):
        if arrive < last and first < leave:
            return {"home_id": home_id, "status": "taken", "until": last}
    return {"home_id": home_id, "status": "vacant"}


def stay_cost(home_id: str, nights: int, cleaning: bool = False) -> int:
    """Returns the points for a stay of so many nights, with cleaning by the service for 80 more."""
    if home_id not in _HOMES:
        raise ValueError(f"no home {home_id}")
    return _HOMES[home_id]["points_per_night"] * nights + (80 if cleaning else 0)


def send_proposal(home_id: str, guest_id: str, arrive: str, leave: str, guests: int = 2) -> dict[str, Any]:
    """Sends the owner of a home a proposal and returns its reference.

    Args:
        home_id: The home wanted.
        guest_id: The member who wants to stay there.
        arrive: ISO date of arrival.
        leave: ISO date of departure.
        guests: How many people come.
    """
    if home_id not in _HOMES or guest_id not in _MEMBERS:
        raise ValueError("no such home or member")
    return {"reference": f"PR{home_id[2:]}-{guest_id[2:]}-{arrive[5:7]}{arrive[8:]}", "guests": guests, "leave": leave}
