"""Green coffee, roasts and café customers of a roastery."""

from typing import Any, Literal

Style = Literal["filter", "espresso"]

_LOTS: dict[str, dict[str, Any]] = {
    "ET-207": {"origin": "Ethiopia", "process": "washed", "kilos": 412.0, "score": 87.25},
    "CO-118": {"origin": "Colombia", "process": "honey", "kilos": 138.5, "score": 85.5},
    "BR-340": {"origin": "Brazil", "process": "natural", "kilos": 960.0, "score": 82.75},
    "KE-066": {"origin": "Kenya", "process": "washed", "kilos": 57.0, "score": 88.5},
}
_PROFILES = {
    ("ET-207", "filter"): (9.5, 205),
    ("ET-207", "espresso"): (11.0, 212),
    ("CO-118", "filter"): (10.25, 207),
    ("CO-118", "espresso"): (11.75, 214),
    ("BR-340", "espresso"): (12.5, 218),
    ("KE-066", "filter"): (9.0, 203),
}
_BLENDS = {"night ferry": 19.8, "copper kettle": 17.4, "first light": 22.6}
_CAFES: dict[str, dict[str, Any]] = {
    "bean & gone": {"account": "AC-71", "city": "Leeds", "payment_days": 14, "owes": 0.0},
    "the quiet cup": {"account": "AC-83", "city": "Bath", "payment_days": 30, "owes": 264.4},
    "harbour espresso": {"account": "AC-90", "city": "Hull", "payment_days": 21, "owes": 81.15},
}
_FREIGHT = {"leeds": 0.9, "bath": 1.35, "hull": 1.1}


def green_lot(origin: str) -> dict[str, Any]:
    """The lot of green coffee we hold from a country of origin, with its process and the kilos left."""
    for lot, row in _LOTS.items():
        if row["origin"].lower() == origin.strip().lower():
            return {"lot": lot, "process": row["process"], "kilos": row["kilos"]}
    raise ValueError(f"no coffee from {origin}")


def cupping_scores(lots: list[str]) -> dict[str, float]:
    """Cupping scores of several lots at once; lots is the list of their codes."""
    return {lot: _LOTS[lot]["score"] for lot in lots if lot in _LOTS}


def roast_profile(lot: str, style: Style = "filter") -> dict[str, Any]:
    """Roasting time in minutes and drop temperature in Celsius for a lot in a style."""
    if (lot, style) not in _PROFILES:
        return {"lot": lot, "style": style, "profile": "not found"}
    minutes, drop = _PROFILES[lot, style]
    return {"lot": lot, "style": style, "minutes": minutes, "drop_celsius": drop}


def schedule_roast(lot: str, kilos: float, day: str, style: Style = "filter") -> dict[str, Any]:
    """Puts so many kilos of a lot on the roasting plan for a day in ISO form, in the given style."""
    if lot not in _LOTS or kilos > _LOTS[lot]["kilos"]:
        raise ValueError("unknown lot or not enough left")
    return {"batch": f"{lot[:2]}{day[5:7]}{day[8:]}{style[0].upper()}", "roasted_kilos": round(kilos * 0.85, 2)}


def wholesale_price(blend: str, kilos: float) -> dict[str, Any]:
    """Price of so many kilos of a blend. From 20 kilos there are 8 percent off."""
    if blend.strip().lower() not in _BLENDS:
        raise ValueError(f"no blend {blend}")
    total = _BLENDS[blend.strip().lower()] * kilos * (0.92 if kilos >= 20 else 1)
    return {"blend": blend, "kilos": kilos, "total": round(total, 2)}


def cafe_account(cafe: str) -> dict[str, Any]:
    """Account number, city, days to pay and open balance of a cafe by its name."""
    if cafe.strip().lower() not in _CAFES:
        return {"cafe": cafe, "account": "not found"}
    return {"cafe": cafe, **_CAFES[cafe.strip().lower()]}


def place_order(
    account: str, blend: str, kilos: float, grind: Literal["whole bean", "espresso", "filter"] = "whole bean"
) -> dict[str, Any]:
    """Enters an order of so many kilos of a blend on an account. The grind is whole bean unless stated."""
    if blend.strip().lower() not in _BLENDS:
        raise ValueError(f"no blend {blend}")
    return {"order": f"{account[3:]}-{blend[:2].upper()}{round(kilos)}{grind[0].upper()}", "state": "accepted"}


def freight_cost(city: str, kilos: float, express: bool = False) -> float:
    """Cost of sending so many kilos to a city, next day if express."""
    if city.strip().lower() not in _FREIGHT:
        raise ValueError(f"we do not deliver to {city}")
    return round(4.5 + _FREIGHT[city.strip().lower()] * kilos * (2 if express else 1), 2)
