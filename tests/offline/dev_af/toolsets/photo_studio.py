"""Photo studio: packages, sessions, galleries and prints."""

from typing import Any, Literal

Size = Literal["10x15", "13x18", "20x30"]

_PACKAGES: list[dict[str, Any]] = [
    {"package_id": "PK-1", "title": "Half Day", "occasion": "wedding", "hours": 5, "price_eur": 890},
    {"package_id": "PK-2", "title": "Church and Dinner", "occasion": "wedding", "hours": 9, "price_eur": 1190},
    {"package_id": "PK-3", "title": "All Weekend", "occasion": "wedding", "hours": 16, "price_eur": 2350},
    {"package_id": "PK-4", "title": "Headshot", "occasion": "portrait", "hours": 1, "price_eur": 120},
    {"package_id": "PK-5", "title": "Character Study", "occasion": "portrait", "hours": 3, "price_eur": 260},
    {"package_id": "PK-6", "title": "Sofa and Dog", "occasion": "family", "hours": 2, "price_eur": 210},
]
_PHOTOGRAPHERS: list[dict[str, Any]] = [
    {"photographer_id": "PH-1", "name": "Silvia Conte", "city": "Turin", "rating": 4.6, "phone": "011 555 0101"},
    {"photographer_id": "PH-2", "name": "Marco Bruni", "city": "Turin", "rating": 4.9, "phone": "011 555 0102"},
    {"photographer_id": "PH-3", "name": "Elif Demir", "city": "Genoa", "rating": 4.7, "phone": "010 555 0103"},
]
_SESSIONS: dict[str, dict[str, Any]] = {
    "S-5108": {"client": "Nora Lind", "photographer_id": "PH-1", "date": "2026-01-17", "gallery_id": "GA-77"},
    "S-5115": {"client": "Paul Renner", "photographer_id": "PH-3", "date": "2026-02-21", "gallery_id": "GA-81"},
    "S-5120": {"client": "Aiko Mori", "photographer_id": "PH-2", "date": "2026-03-28", "gallery_id": "GA-84"},
}
_PRINT = {"10x15": 0.35, "13x18": 0.8, "20x30": 3.6}


def search_packages(
    occasion: Literal["wedding", "portrait", "family"], max_price: float | None = None
) -> list[dict[str, Any]]:
    """Search photo packages for an occasion.

    :param occasion: what is photographed
    :param max_price: price limit in euros
    """
    return [
        {key: value for key, value in one.items() if key != "occasion"}
        for one in _PACKAGES
        if one["occasion"] == occasion and (max_price is None or one["price_eur"] <= max_price)
    ]


def list_photographers(city: str) -> list[dict[str, Any]]:
    """List the photographers in a city with their rating."""
    return [
        {key: one[key] for key in ("photographer_id", "name", "rating")}
        for one in _PHOTOGRAPHERS
        if one["city"].casefold() == city.strip().casefold()
    ]


def get_photographer(photographer_id: str) -> dict[str, Any]:
    """Name, city and phone number of a photographer.

    :param photographer_id: e.g. PH-3
    """
    for one in _PHOTOGRAPHERS:
        if one["photographer_id"] == photographer_id:
            return one
    raise ValueError(f"unknown photographer {photographer_id}")


def book_session(package_id: str, client_name: str, date: str, start_time: str) -> dict[str, Any]:
    """Book a photo session.

    :param package_id: e.g. PK-4
    :param client_name: full name of the client
    :param date: day of the session (YYYY-MM-DD)
    :param start_time: HH:MM
    """
    if package_id not in {one["package_id"] for one in _PACKAGES}:
        raise ValueError(f"unknown package {package_id}")
    return {"reference": f"S-6{package_id[-1]}{date[5:7]}{date[8:]}", "client_name": client_name, "status": "booked"}


def get_session(session_id: str) -> dict[str, Any]:
    """Look up a photo session: client, photographer, date and gallery.

    :param session_id: e.g. S-5108
    """
    if session_id not in _SESSIONS:
        raise ValueError(f"unknown session {session_id}")
    return {"session_id": session_id, **_SESSIONS[session_id]}


def order_prints(gallery_id: str, prints: int, size: Size, framed: bool = False) -> dict[str, Any]:
    """Order prints of a gallery.

    :param gallery_id: e.g. GA-77
    :param prints: number of prints
    :param size: size in centimetres
    :param framed: each print in a frame
    """
    total = round(prints * (_PRINT[size] + (6 if framed else 0)), 2)
    return {"print_order": f"PO-{gallery_id[-2:]}{prints}", "gallery_id": gallery_id, "total_eur": total}


def send_gallery(gallery_id: str, email: str) -> dict[str, Any]:
    """Send a gallery to an e-mail address.

    :param gallery_id: e.g. GA-77
    :param email: who gets the link
    """
    return {"gallery_id": gallery_id, "sent_to": email, "link_code": f"LK{gallery_id[-2:]}{len(email)}"}
