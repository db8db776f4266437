"""Instruments, repairs and lessons of a music shop."""

from typing import Any, Literal

_ITEMS: dict[str, dict[str, Any]] = {
    "VN-210": {"name": "Lorenz Student Violin", "category": "violin", "price": 349.0},
    "VN-880": {"name": "Cremona Concert Violin", "category": "violin", "price": 2150.0},
    "GT-105": {"name": "Alder Classical Guitar", "category": "guitar", "price": 229.0},
    "GT-460": {"name": "Mesa Electric Guitar", "category": "guitar", "price": 895.0},
    "PN-300": {"name": "Tonart Digital Piano", "category": "piano", "price": 1290.0},
    "FL-120": {"name": "Silverline Flute", "category": "flute", "price": 560.0},
}
_STOCK = {
    ("VN-210", "central"): 4,
    ("VN-210", "riverside"): 1,
    ("GT-105", "riverside"): 8,
    ("GT-460", "central"): 2,
    ("PN-300", "central"): 3,
    ("FL-120", "riverside"): 5,
}
_CUSTOMERS: dict[str, dict[str, Any]] = {
    "irene.falk@post.example": {"customer_no": "K-5081", "name": "Irene Falk", "loyalty_points": 340},
    "d.okoro@mail.example": {"customer_no": "K-5126", "name": "Daniel Okoro", "loyalty_points": 75},
    "info@stjames-school.example": {"customer_no": "K-5200", "name": "St James School", "loyalty_points": 1910},
}
_REPAIRS: dict[int, dict[str, Any]] = {
    2417: {"item": "cello", "state": "waiting for strings", "ready_on": "2026-03-27", "cost": 145.0},
    2422: {"item": "trumpet", "state": "finished", "ready_on": "2026-03-18", "cost": 62.5},
    2430: {"item": "accordion", "state": "in the workshop", "ready_on": "2026-04-08", "cost": 210.0},
}
_TEACHERS: dict[str, dict[str, Any]] = {
    "violin": {"teacher": "Katalin Nagy", "weekday": "Tuesday", "fee_per_lesson": 42.0},
    "guitar": {"teacher": "Joel Hartman", "weekday": "Wednesday", "fee_per_lesson": 36.0},
    "piano": {"teacher": "Renata Silva", "weekday": "Friday", "fee_per_lesson": 45.0},
}


def search_instruments(
    category: Literal["violin", "guitar", "piano", "flute"], max_price: float | None = None
) -> list[dict[str, Any]]:
    """Search the range for instruments of a category.

    Args:
        category: Kind of instrument.
        max_price: Leave out instruments that cost more than this.
    """
    found = [(code, item) for code, item in _ITEMS.items() if item["category"] == category]
    return [{"item_code": code, **item} for code, item in found if max_price is None or item["price"] <= max_price]


def store_stock(item_code: str, store: Literal["Central", "Riverside"]) -> dict[str, Any]:
    """How many pieces of an item a store has."""
    if item_code.upper() not in _ITEMS:
        raise ValueError(f"no item {item_code!r}")
    return {"item_code": item_code.upper(), "pieces": _STOCK.get((item_code.upper(), store.casefold()), 0)}


def find_customer(email: str) -> dict[str, Any]:
    """Find a customer by e-mail address."""
    return _CUSTOMERS.get(email.strip().casefold(), {"found": False, "email": email})


def rent_instrument(item_code: str, customer_no: str, months: int = 6, insurance: bool = False) -> dict[str, Any]:
    """Rent out an instrument.

    Args:
        item_code: Code of the item.
        customer_no: Number of the customer, such as K-5081.
        months: Duration of the rental.
        insurance: Insure the instrument against damage and theft.
    """
    if item_code.upper() not in _ITEMS:
        raise ValueError(f"no item {item_code!r}")
    monthly = _ITEMS[item_code.upper()]["price"] * 0.04 + (5 if insurance else 0)
    return {"contract": f"RT-{customer_no[2:]}-{months:02d}", "monthly_rent": round(monthly, 2)}


def repair_status(ticket: int) -> dict[str, Any]:
    """State, cost and expected completion of a repair.

    Args:
        ticket: Four-digit number on the repair slip.
    """
    return _REPAIRS.get(ticket, {"state": "not found"})


def teacher_for(instrument: Literal["violin", "guitar", "piano"]) -> dict[str, Any]:
    """Teacher, weekday and fee of the lessons for an instrument."""
    return _TEACHERS[instrument]


def book_trial_lesson(
    instrument: Literal["violin", "guitar", "piano"], customer_no: str, day: str, time: str = "16:00"
) -> dict[str, Any]:
    """Book a free trial lesson.

    Args:
        instrument: Instrument to be learnt.
        customer_no: Number of the customer.
        day: Date (YYYY-MM-DD).
        time: Beginning of the lesson (HH:MM).
    """
    return {"lesson_no": f"TL-{customer_no[2:]}-{day[8:]}{time[:2]}", "teacher": _TEACHERS[instrument]["teacher"]}
