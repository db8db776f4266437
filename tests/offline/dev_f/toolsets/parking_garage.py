"""Control desk of a multi-storey car park."""

from math import ceil
from typing import Any, Literal

_SPACES: dict[tuple[int, str], int] = {
    (-1, "standard"): 38,
    (-1, "disabled"): 2,
    (-1, "electric"): 0,
    (0, "standard"): 5,
    (0, "disabled"): 4,
    (0, "electric"): 3,
    (1, "standard"): 61,
    (1, "disabled"): 0,
    (1, "electric"): 7,
}
_TICKETS: dict[str, dict[str, Any]] = {
    "T58821": {"plate": "KLM 402", "entered": "08:12", "minutes": 195, "level": 1, "vehicle": "car"},
    "T58830": {"plate": "BRX 77", "entered": "09:40", "minutes": 107, "level": 0, "vehicle": "motorbike"},
    "T58846": {"plate": "OTV 913", "entered": "10:55", "minutes": 32, "level": -1, "vehicle": "van"},
    "T58852": {"plate": "HHS 260", "entered": "06:30", "minutes": 310, "level": 1, "vehicle": "car"},
}
_RATE = {"car": 2.4, "van": 3.6, "motorbike": 1.2}
_PERMITS: dict[str, dict[str, Any]] = {
    "OTV 913": {"permit_no": 7015, "holder": "Cobalt Couriers", "valid_until": "2026-08-31", "monthly_fee": 110.0},
    "DEE 551": {"permit_no": 7022, "holder": "Nuria Blanch", "valid_until": "2026-05-31", "monthly_fee": 85.0},
    "HHS 260": {"permit_no": 7040, "holder": "Walter Imrie", "valid_until": "2026-04-30", "monthly_fee": 85.0},
}
_CHARGERS: dict[str, dict[str, Any]] = {
    "CH1": {"level": 0, "state": "charging", "kwh": 18.5, "plate": "KLM 402"},
    "CH2": {"level": 0, "state": "free", "kwh": 0.0, "plate": None},
    "CH3": {"level": 1, "state": "out of order", "kwh": 0.0, "plate": None},
    "CH4": {"level": 1, "state": "charging", "kwh": 41.2, "plate": "HHS 260"},
}


def free_spaces(level: Literal[-1, 0, 1], kind: Literal["standard", "disabled", "electric"] = "standard") -> int:
    """Number of free spaces on a level.

    Args:
        level: -1 for the basement, 0 for the ground floor, 1 for the first floor.
        kind: Kind of space.

    Returns:
        Free spaces.
    """
    if (level, kind) not in _SPACES:
        raise ValueError(f"no {kind} spaces on level {level}")
    return _SPACES[level, kind]


def ticket_info(ticket_no: str) -> dict[str, Any]:
    """Data of a parking ticket.

    Args:
        ticket_no: Number printed on the ticket.

    Returns:
        Number plate, time of entry, minutes parked so far, level and kind of vehicle.
    """
    key = ticket_no.strip().upper()
    if key not in _TICKETS:
        raise ValueError(f"no ticket {ticket_no!r}")
    return {"ticket_no": key, **_TICKETS[key]}


def parking_fee(
    minutes: int, vehicle: Literal["car", "van", "motorbike"] = "car", lost_ticket: bool = False
) -> dict[str, Any]:
    """Fee for a stay. Every hour begun counts in full.

    Args:
        minutes: Length of the stay.
        vehicle: Kind of vehicle.
        lost_ticket: Add the charge of 20 euros for a lost ticket.

    Returns:
        Amount in euros.
    """
    amount = ceil(minutes / 60) * _RATE[vehicle] + (20.0 if lost_ticket else 0.0)
    return {"minutes": minutes, "amount_eur": round(amount, 2)}


def permit_by_plate(plate: str) -> dict[str, Any]:
    """Season permit that belongs to a number plate.

    Args:
        plate: Letters, a blank, digits.

    Returns:
        Permit number, holder, last day of validity and monthly fee; or a record saying there is none.
    """
    key = plate.strip().upper()
    if key not in _PERMITS:
        return {"found": False, "plate": plate}
    return {"plate": key, **_PERMITS[key]}


def extend_permit(permit_no: int, months: int = 1) -> dict[str, Any]:
    """Extend a season permit.

    Args:
        permit_no: Number of the permit.
        months: By how many months.

    Returns:
        Invoice number and amount in euros.
    """
    for permit in _PERMITS.values():
        if permit["permit_no"] == permit_no:
            return {"invoice": f"PK{permit_no}/{months}", "amount_eur": permit["monthly_fee"] * months}
    raise ValueError(f"no permit {permit_no}")


def charger_status(charger_id: Literal["CH1", "CH2", "CH3", "CH4"]) -> dict[str, Any]:
    """State of an electric charger, energy delivered so far and the plate of the car on it."""
    return {"charger_id": charger_id, **_CHARGERS[charger_id]}


def charging_cost(kwh: float, permit_holder: bool = False) -> dict[str, Any]:
    """Price of charging.

    Args:
        kwh: Energy in kilowatt hours.
        permit_holder: Whether the reduced tariff of permit holders applies.

    Returns:
        Amount in euros.
    """
    return {"kwh": kwh, "amount_eur": round(kwh * (0.38 if permit_holder else 0.52), 2)}


def open_barrier(gate: Literal["north", "south"], ticket_no: str) -> dict[str, Any]:
    """Let a vehicle out by hand.

    Args:
        gate: Which exit.
        ticket_no: Ticket of the vehicle.

    Returns:
        Number of the entry in the log book.
    """
    ticket = ticket_info(ticket_no)
    return {"gate": gate, "log_entry": f"{gate[0].upper()}-{ticket['ticket_no'][-3:]}"}
