"""Maintenance contracts, boilers, technicians and spare parts of a heating service."""

from typing import Any, Literal

Fuel = Literal["gas", "oil", "wood pellets", "heat pump"]

_CONTRACTS: dict[str, dict[str, Any]] = {
    "HC-8801": {"customer": "Bakery Thorne", "city": "Kendal", "serial_no": "BX-20417", "valid_until": "2027-03-31"},
    "HC-8815": {"customer": "Mrs Ida Colley", "city": "Kendal", "serial_no": "BX-20893", "valid_until": "2026-12-31"},
    "HC-8822": {"customer": "Harbour School", "city": "Whitby", "serial_no": "BX-21140", "valid_until": "2028-06-30"},
}
_BOILERS: dict[str, dict[str, Any]] = {
    "BX-20417": {"model": "Calora 24", "fuel": "gas", "installed_on": "2017-10-05", "last_service": "2025-09-22"},
    "BX-20893": {"model": "Calora 30", "fuel": "gas", "installed_on": "2019-01-28", "last_service": "2025-11-04"},
    "BX-21140": {
        "model": "Nordlys 80",
        "fuel": "wood pellets",
        "installed_on": "2021-08-16",
        "last_service": "2026-01",
    },
}
_ERRORS = {
    "E19": {"meaning": "flue sensor fault", "part_no": "P-310"},
    "E27": {"meaning": "circulation pump blocked", "part_no": "P-327"},
    "E31": {"meaning": "ignition electrode worn", "part_no": "P-344"},
}
_PARTS: dict[str, dict[str, Any]] = {
    "P-310": {"name": "flue sensor", "price_eur": 42.9, "in_stock": 11},
    "P-327": {"name": "circulation pump", "price_eur": 189.0, "in_stock": 3},
    "P-344": {"name": "ignition electrode", "price_eur": 27.4, "in_stock": 25},
}
_TECHNICIANS = [
    ("T-2", "Owen Platt", "Kendal", ["gas", "oil"], 12.4, 4.7),
    ("T-3", "Jess Amari", "Kendal", ["gas"], 5.1, 4.5),
    ("T-5", "Luca Bonetti", "Kendal", ["oil", "wood pellets"], 9.6, 4.9),
    ("T-6", "Freya Dunn", "Whitby", ["wood pellets", "heat pump"], 3.3, 4.6),
    ("T-9", "Sam Okello", "Whitby", ["oil", "heat pump"], 17.8, 4.2),
    ("T-10", "Nell Hurst", "Whitby", ["oil"], 8.8, 4.4),
    ("T-12", "Abe Fuller", "Whitby", ["oil", "gas"], 21.0, 4.3),
]


def get_contract(contract_no: str) -> dict[str, Any]:
    """Get a maintenance contract: customer, city, boiler and how long it is valid.

    contract_no looks like HC-8000.
    """
    if contract_no not in _CONTRACTS:
        return {"found": False, "contract_no": contract_no}
    return {"contract_no": contract_no, **_CONTRACTS[contract_no]}


def get_boiler(serial_no: str) -> dict[str, Any]:
    """Model, fuel, installation date and last service of a boiler (serial_no e.g. BX-20000)."""
    if serial_no not in _BOILERS:
        return {"found": False, "serial_no": serial_no}
    return {"serial_no": serial_no, **_BOILERS[serial_no]}


def lookup_error_code(error_code: str) -> dict[str, Any]:
    """Meaning of an error code (e.g. E10) and the spare part that is needed for it."""
    if error_code not in _ERRORS:
        return {"found": False, "error_code": error_code}
    return {"error_code": error_code, **_ERRORS[error_code]}


def list_technicians(city: str, fuel: Fuel | None = None) -> dict[str, Any]:
    """List the technicians in a city, optionally only those for one fuel, with distance and rating."""
    return {
        "technicians": [
            {"technician_id": technician_id, "name": name, "distance_km": distance, "rating": rating}
            for technician_id, name, place, fuels, distance, rating in _TECHNICIANS
            if place.casefold() == city.strip().casefold() and (fuel is None or fuel in fuels)
        ]
    }


def schedule_visit(technician_id: str, contract_no: str, date: str, time: str) -> dict[str, Any]:
    """Schedule a visit of a technician for a maintenance contract.

    technician_id e.g. T-1, contract_no e.g. HC-8000, date YYYY-MM-DD, time HH:MM.
    """
    if contract_no not in _CONTRACTS:
        return {"found": False, "contract_no": contract_no}
    return {"visit_no": f"VS-{technician_id[2:]}-{date[5:7]}{date[8:]}", "date": date, "time": time}


def get_part(part_no: str) -> dict[str, Any]:
    """Name, price and stock of a spare part (part_no e.g. P-300)."""
    if part_no not in _PARTS:
        return {"found": False, "part_no": part_no}
    return {"part_no": part_no, **_PARTS[part_no]}


def order_part(part_no: str, quantity: int = 1, express: bool = False) -> dict[str, Any]:
    """Order a spare part (part_no e.g. P-300), by express delivery if wanted."""
    if part_no not in _PARTS:
        return {"found": False, "part_no": part_no}
    total = round(quantity * _PARTS[part_no]["price_eur"] + (15 if express else 0), 2)
    return {"order_no": f"SP-{part_no[2:]}-{quantity}{'X' if express else 'N'}", "total_eur": total}
