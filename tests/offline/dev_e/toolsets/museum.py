"""Collection and visits of a small museum."""

from typing import Any, Literal

_OBJECTS: dict[str, dict[str, Any]] = {
    "1904.17": {"title": "The Herring Girls", "maker": "Agnes Tolmie", "gallery": 3, "insured_for": 42000},
    "1931.208": {"title": "Bronze Heron", "maker": "Ivo Katić", "gallery": 1, "insured_for": 15500},
    "1977.5": {"title": "Brass Orrery", "maker": "Hollis & Wray", "gallery": 5, "insured_for": 98000},
    "2002.61": {"title": "Weaver's Ledger", "maker": "unknown", "gallery": 3, "insured_for": 2300},
    "1888.3": {"title": "Portrait of a Pilot", "maker": "Josiah Crane", "gallery": 4, "insured_for": 61000},
}
_CONDITION: dict[str, dict[str, Any]] = {
    "1904.17": {"checked": "2025-10-08", "condition": "flaking paint", "max_lux": 50},
    "1931.208": {"checked": "2026-01-22", "condition": "stable", "max_lux": 300},
    "1977.5": {"checked": "2024-06-13", "condition": "stiff gear train", "max_lux": 200},
    "2002.61": {"checked": "2025-03-27", "condition": "foxing", "max_lux": 40},
    "1888.3": {"checked": "2026-02-19", "condition": "stable", "max_lux": 150},
}
_LOANS: dict[str, list[dict[str, str]]] = {
    "1904.17": [{"to": "Aberdeen Maritime Trust", "from": "2019-04-01", "until": "2019-09-30"}],
    "1977.5": [
        {"to": "Utrecht Observatory", "from": "2011-02-15", "until": "2011-12-01"},
        {"to": "Science House Bristol", "from": "2022-05-09", "until": "2023-01-16"},
    ],
}
_GALLERIES: dict[int, dict[str, Any]] = {
    1: {"floor": "ground", "status": "open", "lux": 280, "attendant": "Moira Peat"},
    3: {"floor": "first", "status": "open", "lux": 65, "attendant": "Stellan Voss"},
    4: {"floor": "first", "status": "closed for rewiring", "lux": 0, "attendant": "nobody"},
    5: {"floor": "second", "status": "open", "lux": 190, "attendant": "Yusra Haddad"},
}
_TOURS: dict[tuple[str, str], list[dict[str, Any]]] = {
    ("2026-07-09", "english"): [
        {"tour_id": "T-709A", "theme": "Highlights", "starts": "11:00", "places": 14},
        {"tour_id": "T-709C", "theme": "Fisher Folk", "starts": "14:15", "places": 20},
    ],
    ("2026-07-09", "french"): [{"tour_id": "T-709B", "theme": "Highlights", "starts": "12:30", "places": 9}],
    ("2026-07-23", "english"): [{"tour_id": "T-723A", "theme": "Instruments", "starts": "10:45", "places": 16}],
    ("2026-07-23", "german"): [{"tour_id": "T-723D", "theme": "Highlights", "starts": "15:30", "places": 25}],
}


def object_by_title(title: str) -> dict[str, Any]:
    """Find an object in the collection by its title."""
    for accession_no, item in _OBJECTS.items():
        if item["title"].casefold() == title.strip().casefold():
            return {"accession_no": accession_no, **item}
    return {"title": title, "found": False}


def condition_report(accession_no: str) -> dict[str, Any]:
    """Latest conservation check of an object."""
    if accession_no not in _CONDITION:
        raise ValueError(f"no object {accession_no}")
    return {"accession_no": accession_no, **_CONDITION[accession_no]}


def loan_history(accession_no: str) -> list[dict[str, str]]:
    """Past loans of an object to other houses, oldest first."""
    if accession_no not in _OBJECTS:
        raise ValueError(f"no object {accession_no}")
    return _LOANS.get(accession_no, [])


def gallery_info(gallery: int) -> dict[str, Any]:
    """Floor, opening state, light level and attendant of a gallery."""
    if gallery not in _GALLERIES:
        raise ValueError(f"no gallery {gallery}")
    return {"gallery": gallery, **_GALLERIES[gallery]}


def move_object(accession_no: str, to_gallery: int, hold_for_photography: bool = False) -> dict[str, Any]:
    """Order the move of an object to another gallery."""
    if accession_no not in _OBJECTS or to_gallery not in _GALLERIES:
        raise ValueError("no such object or gallery")
    order = f"MV{accession_no.replace('.', '')}-{to_gallery}{'P' if hold_for_photography else ''}"
    return {"move_order": order, "from_gallery": _OBJECTS[accession_no]["gallery"]}


def guided_tours(day: str, language: Literal["English", "French", "German"] = "English") -> list[dict[str, Any]]:
    """Guided tours on a day (YYYY-MM-DD)."""
    return _TOURS.get((day, language.casefold()), [])


def book_group(tour_id: str, people: int, school: bool = False) -> dict[str, Any]:
    """Book a group onto a tour; schools pay less."""
    known = {tour["tour_id"]: tour for tours in _TOURS.values() for tour in tours}
    if tour_id not in known or people > known[tour_id]["places"]:
        raise ValueError("no such tour or not enough places")
    return {"booking": f"G{tour_id[2:]}{people:02}", "price": people * (3.5 if school else 8.0)}
