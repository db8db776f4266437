"""Maps in a museum's archive."""

from typing import Any, Literal

_MAPS: dict[str, dict[str, Any]] = {
    "MA-0417": {
        "title": "Chart of the Vellan Sound", "maker": "Pieter Hoorn", "year": 1687, "shelf": "D4-11",
        "condition": "fragile",
    },
    "MA-0522": {
        "title": "Plan of Ostermouth", "maker": "Clara Venn", "year": 1843, "shelf": "A1-03", "condition": "good",
    },
    "MA-0609": {
        "title": "Roads of Upper Karst", "maker": "Pieter Hoorn", "year": 1691, "shelf": "D4-15",
        "condition": "fair",
    },
    "MA-0733": {
        "title": "Survey of Lake Imber", "maker": "Josiah Pell", "year": 1902, "shelf": "F2-08", "condition": "good",
    },
}  # fmt: skip
_MAKERS: dict[str, dict[str, Any]] = {
    "pieter hoorn": {"born": 1649, "died": 1712, "city": "Haarlem"},
    "clara venn": {"born": 1808, "died": 1871, "city": "Bristol"},
    "josiah pell": {"born": 1860, "died": 1931, "city": "Leeds"},
}
_SCANS = {"MA-0417": 600, "MA-0522": 400, "MA-0733": 1200}


def search_maps(maker: str | None = None, after_year: int = 0, before_year: int = 9999) -> list[str]:
    """Inventory numbers of the maps that fit.

    Args:
        maker: Full name of the map maker; any when left out.
        after_year: Only maps later than this year.
        before_year: Only maps earlier than this year.
    """
    return [
        number
        for number, one in _MAPS.items()
        if (maker is None or one["maker"].casefold() == maker.casefold()) and after_year < one["year"] < before_year
    ]


def map_record(inventory_no: str) -> dict[str, Any]:
    """Full record of a map."""
    if inventory_no not in _MAPS:
        raise ValueError(f"unknown map {inventory_no}")
    return _MAPS[inventory_no]


def maker_biography(name: str) -> dict[str, Any]:
    """Years of birth and death and home city of a map maker."""
    return _MAKERS.get(name.strip().casefold(), {"error": "not found"})


def scan_resolution(inventory_no: str) -> dict[str, Any]:
    """Resolution in dpi of the digital scan of a map, if there is one."""
    return {"inventory_no": inventory_no, "scanned": inventory_no in _SCANS, "dpi": _SCANS.get(inventory_no)}


def book_viewing(inventory_no: str, visitor: str, day: str, slot: Literal["morning", "afternoon"]) -> dict[str, str]:
    """Reserve a place in the reading room to look at a map.

    Args:
        inventory_no: Such as MA-0417.
        visitor: Name of the visitor.
        day: ISO date.
        slot: Half of the day.
    """
    if inventory_no not in _MAPS:
        raise ValueError(f"unknown map {inventory_no}")
    return {"reference": f"V{inventory_no[3:]}-{day[5:7]}{day[8:]}{slot[0].upper()}", "visitor": visitor}
