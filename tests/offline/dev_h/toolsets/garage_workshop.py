"""Jobs, parts and bays of a car workshop."""

from typing import Any, Literal

_VEHICLES: dict[str, dict[str, Any]] = {
    "KV19 TRO": {"make": "Skoda", "model": "Octavia", "owner": "Helen Marsh", "mileage": 61240, "due": "2026-07-01"},
    "BD68 LNP": {"make": "Ford", "model": "Transit", "owner": "Parcel North", "mileage": 142800, "due": "2026-04-20"},
    "YE22 HGA": {"make": "Toyota", "model": "Yaris", "owner": "Samir Kaya", "mileage": 18650, "due": "2026-11-15"},
    "PL15 WZX": {"make": "Volvo", "model": "V60", "owner": "Ruth Adler", "mileage": 98310, "due": "2026-05-04"},
}
_PARTS: dict[tuple[str, str], str] = {
    ("brake pads", "octavia"): "BP-3321",
    ("brake pads", "transit"): "BP-3390",
    ("oil filter", "yaris"): "OF-1107",
    ("oil filter", "v60"): "OF-1142",
    ("clutch kit", "transit"): "CK-7004",
    ("wiper blades", "octavia"): "WB-0255",
}
_STOCK: dict[str, dict[str, Any]] = {
    "BP-3321": {"in_stock": 6, "unit_price": 38.9, "shelf": "D4"},
    "BP-3390": {"in_stock": 0, "unit_price": 52.4, "shelf": "D5"},
    "OF-1107": {"in_stock": 23, "unit_price": 9.6, "shelf": "A1"},
    "OF-1142": {"in_stock": 2, "unit_price": 13.75, "shelf": "A2"},
    "CK-7004": {"in_stock": 1, "unit_price": 289.0, "shelf": "H9"},
    "WB-0255": {"in_stock": 14, "unit_price": 21.3, "shelf": "B7"},
}
_HOURS = {"oil change": 0.5, "brake pads": 1.5, "clutch": 6.0, "tyre change": 1.0, "full service": 3.0}
_DUTY = {
    "2026-05-11": ["Gus Tanner", "Mei Lindo"],
    "2026-05-12": ["Mei Lindo"],
    "2026-05-13": ["Gus Tanner", "Abel Roche"],
    "2026-05-14": ["Abel Roche", "Farah Quinn"],
}


def look_up_vehicle(registration: str) -> dict[str, Any]:
    """Make, model, owner, mileage and date of the next service of a vehicle.

    Args:
        registration: Number plate, such as KV19 TRO.
    """
    vehicle = _VEHICLES.get(registration.upper().strip())
    if vehicle is None:
        raise ValueError(f"no vehicle {registration!r}")
    return {key if key != "due" else "next_service": value for key, value in vehicle.items()}


def find_part(part_name: str, model: str) -> dict[str, Any]:
    """Find the number of the part that fits a car model."""
    number = _PARTS.get((part_name.casefold(), model.casefold()))
    return {"part_number": number, "found": number is not None}


def part_stock(part_number: str) -> dict[str, Any]:
    """Quantity in stock, unit price and shelf of a part."""
    if part_number.upper() not in _STOCK:
        raise ValueError(f"no part {part_number!r}")
    return _STOCK[part_number.upper()]


def order_part(part_number: str, quantity: int = 1, express: bool = False) -> dict[str, Any]:
    """Order a part from the wholesaler.

    Args:
        part_number: Number of the part.
        quantity: How many to order.
        express: Delivery on the next morning, for a surcharge.
    """
    if part_number.upper() not in _STOCK:
        raise ValueError(f"no part {part_number!r}")
    return {"order_number": f"WH{part_number[-4:]}{quantity:03d}", "arrives_in_days": 1 if express else 4}


def labour_estimate(
    job: Literal["oil change", "brake pads", "clutch", "tyre change", "full service"], hourly_rate: float = 72.0
) -> dict[str, Any]:
    """Estimate working hours and labour cost of a standard job.

    Args:
        job: The job to be done.
        hourly_rate: Price of one working hour.
    """
    return {"job": job, "hours": _HOURS[job], "labour_cost": round(_HOURS[job] * hourly_rate, 2)}


def book_bay(
    registration: str, day: str, bay: Literal["lift", "pit", "diagnostics"] = "lift", courtesy_car: bool = False
) -> dict[str, Any]:
    """Reserve a workshop bay for a vehicle.

    Args:
        registration: Number plate.
        day: Date, YYYY-MM-DD.
        bay: Kind of bay.
        courtesy_car: Whether the customer gets a replacement car.
    """
    look_up_vehicle(registration)
    return {"job_card": f"J{day[5:7]}{day[8:]}-{registration.strip()[-3:].upper()}", "bay": bay, "car": courtesy_car}


def mechanics_on_duty(day: str) -> list[str]:
    """Names of the mechanics working on a date (YYYY-MM-DD)."""
    return _DUTY.get(day, [])
