"""Tools as an ordinary developer writes them, of a tennis club, a shop, a household and an office: see `tests/benchmarks/strangers`."""
# pyright: basic, reportAssignmentType=false
# ruff: noqa

import difflib
import math
from typing import Literal

_MEMBERS = {
    "priya raman": "TC-1047",
    "oliver stanton": "TC-1112",
    "mei lin zhao": "TC-1203",
    "graham whitlock": "TC-0988",
    "sofia marchetti": "TC-1330",
    "dele adeyemi": "TC-1276",
    "hannah o'connor": "TC-1159",
    "tomasz wierzbicki": "TC-1401",
}

_FEES = {
    "TC-1047": 42.50,
    "TC-1112": 0.00,
    "TC-1203": 118.00,
    "TC-0988": 67.25,
    "TC-1330": 15.75,
    "TC-1276": 89.90,
    "TC-1159": 204.60,
    "TC-1401": 33.00,
}

_SKUS = {
    "copper kettle": "KT-204",
    "linen tablecloth": "TX-118",
    "cast iron skillet": "CK-310",
    "bamboo chopping board": "CK-327",
    "wall clock": "DC-055",
    "folding step stool": "FN-412",
    "ceramic plant pot": "GD-203",
    "wool blanket": "TX-140",
    "brass door handle": "HW-771",
}

_STOCK = {
    "KT-204": {"high_street": 14, "riverside": 37, "warehouse": 260},
    "TX-118": {"high_street": 23, "riverside": 0, "warehouse": 145},
    "CK-310": {"high_street": 19, "riverside": 11, "warehouse": 88},
    "CK-327": {"high_street": 46, "riverside": 28, "warehouse": 312},
    "DC-055": {"high_street": 0, "riverside": 17, "warehouse": 64},
    "FN-412": {"high_street": 12, "riverside": 33, "warehouse": 97},
    "GD-203": {"high_street": 58, "riverside": 71, "warehouse": 430},
    "TX-140": {"high_street": 27, "riverside": 16, "warehouse": 193},
    "HW-771": {"high_street": 84, "riverside": 52, "warehouse": 615},
}

_BINS = {
    "Maple Road": {"general": "Tuesday", "recycling": "Wednesday", "garden": "Friday", "food": "Tuesday"},
    "Station Street": {"general": "Monday", "recycling": "Thursday", "garden": "Wednesday", "food": "Monday"},
    "Church Lane": {"general": "Friday", "recycling": "Tuesday", "garden": "Monday", "food": "Friday"},
    "Victoria Terrace": {"general": "Wednesday", "recycling": "Friday", "garden": "Thursday", "food": "Wednesday"},
    "Mill Hill": {"general": "Thursday", "recycling": "Monday", "garden": "Tuesday", "food": "Thursday"},
    "Orchard Close": {"general": "Monday", "recycling": "Wednesday", "garden": "Friday", "food": "Thursday"},
}

_ROOMS = {
    "Juniper": {"floor": 2, "seats": 14, "projector": True, "extension": "4127"},
    "Rowan": {"floor": 1, "seats": 6, "projector": False, "extension": "4103"},
    "Hazel": {"floor": 3, "seats": 10, "projector": True, "extension": "4138"},
    "Board Room": {"floor": 4, "seats": 22, "projector": True, "extension": "4150"},
    "Training Suite": {"floor": 1, "seats": 36, "projector": True, "extension": "4111"},
    "Quiet Corner": {"floor": 3, "seats": 4, "projector": False, "extension": "4135"},
}

# branch: (Monday to Friday, Saturday, Sunday)
_LIBRARIES = {
    "central": (("08:30", "20:00"), ("09:00", "17:30"), ("11:00", "16:00")),
    "eastgate": (("09:30", "18:00"), ("09:30", "13:00"), None),
    "hill park": (("10:00", "17:00"), ("10:00", "14:30"), None),
    "westbrook": (("09:00", "19:00"), ("10:30", "16:30"), ("12:00", "15:30")),
    "st marks": (("13:30", "18:30"), ("09:15", "12:45"), None),
}

_POSTAGE = {
    "domestic": [(100, 1.35), (250, 2.10), (750, 2.95), (2000, 4.45), (10000, 7.95)],
    "europe": [(100, 3.20), (250, 4.15), (750, 6.40), (2000, 11.30), (10000, 24.60)],
    "worldwide": [(100, 3.90), (250, 5.75), (750, 10.85), (2000, 19.40), (10000, 46.20)],
}

