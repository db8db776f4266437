"""Shop of a vineyard: wines, orders and tastings."""

from typing import Any, Literal

_WINES: dict[str, dict[str, Any]] = {
    "W-301": {
        "name": "Steep Hill",
        "colour": "white",
        "grape": "riesling",
        "price_eur": 14.5,
        "vintage": 2023,
        "alcohol": 11.5,
    },
    "W-304": {
        "name": "Chapel Row",
        "colour": "white",
        "grape": "riesling",
        "price_eur": 26.0,
        "vintage": 2019,
        "alcohol": 12.0,
    },
    "W-310": {
        "name": "Mill Terrace",
        "colour": "white",
        "grape": "chardonnay",
        "price_eur": 17.0,
        "vintage": 2022,
        "alcohol": 13.4,
    },
    "W-322": {
        "name": "Old Cellar",
        "colour": "red",
        "grape": "merlot",
        "price_eur": 19.5,
        "vintage": 2020,
        "alcohol": 13.8,
    },
    "W-328": {
        "name": "Fox Slope",
        "colour": "red",
        "grape": "pinot noir",
        "price_eur": 33.0,
        "vintage": 2018,
        "alcohol": 12.6,
    },
    "W-345": {
        "name": "First Frost",
        "colour": "sparkling",
        "grape": "chardonnay",
        "price_eur": 24.0,
        "vintage": 2021,
        "alcohol": 12.2,
    },
    "W-349": {
        "name": "Golden Hour",
        "colour": "sparkling",
        "grape": "riesling",
        "price_eur": 28.0,
        "vintage": 2017,
        "alcohol": 11.9,
    },
    "W-352": {
        "name": "Bride's Toast",
        "colour": "sparkling",
        "grape": "pinot noir",
        "price_eur": 31.0,
        "vintage": 2016,
        "alcohol": 12.1,
    },
}
_CUSTOMERS = {"CU-17": "Hanne Vos", "CU-29": "Pascal Meunier", "CU-41": "Rita Castellan"}
_TASTINGS = [
    {"tasting_id": "TS-3", "date": "2026-06-13", "language": "English", "price": 29.0, "title": "Summer whites"},
    {"tasting_id": "TS-5", "date": "2026-06-06", "language": "German", "price": 25.0, "title": "Kellerrunde"},
    {"tasting_id": "TS-8", "date": "2026-05-30", "language": "English", "price": 34.0, "title": "Cheese and wine"},
]
_RATES = {"EUR": 1.0, "USD": 1.1, "CHF": 0.95, "GBP": 0.85}


def search_wines(
    colour: Literal["red", "white", "sparkling"], grape: str = "", max_price: float | None = None
) -> list[dict[str, Any]]:
    """Search the wines of the vineyard by colour, grape and price.

    Args:
        colour: Kind of wine.
        grape: Grape variety.
        max_price: Highest price of a bottle in euros.
    """
    return [
        {"wine_id": key, "name": wine["name"], "grape": wine["grape"], "price": wine["price_eur"]}
        for key, wine in _WINES.items()
        if wine["colour"] == colour
        and grape.strip().casefold() in wine["grape"]
        and (max_price is None or wine["price_eur"] <= max_price)
    ]


def get_wine(wine_id: str) -> dict[str, Any]:
    """Price, vintage and alcohol content of a wine.

    :param wine_id: number of the wine, e.g. "W-300"
    """
    if wine_id not in _WINES:
        raise ValueError(f"no wine {wine_id}")
    wine = _WINES[wine_id]
    return {"wine_id": wine_id, **{key: wine[key] for key in ("name", "price_eur", "vintage", "alcohol")}}


def find_customer(name: str) -> dict[str, Any]:
    """Find a customer by name and get the customer id."""
    for customer_id, customer in _CUSTOMERS.items():
        if customer.casefold() == name.strip().casefold():
            return {"customer_id": customer_id, "name": customer}
    return {"found": False, "name": name}


def order_wine(wine_id: str, bottles: int, customer_id: str, gift_box: bool = False) -> dict[str, Any]:
    """Order bottles of a wine for a customer.

    Args:
        wine_id: Number of the wine, e.g. "W-300".
        bottles: Number of bottles.
        customer_id: Id of the customer, e.g. "CU-10".
        gift_box: Pack the bottles in a gift box (4 euros).
    """
    if wine_id not in _WINES or customer_id not in _CUSTOMERS:
        raise ValueError("no such wine or customer")
    total = _WINES[wine_id]["price_eur"] * bottles + (4 if gift_box else 0)
    return {"order_id": f"VO-{wine_id[2:]}{customer_id[3:]}", "total": total}


def list_tastings(language: Literal["English", "German"] | None = None) -> list[dict[str, Any]]:
    """List the wine tastings with date and price, in a language if given."""
    return [one for one in _TASTINGS if language in (None, one["language"])]


def book_tasting(tasting_id: str, people: int, name: str) -> dict[str, Any]:
    """Book places at a wine tasting.

    Args:
        tasting_id: Id of the tasting, e.g. "TS-1".
        people: Number of people.
        name: Full name of the person who books.
    """
    for one in _TASTINGS:
        if one["tasting_id"] == tasting_id:
            return {"confirmation": f"TB{tasting_id[3:]}-{people}", "name": name, "total": one["price"] * people}
    raise ValueError(f"no tasting {tasting_id}")


def convert_currency(amount: float, from_currency: str, to_currency: str) -> dict[str, Any]:
    """Convert an amount of money from one currency to another.

    Args:
        amount: Amount to convert.
        from_currency: Three-letter code, e.g. "EUR".
        to_currency: Three-letter code, e.g. "GBP".
    """
    if from_currency not in _RATES or to_currency not in _RATES:
        raise ValueError("unknown currency")
    return {"converted": round(amount / _RATES[from_currency] * _RATES[to_currency], 2), "currency": to_currency}
