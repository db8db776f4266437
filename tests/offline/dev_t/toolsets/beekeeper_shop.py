"""A shop for beekeepers: articles, stock, orders and parcels."""

from typing import Any, Literal

_ARTICLES: dict[str, dict[str, Any]] = {
    "HV-101": {"name": "Dadant hive", "price": 138.0, "weight_kg": 14.5, "unit": "piece"},
    "HV-115": {"name": "Nucleus box", "price": 46.9, "weight_kg": 4.2, "unit": "piece"},
    "SM-020": {"name": "Copper smoker", "price": 39.5, "weight_kg": 0.9, "unit": "piece"},
    "WX-300": {"name": "Wax foundation", "price": 17.8, "weight_kg": 1.1, "unit": "pack of 10"},
    "FD-410": {"name": "Fondant", "price": 12.6, "weight_kg": 5.0, "unit": "5 kg box"},
    "CL-055": {"name": "Veil jacket", "price": 64.0, "weight_kg": 0.8, "unit": "piece"},
}
_STOCK = {
    ("HV-101", "Ludlow"): 3,
    ("HV-101", "Hexham"): 0,
    ("HV-115", "Ludlow"): 8,
    ("HV-115", "Hexham"): 21,
    ("SM-020", "Ludlow"): 6,
    ("SM-020", "Hexham"): 13,
    ("WX-300", "Ludlow"): 44,
    ("WX-300", "Hexham"): 27,
    ("FD-410", "Ludlow"): 0,
    ("FD-410", "Hexham"): 19,
    ("CL-055", "Ludlow"): 5,
    ("CL-055", "Hexham"): 2,
}
_RESTOCK = {"HV-101": "2026-04-23", "FD-410": "2026-04-16"}
_CUSTOMERS = {
    2207: {"name": "Gwen Ashdown", "club": "Teme Valley Beekeepers", "discount_percent": 8, "country": "GB"},
    2315: {"name": "Matteo Ferrini", "club": None, "discount_percent": 0, "country": "IT"},
    2348: {"name": "Orla Keane", "club": "Clare Apiarists", "discount_percent": 5, "country": "IE"},
}
_SHIPPING = {"GB": (4.5, 0.6), "IE": (9.0, 1.1), "IT": (13.5, 1.8)}


def find_article(name: str) -> dict[str, Any]:
    """Find an article in the catalogue.

    Args:
        name (str): Name in the catalogue, singular, e.g. "Copper smoker".

    Returns:
        dict: article_no, price in pounds, weight in kilograms and unit of sale.
    """
    for article_no, article in _ARTICLES.items():
        if article["name"].lower() == name.strip().lower():
            return {"article_no": article_no, **article}
    raise ValueError(f"nothing called {name!r} in the catalogue")


def stock(article_no: str, branch: Literal["Ludlow", "Hexham"]) -> dict[str, Any]:
    """Pieces of an article in a branch.

    Args:
        article_no (str): Two letters, hyphen, three digits, e.g. "SM-020".
        branch (str): The branch to look in.

    Returns:
        dict: Number in stock and, if there are none left, the day of the next delivery.
    """
    if article_no not in _ARTICLES:
        raise ValueError(f"no article {article_no!r}")
    pieces = _STOCK[article_no, branch]
    return {"in_stock": pieces, "next_delivery": None if pieces else _RESTOCK.get(article_no)}


def customer(customer_no: int) -> dict[str, Any]:
    """Name, club, discount in per cent and country of a customer.

    Args:
        customer_no (int): Four digits, e.g. 2207.
    """
    if customer_no not in _CUSTOMERS:
        raise ValueError(f"no customer {customer_no}")
    return {"customer_no": customer_no, **_CUSTOMERS[customer_no]}


def price(article_no: str, quantity: int = 1, discount_percent: float = 0) -> float:
    """Price in pounds of a number of units of an article.

    Args:
        article_no (str): Two letters, hyphen, three digits, e.g. "SM-020".
        quantity (int): Units wanted, e.g. 4.
        discount_percent (float): Discount to take off, e.g. 5 for 5 %.
    """
    if article_no not in _ARTICLES:
        raise ValueError(f"no article {article_no!r}")
    return round(_ARTICLES[article_no]["price"] * quantity * (100 - discount_percent) / 100, 2)


def shipping_cost(weight_kg: float, country: Literal["GB", "IE", "IT"] = "GB", insured: bool = False) -> float:
    """Cost in pounds of sending a parcel.

    Args:
        weight_kg (float): Weight in kilograms, e.g. 2.4.
        country (str): Two-letter code of the country it goes to: GB (United Kingdom), IE (Ireland) or IT (Italy).
        insured (bool): With insurance, 3.20 more.
    """
    base, per_kg = _SHIPPING[country]
    return round(base + per_kg * weight_kg + (3.2 if insured else 0), 2)


def place_order(
    customer_no: int,
    article_no: str,
    quantity: int = 1,
    delivery: Literal["parcel", "collect_ludlow", "collect_hexham"] = "parcel",
    note: str = "",
) -> dict[str, Any]:
    """Place an order for a customer.

    Args:
        customer_no (int): Four digits, e.g. 2207.
        article_no (str): Two letters, hyphen, three digits, e.g. "SM-020".
        quantity (int): Units wanted.
        delivery (str): Sent as a parcel or collected in a branch.
        note (str): Words for the packer, may be empty.

    Returns:
        dict: Order number.
    """
    if customer_no not in _CUSTOMERS or article_no not in _ARTICLES:
        raise ValueError("unknown customer or article")
    return {"order_no": f"BK{customer_no}{article_no[:2]}{quantity:02d}", "delivery": delivery, "status": "accepted"}
