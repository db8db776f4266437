"""A parcel service: tracking, depots, shipping quotes, pickup points and collections."""

from typing import Any, Literal

_PARCELS: dict[str, dict[str, Any]] = {
    "TX4417": {"status": "at depot", "depot_code": "LYS", "expected": "2026-02-11", "weight_kg": 3.2},
    "TX4502": {"status": "out for delivery", "depot_code": "BRN", "expected": "2026-02-09", "weight_kg": 0.8},
    "TX4620": {"status": "held at customs", "depot_code": "GVA", "expected": "2026-02-17", "weight_kg": 11.4},
    "TX4733": {"status": "delivered", "depot_code": "BRN", "expected": "2026-02-05", "weight_kg": 1.9},
}
_DEPOTS: dict[str, dict[str, Any]] = {
    "LYS": {"address": "8 Tannery Lane", "phone": "555-0181", "weekday": "07:30-18:00", "saturday": "09:00-12:00"},
    "BRN": {"address": "41 Ring Road", "phone": "555-0127", "weekday": "06:45-19:30", "saturday": "08:00-13:30"},
    "GVA": {"address": "2 Airport Court", "phone": "555-0166", "weekday": "08:15-17:15", "saturday": "closed"},
}
_RATES = {"france": (9.5, 1.4), "norway": (16.0, 2.6), "japan": (28.0, 4.5), "germany": (8.0, 1.1)}
_POINTS = {
    "3012": {"point_id": "PP-31", "name": "Kiosk Meridian", "closes": "21:00"},
    "3400": {"point_id": "PP-34", "name": "Bakery Lindt", "closes": "18:15"},
    "3600": {"point_id": "PP-36", "name": "Station Flowers", "closes": "20:30"},
}
_FORMS = {"norway": "CN22", "japan": "CN23", "france": None, "germany": None}
_COLLECTIONS: list[dict[str, Any]] = []


def _parcel(tracking_number: str) -> dict[str, Any]:
    parcel = _PARCELS.get(tracking_number.strip().upper())
    if parcel is None:
        raise LookupError(f"No parcel {tracking_number!r}")
    return parcel


def track_parcel(tracking_number: str) -> dict[str, Any]:
    """Track a parcel.

    Args:
        tracking_number: The number on the label, such as "TX4417".

    Returns:
        The status, the code of the depot responsible, the expected delivery date and the weight.
    """
    return {"tracking_number": tracking_number.upper(), **_parcel(tracking_number)}


def depot_info(depot_code: str) -> dict[str, Any]:
    """Return the address and telephone number of a depot.

    Args:
        depot_code: Three-letter code of the depot.
    """
    depot = _DEPOTS.get(depot_code.strip().upper())
    if depot is None:
        raise LookupError(f"No depot {depot_code!r}")
    return {"depot_code": depot_code.upper(), "address": depot["address"], "phone": depot["phone"]}


def depot_hours(depot_code: str, day_type: Literal["weekday", "saturday"] = "weekday") -> dict[str, Any]:
    """Return the opening hours of a depot.

    Args:
        depot_code: Three-letter code of the depot.
        day_type: Kind of day; depots are closed on Sundays.
    """
    depot = _DEPOTS.get(depot_code.strip().upper())
    if depot is None:
        raise LookupError(f"No depot {depot_code!r}")
    return {"depot_code": depot_code.upper(), "day_type": day_type, "hours": depot[day_type]}


def shipping_quote(country: str, weight_kg: float, express: bool = False) -> dict[str, Any]:
    """Quote the price of sending a parcel abroad.

    Args:
        country: Country of destination.
        weight_kg: Weight of the parcel in kilograms.
        express: Whether to send it by express.

    Returns:
        The price in francs and the number of days it takes.
    """
    if country.strip().casefold() not in _RATES:
        raise LookupError(f"No rate for {country!r}")
    if weight_kg <= 0:
        raise ValueError("weight_kg must be positive")
    base, per_kg = _RATES[country.strip().casefold()]
    price = (base + per_kg * weight_kg) * (1.5 if express else 1.0)
    return {"country": country, "price": round(price, 2), "days": 2 if express else 6}


def nearest_pickup_point(postcode: str) -> dict[str, Any]:
    """Find the pickup point nearest to a postcode.

    Args:
        postcode: Four-digit postcode.
    """
    point = _POINTS.get(postcode.strip())
    if point is None:
        raise LookupError(f"No pickup point near {postcode!r}")
    return dict(point)


def redirect_parcel(tracking_number: str, point_id: str) -> dict[str, Any]:
    """Send a parcel to a pickup point instead of the address on its label.

    Args:
        tracking_number: The number on the label.
        point_id: Id of the pickup point, such as "PP-31".

    Returns:
        The confirmation with the four-digit pickup code.
    """
    parcel = _parcel(tracking_number)
    if parcel["status"] == "delivered":
        raise ValueError("The parcel has been delivered already")
    if point_id.strip().upper() not in {point["point_id"] for point in _POINTS.values()}:
        raise LookupError(f"No pickup point {point_id!r}")
    code = 1000 + (int(tracking_number.strip()[2:]) * 7 + int(point_id.strip()[3:])) % 9000
    return {"tracking_number": tracking_number.upper(), "point_id": point_id.upper(), "pickup_code": code}


def schedule_collection(postcode: str, date: str, parcels: int = 1) -> dict[str, Any]:
    """Have a driver collect parcels from an address.

    Args:
        postcode: Postcode of the address.
        date: Day of the collection (YYYY-MM-DD).
        parcels: Number of parcels to collect.
    """
    if parcels < 1:
        raise ValueError("parcels must be at least 1")
    number = f"CL-{880 + len(_COLLECTIONS)}"
    window = "08:00-11:00" if int(postcode) % 200 == 0 else "13:00-16:00"
    _COLLECTIONS.append({"collection": number, "date": date, "parcels": parcels, "window": window})
    return _COLLECTIONS[-1]


def customs_form(country: str) -> dict[str, Any]:
    """Tell which customs form a parcel to a country needs, if any."""
    if country.strip().casefold() not in _FORMS:
        raise LookupError(f"Unknown country {country!r}")
    return {"country": country, "form": _FORMS[country.strip().casefold()]}
