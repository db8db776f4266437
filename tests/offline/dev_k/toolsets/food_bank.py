"""Parcels, donations and volunteers of a food bank."""

from typing import Any, Literal

_HOUSEHOLDS: dict[int, dict[str, Any]] = {
    2206: {"surname": "Okonjo", "people": 5, "diet": "halal", "area": "Eastfield", "vouchers_left": 2},
    2231: {"surname": "Petrescu", "people": 3, "diet": "vegetarian", "area": "Millbrook", "vouchers_left": 1},
    2259: {"surname": "Dunmore", "people": 1, "diet": "any", "area": "Eastfield", "vouchers_left": 3},
}
_SHELVES: dict[str, dict[str, Any]] = {
    "rice": {"kg": 212.0, "best_before": "2027-03-31"},
    "pasta": {"kg": 148.5, "best_before": "2026-12-15"},
    "baby formula": {"kg": 9.6, "best_before": "2026-06-30"},
    "tinned tomatoes": {"kg": 331.0, "best_before": "2028-01-31"},
    "porridge oats": {"kg": 57.0, "best_before": "2026-09-10"},
}
_SESSIONS: dict[str, list[dict[str, str]]] = {
    "eastfield": [{"day": "2026-03-17", "place": "St Aidan's Hall"}, {"day": "2026-03-20", "place": "Leisure Centre"}],
    "millbrook": [{"day": "2026-03-18", "place": "Old Fire Station"}],
}
_ROTA: dict[str, list[str]] = {
    "2026-03-17": ["Wendy Achebe", "Colm Farrelly"],
    "2026-03-18": ["Ines Duarte"],
    "2026-03-20": ["Wendy Achebe", "Ines Duarte", "Bram Visser"],
}


def find_household(surname: str) -> dict[str, Any]:
    """Look a registered household up by surname."""
    for number, household in _HOUSEHOLDS.items():
        if household["surname"].casefold() == surname.strip().casefold():
            return {"household_no": number, **household}
    raise ValueError(f"no household {surname}")


def shelf_stock(item: str) -> dict[str, Any]:
    """Kilos of an item on the shelves and the earliest best-before date."""
    return {"item": item, **_SHELVES.get(item.strip().casefold(), {"status": "not stocked"})}


def sessions(area: str) -> list[dict[str, str]]:
    """Days and places at which an area's parcels are given out."""
    return _SESSIONS.get(area.strip().casefold(), [])


def volunteers_on(day: str) -> list[str]:
    """Who helps on a day (ISO format)."""
    return _ROTA.get(day, [])


def reserve_parcel(household_no: int, day: str, extras: list[str] | None = None) -> dict[str, Any]:
    """Reserve a parcel for a household to pick up on a day.

    Extras such as nappies or pet food can be put in on top.
    """
    if household_no not in _HOUSEHOLDS:
        raise ValueError(f"no household {household_no}")
    weight = 4.5 + 2.5 * _HOUSEHOLDS[household_no]["people"] + 1.5 * len(extras or [])
    return {"parcel": f"P{household_no}-{day[8:]}", "weight_kg": weight}


def log_donation(
    donor: str, item: str, kg: float, kind: Literal["private", "business", "school"] = "private"
) -> dict[str, Any]:
    """Enter a donation in the book."""
    points = {"private": 1, "business": 2, "school": 3}[kind]
    return {"receipt": f"R-{donor.split()[0][:4].upper()}-{points}{round(kg * 10):04d}", "item": item}


def days_of_supply(item: str, kg_per_day: float) -> dict[str, Any]:
    """Full days that the stock of an item lasts at a daily use."""
    if item.strip().casefold() not in _SHELVES:
        raise ValueError(f"{item} is not stocked")
    return {"item": item, "days": int(_SHELVES[item.strip().casefold()]["kg"] // kg_per_day)}
