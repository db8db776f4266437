"""Orders, flowers and deliveries of a florist."""

from typing import Any, Literal

_FLOWERS: dict[str, dict[str, Any]] = {
    "peony": {"price": 4.2, "stems": 64, "season": "May to June"},
    "ranunculus": {"price": 2.35, "stems": 118, "season": "March to May"},
    "dahlia": {"price": 3.1, "stems": 0, "season": "August to October"},
    "eucalyptus": {"price": 1.45, "stems": 210, "season": "all year"},
}
_ORDERS: dict[str, dict[str, Any]] = {
    "F-3301": {"customer": "Nora Beckett", "bouquet": "Morning Haze", "total": 58.5, "van": "V2"},
    "F-3306": {"customer": "Luca Ferri", "bouquet": "Wild Hedge", "total": 74.0, "van": "V1"},
    "F-3312": {"customer": "Sadia Malik", "bouquet": "White Hour", "total": 112.75, "van": "V2"},
}
_VANS: dict[str, dict[str, Any]] = {
    "V1": {"driver": "Rory Blake", "leaves": "08:40", "stops": 7},
    "V2": {"driver": "Hana Sato", "leaves": "10:25", "stops": 13},
}
_BOUQUETS: dict[str, dict[str, Any]] = {
    "morning haze": {"main_flower": "ranunculus", "stems": 22, "vase": "glass"},
    "wild hedge": {"main_flower": "dahlia", "stems": 31, "vase": "zinc"},
    "white hour": {"main_flower": "peony", "stems": 40, "vase": "ceramic"},
}


def flower_info(flower: str) -> dict[str, Any]:
    """Return price per stem, stems in stock and season of a flower.

    Args:
        flower: Name of the flower in the singular, e.g. "tulip".
    """
    if flower.strip().casefold() not in _FLOWERS:
        raise LookupError(f"unknown flower {flower!r}")
    return {"flower": flower, **_FLOWERS[flower.strip().casefold()]}


def find_order(customer: str) -> dict[str, Any]:
    """Find the open order of a customer.

    Args:
        customer: The customer's full name.

    Returns:
        Order number, bouquet, total in euros and the van that delivers it.
    """
    for order_id, order in _ORDERS.items():
        if order["customer"].casefold() == customer.strip().casefold():
            return {"order_id": order_id, **order}
    raise LookupError(f"no order for {customer!r}")


def van_round(van: str) -> dict[str, Any]:
    """Return the driver, departure time and number of stops of a delivery van.

    Args:
        van: Code of the van, e.g. "V3".
    """
    if van.strip().upper() not in _VANS:
        raise LookupError(f"unknown van {van!r}")
    return {"van": van.strip().upper(), **_VANS[van.strip().upper()]}


def bouquet_contents(bouquet: str) -> dict[str, Any]:
    """Describe a bouquet from the catalogue: main flower, number of stems and vase."""
    if bouquet.strip().casefold() not in _BOUQUETS:
        raise LookupError(f"unknown bouquet {bouquet!r}")
    return {"bouquet": bouquet, **_BOUQUETS[bouquet.strip().casefold()]}


def delivery_charge(distance_km: float, slot: Literal["morning", "afternoon", "evening"]) -> dict[str, Any]:
    """Calculate what a delivery costs.

    Args:
        distance_km: Distance from the shop in kilometres.
        slot: Part of the day.

    Returns:
        The charge in euros.
    """
    base = {"morning": 3.5, "afternoon": 2.5, "evening": 5.0}[slot.strip().casefold()]
    return {"slot": slot, "charge": round(base + 0.8 * distance_km, 2)}


def refund_order(order_id: str, percent: int = 100) -> dict[str, Any]:
    """Refund an order, in full or in part.

    Args:
        order_id: Order number, e.g. "F-3000".
        percent: Percentage of the total to pay back.

    Returns:
        The amount refunded in euros.
    """
    if order_id.strip().upper() not in _ORDERS:
        raise LookupError(f"unknown order {order_id!r}")
    total = _ORDERS[order_id.strip().upper()]["total"]
    return {"order_id": order_id.strip().upper(), "refunded": round(total * percent / 100, 2)}
