"""A plant nursery: the catalogue, stock, care advice, reservations and deliveries."""

from typing import Any, Literal

_PLANTS: dict[str, dict[str, Any]] = {
    "PL-101": {"name": "Japanese maple", "latin": "Acer palmatum", "price": 48.5, "light": "half-shade"},
    "PL-102": {"name": "English lavender", "latin": "Lavandula angustifolia", "price": 6.9, "light": "sun"},
    "PL-103": {"name": "Hart's-tongue fern", "latin": "Asplenium scolopendrium", "price": 9.2, "light": "shade"},
    "PL-104": {"name": "Climbing hydrangea", "latin": "Hydrangea petiolaris", "price": 27.0, "light": "shade"},
    "PL-105": {"name": "Rosemary", "latin": "Salvia rosmarinus", "price": 5.4, "light": "sun"},
    "PL-106": {"name": "Olive tree", "latin": "Olea europaea", "price": 119.0, "light": "sun"},
}
_STOCK = {
    ("PL-101", "small"): 17,
    ("PL-101", "medium"): 8,
    ("PL-101", "large"): 2,
    ("PL-102", "small"): 210,
    ("PL-102", "medium"): 64,
    ("PL-103", "medium"): 31,
    ("PL-104", "medium"): 13,
    ("PL-104", "large"): 5,
    ("PL-105", "small"): 145,
    ("PL-105", "medium"): 39,
    ("PL-106", "large"): 3,
}
_CARE = {
    "japanese maple": {"watering": "every 3 days", "prune_in": "November", "hardy_to_celsius": -20},
    "english lavender": {"watering": "every 10 days", "prune_in": "August", "hardy_to_celsius": -18},
    "hart's-tongue fern": {"watering": "every 2 days", "prune_in": "March", "hardy_to_celsius": -25},
    "climbing hydrangea": {"watering": "every 4 days", "prune_in": "July", "hardy_to_celsius": -22},
    "rosemary": {"watering": "every 12 days", "prune_in": "May", "hardy_to_celsius": -8},
    "olive tree": {"watering": "every 9 days", "prune_in": "April", "hardy_to_celsius": -7},
}
_ZONES = {"4051": 0.0, "4102": 12.5, "4133": 18.0, "4410": 26.5}
_RESERVATIONS: list[dict[str, Any]] = []


def _plant(plant_id: str) -> dict[str, Any]:
    plant = _PLANTS.get(plant_id.strip().upper())
    if plant is None:
        raise LookupError(f"No plant with id {plant_id!r}")
    return plant


def find_plant(name: str) -> dict[str, Any]:
    """Look up a plant in the catalogue by its common name.

    Args:
        name: Common name of the plant, for example "Olive tree".

    Returns:
        The catalogue entry with the plant id, the Latin name and the price in euros.
    """
    for plant_id, plant in _PLANTS.items():
        if plant["name"].casefold() == name.strip().casefold():
            return {"plant_id": plant_id, "name": plant["name"], "latin": plant["latin"], "price": plant["price"]}
    raise LookupError(f"No plant called {name!r}")


def check_stock(plant_id: str, size: Literal["small", "medium", "large"] = "medium") -> dict[str, Any]:
    """Return how many pots of a plant are in stock.

    Args:
        plant_id: Catalogue id of the plant, such as "PL-101".
        size: Size of the pot.
    """
    _plant(plant_id)
    return {"plant_id": plant_id.upper(), "size": size, "in_stock": _STOCK.get((plant_id.upper(), size), 0)}


def care_guide(plant_name: str) -> dict[str, Any]:
    """Give care advice for a plant: how often to water it, when to prune it and how much frost it stands."""
    guide = _CARE.get(plant_name.strip().casefold())
    if guide is None:
        raise LookupError(f"No care guide for {plant_name!r}")
    return {"plant": plant_name, **guide}


def plants_for_light(
    light: Literal["sun", "half-shade", "shade"], max_price: float | None = None
) -> list[dict[str, Any]]:
    """List the plants that thrive in a given light.

    Args:
        light: The light at the planting site.
        max_price: Only list plants up to this price in euros.
    """
    return [
        {"plant_id": plant_id, "name": plant["name"], "price": plant["price"]}
        for plant_id, plant in _PLANTS.items()
        if plant["light"] == light.casefold() and (max_price is None or plant["price"] <= max_price)
    ]


def reserve_plants(plant_id: str, quantity: int, customer: str) -> dict[str, Any]:
    """Set plants aside for a customer to pick up within a week.

    Args:
        plant_id: Catalogue id of the plant.
        quantity: Number of pots to set aside.
        customer: Name of the customer.

    Returns:
        The reservation with its number and the total in euros.
    """
    plant = _plant(plant_id)
    if quantity < 1:
        raise ValueError("quantity must be at least 1")
    number = f"RS-{771 + len(_RESERVATIONS)}"
    _RESERVATIONS.append(
        {
            "reservation": number,
            "plant": plant["name"],
            "quantity": quantity,
            "customer": customer,
            "total": round(plant["price"] * quantity, 2),
        }
    )
    return _RESERVATIONS[-1]


def soil_needed(pots: int, diameter_cm: float) -> dict[str, Any]:
    """Work out how many litres of potting soil are needed to fill round pots.

    Args:
        pots: Number of pots.
        diameter_cm: Diameter of one pot in centimetres; pots are as deep as they are wide.
    """
    if pots < 1 or diameter_cm <= 0:
        raise ValueError("pots and diameter_cm must be positive")
    return {"litres": round(pots * 3.14159 * (diameter_cm / 2) ** 2 * diameter_cm / 1000, 1)}


def delivery_fee(postcode: str, express: bool = False) -> dict[str, Any]:
    """Return the fee in euros for delivering an order to a postcode.

    Args:
        postcode: Four-digit postcode of the delivery address.
        express: Deliver on the same day, for a surcharge.
    """
    if postcode.strip() not in _ZONES:
        raise LookupError(f"We do not deliver to {postcode!r}")
    return {"postcode": postcode, "express": express, "fee": _ZONES[postcode.strip()] + (15.0 if express else 0.0)}
