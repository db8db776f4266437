"""Customers, prescriptions, frames and orders of an optician with a few branches."""

from typing import Any, Literal

_CUSTOMERS: list[dict[str, Any]] = [
    {"customer_id": "C-2041", "name": "Ingrid Solberg", "phone": "020 5550 141"},
    {"customer_id": "C-2077", "name": "Tomasz Wilk", "phone": "020 5550 177"},
    {"customer_id": "C-2093", "name": "Amara Nwosu", "phone": "020 5550 193"},
]
_PRESCRIPTIONS: dict[str, dict[str, Any]] = {
    "C-2041": {"right_eye": -2.25, "left_eye": -1.75, "tested_on": "2025-02-11", "valid_until": "2027-02-11"},
    "C-2077": {"right_eye": 1.5, "left_eye": 1.25, "tested_on": "2024-09-30", "valid_until": "2026-09-30"},
    "C-2093": {"right_eye": -4.5, "left_eye": -5.25, "tested_on": "2025-06-19", "valid_until": "2027-06-19"},
}
_FRAMES: list[dict[str, Any]] = [
    {"frame_id": "FR-118", "model": "Skerry", "material": "titanium", "price_eur": 189},
    {"frame_id": "FR-122", "model": "Fathom", "material": "titanium", "price_eur": 164},
    {"frame_id": "FR-127", "model": "Lagoon", "material": "titanium", "price_eur": 245},
    {"frame_id": "FR-131", "model": "Pebble", "material": "acetate", "price_eur": 98},
    {"frame_id": "FR-136", "model": "Dune", "material": "acetate", "price_eur": 112},
    {"frame_id": "FR-140", "model": "Rivet", "material": "metal", "price_eur": 79},
    {"frame_id": "FR-144", "model": "Girder", "material": "metal", "price_eur": 133},
]
_ORDERS: dict[str, dict[str, Any]] = {
    "G-3307": {"customer_id": "C-2041", "status": "lenses being ground", "branch": "Ealing"},
    "G-3312": {"customer_id": "C-2077", "status": "ready", "branch": "Harrow"},
    "G-3320": {"customer_id": "C-2093", "status": "waiting for the frame", "branch": "Croydon"},
}
_BRANCHES: dict[str, dict[str, Any]] = {
    "harrow": {"branch": "Harrow", "hours": "09:00-17:30", "phone": "020 5551 001"},
    "ealing": {"branch": "Ealing", "hours": "10:00-18:15", "phone": "020 5551 002"},
    "croydon": {"branch": "Croydon", "hours": "08:45-16:45", "phone": "020 5551 003"},
}


def get_customer(name: str) -> dict[str, Any]:
    """Customer number and phone of a customer, by full name."""
    for customer in _CUSTOMERS:
        if customer["name"].casefold() == name.strip().casefold():
            return customer
    return {"name": name, "error": "no such customer"}


def get_prescription(customer_id: str) -> dict[str, Any]:
    """The glasses prescription of a customer: both eyes, date of the test, and until when it is valid.

    customer_id: number of the customer, e.g. C-2041.
    """
    if customer_id not in _PRESCRIPTIONS:
        raise ValueError(f"no prescription for {customer_id}")
    return {"customer_id": customer_id, **_PRESCRIPTIONS[customer_id]}


def search_frames(
    material: Literal["metal", "acetate", "titanium"] | None = None, max_price: float | None = None
) -> list[dict[str, Any]]:
    """Search glasses frames.

    material: what the frame is made of.
    max_price: highest price in euros.
    """
    return [
        frame
        for frame in _FRAMES
        if material in (None, frame["material"]) and (max_price is None or frame["price_eur"] <= max_price)
    ]


def get_order(order_id: str) -> dict[str, Any]:
    """Status of a glasses order and the branch where it is picked up.

    order_id: e.g. G-3307.
    """
    if order_id not in _ORDERS:
        raise ValueError(f"no order {order_id}")
    return {"order_id": order_id, **_ORDERS[order_id]}


def order_glasses(customer_id: str, frame_id: str, anti_glare: bool = False) -> dict[str, Any]:
    """Order glasses for a customer with a frame.

    customer_id: number of the customer, e.g. C-2041.
    frame_id: number of the frame, e.g. FR-118.
    anti_glare: with an anti-glare coating on the lenses.
    """
    if frame_id not in {frame["frame_id"] for frame in _FRAMES}:
        raise ValueError(f"no frame {frame_id}")
    return {"new_order": f"G-4{frame_id[-3:]}", "customer_id": customer_id, "anti_glare": anti_glare}


def book_eye_test(customer_id: str, date: str, time: str, contact_lenses: bool = False) -> dict[str, Any]:
    """Book an eye test for a customer.

    customer_id: number of the customer, e.g. C-2041.
    date: day of the test, YYYY-MM-DD.
    time: start, HH:MM.
    contact_lenses: the test is for contact lenses.
    """
    return {"test_id": f"ET-{customer_id[-4:]}{date[8:]}{time[:2]}", "date": date, "contact_lenses": contact_lenses}


def get_branch(branch: str) -> dict[str, Any]:
    """Opening hours and phone number of a branch.

    branch: the town it is in, e.g. Harrow.
    """
    if branch.strip().casefold() not in _BRANCHES:
        raise ValueError(f"no branch in {branch}")
    return _BRANCHES[branch.strip().casefold()]
