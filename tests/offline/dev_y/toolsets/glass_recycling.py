"""Loads, furnaces and sales of a glass recycling plant."""

from typing import Any, Literal

_LOADS: dict[str, dict[str, Any]] = {
    "LD-3301": {"supplier": "Harwick Council", "colour": "green", "tonnes": 18.4, "bay": "B2"},
    "LD-3302": {"supplier": "Brightwell Bottling", "colour": "clear", "tonnes": 22.1, "bay": "B5"},
    "LD-3303": {"supplier": "Orme Pubs", "colour": "brown", "tonnes": 9.7, "bay": "B1"},
}
_SUPPLIERS: dict[str, dict[str, Any]] = {
    "harwick council": {"contact": "Della Moss", "phone": "0155 720 114", "rating": "silver"},
    "brightwell bottling": {"contact": "Ivo Tench", "phone": "0155 720 388", "rating": "gold"},
    "orme pubs": {"contact": "Sunita Rao", "phone": "0155 720 903", "rating": "bronze"},
}
_STOCK = {"clear": 412.0, "green": 267.5, "brown": 138.0}
_PRICE = {"clear": 74.0, "green": 41.5, "brown": 52.0}


def get_load(load_id: str) -> dict[str, Any]:
    """Look up a delivered load of glass by its id."""
    if load_id not in _LOADS:
        raise ValueError(f"unknown load {load_id}")
    return {"load_id": load_id, **_LOADS[load_id]}


def supplier_details(supplier: str) -> dict[str, Any]:
    """Contact person, phone number and quality rating of a supplier."""
    key = supplier.strip().casefold()
    if key not in _SUPPLIERS:
        raise ValueError(f"unknown supplier {supplier}")
    return _SUPPLIERS[key]


def cullet_stock(colour: Literal["clear", "green", "brown"]) -> float:
    """Tonnes of crushed glass of one colour now in the yard."""
    return _STOCK[colour]


def quote_sale(colour: Literal["clear", "green", "brown"], tonnes: float, delivered: bool = False) -> dict[str, Any]:
    """Price a sale of crushed glass.

    Args:
        colour: Colour of the glass.
        tonnes: Quantity.
        delivered: Whether we bring it to the customer.
    """
    return {"goods": tonnes * _PRICE[colour], "haulage": tonnes * 6.0 if delivered else 0.0}


def reject_load(load_id: str, reason: Literal["ceramics", "metal", "wrong_colour", "wet"]) -> str:
    """Turn a load away and return the number of the rejection note.

    Args:
        load_id: Such as LD-3301.
        reason: What is wrong with it.
    """
    return f"RJ{get_load(load_id)['load_id'][3:]}-{reason[0].upper()}"
