"""Panels and campaigns of a bus-stop advertising firm."""

from typing import Any, Literal

_PANELS: dict[str, dict[str, Any]] = {
    "P-511": {"stop": "Mill Lane", "district": "north", "lit": True, "weekly": 140.0, "passers": 5200},
    "P-523": {"stop": "Opera", "district": "centre", "lit": True, "weekly": 310.0, "passers": 18400},
    "P-536": {"stop": "Tannery", "district": "north", "lit": False, "weekly": 95.0, "passers": 3100},
    "P-542": {"stop": "Ferry Quay", "district": "harbour", "lit": True, "weekly": 175.0, "passers": 7650},
}
_CAMPAIGNS = {"Oat Moon": ("P-523", "2026-06-28", "Rosa Kint"), "Velo Week": ("P-511", "2026-05-17", "Jan Dupree")}


def list_panels(district: Literal["north", "centre", "harbour"], lit_only: bool = False) -> list[str]:
    """Lists the panel ids in a district.

    Args:
        district: Part of the town.
        lit_only: Leave out panels without lighting.

    Examples:
        >>> list_panels("harbour")
        ['P-542']
    """
    return [key for key, one in _PANELS.items() if one["district"] == district and (one["lit"] or not lit_only)]


def panel_details(panel_id: str) -> dict[str, Any]:
    """Gives stop, district, weekly rent in euros and daily passers-by of a panel.

    Examples:
        >>> panel_details("P-542")["stop"]
        'Ferry Quay'
    """
    if panel_id not in _PANELS:
        return {"panel_id": panel_id, "error": "not found"}
    return {"panel_id": panel_id, **_PANELS[panel_id]}


def campaign_info(campaign: str) -> dict[str, str]:
    """Tells on which panel a campaign hangs, when it ends and who manages it.

    Args:
        campaign: Name of the campaign.

    Examples:
        >>> campaign_info("Oat Moon")["panel_id"]
        'P-523'
    """
    for name, (panel, end, manager) in _CAMPAIGNS.items():
        if name.lower() == campaign.lower():
            return {"panel_id": panel, "ends": end, "manager": manager}
    raise ValueError(f"no campaign {campaign}")


def print_cost(posters: int, paper: Literal["standard", "backlit"] = "standard") -> float:
    """Calculates the price of printing posters, in euros.

    Examples:
        >>> print_cost(10)
        72.0
    """
    return round(posters * {"standard": 7.2, "backlit": 11.9}[paper], 2)


def reserve_panel(panel_id: str, start: str, weeks: int) -> dict[str, Any]:
    """Reserves a panel.

    Args:
        panel_id: Such as "P-511".
        start: First day, ISO format.
        weeks: Length of the rental.

    Returns:
        Reservation code and total rent.

    Examples:
        >>> reserve_panel("P-511", "2026-06-01", 2)["total"]
        280.0
    """
    if panel_id not in _PANELS:
        raise ValueError(f"no panel {panel_id}")
    total = weeks * _PANELS[panel_id]["weekly"]
    return {"reservation": f"RV{panel_id[2:]}-{start[5:7]}{start[8:]}", "total": total}
