"""The baggage desk of an airline."""

from typing import Any, Literal

_BAGS: dict[str, dict[str, Any]] = {
    "QV204417": {"passenger": "Helmi Aro", "flight": "QV318", "status": "left behind", "airport": "LIS", "kg": 21.5},
    "QV204980": {"passenger": "Tomas Reyes", "flight": "QV077", "status": "arrived", "airport": "OSL", "kg": 17.0},
    "QV205112": {"passenger": "Nadia Wolfe", "flight": "QV318", "status": "damaged", "airport": "DUB", "kg": 26.0},
}
_FLIGHTS: dict[str, dict[str, Any]] = {
    "QV318": {"from": "LIS", "to": "DUB", "belt": 7, "next_departure": "2026-06-12 09:40"},
    "QV077": {"from": "DUB", "to": "OSL", "belt": 3, "next_departure": "2026-06-11 18:05"},
    "QV540": {"from": "OSL", "to": "LIS", "belt": 11, "next_departure": "2026-06-13 06:25"},
}
_DESKS = {
    "LIS": {"phone": "+351 555 0142", "open": "06:00-23:30"},
    "DUB": {"phone": "+353 555 0187", "open": "05:15-22:45"},
    "OSL": {"phone": "+47 555 0119", "open": "06:30-21:00"},
}


def trace_bag(tag_number: str) -> dict[str, Any]:
    """Where a checked bag is, by its tag number."""
    if tag_number not in _BAGS:
        return {"tag_number": tag_number, "status": "not found"}
    return {"tag_number": tag_number, **_BAGS[tag_number]}


def flight_info(flight: str) -> dict[str, Any]:
    """Route, arrival belt and next departure of a flight number."""
    if flight.upper() not in _FLIGHTS:
        raise ValueError(f"unknown flight {flight}")
    return _FLIGHTS[flight.upper()]


def desk_contact(airport: str) -> dict[str, str]:
    """Phone and opening hours of our desk at an airport.

    Args:
        airport: Three-letter code.
    """
    if airport.upper() not in _DESKS:
        raise ValueError(f"no desk at {airport}")
    return _DESKS[airport.upper()]


def excess_fee(kg_over: float, route: Literal["short", "long"] = "short") -> dict[str, Any]:
    """Fee for weight above the allowance.

    Args:
        kg_over: Kilograms too many.
        route: Short or long haul.
    """
    return {"fee": round(kg_over * (9.5 if route == "short" else 16.0), 2), "currency": "EUR"}


def open_claim(
    tag_number: str, kind: Literal["delayed", "damaged", "lost"], amount: float | None = None
) -> dict[str, Any]:
    """Open a claim for a bag.

    Args:
        tag_number: Number on the tag.
        kind: What happened.
        amount: Sum claimed in euros, if already known.
    """
    if tag_number not in _BAGS:
        raise ValueError(f"unknown tag {tag_number}")
    return {"claim": f"{kind[:2].upper()}-{tag_number[-4:]}", "amount": amount, "state": "open"}


def send_courier(tag_number: str, city: str, day: str) -> dict[str, Any]:
    """Have a bag brought to its owner by courier on a day (ISO)."""
    if tag_number not in _BAGS:
        raise ValueError(f"unknown tag {tag_number}")
    return {"courier_job": f"CJ{tag_number[-3:]}{day[5:7]}{day[8:]}", "city": city}
