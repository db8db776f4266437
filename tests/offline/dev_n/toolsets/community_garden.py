"""Plots, people and tools of a community garden."""

from typing import Literal

_MEMBERS = {
    "rosalind ekwueme": {"member_id": 31, "plot": "N4", "phone": "0161 496 0233"},
    "piet haas": {"member_id": 47, "plot": "S2", "phone": "0161 496 0318"},
    "dilys morgan": {"member_id": 52, "plot": "S7", "phone": "0161 496 0755"},
    "felix aubrey": {"member_id": 60, "plot": "N9", "phone": "0161 496 0871"},
}
_PLOTS = {
    "N4": {"area_m2": 48, "sun": "full", "rent": 57.6, "soil": "clay"},
    "N9": {"area_m2": 25, "sun": "shade", "rent": 26.5, "soil": "loam"},
    "S2": {"area_m2": 60, "sun": "full", "rent": 72.0, "soil": "sandy loam"},
    "S7": {"area_m2": 36, "sun": "half", "rent": 41.4, "soil": "chalky"},
}
_CROPS = {
    "broad beans": ("February", "April", 28.0),
    "carrots": ("March", "July", 0.6),
    "beetroot": ("April", "June", 1.5),
    "garlic": ("October", "November", 95.0),
    "spinach": ("March", "May", 2.2),
}
_TOOLS = {"rotavator": 1, "wheelbarrow": 5, "hedge trimmer": 0, "seed drill": 2, "scythe": 3}
_WATER = {("N4", 2024): 8300, ("N4", 2025): 9150, ("S2", 2024): 11200, ("S2", 2025): 10480, ("S7", 2025): 5720}
_WORK_DAYS = {
    "2026-04": [("2026-04-11", "repair the greenhouse"), ("2026-04-25", "turn the compost")],
    "2026-05": [("2026-05-09", "paint the shed")],
    "2026-06": [("2026-06-13", "clear the pond")],
}


def member(name: str) -> dict[str, object]:
    """Member id, plot and phone number of a gardener, by full name."""
    if name.strip().lower() not in _MEMBERS:
        raise ValueError(f"{name} is not a member")
    return {"name": name, **_MEMBERS[name.strip().lower()]}


def plot_details(plot: str) -> dict[str, object]:
    """Size, sun, soil and yearly rent (pounds) of a plot such as N4."""
    if plot.strip().upper() not in _PLOTS:
        raise ValueError(f"no plot {plot}")
    return {"plot": plot.strip().upper(), **_PLOTS[plot.strip().upper()]}


def water_used(plot: str, year: int) -> dict[str, object]:
    """Litres of water metered on a plot in a year."""
    litres = _WATER.get((plot.strip().upper(), year))
    return {"plot": plot, "year": year, "litres": litres} if litres else {"plot": plot, "note": "no reading"}


def sowing_guide(
    crop: Literal["broad beans", "carrots", "beetroot", "garlic", "spinach"], area_m2: float = 1.0
) -> dict[str, object]:
    """When to sow a crop and how much seed it takes.

    Args:
        crop: What is to be grown.
        area_m2: Size of the bed in square metres.

    Returns:
        First and last month for sowing and the grams of seed for the bed.
    """
    first, last, grams = _CROPS[crop]
    return {"crop": crop, "sow_from": first, "sow_until": last, "seed_g": round(grams * area_m2, 1)}


def tools_in_shed(tool: str) -> int:
    """How many of a tool are in the shed right now."""
    return _TOOLS.get(tool.strip().lower(), 0)


def borrow_tool(tool: str, member_id: int, from_day: str, days: int = 1) -> dict[str, object]:
    """Sign a tool out to a member.

    Args:
        tool: Name of the tool.
        member_id: Who takes it.
        from_day: First day, ISO format.
        days: For how many days.
    """
    if tools_in_shed(tool) == 0:
        raise ValueError(f"no {tool} in the shed")
    return {"ticket": f"{tool[:3].upper()}{member_id}-{from_day[5:7]}{from_day[8:]}x{days}", "tool": tool}


def work_days(month: str) -> list[dict[str, str]]:
    """Joint work days in a month (YYYY-MM) and what will be done."""
    return [{"day": day, "task": task} for day, task in _WORK_DAYS.get(month, [])]
