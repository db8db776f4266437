"""Hives, inspections and honey of a beekeeping association."""

from typing import Any, Literal

_KEEPERS = {"martha quill": ["H-07", "H-08"], "devon pratt": ["H-12"], "ines caldeira": ["H-21"]}
_HIVES: dict[str, dict[str, Any]] = {
    "H-07": {"apiary": "Orchard Lane", "type": "Langstroth", "queen_year": 2024, "queen_colour": "green"},
    "H-08": {"apiary": "Orchard Lane", "type": "Warre", "queen_year": 2025, "queen_colour": "blue"},
    "H-12": {"apiary": "Mill Meadow", "type": "National", "queen_year": 2023, "queen_colour": "red"},
    "H-21": {"apiary": "Chapel Hill", "type": "Top-bar", "queen_year": 2025, "queen_colour": "blue"},
}
_INSPECTIONS: dict[str, dict[str, Any]] = {
    "H-07": {"date": "2026-04-11", "brood_frames": 6, "mites_per_100": 1.8, "temper": "calm"},
    "H-08": {"date": "2026-04-12", "brood_frames": 4, "mites_per_100": 3.6, "temper": "nervous"},
    "H-12": {"date": "2026-04-19", "brood_frames": 9, "mites_per_100": 0.7, "temper": "defensive"},
    "H-21": {"date": "2026-04-23", "brood_frames": 5, "mites_per_100": 2.9, "temper": "gentle"},
}
_HARVEST = {
    ("orchard lane", 2024): 41.5,
    ("orchard lane", 2025): 57.2,
    ("mill meadow", 2024): 18.9,
    ("mill meadow", 2025): 23.4,
    ("chapel hill", 2025): 31.6,
}


def hives_of(keeper: str) -> dict[str, Any]:
    """List the hives that belong to a beekeeper.

    Args:
        keeper: Full name of the beekeeper.

    Returns:
        The ids of the hives.
    """
    if keeper.strip().casefold() not in _KEEPERS:
        raise LookupError(f"unknown keeper {keeper!r}")
    return {"keeper": keeper, "hives": _KEEPERS[keeper.strip().casefold()]}


def hive_details(hive_id: str) -> dict[str, Any]:
    """Return where a hive stands, its type, and the age and marking colour of its queen.

    Args:
        hive_id: Hive id such as "H-01".
    """
    if hive_id.strip().upper() not in _HIVES:
        raise LookupError(f"unknown hive {hive_id!r}")
    return {"hive_id": hive_id.strip().upper(), **_HIVES[hive_id.strip().upper()]}


def last_inspection(hive_id: str) -> dict[str, Any]:
    """Return the record of the most recent inspection of a hive.

    Args:
        hive_id: Hive id such as "H-01".

    Returns:
        Date, number of brood frames, varroa mites per 100 bees, and temper of the colony.
    """
    if hive_id.strip().upper() not in _INSPECTIONS:
        raise LookupError(f"unknown hive {hive_id!r}")
    return {"hive_id": hive_id.strip().upper(), **_INSPECTIONS[hive_id.strip().upper()]}


def honey_harvest(apiary: str, year: int = 2025) -> dict[str, Any]:
    """Return the honey harvested at an apiary in a year.

    Args:
        apiary: Name of the apiary.
        year: Year of the harvest.

    Returns:
        The harvest in kilograms.
    """
    if (apiary.strip().casefold(), year) not in _HARVEST:
        raise LookupError(f"no harvest at {apiary!r} in {year}")
    return {"apiary": apiary, "year": year, "kg": _HARVEST[apiary.strip().casefold(), year]}


def syrup_mix(litres: float, season: Literal["spring", "autumn"]) -> dict[str, Any]:
    """Calculate the sugar needed to mix feeding syrup.

    Args:
        litres: Litres of water.
        season: Thin syrup is fed in spring, thick syrup in autumn.

    Returns:
        Sugar in kilograms.
    """
    ratio = {"spring": 1.0, "autumn": 1.6}[season.strip().casefold()]
    return {"water_l": litres, "season": season, "sugar_kg": round(litres * ratio, 2)}
