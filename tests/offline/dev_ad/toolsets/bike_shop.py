"""Bikes for sale, customers, repairs and spare parts of a bike shop."""

from typing import Any, Literal

_BIKES: list[dict[str, Any]] = [
    {"bike_id": "BK-201", "model": "Harrier", "kind": "road", "price_eur": 1490, "weight_kg": 8.4},
    {"bike_id": "BK-202", "model": "Kestrel", "kind": "road", "price_eur": 2150, "weight_kg": 7.6},
    {"bike_id": "BK-210", "model": "Boulder", "kind": "mountain", "price_eur": 1180, "weight_kg": 13.1},
    {"bike_id": "BK-211", "model": "Ridgeback", "kind": "mountain", "price_eur": 1745, "weight_kg": 12.2},
    {"bike_id": "BK-230", "model": "Packhorse", "kind": "cargo", "price_eur": 3890, "weight_kg": 31.5},
]
_CUSTOMERS = {
    "Irene Falk": {"customer_id": "C-77", "phone": "555-0142", "city": "Leiden"},
    "Tom Okafor": {"customer_id": "C-81", "phone": "555-0177", "city": "Delft"},
}
_REPAIRS: dict[str, list[dict[str, Any]]] = {
    "C-77": [
        {"repair_id": "R-515", "work": "brake cable", "status": "waiting", "cost_eur": 38},
        {"repair_id": "R-498", "work": "new chain", "status": "done", "cost_eur": 64},
    ],
    "C-81": [{"repair_id": "R-520", "work": "rear wheel", "status": "waiting", "cost_eur": 112}],
}
_PARTS = {"P-3301": ("inner tube", 46, 7.5), "P-3317": ("brake pads", 12, 18.9), "P-3342": ("saddle", 0, 54.0)}


def search_bikes(kind: Literal["road", "mountain", "cargo"], max_price: float | None = None) -> list[dict[str, Any]]:
    """Bikes for sale in the shop.

    Args:
        kind: Kind of bike, one of road, mountain, cargo.
        max_price: Highest price in euros.
    """
    return [b for b in _BIKES if b["kind"] == kind and (max_price is None or b["price_eur"] <= max_price)]


def get_customer(customer_name: str) -> dict[str, Any]:
    """Look up a customer by name.

    Args:
        customer_name: Full name of the customer.

    Returns:
        Customer id, phone number and city.
    """
    if customer_name not in _CUSTOMERS:
        raise ValueError(f"no customer {customer_name!r}")
    return {"name": customer_name, **_CUSTOMERS[customer_name]}


def list_repairs(customer_id: str) -> list[dict[str, Any]]:
    """List the repairs of a customer with their status and cost.

    Args:
        customer_id: Customer id, e.g. C-12.
    """
    if customer_id not in _REPAIRS:
        raise ValueError(f"no customer {customer_id!r}")
    return _REPAIRS[customer_id]


def check_part_stock(part_id: str) -> dict[str, Any]:
    """Check how many pieces of a spare part are in stock, and its price.

    Args:
        part_id: Number of the part, e.g. P-1234.
    """
    if part_id not in _PARTS:
        raise ValueError(f"no part {part_id!r}")
    name, stock, price = _PARTS[part_id]
    return {"part_id": part_id, "name": name, "in_stock": stock, "price_eur": price}


def order_part(part_id: str, quantity: int = 1) -> dict[str, Any]:
    """Order a spare part from the wholesaler.

    Args:
        part_id: Number of the part, e.g. P-1234.
        quantity: How many pieces.
    """
    if part_id not in _PARTS:
        raise ValueError(f"no part {part_id!r}")
    return {"order_id": f"PO-{part_id[2:]}-{quantity}", "state": "ordered"}


def reserve_test_ride(bike_id: str, date: str, time: str) -> dict[str, Any]:
    """Reserve a test ride on a bike.

    Args:
        bike_id: The bike, e.g. BK-100.
        date: Day of the ride, YYYY-MM-DD.
        time: Start, HH:MM.
    """
    if bike_id not in {b["bike_id"] for b in _BIKES}:
        raise ValueError(f"no bike {bike_id!r}")
    return {"ride_id": f"TR-{bike_id[3:]}{date[8:]}", "bike_id": bike_id, "date": date, "time": time}
