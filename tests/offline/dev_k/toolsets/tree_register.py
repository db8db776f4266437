"""The town's register of street and park trees."""

from typing import Any, Literal

_TREES: dict[int, dict[str, Any]] = {
    40118: {"species": "small-leaved lime", "street": "Harbour Lane", "planted": 1934, "height_m": 17.5},
    40119: {"species": "Norway maple", "street": "Harbour Lane", "planted": 1998, "height_m": 11.0},
    40120: {"species": "small-leaved lime", "street": "Harbour Lane", "planted": 2011, "height_m": 6.2},
    51307: {"species": "copper beech", "street": "Minster Green", "planted": 1887, "height_m": 24.0},
    51310: {"species": "horse chestnut", "street": "Minster Green", "planted": 1952, "height_m": 19.3},
    62044: {"species": "silver birch", "street": "Quarry Road", "planted": 2006, "height_m": 9.8},
}
_INSPECTIONS: dict[int, dict[str, str]] = {
    40118: {"date": "2025-09-16", "condition": "fair", "inspector": "L. Osgood"},
    40119: {"date": "2025-09-16", "condition": "good", "inspector": "L. Osgood"},
    40120: {"date": "2025-10-02", "condition": "good", "inspector": "M. Farrant"},
    51307: {"date": "2026-01-22", "condition": "poor", "inspector": "M. Farrant"},
    51310: {"date": "2025-11-05", "condition": "fair", "inspector": "J. Tull"},
    62044: {"date": "2024-08-30", "condition": "dead", "inspector": "J. Tull"},
}
_PROTECTED = {51307: "TPO-1972-08", 40118: "TPO-1985-31"}
_INSPECTORS = {"l. osgood": "0155 774 201", "m. farrant": "0155 774 208", "j. tull": "0155 774 213"}
_BUDGET = {("north", 2026): 41200, ("south", 2026): 36750, ("north", 2025): 39800, ("south", 2025): 35100}
_JOB_PRICE = {"prune": 185, "fell": 940, "stake": 60, "treat": 310}


def trees_on_street(street: str, species: str | None = None) -> list[dict[str, Any]]:
    """All registered trees of a street, or only those of one species."""
    return [
        {"tree_id": tree_id, "species": tree["species"], "planted": tree["planted"]}
        for tree_id, tree in _TREES.items()
        if tree["street"].casefold() == street.strip().casefold()
        and (species is None or tree["species"].casefold() == species.strip().casefold())
    ]


def tree_record(tree_id: int) -> dict[str, Any]:
    """Species, place, year of planting and height of a tree."""
    if tree_id not in _TREES:
        raise ValueError(f"tree {tree_id} is not registered")
    return {"tree_id": tree_id, **_TREES[tree_id]}


def latest_inspection(tree_id: int) -> dict[str, Any]:
    """The most recent inspection of a tree: when, by whom and in which condition it was."""
    return {"tree_id": tree_id, **_INSPECTIONS.get(tree_id, {"condition": "never inspected"})}


def protection_status(tree_id: int) -> dict[str, Any]:
    """Whether a preservation order covers a tree.

    Protected trees may not be worked on without consent.
    """
    order = _PROTECTED.get(tree_id)
    return {"tree_id": tree_id, "protected": order is not None, "order": order}


def inspector_phone(inspector: str) -> str:
    """Office number of a tree inspector, given as initial and surname."""
    if inspector.strip().casefold() not in _INSPECTORS:
        raise ValueError(f"no inspector {inspector}")
    return _INSPECTORS[inspector.strip().casefold()]


def schedule_work(tree_id: int, job: Literal["prune", "fell", "stake", "treat"], day: str) -> dict[str, Any]:
    """Put a job on a tree into the gang's diary (day in ISO format) and price it in euros."""
    if tree_id not in _TREES:
        raise ValueError(f"tree {tree_id} is not registered")
    return {"work_order": f"{job[0].upper()}{tree_id}/{day[5:7]}{day[8:]}", "price": _JOB_PRICE[job]}


def planting_budget(district: Literal["north", "south"], year: int = 2026) -> dict[str, Any]:
    """Money in euros for new trees in a district."""
    return {"district": district, "year": year, "euros": _BUDGET.get((district, year), 0)}
