"""A plant nursery: plants, care, stock, orders, workshops."""

from typing import Any, Literal

from tests.offline.dev.case import Case


def search_plants(
    light: Literal["sun", "half_shade", "shade"] | None = None,
    max_height_cm: int | None = None,
    edible: bool | None = None,
) -> list[dict[str, Any]]:
    """Search plants by growing conditions.

    Args:
        light: How much light the plant gets.
        max_height_cm: Greatest height in centimetres.
        edible: Only plants that can be eaten.
    """
    return [
        {"plant_id": "PL-14", "name": "Thyme", "height_cm": 25, "price": 4.5},
        {"plant_id": "PL-38", "name": "Sage", "height_cm": 60, "price": 5.9},
    ]


def plant_care(plant: str) -> dict[str, Any]:
    """Watering, soil and pruning advice for a plant.

    Args:
        plant: Common name of the plant, e.g. "lavender".
    """
    return {"plant": plant, "watering": "weekly", "soil": "sandy", "pruning": "after flowering"}


def stock_level(plant_id: str) -> dict[str, Any]:
    """How many pots of a plant are in stock and in which greenhouse.

    Args:
        plant_id: Plant id such as PL-14.
    """
    return {"plant_id": plant_id, "pots": 64, "greenhouse": "G2"}


def order_plants(plant_id: str, quantity: int, delivery_date: str) -> dict[str, Any]:
    """Order pots of a plant for delivery.

    Args:
        plant_id: Plant id such as PL-14.
        quantity: Number of pots.
        delivery_date: Day of delivery (YYYY-MM-DD).
    """
    return {"order_number": "NO-5512", "total": 18.0}


def list_workshops(month: str) -> list[dict[str, Any]]:
    """Workshops that take place in a month.

    Args:
        month: Month as YYYY-MM.
    """
    return [
        {"workshop_id": "W-3", "title": "Pruning roses", "date": "2026-03-07", "places_left": 5, "fee": 30},
        {"workshop_id": "W-4", "title": "Moss art", "date": "2026-03-21", "places_left": 0, "fee": 25},
    ]


def register_for_workshop(workshop_id: str, participant: str) -> dict[str, Any]:
    """Register somebody for a workshop.

    Args:
        workshop_id: Workshop id such as W-3.
        participant: Name of the participant.
    """
    return {"registration": "RG-70", "workshop_id": workshop_id}


TOOLS = [search_plants, plant_care, stock_level, order_plants, list_workshops, register_for_workshop]

CASES = [
    Case(
        "Which edible plants grow in the shade, and how do I care for lavender?",
        (("search_plants", {"light": "shade", "edible": True}), ("plant_care", {"plant": "lavender"})),
        ("Thyme", "sandy"),
    ),
    Case(
        "How many pots of plant PL-14 are in stock? Order 4 pots of PL-14 for delivery on 9 April 2026.",
        (
            ("stock_level", {"plant_id": "PL-14"}),
            ("order_plants", {"plant_id": "PL-14", "quantity": 4, "delivery_date": "2026-04-09"}),
        ),
        ("64", "NO-5512"),
    ),
    Case(
        "Find plants for full sun that are no taller than 40 cm and tell me the watering advice for thyme.",
        (("search_plants", {"light": "sun", "max_height_cm": 40}), ("plant_care", {"plant": "thyme"})),
        ("PL-14", "weekly"),
    ),
    Case(
        "List the workshops in March 2026 and register Ida Moen for the cheapest one.",
        (
            ("list_workshops", {"month": "2026-03"}),
            ("register_for_workshop", {"workshop_id": "W-4", "participant": "Ida Moen"}),
        ),
        ("RG-70",),
    ),
    Case(
        "Register Ida Moen for workshop W-3 and check the stock level of plant PL-38.",
        (
            ("register_for_workshop", {"workshop_id": "W-3", "participant": "Ida Moen"}),
            ("stock_level", {"plant_id": "PL-38"}),
        ),
        ("RG-70", "64"),
    ),
    Case(
        "What workshops are there in March 2026? Also, what soil does sage need?",
        (("list_workshops", {"month": "2026-03"}), ("plant_care", {"plant": "sage"})),
        ("Moss art", "sandy"),
    ),
    Case(
        "In which greenhouse is plant PL-38, and which workshop in March 2026 is about pruning?",
        (("stock_level", {"plant_id": "PL-38"}), ("list_workshops", {"month": "2026-03"})),
        ("G2", "Pruning roses"),
    ),
    Case("Order me some plants for the weekend.", (), ()),
]
