"""Order desk of a pizza delivery."""

from typing import Any, Literal

Size = Literal["small", "medium", "large"]

_MENU: dict[str, dict[str, Any]] = {
    "margherita": {"small": 7.2, "medium": 9.4, "large": 12.1, "allergens": ["gluten", "milk"], "kcal": 790},
    "diavola": {"small": 8.6, "medium": 10.9, "large": 13.8, "allergens": ["gluten", "milk", "celery"], "kcal": 930},
    "quattro stagioni": {"small": 9.1, "medium": 11.5, "large": 14.6, "allergens": ["gluten", "milk"], "kcal": 885},
    "marinara": {"small": 6.3, "medium": 8.2, "large": 10.7, "allergens": ["gluten"], "kcal": 640},
    "gamberetti": {
        "small": 10.4,
        "medium": 12.9,
        "large": 16.2,
        "allergens": ["gluten", "milk", "shellfish"],
        "kcal": 845,
    },
}
_AREAS: dict[str, dict[str, Any]] = {
    "4051": {"district": "Castle Hill", "minutes": 25, "fee": 1.5, "minimum": 12},
    "4056": {"district": "Northfield", "minutes": 38, "fee": 2.75, "minimum": 18},
    "4058": {"district": "Riverbank", "minutes": 47, "fee": 3.9, "minimum": 24},
}
_CUSTOMERS: dict[str, dict[str, Any]] = {
    "555-0161": {"customer_id": 903, "name": "Nadia Ferrante", "postcode": "4056", "points": 140, "last_order": 61877},
    "555-0184": {"customer_id": 917, "name": "Joel Abernathy", "postcode": "4051", "points": 65, "last_order": 61902},
    "555-0190": {"customer_id": 926, "name": "Priya Raman", "postcode": "4058", "points": 310, "last_order": 61911},
}
_ORDERS: dict[int, dict[str, Any]] = {
    61877: {"state": "delivered", "driver": "Kofi", "total": 31.4, "expected": "19:05"},
    61902: {"state": "in the oven", "driver": None, "total": 22.6, "expected": "20:40"},
    61911: {"state": "on the road", "driver": "Lena", "total": 45.95, "expected": "20:25"},
}


def pizza_info(pizza: str) -> dict[str, Any]:
    """Allergens and calories of a pizza.

    Args:
        pizza: Name on the menu.
    """
    if pizza.strip().lower() not in _MENU:
        return {"pizza": pizza, "on_menu": False}
    entry = _MENU[pizza.strip().lower()]
    return {"pizza": pizza, "on_menu": True, "allergens": entry["allergens"], "kcal": entry["kcal"]}


def pizza_price(pizza: str, size: Size = "medium", extra_cheese: bool = False) -> float:
    """Price of one pizza in euros.

    Args:
        pizza: Name on the menu.
        size: Size of the pizza.
        extra_cheese: Adds 1.30 euros.
    """
    if pizza.strip().lower() not in _MENU:
        raise ValueError(f"{pizza} is not on the menu")
    return round(_MENU[pizza.strip().lower()][size] + (1.3 if extra_cheese else 0), 2)


def delivery_area(postcode: str) -> dict[str, Any]:
    """District, usual minutes, delivery fee and smallest order for a postcode.

    Args:
        postcode: Four digits.
    """
    if postcode.strip() not in _AREAS:
        return {"postcode": postcode, "served": False}
    return {"postcode": postcode, "served": True, **_AREAS[postcode.strip()]}


def customer_by_phone(phone: str) -> dict[str, Any]:
    """Look a customer up: id, name, postcode, loyalty points and number of the latest order.

    Args:
        phone: Telephone number in the form 555-0100.
    """
    if phone.strip() not in _CUSTOMERS:
        raise ValueError(f"no customer with the number {phone}")
    return _CUSTOMERS[phone.strip()]


def order_state(order_no: int) -> dict[str, Any]:
    """How far an order is, who drives, what it costs and when it is expected.

    Args:
        order_no: Five-digit number of the order.
    """
    if order_no not in _ORDERS:
        raise ValueError(f"no order {order_no}")
    return {"order_no": order_no, **_ORDERS[order_no]}


def place_order(
    customer_id: int, pizzas: list[str], size: Size = "medium", deliver_at: str | None = None
) -> dict[str, Any]:
    """Place an order; all the pizzas have the same size.

    Args:
        customer_id: Id of the customer.
        pizzas: Names on the menu, one entry for each pizza.
        size: Size of the pizzas.
        deliver_at: Wanted time, HH:MM. As soon as possible if left out.

    Returns:
        Number of the new order and the total in euros without the delivery fee.
    """
    unknown = [one for one in pizzas if one.strip().lower() not in _MENU]
    if unknown:
        raise ValueError(f"not on the menu: {unknown}")
    total = round(sum(_MENU[one.strip().lower()][size] for one in pizzas), 2)
    return {"order_no": 62000 + customer_id + len(pizzas), "total": total, "deliver_at": deliver_at or "soonest"}


def redeem_points(customer_id: int, points: int) -> dict[str, Any]:
    """Turn loyalty points of a customer into a voucher; ten points are worth 0.80 euros.

    Args:
        customer_id: Id of the customer.
        points: How many points to use.
    """
    for customer in _CUSTOMERS.values():
        if customer["customer_id"] == customer_id:
            if points > customer["points"]:
                raise ValueError("not enough points")
            return {"voucher": f"PZ{customer_id}-{points}", "euros": round(points * 0.08, 2)}
    raise ValueError(f"no customer {customer_id}")