_CUTTING_SPEED = {  # metres per minute
    "mild steel": 25,
    "stainless steel": 12,
    "cast iron": 20,
    "aluminium": 70,
    "brass": 50,
    "acrylic": 40,
    "hardwood": 60,
    "softwood": 90,
}


def find_member_id(name: str) -> str:
    """Look up a tennis club member's ID by their full name.

    Args:
        name: First and last name of the member.

    Returns:
        The membership ID, for example "TC-1234".

    Raises:
        ValueError: If no member has that name.
    """
    key = name.strip().lower()
    if key not in _MEMBERS:
        names = difflib.get_close_matches(key, _MEMBERS, n=3, cutoff=0.5) or sorted(_MEMBERS)[:4]
        raise ValueError(f"no member named {name!r}; similar names: {', '.join(n.title() for n in names)}")
    return _MEMBERS[key]


def get_outstanding_fees(member_id: str) -> float:
    """Get the unpaid membership fees of a tennis club member.

    Args:
        member_id: Membership ID such as "TC-1234".

    Returns:
        Balance due in pounds.

    Raises:
        ValueError: If the ID does not exist.
    """
    if member_id not in _FEES:
        some = ", ".join(sorted(_FEES)[:4])
        raise ValueError(f"unknown member_id {member_id!r}; valid IDs look like: {some}, ...")
    return _FEES[member_id]


def find_product_sku(product_name: str) -> str:
    """Find the SKU of a product in the homeware shop's catalogue.

    Args:
        product_name: Name of the product as listed in the catalogue.

    Returns:
        The SKU (article code) of the product.

    Raises:
        ValueError: If the product is not in the catalogue.
    """
    key = product_name.strip().lower()
    if key not in _SKUS:
        raise ValueError(f"product {product_name!r} not found; catalogue has: {', '.join(sorted(_SKUS))}")
    return _SKUS[key]


def check_stock(sku: str, store: Literal["high_street", "riverside", "warehouse"] = "high_street") -> int:
    """Check how many units of an article are in stock.

    Args:
        sku: SKU of the article, as returned by find_product_sku.
        store: Which location to check.

    Returns:
        Number of units on hand.

    Raises:
        ValueError: If the SKU or the store is unknown.
    """
    if sku not in _STOCK:
        raise ValueError(f"unknown sku {sku!r}; known SKUs include {', '.join(sorted(_STOCK)[:5])}")
    if store not in _STOCK[sku]:
        raise ValueError(f"unknown store {store!r}; use one of: {', '.join(_STOCK[sku])}")
    return _STOCK[sku][store]


def estimate_paint(
    area_m2: float,
    coats: int = 2,
    surface: Literal["plaster", "wood", "brick"] = "plaster",
) -> dict:
    """Estimate the amount of paint required to cover a surface.

    Args:
        area_m2: Area to be painted, in square metres.
        coats: Number of coats.
        surface: Type of surface; rougher surfaces absorb more paint.

    Returns:
        A dict with the litres required and the number of 2.5 litre tins to buy.

    Raises:
        ValueError: If the area or coats are not positive or the surface is unknown.
    """
    coverage = {"plaster": 12, "wood": 10, "brick": 6}
    if surface not in coverage:
        raise ValueError(f"unknown surface {surface!r}; choose from {', '.join(coverage)}")
    if area_m2 <= 0 or coats < 1:
        raise ValueError("area_m2 must be above 0 and coats at least 1")
    litres = round(area_m2 * coats / coverage[surface], 1)
    return {"litres": litres, "tins": math.ceil(litres / 2.5)}


def bin_collection_day(street: str, bin_type: Literal["general", "recycling", "garden", "food"]) -> str:
    """Return the weekly collection day for household waste on a street.

    Args:
        street: Name of the street.
        bin_type: Kind of waste.

    Returns:
        A sentence with the collection day.

    Raises:
        ValueError: If the street or the bin type is unknown.
    """
    if street not in _BINS:
        raise ValueError(f"unknown street {street!r}, expected one of: {', '.join(_BINS)}")
    if bin_type not in _BINS[street]:
        raise ValueError(f"unknown bin_type {bin_type!r}, expected one of: {', '.join(_BINS[street])}")
    return f"{bin_type.capitalize()} waste on {street} is collected every {_BINS[street][bin_type]}."


