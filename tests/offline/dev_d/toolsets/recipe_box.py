"""A private collection of recipes with a pantry."""

from typing import Any, Literal

_RECIPES: dict[str, dict[str, Any]] = {
    "R07": {
        "name": "Smoky Bean Pot",
        "vegetarian": True,
        "minutes": 55,
        "serves": 4,
        "main_ingredient": "black beans",
        "grams": {"black beans": 400, "tomato": 300, "onion": 120},
    },
    "R11": {
        "name": "Lemon Chicken Tray",
        "vegetarian": False,
        "minutes": 70,
        "serves": 6,
        "main_ingredient": "chicken thigh",
        "grams": {"chicken thigh": 900, "potato": 750, "onion": 180},
    },
    "R15": {
        "name": "Green Lentil Dal",
        "vegetarian": True,
        "minutes": 35,
        "serves": 2,
        "main_ingredient": "lentils",
        "grams": {"lentils": 160, "spinach": 140, "onion": 80},
    },
    "R22": {
        "name": "Plum Crumble",
        "vegetarian": True,
        "minutes": 48,
        "serves": 8,
        "main_ingredient": "plum",
        "grams": {"plum": 1100, "flour": 260, "butter": 170},
    },
}
_PER_100G = {
    "black beans": (132, 8.9),
    "chicken thigh": (209, 26.0),
    "lentils": (116, 9.1),
    "plum": (46, 0.7),
    "spinach": (23, 2.9),
    "butter": (717, 0.9),
}
_SWAPS = {"butter": "coconut oil", "spinach": "chard", "buttermilk": "milk with lemon juice", "egg": "mashed banana"}
_PANTRY = {"flour": (1350, "2026-11-30"), "lentils": (420, "2027-02-14"), "potato": (600, "2026-03-21")}
_GRAMS = {"flour": 125.0, "sugar": 200.0, "butter": 227.0, "rice": 185.0}


def find_recipes(ingredients: list[str], vegetarian: bool = False) -> list[dict[str, str]]:
    """Recipes which use all of the given ingredients.

    Parameters
    ----------
    ingredients : list of str
        What has to be in the dish.
    vegetarian : bool
        Only recipes without meat or fish.
    """
    wanted = {one.strip().casefold() for one in ingredients}
    return [
        {"recipe_id": number, "name": recipe["name"]}
        for number, recipe in _RECIPES.items()
        if wanted <= set(recipe["grams"]) and (recipe["vegetarian"] or not vegetarian)
    ]


def recipe_card(recipe_id: str) -> dict[str, Any]:
    """The card of a recipe: name, cooking time in minutes, how many it serves, main ingredient."""
    if recipe_id.strip().upper() not in _RECIPES:
        raise LookupError(f"no recipe {recipe_id!r}")
    card = _RECIPES[recipe_id.strip().upper()]
    return {key: card[key] for key in ("name", "minutes", "serves", "main_ingredient", "vegetarian")}


def scale_recipe(recipe_id: str, servings: int) -> dict[str, Any]:
    """Amounts in grams for a different number of servings.

    Parameters
    ----------
    recipe_id : str
        Number on the card, R and two digits.
    servings : int
        For how many people.
    """
    if recipe_id.strip().upper() not in _RECIPES:
        raise LookupError(f"no recipe {recipe_id!r}")
    card = _RECIPES[recipe_id.strip().upper()]
    return {name: round(grams * servings / card["serves"]) for name, grams in card["grams"].items()}


def nutrition(ingredient: str, grams: float = 100) -> dict[str, Any]:
    """Calories and protein of an amount of one ingredient."""
    if ingredient.strip().casefold() not in _PER_100G:
        raise LookupError(f"no figures for {ingredient!r}")
    kcal, protein = _PER_100G[ingredient.strip().casefold()]
    return {"kcal": round(kcal * grams / 100, 1), "protein_g": round(protein * grams / 100, 1)}


def substitute(ingredient: str) -> str:
    """What to use when an ingredient is missing or not tolerated."""
    if ingredient.strip().casefold() not in _SWAPS:
        raise LookupError(f"no substitute for {ingredient!r}")
    return _SWAPS[ingredient.strip().casefold()]


def pantry(item: str) -> dict[str, Any]:
    """How many grams of something we have at home, and its best-before date."""
    grams, until = _PANTRY.get(item.strip().casefold(), (0, None))
    return {"item": item, "grams": grams, "best_before": until}


def to_grams(amount: float, unit: Literal["cup", "tablespoon", "teaspoon"], ingredient: str) -> dict[str, Any]:
    """Convert kitchen measures to grams.

    Parameters
    ----------
    amount : float
    unit : {"cup", "tablespoon", "teaspoon"}
    ingredient : str
        Density differs, so say what is being measured.
    """
    if ingredient.strip().casefold() not in _GRAMS:
        raise LookupError(f"no density for {ingredient!r}")
    share = {"cup": 1.0, "tablespoon": 1 / 16, "teaspoon": 1 / 48}[unit]
    return {"grams": round(_GRAMS[ingredient.strip().casefold()] * amount * share, 1)}
