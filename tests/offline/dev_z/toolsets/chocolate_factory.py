"""Batches, recipes and orders of a chocolate factory."""

from typing import Any, Literal

_RECIPES: dict[str, dict[str, Any]] = {
    "sea salt caramel": {"recipe_code": "R41", "cocoa_percent": 38, "allergens": ["milk", "soya"], "line": 2},
    "orange noir": {"recipe_code": "R17", "cocoa_percent": 72, "allergens": ["soya"], "line": 1},
    "hazelnut dream": {"recipe_code": "R29", "cocoa_percent": 44, "allergens": ["hazelnut", "milk"], "line": 3},
}
_BATCHES = {
    "B7702": {"recipe_code": "R41", "kilos": 640, "best_before": "2027-02-14", "quality": "passed"},
    "B7715": {"recipe_code": "R17", "kilos": 415, "best_before": "2027-08-30", "quality": "on hold"},
    "B7719": {"recipe_code": "R29", "kilos": 280, "best_before": "2027-01-22", "quality": "passed"},
}
_INGREDIENTS = {
    "cocoa butter": {"kilos": 1830, "supplier": "Tamale Growers"},
    "hazelnuts": {"kilos": 96, "supplier": "Levante Nuts"},
    "milk powder": {"kilos": 2210, "supplier": "Alpdairy"},
    "orange oil": {"kilos": 12, "supplier": "Citrea"},
}
_LINES = {1: ("running", "Petra Lund"), 2: ("cleaning", "Amadou Sy"), 3: ("stopped", "Greta Voss")}


def find_recipe(product: str) -> dict[str, Any]:
    """Recipe of a product.

    Args:
        product: Name of the chocolate, e.g. "Orange Noir".

    Returns:
        Recipe code, cocoa content, allergens and the production line that makes it.
    """
    recipe = _RECIPES.get(product.strip().lower())
    return recipe if recipe else {"error": "no such product"}


def batch_report(batch_no: str) -> dict[str, Any]:
    """Weight, shelf life and quality verdict of a batch.

    Args:
        batch_no: Batch number, B and four digits.
    """
    if batch_no.upper() not in _BATCHES:
        raise ValueError("unknown batch")
    return _BATCHES[batch_no.upper()]


def ingredient_stock(ingredient: str) -> dict[str, Any]:
    """Kilos of an ingredient in the store and who supplies it.

    Args:
        ingredient: Plain English name.
    """
    return _INGREDIENTS.get(ingredient.strip().lower(), {"found": False})


def line_state(line: int) -> dict[str, Any]:
    """What a production line is doing and who the shift lead is.

    Args:
        line: Number of the line, 1 to 3.
    """
    if line not in _LINES:
        raise ValueError("lines are 1 to 3")
    return {"line": line, "state": _LINES[line][0], "shift_lead": _LINES[line][1]}


def plan_batch(recipe_code: str, kilos: int, day: str, shift: Literal["early", "late", "night"] = "early") -> str:
    """Put a batch in the production plan and return its plan number.

    Args:
        recipe_code: Code of the recipe, e.g. R05.
        kilos: Amount to make.
        day: Production day (ISO).
        shift: Which shift makes it.
    """
    return f"PLAN-{recipe_code}-{day[5:7]}{day[8:]}{shift[0].upper()}"
