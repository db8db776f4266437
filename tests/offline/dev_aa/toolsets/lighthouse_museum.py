"""Visits, exhibits and tower climbs of a lighthouse museum."""

from typing import Any, Literal

_EXHIBITS: dict[int, dict[str, Any]] = {
    21: {"title": "Fresnel lens", "room": "Lantern Hall", "year": 1868, "donor": "Port of Skerrow"},
    34: {"title": "Keeper's logbook", "room": "Keeper's Kitchen", "year": 1911, "donor": "Morag Tulloch"},
    47: {"title": "Fog bell", "room": "Signal Yard", "year": 1893, "donor": "Brae Foundry"},
}
_KEEPERS = {1890: "Angus Rennie", 1911: "Duncan Tulloch", 1935: "Effie Lorne"}
_PRICES = {"adult": 9.5, "child": 4.0, "senior": 7.25}
_SLOTS = {"2026-07-11": ["10:20", "15:40"], "2026-07-12": ["11:10"], "2026-07-18": []}


def find_exhibit(title: str) -> dict[str, Any]:
    """Looks up an exhibit by its title.

    Args:
        title: Title of the exhibit.

    Returns:
        Number, room, year of making and donor, or found False.

    Example:
        >>> find_exhibit("Fog bell")["exhibit"]
        47
    """
    for number, one in _EXHIBITS.items():
        if one["title"].lower() == title.strip().lower():
            return {"exhibit": number, **one}
    return {"found": False}


def keeper_in(year: int) -> str:
    """Names the head keeper who served in a year.

    Args:
        year: From 1890 on.

    Example:
        >>> keeper_in(1900)
        'Angus Rennie'
    """
    served = [start for start in _KEEPERS if start <= year]
    if not served:
        raise ValueError("no records before 1890")
    return _KEEPERS[max(served)]


def ticket_price(kind: Literal["adult", "child", "senior"], count: int = 1, with_tower: bool = False) -> float:
    """Works out what tickets cost.

    Args:
        kind: Type of ticket.
        count: How many of them.
        with_tower: Whether the tower climb is included, 3.50 more per ticket.

    Example:
        >>> ticket_price("child", 2)
        8.0
    """
    return round(count * (_PRICES[kind] + (3.5 if with_tower else 0)), 2)


def tower_slots(day: str) -> list[str]:
    """Lists the free tower climbs of a day.

    Args:
        day: ISO date.

    Example:
        >>> tower_slots("2026-07-12")
        ['11:10']
    """
    return _SLOTS.get(day, [])


def book_climb(day: str, time: str, people: int) -> dict[str, Any]:
    """Books a tower climb.

    Args:
        day: ISO date.
        time: Start as HH:MM.
        people: Size of the group.

    Example:
        >>> book_climb("2026-07-12", "11:10", 2)["code"]
        'LT-12-1110'
    """
    if time not in _SLOTS.get(day, []):
        raise ValueError("no such slot")
    return {"code": f"LT-{day[8:]}-{time.replace(':', '')}", "people": people}
