"""Organising craft markets: traders, pitches, fees."""

from typing import Any, Literal

_TRADERS: dict[str, dict[str, Any]] = {
    "willow & twine": {"trader_id": "T-044", "craft": "basketry", "contact": "Maud Ellery"},
    "blue kiln pottery": {"trader_id": "T-051", "craft": "ceramics", "contact": "Rasmus Holt"},
    "fern street soaps": {"trader_id": "T-067", "craft": "soap", "contact": "Adaeze Obi"},
    "copperleaf": {"trader_id": "T-072", "craft": "jewellery", "contact": "Ines Cabral"},
}
_INSURANCE = {
    "T-044": {"insured": True, "insurer": "Guildhall Mutual", "valid_to": "2026-12-31"},
    "T-051": {"insured": True, "insurer": "Stallguard", "valid_to": "2026-08-14"},
    "T-067": {"insured": False},
    "T-072": {"insured": True, "insurer": "Stallguard", "valid_to": "2027-03-01"},
}
_MARKETS: list[dict[str, Any]] = [
    {"market_id": 310, "town": "Ludbury", "date": "2026-07-04", "hours": "09:00-16:00", "visitors_expected": 1400},
    {"market_id": 314, "town": "Ludbury", "date": "2026-12-05", "hours": "10:00-19:00", "visitors_expected": 3200},
    {"market_id": 322, "town": "Tarnside", "date": "2026-07-18", "hours": "10:00-17:00", "visitors_expected": 900},
    {"market_id": 329, "town": "Marle", "date": "2026-09-05", "hours": "08:30-15:30", "visitors_expected": 2100},
]
_FREE = {
    (310, "open"): ["O-3", "O-9"],
    (310, "covered"): ["C-2"],
    (314, "covered"): [],
    (314, "open"): ["O-17"],
    (322, "covered"): ["C-5", "C-6", "C-11"],
    (322, "corner"): ["K-1"],
    (329, "corner"): ["K-4"],
    (329, "open"): ["O-2", "O-21"],
}
_DAY_RATE = {"open": 32.0, "covered": 48.0, "corner": 57.0}


def find_trader(business: str) -> dict[str, Any]:
    """Find a trader by the name of the business.

    Args:
        business: Name under which the trader sells.

    Returns:
        Trader id, craft and contact person.
    """
    trader = _TRADERS.get(business.strip().casefold())
    if trader is None:
        raise ValueError(f"no trader called {business}")
    return {"business": business, **trader}


def insurance_of(trader_id: str) -> dict[str, Any]:
    """Say whether a trader has liability insurance, with whom and until when."""
    return dict(_INSURANCE.get(trader_id.upper(), {"insured": None, "note": "unknown trader"}))


def markets_in(town: str, month: int | None = None) -> list[dict[str, Any]]:
    """Markets held in a town this year.

    Args:
        town: Name of the town.
        month: Only those in this month, 1 to 12.
    """
    return [
        one
        for one in _MARKETS
        if one["town"].casefold() == town.strip().casefold() and month in (None, int(one["date"][5:7]))
    ]


def free_pitches(market_id: int, kind: Literal["open", "covered", "corner"]) -> list[str]:
    """Pitches of a kind that nobody has taken at a market."""
    return _FREE.get((market_id, kind), [])


def pitch_fee(kind: Literal["open", "covered", "corner"], days: int = 1, electricity: bool = False) -> dict[str, Any]:
    """Fee for a pitch in pounds.

    Args:
        kind: Kind of pitch.
        days: Number of market days.
        electricity: With a power socket, which is 9.50 a day.
    """
    return {"kind": kind, "days": days, "fee": round((_DAY_RATE[kind] + (9.5 if electricity else 0)) * days, 2)}


def allot_pitch(market_id: int, pitch: str, trader_id: str) -> dict[str, Any]:
    """Give a pitch at a market to a trader.

    Args:
        market_id: Number of the market.
        pitch: Code of the pitch, for example C-2.
        trader_id: Id of the trader, for example T-044.

    Returns:
        The number of the permit.
    """
    if not any(pitch.upper() in pitches for (market, _), pitches in _FREE.items() if market == market_id):
        raise ValueError(f"pitch {pitch} is not free at market {market_id}")
    return {"permit": f"P{market_id}/{pitch.upper().replace('-', '')}/{trader_id[2:]}", "status": "allotted"}
