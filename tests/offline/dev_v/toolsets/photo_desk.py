"""Picture archive, licences and assignments of a news agency's photo desk."""

from typing import Any, Literal

PHOTOS: dict[str, dict[str, Any]] = {
    "P-88120": {"city": "Lisbon", "taken": "2026-03-14", "by": "MFO", "caption": "Tram strike", "megapixels": 24.2},
    "P-88135": {"city": "Lisbon", "taken": "2026-03-15", "by": "HAK", "caption": "River parade", "megapixels": 45.7},
    "P-88207": {"city": "Oslo", "taken": "2026-03-14", "by": "SBR", "caption": "Ski jump final", "megapixels": 33.0},
    "P-88216": {"city": "Nairobi", "taken": "2026-03-18", "by": "MFO", "caption": "Tea auction", "megapixels": 26.1},
    "P-88240": {"city": "Oslo", "taken": "2026-03-20", "by": "HAK", "caption": "Opera roof", "megapixels": 50.3},
}
EMBARGO = {"P-88135": "2026-03-22 18:00", "P-88240": "2026-04-01 06:30"}
PHOTOGRAPHERS: dict[str, dict[str, Any]] = {
    "MFO": {"name": "Miriam Fonseca", "phone": "+351 555 0118", "day_rate": 410},
    "HAK": {"name": "Henrik Aakre", "phone": "+47 555 0172", "day_rate": 475},
    "SBR": {"name": "Solveig Brandt", "phone": "+47 555 0139", "day_rate": 390},
}
EVENTS: dict[tuple[str, str], list[dict[str, str]]] = {
    ("lisbon", "2026-04-09"): [{"event_id": "EV-617", "title": "Harbour summit", "starts": "09:45"}],
    ("oslo", "2026-04-09"): [{"event_id": "EV-622", "title": "Budget protest", "starts": "16:20"}],
    ("nairobi", "2026-04-11"): [{"event_id": "EV-640", "title": "Marathon", "starts": "06:10"}],
}
FEES = {"web": 35, "print": 80, "cover": 260, "broadcast": 145}


def find_photos(city: str, taken: str | None = None) -> list[dict[str, Any]]:
    """Find pictures in the archive.

    Args:
        city (str): City in English.
        taken (str, optional): Only pictures of this day, YYYY-MM-DD.

    Returns:
        list[dict]: photo_id, caption and the day it was taken.
    """
    return [
        {"photo_id": photo_id, "caption": photo["caption"], "taken": photo["taken"]}
        for photo_id, photo in PHOTOS.items()
        if photo["city"].lower() == city.strip().lower() and taken in (None, photo["taken"])
    ]


def photo_record(photo_id: str) -> dict[str, Any]:
    """Full archive record of one picture: city, day, caption, megapixels, the photographer's initials, embargo.

    Args:
        photo_id (str): Archive number, such as P-88120.
    """
    if photo_id not in PHOTOS:
        return {"photo_id": photo_id, "found": False}
    return {"photo_id": photo_id, "found": True, **PHOTOS[photo_id], "embargo_until": EMBARGO.get(photo_id)}


def photographer(initials: str) -> dict[str, Any]:
    """Contact data of a photographer.

    Args:
        initials (str): Three letters.

    Returns:
        dict: Full name, telephone number and rate in euros for one day.
    """
    if initials.upper() not in PHOTOGRAPHERS:
        return {"initials": initials, "found": False}
    return {"initials": initials.upper(), "found": True, **PHOTOGRAPHERS[initials.upper()]}


def licence_fee(
    photo_id: str, use: Literal["web", "print", "cover", "broadcast"], exclusive: bool = False
) -> dict[str, Any]:
    """Work out what a client pays for a picture.

    Args:
        photo_id (str): Archive number.
        use (str): Where the picture will appear.
        exclusive (bool): Nobody else may use it. Costs three times as much.

    Returns:
        dict: The fee in euros.
    """
    if photo_id not in PHOTOS:
        raise ValueError(f"no such photo: {photo_id}")
    surcharge = 15 if PHOTOS[photo_id]["megapixels"] > 40 else 0
    return {"photo_id": photo_id, "use": use, "fee_eur": (FEES[use] + surcharge) * (3 if exclusive else 1)}


def diary(city: str, day: str) -> list[dict[str, str]]:
    """News events planned in a city.

    Args:
        city (str): City in English.
        day (str): YYYY-MM-DD.

    Returns:
        list[dict]: event_id, title and starting time.
    """
    return EVENTS.get((city.strip().lower(), day), [])


def assign(event_id: str, initials: str, video: bool = False) -> dict[str, Any]:
    """Send a photographer to an event of the diary.

    Args:
        event_id (str): Number of the event.
        initials (str): Three letters of the photographer.
        video (bool): Shall film as well.

    Returns:
        dict: Number of the assignment.
    """
    if initials.upper() not in PHOTOGRAPHERS:
        raise ValueError(f"no photographer {initials}")
    return {"assignment": f"AS-{event_id[3:]}-{initials.upper()}{'-V' if video else ''}", "state": "confirmed"}


def make_gallery(title: str, photo_ids: list[str]) -> dict[str, Any]:
    """Bundle pictures in a gallery for clients.

    Args:
        title (str): Title that clients see.
        photo_ids (list[str]): Archive numbers in the order in which they appear.
    """
    missing = [one for one in photo_ids if one not in PHOTOS]
    if missing:
        raise ValueError(f"no such photos: {missing}")
    return {"gallery": f"G{len(photo_ids)}-{photo_ids[0][2:]}", "title": title, "pictures": len(photo_ids)}
