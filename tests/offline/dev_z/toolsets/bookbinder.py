"""Workshop of a bookbinder."""

from typing import Any, Literal

_JOBS: dict[int, dict[str, Any]] = {
    881: {"title": "Parish Register 1790", "customer": "Clement Aldous", "material": "calf", "due": "2026-05-08"},
    884: {"title": "Songs of the Fen", "customer": "Birgit Nyman", "material": "linen", "due": "2026-04-21"},
    890: {"title": "A Thesis on Lichens", "customer": "Oscar Pell", "material": "buckram", "due": "2026-06-15"},
}
_CUSTOMERS = {
    "clement aldous": {"phone": "01632 960114", "discount_percent": 10},
    "birgit nyman": {"phone": "01632 960277", "discount_percent": 0},
    "oscar pell": {"phone": "01632 960395", "discount_percent": 5},
}
_MATERIALS = {"calf": (6, 74.0), "goat": (9, 58.5), "linen": (32, 12.4), "buckram": (18, 15.9)}


def job_card(job_no: int) -> dict[str, Any]:
    """Card of a binding job: title, customer, covering material, due date."""
    if job_no not in _JOBS:
        raise ValueError(f"no job {job_no}")
    return _JOBS[job_no]


def customer_card(name: str) -> dict[str, Any]:
    """Phone number and discount of a customer, by full name."""
    if name.strip().lower() not in _CUSTOMERS:
        raise ValueError(f"no customer {name}")
    return _CUSTOMERS[name.strip().lower()]


def material_stock(material: Literal["calf", "goat", "linen", "buckram"]) -> dict[str, Any]:
    """Sheets of a covering material in stock and the price of a sheet."""
    return {"material": material, "sheets": _MATERIALS[material][0], "price": _MATERIALS[material][1]}


def binding_price(pages: int, style: Literal["case", "half leather", "full leather"] = "case") -> dict[str, Any]:
    """Price of binding one book.

    Args:
        pages: Number of pages.
        style: Style of the binding.
    """
    base = {"case": 30, "half leather": 95, "full leather": 160}[style]
    return {"price": round(base + pages * 0.06, 2)}


def gild_title(job_no: int, lettering: str, foil: Literal["gold", "silver", "blind"] = "gold") -> dict[str, Any]:
    """Order lettering for the spine of a job; lettering is the text as it shall appear."""
    return {"ticket": f"GT-{job_no}{foil[0].upper()}", "letters": len(lettering.replace(" ", ""))}
