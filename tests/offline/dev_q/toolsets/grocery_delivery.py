"""An online grocer that delivers."""

from typing import Annotated, Any

_PRODUCTS: list[dict[str, Any]] = [
    {"product_id": "P-1101", "name": "oat milk", "brand": "Haver", "price": 2.19, "organic": True},
    {"product_id": "P-1102", "name": "oat milk", "brand": "Northfield", "price": 1.49, "organic": False},
    {"product_id": "P-1103", "name": "oat milk", "brand": "Barista Co", "price": 2.95, "organic": True},
    {"product_id": "P-1120", "name": "rye bread", "brand": "Stone Mill", "price": 3.4, "organic": True},
    {"product_id": "P-1121", "name": "rye bread", "brand": "Daily", "price": 2.1, "organic": False},
    {"product_id": "P-1140", "name": "cheddar", "brand": "Wyke", "price": 5.75, "organic": False},
    {"product_id": "P-1155", "name": "basmati rice", "brand": "Indus", "price": 4.6, "organic": False},
]
_NUTRITION = {
    "P-1101": (46, 4.0),
    "P-1102": (41, 3.1),
    "P-1103": (59, 3.4),
    "P-1120": (221, 2.7),
    "P-1121": (238, 4.4),
    "P-1140": (416, 0.1),
    "P-1155": (351, 0.3),
}
_BASKETS: dict[str, list[dict[str, Any]]] = {
    "BSK-77": [
        {"product_id": "P-1140", "name": "cheddar", "quantity": 1, "cost": 5.75},
        {"product_id": "P-1155", "name": "basmati rice", "quantity": 2, "cost": 9.2},
    ],
    "BSK-81": [{"product_id": "P-1121", "name": "rye bread", "quantity": 1, "cost": 2.1}],
}
_SLOTS: list[dict[str, Any]] = [
    {"slot_id": "SL-501", "postcode": "BS6", "date": "2026-06-12", "start": "08:00", "end": "10:00", "fee": 4.5},
    {"slot_id": "SL-502", "postcode": "BS6", "date": "2026-06-12", "start": "12:00", "end": "14:00", "fee": 2.0},
    {"slot_id": "SL-503", "postcode": "BS6", "date": "2026-06-12", "start": "18:00", "end": "20:00", "fee": 5.5},
    {"slot_id": "SL-520", "postcode": "GL4", "date": "2026-06-13", "start": "09:00", "end": "11:00", "fee": 3.25},
    {"slot_id": "SL-521", "postcode": "GL4", "date": "2026-06-13", "start": "16:00", "end": "18:00", "fee": 3.75},
]
_ORDERS: dict[str, dict[str, Any]] = {
    "G-90412": {"status": "on the way", "driver": "Wojtek", "expected_at": "17:25", "total": 48.3},
    "G-90418": {"status": "being packed", "driver": None, "expected_at": "19:10", "total": 22.85},
    "G-90399": {"status": "delivered", "driver": "Shona", "expected_at": "11:40", "total": 73.1},
}


def search_products(product: str, max_price: float | None = None, organic: bool = False) -> list[dict[str, Any]]:
    """Search groceries by product name, e.g. "soy sauce".

    Set `organic` for organic products only; `max_price` is in euros.
    """
    return [
        one
        for one in _PRODUCTS
        if one["name"] == product.strip().casefold()
        and (max_price is None or one["price"] <= max_price)
        and (one["organic"] or not organic)
    ]


def get_nutrition(product_id: Annotated[str, "Product number, e.g. P-1000"]) -> dict[str, Any]:
    """Calories and sugar in 100 g of a product."""
    if product_id not in _NUTRITION:
        raise ValueError(f"no product {product_id}")
    calories, sugar = _NUTRITION[product_id]
    return {"product_id": product_id, "calories": calories, "sugar_g": sugar}


def get_basket(basket_id: Annotated[str, "Basket number, e.g. BSK-10"]) -> list[dict[str, Any]]:
    """List the items in a shopping basket, with quantity and cost."""
    if basket_id not in _BASKETS:
        raise ValueError(f"no basket {basket_id}")
    return _BASKETS[basket_id]


def add_to_basket(
    basket_id: Annotated[str, "Basket number, e.g. BSK-10"],
    product_id: Annotated[str, "Product number, e.g. P-1000"],
    quantity: Annotated[int, "How many pieces"] = 1,
) -> dict[str, Any]:
    """Add a product to a shopping basket."""
    if basket_id not in _BASKETS:
        raise ValueError(f"no basket {basket_id}")
    for one in _PRODUCTS:
        if one["product_id"] == product_id:
            cost = round(one["price"] * quantity, 2)
            return {"line": f"{basket_id}/{product_id}", "added": one["name"], "quantity": quantity, "line_cost": cost}
    raise ValueError(f"no product {product_id}")


def list_delivery_slots(
    postcode: Annotated[str, "First half of the postcode, e.g. EX2"], date: Annotated[str, "YYYY-MM-DD"]
) -> list[dict[str, Any]]:
    """List the free delivery slots for a postcode on a day, with their fee."""
    return [one for one in _SLOTS if one["postcode"] == postcode.strip().upper() and one["date"] == date]


def reserve_slot(
    slot_id: Annotated[str, "Slot number, e.g. SL-100"], basket_id: Annotated[str, "Basket number, e.g. BSK-10"]
) -> dict[str, Any]:
    """Reserve a delivery slot for a basket."""
    if basket_id not in _BASKETS or slot_id not in {one["slot_id"] for one in _SLOTS}:
        raise ValueError("unknown slot or basket")
    return {"reservation": f"RSV-{slot_id[3:]}-{basket_id[4:]}", "slot_id": slot_id}


def track_order(order_id: Annotated[str, "Order number, e.g. G-90000"]) -> dict[str, Any]:
    """Status, driver and expected arrival time of a grocery order."""
    if order_id not in _ORDERS:
        return {"order_id": order_id, "status": "unknown order"}
    return {"order_id": order_id, **_ORDERS[order_id]}
