"""A yard that builds wooden and glass-fibre boats."""

from typing import Any, Literal

_HULLS: dict[int, dict[str, Any]] = {
    204: {"name": "Kittiwake", "owner": "Rosalind Amory", "length_m": 9.4, "stage": "planking", "shed": "north"},
    207: {"name": "Blue Tern", "owner": "Henrik Dahl", "length_m": 6.8, "stage": "varnishing", "shed": "slipway"},
    211: {"name": "Morning Sedge", "owner": "Padma Iyer", "length_m": 12.1, "stage": "lofting", "shed": "south"},
}
_LAUNCH = {204: "2026-09-12", 207: "2026-05-29", 211: "2027-04-03"}
_TIMBER = {"larch": (38, 61.5), "oak": (12, 118.0), "iroko": (21, 94.25), "marine ply": (55, 47.8)}
_SHEDS = {"north": ("Callum Reid", 14), "south": ("Agnes Moreau", 11), "slipway": ("Tom Brisk", 17)}


def hull_by_name(name: str) -> dict[str, Any]:
    """Find a boat under construction by its name; gives hull number, owner, length, stage and shed."""
    for number, hull in _HULLS.items():
        if hull["name"].lower() == name.strip().lower():
            return {"hull_no": number, **hull}
    raise ValueError(f"no boat named {name}")


def launch_date(hull_no: int) -> str:
    """Planned launch date of a hull."""
    if hull_no not in _LAUNCH:
        raise ValueError("no such hull")
    return _LAUNCH[hull_no]


def timber_stock(wood: str) -> dict[str, Any]:
    """Planks of a kind of wood on the rack and the price per plank in euros."""
    if wood.lower() not in _TIMBER:
        return {"wood": wood, "status": "not found"}
    return {"wood": wood.lower(), "planks": _TIMBER[wood.lower()][0], "price_each": _TIMBER[wood.lower()][1]}


def shed_info(shed: Literal["north", "south", "slipway"]) -> dict[str, Any]:
    """Foreman of a building shed and its temperature in Celsius."""
    return {"shed": shed, "foreman": _SHEDS[shed][0], "temperature": _SHEDS[shed][1]}


def paint_quote(length_m: float, coats: int = 2, antifouling: bool = False) -> dict[str, Any]:
    """Price of painting a hull.

    Args:
        length_m: Length of the boat in metres.
        coats: Number of coats.
        antifouling: Whether the bottom gets antifouling as well.
    """
    return {"euros": round(length_m * 85 * coats + (length_m * 40 if antifouling else 0), 2)}


def reserve_crane(hull_no: int, day: str, hours: int = 2) -> dict[str, Any]:
    """Reserve the yard crane for a hull on a day (ISO)."""
    return {"crane_ticket": f"CR-{hull_no}-{day[5:7]}{day[8:]}", "hours": hours}
