"""The caretaker's desk of an apartment block."""

from typing import Any, Literal

FLATS = {
    12: {"tenant": "Rosa Lindqvist", "floor": 1, "meter": "W-8812", "parking": "P3"},
    27: {"tenant": "Dev Anand", "floor": 3, "meter": "W-8827", "parking": None},
    34: {"tenant": "Greta Oyen", "floor": 4, "meter": "W-8834", "parking": "P9"},
}
READINGS = {"W-8812": 341.2, "W-8827": 518.9, "W-8834": 277.4}
TRADES = {
    "plumbing": {"firm": "Dripstop Ltd", "phone": "0700 4412", "callout": 65},
    "electrics": {"firm": "Volta & Sons", "phone": "0700 9051", "callout": 72},
    "lift": {"firm": "Upward Lifts", "phone": "0700 3376", "callout": 120},
    "locks": {"firm": "Keyhole Kate", "phone": "0700 1298", "callout": 48},
}
ROOM = {"2026-09-05": "taken", "2026-09-12": "free", "2026-09-13": "free"}


def flat_info(flat: int) -> dict[str, Any]:
    """Who lives in a flat, its floor, water meter and parking space."""
    if flat not in FLATS:
        raise ValueError(f"no flat {flat}")
    return FLATS[flat]


def meter_reading(meter: str) -> float:
    """Last reading of a water meter in cubic metres."""
    if meter not in READINGS:
        raise ValueError(f"no meter {meter}")
    return READINGS[meter]


def tradesperson(trade: Literal["plumbing", "electrics", "lift", "locks"]) -> dict[str, Any]:
    """The firm we call for a trade, with phone and call-out charge."""
    return TRADES[trade]


def report_fault(flat: int, trade: Literal["plumbing", "electrics", "lift", "locks"], note: str = "") -> str:
    """Log a fault in a flat and return the ticket number."""
    if flat not in FLATS:
        raise ValueError(f"no flat {flat}")
    return f"FT-{flat}{trade[0].upper()}"


def common_room(day: str) -> str:
    """Whether the common room is free or taken on a date (YYYY-MM-DD)."""
    return ROOM.get(day, "unknown")


def reserve_common_room(flat: int, day: str, hours: int = 3) -> dict[str, Any]:
    """Reserve the common room.

    Args:
        flat (int): Number of the flat.
        day (str): Date as YYYY-MM-DD.
        hours (int): How long.
    """
    if ROOM.get(day) != "free":
        raise ValueError("not free")
    return {"reservation": f"CR{flat}-{day[5:7]}{day[8:]}", "deposit": 15 * hours}
