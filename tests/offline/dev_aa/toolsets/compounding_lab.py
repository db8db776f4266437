"""Recipes, stock and orders of a pharmacy's compounding lab."""

from typing import Any, Literal

Form = Literal["cream", "capsule", "syrup"]
_RECIPES: dict[str, dict[str, Any]] = {
    "F-201": {"name": "zinc cream", "form": "cream", "active": "zinc oxide", "percent": 12.0, "shelf_days": 90},
    "F-214": {"name": "menthol rub", "form": "cream", "active": "menthol", "percent": 2.5, "shelf_days": 120},
    "F-230": {"name": "thyme syrup", "form": "syrup", "active": "thyme extract", "percent": 8.0, "shelf_days": 28},
}
_STOCK = {"zinc oxide": (640.0, "Cabinet 3"), "menthol": (45.5, "Cabinet 7"), "thyme extract": (210.0, "Fridge 1")}
_ORDERS = {8801: ("F-201", "ready", "Hanna Weiss"), 8807: ("F-230", "weighing", "Luca Ferri")}


def get_formula(name: str) -> dict[str, Any]:
    """Gets a formula by its name.

    Args:
        name (str): Name of the preparation.

    Returns:
        dict: Formula code, form, active ingredient, its percentage and shelf life in days.

    Example:
        get_formula(name="zinc cream")
    """
    for code, one in _RECIPES.items():
        if one["name"] == name.strip().lower():
            return {"formula": code, **one}
    raise ValueError(f"no formula {name}")


def ingredient_stock(ingredient: str) -> dict[str, Any]:
    """Grams of an ingredient in stock and where it is kept.

    Args:
        ingredient (str): Name of the ingredient.

    Example:
        ingredient_stock(ingredient="menthol")
    """
    if ingredient.lower() not in _STOCK:
        return {"ingredient": ingredient, "status": "not found"}
    grams, place = _STOCK[ingredient.lower()]
    return {"ingredient": ingredient, "grams": grams, "place": place}


def amount_needed(percent: float, batch_grams: float) -> dict[str, float]:
    """Grams of active ingredient for a batch.

    Args:
        percent (float): Strength of the preparation.
        batch_grams (float): Total weight of the batch.

    Example:
        amount_needed(percent=5, batch_grams=200)
    """
    return {"active_grams": round(percent * batch_grams / 100, 3)}


def order_status(order_no: int) -> dict[str, Any]:
    """State of a compounding order.

    Args:
        order_no (int): Four-digit number.

    Example:
        order_status(order_no=8801)
    """
    if order_no not in _ORDERS:
        raise ValueError(f"no order {order_no}")
    formula, state, technician = _ORDERS[order_no]
    return {"order_no": order_no, "formula": formula, "state": state, "technician": technician}


def place_order(formula: str, grams: int, urgent: bool = False) -> dict[str, Any]:
    """Orders a preparation from the lab.

    Args:
        formula (str): Formula code such as F-201.
        grams (int): Amount to make.
        urgent (bool): Made on the same day.

    Returns:
        dict: Number of the new order and the price.

    Example:
        place_order(formula="F-201", grams=50)
    """
    if formula not in _RECIPES:
        raise ValueError(f"no formula {formula}")
    return {"order": f"C{formula[2:]}-{grams}", "price": round(6 + grams * 0.08 + (5 if urgent else 0), 2)}
