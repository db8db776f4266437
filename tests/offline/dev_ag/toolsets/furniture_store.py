"""Products, stock, orders and deliveries of a furniture store."""

from typing import Any, Literal

_PRODUCTS: dict[str, dict[str, Any]] = {
    "SOF-210": {"name": "Halden", "kind": "sofa", "material": "fabric", "price_eur": 749, "colour": "slate grey"},
    "SOF-225": {"name": "Brisa", "kind": "sofa", "material": "leather", "price_eur": 1290, "colour": "cognac"},
    "SOF-231": {"name": "Odile", "kind": "sofa", "material": "fabric", "price_eur": 560, "colour": "moss green"},
    "BED-118": {"name": "Nystad", "kind": "bed", "material": "oak", "price_eur": 640, "colour": "natural"},
    "BED-126": {"name": "Calma", "kind": "bed", "material": "pine", "price_eur": 385, "colour": "white"},
    "TAB-305": {"name": "Vesper", "kind": "table", "material": "oak", "price_eur": 510, "colour": "smoked brown"},
    "TAB-309": {"name": "Pico", "kind": "table", "material": "glass", "price_eur": 295, "colour": "clear"},
    "TAB-314": {"name": "Rowan", "kind": "table", "material": "oak", "price_eur": 430, "colour": "honey"},
    "CHA-412": {"name": "Lorne", "kind": "chair", "material": "beech", "price_eur": 89, "colour": "black"},
    "CHA-418": {"name": "Tilda", "kind": "chair", "material": "oak", "price_eur": 129, "colour": "petrol blue"},
}
_WEIGHTS = {
    "SOF-210": 58.0,
    "SOF-225": 66.0,
    "SOF-231": 49.0,
    "BED-118": 71.0,
    "BED-126": 44.0,
    "TAB-305": 52.5,
    "TAB-309": 31.0,
    "TAB-314": 46.0,
    "CHA-412": 6.5,
    "CHA-418": 7.8,
}
_STOCK: dict[tuple[str, str], int] = {
    ("CHA-412", "leeds"): 38,
    ("CHA-412", "bristol"): 17,
    ("BED-126", "cardiff"): 9,
    ("TAB-314", "cardiff"): 11,
    ("TAB-305", "cardiff"): 4,
    ("TAB-309", "leeds"): 23,
}
_ORDERS: dict[str, dict[str, Any]] = {
    "OR-5521": {
        "customer_name": "Hilde Baxter",
        "product_id": "BED-118",
        "city": "Leeds",
        "status": "packed",
        "delivery_date": "2026-06-16",
    },
    "OR-5530": {
        "customer_name": "Ruben Achebe",
        "product_id": "BED-126",
        "city": "Cardiff",
        "status": "in transit",
        "delivery_date": "2026-06-19",
    },
    "OR-5538": {
        "customer_name": "Selma Orchard",
        "product_id": "CHA-418",
        "city": "Leeds",
        "status": "paid",
        "delivery_date": "2026-06-25",
    },
    "OR-5544": {
        "customer_name": "Dev Marchetti",
        "product_id": "SOF-210",
        "city": "Bristol",
        "status": "paid",
        "delivery_date": "2026-07-02",
    },
}
_DELIVERY = {"leeds": (24.0, 0.35), "bristol": (29.5, 0.4), "cardiff": (33.0, 0.5)}


def search_furniture(
    kind: Literal["sofa", "bed", "table", "chair"], material: str | None = None, max_price: float | None = None
) -> list[dict[str, Any]]:
    """Search the furniture that the store sells.

    Parameters
    ----------
    kind : str
        What sort of furniture.
    material : str, optional
        What it is made of, e.g. oak, leather.
    max_price : float, optional
        Highest price in euros.

    Returns
    -------
    list of dict
        Product id, name, material and price of each.
    """
    return [
        {"product_id": product_id, **{key: one[key] for key in ("name", "material", "price_eur")}}
        for product_id, one in _PRODUCTS.items()
        if one["kind"] == kind
        and (material is None or one["material"] == material.strip().casefold())
        and (max_price is None or one["price_eur"] <= max_price)
    ]


def get_product(product_id: str) -> dict[str, Any]:
    """Price, colour, material and weight of a product.

    Parameters
    ----------
    product_id : str
        Product number, e.g. SOF-210.

    Returns
    -------
    dict
        The product.
    """
    if product_id not in _PRODUCTS:
        raise ValueError(f"no product {product_id}")
    return {"product_id": product_id, **_PRODUCTS[product_id], "weight_kg": _WEIGHTS[product_id]}


def check_stock(product_id: str, city: str) -> dict[str, Any]:
    """Check how many pieces of a product are in stock in the store of a city.

    Parameters
    ----------
    product_id : str
        Product number, e.g. SOF-210.
    city : str
        City of the store.

    Returns
    -------
    dict
        Number of pieces in stock.
    """
    if product_id not in _PRODUCTS:
        raise ValueError(f"no product {product_id}")
    return {"product_id": product_id, "city": city, "in_stock": _STOCK.get((product_id, city.strip().casefold()), 0)}


def get_order(order_id: str) -> dict[str, Any]:
    """Status, product, city and delivery date of an order.

    Parameters
    ----------
    order_id : str
        Order number, e.g. OR-5521.

    Returns
    -------
    dict
        The order.
    """
    if order_id not in _ORDERS:
        raise ValueError(f"no order {order_id}")
    return {"order_id": order_id, **_ORDERS[order_id]}


def get_delivery_price(city: str, weight_kg: float) -> dict[str, Any]:
    """Price of a delivery to a city.

    Parameters
    ----------
    city : str
        Where it is delivered.
    weight_kg : float
        Weight of the goods in kilograms.

    Returns
    -------
    dict
        The price in euros.
    """
    if city.strip().casefold() not in _DELIVERY:
        raise ValueError(f"no deliveries to {city}")
    base, rate = _DELIVERY[city.strip().casefold()]
    return {"city": city, "delivery_price_eur": round(base + rate * weight_kg, 2)}


def order_product(product_id: str, customer_name: str, quantity: int = 1) -> dict[str, Any]:
    """Order a product for a customer.

    Parameters
    ----------
    product_id : str
        Product number, e.g. SOF-210.
    customer_name : str
        Full name of the customer.
    quantity : int
        Number of pieces.

    Returns
    -------
    dict
        The new order.
    """
    if product_id not in _PRODUCTS:
        raise ValueError(f"no product {product_id}")
    total = _PRODUCTS[product_id]["price_eur"] * quantity
    return {"order_id": f"OR-{5000 + int(product_id[4:]) * 3}", "customer_name": customer_name, "total_eur": total}


def schedule_delivery(
    order_id: str, date: str, time_slot: Literal["morning", "afternoon", "evening"] = "morning", assembly: bool = True
) -> dict[str, Any]:
    """Schedule the delivery of an order.

    Parameters
    ----------
    order_id : str
        Order number, e.g. OR-5521.
    date : str
        Day of the delivery, YYYY-MM-DD.
    time_slot : str
        Part of the day.
    assembly : bool
        With assembly of the furniture.

    Returns
    -------
    dict
        Number of the delivery.
    """
    if order_id not in _ORDERS:
        raise ValueError(f"no order {order_id}")
    number = f"DL-{order_id[-2:]}{date[8:]}{time_slot[0].upper()}"
    return {"delivery_id": number, "order_id": order_id, "date": date, "time_slot": time_slot, "assembly": assembly}
