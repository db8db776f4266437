"""Tyres, fitting and storage at a tyre dealer."""

from typing import Any, Literal

_TYRES = {
    "NR-Ice4": {"brand": "Norrland", "season": "winter", "size": "205/55R16", "price": 92.5, "stock": 14},
    "CL-Sun2": {"brand": "Calida", "season": "summer", "size": "205/55R16", "price": 78.0, "stock": 6},
    "NR-All": {"brand": "Norrland", "season": "all", "size": "195/65R15", "price": 84.0, "stock": 22},
    "KT-Snow": {"brand": "Kettu", "season": "winter", "size": "195/65R15", "price": 71.0, "stock": 3},
}
_CARS = {
    "KR 4471": {"owner": "Wanda Pruitt", "model": "Skoda Octavia", "size": "205/55R16", "storage_slot": "H-22"},
    "BT 9086": {"owner": "Emeka Stone", "model": "Toyota Corolla", "size": "195/65R15", "storage_slot": None},
    "LM 1530": {"owner": "Gil Navarro", "model": "VW Golf", "size": "205/55R16", "storage_slot": "C-05"},
}
_SLOTS = {
    "H-22": {"tread_mm": 4.6, "stored_since": "2025-10-18"},
    "C-05": {"tread_mm": 2.9, "stored_since": "2025-11-03"},
}


def car_lookup(plate: str) -> dict[str, Any]:
    """Customer car by number plate: owner, model, tyre size, storage slot."""
    if plate.upper() not in _CARS:
        raise ValueError(f"plate {plate} not on file")
    return _CARS[plate.upper()]


def tyres_in_size(size: str, season: Literal["summer", "winter", "all"]) -> list[dict[str, Any]]:
    """Tyres we sell in a size for a season.

    Args:
        size: As printed on the tyre, such as 205/55R16.
        season: Kind of tyre.
    """
    return [{"sku": k, **v} for k, v in _TYRES.items() if v["size"] == size and v["season"] == season]


def stored_wheels(slot: str) -> dict[str, Any]:
    """Tread depth and date of storage of the wheels in a storage slot."""
    if slot not in _SLOTS:
        raise ValueError(f"slot {slot} is empty")
    return _SLOTS[slot]


def fitting_price(wheels: int, balancing: bool = True, run_flat: bool = False) -> float:
    """What fitting costs.

    Args:
        wheels: Number of wheels.
        balancing: With balancing.
        run_flat: Surcharge for run-flat tyres.
    """
    return wheels * (12.5 + 6.0 * balancing + 8.0 * run_flat)


def order_tyres(sku: str, quantity: int = 4) -> dict[str, Any]:
    """Order tyres by SKU."""
    if sku not in _TYRES:
        raise ValueError(f"unknown sku {sku}")
    return {"order": f"TO-{sku[:2]}{quantity:02d}", "total": _TYRES[sku]["price"] * quantity}


def book_bay(plate: str, day: str, time: str) -> str:
    """Book a fitting bay for a car; returns the bay ticket.

    Args:
        plate: Number plate.
        day: YYYY-MM-DD.
        time: HH:MM, 24 hours.
    """
    car_lookup(plate)
    return f"BAY-{plate[-4:]}-{day[8:]}{time[:2]}"
