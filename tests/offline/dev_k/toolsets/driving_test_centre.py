"""Practical driving tests at one centre."""

from typing import Any, Literal

Category = Literal["car", "motorcycle", "lorry", "bus"]

_CANDIDATES: dict[str, dict[str, Any]] = {
    "BRENN805": {"name": "Aoife Brennan", "category": "car", "theory_points": 47, "theory_valid_until": "2027-01-19"},
    "KOVAC911": {"name": "Mirko Kovac", "category": "lorry", "theory_points": 88, "theory_valid_until": "2026-04-30"},
    "SINGH642": {"name": "Harpreet Singh", "category": "motorcycle", "theory_points": 45, "theory_valid_until": None},
}
_BOOKED: dict[str, dict[str, str]] = {
    "DT-7781": {"licence": "BRENN805", "day": "2026-03-24", "time": "10:14", "examiner": "P. Nowak"},
    "DT-7795": {"licence": "KOVAC911", "day": "2026-03-26", "time": "08:30", "examiner": "S. Achterberg"},
}
_SLOTS: dict[tuple[str, str], list[str]] = {
    ("2026-03-31", "car"): ["09:07", "11:11", "14:32"],
    ("2026-04-02", "car"): ["08:10"],
    ("2026-03-31", "lorry"): ["13:00"],
    ("2026-04-02", "lorry"): [],
    ("2026-04-02", "motorcycle"): ["12:38", "15:20"],
}
_EXAMINERS = {"p. nowak": ["car", "motorcycle"], "s. achterberg": ["car", "lorry", "bus"], "d. imrie": ["motorcycle"]}
_PASS_RATE = {("car", 2025): 48.3, ("car", 2024): 46.9, ("lorry", 2025): 57.1, ("motorcycle", 2025): 71.4}
_FEE: dict[str, tuple[int, int]] = {"car": (62, 75), "motorcycle": (75, 88), "lorry": (115, 141), "bus": (115, 141)}


def get_candidate(licence: str) -> dict[str, Any]:
    """Candidate's name, test category and theory result, by licence number."""
    if licence not in _CANDIDATES:
        raise ValueError(f"licence number {licence} not known")
    return {"licence": licence, **_CANDIDATES[licence]}


def get_booking(reference: str) -> dict[str, Any]:
    """Show a booked test: whose it is, when, and who examines."""
    return {"reference": reference, **_BOOKED.get(reference, {"error": "not found"})}


def free_slots(day: str, category: Category = "car") -> list[str]:
    """Start times that are still free on a day (ISO format)."""
    return _SLOTS.get((day, category), [])


def move_booking(reference: str, new_day: str, new_time: str) -> dict[str, Any]:
    """Move a booked test to another slot.

    Times are in 24 hour clock, such as 09:07.
    """
    if reference not in _BOOKED:
        raise ValueError(f"no booking {reference}")
    return {"confirmation": f"{reference}-{new_day[8:]}{new_time[:2]}", "moved": True}


def test_fee(category: Category, weekend: bool = False) -> int:
    """Price of a practical test in pounds."""
    return _FEE[category][int(weekend)]


def examiner_categories(examiner: str) -> list[str]:
    """Kinds of test that an examiner may take, by initial and surname."""
    return _EXAMINERS.get(examiner.strip().casefold(), [])


def pass_rate(category: Category, year: int = 2025) -> dict[str, Any]:
    """Share of tests passed here in a year, in percent."""
    if (category, year) not in _PASS_RATE:
        raise ValueError("no figures for that year")
    return {"category": category, "year": year, "percent": _PASS_RATE[category, year]}
