"""Register of laptops, phones and the like."""

from typing import Any, Literal

_ASSETS: dict[str, dict[str, Any]] = {
    "LT-0418": {"kind": "laptop", "model": "Latitude 7440", "user": "jmarsh", "warranty_until": "2026-11-30"},
    "LT-0455": {"kind": "laptop", "model": "MacBook Air 13", "user": "tadeyemi", "warranty_until": "2025-08-14"},
    "LT-0502": {"kind": "laptop", "model": "ThinkPad T14", "user": None, "warranty_until": "2028-02-01"},
    "PH-1190": {"kind": "phone", "model": "Pixel 8a", "user": "jmarsh", "warranty_until": "2026-05-22"},
    "PH-1203": {"kind": "phone", "model": "iPhone 15", "user": "skowalski", "warranty_until": "2027-01-09"},
    "MN-0077": {"kind": "monitor", "model": "U2723QE", "user": "tadeyemi", "warranty_until": "2027-06-18"},
}
_SITES = {
    ("leipzig", "laptop"): 6,
    ("leipzig", "phone"): 13,
    ("leipzig", "monitor"): 21,
    ("porto", "laptop"): 11,
    ("porto", "phone"): 4,
    ("porto", "monitor"): 17,
}
_REPAIRS: dict[int, dict[str, Any]] = {
    66031: {"tag": "LT-0455", "fault": "battery", "state": "waiting for parts", "ready": "2026-04-29"},
    66047: {"tag": "PH-1203", "fault": "screen", "state": "at the repair shop", "ready": "2026-04-17"},
    66052: {"tag": "MN-0077", "fault": "other", "state": "done", "ready": "2026-04-10"},
}
_LICENCES = {"figma": (40, 37), "visio": (15, 15), "acrobat pro": (60, 44), "jetbrains": (25, 19)}
_USERS: dict[str, dict[str, Any]] = {
    "jmarsh": {"name": "Joanna Marsh", "site": "Leipzig", "manager": "skowalski"},
    "tadeyemi": {"name": "Tunde Adeyemi", "site": "Porto", "manager": "skowalski"},
    "skowalski": {"name": "Sylwia Kowalski", "site": "Porto", "manager": "rbeck"},
}


def get_user(username: str) -> dict[str, Any]:
    """Full name, site and manager of a user."""
    if username not in _USERS:
        return {"username": username, "found": False}
    return {"username": username, **_USERS[username]}


def get_asset(tag: str) -> dict[str, Any]:
    """Model, current user and warranty of one device, by asset tag."""
    if tag not in _ASSETS:
        raise ValueError(f"no asset {tag}")
    return {"tag": tag, **_ASSETS[tag]}


def assets_of(username: str, kind: Literal["laptop", "phone", "monitor", "any"] = "any") -> list[str]:
    """Asset tags of the devices a user has."""
    return [tag for tag, one in _ASSETS.items() if one["user"] == username and kind in ("any", one["kind"])]


def assign_asset(tag: str, username: str, loan_until: str | None = None) -> dict[str, Any]:
    """Hand a device to a user, for good or until a date (YYYY-MM-DD)."""
    if tag not in _ASSETS or username not in _USERS:
        raise ValueError("no such asset or user")
    return {"handover_form": f"HF{tag[3:]}{username[:2].upper()}", "loan_until": loan_until}


def open_repair(
    tag: str, fault: Literal["screen", "battery", "keyboard", "other"], urgent: bool = False
) -> dict[str, Any]:
    """Send a device to repair."""
    if tag not in _ASSETS:
        raise ValueError(f"no asset {tag}")
    return {"ticket": 66100 + int(tag[-2:]), "fault": fault, "turnaround_days": 2 if urgent else 9}


def repair_status(ticket: int) -> dict[str, Any]:
    """How a repair is going."""
    if ticket not in _REPAIRS:
        raise ValueError(f"no ticket {ticket}")
    return {"ticket": ticket, **_REPAIRS[ticket]}


def spare_stock(site: str, kind: Literal["laptop", "phone", "monitor"]) -> dict[str, Any]:
    """Number of spare devices in the cupboard of a site."""
    if (site.strip().casefold(), kind) not in _SITES:
        raise ValueError(f"no site {site!r}")
    return {"site": site, "kind": kind, "spares": _SITES[site.strip().casefold(), kind]}


def licence_seats(product: str) -> dict[str, Any]:
    """Seats bought and used of a software product."""
    if product.strip().casefold() not in _LICENCES:
        return {"product": product, "found": False}
    bought, used = _LICENCES[product.strip().casefold()]
    return {"product": product, "bought": bought, "used": used, "free": bought - used}
