"""Production office of a paint factory."""

import math
from typing import Any, Literal

_BATCHES = {
    "B-7741": {"product_code": "MT-05", "colour": "stone white", "litres": 1200, "mixed_on": "2026-02-17", "line": 1},
    "B-7752": {"product_code": "HG-20", "colour": "signal red", "litres": 850, "mixed_on": "2026-02-24", "line": 3},
    "B-7760": {"product_code": "PX-11", "colour": "fjord blue", "litres": 640, "mixed_on": "2026-03-02", "line": 2},
}
_QC = {
    ("B-7741", "viscosity"): (96, "KU"),
    ("B-7741", "drying_time"): (75, "min"),
    ("B-7752", "viscosity"): (88, "KU"),
    ("B-7752", "gloss"): (91, "GU"),
    ("B-7760", "drying_time"): (140, "min"),
    ("B-7760", "gloss"): (34, "GU"),
}
# product -> (material, role, kg per 100 litres)
_RECIPES: dict[str, list[tuple[str, str, float]]] = {
    "MT-05": [
        ("titanium dioxide", "pigment", 22.0),
        ("chalk filler", "filler", 41.0),
        ("acrylic binder", "binder", 30.5),
    ],
    "HG-20": [("iron oxide red", "pigment", 14.0), ("alkyd resin", "binder", 58.0), ("white spirit", "solvent", 19.0)],
    "PX-11": [
        ("phthalo blue", "pigment", 6.5),
        ("acrylic binder", "binder", 44.0),
        ("chalk filler", "filler", 12.0),
    ],
}
_STOCK = {
    "titanium dioxide": (1850, "W2"),
    "chalk filler": (7300, "W4"),
    "acrylic binder": (2160, "W1"),
    "iron oxide red": (415, "W2"),
    "alkyd resin": (980, "W1"),
    "white spirit": (1270, "W5"),
    "phthalo blue": (87, "W2"),
}
_SUPPLIERS = {
    "titanium dioxide": ("Norvik Pigments", 14),
    "phthalo blue": ("Azurine Colour Works", 21),
    "iron oxide red": ("Norvik Pigments", 10),
    "chalk filler": ("Downs Quarry", 4),
    "acrylic binder": ("Polymera", 9),
    "alkyd resin": ("Haverkamp Resins", 12),
}


def batch_record(batch_no: str) -> dict[str, Any]:
    """Production record of a batch (product, colour, volume, day, line)."""
    if batch_no.upper() not in _BATCHES:
        raise ValueError(f"no batch {batch_no}")
    return {"batch_no": batch_no.upper(), **_BATCHES[batch_no.upper()]}


def quality_result(batch_no: str, test: Literal["viscosity", "gloss", "drying_time"]) -> dict[str, Any]:
    """What the laboratory measured on a batch.

    Args:
        batch_no (str): Number of the batch.
        test (str): Which measurement.

    Returns:
        dict: Value and unit, or a note that the test has not been made.
    """
    found = _QC.get((batch_no.upper(), test))
    if found is None:
        return {"batch_no": batch_no, "test": test, "note": "not tested"}
    return {"batch_no": batch_no, "test": test, "value": found[0], "unit": found[1]}


def recipe(product_code: str, litres: float = 100.0) -> list[dict[str, Any]]:
    """Raw materials for a quantity of paint.

    Args:
        product_code (str): For example MT-05.
        litres (float): How much paint is to be made.

    Returns:
        list: Material, its role (pigment, binder, filler, solvent) and kilograms.
    """
    if product_code.upper() not in _RECIPES:
        raise ValueError(f"no recipe for {product_code}")
    return [
        {"material": material, "role": role, "kg": round(kg * litres / 100, 2)}
        for material, role, kg in _RECIPES[product_code.upper()]
    ]


def raw_stock(material: str) -> dict[str, Any]:
    """Kilograms of a raw material on hand and the warehouse it is in."""
    if material.strip().lower() not in _STOCK:
        raise ValueError(f"unknown material {material}")
    kg, warehouse = _STOCK[material.strip().lower()]
    return {"material": material, "kg": kg, "warehouse": warehouse}


def supplier(material: str) -> dict[str, Any]:
    """Who delivers a raw material, and the lead time in days."""
    if material.strip().lower() not in _SUPPLIERS:
        return {"material": material, "supplier": None}
    name, days = _SUPPLIERS[material.strip().lower()]
    return {"material": material, "supplier": name, "lead_days": days}


def tins_filled(litres: float, tin_size: float = 2.5) -> int:
    """Number of full tins that a volume of paint gives.

    Args:
        litres (float): Volume of the paint.
        tin_size (float): Litres per tin.
    """
    return math.floor(litres / tin_size)


def schedule_mix(product_code: str, litres: float, line: int, day: str) -> dict[str, Any]:
    """Put a mixing job on the plan.

    Args:
        product_code (str): What to make.
        litres (float): How much of it.
        line (int): Mixing line, 1 to 3.
        day (str): Production day, YYYY-MM-DD.

    Returns:
        dict: Job number.
    """
    if product_code.upper() not in _RECIPES or line not in (1, 2, 3):
        raise ValueError("unknown product or line")
    return {"job": f"J{line}{day[5:7]}{day[8:]}-{product_code[:2].upper()}", "litres": litres, "status": "planned"}