def dog_food_portion(
    weight_kg: float,
    activity: Literal["low", "normal", "high"] = "normal",
    puppy: bool = False,
) -> int:
    """Calculate the daily amount of dry food for a dog.

    Args:
        weight_kg: Body weight of the dog in kilograms.
        activity: Activity level of the dog.
        puppy: Whether the dog is still growing (under one year old).

    Returns:
        Grams of dry food per day.

    Raises:
        ValueError: If the weight is not positive or the activity is unknown.
    """
    factors = {"low": 1.2, "normal": 1.6, "high": 2.0}
    if activity not in factors:
        raise ValueError(f"activity must be one of {', '.join(factors)}, got {activity!r}")
    if weight_kg <= 0:
        raise ValueError("weight_kg must be above 0")
    kcal = 70 * weight_kg**0.75 * factors[activity] * (1.25 if puppy else 1.0)
    return round(kcal / 3.6)


def get_room_info(room: str) -> dict:
    """Get details of a meeting room in the office.

    Args:
        room: Name of the meeting room.

    Returns:
        A dict with floor, seats, projector and phone extension.

    Raises:
        ValueError: If there is no such room.
    """
    if room not in _ROOMS:
        raise ValueError(f"no room {room!r}. Available rooms: {', '.join(_ROOMS)}")
    return {"room": room, **_ROOMS[room]}


def library_hours(
    branch: str,
    day: Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
) -> str:
    """Look up the opening hours of a public library branch.

    Args:
        branch: Name of the branch.
        day: Day of the week.

    Returns:
        A sentence with the opening and closing times.

    Raises:
        ValueError: If the branch or the day is unknown.
    """
    days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    key = branch.strip().lower()
    if key not in _LIBRARIES:
        raise ValueError(f"unknown branch {branch!r}; branches are: {', '.join(_LIBRARIES)}")
    if day not in days:
        raise ValueError(f"invalid day {day!r}; use one of: {', '.join(days)}")
    hours = _LIBRARIES[key][max(0, days.index(day) - 4)]
    if hours is None:
        return f"The {key.title()} library is closed on {day.capitalize()}."
    return f"The {key.title()} library is open on {day.capitalize()} from {hours[0]} to {hours[1]}."


def get_train_delay(origin: str, destination: str) -> int:
    """Get the current delay of the next train between two stations.

    Args:
        origin: Departure station.
        destination: Arrival station.

    Returns:
        Delay in minutes.

    Raises:
        RuntimeError: If the live data feed cannot be reached.
    """
    raise RuntimeError("service unavailable")


def postage_cost(
    weight_g: int,
    destination: Literal["domestic", "europe", "worldwide"] = "domestic",
    tracked: bool = False,
) -> float:
    """Calculate the price of sending a parcel by post.

    Args:
        weight_g: Weight of the parcel in grams.
        destination: Delivery zone.
        tracked: Add tracking to the shipment.

    Returns:
        Price in pounds.

    Raises:
        ValueError: If the zone is unknown or the weight is out of range.
    """
    if destination not in _POSTAGE:
        raise ValueError(f"unknown destination {destination!r}; zones are {', '.join(_POSTAGE)}")
    if weight_g <= 0:
        raise ValueError("weight_g must be above 0")
    for limit, price in _POSTAGE[destination]:
        if weight_g <= limit:
            return round(price + (1.80 if tracked else 0.0), 2)
    raise ValueError(f"weight_g {weight_g} is too heavy; the maximum is 10000")


def drill_speed(material: str, diameter_mm: float) -> int:
    """Compute the recommended spindle speed for drilling.

    Args:
        material: Material of the workpiece.
        diameter_mm: Drill bit diameter in millimetres.

    Returns:
        Speed in RPM, rounded to the nearest 10.

    Raises:
        ValueError: If the material is unknown or the diameter is not positive.
    """
    key = material.strip().lower()
    if key not in _CUTTING_SPEED:
        raise ValueError(f"unknown material {material!r}; supported: {', '.join(sorted(_CUTTING_SPEED))}")
    if diameter_mm <= 0:
        raise ValueError("diameter_mm must be above 0")
    return int(round(1000 * _CUTTING_SPEED[key] / (math.pi * diameter_mm), -1))
