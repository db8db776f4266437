"""Morning auction of a fish market."""

from typing import Any, Literal

_LOTS: dict[str, dict[str, Any]] = {
    "L0611": {"species": "hake", "vessel": "Stella Maris", "kg": 320, "grade": "A", "reserve": 4.1},
    "L0612": {"species": "hake", "vessel": "Ocean Thrift", "kg": 185, "grade": "B", "reserve": 3.45},
    "L0620": {"species": "monkfish", "vessel": "Stella Maris", "kg": 74, "grade": "A", "reserve": 9.8},
    "L0627": {"species": "turbot", "vessel": "Girl Morwenna", "kg": 28, "grade": "A", "reserve": 17.25},
    "L0633": {"species": "mackerel", "vessel": "Ocean Thrift", "kg": 1460, "grade": "B", "reserve": 1.05},
}
_VESSELS: dict[str, dict[str, Any]] = {
    "stella maris": {"port": "Newlyn", "skipper": "Jory Penrose", "gear": "gill net"},
    "ocean thrift": {"port": "Brixham", "skipper": "Alan Stoate", "gear": "trawl"},
    "girl morwenna": {"port": "Mevagissey", "skipper": "Tamsin Rowe", "gear": "handline"},
}
_BUYERS: dict[int, dict[str, Any]] = {
    17: {"name": "Quayside Bistro", "credit_left": 640.0},
    23: {"name": "Hartnell Wholesale", "credit_left": 9175.0},
    41: {"name": "Sole Traders", "credit_left": 2380.0},
}
_MEAN: dict[tuple[str, str], float] = {
    ("hake", "week"): 4.62,
    ("hake", "month"): 4.37,
    ("monkfish", "week"): 10.85,
    ("turbot", "week"): 18.9,
    ("turbot", "month"): 19.4,
    ("mackerel", "week"): 1.22,
}


def list_lots(species: str, grade: Literal["A", "B"] | None = None) -> list[dict[str, Any]]:
    """Lots of a species in today's sale, all grades or one."""
    return [
        {"lot": number, "kg": lot["kg"], "grade": lot["grade"]}
        for number, lot in _LOTS.items()
        if lot["species"] == species.strip().casefold() and grade in (None, lot["grade"])
    ]


def lot_details(lot: str) -> dict[str, Any]:
    """Everything about one lot.

    Weight in kilos, reserve price per kilo, grade and the vessel that landed it.
    """
    if lot not in _LOTS:
        raise ValueError(f"no lot {lot} in this sale")
    return {"lot": lot, **_LOTS[lot]}


def vessel_info(vessel: str) -> dict[str, Any]:
    """Home port, skipper and gear of a boat."""
    return {"vessel": vessel, **_VESSELS.get(vessel.strip().casefold(), {"error": "not found"})}


def average_price(species: str, period: Literal["week", "month"] = "week") -> float:
    """Mean hammer price per kilo over the last week or month."""
    if (species.strip().casefold(), period) not in _MEAN:
        raise ValueError(f"no sales of {species}")
    return _MEAN[species.strip().casefold(), period]


def buyer_account(buyer_no: int) -> dict[str, Any]:
    """Name and remaining credit of a registered buyer."""
    if buyer_no not in _BUYERS:
        raise ValueError(f"no buyer {buyer_no}")
    return {"buyer_no": buyer_no, **_BUYERS[buyer_no]}


def leave_bid(lot: str, buyer_no: int, price_per_kg: float) -> dict[str, Any]:
    """Leave a bid on a lot for a buyer who is not in the hall."""
    if lot not in _LOTS:
        raise ValueError(f"no lot {lot} in this sale")
    state = "accepted" if price_per_kg >= _LOTS[lot]["reserve"] else "below reserve"
    return {"bid": f"{lot}-{buyer_no}", "status": state, "worth": round(_LOTS[lot]["kg"] * price_per_kg, 2)}


def handling_charge(kg: float, iced: bool = True, delivery_miles: int = 0) -> dict[str, float]:
    """Charge for packing a purchase, with ice unless told otherwise, and for bringing it to the buyer."""
    return {"charge": round(kg * (0.09 if iced else 0.06) + delivery_miles * 1.4, 2)}
