"""Vehicles, repairs and invoices of a car repair shop."""

from typing import Any, Literal

_VEHICLES: list[dict[str, Any]] = [
    {"vehicle_id": "V-208", "plate": "KX21-ABM", "model": "Skoda Fabia", "mileage_km": 84210, "customer_id": "C-61"},
    {"vehicle_id": "V-215", "plate": "BD70-TTR", "model": "Ford Transit", "mileage_km": 152300, "customer_id": "C-74"},
    {"vehicle_id": "V-231", "plate": "LN19-OWE", "model": "Kia Ceed", "mileage_km": 40975, "customer_id": "C-80"},
]
_CUSTOMERS: dict[str, dict[str, str]] = {
    "C-61": {"name": "Moira Tennant", "phone": "555-0141", "email": "moira@tennant.example"},
    "C-74": {"name": "Bakker Joinery", "phone": "555-0199", "email": "office@bakker.example"},
    "C-80": {"name": "Idris Cole", "phone": "555-0127", "email": "idris.cole@post.example"},
}
_REPAIRS: list[dict[str, Any]] = [
    {"repair_id": "R-3302", "vehicle_id": "V-208", "work": "front brakes", "status": "finished", "cost": 312.5},
    {"repair_id": "R-3311", "vehicle_id": "V-208", "work": "clutch", "status": "finished", "cost": 940.0},
    {"repair_id": "R-3340", "vehicle_id": "V-208", "work": "exhaust", "status": "open", "cost": 268.0},
    {"repair_id": "R-3318", "vehicle_id": "V-215", "work": "sliding door", "status": "finished", "cost": 455.9},
    {"repair_id": "R-3325", "vehicle_id": "V-215", "work": "gearbox oil", "status": "finished", "cost": 139.0},
    {"repair_id": "R-3344", "vehicle_id": "V-231", "work": "air conditioning", "status": "waiting", "cost": 205.0},
]
_INVOICES: dict[str, dict[str, Any]] = {
    "R-3302": {"invoice_id": "INV-7702", "amount": 312.5, "due_date": "2026-02-20", "paid": True},
    "R-3311": {"invoice_id": "INV-7711", "amount": 940.0, "due_date": "2026-03-27", "paid": False},
    "R-3318": {"invoice_id": "INV-7718", "amount": 455.9, "due_date": "2026-04-02", "paid": False},
    "R-3325": {"invoice_id": "INV-7725", "amount": 139.0, "due_date": "2026-04-09", "paid": True},
}
_PARTS = {
    "timing belt": (68.9, 4),
    "water pump": (112.0, 0),
    "brake disc": (47.25, 12),
    "alternator": (231.4, 2),
}


def find_vehicle(plate: str) -> dict[str, Any]:
    """Find a vehicle by its registration plate.

    Args:
        plate: Registration plate, e.g. "GH18-KLM".

    Returns:
        The vehicle's id, model, mileage in kilometres and the id of the customer who owns it.
    """
    for vehicle in _VEHICLES:
        if vehicle["plate"] == plate.strip().upper():
            return vehicle
    raise ValueError(f"no vehicle with the plate {plate}")


def get_customer(customer_id: str) -> dict[str, str]:
    """Name, phone number and email address of a customer.

    Args:
        customer_id: Customer id, e.g. "C-12".
    """
    if customer_id not in _CUSTOMERS:
        raise ValueError(f"no customer {customer_id}")
    return {"customer_id": customer_id, **_CUSTOMERS[customer_id]}


def list_repairs(vehicle_id: str, status: Literal["open", "waiting", "finished"] | None = None) -> list[dict[str, Any]]:
    """List the repairs of a vehicle with their cost.

    Args:
        vehicle_id: Vehicle id, e.g. "V-101".
        status: Only repairs with this status: open, waiting or finished.
    """
    return [one for one in _REPAIRS if one["vehicle_id"] == vehicle_id and status in (None, one["status"])]


def get_invoice(repair_id: str) -> dict[str, Any]:
    """Invoice of a repair: amount in euros, due date and whether it is paid.

    Args:
        repair_id: Repair id, e.g. "R-1001".
    """
    if repair_id not in _INVOICES:
        return {"repair_id": repair_id, "error": "no invoice found"}
    return {"repair_id": repair_id, **_INVOICES[repair_id]}


def get_part_price(part: str) -> dict[str, Any]:
    """Price and stock of a spare part.

    Args:
        part: Name of the spare part, e.g. "spark plug".
    """
    key = part.strip().casefold()
    if key not in _PARTS:
        raise ValueError(f"no such part: {part}")
    price, stock = _PARTS[key]
    return {"part": key, "price": price, "in_stock": stock}


def book_inspection(vehicle_id: str, date: str, time: str, replacement_car: bool = False) -> dict[str, Any]:
    """Book an inspection for a vehicle.

    Args:
        vehicle_id: Vehicle id, e.g. "V-101".
        date: Day of the inspection, YYYY-MM-DD.
        time: Start, HH:MM.
        replacement_car: Whether the customer gets a replacement car for the day.
    """
    if vehicle_id not in {one["vehicle_id"] for one in _VEHICLES}:
        raise ValueError(f"no vehicle {vehicle_id}")
    number = f"INSP-{vehicle_id[2:]}-{date[5:7]}{date[8:]}"
    return {"inspection_id": number, "date": date, "time": time, "replacement_car": replacement_car}


def send_message(customer_id: str, text: str) -> dict[str, str]:
    """Send a text message to a customer.

    Args:
        customer_id: Customer id, e.g. "C-12".
        text: What the message says.
    """
    if customer_id not in _CUSTOMERS:
        raise ValueError(f"no customer {customer_id}")
    return {"message_id": f"MSG-{customer_id[2:]}{len(text)}", "sent_to": _CUSTOMERS[customer_id]["phone"]}
