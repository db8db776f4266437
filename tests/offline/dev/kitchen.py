"""Cooking: recipes, nutrition, unit conversion, shopping lists."""

from typing import Any

from tests.offline.dev.case import Case


def find_recipes(ingredient: str, cuisine: str = "", max_minutes: int = 0) -> list[dict[str, Any]]:
    """Find recipes that use an ingredient.

    Args:
        ingredient: Main ingredient, e.g. "chickpeas".
        cuisine: Optional cuisine, e.g. "Italian".
        max_minutes: Longest cooking time in minutes; 0 means any.
    """
    return [
        {"recipe_id": "r12", "title": "Lemon chickpea stew", "minutes": 35, "rating": 4.6},
        {"recipe_id": "r31", "title": "Chickpea salad", "minutes": 15, "rating": 4.1},
    ]


def get_recipe(recipe_id: str) -> dict[str, Any]:
    """Full recipe with ingredients and steps.

    Args:
        recipe_id: Id from find_recipes.
    """
    return {
        "recipe_id": recipe_id,
        "title": "Lemon chickpea stew",
        "servings": 4,
        "ingredients": ["chickpeas", "lemon", "onion"],
        "steps": ["Fry the onion.", "Add the rest."],
    }


def nutrition_facts(food: str) -> dict[str, Any]:
    """Calories and nutrients of a food per 100 g.

    Args:
        food: Name of the food.
    """
    return {"food": food, "calories": 164, "protein_g": 8.9, "fat_g": 2.6}


def convert_units(value: float, from_unit: str, to_unit: str) -> dict[str, Any]:
    """Convert kitchen units.

    Args:
        value: The quantity.
        from_unit: Unit to convert from, one of cup, tablespoon, teaspoon, gram, ounce, millilitre.
        to_unit: Unit to convert to, one of cup, tablespoon, teaspoon, gram, ounce, millilitre.
    """
    return {"value": value, "result": round(value * 236.6, 1), "unit": to_unit}


def add_to_shopping_list(item: str, quantity: int = 1) -> dict[str, Any]:
    """Put an item on the shopping list.

    Args:
        item: What to buy.
        quantity: How many.
    """
    return {"added": item, "quantity": quantity, "list_length": 6}


def wine_pairing(dish: str) -> dict[str, Any]:
    """Recommend a wine for a dish.

    Args:
        dish: Name of the dish.
    """
    return {"dish": dish, "wine": "Verdejo", "why": "fresh and citrusy"}


TOOLS = [find_recipes, get_recipe, nutrition_facts, convert_units, add_to_shopping_list, wine_pairing]

CASES = [
    Case(
        "Find recipes with chickpeas and tell me how many calories chickpeas have.",
        (("find_recipes", {"ingredient": "chickpeas"}), ("nutrition_facts", {"food": "chickpeas"})),
        ("Lemon chickpea stew", "164"),
    ),
    Case(
        "Find the best rated recipe with chickpeas and show me its ingredients.",
        (("find_recipes", {"ingredient": "chickpeas"}), ("get_recipe", {"recipe_id": "r12"})),
        ("onion",),
    ),
    Case(
        "How many millilitres are 2 cups? Also add 3 lemons to my shopping list.",
        (
            ("convert_units", {"value": 2, "from_unit": "cup", "to_unit": "millilitre"}),
            ("add_to_shopping_list", {"item": "lemons", "quantity": 3}),
        ),
        ("473.2", "6"),
    ),
    Case(
        "Show me recipe r12 and recommend a wine for paella.",
        (("get_recipe", {"recipe_id": "r12"}), ("wine_pairing", {"dish": "paella"})),
        ("lemon", "Verdejo"),
    ),
    Case(
        "Get the steps of the quickest chickpea recipe.",
        (("find_recipes", {"ingredient": "chickpea"}), ("get_recipe", {"recipe_id": "r31"})),
        ("Fry the onion",),
    ),
    Case(
        "What are the nutrition facts of tofu and of lentils?",
        (("nutrition_facts", {"food": "tofu"}), ("nutrition_facts", {"food": "lentils"})),
        ("164",),
    ),
    Case(
        "Find Italian recipes with aubergine that take at most 30 minutes, and suggest a wine for "
        "aubergine parmigiana.",
        (
            ("find_recipes", {"ingredient": "aubergine", "cuisine": "Italian", "max_minutes": 30}),
            ("wine_pairing", {"dish": "aubergine parmigiana"}),
        ),
        ("r31", "Verdejo"),
    ),
    Case(
        "Convert 3 tablespoons to grams and put butter on the shopping list.",
        (
            ("convert_units", {"value": 3, "from_unit": "tablespoon", "to_unit": "gram"}),
            ("add_to_shopping_list", {"item": "butter"}),
        ),
        ("709.8",),
    ),
]
