"""Faults, lamps and crews of a street-lamp maintenance service."""

from typing import Any, Literal

_LAMPS = {
    "SL1042": {"street": "Orchard Lane", "district": "Northgate", "bulb": "LED-40", "last_service": "2025-08-19"},
    "SL1077": {"street": "Mill Road", "district": "Harbour", "bulb": "LED-60", "last_service": "2024-11-02"},
    "SL1103": {"street": "Castle Street", "district": "Northgate", "bulb": "SON-70", "last_service": "2023-04-27"},
    "SL1158": {"street": "Pier Walk", "district": "Harbour", "bulb": "LED-40", "last_service": "2025-12-05"},
}
_CREWS = {
    "northgate": {"crew": "Crew Heron", "foreman": "Milos Trent", "phone": "555-0143"},
    "harbour": {"crew": "Crew Osprey", "foreman": "Fay Ullman", "phone": "555-0178"},
}
_STOCK = {"LED-40": 126, "LED-60": 18, "SON-70": 5}


def lamp_details(lamp_id: str) -> dict[str, Any]:
    """Gives street, district, bulb type and last service of a lamp.

    Args:
        lamp_id (str): Number on the plate of the post.

    Returns:
        dict: The record of the lamp.

    Raises:
        ValueError: No lamp has that number.
    """
    if lamp_id not in _LAMPS:
        raise ValueError(f"no lamp {lamp_id}")
    return {"lamp_id": lamp_id, **_LAMPS[lamp_id]}


def report_fault(lamp_id: str, fault: Literal["dark", "flickering", "always_on", "damaged"]) -> str:
    """Files a fault and gives the ticket number.

    Args:
        lamp_id (str): Number of the lamp.
        fault (str): What is wrong with it.

    Returns:
        str: Ticket number.
    """
    if lamp_id not in _LAMPS:
        raise ValueError(f"no lamp {lamp_id}")
    return f"FT-{lamp_id[2:]}{fault[0].upper()}"


def crew_for_district(district: str) -> dict[str, str]:
    """Gives the crew of a district with its foreman and phone number.

    Args:
        district (str): Name of the district.
    """
    if district.lower() not in _CREWS:
        raise ValueError(f"no district {district}")
    return _CREWS[district.lower()]


def bulb_stock(bulb: str) -> int:
    """Gives the number of bulbs of a type in the depot.

    Args:
        bulb (str): Type such as LED-40.
    """
    if bulb not in _STOCK:
        raise ValueError(f"no bulb {bulb}")
    return _STOCK[bulb]


def schedule_repair(ticket: str, date: str, needs_lift: bool = False) -> dict[str, Any]:
    """Puts a reported fault on the plan of a day.

    Args:
        ticket (str): Ticket number of the fault.
        date (str): Day of the repair, ISO format.
        needs_lift (bool): Whether the lifting platform has to come.
    """
    return {"job": f"J{date[5:7]}{date[8:]}-{ticket[3:]}", "needs_lift": needs_lift}
