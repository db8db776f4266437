"""Members, hives and honey of a beekeepers' cooperative."""

from typing import Any, Literal

_MEMBERS: dict[str, dict[str, Any]] = {
    "harriet doyle": {"member_id": "M-118", "name": "Harriet Doyle", "apiary": "Ashcombe", "phone": "0171 60118"},
    "cormac hale": {"member_id": "M-126", "name": "Cormac Hale", "apiary": "Fernhill", "phone": "0171 60126"},
    "zsofia barta": {"member_id": "M-139", "name": "Zsofia Barta", "apiary": "Tolland", "phone": "0171 60139"},
}
_HIVES: dict[str, list[dict[str, Any]]] = {
    "ashcombe": [
        {"hive_id": "H-14", "weight_kg": 31.5, "queen": "Buckfast"},
        {"hive_id": "H-16", "weight_kg": 38.2, "queen": "Carniolan"},
        {"hive_id": "H-19", "weight_kg": 27.9, "queen": "Buckfast"},
    ],
    "fernhill": [
        {"hive_id": "H-27", "weight_kg": 42.6, "queen": "Carniolan"},
        {"hive_id": "H-28", "weight_kg": 35.1, "queen": "Caucasian"},
    ],
    "tolland": [
        {"hive_id": "H-31", "weight_kg": 29.4, "queen": "Buckfast"},
        {"hive_id": "H-33", "weight_kg": 33.7, "queen": "Carniolan"},
    ],
}
_INSPECTIONS: dict[str, dict[str, Any]] = {
    "H-14": {"inspected_on": "2026-04-02", "mites": 9, "brood_frames": 5},
    "H-16": {"inspected_on": "2026-04-05", "mites": 3, "brood_frames": 7},
    "H-19": {"inspected_on": "2026-04-06", "mites": 22, "brood_frames": 4},
    "H-27": {"inspected_on": "2026-03-29", "mites": 6, "brood_frames": 8},
    "H-28": {"inspected_on": "2026-03-30", "mites": 11, "brood_frames": 6},
    "H-31": {"inspected_on": "2026-04-11", "mites": 17, "brood_frames": 3},
    "H-33": {"inspected_on": "2026-04-12", "mites": 4, "brood_frames": 9},
}
_HARVEST = {
    ("H-14", 2024): 18.5,
    ("H-14", 2025): 21.0,
    ("H-16", 2025): 24.3,
    ("H-27", 2025): 30.0,
    ("H-28", 2025): 16.8,
}
_PRICE = {"acacia": 14.0, "linden": 12.0, "forest": 16.5}
_KILOS = {"kg": 1.0, "pounds": 0.45359237, "ounces": 0.028349523}


def get_member(name: str) -> dict[str, Any]:
    """Member number, apiary and phone number of a member.

    Args:
        name: Full name of the member.
    """
    if name.strip().casefold() not in _MEMBERS:
        raise ValueError(f"{name} is no member")
    return _MEMBERS[name.strip().casefold()]


def list_hives(apiary: str) -> list[dict[str, Any]]:
    """List the hives in an apiary with their weight and queen.

    Args:
        apiary: Village where the apiary is.
    """
    return _HIVES.get(apiary.strip().casefold(), [])


def get_inspection(hive_id: str) -> dict[str, Any]:
    """Last inspection of a hive: date, mites and brood frames.

    Args:
        hive_id: Number of the hive, e.g. H-14.
    """
    if hive_id not in _INSPECTIONS:
        raise ValueError(f"no hive {hive_id}")
    return {"hive_id": hive_id, **_INSPECTIONS[hive_id]}


def get_harvest(hive_id: str, year: int) -> dict[str, Any]:
    """Honey harvest of a hive in a year.

    Args:
        hive_id: Number of the hive, e.g. H-14.
        year: Year of the harvest.
    """
    if (hive_id, year) not in _HARVEST:
        return {"hive_id": hive_id, "year": year, "error": "no harvest recorded"}
    return {"hive_id": hive_id, "year": year, "harvest_kg": _HARVEST[hive_id, year]}


def order_honey(variety: Literal["acacia", "linden", "forest"], weight_kg: float) -> dict[str, Any]:
    """Order honey from the cooperative.

    Args:
        variety: Kind of honey.
        weight_kg: How much, in kilograms.
    """
    return {"variety": variety, "weight_kg": weight_kg, "to_pay_eur": round(_PRICE[variety] * weight_kg, 2)}


def renew_membership(member_id: str, years: int = 1) -> dict[str, Any]:
    """Renew the membership of a member for some years.

    Args:
        member_id: Member number, e.g. M-118.
        years: For how many years.
    """
    return {"member_id": member_id, "paid_until": f"{2026 + years}-12-31"}


def convert_weight(
    value: float, from_unit: Literal["kg", "pounds", "ounces"], to_unit: Literal["kg", "pounds", "ounces"]
) -> dict[str, Any]:
    """Convert a weight from one unit to another."""
    return {"result": round(value * _KILOS[from_unit] / _KILOS[to_unit], 2), "unit": to_unit}
