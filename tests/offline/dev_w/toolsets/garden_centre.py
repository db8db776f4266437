"""Plants, stock and workshops of a garden centre with three branches."""

from typing import Any, Literal

_PLANTS: dict[str, dict[str, Any]] = {
    "PL-101": {
        "name": "Portuguese laurel",
        "plant_type": "shrub",
        "evergreen": True,
        "price": 24.5,
        "height_cm": 180,
        "supplier_id": "SUP-7",
        "light": "half shade",
        "flowering_month": "June",
    },
    "PL-102": {
        "name": "Sweet box",
        "plant_type": "shrub",
        "evergreen": True,
        "price": 13.9,
        "height_cm": 70,
        "supplier_id": "SUP-4",
        "light": "full shade",
        "flowering_month": "January",
    },
    "PL-103": {
        "name": "Mock orange",
        "plant_type": "shrub",
        "evergreen": False,
        "price": 17.25,
        "height_cm": 220,
        "supplier_id": "SUP-4",
        "light": "full sun",
        "flowering_month": "July",
    },
    "PL-210": {
        "name": "Serbian spruce",
        "plant_type": "tree",
        "evergreen": True,
        "price": 68.0,
        "height_cm": 1500,
        "supplier_id": "SUP-7",
        "light": "full sun",
        "flowering_month": "May",
    },
    "PL-211": {
        "name": "Crab apple",
        "plant_type": "tree",
        "evergreen": False,
        "price": 54.0,
        "height_cm": 450,
        "supplier_id": "SUP-9",
        "light": "full sun",
        "flowering_month": "April",
    },
    "PL-305": {
        "name": "Lemon thyme",
        "plant_type": "herb",
        "evergreen": True,
        "price": 3.8,
        "height_cm": 25,
        "supplier_id": "SUP-9",
        "light": "full sun",
        "flowering_month": "June",
    },
}
_SUPPLIERS = {
    "SUP-4": {"name": "Harrow Lane Nursery", "city": "Worcester", "phone": "01905 555 014"},
    "SUP-7": {"name": "Vandermeer Trees", "city": "Boskoop", "phone": "+31 172 555 208"},
    "SUP-9": {"name": "Dovecote Plants", "city": "Hereford", "phone": "01432 555 077"},
}
_STOCK = {
    ("PL-101", "malvern"): 6,
    ("PL-101", "ledbury"): 0,
    ("PL-102", "malvern"): 31,
    ("PL-102", "ledbury"): 14,
    ("PL-103", "evesham"): 9,
    ("PL-211", "evesham"): 3,
    ("PL-211", "malvern"): 2,
    ("PL-305", "ledbury"): 87,
}
_WORKSHOPS: list[dict[str, Any]] = [
    {"workshop_id": "W-51", "topic": "pruning", "branch": "Malvern", "date": "2026-02-21", "fee": 28.0, "places": 8},
    {"workshop_id": "W-52", "topic": "pruning", "branch": "Ledbury", "date": "2026-03-14", "fee": 22.5, "places": 5},
    {
        "workshop_id": "W-60",
        "topic": "composting",
        "branch": "Malvern",
        "date": "2026-04-11",
        "fee": 15.0,
        "places": 12,
    },
]


def search_plants(
    plant_type: Literal["tree", "shrub", "perennial", "herb"],
    max_price: float | None = None,
    evergreen: bool = False,
) -> list[dict[str, Any]]:
    """Search the plants that the garden centre sells.

    Args:
        plant_type: Kind of plant: tree, shrub, perennial or herb.
        max_price: Highest price in euros.
        evergreen: Only evergreen plants.

    Returns:
        Plant id, name, price in euros and final height of each plant.
    """
    keys = ("name", "price", "height_cm")
    return [
        {"plant_id": plant_id, **{key: plant[key] for key in keys}}
        for plant_id, plant in _PLANTS.items()
        if plant["plant_type"] == plant_type
        and (max_price is None or plant["price"] <= max_price)
        and (plant["evergreen"] or not evergreen)
    ]


def get_plant(plant_id: str) -> dict[str, Any]:
    """Description of a plant: name, price, light, flowering month and supplier.

    Args:
        plant_id: Number of the plant, e.g. "PL-101".
    """
    if plant_id not in _PLANTS:
        raise ValueError(f"unknown plant {plant_id}")
    return {"plant_id": plant_id, **_PLANTS[plant_id]}


def get_supplier(supplier_id: str) -> dict[str, Any]:
    """Name, city and phone number of a supplier.

    Args:
        supplier_id: Number of the supplier, e.g. "SUP-4".
    """
    if supplier_id not in _SUPPLIERS:
        raise ValueError(f"unknown supplier {supplier_id}")
    return {"supplier_id": supplier_id, **_SUPPLIERS[supplier_id]}


def check_stock(plant_id: str, branch: str) -> dict[str, Any]:
    """Check how many pieces of a plant are in stock at a branch.

    Args:
        plant_id: Number of the plant, e.g. "PL-101".
        branch: Town of the branch, e.g. "Malvern".
    """
    return {"plant_id": plant_id, "branch": branch, "in_stock": _STOCK.get((plant_id, branch.casefold()), 0)}


def list_workshops(topic: str) -> list[dict[str, Any]]:
    """List the workshops on a gardening topic with date, branch and fee.

    Args:
        topic: What the workshop is about, e.g. "composting".
    """
    return [one for one in _WORKSHOPS if one["topic"] == topic.strip().casefold()]


def book_workshop(workshop_id: str, participants: int) -> dict[str, Any]:
    """Book places in a workshop.

    Args:
        workshop_id: Number of the workshop, e.g. "W-51".
        participants: Number of participants.
    """
    for one in _WORKSHOPS:
        if one["workshop_id"] == workshop_id:
            return {"booking": f"{workshop_id}/{participants}P", "total_fee": one["fee"] * participants}
    raise ValueError(f"unknown workshop {workshop_id}")


def reserve_plant(plant_id: str, quantity: int, customer_name: str, pickup_date: str) -> dict[str, Any]:
    """Reserve a plant for a customer.

    Args:
        plant_id: Number of the plant, e.g. "PL-101".
        quantity: How many pieces.
        customer_name: Full name of the customer.
        pickup_date: Day of the pickup, YYYY-MM-DD.
    """
    if plant_id not in _PLANTS:
        raise ValueError(f"unknown plant {plant_id}")
    number = f"RSV-{plant_id[3:]}-{pickup_date[5:7]}{pickup_date[8:]}"
    return {
        "reservation": number,
        "customer_name": customer_name,
        "total": round(_PLANTS[plant_id]["price"] * quantity, 2),
    }
