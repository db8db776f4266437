"""Software licences of a company."""

from datetime import date
from typing import Any, Literal

_PRODUCTS: dict[str, dict[str, Any]] = {
    "SW-014": {"name": "DraftMaster", "vendor": "Lumen Forge", "seats": 40, "used": 37, "expires": "2026-08-31"},
    "SW-027": {"name": "Ledgerly", "vendor": "Pine & Quill", "seats": 120, "used": 120, "expires": "2026-05-15"},
    "SW-033": {"name": "PixelBarn", "vendor": "Lumen Forge", "seats": 25, "used": 11, "expires": "2027-02-28"},
    "SW-058": {"name": "QueryHawk", "vendor": "Datasmith", "seats": 60, "used": 52, "expires": "2026-11-30"},
}
_HOLDERS: dict[str, list[str]] = {
    "n.castellane@orrin.example": ["SW-014", "SW-058"],
    "b.tuohy@orrin.example": ["SW-027"],
    "y.masuda@orrin.example": ["SW-033", "SW-027", "SW-058"],
}
_YEARLY = {"SW-014": 410.0, "SW-027": 96.0, "SW-033": 155.0, "SW-058": 228.0}
_CONTACTS = {
    "lumen forge": {"rep": "Gita Solberg", "mail": "gita@lumenforge.example"},
    "pine & quill": {"rep": "Owen Marsh", "mail": "owen.marsh@pinequill.example"},
    "datasmith": {"rep": "Farid Haddad", "mail": "sales@datasmith.example"},
}


def product_by_name(name: str) -> dict[str, Any]:
    """Product id, vendor and expiry date of a piece of software."""
    for product_id, product in _PRODUCTS.items():
        if product["name"].casefold() == name.strip().casefold():
            return {"product_id": product_id, "vendor": product["vendor"], "expires": product["expires"]}
    return {"name": name, "status": "not found"}


def seat_count(product_id: str) -> dict[str, int]:
    """How many seats we own of a product, and how many of them are free."""
    if product_id not in _PRODUCTS:
        raise ValueError(f"no such product: {product_id}")
    product = _PRODUCTS[product_id]
    return {"owned": product["seats"], "free": product["seats"] - product["used"]}


def seats_of_user(email: str) -> list[dict[str, str]]:
    """Products that a person has a seat of."""
    return [{"product_id": one, "name": _PRODUCTS[one]["name"]} for one in _HOLDERS.get(email.strip().casefold(), [])]


def assign_seat(product_id: str, email: str, until: str | None = None) -> dict[str, Any]:
    """Give a person a seat, for good or until a day (ISO format)."""
    if product_id not in _PRODUCTS:
        raise ValueError(f"no such product: {product_id}")
    key = f"{product_id[3:]}-{email.split('@')[0].replace('.', '').upper()[:5]}"
    return {"activation_key": key, "valid_until": until or _PRODUCTS[product_id]["expires"]}


def release_seat(product_id: str, email: str) -> dict[str, Any]:
    """Take a seat back from a person."""
    if product_id not in [*_HOLDERS.get(email.strip().casefold(), [])]:
        raise ValueError(f"{email} has no seat of {product_id}")
    product = _PRODUCTS[product_id]
    return {"released": True, "free_now": product["seats"] - product["used"] + 1}


def renewal_quote(
    product_id: str, seats: int, years: int = 1, support: Literal["basic", "premium"] = "basic"
) -> dict[str, Any]:
    """Price in euros of renewing a number of seats.

    Every year after the first is 10 percent cheaper; premium support adds a quarter.
    """
    if product_id not in _YEARLY:
        raise ValueError(f"no such product: {product_id}")
    total = _YEARLY[product_id] * seats * (1 + 0.9 * (years - 1)) * (1.25 if support == "premium" else 1)
    return {"product_id": product_id, "total": round(total, 2), "asked_on": date(2026, 3, 2).isoformat()}


def vendor_contact(vendor: str) -> dict[str, str]:
    """Sales representative of a vendor with mail address."""
    if vendor.strip().casefold() not in _CONTACTS:
        raise ValueError(f"no contact at {vendor}")
    return _CONTACTS[vendor.strip().casefold()]
