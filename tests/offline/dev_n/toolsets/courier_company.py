"""Dispatch desk of a courier company."""

from typing import Any, Literal

_PARCELS: dict[str, dict[str, Any]] = {
    "KX440291": {
        "status": "at depot",
        "depot": "Stanmoor",
        "postcode": "GR4 7LP",
        "weight_kg": 3.2,
        "account": "AC-071",
        "van": None,
        "due": "2026-03-12",
    },
    "KX440305": {
        "status": "out for delivery",
        "depot": "Belford",
        "postcode": "HB1 2QQ",
        "weight_kg": 11.0,
        "account": "AC-118",
        "van": "V23",
        "due": "2026-03-11",
    },
    "KX440317": {
        "status": "delivery failed",
        "depot": "Stanmoor",
        "postcode": "ZE9 3AN",
        "weight_kg": 0.8,
        "account": "AC-071",
        "van": None,
        "due": "2026-03-10",
    },
    "KX440350": {
        "status": "collected",
        "depot": "Belford",
        "postcode": "HB1 9ET",
        "weight_kg": 6.5,
        "account": "AC-260",
        "van": None,
        "due": "2026-03-13",
    },
}
_ZONES = {"GR4": "national", "HB1": "local", "ZE9": "islands", "KT6": "national"}
_RATES = {"local": (4.5, 0.4), "national": (6.9, 0.65), "islands": (12.5, 1.1)}
_DEPOTS = {
    "stanmoor": {"phone": "01632 960411", "opens": "07:15", "closes": "18:45", "manager": "Gwen Harker"},
    "belford": {"phone": "01632 960487", "opens": "06:30", "closes": "20:00", "manager": "Idris Vaughan"},
}
_VANS = {
    "V23": {"driver": "Pauline Sykes", "stops_left": 14, "mobile": "07700 900518"},
    "V31": {"driver": "Emre Tolga", "stops_left": 27, "mobile": "07700 900562"},
}


def track(parcel_no: str) -> dict[str, Any]:
    """Where a parcel is.

    Args:
        parcel_no (str): KX and six digits.

    Returns:
        dict: Status, depot, postcode of the recipient, weight, van (if on one) and the day it is due.
    """
    if parcel_no.upper() not in _PARCELS:
        raise ValueError(f"parcel {parcel_no} is not known")
    return {"parcel_no": parcel_no.upper(), **_PARCELS[parcel_no.upper()]}


def zone(postcode: str) -> str:
    """Tariff zone of a postcode."""
    area = postcode.strip().upper().split()[0]
    if area not in _ZONES:
        raise ValueError(f"we do not deliver to {postcode}")
    return _ZONES[area]


def quote(weight_kg: float, zone: Literal["local", "national", "islands"], express: bool = False) -> float:
    """Price in pounds for one parcel.

    Args:
        weight_kg (float): Weight.
        zone (str): Tariff zone.
        express (bool): Next-day service, which costs half as much again.
    """
    base, per_kg = _RATES[zone]
    return round((base + per_kg * weight_kg) * (1.5 if express else 1.0), 2)


def depot(name: str) -> dict[str, Any]:
    """Phone, opening times and manager of a depot."""
    if name.strip().lower() not in _DEPOTS:
        raise ValueError(f"no depot {name}")
    return _DEPOTS[name.strip().lower()]


def van(number: str) -> dict[str, Any]:
    """Driver, mobile phone and number of stops left for a van on the road."""
    return _VANS.get(number.strip().upper(), {"van": number, "note": "not on the road"})


def parcels_of(account: str) -> list[dict[str, Any]]:
    """All parcels in the system for a customer account (AC-...), with their status."""
    return [
        {"parcel_no": number, "status": one["status"], "due": one["due"]}
        for number, one in _PARCELS.items()
        if one["account"] == account.upper()
    ]


def redeliver(parcel_no: str, day: str, window: Literal["am", "pm", "evening"] = "am") -> dict[str, Any]:
    """Book another delivery attempt.

    Args:
        parcel_no (str): The parcel.
        day (str): Day of the attempt, YYYY-MM-DD.
        window (str): Part of the day.

    Returns:
        dict: Booking number.
    """
    track(parcel_no)
    return {"booking": f"RD{parcel_no[-3:]}/{day[8:]}{day[5:7]}-{window.upper()}", "parcel_no": parcel_no}
