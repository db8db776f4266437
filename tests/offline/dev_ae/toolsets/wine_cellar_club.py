"""Wines, cellars and tastings of a club that buys and stores wine together."""

from typing import Any, Literal

Color = Literal["red", "white", "rose", "sparkling"]

_WINES: dict[str, tuple[str, str, str, float, float, str]] = {
    "W-201": ("Casa Verano", "red", "Rioja", 18.9, 4.1, "C-3"),
    "W-202": ("Monte Alegria", "red", "Rioja", 27.5, 4.6, "C-1"),
    "W-203": ("Chateau Brisson", "red", "Medoc", 41.0, 4.7, "C-1"),
    "W-204": ("Steinhof Riesling", "white", "Mosel", 13.4, 4.3, "C-2"),
    "W-205": ("Falkenberg Kabinett", "white", "Mosel", 16.8, 4.5, "C-2"),
    "W-206": ("Domaine Corvet", "white", "Burgundy", 33.0, 4.4, "C-3"),
    "W-207": ("Lavande Claire", "rose", "Provence", 11.7, 3.9, "C-3"),
    "W-208": ("Cuvee Madeleine", "sparkling", "Loire", 19.6, 4.2, "C-1"),
}
_CELLARS = {
    "C-1": {"temperature_c": 12.5, "humidity_percent": 71, "keeper": "Luc Ferrand"},
    "C-2": {"temperature_c": 9.8, "humidity_percent": 77, "keeper": "Anja Roth"},
    "C-3": {"temperature_c": 11.2, "humidity_percent": 66, "keeper": "Paulo Reis"},
}
_MEMBERS = [
    {"member_id": "MB-17", "name": "Ingrid Solberg", "city": "Lyon", "balance_eur": 240.0},
    {"member_id": "MB-22", "name": "Hugo Lindqvist", "city": "Porto", "balance_eur": 85.5},
    {"member_id": "MB-29", "name": "Marta Oliveira", "city": "Trier", "balance_eur": 130.0},
]
_TASTINGS: list[dict[str, Any]] = [
    {"tasting_id": "TA-41", "theme": "Northern Rhone", "city": "Lyon", "date": "2026-05-08", "price_eur": 45.0},
    {"tasting_id": "TA-44", "theme": "Beaujolais", "city": "Lyon", "date": "2026-06-19", "price_eur": 38.0},
    {"tasting_id": "TA-52", "theme": "Old Tawny", "city": "Porto", "date": "2026-06-12", "price_eur": 52.0},
    {"tasting_id": "TA-55", "theme": "Douro Reds", "city": "Porto", "date": "2026-04-24", "price_eur": 34.0},
    {"tasting_id": "TA-57", "theme": "Vinho Verde", "city": "Porto", "date": "2026-07-17", "price_eur": 26.0},
    {"tasting_id": "TA-61", "theme": "Dry Riesling", "city": "Trier", "date": "2026-05-29", "price_eur": 31.0},
]


def _wine(wine_id: str) -> dict[str, Any]:
    key = wine_id.strip().upper()
    if key not in _WINES:
        raise ValueError(f"no wine {wine_id}")
    name, color, region, price, rating, _ = _WINES[key]
    return {"wine_id": key, "name": name, "color": color, "region": region, "price_eur": price, "rating": rating}


def _check_member(member_id: str) -> None:
    if all(one["member_id"] != member_id.strip().upper() for one in _MEMBERS):
        raise ValueError(f"no member {member_id}")


def search_wines(color: Color, region: str | None = None, max_price: float | None = None) -> list[dict[str, Any]]:
    """Search wines by color, region and price.

    Args:
        color (str): Color of the wine.
        region (str, optional): Region where the wine grows.
        max_price (float, optional): Highest price of a bottle in euros.

    Returns:
        list: Wines with their id, price and rating.
    """
    wines = [_wine(wine_id) for wine_id in _WINES]
    return [
        wine
        for wine in wines
        if wine["color"] == color.strip().casefold()
        and (region is None or wine["region"].casefold() == region.strip().casefold())
        and (max_price is None or wine["price_eur"] <= max_price)
    ]


def get_wine(wine_id: str) -> dict[str, Any]:
    """Name, region, price and cellar of a wine.

    Args:
        wine_id (str): Id of the wine, e.g. W-150.
    """
    wine = _wine(wine_id)
    return {**wine, "cellar_id": _WINES[wine["wine_id"]][5]}


def get_cellar(cellar_id: str) -> dict[str, Any]:
    """Temperature, humidity and keeper of a cellar.

    Args:
        cellar_id (str): Id of the cellar, e.g. C-9.
    """
    key = cellar_id.strip().upper()
    if key not in _CELLARS:
        raise ValueError(f"no cellar {cellar_id}")
    return {"cellar_id": key, **_CELLARS[key]}


def find_member(name: str) -> dict[str, Any]:
    """Find a member of the club by name.

    Args:
        name (str): First and last name of the member.

    Returns:
        dict: Member id, city and balance.
    """
    for member in _MEMBERS:
        if str(member["name"]).casefold() == name.strip().casefold():
            return dict(member)
    raise ValueError(f"no member called {name}")


def list_tastings(city: str) -> dict[str, Any]:
    """List the tastings in a city.

    Args:
        city (str): City where the tasting takes place.
    """
    return {"tastings": [dict(one) for one in _TASTINGS if one["city"].casefold() == city.strip().casefold()]}


def book_tasting(tasting_id: str, member_id: str, seats: int = 1) -> dict[str, Any]:
    """Book seats at a tasting for a member.

    Args:
        tasting_id (str): Id of the tasting, e.g. TA-10.
        member_id (str): Id of the member, e.g. MB-10.
        seats (int): Number of seats.

    Returns:
        dict: Booking reference and the amount to pay.
    """
    _check_member(member_id)
    for one in _TASTINGS:
        if one["tasting_id"] == tasting_id.strip().upper():
            reference = f"BT-{one['tasting_id'][3:]}{member_id.strip()[3:]}"
            return {"booking_reference": reference, "seats": seats, "amount_eur": one["price_eur"] * seats}
    raise ValueError(f"no tasting {tasting_id}")


def order_wine(wine_id: str, member_id: str, bottles: int) -> dict[str, Any]:
    """Order bottles of a wine for a member.

    Args:
        wine_id (str): Id of the wine, e.g. W-150.
        member_id (str): Id of the member, e.g. MB-10.
        bottles (int): Number of bottles.

    Returns:
        dict: Order number and the amount to pay.
    """
    _check_member(member_id)
    wine = _wine(wine_id)
    number = f"WO-{wine['wine_id'][2:]}{member_id.strip()[3:]}"
    return {"order_number": number, "wine": wine["name"], "amount_eur": round(wine["price_eur"] * bottles, 2)}
