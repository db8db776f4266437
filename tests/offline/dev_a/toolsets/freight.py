"""Tools of a parcel carrier."""

from typing import Any, Literal

_SHIPMENTS: list[dict[str, str]] = [
    {"tracking_number": "PX900117", "recipient": "Kettle & Co", "order": "SO-7741"},
    {"tracking_number": "PX900254", "recipient": "Alina Petrescu", "order": "SO-7756"},
    {"tracking_number": "PX900366", "recipient": "Bluebird Toys", "order": "SO-7790"},
    {"tracking_number": "PX900481", "recipient": "George Mbeki", "order": "SO-7802"},
]
_TRACKING: dict[str, dict[str, Any]] = {
    "PX900117": {"status": "in transit", "depot": "Lille", "eta": "2026-03-19", "weight_kg": 14.2},
    "PX900254": {"status": "out for delivery", "depot": "Graz", "eta": "2026-03-16", "weight_kg": 2.3},
    "PX900366": {"status": "held at customs", "depot": "Basel", "eta": "2026-03-24", "weight_kg": 31.0},
    "PX900481": {"status": "delivered", "depot": "Turin", "eta": "2026-03-12", "weight_kg": 0.8},
}
_DEPOTS = {
    "lille": {"phone": "+33 320 555 014", "closes": "19:30", "manager": "Odile Marchand"},
    "graz": {"phone": "+43 316 555 027", "closes": "18:15", "manager": "Karl Winkler"},
    "basel": {"phone": "+41 61 555 033", "closes": "17:45", "manager": "Reto Frei"},
    "turin": {"phone": "+39 011 555 048", "closes": "20:00", "manager": "Carla Bruno"},
}
_ZONES = {"france": 1, "austria": 1, "italy": 1, "switzerland": 2, "norway": 2, "canada": 3, "japan": 3}
_BASE = {1: 6.5, 2: 11.0, 3: 19.5}
_PER_KG = {1: 0.9, 2: 1.6, 3: 4.2}
_DUTY = {"clothing": 12.0, "electronics": 3.5, "toys": 4.7, "books": 0.0}
_DROPOFFS = {
    "4051": {"shop": "Kiosk Spalenberg", "opens": "06:30"},
    "8010": {"shop": "Trafik Jakomini", "opens": "07:15"},
    "59000": {"shop": "Tabac du Beffroi", "opens": "08:00"},
}


def find_shipment(recipient: str) -> dict[str, str]:
    """Find the latest shipment to a recipient.

    Args:
        recipient: Name of the person or company the parcel is addressed to.

    Returns:
        The tracking number and the sales order.
    """
    for shipment in _SHIPMENTS:
        if shipment["recipient"].casefold() == recipient.strip().casefold():
            return shipment
    raise LookupError(f"no shipment to {recipient!r}")


def track_parcel(tracking_number: str) -> dict[str, Any]:
    """Get the status of a parcel, the depot it is at, its weight and the expected delivery date.

    Args:
        tracking_number: Tracking number, starting with PX.
    """
    key = tracking_number.strip().upper()
    if key not in _TRACKING:
        raise LookupError(f"no parcel {tracking_number!r}")
    return {"tracking_number": key, **_TRACKING[key]}


def depot_info(city: str) -> dict[str, str]:
    """Get the phone number, closing time and manager of a depot.

    Args:
        city: City of the depot.
    """
    key = city.strip().casefold()
    if key not in _DEPOTS:
        raise LookupError(f"no depot in {city!r}")
    return {"city": city.strip(), **_DEPOTS[key]}


def shipping_quote(weight_kg: float, country: str, express: bool = False) -> dict[str, Any]:
    """Quote the price of sending a parcel abroad.

    Args:
        weight_kg: Weight of the parcel in kilograms.
        country: Destination country.
        express: Whether to send it by express, which costs half as much again.
    """
    zone = _ZONES.get(country.strip().casefold())
    if zone is None:
        raise ValueError(f"no service to {country!r}")
    price = (_BASE[zone] + _PER_KG[zone] * weight_kg) * (1.5 if express else 1)
    return {"price": round(price, 2), "currency": "EUR", "days": zone if express else 2 * zone + 1}


def customs_duty(goods: Literal["clothing", "electronics", "toys", "books"], value: float) -> dict[str, float]:
    """Estimate the customs duty on goods.

    Args:
        goods: Kind of goods.
        value: Declared value in euros.
    """
    rate = _DUTY[goods.casefold()]
    return {"rate_percent": rate, "duty": round(value * rate / 100, 2)}


def nearest_dropoff(postcode: str) -> dict[str, str]:
    """Find the shop nearest to a postcode where parcels can be handed in."""
    if postcode.strip() not in _DROPOFFS:
        raise LookupError(f"no drop-off point near {postcode!r}")
    return {"postcode": postcode.strip(), **_DROPOFFS[postcode.strip()]}


def schedule_pickup(customer: str, date: str, parcels: int = 1) -> dict[str, Any]:
    """Order a courier to collect parcels from a customer.

    Args:
        customer: Name of the customer.
        date: Collection day, YYYY-MM-DD.
        parcels: Number of parcels to collect.

    Returns:
        The pickup number and the time window.
    """
    if parcels < 1:
        raise ValueError("at least one parcel is needed")
    window = "08:00-10:00" if parcels > 5 else "13:00-15:00"
    return {"pickup_number": f"PU-{date[5:7]}{date[8:]}-{parcels}", "customer": customer, "window": window}


def hold_parcel(tracking_number: str, until: str) -> dict[str, str]:
    """Keep a parcel at its depot until a given day instead of delivering it.

    Args:
        tracking_number: Tracking number, starting with PX.
        until: Last day on which the parcel is kept, YYYY-MM-DD.
    """
    key = tracking_number.strip().upper()
    if key not in _TRACKING:
        raise LookupError(f"no parcel {tracking_number!r}")
    return {"tracking_number": key, "held_until": until, "release_code": f"HX{key[-3:]}{until[8:]}"}
