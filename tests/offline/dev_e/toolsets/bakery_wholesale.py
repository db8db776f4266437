"""Orders and deliveries of a wholesale bakery."""

from typing import Any, Literal

Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat"]

_CUSTOMERS: dict[str, dict[str, Any]] = {
    "W104": {"name": "Café Lindqvist", "postcode": "BS3 1QT", "discount_percent": 5, "contact": "Maja"},
    "W117": {"name": "The Anchor Inn", "postcode": "BS8 4LB", "discount_percent": 0, "contact": "Rob Teague"},
    "W122": {"name": "Greenbank Primary", "postcode": "BS5 6PX", "discount_percent": 12, "contact": "Mrs Oduya"},
    "W139": {"name": "Pepper & Salt Deli", "postcode": "BS3 1QT", "discount_percent": 8, "contact": "Luca"},
}
_PRODUCTS: dict[str, dict[str, Any]] = {
    "rye sourdough": {"price": 2.9, "allergens": ["rye", "wheat"], "flour_g": 540},
    "white tin": {"price": 1.65, "allergens": ["wheat", "milk"], "flour_g": 480},
    "focaccia": {"price": 3.4, "allergens": ["wheat"], "flour_g": 620},
    "brioche bun": {"price": 0.72, "allergens": ["wheat", "milk", "egg"], "flour_g": 55},
    "walnut loaf": {"price": 3.25, "allergens": ["wheat", "walnut"], "flour_g": 510},
}
_STANDING: dict[tuple[str, str], dict[str, int]] = {
    ("W104", "mon"): {"rye sourdough": 14, "brioche bun": 48},
    ("W104", "fri"): {"rye sourdough": 22, "focaccia": 9},
    ("W117", "sat"): {"brioche bun": 96, "white tin": 18},
    ("W122", "tue"): {"white tin": 35},
    ("W139", "thu"): {"focaccia": 16, "walnut loaf": 7},
}
_ROUTES = {"BS3": ("R2", "05:50"), "BS8": ("R4", "06:35"), "BS5": ("R1", "07:10")}
_UNPAID: dict[str, list[dict[str, Any]]] = {
    "W104": [{"invoice": 20881, "amount": 143.2, "due": "2026-03-31"}],
    "W117": [
        {"invoice": 20794, "amount": 88.74, "due": "2026-02-28"},
        {"invoice": 20903, "amount": 102.3, "due": "2026-04-15"},
    ],
}


def find_customer(name: str) -> dict[str, Any]:
    """Account, postcode and contact of a customer by business name."""
    for account, customer in _CUSTOMERS.items():
        if customer["name"].casefold() == name.strip().casefold():
            return {"account": account, **customer}
    return {"name": name, "found": False}


def price_for(product: str, quantity: int, discount_percent: float = 0) -> dict[str, Any]:
    """Price of a quantity of one product, less a discount."""
    if product.casefold() not in _PRODUCTS:
        raise ValueError(f"no product {product!r}")
    unit = _PRODUCTS[product.casefold()]["price"]
    return {"product": product, "unit": unit, "total": round(unit * quantity * (100 - discount_percent) / 100, 2)}


def allergens(product: str) -> list[str]:
    """Allergens in a product."""
    if product.casefold() not in _PRODUCTS:
        raise ValueError(f"no product {product!r}")
    return _PRODUCTS[product.casefold()]["allergens"]


def standing_order(account: str, weekday: Weekday) -> dict[str, int]:
    """What an account gets every week on a given day."""
    if account not in _CUSTOMERS:
        raise ValueError(f"no account {account}")
    return _STANDING.get((account, weekday), {})


def place_order(account: str, products: list[str], quantities: list[int], weekday: Weekday) -> dict[str, Any]:
    """One-off order for a delivery day.

    Args:
        account: Account number such as W104.
        products: Product names.
        quantities: Pieces of each product, in the same order.
        weekday: Day of delivery.
    """
    if account not in _CUSTOMERS or len(products) != len(quantities):
        raise ValueError("no such account, or the lists differ in length")
    total = sum(_PRODUCTS[name.casefold()]["price"] * count for name, count in zip(products, quantities, strict=True))
    return {"order_no": f"{account}-{weekday.upper()}-{sum(quantities)}", "total": round(total, 2)}


def delivery_slot(postcode: str) -> dict[str, Any]:
    """Van route and usual arrival time for a postcode."""
    area = postcode.split()[0].upper()
    if area not in _ROUTES:
        return {"postcode": postcode, "found": False}
    return {"postcode": postcode, "route": _ROUTES[area][0], "arrives": _ROUTES[area][1]}


def unpaid_invoices(account: str) -> list[dict[str, Any]]:
    """Invoices of an account that are not settled."""
    if account not in _CUSTOMERS:
        raise ValueError(f"no account {account}")
    return _UNPAID.get(account, [])


def flour_needed(product: str, pieces: int, waste_percent: float = 3.0) -> float:
    """Kilos of flour to bake a number of pieces."""
    if product.casefold() not in _PRODUCTS:
        raise ValueError(f"no product {product!r}")
    return round(_PRODUCTS[product.casefold()]["flour_g"] * pieces / 1000 * (1 + waste_percent / 100), 2)
