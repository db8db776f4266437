"""Tools for a home cook: recipes, pantry, nutrition and conversions."""

from typing import Any, Literal

_RECIPES: dict[int, dict[str, Any]] = {
    301: {
        "name": "Mushroom Risotto",
        "minutes": 45,
        "oven_c": None,
        "per_serving": {"rice": 80, "mushrooms": 120, "butter": 15, "parmesan": 20},
    },
    302: {
        "name": "Lemon Drizzle Cake",
        "minutes": 65,
        "oven_c": 180,
        "per_serving": {"flour": 28, "sugar": 26, "butter": 24, "lemon": 12},
    },
    303: {
        "name": "Chickpea Curry",
        "minutes": 35,
        "oven_c": None,
        "per_serving": {"chickpeas": 110, "coconut milk": 90, "spinach": 45},
    },
    304: {
        "name": "Roast Cauliflower",
        "minutes": 50,
        "oven_c": 220,
        "per_serving": {"cauliflower": 210, "olive oil": 18, "cumin": 2},
    },
}
_PANTRY = {
    "rice": (950, "g"),
    "flour": (1600, "g"),
    "sugar": (370, "g"),
    "butter": (125, "g"),
    "chickpeas": (480, "g"),
    "olive oil": (640, "ml"),
    "coconut milk": (0, "ml"),
    "cumin": (34, "g"),
}
_KCAL = {
    "rice": (355, 7.1),
    "butter": (740, 0.6),
    "chickpeas": (139, 7.3),
    "parmesan": (402, 35.8),
    "sugar": (400, 0.0),
    "almonds": (595, 21.2),
    "spinach": (24, 2.8),
}
_SUBSTITUTES = {
    "butter": ["margarine", "coconut oil"],
    "parmesan": ["pecorino"],
    "buttermilk": ["milk with lemon juice"],
    "egg": ["ground flaxseed", "mashed banana"],
    "coconut milk": ["oat cream"],
}
_ML = {"millilitre": 1.0, "cup": 240.0, "tablespoon": 15.0, "teaspoon": 5.0, "pint": 568.0}


def find_recipe(name: str) -> dict[str, Any]:
    """Find a recipe in the collection.

    Args:
        name: Name of the dish.

    Returns:
        Recipe id, name, total time in minutes and oven temperature in Celsius (None if no oven is used).

    Raises:
        LookupError: If the collection has no such recipe.
    """
    for recipe_id, recipe in _RECIPES.items():
        if recipe["name"].casefold() == name.strip().casefold():
            return {
                "recipe_id": recipe_id,
                "name": recipe["name"],
                "minutes": recipe["minutes"],
                "oven_c": recipe["oven_c"],
            }
    raise LookupError(f"no recipe for {name!r}")


def recipe_ingredients(recipe_id: int, servings: int = 4) -> dict[str, Any]:
    """List the ingredients of a recipe with amounts in grams.

    Args:
        recipe_id: Id of the recipe.
        servings: For how many people.

    Returns:
        Grams needed of each ingredient.
    """
    if recipe_id not in _RECIPES:
        raise ValueError(f"unknown recipe {recipe_id}")
    amounts = {name: grams * servings for name, grams in _RECIPES[recipe_id]["per_serving"].items()}
    return {"recipe_id": recipe_id, "servings": servings, "grams": amounts}


def pantry_amount(ingredient: str) -> dict[str, Any]:
    """How much of an ingredient is left in the pantry.

    Args:
        ingredient: Name of the ingredient.
    """
    key = ingredient.strip().casefold()
    if key not in _PANTRY:
        raise LookupError(f"{ingredient!r} is not in the pantry list")
    amount, unit = _PANTRY[key]
    return {"ingredient": key, "amount": amount, "unit": unit}


def nutrition(food: str, grams: float = 100) -> dict[str, Any]:
    """Calories and protein of a food.

    Args:
        food: Name of the food.
        grams: Amount in grams.

    Returns:
        Energy in kilocalories and protein in grams for that amount.
    """
    key = food.strip().casefold()
    if key not in _KCAL:
        raise LookupError(f"no data on {food!r}")
    kcal, protein = _KCAL[key]
    return {
        "food": key,
        "grams": grams,
        "kcal": round(kcal * grams / 100, 1),
        "protein_g": round(protein * grams / 100, 1),
    }


def convert_volume(
    amount: float,
    from_unit: Literal["millilitre", "cup", "tablespoon", "teaspoon", "pint"],
    to_unit: Literal["millilitre", "cup", "tablespoon", "teaspoon", "pint"] = "millilitre",
) -> dict[str, Any]:
    """Convert a volume between kitchen measures.

    Args:
        amount: How much.
        from_unit: Unit of the given amount.
        to_unit: Unit to convert to.
    """
    result = amount * _ML[from_unit.strip().casefold()] / _ML[to_unit.strip().casefold()]
    return {"amount": round(result, 2), "unit": to_unit}


def substitute_for(ingredient: str) -> list[str]:
    """Suggest what can be used in place of an ingredient."""
    key = ingredient.strip().casefold()
    if key not in _SUBSTITUTES:
        raise LookupError(f"no substitute known for {ingredient!r}")
    return _SUBSTITUTES[key]


def oven_setting(celsius: int, scale: Literal["fahrenheit", "gas mark"]) -> dict[str, Any]:
    """Translate an oven temperature in Celsius to another scale.

    Args:
        celsius: Temperature in degrees Celsius.
        scale: Scale wanted.

    Returns:
        The setting on that scale.
    """
    if not 120 <= celsius <= 260:
        raise ValueError("ovens run from 120 to 260 degrees Celsius")
    if scale.strip().casefold() == "fahrenheit":
        return {"celsius": celsius, "scale": scale, "setting": round(celsius * 1.8 + 32)}
    return {"celsius": celsius, "scale": scale, "setting": round((celsius - 121) / 14)}
