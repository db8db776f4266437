"""Equipment store of a fire brigade."""

from typing import Any, Literal

_ITEMS: dict[str, dict[str, Any]] = {
    "HS-070": {"name": "delivery hose", "shelf": "A3", "in_stock": 41, "last": "2026-01-19", "next_due": "2027-01-19"},
    "BA-112": {"name": "breathing set", "shelf": "C1", "in_stock": 9, "last": "2026-02-11", "next_due": "2026-08-11"},
    "LD-009": {"name": "roof ladder", "shelf": "Yard 2", "in_stock": 3, "last": "2025-11-04", "next_due": "2026-05-04"},
    "HL-230": {"name": "helmet", "shelf": "D6", "in_stock": 27, "last": "2025-09-30", "next_due": "2026-09-30"},
}
_HELD = {
    ("harbour", "hose"): 18,
    ("harbour", "breathing"): 12,
    ("northgate", "hose"): 22,
    ("northgate", "ladder"): 5,
    ("mill lane", "breathing"): 8,
    ("mill lane", "clothing"): 36,
}


def find_item(name: str) -> dict[str, Any]:
    """Look up an item of kit by what it is called, e.g. "foam branch"."""
    for code, item in _ITEMS.items():
        if item["name"] == name.strip().casefold():
            return {"code": code, "shelf": item["shelf"], "in_stock": item["in_stock"]}
    raise ValueError(f"no item called {name}")


def inspection(code: str) -> dict[str, str]:
    """Last and next inspection of an item.

    Args:
        code: Item code, e.g. "PM-044".
    """
    if code not in _ITEMS:
        raise ValueError(f"no item {code}")
    return {"code": code, "last": _ITEMS[code]["last"], "next_due": _ITEMS[code]["next_due"]}


def station_holding(station: str, category: Literal["hose", "breathing", "ladder", "clothing"]) -> int:
    """How many pieces of a category a station holds."""
    return _HELD.get((station.strip().casefold(), category), 0)


def issue(code: str, quantity: int, station: str) -> dict[str, Any]:
    """Issue kit from the store to a station.

    Args:
        code: Item code, e.g. "PM-044".
        quantity: Pieces.
        station: Name of the station.
    """
    if code not in _ITEMS:
        raise ValueError(f"no item {code}")
    return {"slip": f"IS-{code[:2]}{quantity:03d}{station[0].upper()}", "left": _ITEMS[code]["in_stock"] - quantity}


def reorder(code: str, quantity: int, urgent: bool = False) -> dict[str, Any]:
    """Order more of an item from the supplier; urgent orders cost extra."""
    if code not in _ITEMS:
        raise ValueError(f"no item {code}")
    return {"order": f"PO-{code[3:]}-{quantity}", "days": 3 if urgent else 16}
