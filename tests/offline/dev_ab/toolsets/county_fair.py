"""Secretary's desk of a county fair."""

from typing import Any

_CLASSES: dict[int, dict[str, Any]] = {
    101: {"title": "Heavy horse, in hand", "place": "Main Ring", "judging": "09:45", "fee": 12.0},
    214: {"title": "Victoria sponge", "place": "Tent B", "judging": "11:15", "fee": 1.5},
    230: {"title": "Runner beans", "place": "Tent D", "judging": "10:30", "fee": 2.0},
    318: {"title": "Texel ewe", "place": "Sheep Lines", "judging": "13:20", "fee": 7.5},
}
_EXHIBITORS = {
    "dora penhallow": {"exhibitor_no": "E-0612", "village": "Withycombe", "member": True},
    "amos tilley": {"exhibitor_no": "E-0655", "village": "Upper Stoke", "member": False},
    "farah qureshi": {"exhibitor_no": "E-0703", "village": "Carnbridge", "member": True},
}
_WINNERS = {
    (101, 2025): "Amos Tilley",
    (214, 2024): "Joyce Abbott",
    (214, 2025): "Dora Penhallow",
    (230, 2025): "Len Sharrock",
    (318, 2024): "Bryn Powell",
}


def show_class(number: int) -> dict[str, Any]:
    """Title, place, judging time and entry fee of a class."""
    if number not in _CLASSES:
        raise ValueError(f"no class {number}")
    return _CLASSES[number]


def exhibitor(name: str) -> dict[str, Any]:
    """Find an exhibitor by full name."""
    found = _EXHIBITORS.get(name.strip().casefold())
    return found if found else {"name": name, "found": False}


def enter(exhibitor_no: str, class_number: int) -> dict[str, str]:
    """Enter somebody in a class; gives the number of the entry card.

    Args:
        exhibitor_no: e.g. E-0500.
        class_number: The class.
    """
    if class_number not in _CLASSES:
        raise ValueError(f"no class {class_number}")
    return {"card": f"{class_number}/{exhibitor_no[-3:]}"}


def winner(class_number: int, year: int) -> str:
    """Who won a class in a year."""
    return _WINNERS.get((class_number, year), "not recorded")


def pitch_price(metres: float, power: bool = False, food: bool = False) -> float:
    """Price of a trade pitch by its frontage.

    Args:
        metres: Frontage in metres.
        power: With electricity.
        food: Sells food or drink.
    """
    return metres * (26.0 if food else 18.0) + (40.0 if power else 0.0)
