"""A mail-order seed catalogue."""

from math import ceil
from typing import Any, Literal

CATALOGUE: list[dict[str, Any]] = [
    {"sku": "TOM-07", "crop": "tomato", "variety": "Amber Drop", "organic": True, "price": 3.2},
    {"sku": "TOM-15", "crop": "tomato", "variety": "Brigadier", "organic": False, "price": 2.6},
    {"sku": "CAR-03", "crop": "carrot", "variety": "Long Ned", "organic": True, "price": 2.45},
    {"sku": "BEA-21", "crop": "runner bean", "variety": "Scarlet Tower", "organic": False, "price": 3.75},
    {"sku": "LET-09", "crop": "lettuce", "variety": "Winter Frill", "organic": True, "price": 1.95},
    {"sku": "SQU-11", "crop": "squash", "variety": "Blue Anvil", "organic": False, "price": 4.1},
]
SHEETS: dict[str, dict[str, Any]] = {
    "TOM-07": {"sow": "March to April", "spacing_cm": 45, "days_to_harvest": 72, "lot": "L5518"},
    "TOM-15": {"sow": "February to April", "spacing_cm": 50, "days_to_harvest": 80, "lot": "L5523"},
    "CAR-03": {"sow": "April to July", "spacing_cm": 5, "days_to_harvest": 95, "lot": "L5540"},
    "BEA-21": {"sow": "May to June", "spacing_cm": 20, "days_to_harvest": 68, "lot": "L5561"},
    "LET-09": {"sow": "August to October", "spacing_cm": 25, "days_to_harvest": 58, "lot": "L5577"},
    "SQU-11": {"sow": "April to May", "spacing_cm": 120, "days_to_harvest": 110, "lot": "L5590"},
}
GERMINATION = {
    "L5518": (91, "2025-11-06"),
    "L5523": (88, "2025-11-06"),
    "L5540": (76, "2025-12-15"),
    "L5561": (94, "2025-10-28"),
    "L5577": (83, "2026-01-09"),
    "L5590": (89, "2026-01-12"),
}


def browse(crop: str, organic_only: bool = False) -> list[dict[str, Any]]:
    """Varieties of a crop that are for sale.

    Args:
        crop (str): Crop in the singular, such as "pea".
        organic_only (bool): Leave out seed that is not certified organic.

    Returns:
        list[dict]: Article code, name of the variety, organic or not, and price of a packet in pounds.
    """
    return [
        entry for entry in CATALOGUE if entry["crop"] == crop.strip().lower() and (entry["organic"] or not organic_only)
    ]


def growing_sheet(sku: str) -> dict[str, Any]:
    """Growing instructions of an article.

    Args:
        sku (str): Article code.

    Returns:
        dict: Sowing months, spacing between plants, days to harvest, and the seed lot now being packed.
    """
    if sku.upper() not in SHEETS:
        raise ValueError(f"no article {sku}")
    return SHEETS[sku.upper()]


def germination(lot: str) -> dict[str, Any]:
    """Result of the last germination test of a seed lot.

    Args:
        lot (str): Lot number, L and four digits.

    Returns:
        dict: Germination in per cent and the date of the test, or an `error`.
    """
    if lot.upper() not in GERMINATION:
        return {"error": "lot not found", "lot": lot}
    percent, tested = GERMINATION[lot.upper()]
    return {"lot": lot.upper(), "germination_percent": percent, "tested": tested}


def plants_for_bed(row_length_m: float, spacing_cm: float, rows: int = 1) -> int:
    """How many plants fit in a bed.

    Args:
        row_length_m (float): Length of a row in metres.
        spacing_cm (float): Distance between plants in centimetres.
        rows (int): Number of rows.

    Returns:
        int: Number of plants.
    """
    return ceil(row_length_m * 100 / spacing_cm) * rows


def price_order(sku: str, packets: int = 1, gift_wrap: bool = False) -> dict[str, Any]:
    """Price of a number of packets of one article, without postage.

    Args:
        sku (str): Article code.
        packets (int): Number of packets.
        gift_wrap (bool): Wrap the packets as a present.

    Returns:
        dict: Total in pounds.
    """
    for entry in CATALOGUE:
        if entry["sku"] == sku.upper():
            return {"sku": entry["sku"], "total": round(entry["price"] * packets + (1.5 if gift_wrap else 0), 2)}
    raise ValueError(f"no article {sku}")


def postage(zone: Literal["home", "europe", "overseas"], packets: int, tracked: bool = False) -> float:
    """Postage for a parcel.

    Args:
        zone (str): Where it goes.
        packets (int): Seed packets in the parcel.
        tracked (bool): With a tracking number.

    Returns:
        float: Pounds.
    """
    base = {"home": 1.8, "europe": 4.6, "overseas": 7.9}[zone]
    return round(base + 0.12 * packets + (2.2 if tracked else 0.0), 2)
