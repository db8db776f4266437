"""A taxi dispatch office: drivers, cabs, fares, rides, lost property and shifts."""

from typing import Any, Literal

_DRIVERS: dict[str, dict[str, Any]] = {
    "D-31": {"name": "Farid Nazari", "cab": "Cab 14", "rating": 4.8},
    "D-32": {"name": "Joanna Wolak", "cab": "Cab 22", "rating": 4.6},
    "D-33": {"name": "Marcus Reid", "cab": "Cab 9", "rating": 4.3},
    "D-34": {"name": "Lena Fuchs", "cab": "Cab 17", "rating": 4.9},
}
_CABS: dict[str, dict[str, Any]] = {
    "cab 14": {"model": "Skoda Superb", "seats": 4, "fuel_percent": 72, "inspection_due": "2026-09-30"},
    "cab 22": {"model": "Ford Tourneo", "seats": 8, "fuel_percent": 35, "inspection_due": "2026-04-18"},
    "cab 9": {"model": "Toyota Prius", "seats": 4, "fuel_percent": 58, "inspection_due": "2026-07-05"},
    "cab 17": {"model": "Tesla Model Y", "seats": 4, "fuel_percent": 91, "inspection_due": "2026-11-22"},
}
_DISTANCES = {
    ("airport", "central station"): 18.5,
    ("airport", "harbour"): 24.0,
    ("central station", "harbour"): 6.2,
    ("central station", "university"): 4.4,
    ("grand hotel", "airport"): 16.0,
    ("grand hotel", "opera"): 2.5,
}
_TARIFFS = {"day": (3.8, 2.1), "night": (5.2, 2.7)}
_SHIFTS = {
    ("D-31", "2026-03-20"): "06:00-14:00",
    ("D-31", "2026-03-21"): "14:00-22:00",
    ("D-32", "2026-03-20"): "22:00-06:00",
    ("D-33", "2026-03-20"): "07:30-15:30",
    ("D-34", "2026-03-21"): "05:15-13:15",
}
_LOST: list[dict[str, Any]] = [
    {"item": "black umbrella", "found_in": "Cab 22", "date": "2026-03-11", "locker": 6},
    {"item": "violin case", "found_in": "Cab 9", "date": "2026-03-12", "locker": 11},
    {"item": "red scarf", "found_in": "Cab 14", "date": "2026-03-15", "locker": 3},
]
_RIDES: dict[str, dict[str, Any]] = {
    "R7701": {"driver_id": "D-33", "pickup": "Harbour", "passenger": "Ines Duarte", "paid": 21.4},
    "R7702": {"driver_id": "D-34", "pickup": "Grand Hotel", "passenger": "Tom Whitlock", "paid": 37.9},
    "R7703": {"driver_id": "D-31", "pickup": "University", "passenger": "Aiko Mori", "paid": 12.6},
}


def get_ride(ride_no: str) -> dict[str, Any]:
    """Look up a completed ride.

    Args:
        ride_no: Number on the receipt, such as "R7701".

    Returns:
        The passenger, the pickup place, the amount paid and the id of the driver.
    """
    ride = _RIDES.get(ride_no.strip().upper())
    if ride is None:
        raise LookupError(f"No ride {ride_no!r}")
    return {"ride_no": ride_no.upper(), **ride}


def get_driver(driver_id: str) -> dict[str, Any]:
    """Return a driver's name, cab and rating.

    Args:
        driver_id: Id of the driver, such as "D-31".
    """
    driver = _DRIVERS.get(driver_id.strip().upper())
    if driver is None:
        raise LookupError(f"No driver {driver_id!r}")
    return {"driver_id": driver_id.upper(), **driver}


def find_driver(name: str) -> dict[str, Any]:
    """Find a driver's id by full name."""
    for driver_id, driver in _DRIVERS.items():
        if driver["name"].casefold() == name.strip().casefold():
            return {"driver_id": driver_id, "name": driver["name"]}
    raise LookupError(f"No driver called {name!r}")


def driver_shift(driver_id: str, date: str) -> dict[str, Any]:
    """Return the working hours of a driver on a day.

    Args:
        driver_id: Id of the driver.
        date: The day as YYYY-MM-DD.
    """
    if driver_id.strip().upper() not in _DRIVERS:
        raise LookupError(f"No driver {driver_id!r}")
    return {"driver_id": driver_id, "date": date, "shift": _SHIFTS.get((driver_id.strip().upper(), date), "off")}


def cab_status(cab: str) -> dict[str, Any]:
    """Return the model, seats, fuel level and inspection date of a cab.

    Args:
        cab: Name of the cab, such as "Cab 14".
    """
    status = _CABS.get(cab.strip().casefold())
    if status is None:
        raise LookupError(f"No cab {cab!r}")
    return {"cab": cab, **status}


def estimate_fare(
    origin: str, destination: str, tariff: Literal["day", "night"] = "day", passengers: int = 1
) -> dict[str, Any]:
    """Estimate the fare of a ride between two places.

    Args:
        origin: Where the ride starts.
        destination: Where the ride ends.
        tariff: Which tariff applies.
        passengers: Number of passengers; more than four pay a surcharge of 6 euros.

    Returns:
        The distance in kilometres and the fare in euros.
    """
    pair = (origin.strip().casefold(), destination.strip().casefold())
    distance = _DISTANCES.get(pair, _DISTANCES.get((pair[1], pair[0])))
    if distance is None:
        raise LookupError(f"No route from {origin!r} to {destination!r}")
    base, per_km = _TARIFFS[tariff]
    fare = base + per_km * distance + (6.0 if passengers > 4 else 0.0)
    return {"distance_km": distance, "tariff": tariff, "fare": round(fare, 2)}


def lost_property(item: str) -> list[dict[str, Any]]:
    """Search the lost property shelf for an item.

    Args:
        item: What was lost, for example "umbrella".
    """
    return [entry for entry in _LOST if item.strip().casefold() in entry["item"]]


def order_cab(pickup: str, time: str, passengers: int = 1, child_seat: bool = False) -> dict[str, Any]:
    """Order a cab.

    Args:
        pickup: Where to pick up the passengers.
        time: Time of pickup, HH:MM.
        passengers: Number of passengers.
        child_seat: Whether a child seat is needed.
    """
    if not 1 <= passengers <= 8:
        raise ValueError("passengers must be between 1 and 8")
    cab = "Cab 22" if passengers > 4 else "Cab 17" if child_seat else "Cab 14"
    return {"order": f"ORD-{len(pickup)}{time.replace(':', '')}", "cab": cab, "pickup": pickup, "time": time}
