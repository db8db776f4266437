"""Tools of a car repair shop."""

from typing import Any, Literal

_VEHICLES: dict[str, dict[str, Any]] = {
    "KX19 ABD": {"vehicle_id": 811, "make": "Skoda", "model": "Octavia", "year": 2019, "mileage": 74210},
    "LR65 TWN": {"vehicle_id": 824, "make": "Ford", "model": "Fiesta", "year": 2015, "mileage": 103985},
    "YD22 HUM": {"vehicle_id": 837, "make": "Toyota", "model": "Yaris", "year": 2022, "mileage": 21450},
    "EF14 ZPO": {"vehicle_id": 850, "make": "Volvo", "model": "V60", "year": 2014, "mileage": 138400},
}
_INSPECTIONS = {
    "KX19 ABD": "2026-05-31",
    "LR65 TWN": "2026-03-27",
    "YD22 HUM": "2026-09-12",
    "EF14 ZPO": "2026-11-04",
}
_HISTORY: dict[int, list[dict[str, Any]]] = {
    811: [{"date": "2025-06-03", "work": "oil change", "cost": 96.0}],
    824: [
        {"date": "2024-10-11", "work": "new clutch", "cost": 612.5},
        {"date": "2025-08-22", "work": "front brake pads", "cost": 148.0},
    ],
    837: [],
    850: [{"date": "2025-12-01", "work": "coolant pump", "cost": 334.9}],
}
_JOBS = {
    "brakes": (185.0, 2.0),
    "clutch": (590.0, 6.5),
    "timing belt": (440.0, 5.0),
    "battery": (129.0, 0.5),
    "exhaust": (265.0, 1.5),
}
_FACTORS = {811: 1.1, 824: 1.0, 837: 1.05, 850: 1.2}
_PARTS = {
    "BP-2207": {"name": "brake pad set", "in_stock": 14, "price": 38.9},
    "OF-118": {"name": "oil filter", "in_stock": 63, "price": 7.25},
    "WB-550": {"name": "wiper blade", "in_stock": 0, "price": 11.6},
    "AL-9014": {"name": "alternator", "in_stock": 2, "price": 214.0},
}
_SCHEDULE = {
    ("dana", "2026-03-16"): ["09:00 LR65 TWN", "13:30 EF14 ZPO"],
    ("dana", "2026-03-17"): [],
    ("ravi", "2026-03-16"): ["10:15 YD22 HUM"],
    ("ravi", "2026-03-18"): ["08:00 KX19 ABD", "11:45 LR65 TWN"],
}


def _plate(registration: str) -> str:
    compact = registration.replace(" ", "").upper()
    for plate in _VEHICLES:
        if plate.replace(" ", "") == compact:
            return plate
    raise LookupError(f"no vehicle registered as {registration!r}")


def get_vehicle(registration: str) -> dict[str, Any]:
    """Get the record of a customer's vehicle.

    Args:
        registration: Registration plate, with or without the space.

    Returns:
        Vehicle id, make, model, year and mileage.

    Raises:
        LookupError: If the plate is not on file.
    """
    plate = _plate(registration)
    return {"registration": plate, **_VEHICLES[plate]}


def inspection_due(registration: str) -> dict[str, Any]:
    """Tell when the next statutory inspection of a vehicle is due, by registration plate."""
    plate = _plate(registration)
    return {"registration": plate, "inspection_due": _INSPECTIONS[plate]}


def service_history(vehicle_id: int) -> list[dict[str, Any]]:
    """List the past work done on a vehicle, oldest first.

    Args:
        vehicle_id: Id of the vehicle in our records.

    Returns:
        Date, description and cost of every visit.
    """
    if vehicle_id not in _HISTORY:
        raise ValueError(f"unknown vehicle id {vehicle_id}")
    return _HISTORY[vehicle_id]


def quote_repair(
    vehicle_id: int, job: Literal["brakes", "clutch", "timing belt", "battery", "exhaust"]
) -> dict[str, Any]:
    """Quote the price of a repair job on a vehicle.

    Args:
        vehicle_id: Id of the vehicle in our records.
        job: The kind of repair.

    Returns:
        Price including labour, and the hours the car will be in the workshop.
    """
    if vehicle_id not in _FACTORS:
        raise ValueError(f"unknown vehicle id {vehicle_id}")
    price, hours = _JOBS[job.strip().casefold()]
    return {
        "vehicle_id": vehicle_id,
        "job": job,
        "price": round(price * _FACTORS[vehicle_id], 2),
        "hours": hours,
    }


def part_stock(part_number: str) -> dict[str, Any]:
    """Check the stock and unit price of a spare part.

    Args:
        part_number: Manufacturer's part number, for example "OF-118".

    Raises:
        ValueError: If the part number is not in the parts list.
    """
    key = part_number.strip().upper()
    if key not in _PARTS:
        raise ValueError(f"unknown part {part_number!r}")
    return {"part_number": key, **_PARTS[key]}


def mechanic_schedule(mechanic: str, date: str) -> list[str]:
    """Show which jobs a mechanic has on a day.

    Args:
        mechanic: First name of the mechanic.
        date: The day, YYYY-MM-DD.

    Returns:
        Start time and registration plate of every job, in order.
    """
    key = mechanic.strip().casefold()
    if key not in {name for name, _ in _SCHEDULE}:
        raise LookupError(f"no mechanic called {mechanic!r}")
    return _SCHEDULE.get((key, date.strip()), [])


def tyre_price(width: int, profile: int, rim: int, quantity: int = 4) -> dict[str, Any]:
    """Price a set of tyres, fitted and balanced.

    Args:
        width: Tyre width in millimetres, the first number on the sidewall (205 in 205/55 R16).
        profile: Aspect ratio in percent, the second number (55 in 205/55 R16).
        rim: Rim diameter in inches, the last number (16 in 205/55 R16).
        quantity: How many tyres.

    Returns:
        Price of one tyre and of all of them.
    """
    if quantity < 1:
        raise ValueError("quantity must be at least 1")
    each = round(width * 0.2 + (100 - profile) * 0.3 + rim * 2.5, 2)
    return {"each": each, "quantity": quantity, "total": round(each * quantity, 2)}
