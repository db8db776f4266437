"""A stationery shop with two branches."""

from typing import Any

_PRODUCTS: dict[str, dict[str, Any]] = {
    "FP-20": {"name": "Heron fountain pen", "price": 42.0, "stock": {"bridge street": 6, "arcade": 0}},
    "FP-35": {"name": "Sparrow fountain pen", "price": 18.5, "stock": {"bridge street": 13, "arcade": 4}},
    "NB-11": {"name": "Linen notebook", "price": 9.25, "stock": {"bridge street": 57, "arcade": 31}},
    "NB-16": {"name": "Dotted notebook", "price": 11.75, "stock": {"bridge street": 0, "arcade": 22}},
    "IN-04": {"name": "Midnight ink", "price": 7.9, "stock": {"bridge street": 19, "arcade": 8}},
    "EN-52": {"name": "Laid envelopes", "price": 5.6, "stock": {"bridge street": 85, "arcade": 140}},
}
_ORDERS: dict[int, dict[str, Any]] = {
    88102: {"state": "packed", "sku": "NB-16", "pieces": 25, "delivery": "2026-09-03"},
    88115: {"state": "shipped", "sku": "FP-20", "pieces": 2, "delivery": "2026-08-29"},
    88131: {"state": "awaiting payment", "sku": "EN-52", "pieces": 60, "delivery": "2026-09-11"},
}


def search(words: str) -> list[dict[str, Any]]:
    """Returns article number, name and price of everything whose name contains the words."""
    return [
        {"sku": sku, "name": one["name"], "price": one["price"]}
        for sku, one in _PRODUCTS.items()
        if words.strip().casefold() in one["name"].casefold()
    ]


def in_stock(sku: str, branch: str) -> int:
    """Returns how many pieces of an article a branch (Bridge Street or Arcade) has."""
    if sku not in _PRODUCTS:
        raise ValueError(f"no article {sku}")
    if branch.strip().casefold() not in _PRODUCTS[sku]["stock"]:
        raise ValueError(f"no branch {branch}")
    return _PRODUCTS[sku]["stock"][branch.strip().casefold()]


def bulk_price(sku: str, pieces: int) -> dict[str, float]:
    """Returns the total for a number of pieces after the quantity discount, and the discount in per cent."""
    if sku not in _PRODUCTS:
        raise ValueError(f"no article {sku}")
    discount = 15 if pieces >= 100 else 8 if pieces >= 20 else 0
    return {"total": round(_PRODUCTS[sku]["price"] * pieces * (100 - discount) / 100, 2), "discount": discount}


def order_info(order_no: int) -> dict[str, Any]:
    """Returns state, article number, pieces and delivery date of an order."""
    if order_no not in _ORDERS:
        return {"order_no": order_no, "error": "not found"}
    return {"order_no": order_no, **_ORDERS[order_no]}


def change_delivery(order_no: int, new_date: str, note: str | None = None) -> dict[str, Any]:
    """Moves the delivery of an order to another ISO date and returns the confirmation code."""
    if order_no not in _ORDERS:
        raise ValueError(f"no order {order_no}")
    return {"confirmation": f"CD-{order_no % 1000}-{new_date[8:]}{new_date[5:7]}", "note": note}


def set_aside(sku: str, branch: str, customer: str, pieces: int = 1) -> dict[str, Any]:
    """Sets goods aside at a branch for a customer and returns the number of the slip."""
    if sku not in _PRODUCTS:
        raise ValueError(f"no article {sku}")
    initials = "".join(word[0] for word in customer.split()).upper()
    return {"slip": f"{branch[0].upper()}{initials}-{sku[3:]}x{pieces}"}
