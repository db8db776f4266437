"""A bakery with cakes to order."""

from typing import Any, Literal

_CAKES: list[dict[str, Any]] = [
    {"cake_id": "CK-11", "name": "Forest Crown", "flavour": "chocolate", "portions": 12, "price": 39.0},
    {"cake_id": "CK-12", "name": "Midnight Square", "flavour": "chocolate", "portions": 8, "price": 27.5},
    {"cake_id": "CK-15", "name": "Sunny Ring", "flavour": "lemon", "portions": 10, "price": 24.0},
    {"cake_id": "CK-16", "name": "Amalfi Tower", "flavour": "lemon", "portions": 24, "price": 71.0},
    {"cake_id": "CK-19", "name": "Hazel Log", "flavour": "nut", "portions": 9, "price": 33.0},
]
_ALLERGENS = {"CK-11": ["gluten", "milk"], "CK-15": ["gluten", "egg"], "CK-19": ["hazelnut", "milk"]}
_BREAD = {"sourdough": (4.8, 750), "spelt": (5.2, 600), "rye": (4.4, 1000)}
_HOURS = {
    ("Harbour Street", "saturday"): ("06:30", "14:00"),
    ("Harbour Street", "sunday"): ("07:30", "11:15"),
    ("Mill Lane", "saturday"): ("07:00", "13:00"),
    ("Mill Lane", "sunday"): ("08:00", "11:45"),
}


def search_cakes(
    flavour: Literal["chocolate", "lemon", "nut"], min_portions: int | None = None, max_price: float | None = None
) -> list[dict[str, Any]]:
    """Search the cakes by flavour.

    :param flavour: one of chocolate, lemon, nut
    :param min_portions: least number of portions
    :param max_price: highest price in euros
    """
    return [
        cake
        for cake in _CAKES
        if cake["flavour"] == flavour
        and (min_portions is None or cake["portions"] >= min_portions)
        and (max_price is None or cake["price"] <= max_price)
    ]


def list_allergens(cake_id: str) -> dict[str, Any]:
    """List the allergens in a cake.

    :param cake_id: number of the cake, e.g. CK-10
    """
    if cake_id not in {cake["cake_id"] for cake in _CAKES}:
        raise ValueError(f"no cake {cake_id}")
    return {"cake_id": cake_id, "allergens": _ALLERGENS.get(cake_id, ["gluten", "soya"])}


def order_cake(cake_id: str, pickup_date: str, customer_name: str, inscription: str = "") -> dict[str, Any]:
    """Order a cake for a customer.

    :param cake_id: number of the cake, e.g. CK-10
    :param pickup_date: day of the pickup, YYYY-MM-DD
    :param customer_name: name of the customer
    :param inscription: text on the cake
    """
    if cake_id not in {cake["cake_id"] for cake in _CAKES}:
        raise ValueError(f"no cake {cake_id}")
    return {"order_id": f"BO-{cake_id[3:]}{pickup_date[8:]}", "inscription": inscription, "customer": customer_name}


def get_bread_price(bread: str) -> dict[str, Any]:
    """Price and weight of a loaf of bread.

    :param bread: sort of bread, e.g. wheat
    """
    if bread.casefold() not in _BREAD:
        return {"bread": bread, "found": False}
    price, weight = _BREAD[bread.casefold()]
    return {"bread": bread, "price_eur": price, "weight_g": weight}


def get_opening_hours(branch: str, weekday: Literal["saturday", "sunday"]) -> dict[str, str]:
    """Opening hours of a branch on a day of the weekend.

    :param branch: name of the branch
    :param weekday: saturday or sunday
    """
    if (branch, weekday) not in _HOURS:
        raise ValueError("unknown branch or day")
    opens, closes = _HOURS[branch, weekday]
    return {"branch": branch, "weekday": weekday, "opens": opens, "closes": closes}
