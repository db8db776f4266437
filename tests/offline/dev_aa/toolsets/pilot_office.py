"""Ships, pilots and tides at a seaport pilot office."""

from typing import Any, Literal

_SHIPS: dict[str, dict[str, Any]] = {
    "Astrid Maersund": {"call_sign": "OXKD2", "length_m": 182, "draught_m": 9.4, "berth": "North 4"},
    "Bonny Tern": {"call_sign": "MGTR7", "length_m": 96, "draught_m": 5.1, "berth": "Timber Quay"},
    "Cape Orlan": {"call_sign": "9HLP4", "length_m": 229, "draught_m": 12.3, "berth": "Bulk 2"},
}
_TIDES = {"2026-08-03": ("04:52", 3.8), "2026-08-04": ("05:37", 4.1), "2026-08-05": ("06:21", 4.3)}
_PILOTS = {"day": ["Ragnar Holm", "Sile Brophy"], "night": ["Tomas Vrba"]}


def ship(name: str) -> dict[str, Any]:
    """Returns the particulars of a ship.

    Args:
        name: The ship's name.

    Returns:
        Call sign, length and draught in metres, and assigned berth.

    Example:
        ship("Bonny Tern")
    """
    if name not in _SHIPS:
        raise ValueError(f"ship {name} is not on the list")
    return _SHIPS[name]


def high_water(date: str) -> dict[str, Any]:
    """Returns time and height in metres of the morning high water.

    Args:
        date: ISO date.

    Example:
        high_water("2026-08-03")
    """
    if date not in _TIDES:
        raise ValueError("no tide table for that date")
    return {"time": _TIDES[date][0], "height_m": _TIDES[date][1]}


def pilots_on_duty(shift: Literal["day", "night"]) -> list[str]:
    """Returns the pilots of a shift.

    Example:
        pilots_on_duty("night")
    """
    return _PILOTS[shift]


def pilotage_fee(length_m: int, tugs: int = 0) -> float:
    """Returns the pilotage fee in euros.

    Args:
        length_m: Length of the ship.
        tugs: Number of tugs that assist.

    Example:
        pilotage_fee(120, tugs=1)
    """
    return round(210 + 4.5 * length_m + 680 * tugs, 2)


def order_pilot(call_sign: str, date: str, time: str, inbound: bool = True) -> dict[str, Any]:
    """Orders a pilot for a ship.

    Args:
        call_sign: Radio call sign.
        date: ISO date.
        time: Boarding time, HH:MM.
        inbound: False when the ship is leaving port.

    Returns:
        Order number and the boarding place.

    Example:
        order_pilot("MGTR7", "2026-08-03", "04:30")
    """
    place = "Gull Buoy" if inbound else "alongside"
    return {"order": f"PO-{call_sign}-{date[8:]}", "time": time, "boarding": place}
