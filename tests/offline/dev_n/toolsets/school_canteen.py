"""Everything the kitchen and the till of a school canteen need."""

from typing import Any, Literal

_MENUS = {
    ("2026-03-03", "hot"): "Chicken korma",
    ("2026-03-03", "vegetarian"): "Lentil cottage pie",
    ("2026-03-03", "cold"): "Tuna baguette",
    ("2026-03-04", "hot"): "Fish fingers with peas",
    ("2026-03-04", "vegetarian"): "Spinach lasagne",
    ("2026-03-04", "cold"): "Hummus wrap",
    ("2026-03-05", "hot"): "Beef stew",
    ("2026-03-05", "vegetarian"): "Halloumi burger",
    ("2026-03-05", "cold"): "Egg salad",
}
_ALLERGENS = {
    "chicken korma": ["milk", "almonds"],
    "lentil cottage pie": ["celery"],
    "tuna baguette": ["fish", "gluten"],
    "fish fingers with peas": ["fish", "gluten"],
    "spinach lasagne": ["gluten", "milk", "nutmeg"],
    "hummus wrap": ["sesame", "gluten"],
    "beef stew": ["celery", "mustard"],
    "halloumi burger": ["milk", "gluten"],
    "egg salad": ["egg", "mustard"],
}
_PUPILS: dict[int, dict[str, Any]] = {
    4402: {"first_name": "Jonas", "surname": "Ibsen", "form": "7B", "balance": 13.4, "diet": "hot"},
    4417: {"first_name": "Priya", "surname": "Castellan", "form": "9A", "balance": 2.85, "diet": "vegetarian"},
    4431: {"first_name": "Tamsin", "surname": "Okoro", "form": "8C", "balance": 6.2, "diet": "cold"},
    4458: {"first_name": "Rory", "surname": "Ibsen", "form": "10D", "balance": -1.75, "diet": "hot"},
}
_COUNTS = {
    "2026-03-03": {7: 58, 8: 61, 9: 47, 10: 39},
    "2026-03-04": {7: 63, 8: 55, 9: 52, 10: 44},
    "2026-03-05": {7: 49, 8: 57, 9: 43, 10: 36},
}


def menu(day: str, line: Literal["hot", "vegetarian", "cold"] = "hot") -> str:
    """The dish served on a day at one of the three counters."""
    return _MENUS.get((day, line), "no service")


def allergens(dish: str) -> list[str]:
    """Allergens in a dish, by the dish's name on the menu."""
    if dish.strip().lower() not in _ALLERGENS:
        raise ValueError(f"dish not on file: {dish}")
    return _ALLERGENS[dish.strip().lower()]


def find_pupil(surname: str, form: str) -> dict[str, Any]:
    """Get the pupil number.

    Args:
        surname: Family name.
        form: Form the pupil is in, such as 7B.
    """
    for number, pupil in _PUPILS.items():
        if (pupil["surname"].lower(), pupil["form"]) == (surname.strip().lower(), form.strip().upper()):
            return {"pupil_no": number, "first_name": pupil["first_name"]}
    return {"pupil_no": None, "note": "not found"}


def pupil_account(pupil_no: int) -> dict[str, Any]:
    """Card balance in pounds and the counter a pupil is signed up for (diet)."""
    if pupil_no not in _PUPILS:
        raise ValueError(f"no pupil {pupil_no}")
    pupil = _PUPILS[pupil_no]
    return {"pupil_no": pupil_no, "balance": pupil["balance"], "diet": pupil["diet"]}


def top_up(pupil_no: int, pounds: float) -> dict[str, Any]:
    """Credit money to a pupil's card.

    Args:
        pupil_no: Number of the pupil.
        pounds: Amount.

    Returns:
        The new balance.
    """
    if pupil_no not in _PUPILS:
        raise ValueError(f"no pupil {pupil_no}")
    return {"pupil_no": pupil_no, "new_balance": round(_PUPILS[pupil_no]["balance"] + pounds, 2)}


def meals_ordered(day: str, year_group: int | None = None) -> int:
    """Number of lunches ordered for a day.

    Args:
        day: ISO date.
        year_group: Only this year group (7 to 10); all of them when left out.
    """
    counts = _COUNTS.get(day, {})
    return sum(counts.values()) if year_group is None else counts.get(year_group, 0)


def order_goods(item: str, quantity: float, unit: Literal["kg", "litre", "piece"], deliver_on: str) -> dict[str, Any]:
    """Order something from the wholesaler.

    Args:
        item: What is wanted, in the plural where there is one: "carrots", "milk".
        quantity: How much.
        unit: Unit of the quantity.
        deliver_on: ISO date of the delivery.
    """
    return {"order_no": f"WS-{deliver_on[5:7]}{deliver_on[8:]}-{int(quantity)}{unit[0].upper()}", "item": item}
