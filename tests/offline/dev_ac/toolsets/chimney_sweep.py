"""Diary, prices and certificates of a chimney sweep."""

from typing import Literal, TypedDict


class Customer(TypedDict):
    customer_no: str
    name: str
    town: str
    flue: str
    last_sweep: str


_CUSTOMERS: list[Customer] = [
    {
        "customer_no": "K-31",
        "name": "Winifred Oakes",
        "town": "Ashby",
        "flue": "wood_stove",
        "last_sweep": "2025-03-04",
    },
    {"customer_no": "K-47", "name": "Rory Delahunt", "town": "Pelham", "flue": "open_fire", "last_sweep": "2024-10-19"},
    {"customer_no": "K-58", "name": "Hana Brixton", "town": "Corley", "flue": "oil_boiler", "last_sweep": "2025-08-27"},
    {
        "customer_no": "K-63",
        "name": "Giles Farrow",
        "town": "Ashby",
        "flue": "pellet_stove",
        "last_sweep": "2025-11-12",
    },
]
_SLOTS = {
    "ashby": ["2026-03-10 08:30", "2026-03-24 13:15", "2026-04-14 09:45"],
    "pelham": ["2026-03-12 10:00", "2026-04-02 15:20"],
    "corley": ["2026-03-17 11:40", "2026-04-09 07:50"],
}
_PRICES = {"open_fire": 72.0, "wood_stove": 64.5, "oil_boiler": 81.0, "pellet_stove": 69.0}
_CERTIFICATES = {
    "CERT-2207": {"customer_no": "K-31", "result": "passed", "note": "replace rope seal", "valid_until": "2026-03-31"},
    "CERT-2189": {"customer_no": "K-47", "result": "failed", "note": "cracked liner", "valid_until": None},
    "CERT-2264": {"customer_no": "K-58", "result": "passed", "note": "none", "valid_until": "2026-09-15"},
}


def lookup_customer(name: str) -> dict[str, object]:
    """Returns the customer's number, town, kind of flue and date of the last sweep."""
    for one in _CUSTOMERS:
        if one["name"].casefold() == name.strip().casefold():
            return dict(one)
    return {"name": name, "status": "not found"}


def next_slot(town: str, from_day: str) -> str:
    """Returns the first free appointment in a town on or after an ISO date, as date and time."""
    for slot in _SLOTS.get(town.strip().casefold(), []):
        if slot[:10] >= from_day:
            return slot
    return "nothing free"


def quote(
    flue: Literal["open_fire", "wood_stove", "oil_boiler", "pellet_stove"], flues: int = 1, camera: bool = False
) -> dict[str, float]:
    """Returns the price in pounds of sweeping a number of flues of one kind, optionally with a camera inspection."""
    return {"total": _PRICES[flue] * flues + (38.0 if camera else 0.0)}


def read_certificate(certificate_no: str) -> dict[str, object]:
    """Returns whose certificate it is, the result, the note of the sweep and the end of validity."""
    if certificate_no not in _CERTIFICATES:
        raise ValueError(f"no certificate {certificate_no}")
    return {"certificate_no": certificate_no, **_CERTIFICATES[certificate_no]}


def book_visit(customer_no: str, day: str, time: str) -> dict[str, str]:
    """Books a visit and returns its job number.

    Args:
        customer_no: Such as K-31.
        day: ISO date.
        time: 24-hour clock, HH:MM.
    """
    if all(one["customer_no"] != customer_no for one in _CUSTOMERS):
        raise ValueError(f"no customer {customer_no}")
    return {"job": f"J{customer_no[2:]}{day[5:7]}{day[8:]}", "day": day, "time": time}
