"""The cellar of a wine merchant."""

from typing import Any, Literal

_WINES: dict[str, dict[str, Any]] = {
    "W-118": {"name": "Clos des Tilleuls", "vintage": 2016, "colour": "red", "price": 38.5, "bottles": 84, "bin": "C7"},
    "W-119": {
        "name": "Clos des Tilleuls",
        "vintage": 2019,
        "colour": "red",
        "price": 31.0,
        "bottles": 150,
        "bin": "C8",
    },
    "W-204": {
        "name": "Steinbruch Riesling",
        "vintage": 2021,
        "colour": "white",
        "price": 17.9,
        "bottles": 210,
        "bin": "A2",
    },
    "W-231": {
        "name": "Bodega Alarcia Reserva",
        "vintage": 2015,
        "colour": "red",
        "price": 26.4,
        "bottles": 9,
        "bin": "D1",
    },
    "W-307": {
        "name": "Quinta do Corvo Tawny",
        "vintage": 2003,
        "colour": "fortified",
        "price": 44.0,
        "bottles": 33,
        "bin": "F4",
    },
    "W-342": {
        "name": "Maison Aubert Brut",
        "vintage": 2018,
        "colour": "sparkling",
        "price": 35.2,
        "bottles": 61,
        "bin": "B5",
    },
}
_WINDOWS = {
    "W-118": (2024, 2038),
    "W-119": (2027, 2041),
    "W-204": (2023, 2029),
    "W-231": (2022, 2030),
    "W-307": (2013, 2045),
    "W-342": (2022, 2028),
}
_DISHES = {
    "lamb": ["W-118", "W-231"],
    "oysters": ["W-342"],
    "curry": ["W-204"],
    "blue cheese": ["W-307"],
    "roast beef": ["W-119", "W-118"],
}
_CUSTOMERS: dict[str, dict[str, Any]] = {
    "harriet moss": {"customer_no": 6041, "discount_percent": 5, "storage_cases": 12},
    "the anchor inn": {"customer_no": 6077, "discount_percent": 12, "storage_cases": 0},
    "dr. felix odum": {"customer_no": 6103, "discount_percent": 8, "storage_cases": 27},
}


def _known(wine_id: str) -> dict[str, Any]:
    if wine_id.upper() not in _WINES:
        raise ValueError(f"no wine with the id {wine_id}")
    return _WINES[wine_id.upper()]


def find_wine(name: str, vintage: int | None = None) -> list[dict[str, Any]]:
    """Look up wines of the cellar by name.

    Args:
        name: Name on the label, or a part of it.
        vintage: Only this year of harvest.

    Returns:
        Id, full name, vintage, colour and price of a bottle for each match.
    """
    return [
        {"wine_id": key, **{field: wine[field] for field in ("name", "vintage", "colour", "price")}}
        for key, wine in _WINES.items()
        if name.strip().casefold() in wine["name"].casefold() and vintage in (None, wine["vintage"])
    ]


def bottles_in_stock(wine_id: str) -> dict[str, Any]:
    """Bottles left of a wine, and the bin they lie in."""
    wine = _known(wine_id)
    return {"wine_id": wine_id.upper(), "bottles": wine["bottles"], "bin": wine["bin"]}


def drinking_window(wine_id: str) -> dict[str, Any]:
    """Tell from which year and until which year a wine is at its best.

    Args:
        wine_id: Id such as W-118.
    """
    _known(wine_id)
    first, last = _WINDOWS[wine_id.upper()]
    return {"wine_id": wine_id.upper(), "drink_from": first, "drink_until": last}


def quote_price(wine_id: str, bottles: int, gift_boxed: bool = False) -> dict[str, Any]:
    """Work out what a number of bottles cost; from twelve on there is a tenth off.

    Args:
        wine_id: Id such as W-118.
        bottles: How many bottles.
        gift_boxed: Whether each bottle comes in a wooden gift box.
    """
    total = _known(wine_id)["price"] * bottles * (0.9 if bottles >= 12 else 1) + (4.5 * bottles if gift_boxed else 0)
    return {"wine_id": wine_id.upper(), "bottles": bottles, "total": round(total, 2), "currency": "GBP"}


def pair_with_dish(dish: Literal["lamb", "oysters", "curry", "blue cheese", "roast beef"]) -> list[dict[str, Any]]:
    """Suggest wines that go with a dish.

    Args:
        dish: What is served.

    Returns:
        The suggestions, best first, with id, name and vintage.
    """
    return [{"wine_id": key, "name": _WINES[key]["name"], "vintage": _WINES[key]["vintage"]} for key in _DISHES[dish]]


def customer_account(name: str) -> dict[str, Any]:
    """Fetch the account of a customer by name: number, discount and cases in our storage."""
    account = _CUSTOMERS.get(name.strip().casefold())
    if account is None:
        raise ValueError(f"no customer called {name}")
    return {"name": name, **account}


def reserve_bottles(wine_id: str, bottles: int, customer_no: int, collect_on: str | None = None) -> dict[str, Any]:
    """Set bottles aside for a customer.

    Args:
        wine_id: Id such as W-118.
        bottles: How many bottles to set aside.
        customer_no: Number of the customer's account.
        collect_on: Day on which they are collected, YYYY-MM-DD; open if left out.

    Returns:
        The code of the reservation.
    """
    wine = _known(wine_id)
    if bottles > wine["bottles"]:
        raise ValueError(f"only {wine['bottles']} bottles left")
    return {"reservation": f"RS{wine_id[2:]}-{customer_no % 100:02d}{bottles:02d}", "collect_on": collect_on}
