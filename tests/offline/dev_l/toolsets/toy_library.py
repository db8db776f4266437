"""A toy library: families borrow toys as others borrow books."""

from typing import Any, Literal

Category = Literal["puzzle", "vehicle", "building", "music", "outdoor"]

TOYS: dict[str, dict[str, Any]] = {
    "T-031": {"name": "Marble Tower", "category": "building", "from_age": 5, "pieces": 94, "deposit": 15.0, "in": True},
    "T-044": {"name": "Harbour Puzzle", "category": "puzzle", "from_age": 4, "pieces": 48, "deposit": 6.0, "in": True},
    "T-052": {
        "name": "Red Fire Engine",
        "category": "vehicle",
        "from_age": 2,
        "pieces": 3,
        "deposit": 8.0,
        "in": False,
    },
    "T-067": {"name": "Xylophone", "category": "music", "from_age": 1, "pieces": 10, "deposit": 7.5, "in": True},
    "T-073": {"name": "Balance Bike", "category": "outdoor", "from_age": 3, "pieces": 1, "deposit": 40.0, "in": True},
    "T-080": {"name": "Jungle Puzzle", "category": "puzzle", "from_age": 6, "pieces": 120, "deposit": 9.0, "in": False},
}
BACK = {"T-052": "2026-04-17", "T-080": "2026-05-02"}
FAMILIES: dict[str, dict[str, Any]] = {
    "FAM-08": {"name": "Nakamura", "children": 2, "on_loan": ["T-052"], "balance": -3.5},
    "FAM-15": {"name": "Delacroix", "children": 1, "on_loan": [], "balance": 12.0},
    "FAM-22": {"name": "Abernathy", "children": 4, "on_loan": ["T-080"], "balance": 0.0},
}


def list_toys(category: Category, age: int = 99, only_in: bool = False) -> list[dict[str, Any]]:
    """List the toys of a category, each with its toy id.

    Args:
        category: puzzle, vehicle, building, music or outdoor
        age: age of the child in years; leaves out toys for older children
        only_in: leave out toys that are on loan
    """
    return [
        {"toy_id": toy_id, "name": toy["name"], "from_age": toy["from_age"]}
        for toy_id, toy in TOYS.items()
        if toy["category"] == category and toy["from_age"] <= age and (toy["in"] or not only_in)
    ]


def toy(toy_id: str) -> dict[str, Any]:
    """Details of a toy (T-031): pieces, deposit in EUR, and if it is on loan the day it is due back."""
    if toy_id.upper() not in TOYS:
        return {"error": f"toy {toy_id} not found"}
    record = {"toy_id": toy_id.upper(), **TOYS[toy_id.upper()]}
    return {**record, "due_back": BACK[toy_id.upper()]} if toy_id.upper() in BACK else record


def family(family_id: str) -> dict[str, Any]:
    """Account of a family (FAM-08): toys on loan and balance in EUR, negative when they owe money."""
    if family_id.upper() not in FAMILIES:
        return {"error": f"family {family_id} not found"}
    return {"family_id": family_id.upper(), **FAMILIES[family_id.upper()]}


def lend(toy_id: str, family_id: str, weeks: Literal[1, 2, 3, 4] = 2) -> dict[str, Any]:
    """Lend a toy to a family.

    Args:
        toy_id: such as T-031
        family_id: such as FAM-08
        weeks: 1 to 4
    """
    if toy_id.upper() not in TOYS or family_id.upper() not in FAMILIES:
        raise ValueError("unknown toy or family")
    fee = 1.5 * weeks
    return {"loan": f"LN{toy_id[2:]}{family_id[4:]}", "fee_eur": fee, "deposit_eur": TOYS[toy_id.upper()]["deposit"]}


def report_damage(toy_id: str, missing_pieces: int = 0, broken: bool = False) -> dict[str, Any]:
    """Report that a toy (T-031) came back with pieces missing (how many) or broken."""
    if toy_id.upper() not in TOYS:
        raise ValueError(f"unknown toy {toy_id}")
    charge = min(TOYS[toy_id.upper()]["deposit"], 0.75 * missing_pieces + (5.0 if broken else 0.0))
    return {"report": f"DR-{toy_id[2:]}-{missing_pieces}{'B' if broken else 'M'}", "charge_eur": charge}
