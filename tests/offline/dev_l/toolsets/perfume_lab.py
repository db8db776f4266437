"""Materials and formulas of a perfume laboratory."""

from typing import Any, Literal

_MATERIALS: dict[str, dict[str, Any]] = {
    "PM-210": {"name": "Bergamot oil", "eur_per_kg": 180.0, "stock_g": 2400, "supplier": "Calabrese"},
    "PM-218": {"name": "Iris butter", "eur_per_kg": 9200.0, "stock_g": 65, "supplier": "Maison Lune"},
    "PM-233": {"name": "Cedarwood oil", "eur_per_kg": 95.0, "stock_g": 5100, "supplier": "Atlas Woods"},
    "PM-241": {"name": "Vanillin", "eur_per_kg": 60.0, "stock_g": 8000, "supplier": "Norchem"},
    "PM-256": {"name": "Rose absolute", "eur_per_kg": 7400.0, "stock_g": 140, "supplier": "Maison Lune"},
}
_FORMULAS: dict[str, dict[str, Any]] = {
    "F-77": {"title": "Harbour Dawn", "parts": {"PM-210": 55, "PM-233": 40, "PM-241": 5}},
    "F-81": {"title": "Velvet Letter", "parts": {"PM-218": 10, "PM-256": 20, "PM-241": 70}},
    "F-90": {"title": "Cold Forest", "parts": {"PM-233": 80, "PM-210": 20}},
}
_STABILITY: dict[tuple[str, int], dict[int, str]] = {
    ("F-77", 25): {4: "clear", 8: "clear", 12: "slightly yellow"},
    ("F-77", 40): {4: "slightly yellow", 8: "amber", 12: "brown"},
    ("F-81", 25): {4: "clear", 8: "pale pink", 12: "pink"},
    ("F-90", 40): {4: "clear", 8: "hazy", 12: "sediment"},
}


def material(code: str) -> dict[str, Any]:
    """Price (EUR per kg), stock (g) and supplier of a material, e.g. PM-210."""
    if code.upper() not in _MATERIALS:
        raise ValueError(f"no material {code}")
    return {"code": code.upper(), **_MATERIALS[code.upper()]}


def material_code(name: str) -> str:
    """Code of a material by its name, e.g. "Bergamot oil" is PM-210."""
    for code, record in _MATERIALS.items():
        if record["name"].casefold() == name.strip().casefold():
            return code
    return "not found"


def formula(formula_id: str) -> dict[str, Any]:
    """Title and composition of a formula (e.g. F-77): percent by material code."""
    if formula_id.upper() not in _FORMULAS:
        raise ValueError(f"no formula {formula_id}")
    return {"formula_id": formula_id.upper(), **_FORMULAS[formula_id.upper()]}


def batch_cost(formula_id: str, grams: float) -> dict[str, float]:
    """Cost of the materials for a batch.

    Args:
        formula_id: e.g. F-77
        grams: size of the batch in g (10 to 50000)
    """
    parts = formula(formula_id)["parts"]
    per_kg = sum(_MATERIALS[code]["eur_per_kg"] * percent / 100 for code, percent in parts.items())
    return {"cost_eur": round(per_kg * grams / 1000, 2)}


def dilution(concentrate_g: float, strength: Literal["cologne", "toilette", "parfum"] = "toilette") -> dict[str, float]:
    """Alcohol to add to a concentrate.

    Args:
        concentrate_g: g of concentrate
        strength: cologne (5 %), toilette (10 %) or parfum (20 %)

    Returns:
        g of alcohol and g of finished product.
    """
    total = concentrate_g / {"cologne": 0.05, "toilette": 0.1, "parfum": 0.2}[strength]
    return {"alcohol_g": round(total - concentrate_g, 1), "product_g": round(total, 1)}


def stability(formula_id: str, weeks: Literal[4, 8, 12], celsius: Literal[25, 40] = 25) -> str:
    """Look of a formula (e.g. F-77) after 4, 8 or 12 weeks at 25 or 40 degrees Celsius."""
    return _STABILITY.get((formula_id.upper(), celsius), {}).get(weeks, "not tested")


def order_material(code: str, grams: int, express: bool = False) -> dict[str, Any]:
    """Order a material.

    Args:
        code: e.g. PM-210
        grams: amount in g
        express: 2 days instead of 9, 35 EUR more
    """
    price = material(code)["eur_per_kg"] * grams / 1000 + (35 if express else 0)
    return {"order": f"O{code[3:]}-{grams}", "price_eur": round(price, 2), "days": 2 if express else 9}
