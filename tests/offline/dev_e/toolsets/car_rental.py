"""The desk of a car rental firm."""

from datetime import date
from typing import Any, Literal

_CARS: dict[str, dict[str, Any]] = {
    "K17": {"model": "Fiat Panda", "category": "small", "branch": "Leeds", "automatic": False, "per_day": 31.0},
    "K22": {"model": "Toyota Yaris", "category": "small", "branch": "Leeds", "automatic": True, "per_day": 38.5},
    "K40": {"model": "Skoda Octavia", "category": "estate", "branch": "Leeds", "automatic": True, "per_day": 57.0},
    "K51": {"model": "Ford Transit", "category": "van", "branch": "Hull", "automatic": False, "per_day": 74.0},
    "K58": {"model": "Kia Sportage", "category": "suv", "branch": "Hull", "automatic": True, "per_day": 69.0},
    "K63": {"model": "Citroen Berlingo", "category": "van", "branch": "York", "automatic": False, "per_day": 49.0},
    "K66": {"model": "Dacia Duster", "category": "suv", "branch": "York", "automatic": False, "per_day": 54.0},
}
_RENTALS: dict[int, dict[str, Any]] = {
    730114: {"driver": "Saoirse Nolan", "plate": "YK73 RFD", "car_id": "K58", "due": "2026-08-14", "branch": "Hull"},
    730152: {"driver": "Benedikt Aust", "plate": "YD24 LMO", "car_id": "K22", "due": "2026-08-11", "branch": "Leeds"},
    730169: {"driver": "Perpetua Lane", "plate": "YJ72 HXN", "car_id": "K63", "due": "2026-08-17", "branch": "York"},
}
_TANK = {"YK73 RFD": 62, "YD24 LMO": 42, "YJ72 HXN": 50}
_HOURS = {
    "leeds": {"weekday": "07:00-20:00", "saturday": "08:00-17:00", "sunday": "09:00-13:00"},
    "hull": {"weekday": "07:30-18:30", "saturday": "08:30-14:00", "sunday": "closed"},
    "york": {"weekday": "08:00-19:00", "saturday": "08:00-16:00", "sunday": "10:00-12:30"},
}
_DAMAGE = {"bumper": 180.0, "door": 240.0, "windscreen": 310.0, "wheel": 95.0, "mirror": 70.0}


def search_cars(
    branch: str,
    category: Literal["small", "family", "estate", "van", "suv"],
    automatic_only: bool = False,
) -> list[dict[str, Any]]:
    """Cars of a category that stand at a branch, with the price per day."""
    return [
        {"car_id": car_id, "model": car["model"], "per_day": car["per_day"], "automatic": car["automatic"]}
        for car_id, car in _CARS.items()
        if car["branch"].casefold() == branch.strip().casefold()
        and car["category"] == category
        and (car["automatic"] or not automatic_only)
    ]


def quote(car_id: str, days: int, extra_driver: bool = False, child_seats: int = 0) -> dict[str, Any]:
    """Total price and deposit for a car over a number of days."""
    if car_id not in _CARS:
        raise ValueError(f"no car {car_id}")
    per_day = _CARS[car_id]["per_day"]
    total = per_day * days + (9.5 * days if extra_driver else 0) + 12.0 * child_seats
    return {"car_id": car_id, "total": round(total, 2), "deposit": 350.0 if per_day > 55 else 200.0}


def rental_agreement(agreement: int) -> dict[str, Any]:
    """Who has which car and when it is due back, by agreement number."""
    if agreement not in _RENTALS:
        return {"agreement": agreement, "found": False}
    return {"agreement": agreement, **_RENTALS[agreement]}


def extend_rental(agreement: int, new_due: str) -> dict[str, Any]:
    """Move the return date of a running rental (YYYY-MM-DD)."""
    if agreement not in _RENTALS:
        raise ValueError(f"no agreement {agreement}")
    rental = _RENTALS[agreement]
    extra = (date.fromisoformat(new_due) - date.fromisoformat(rental["due"])).days
    return {"agreement": agreement, "extra_days": extra, "extra_cost": extra * _CARS[rental["car_id"]]["per_day"]}


def fuel_charge(plate: str, eighths_missing: int) -> dict[str, Any]:
    """Charge for a car that comes back without a full tank, in eighths of the tank."""
    if plate not in _TANK:
        raise ValueError(f"no car with plate {plate}")
    litres = _TANK[plate] * eighths_missing / 8
    return {"plate": plate, "litres": litres, "charge": round(litres * 2.1, 2)}


def record_damage(
    plate: str,
    part: Literal["bumper", "door", "windscreen", "wheel", "mirror"],
    severity: Literal["minor", "major"] = "minor",
) -> dict[str, Any]:
    """File a damage report for a car and get what the customer is charged."""
    if plate not in _TANK:
        raise ValueError(f"no car with plate {plate}")
    report = f"DR-{plate[2:4]}{part[:2].upper()}{'2' if severity == 'major' else '1'}"
    return {"report": report, "charge": _DAMAGE[part] * (2.5 if severity == "major" else 1)}


def branch_hours(branch: str, day: Literal["weekday", "saturday", "sunday"] = "weekday") -> str:
    """Opening hours of a branch."""
    if branch.strip().casefold() not in _HOURS:
        raise ValueError(f"no branch {branch!r}")
    return _HOURS[branch.strip().casefold()][day]
