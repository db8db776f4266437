"""Tools for the counter of a hearing-aid shop."""

from typing import Any, Literal

_CLIENTS = {
    4418: {"name": "Walter Odum", "serial": "SN77-204", "ear": "left", "last_fitting": "2025-10-08"},
    4431: {"name": "Greta Hollis", "serial": "SN81-019", "ear": "both", "last_fitting": "2026-03-02"},
    4467: {"name": "Pavel Reszke", "serial": "SN64-551", "ear": "right", "last_fitting": "2023-06-27"},
}
_DEVICES = {
    "SN77-204": {"model": "Corda Mini", "battery": "312", "warranty_until": "2028-10-08"},
    "SN81-019": {"model": "Auris 5", "battery": "13", "warranty_until": "2029-03-02"},
    "SN64-551": {"model": "Bellwave", "battery": "675", "warranty_until": "2026-06-27"},
}
_SLOTS = {
    ("2026-05-12", "cleaning"): ["09:20", "11:40"],
    ("2026-05-12", "fitting"): ["14:15"],
    ("2026-05-13", "cleaning"): ["10:05"],
    ("2026-05-13", "test"): ["13:30", "16:10"],
}


def client(client_no: int) -> dict[str, Any]:
    """Client card by number, e.g. 4400."""
    return _CLIENTS.get(client_no, {"client_no": client_no, "found": False})


def device(serial: str) -> dict[str, str]:
    """Model, battery size and warranty of a hearing aid.

    Args:
        serial: Serial number, e.g. SN50-100.
    """
    if serial not in _DEVICES:
        raise ValueError(f"unknown serial {serial}")
    return _DEVICES[serial]


def battery_price(size: Literal["10", "13", "312", "675"], packs: int = 1) -> float:
    """Price in euros of packs of batteries."""
    return round({"10": 4.2, "13": 4.6, "312": 4.4, "675": 5.3}[size] * packs, 2)


def free_slots(day: str, kind: Literal["cleaning", "fitting", "test"] = "cleaning") -> list[str]:
    """Free appointment times on a day.

    Args:
        day: ISO date.
        kind: What the appointment is for.
    """
    return _SLOTS.get((day, kind), [])


def open_repair(serial: str, fault: Literal["no_sound", "whistling", "broken_case"], loaner: bool = False) -> str:
    """Take a hearing aid in for repair and return the ticket. With loaner the client gets one to borrow."""
    if serial not in _DEVICES:
        raise ValueError(f"unknown serial {serial}")
    return f"RP-{serial[-3:]}{fault[0].upper()}{'L' if loaner else ''}"
