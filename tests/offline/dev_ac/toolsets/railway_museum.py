"""Engines, tours and steam rides of a railway museum."""

from typing import Any, Literal

_ENGINES: dict[str, dict[str, Any]] = {
    "duchess of arden": {"engine_no": 6214, "built": 1938, "hall": "Roundhouse", "wheels": "4-6-2"},
    "little badger": {"engine_no": 17, "built": 1891, "hall": "Shed C", "wheels": "0-4-0"},
    "northern star": {"engine_no": 4079, "built": 1923, "hall": "Great Hall", "wheels": "4-6-0"},
    "marigold": {"engine_no": 902, "built": 1956, "hall": "Shed A", "wheels": "0-6-0"},
}
_REPAIRS: dict[int, list[dict[str, Any]]] = {
    6214: [{"year": 2011, "work": "new boiler tubes"}, {"year": 2022, "work": "axle bearings"}],
    17: [{"year": 2019, "work": "firebox"}],
    4079: [{"year": 2008, "work": "repainted"}, {"year": 2024, "work": "superheater"}],
}
_TOURS = {
    ("english", "saturday"): ["10:45", "14:20"],
    ("english", "sunday"): ["11:15"],
    ("french", "saturday"): ["13:05"],
    ("german", "sunday"): ["12:40", "15:50"],
}
_RIDES = {
    "2026-05-02": {"engine_no": 17, "departs": "11:35", "seats_left": 23},
    "2026-05-16": {"engine_no": 902, "departs": "13:50", "seats_left": 4},
    "2026-06-06": {"engine_no": 6214, "departs": "10:25", "seats_left": 68},
}


def engine_record(name: str) -> dict[str, Any]:
    """Returns number, year of building, hall and wheel arrangement of a named engine."""
    if name.strip().casefold() not in _ENGINES:
        return {"name": name, "found": False}
    return {"name": name, **_ENGINES[name.strip().casefold()]}


def repair_history(engine_no: int, since: int = 1900) -> list[dict[str, Any]]:
    """Returns the repairs to an engine from a year on."""
    return [one for one in _REPAIRS.get(engine_no, []) if one["year"] >= since]


def tour_times(language: str, weekday: Literal["saturday", "sunday"]) -> list[str]:
    """Returns the starting times of guided tours in a language."""
    return _TOURS.get((language.strip().casefold(), weekday), [])


def entrance(adults: int, children: int = 0, family_card: bool = False) -> dict[str, float]:
    """Returns the entrance price in pounds for a group; the family card takes a fifth off."""
    total = adults * 13.5 + children * 6.0
    return {"pounds": round(total * (0.8 if family_card else 1.0), 2)}


def steam_ride(day: str) -> dict[str, Any]:
    """Returns engine number, departure and seats left of the steam ride on an ISO date."""
    if day not in _RIDES:
        return {"day": day, "ride": "none"}
    return {"day": day, **_RIDES[day]}


def book_ride(day: str, seats: int, coach: Literal["first", "third"] = "third") -> dict[str, Any]:
    """Books seats on a steam ride and returns booking code and price.

    Args:
        day: ISO date of the ride.
        seats: How many seats.
        coach: Class of the coach.
    """
    if day not in _RIDES:
        raise ValueError(f"no ride on {day}")
    return {
        "code": f"SR{day[5:7]}{day[8:]}{coach[0].upper()}{seats}",
        "price": seats * (24.0 if coach == "first" else 11.0),
    }
