"""Lifts, slopes and passes of a ski-lift operator."""

from typing import Any, Literal

_LIFTS = {
    "Gamskogel": {"status": "open", "closes": "16:15", "wind_kmh": 22, "top_m": 2140},
    "Silberhorn": {"status": "closed", "closes": "15:45", "wind_kmh": 71, "top_m": 2685},
    "Bärental": {"status": "open", "closes": "16:30", "wind_kmh": 14, "top_m": 1790},
}
_SLOPES: dict[int, dict[str, Any]] = {
    5: {"lift": "Gamskogel", "difficulty": "blue", "groomed": True, "snow_cm": 95},
    8: {"lift": "Silberhorn", "difficulty": "black", "groomed": False, "snow_cm": 140},
    12: {"lift": "Bärental", "difficulty": "red", "groomed": True, "snow_cm": 68},
}
_PASSES = {
    "SP-60311": {"holder": "Noor Adler", "valid_until": "2026-01-18", "rides": 34},
    "SP-60347": {"holder": "Timo Reiss", "valid_until": "2026-04-06", "rides": 112},
}
_DAY = {"adult": 58.0, "youth": 43.5, "child": 29.0, "senior": 51.0}


def lift_status(lift: str) -> dict[str, Any]:
    """Returns whether a lift runs, its closing time, the wind and the height of its top station.

    Args:
        lift: Name of the lift.
    """
    for name, data in _LIFTS.items():
        if name.lower() == lift.strip().lower():
            return {"lift": name, **data}
    raise ValueError(f"no lift {lift}")


def slope_report(slope: int) -> dict[str, Any]:
    """Returns the report of a slope: its lift, difficulty, grooming and snow depth.

    Args:
        slope: Number of the slope.
    """
    if slope not in _SLOPES:
        raise ValueError(f"no slope {slope}")
    return {"slope": slope, **_SLOPES[slope]}


def pass_info(pass_id: str) -> dict[str, Any]:
    """Returns holder, last valid day and number of rides of a ski pass.

    Args:
        pass_id: Number on the card.
    """
    return {"pass_id": pass_id, **_PASSES[pass_id]} if pass_id in _PASSES else {"pass_id": pass_id, "found": False}


def ticket_price(group: Literal["adult", "youth", "child", "senior"], days: int = 1) -> float:
    """Returns the price in euros of a ticket.

    Args:
        group: Age group of the skier.
        days: Number of days the ticket is valid.
    """
    return round(_DAY[group] * days * (0.9 if days >= 3 else 1), 2)


def block_pass(pass_id: str, reason: Literal["lost", "stolen", "misuse"]) -> dict[str, str]:
    """Blocks a ski pass.

    Args:
        pass_id: Number on the card.
        reason: Why it is blocked.

    Returns:
        Case number.
    """
    if pass_id not in _PASSES:
        raise ValueError(f"no pass {pass_id}")
    return {"case": f"BL{pass_id[-3:]}{reason[0].upper()}"}
