"""Seats, accounts and prints of an internet cafe."""

from typing import Any, Literal

_SEATS: dict[int, dict[str, Any]] = {
    4: {"zone": "quiet", "free": True, "screen_inches": 24},
    9: {"zone": "gaming", "free": False, "screen_inches": 32, "user": "pixelfox"},
    12: {"zone": "gaming", "free": True, "screen_inches": 27},
    15: {"zone": "quiet", "free": False, "screen_inches": 22, "user": "mrs_dray"},
}
_ACCOUNTS: dict[str, dict[str, Any]] = {
    "pixelfox": {"minutes_left": 47, "tier": "silver", "owes": 0.0},
    "mrs_dray": {"minutes_left": 185, "tier": "basic", "owes": 2.6},
    "kobolt77": {"minutes_left": 8, "tier": "gold", "owes": 5.15},
}
_RATES = {"quiet": 2.4, "gaming": 4.5}
_DRINKS = {"flat white": 3.1, "iced tea": 2.75, "cola": 2.2, "mint tea": 1.95}


def seat_info(seat: int) -> dict[str, Any]:
    """Tell the zone of a seat, its screen, and whether it is free or who sits there.

    Args:
        seat (int): Seat number.
    """
    if seat not in _SEATS:
        raise ValueError(f"there is no seat {seat}")
    return {"seat": seat, **_SEATS[seat]}


def account(username: str) -> dict[str, Any]:
    """Minutes left, membership tier and open debts of a user.

    Args:
        username (str): Login name.
    """
    return _ACCOUNTS.get(username.lower(), {"username": username, "found": False})


def hourly_rate(zone: Literal["quiet", "gaming"]) -> float:
    """Price of an hour in a zone, in euros."""
    return _RATES[zone]


def print_cost(pages: int, colour: bool = False, double_sided: bool = False) -> dict[str, float]:
    """Work out what a print job costs.

    Args:
        pages (int): Number of pages.
        colour (bool): Colour instead of black and white.
        double_sided (bool): Print on both sides, which is a bit cheaper.
    """
    each = (0.45 if colour else 0.12) - (0.02 if double_sided else 0)
    return {"cost": round(pages * each, 2)}


def drink_price(drink: str) -> dict[str, Any]:
    """Price of a drink from the bar."""
    if drink.lower() not in _DRINKS:
        return {"drink": drink, "found": False}
    return {"drink": drink.lower(), "price": _DRINKS[drink.lower()]}


def top_up(username: str, minutes: int) -> dict[str, Any]:
    """Add minutes to a user's account.

    Args:
        username (str): Login name.
        minutes (int): Minutes to add.
    """
    if username.lower() not in _ACCOUNTS:
        raise ValueError("no such user")
    return {
        "receipt": f"TU-{username[:3].upper()}{minutes}",
        "minutes_now": _ACCOUNTS[username.lower()]["minutes_left"] + minutes,
    }
