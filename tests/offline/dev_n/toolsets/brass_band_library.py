"""Sheet music library of a brass band."""

from typing import Any, Literal

_PIECES: dict[str, dict[str, Any]] = {
    "BB-0112": {
        "title": "Harvest Moon March",
        "composer": "Edwin Thackray",
        "style": "march",
        "minutes": 4.5,
        "shelf": "C3",
    },
    "BB-0207": {
        "title": "Abide by the River",
        "composer": "Nora Pellow",
        "style": "hymn",
        "minutes": 3.0,
        "shelf": "A1",
    },
    "BB-0221": {
        "title": "Evening at Saint Piran",
        "composer": "Nora Pellow",
        "style": "hymn",
        "minutes": 6.0,
        "shelf": "A1",
    },
    "BB-0318": {
        "title": "The Foundry Suite",
        "composer": "Lise Kvamme",
        "style": "test piece",
        "minutes": 14.5,
        "shelf": "D2",
    },
    "BB-0419": {
        "title": "Overture to the Tide",
        "composer": "Owen Garrick",
        "style": "overture",
        "minutes": 8.0,
        "shelf": "D2",
    },
    "BB-0533": {
        "title": "Lament for a Lock Keeper",
        "composer": "Ida Brandt",
        "style": "solo",
        "minutes": 5.5,
        "shelf": "B4",
    },
    "BB-0640": {
        "title": "Colliery Road",
        "composer": "Edwin Thackray",
        "style": "march",
        "minutes": 3.5,
        "shelf": "C3",
    },
}
_PARTS: dict[tuple[str, str], tuple[int, int]] = {
    ("BB-0419", "solo cornet"): (5, 1),
    ("BB-0419", "flugelhorn"): (1, 0),
    ("BB-0419", "bass trombone"): (3, 0),
    ("BB-0318", "euphonium"): (2, 0),
    ("BB-0318", "solo cornet"): (6, 2),
    ("BB-0112", "percussion"): (4, 1),
}
_PERFORMED = {
    "BB-0112": ("2025-07-05", "Tolver Park bandstand"),
    "BB-0207": ("2025-12-21", "Saint Wenna church"),
    "BB-0318": ("2025-10-11", "Whitcombe Corn Exchange"),
    "BB-0533": ("2024-06-16", "Marsh Lock fete"),
    "BB-0640": ("2023-09-02", "Miners' gala"),
}


def _piece(catalogue_no: str) -> dict[str, Any]:
    number = catalogue_no.strip().upper()
    if number not in _PIECES:
        raise ValueError(f"no piece with catalogue number {catalogue_no}")
    return _PIECES[number]


def find_piece(title: str) -> dict[str, Any]:
    """Look up a piece in the library by its title.

    Args:
        title: The title of the piece.

    Returns:
        Catalogue number, composer, style, playing time in minutes and shelf.
    """
    for number, piece in _PIECES.items():
        if piece["title"].casefold() == title.strip().casefold():
            return {"catalogue_no": number, **piece}
    return {"found": False, "title": title}


def parts_held(
    catalogue_no: str,
    instrument: Literal["solo cornet", "flugelhorn", "tenor horn", "euphonium", "bass trombone", "percussion"],
) -> dict[str, Any]:
    """Count the printed parts the library holds for one instrument of a piece.

    Args:
        catalogue_no: Such as BB-0112.
        instrument: The desk the part is for.
    """
    _piece(catalogue_no)
    copies, missing = _PARTS.get((catalogue_no.strip().upper(), instrument), (0, 0))
    return {"catalogue_no": catalogue_no, "instrument": instrument, "copies": copies, "missing": missing}


def last_performed(catalogue_no: str) -> dict[str, Any]:
    """Date and venue of the last time the band played a piece in public."""
    _piece(catalogue_no)
    date, venue = _PERFORMED.get(catalogue_no.strip().upper(), (None, None))
    return {"date": date, "venue": venue}


def pieces_on_shelf(shelf: str) -> list[str]:
    """Titles filed on a shelf, such as "B4"."""
    return [piece["title"] for piece in _PIECES.values() if piece["shelf"] == shelf.strip().upper()]


def pieces_of_style(
    style: Literal["march", "hymn", "overture", "solo", "test piece"], max_minutes: float | None = None
) -> list[dict[str, Any]]:
    """List pieces of a style.

    Args:
        style: Kind of piece.
        max_minutes: Leave out pieces that play longer than this.
    """
    return [
        {"catalogue_no": number, "title": piece["title"], "minutes": piece["minutes"]}
        for number, piece in _PIECES.items()
        if piece["style"] == style and (max_minutes is None or piece["minutes"] <= max_minutes)
    ]


def lend_set(catalogue_no: str, band: str, due: str) -> dict[str, Any]:
    """Lend the complete set of a piece to another band.

    Args:
        catalogue_no: Such as BB-0112.
        band: Name of the borrowing band.
        due: Day by which it must be back, YYYY-MM-DD.

    Returns:
        The number of the loan slip.
    """
    piece = _piece(catalogue_no)
    return {"slip": f"LN{catalogue_no[-4:]}-{due[5:7]}{due[8:]}", "title": piece["title"], "band": band, "due": due}


def programme_length(catalogue_nos: list[str], gap_seconds: int = 60) -> float:
    """Total minutes a row of pieces takes on stage, with a gap between one piece and the next."""
    playing = sum(_piece(number)["minutes"] for number in catalogue_nos)
    return round(playing + gap_seconds / 60 * (len(catalogue_nos) - 1), 2)
