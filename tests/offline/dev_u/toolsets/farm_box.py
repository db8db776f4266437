"""Vegetable boxes from an organic farm, packed weekly."""

from datetime import date, timedelta
from typing import Any, Literal

_HOUSEHOLDS = [
    {"id": "HH-088", "surname": "Okonjo", "box": "medium", "day": "Tuesday", "depot": "Mill Lane"},
    {"id": "HH-114", "surname": "Brandvold", "box": "large", "day": "Thursday", "depot": "Old Dairy"},
    {"id": "HH-152", "surname": "Tremaine", "box": "small", "day": "Tuesday", "depot": "Quayside"},
    {"id": "HH-207", "surname": "Szabo", "box": "fruit", "day": "Friday", "depot": "Old Dairy"},
]
_CONTENTS = {
    ("small", 12): ["leeks", "carrots", "chard"],
    ("medium", 12): ["leeks", "carrots", "purple sprouting broccoli", "celeriac"],
    ("large", 12): ["leeks", "potatoes", "kale", "beetroot", "swede"],
    ("small", 13): ["spring onions", "potatoes", "spinach"],
    ("medium", 13): ["spring onions", "potatoes", "radishes", "savoy cabbage"],
    ("large", 13): ["spring greens", "potatoes", "parsnips", "rhubarb", "salsify"],
    ("fruit", 12): ["russet apples", "conference pears"],
    ("fruit", 13): ["blood oranges", "bramley apples"],
}
_SHOP = {
    "eggs": (3.2, "half dozen", 40),
    "honey": (7.85, "jar", 6),
    "sourdough": (4.1, "loaf", 15),
    "goat cheese": (5.45, "200 g", 9),
    "apple juice": (3.75, "bottle", 22),
}
_DEPOTS = {
    "mill lane": {"open_from": "07:30", "open_until": "19:00", "keyholder": "Pru Hanley"},
    "old dairy": {"open_from": "09:00", "open_until": "21:15", "keyholder": "Wim Decker"},
    "quayside": {"open_from": "12:00", "open_until": "18:45", "keyholder": "Asha Nair"},
}


def household(surname: str) -> dict[str, Any]:
    """Subscription of a household.

    :param surname: family name on the subscription
    """
    for one in _HOUSEHOLDS:
        if one["surname"].casefold() == surname.strip().casefold():
            return dict(one)
    return {"surname": surname, "found": False}


def box_contents(box: Literal["small", "medium", "large", "fruit"], week: int) -> list[str]:
    """What goes into a box in a calendar week.

    :param box: type of box
    :param week: ISO week number
    """
    if (box, week) not in _CONTENTS:
        raise ValueError(f"week {week} is not planned yet")
    return _CONTENTS[box, week]


def shop_item(product: str) -> dict[str, Any]:
    """Price and stock of an extra from the farm shop."""
    if product.strip().lower() not in _SHOP:
        raise ValueError(f"we do not sell {product}")
    price, unit, stock = _SHOP[product.strip().lower()]
    return {"product": product.strip().lower(), "price_eur": price, "unit": unit, "in_stock": stock}


def add_extra(household_id: str, product: str, quantity: int = 1) -> dict[str, Any]:
    """Add an extra to a household's next box.

    :param household_id: like HH-088
    :param product: name of the extra
    :param quantity: number of units
    """
    item = shop_item(product)
    if household_id.upper() not in {one["id"] for one in _HOUSEHOLDS}:
        raise ValueError(f"unknown household {household_id}")
    return {"household": household_id.upper(), "charge_eur": round(quantity * float(item["price_eur"]), 2)}


def pause_deliveries(household_id: str, start: str, weeks: int) -> dict[str, str]:
    """Suspend a subscription.

    :param household_id: like HH-088
    :param start: first day of the pause (YYYY-MM-DD)
    :param weeks: length of the pause
    """
    if household_id.upper() not in {one["id"] for one in _HOUSEHOLDS}:
        raise ValueError(f"unknown household {household_id}")
    resumes = date.fromisoformat(start) + timedelta(weeks=weeks)
    return {"household": household_id.upper(), "resumes": resumes.isoformat()}


def depot_hours(depot: str) -> dict[str, str]:
    """Opening hours and keyholder of a pick-up depot."""
    if depot.strip().lower() not in _DEPOTS:
        raise ValueError(f"no depot {depot}")
    return _DEPOTS[depot.strip().lower()]
