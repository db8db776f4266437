"""An olive-oil cooperative: members, deliveries, pressing, tanks."""

from typing import Any, Literal

_MEMBERS: dict[int, dict[str, Any]] = {
    114: {"name": "Teodora Vassil", "village": "Kalamos", "trees": 420},
    127: {"name": "Jordi Benavent", "village": "Serrada", "trees": 1150},
    139: {"name": "Amina Zerrouk", "village": "Tizra", "trees": 275},
}
_DELIVERIES = {(114, 2024): 6840, (114, 2025): 7215, (127, 2024): 18450, (127, 2025): 16920, (139, 2025): 3980}
_TANKS: dict[str, dict[str, Any]] = {
    "T3": {"grade": "extra virgin", "acidity": 0.32, "litres": 8700},
    "T5": {"grade": "virgin", "acidity": 1.4, "litres": 5150},
    "T8": {"grade": "lampante", "acidity": 2.6, "litres": 2300},
}
_PAY = {"extra virgin": 5.85, "virgin": 4.1, "lampante": 2.45}
_FREE = {"2025-11-03": "06:30", "2025-11-04": "14:10", "2025-11-12": "09:20", "2025-11-20": None}


def get_member(name: str) -> dict[str, Any]:
    """Returns member number, village and number of trees."""
    for member_no, one in _MEMBERS.items():
        if one["name"].casefold() == name.strip().casefold():
            return {"member_no": member_no, **one}
    return {"name": name, "found": False}


def delivered_kg(member_no: int, season: int) -> int:
    """Returns the kilograms of olives a member brought in a season, named by its first year."""
    if (member_no, season) not in _DELIVERIES:
        raise ValueError("no deliveries on record")
    return _DELIVERIES[member_no, season]


def tank_sheet(tank: str) -> dict[str, Any]:
    """Returns grade, acidity in per cent and litres in a tank."""
    if tank.upper() not in _TANKS:
        raise ValueError(f"no tank {tank}")
    return _TANKS[tank.upper()]


def payout(litres: float, grade: Literal["extra virgin", "virgin", "lampante"] = "extra virgin") -> float:
    """Returns the euros that the cooperative pays for litres of oil of a grade."""
    return round(litres * _PAY[grade], 2)


def mill_opening(day: str) -> dict[str, Any]:
    """Returns the first free hour at the mill on a day."""
    return {"day": day, "free_from": _FREE.get(day), "full": _FREE.get(day) is None}


def book_pressing(member_no: int, day: str, kg: int, organic: bool = False) -> dict[str, Any]:
    """Books a pressing and returns the ticket.

    Args:
        member_no: Number of the member.
        day: ISO date.
        kg: Weight of the olives.
        organic: Press on the line for certified organic fruit.
    """
    if member_no not in _MEMBERS:
        raise ValueError(f"no member {member_no}")
    return {"ticket": f"{'OR' if organic else 'ST'}-{member_no}-{day[8:]}{day[5:7]}", "fee": round(kg * 0.12, 2)}
