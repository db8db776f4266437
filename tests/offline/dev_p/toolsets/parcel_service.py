"""Parcels, depots and pickups."""

from typing import Any, Literal

_PARCELS: dict[str, dict[str, Any]] = {
    "TN-48210": {
        "customer_id": 311,
        "status": "in transit",
        "city": "Hamburg",
        "weight_kg": 2.4,
        "posted": "2026-05-02",
    },
    "TN-48305": {"customer_id": 326, "status": "waiting", "city": "Porto", "weight_kg": 7.1, "posted": "2026-04-20"},
    "TN-48341": {"customer_id": 326, "status": "waiting", "city": "Ghent", "weight_kg": 0.9, "posted": "2026-04-13"},
    "TN-48377": {"customer_id": 340, "status": "in transit", "city": "Lyon", "weight_kg": 15.6, "posted": "2026-05-06"},
    "TN-48402": {"customer_id": 311, "status": "delivered", "city": "Turin", "weight_kg": 1.3, "posted": "2026-03-18"},
    "TN-48419": {"customer_id": 311, "status": "delivered", "city": "Oslo", "weight_kg": 4.8, "posted": "2026-03-29"},
    "TN-48430": {"customer_id": 311, "status": "delivered", "city": "Oslo", "weight_kg": 3.7, "posted": "2026-04-08"},
}
_SENDERS = {"TN-48210": "Hafen Kontor", "TN-48305": "Azul Tiles", "TN-48341": "Lace & Co", "TN-48377": "Atelier Roux"}
_CUSTOMERS = {311: "Greta Holm", 326: "Bruno Salgado", 340: "Colette Roux"}
_DEPOTS = {
    "porto": {"address": "Rua do Cais 88", "phone": "0555 4001", "opening_hours": "08:30-17:00"},
    "ghent": {"address": "Dokstraat 5", "phone": "0555 4002", "opening_hours": "07:45-18:15"},
    "hamburg": {"address": "Am Speicher 12", "phone": "0555 4003", "opening_hours": "06:00-20:00"},
    "lyon": {"address": "Quai Perrin 3", "phone": "0555 4004", "opening_hours": "09:15-17:45"},
}
_ZONES = {("oslo", "hamburg"): 3.2, ("lyon", "turin"): 1.9, ("ghent", "porto"): 4.1}


def track_parcel(tracking_number: str) -> dict[str, Any]:
    """Track a parcel: where it is, its status, weight and sender.

    Args:
        tracking_number: Number of the parcel, e.g. "TN-48000".
    """
    if tracking_number not in _PARCELS:
        raise ValueError(f"no parcel {tracking_number}")
    parcel = _PARCELS[tracking_number]
    return {
        "tracking_number": tracking_number,
        "status": parcel["status"],
        "city": parcel["city"],
        "weight_kg": parcel["weight_kg"],
        "sender": _SENDERS.get(tracking_number, "private"),
    }


def find_customer(name: str) -> dict[str, Any]:
    """Find a customer by name."""
    for customer_id, customer in _CUSTOMERS.items():
        if customer.casefold() == name.strip().casefold():
            return {"customer_id": customer_id, "name": customer}
    raise ValueError(f"no customer called {name}")


def list_parcels(
    customer_id: int, status: Literal["waiting", "in transit", "delivered"] | None = None
) -> list[dict[str, Any]]:
    """List the parcels of a customer.

    Args:
        customer_id: Number of the customer, e.g. 300.
        status: Only parcels with this status.
    """
    return [
        {"tracking_number": key, "status": one["status"], "posted": one["posted"]}
        for key, one in _PARCELS.items()
        if one["customer_id"] == customer_id and status in (None, one["status"])
    ]


def get_depot(city: str) -> dict[str, Any]:
    """Address, phone number and opening hours of the depot in a city."""
    if city.strip().casefold() not in _DEPOTS:
        raise ValueError(f"no depot in {city}")
    return {"city": city, **_DEPOTS[city.strip().casefold()]}


def get_shipping_price(origin: str, destination: str, weight_kg: float, express: bool = False) -> dict[str, Any]:
    """Shipping price of a parcel between two cities.

    Args:
        origin: City where the parcel is posted.
        destination: City where it goes to.
        weight_kg: Weight in kilograms.
        express: Whether it is sent by express.
    """
    rate = _ZONES.get((origin.strip().casefold(), destination.strip().casefold()))
    if rate is None:
        raise ValueError("no price for this route")
    return {"price": round((5 + rate * weight_kg) * (1.5 if express else 1), 2), "currency": "EUR"}


def schedule_pickup(customer_id: int, date: str, from_time: str, to_time: str) -> dict[str, Any]:
    """Schedule a pickup at a customer's house.

    Args:
        customer_id: Number of the customer, e.g. 300.
        date: Day of the pickup, YYYY-MM-DD.
        from_time: Begin of the time window, HH:MM.
        to_time: End of the time window, HH:MM.
    """
    if customer_id not in _CUSTOMERS:
        raise ValueError(f"no customer {customer_id}")
    return {"pickup_code": f"PU{customer_id}{date[5:7]}{date[8:]}", "window": f"{from_time} to {to_time}"}


def update_delivery_date(tracking_number: str, delivery_date: str) -> dict[str, Any]:
    """Update the delivery date of a parcel.

    Args:
        tracking_number: Number of the parcel, e.g. "TN-48000".
        delivery_date: New day, YYYY-MM-DD.

    Returns:
        Number of the driver's round that takes it.
    """
    if tracking_number not in _PARCELS:
        raise ValueError(f"no parcel {tracking_number}")
    return {"tracking_number": tracking_number, "round": f"R{delivery_date[8:]}-{tracking_number[-2:]}"}
