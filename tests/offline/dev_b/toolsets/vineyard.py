"""A vineyard: plots, wines, tank readings, tastings, orders and harvest records."""

from typing import Any, Literal

_PLOTS: dict[str, dict[str, Any]] = {
    "south terrace": {"plot_id": "VP-1", "grape": "Pinot Noir", "hectares": 2.4, "planted": 1998},
    "chapel slope": {"plot_id": "VP-2", "grape": "Riesling", "hectares": 3.1, "planted": 2006},
    "lower meadow": {"plot_id": "VP-3", "grape": "Chardonnay", "hectares": 1.7, "planted": 2013},
}
_HARVESTS = {
    ("VP-1", 2023): {"kg": 9800, "oechsle": 92},
    ("VP-1", 2024): {"kg": 8450, "oechsle": 95},
    ("VP-2", 2023): {"kg": 15200, "oechsle": 84},
    ("VP-2", 2024): {"kg": 13670, "oechsle": 88},
    ("VP-3", 2024): {"kg": 7210, "oechsle": 90},
}
_WINES: dict[str, dict[str, Any]] = {
    "W-21": {"name": "Midnight Pinot", "vintage": 2022, "price": 24.5, "tank": 3, "alcohol": 13.5},
    "W-22": {"name": "Chapel Riesling", "vintage": 2023, "price": 17.0, "tank": 5, "alcohol": 12.0},
    "W-23": {"name": "Meadow Gold", "vintage": 2023, "price": 19.8, "tank": 8, "alcohol": 13.0},
    "W-24": {"name": "Founders Reserve", "vintage": 2019, "price": 58.0, "tank": 1, "alcohol": 14.2},
}
_CELLAR = {"W-21": 640, "W-22": 1325, "W-23": 418, "W-24": 52}
_TANKS = {
    1: {"temperature_c": 14.6, "ph": 3.62, "litres": 1200},
    3: {"temperature_c": 16.1, "ph": 3.55, "litres": 4100},
    5: {"temperature_c": 11.8, "ph": 3.08, "litres": 6750},
    8: {"temperature_c": 13.3, "ph": 3.31, "litres": 2900},
}
_TASTINGS = {"2026-06-13": 9, "2026-06-20": 0, "2026-06-27": 14}
_PAIRINGS = {
    "trout": "Chapel Riesling",
    "venison": "Founders Reserve",
    "duck": "Midnight Pinot",
    "mushroom risotto": "Meadow Gold",
}
_ORDERS: list[dict[str, Any]] = []


def get_plot(name: str) -> dict[str, Any]:
    """Describe a plot of the vineyard.

    Args:
        name: Name of the plot, e.g. "South Terrace".

    Returns:
        The plot id, the grape variety, the area in hectares and the year of planting.
    """
    plot = _PLOTS.get(name.strip().casefold())
    if plot is None:
        raise LookupError(f"No plot called {name!r}")
    return {"name": name, **plot}


def harvest_record(plot_id: str, year: int) -> dict[str, Any]:
    """Return the weight and must density of a plot's harvest.

    Args:
        plot_id: Id of the plot, e.g. "VP-1".
        year: Year of the harvest.
    """
    record = _HARVESTS.get((plot_id.strip().upper(), year))
    if record is None:
        raise LookupError(f"No harvest of {plot_id!r} in {year}")
    return {"plot_id": plot_id.upper(), "year": year, **record}


def find_wine(name: str) -> dict[str, Any]:
    """Find a wine on the price list by its name.

    Args:
        name: Name of the wine.

    Returns:
        The wine id, vintage, price per bottle, alcohol content and the number of its tank.
    """
    for wine_id, wine in _WINES.items():
        if wine["name"].casefold() == name.strip().casefold():
            return {"wine_id": wine_id, **wine}
    raise LookupError(f"No wine called {name!r}")


def bottles_in_cellar(wine_id: str) -> dict[str, Any]:
    """Number of bottles of a wine left in the cellar."""
    if wine_id.strip().upper() not in _CELLAR:
        raise LookupError(f"No wine {wine_id!r}")
    return {"wine_id": wine_id.upper(), "bottles": _CELLAR[wine_id.strip().upper()]}


def tank_reading(tank: int) -> dict[str, Any]:
    """Read the sensors of a tank.

    Args:
        tank: Number of the tank.

    Returns:
        The temperature in degrees Celsius, the pH value and the content in litres.
    """
    reading = _TANKS.get(tank)
    if reading is None:
        raise LookupError(f"No tank {tank}")
    return {"tank": tank, **reading}


def tasting_places(date: str) -> dict[str, Any]:
    """Return how many places are free at the wine tasting on a date.

    Args:
        date: Date of the tasting in the form YYYY-MM-DD.
    """
    if date not in _TASTINGS:
        raise LookupError(f"There is no tasting on {date}")
    return {"date": date, "free_places": _TASTINGS[date]}


def order_wine(wine_id: str, bottles: int, gift_wrap: bool = False) -> dict[str, Any]:
    """Place an order for a wine.

    Args:
        wine_id: Id of the wine, e.g. "W-21".
        bottles: Number of bottles.
        gift_wrap: Wrap the bottles as a gift, for 4 euros per order.

    Returns:
        The order number and the total in euros.
    """
    wine = _WINES.get(wine_id.strip().upper())
    if wine is None:
        raise LookupError(f"No wine {wine_id!r}")
    if bottles < 1:
        raise ValueError("bottles must be at least 1")
    total = round(wine["price"] * bottles + (4.0 if gift_wrap else 0.0), 2)
    _ORDERS.append({"order_no": f"VO-{1160 + len(_ORDERS)}", "wine": wine["name"], "bottles": bottles, "total": total})
    return _ORDERS[-1]


def pair_wine(dish: str, budget: Literal["any", "modest"] = "any") -> dict[str, Any]:
    """Suggest one of our wines to go with a dish.

    Args:
        dish: The dish, e.g. "trout".
        budget: "modest" restricts the suggestion to wines below 20 euros.
    """
    wine = _PAIRINGS.get(dish.strip().casefold())
    if wine is None:
        raise LookupError(f"No suggestion for {dish!r}")
    if budget == "modest" and wine in ("Founders Reserve", "Midnight Pinot"):
        wine = "Meadow Gold"
    return {"dish": dish, "wine": wine}
