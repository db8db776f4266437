"""Dispatch desk of a bicycle courier collective."""

from typing import Any, Literal

_ZONES = {
    "12 hafengasse": "harbour",
    "3 lindenplatz": "old town",
    "88 ringstrasse": "north",
    "5 muehlweg": "south",
    "41 kornmarkt": "old town",
}
_BASE: dict[tuple[str, ...], tuple[float, int]] = {
    ("harbour", "old town"): (6.5, 14),
    ("harbour", "north"): (9.2, 23),
    ("harbour", "south"): (8.4, 19),
    ("old town", "north"): (7.1, 16),
    ("old town", "south"): (6.9, 15),
    ("north", "south"): (11.3, 31),
}
_FACTOR = {"standard": 1.0, "rush": 1.5, "direct": 2.0}
_RIDERS: dict[str, dict[str, Any]] = {
    "Milo": {"phone": "0171 555 204", "zone": "harbour", "cargo": False, "free": True},
    "Ingrid": {"phone": "0171 555 319", "zone": "north", "cargo": True, "free": True},
    "Tarek": {"phone": "0171 555 482", "zone": "old town", "cargo": False, "free": False},
    "Wanda": {"phone": "0171 555 677", "zone": "old town", "cargo": True, "free": True},
    "Pablo": {"phone": "0171 555 731", "zone": "south", "cargo": False, "free": False},
    "Sanne": {"phone": "0171 555 806", "zone": "south", "cargo": False, "free": True},
}
_JOBS: dict[str, dict[str, Any]] = {
    "J-7710": {"rider": "Tarek", "state": "on the way", "eta": "11:42", "to": "88 Ringstrasse"},
    "J-7714": {"rider": "Milo", "state": "delivered", "eta": "10:58", "to": "3 Lindenplatz"},
    "J-7719": {"rider": None, "state": "waiting for a rider", "eta": None, "to": "5 Muehlweg"},
    "J-7723": {"rider": "Pablo", "state": "picked up", "eta": "12:20", "to": "12 Hafengasse"},
}


def zone_of(address: str) -> str:
    """Look up the delivery zone of a street address. Returns the name of the zone."""
    zone = _ZONES.get(address.strip().lower())
    if zone is None:
        raise ValueError(f"address outside our area: {address}")
    return zone


def quote(
    from_zone: str, to_zone: str, weight_kg: float, speed: Literal["standard", "rush", "direct"] = "standard"
) -> dict[str, Any]:
    """Price a ride between two zones. Returns the price in euros and the riding time in minutes."""
    pair = (from_zone.strip().lower(), to_zone.strip().lower())
    found = _BASE.get(pair) or _BASE.get(pair[::-1])
    if found is None:
        raise ValueError(f"no tariff from {from_zone} to {to_zone}")
    extra = 3.0 if weight_kg > 8 else 0.0
    return {"price_eur": round(found[0] * _FACTOR[speed] + extra, 2), "minutes": found[1]}


def job_status(job_no: str) -> dict[str, Any]:
    """Check on a delivery job such as J-7701. Returns its rider, state, expected time and destination."""
    job = _JOBS.get(job_no.strip().upper())
    if job is None:
        return {"job_no": job_no, "state": "not found"}
    return {"job_no": job_no.upper(), **job}


def free_riders(zone: str, cargo_bike: bool = False) -> list[str]:
    """List riders who are free in a zone, only those with a cargo bike if asked. Returns their first names."""
    return [
        name
        for name, one in _RIDERS.items()
        if one["free"] and one["zone"] == zone.strip().lower() and (one["cargo"] or not cargo_bike)
    ]


def rider_phone(rider: str) -> str:
    """Get the mobile number of a rider by first name. Returns the number as text."""
    for name, one in _RIDERS.items():
        if name.lower() == rider.strip().lower():
            return str(one["phone"])
    raise ValueError(f"no rider called {rider}")


def assign_rider(job_no: str, rider: str) -> dict[str, Any]:
    """Give a job to a rider. Returns the job number, the rider and a confirmation code."""
    if job_no.upper() not in _JOBS:
        raise ValueError(f"no job {job_no}")
    return {"job_no": job_no.upper(), "rider": rider.title(), "confirmation": f"AS{job_no[-3:]}{rider[:2].upper()}"}
