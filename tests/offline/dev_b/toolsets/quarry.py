"""A stone quarry: pits, prices, weighbridge, crushers, blasting and dust monitoring."""

from typing import Any, Literal

_PITS: dict[str, dict[str, Any]] = {
    "P1": {"name": "North Face", "stone": "granite", "foreman_id": "F-07", "depth_m": 62},
    "P2": {"name": "Old Bench", "stone": "limestone", "foreman_id": "F-11", "depth_m": 38},
    "P3": {"name": "Raven Cut", "stone": "basalt", "foreman_id": "F-15", "depth_m": 81},
}
_FOREMEN = {
    "F-07": {"name": "Greta Lindholm", "radio_channel": 4},
    "F-11": {"name": "Samuel Achebe", "radio_channel": 9},
    "F-15": {"name": "Duncan Muir", "radio_channel": 12},
}
_PRICES = {
    ("granite", "crushed"): 23.4,
    ("granite", "block"): 187.0,
    ("limestone", "crushed"): 16.8,
    ("limestone", "block"): 134.0,
    ("basalt", "crushed"): 27.1,
    ("basalt", "block"): 205.0,
}
_TICKETS: dict[str, dict[str, Any]] = {
    "WB-3301": {"truck": "KD 482", "gross_t": 38.6, "tare_t": 14.1, "customer_no": "C-220"},
    "WB-3302": {"truck": "LM 119", "gross_t": 41.9, "tare_t": 15.3, "customer_no": "C-231"},
    "WB-3303": {"truck": "KD 507", "gross_t": 29.7, "tare_t": 12.2, "customer_no": "C-246"},
}
_CUSTOMERS = {
    "C-220": {"name": "Harbour Works Ltd", "balance_due": 12840.0},
    "C-231": {"name": "Pellman Roads", "balance_due": 3765.5},
    "C-246": {"name": "Estate of Glenroy", "balance_due": 0.0},
}
_BLASTS = {
    "2026-05-12": [{"pit": "North Face", "at": "11:30", "charge_kg": 640}],
    "2026-05-14": [{"pit": "Raven Cut", "at": "14:45", "charge_kg": 910}],
    "2026-05-19": [{"pit": "Old Bench", "at": "10:15", "charge_kg": 385}],
}
_CRUSHERS = {
    "jaw": {"state": "running", "hours_to_service": 118},
    "cone": {"state": "stopped", "hours_to_service": 6},
    "impact": {"state": "running", "hours_to_service": 273},
}
_DUST = {
    ("gate", "2026-05-11"): 34,
    ("gate", "2026-05-12"): 47,
    ("village", "2026-05-11"): 18,
    ("village", "2026-05-12"): 22,
}


def get_pit(name: str) -> dict[str, Any]:
    """Look up a pit by name.

    Args:
        name: Name of the pit, e.g. "North Face".

    Returns:
        The pit's id, the stone quarried there, its depth and the id of its foreman.
    """
    for pit_id, pit in _PITS.items():
        if pit["name"].casefold() == name.strip().casefold():
            return {"pit_id": pit_id, **pit}
    raise LookupError(f"No pit called {name!r}")


def get_foreman(foreman_id: str) -> dict[str, Any]:
    """Return the name and radio channel of a foreman.

    Args:
        foreman_id: Id of the foreman, e.g. "F-07".
    """
    foreman = _FOREMEN.get(foreman_id.strip().upper())
    if foreman is None:
        raise LookupError(f"No foreman {foreman_id!r}")
    return {"foreman_id": foreman_id.upper(), **foreman}


def stone_price(stone: str, form: Literal["crushed", "block"] = "crushed") -> dict[str, Any]:
    """Price per tonne of a stone.

    Args:
        stone: Kind of stone.
        form: Whether it is sold crushed or as dimension block.
    """
    price = _PRICES.get((stone.strip().casefold(), form))
    if price is None:
        raise LookupError(f"We do not sell {stone!r}")
    return {"stone": stone, "form": form, "price_per_tonne": price}


def weighbridge_ticket(ticket_no: str) -> dict[str, Any]:
    """Read a weighbridge ticket.

    Args:
        ticket_no: Number of the ticket, such as "WB-3301".

    Returns:
        The truck, the gross, tare and net weights in tonnes, and the customer number.
    """
    ticket = _TICKETS.get(ticket_no.strip().upper())
    if ticket is None:
        raise LookupError(f"No ticket {ticket_no!r}")
    return {"ticket_no": ticket_no.upper(), **ticket, "net_t": round(ticket["gross_t"] - ticket["tare_t"], 1)}


def customer_account(customer_no: str) -> dict[str, Any]:
    """Return the name and the balance due of a customer.

    Args:
        customer_no: Customer number, such as "C-220".
    """
    customer = _CUSTOMERS.get(customer_no.strip().upper())
    if customer is None:
        raise LookupError(f"No customer {customer_no!r}")
    return {"customer_no": customer_no.upper(), **customer}


def blast_schedule(date: str) -> list[dict[str, Any]]:
    """List the blasts planned for a day.

    Args:
        date: The day in ISO format.
    """
    return _BLASTS.get(date, [])


def dust_level(station: Literal["gate", "village"], date: str) -> dict[str, Any]:
    """Return the mean dust concentration measured at a station on a day.

    Args:
        station: The monitoring station.
        date: The day in ISO format.

    Returns:
        The concentration in micrograms per cubic metre.
    """
    level = _DUST.get((station, date))
    if level is None:
        raise LookupError(f"No measurement at {station!r} on {date}")
    return {"station": station, "date": date, "dust_ug_m3": level}


def crusher_status(crusher: Literal["jaw", "cone", "impact"]) -> dict[str, Any]:
    """State of a crusher and the hours left until its next service."""
    if crusher not in _CRUSHERS:
        raise LookupError(f"No crusher {crusher!r}")
    return {"crusher": crusher, **_CRUSHERS[crusher]}
