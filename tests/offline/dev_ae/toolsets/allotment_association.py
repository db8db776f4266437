"""Plots, gardeners and shared tools of an allotment association."""

from typing import Any, Literal

_PLOTS: dict[int, dict[str, Any]] = {
    14: {"area_m2": 180, "yearly_rent_eur": 72.0, "has_water": True, "gardener_id": "GR-105"},
    27: {"area_m2": 250, "yearly_rent_eur": 96.5, "has_water": True, "gardener_id": "GR-118"},
    31: {"area_m2": 210, "yearly_rent_eur": 79.0, "has_water": False, "gardener_id": "GR-112"},
    36: {"area_m2": 220, "yearly_rent_eur": 88.0, "has_water": True, "gardener_id": None},
    40: {"area_m2": 240, "yearly_rent_eur": 83.5, "has_water": True, "gardener_id": None},
    43: {"area_m2": 120, "yearly_rent_eur": 47.0, "has_water": False, "gardener_id": None},
    45: {"area_m2": 140, "yearly_rent_eur": 58.0, "has_water": True, "gardener_id": None},
    48: {"area_m2": 260, "yearly_rent_eur": 54.0, "has_water": False, "gardener_id": None},
}
_GARDENERS = {
    "GR-105": {"name": "Wilma Fairley", "phone": "0117 555 0120", "email": "wilma@fairley.example"},
    "GR-112": {"name": "Josef Brandt", "phone": "0117 555 0143", "email": "josef@brandt.example"},
    "GR-118": {"name": "Nadia Rahman", "phone": "0117 555 0166", "email": "nadia@rahman.example"},
    "GR-121": {"name": "Owen Pryce", "phone": "0117 555 0197", "email": "owen@pryce.example"},
}
_GUIDE = {
    "spinach": {"sowing_month": "March", "spacing_cm": 15, "position": "half shade"},
    "rhubarb": {"sowing_month": "April", "spacing_cm": 90, "position": "sun"},
    "garlic": {"sowing_month": "October", "spacing_cm": 12, "position": "full sun"},
    "celeriac": {"sowing_month": "February", "spacing_cm": 40, "position": "moist soil"},
    "kohlrabi": {"sowing_month": "May", "spacing_cm": 25, "position": "sun"},
}
_WORK_DAYS = {
    "2026-05": [{"date": "2026-05-09", "task": "mend the north fence"}],
    "2026-06": [{"date": "2026-06-13", "task": "clear the ditch"}],
    "2026-09": [
        {"date": "2026-09-05", "task": "paint the clubhouse"},
        {"date": "2026-09-26", "task": "turn the compost"},
    ],
}
_TOOL_CODES = {"wheelbarrow": "WB", "shredder": "SH", "rotavator": "RO", "ladder": "LA"}


def get_plot(plot_number: int) -> dict[str, Any]:
    """Size, yearly rent and gardener of a plot.

    Args:
        plot_number: Number of the plot.
    """
    if plot_number not in _PLOTS:
        return {"error": f"plot {plot_number} not found"}
    return {"plot_number": plot_number, **_PLOTS[plot_number]}


def search_vacant_plots(
    min_area_m2: float | None = None, max_rent_eur: float | None = None, with_water: bool = False
) -> list[dict[str, Any]]:
    """Search vacant plots by size, rent and water.

    Args:
        min_area_m2: Smallest size in square metres.
        max_rent_eur: Highest yearly rent in euros.
        with_water: Only plots with a water tap.
    """
    return [
        {"plot_number": number, **{key: value for key, value in plot.items() if key != "gardener_id"}}
        for number, plot in _PLOTS.items()
        if plot["gardener_id"] is None
        and (min_area_m2 is None or plot["area_m2"] >= min_area_m2)
        and (max_rent_eur is None or plot["yearly_rent_eur"] <= max_rent_eur)
        and (plot["has_water"] or not with_water)
    ]


def assign_plot(plot_number: int, gardener_id: str) -> dict[str, Any]:
    """Assign a vacant plot to a gardener.

    Args:
        plot_number: Number of the plot.
        gardener_id: Id of the gardener, e.g. GR-101.

    Returns:
        The number of the lease.
    """
    if plot_number not in _PLOTS or _PLOTS[plot_number]["gardener_id"] is not None:
        return {"error": f"plot {plot_number} is not vacant"}
    return {"lease_number": f"LE-{plot_number}-{gardener_id.strip()[3:]}", "status": "assigned"}


def get_gardener(gardener_id: str) -> dict[str, Any]:
    """Name, phone number and e-mail of a gardener.

    Args:
        gardener_id: Id of the gardener, e.g. GR-101.
    """
    key = gardener_id.strip().upper()
    if key not in _GARDENERS:
        return {"error": f"gardener {gardener_id} not found"}
    return {"gardener_id": key, **_GARDENERS[key]}


def get_planting_guide(plant: str) -> dict[str, Any]:
    """Planting guide of a vegetable: sowing month, spacing and position.

    Args:
        plant: Name of the plant.
    """
    key = plant.strip().casefold()
    if key not in _GUIDE:
        return {"error": f"no guide for {plant}"}
    return {"plant": key, **_GUIDE[key]}


def list_work_days(month: str) -> dict[str, Any]:
    """List the common work days of a month.

    Args:
        month: The month, YYYY-MM.
    """
    return {"month": month, "work_days": [dict(one) for one in _WORK_DAYS.get(month, [])]}


def reserve_tool(
    tool: Literal["wheelbarrow", "shredder", "rotavator", "ladder"], date: str, duration_minutes: int
) -> dict[str, Any]:
    """Reserve a shared garden tool.

    Args:
        tool: The garden tool.
        date: Day of the reservation, YYYY-MM-DD.
        duration_minutes: How long it is needed, in minutes.

    Returns:
        The number of the reservation.
    """
    code = _TOOL_CODES.get(tool.strip().casefold())
    if code is None:
        return {"error": f"no tool {tool}"}
    return {"reservation_number": f"{code}-{date[5:7]}{date[8:]}", "minutes": duration_minutes}
