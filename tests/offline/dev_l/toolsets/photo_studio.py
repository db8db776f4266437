"""Bookings, galleries and prints of a photo studio."""

from typing import Any, Literal

PrintSize = Literal["10x15", "20x30", "30x45"]
Finish = Literal["glossy", "matte"]

_CLIENTS: dict[str, dict[str, str]] = {
    "C-204": {"name": "Marta Oyelowo", "email": "marta@oyelowo.example", "phone": "555-0142"},
    "C-219": {"name": "Finn Dacosta", "email": "finn.d@post.example", "phone": "555-0177"},
    "C-231": {"name": "Hanne Verbeek", "email": "hv@verbeek.example", "phone": "555-0163"},
}
_GALLERIES: dict[str, dict[str, Any]] = {
    "G-118": {"client_id": "C-204", "pictures": 86, "state": "ready", "online_until": "2026-07-31"},
    "G-125": {"client_id": "C-219", "pictures": 34, "state": "retouching", "online_until": "2026-09-15"},
    "G-130": {"client_id": "C-231", "pictures": 412, "state": "ready", "online_until": "2026-12-01"},
}
_FREE: dict[str, list[str]] = {
    "2026-05-12": ["09:30", "11:00", "15:45"],
    "2026-05-15": ["10:15", "16:30"],
    "2026-06-02": ["08:45"],
}
_PRICES = {"10x15": 0.6, "20x30": 4.5, "30x45": 11.0}
_SESSION = {"portrait": 95.0, "passport": 18.0, "product": 140.0, "family": 120.0}


def find_client(name: str) -> dict[str, Any]:
    """Find a client by name; gives the client id (like C-204), e-mail and phone."""
    for client_id, client in _CLIENTS.items():
        if client["name"].lower() == name.strip().lower():
            return {"found": True, "client_id": client_id, **client}
    return {"found": False, "name": name}


def free_slots(day: str) -> list[str]:
    """Free starting times (HH:MM) on a day (YYYY-MM-DD)."""
    return _FREE.get(day, [])


def book_session(
    client_id: str,
    day: str,
    time: str,
    kind: Literal["portrait", "passport", "product", "family"] = "portrait",
) -> dict[str, Any]:
    """Book a session in the studio.

    Args:
        client_id: like C-204
        day: YYYY-MM-DD
        time: HH:MM, 24 hours
        kind: portrait, passport, product or family
    """
    if client_id.upper() not in _CLIENTS:
        raise ValueError(f"unknown client {client_id}")
    number = f"S{client_id[2:]}-{day[5:7]}{day[8:10]}{time[:2]}"
    return {"session": number, "fee_eur": _SESSION[kind], "state": "booked"}


def gallery(gallery_id: str) -> dict[str, Any]:
    """State of an online gallery, e.g. G-118: owner, number of pictures, until when it is online."""
    if gallery_id.upper() not in _GALLERIES:
        return {"gallery_id": gallery_id, "state": "not found"}
    return {"gallery_id": gallery_id.upper(), **_GALLERIES[gallery_id.upper()]}


def print_price(size: PrintSize, copies: int, finish: Finish = "glossy") -> dict[str, Any]:
    """Price in EUR of a number of prints.

    Args:
        size: 10x15, 20x30 or 30x45 (cm)
        copies: at least 1
        finish: glossy or matte (matte costs 10 % more)
    """
    return {"total_eur": round(_PRICES[size] * copies * (1.1 if finish == "matte" else 1.0), 2)}


def order_prints(
    gallery_id: str, frames: list[int], size: PrintSize = "10x15", finish: Finish = "glossy"
) -> dict[str, Any]:
    """Order one print each of some pictures of a gallery.

    Args:
        gallery_id: like G-118
        frames: numbers of the pictures, e.g. [3, 17]
        size: 10x15, 20x30 or 30x45 (cm)
        finish: glossy or matte
    """
    if gallery_id.upper() not in _GALLERIES:
        raise ValueError(f"unknown gallery {gallery_id}")
    total = _PRICES[size] * len(frames) * (1.1 if finish == "matte" else 1.0)
    return {"order": f"P-{gallery_id[2:]}{sum(frames):03d}", "prints": len(frames), "total_eur": round(total, 2)}
