"""Vehicles, crews and supplies of an ambulance station."""

from typing import Any, Literal

_VEHICLES: dict[str, dict[str, Any]] = {
    "A3": {"plate": "KV 482 TR", "state": "on a call", "fuel_percent": 62, "crew": "Heron"},
    "A5": {"plate": "KV 519 LM", "state": "at the station", "fuel_percent": 88, "crew": "Otter"},
    "A8": {"plate": "KV 733 BD", "state": "in the workshop", "fuel_percent": 35, "crew": "Lynx"},
}
_CREWS = {
    "heron": {"lead": "Safiya Noor", "driver": "Callan West", "phone": "555-0143", "off_duty_at": "19:00"},
    "otter": {"lead": "Dominik Hess", "driver": "Yuki Arden", "phone": "555-0178", "off_duty_at": "07:00"},
    "lynx": {"lead": "Marta Coelho", "driver": "Ned Purvis", "phone": "555-0121", "off_duty_at": "15:30"},
}
_SUPPLIES = {
    "oxygen cylinders": {"count": 17, "minimum": 12},
    "burn dressings": {"count": 9, "minimum": 20},
    "splints": {"count": 41, "minimum": 15},
    "saline bags": {"count": 26, "minimum": 30},
}
_CALLS = {
    "E-9071": {"vehicle": "A3", "kind": "fall", "response_minutes": 7, "hospital": "St Brannoc's"},
    "E-9074": {"vehicle": "A5", "kind": "chest pain", "response_minutes": 5, "hospital": "Queen's Road"},
    "E-9080": {"vehicle": "A8", "kind": "road accident", "response_minutes": 11, "hospital": "St Brannoc's"},
}


def vehicle_status(call_sign: str) -> dict[str, Any]:
    """Where an ambulance is, its fuel and which crew has it.

    Args:
        call_sign (str): Such as A3.
    """
    if call_sign.upper() not in _VEHICLES:
        raise ValueError(f"no vehicle {call_sign}")
    return _VEHICLES[call_sign.upper()]


def crew_details(crew: str) -> dict[str, Any]:
    """People of a crew, their phone and when they go off duty.

    Args:
        crew (str): Name of the crew.
    """
    if crew.lower() not in _CREWS:
        raise ValueError(f"no crew {crew}")
    return _CREWS[crew.lower()]


def supply_level(item: str) -> dict[str, Any]:
    """Count of an item in the store room, and the minimum there should be.

    Args:
        item (str): Plural name of the item, e.g. "splints".
    """
    return _SUPPLIES.get(item.lower(), {"item": item, "found": False})


def call_record(call_no: str) -> dict[str, Any]:
    """Record of a past emergency call.

    Args:
        call_no (str): E- and four digits.

    Returns:
        dict: Vehicle, kind of emergency, response time and hospital.
    """
    if call_no.upper() not in _CALLS:
        raise ValueError(f"no call {call_no}")
    return _CALLS[call_no.upper()]


def order_supplies(item: str, quantity: int, urgent: bool = False) -> dict[str, Any]:
    """Order supplies from the depot.

    Args:
        item (str): Plural name of the item.
        quantity (int): How many.
        urgent (bool): Have it brought the same day.
    """
    if item.lower() not in _SUPPLIES:
        raise ValueError(f"unknown item {item}")
    return {"order": f"DEP-{item[:2].upper()}{quantity}", "delivery": "same day" if urgent else "in three days"}


def book_service(call_sign: str, day: str, work: Literal["inspection", "tyres", "brakes"] = "inspection") -> str:
    """Book an ambulance into the workshop and return the job number."""
    return f"WS-{call_sign.upper()}-{day[5:7]}{day[8:]}-{work[0].upper()}"
