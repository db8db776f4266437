"""Shop for amateur astronomers: catalogue, stock and a few sums for the counter."""

from dataclasses import asdict, dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class _Item:
    sku: str
    name: str
    kind: str
    price: float
    aperture_mm: int | None = None
    focal_length_mm: int | None = None


_ITEMS = (
    _Item("T-130N", "Nebulon 130", "telescope", 289.0, 130, 650),
    _Item("T-200D", "Orchard 200 Dobsonian", "telescope", 549.0, 203, 1200),
    _Item("T-080R", "Kestrel 80 ED", "telescope", 715.0, 80, 560),
    _Item("E-010P", "Plano 10 mm", "eyepiece", 38.5, None, 10),
    _Item("E-025P", "Plano 25 mm", "eyepiece", 34.0, None, 25),
    _Item("F-UHC2", "Skyglow UHC filter", "filter", 64.9),
    _Item("F-MOON", "Moon filter", "filter", 17.25),
    _Item("B-1050", "Marten 10x50", "binoculars", 119.0, 50),
)
_STOCK = {
    ("T-130N", "harbour"): 4,
    ("T-130N", "mill_lane"): 0,
    ("T-200D", "harbour"): 0,
    ("T-200D", "mill_lane"): 6,
    ("T-080R", "harbour"): 2,
    ("E-010P", "harbour"): 13,
    ("E-010P", "mill_lane"): 7,
    ("E-025P", "mill_lane"): 15,
    ("F-UHC2", "harbour"): 8,
    ("F-UHC2", "mill_lane"): 3,
    ("B-1050", "mill_lane"): 9,
}
_MOON = {
    "2026-04-02": ("full", 100),
    "2026-04-10": ("last quarter", 47),
    "2026-04-17": ("new", 1),
    "2026-04-24": ("first quarter", 56),
    "2026-05-16": ("new", 0),
}


def find_item(name: str) -> dict[str, Any]:
    """Find an article by its full name and get its SKU, kind, price in pounds and optical data."""
    for item in _ITEMS:
        if item.name.lower() == name.strip().lower():
            return {key: value for key, value in asdict(item).items() if value is not None}
    return {"name": name, "found": False}


def list_items(
    kind: Literal["telescope", "eyepiece", "filter", "binoculars"], max_price: float | None = None
) -> list[dict[str, Any]]:
    """List what we sell of a kind.

    Args:
        kind: Kind of article.
        max_price: Upper limit in pounds, if there is one.
    """
    return [
        {"sku": item.sku, "name": item.name, "price": item.price}
        for item in _ITEMS
        if item.kind == kind and (max_price is None or item.price <= max_price)
    ]


def stock_level(sku: str, branch: Literal["harbour", "mill_lane"]) -> int:
    """Pieces of an article in one of our two branches."""
    if all(item.sku != sku.upper() for item in _ITEMS):
        raise ValueError(f"unknown SKU {sku}")
    return _STOCK.get((sku.upper(), branch), 0)


def magnification(telescope_focal_mm: float, eyepiece_focal_mm: float, barlow: float = 1.0) -> float:
    """Magnification of a telescope with an eyepiece.

    Args:
        telescope_focal_mm: Focal length of the telescope.
        eyepiece_focal_mm: Focal length of the eyepiece.
        barlow: Factor of a Barlow lens; 1 without one.
    """
    return round(telescope_focal_mm / eyepiece_focal_mm * barlow, 1)


def moon_phase(day: str) -> dict[str, Any]:
    """Phase and illuminated percentage of the moon on a day (YYYY-MM-DD)."""
    if day not in _MOON:
        raise ValueError(f"no moon data for {day}")
    phase, lit = _MOON[day]
    return {"day": day, "phase": phase, "illuminated_percent": lit}


def reserve_item(sku: str, branch: Literal["harbour", "mill_lane"], customer: str, quantity: int = 1) -> dict[str, Any]:
    """Put an article aside for a customer.

    Args:
        sku: Article.
        branch: Where it will be picked up.
        customer: Name of the customer.
        quantity: How many.

    Returns:
        The reservation code, valid for a week.
    """
    if stock_level(sku, branch) < quantity:
        raise ValueError("not enough in stock")
    return {"reservation": f"R-{sku[2:].upper()}-{branch[0].upper()}{quantity}", "customer": customer}
