"""Products, orders and parcels of a sports shop."""

from typing import Any, Literal

_PRODUCTS: list[dict[str, Any]] = [
    {"product_id": "SP-510", "name": "Trail Fox", "category": "shoes", "price": 119.0, "rating": 4.6, "stock": 14},
    {"product_id": "SP-511", "name": "City Hare", "category": "shoes", "price": 74.0, "rating": 4.1, "stock": 33},
    {"product_id": "SP-520", "name": "Summit 2", "category": "tents", "price": 289.0, "rating": 4.8, "stock": 5},
    {"product_id": "SP-521", "name": "Meadow 4", "category": "tents", "price": 199.0, "rating": 4.3, "stock": 8},
    {"product_id": "SP-540", "name": "Spin Pro", "category": "rackets", "price": 159.0, "rating": 4.4, "stock": 0},
]
_ORDERS: dict[str, dict[str, Any]] = {
    "B-1042": {"customer": "Alice Meyer", "parcel_id": "TRK-55", "total": 148.9, "city": "Bergen", "state": "shipped"},
    "B-1043": {"customer": "Ned Park", "parcel_id": "TRK-58", "total": 289.0, "city": "Graz", "state": "packed"},
    "B-1050": {"customer": "Alice Meyer", "parcel_id": "TRK-61", "total": 74.0, "city": "Bergen", "state": "shipped"},
}
_PARCELS = {
    "TRK-55": {"place": "Stavanger depot", "arrival_date": "2026-02-19"},
    "TRK-58": {"place": "Linz hub", "arrival_date": "2026-02-23"},
    "TRK-61": {"place": "customs", "arrival_date": "2026-03-02"},
}


def search_products(
    category: Literal["shoes", "tents", "rackets"], max_price: float | None = None, min_rating: float | None = None
) -> list[dict[str, Any]]:
    """Search the products of the shop in a category.

    :param category: one of shoes, tents, rackets
    :param max_price: highest price in euros
    :param min_rating: lowest rating in stars
    """
    return [
        p
        for p in _PRODUCTS
        if p["category"] == category
        and (max_price is None or p["price"] <= max_price)
        and (min_rating is None or p["rating"] >= min_rating)
    ]


def get_order(order_id: str) -> dict[str, Any]:
    """Customer, total, parcel, city and state of an order.

    :param order_id: e.g. B-1000
    """
    if order_id not in _ORDERS:
        raise ValueError(f"order {order_id} not found")
    return {"order_id": order_id, **_ORDERS[order_id]}


def list_orders(customer: str) -> list[dict[str, Any]]:
    """List the orders of a customer.

    :param customer: full name of the customer
    """
    return [{"order_id": k, **v} for k, v in _ORDERS.items() if v["customer"].casefold() == customer.casefold()]


def track_parcel(parcel_id: str) -> dict[str, Any]:
    """Track a parcel: where it is and its arrival date.

    :param parcel_id: e.g. TRK-10
    """
    if parcel_id not in _PARCELS:
        raise ValueError(f"parcel {parcel_id} not found")
    return {"parcel_id": parcel_id, **_PARCELS[parcel_id]}


def refund_order(order_id: str, reason: str = "") -> dict[str, Any]:
    """Refund an order.

    :param order_id: e.g. B-1000
    :param reason: why
    """
    if order_id not in _ORDERS:
        raise ValueError(f"order {order_id} not found")
    return {"refund_id": f"RF-{order_id[2:]}", "amount": _ORDERS[order_id]["total"], "reason": reason}


def reserve_product(product_id: str, quantity: int = 1) -> dict[str, Any]:
    """Reserve a product in the shop.

    :param product_id: e.g. SP-500
    :param quantity: number of pieces
    """
    return {"reservation_id": f"RS{product_id[3:]}x{quantity}", "product_id": product_id}
