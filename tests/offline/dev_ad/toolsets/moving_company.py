"""Quotes, vans and jobs of a moving company."""

from typing import Any, Literal

_KM = {("prague", "vienna"): 333, ("graz", "linz"): 220, ("vienna", "linz"): 184}
_VANS: list[dict[str, Any]] = [
    {"van_id": "V-7", "size": "small", "volume_m3": 8, "daily_rate": 75, "city": "Vienna"},
    {"van_id": "V-9", "size": "small", "volume_m3": 9, "daily_rate": 82, "city": "Linz"},
    {"van_id": "V-12", "size": "large", "volume_m3": 22, "daily_rate": 149, "city": "Vienna"},
    {"van_id": "V-15", "size": "large", "volume_m3": 26, "daily_rate": 171, "city": "Graz"},
]
_JOBS: dict[str, dict[str, Any]] = {
    "MJ-305": {"customer": "Rita Holm", "crew_id": "CR-2", "date": "2026-07-09", "price_eur": 940},
    "MJ-311": {"customer": "Ben Astor", "crew_id": "CR-5", "date": "2026-07-21", "price_eur": 1310},
}
_CREWS = {
    "CR-2": {"leader": "Mick Sayer", "phone": "555-7702", "movers": 3},
    "CR-5": {"leader": "Ana Bortz", "phone": "555-7705", "movers": 4},
}


def get_distance(origin: str, destination: str) -> dict[str, Any]:
    """Distance by road from one city to another."""
    km = _KM.get((origin.casefold(), destination.casefold()))
    if km is None:
        raise ValueError("no such route")
    return {"origin": origin, "destination": destination, "distance_km": km}


def convert_length(value: float, from_unit: Literal["km", "miles"], to_unit: Literal["km", "miles"]) -> dict[str, Any]:
    """Convert a length between km and miles."""
    factor = {("km", "miles"): 0.6214, ("miles", "km"): 1.6093}.get((from_unit, to_unit), 1.0)
    return {"value": round(value * factor, 1), "unit": to_unit}


def list_vans(size: Literal["small", "large"], max_daily_rate: float | None = None) -> list[dict[str, Any]]:
    """List the vans of a size.

    Args:
        size: Either small or large.
        max_daily_rate: Highest rate per day in euros.
    """
    return [v for v in _VANS if v["size"] == size and (max_daily_rate is None or v["daily_rate"] <= max_daily_rate)]


def reserve_van(van_id: str, start_date: str, end_date: str) -> dict[str, Any]:
    """Reserve a van.

    Args:
        van_id: e.g. V-1.
        start_date: First day, YYYY-MM-DD.
        end_date: Last day, YYYY-MM-DD.
    """
    return {"reservation_id": f"VR{van_id[2:]}-{start_date[8:]}{end_date[8:]}"}


def get_job(job_id: str) -> dict[str, Any]:
    """Customer, crew, date and price of a moving job.

    Args:
        job_id: e.g. MJ-100.
    """
    if job_id not in _JOBS:
        raise ValueError("no such job")
    return {"job_id": job_id, **_JOBS[job_id]}


def get_crew(crew_id: str) -> dict[str, Any]:
    """Leader, phone number and number of movers of a crew.

    Args:
        crew_id: e.g. CR-1.
    """
    if crew_id not in _CREWS:
        raise ValueError("no such crew")
    return {"crew_id": crew_id, **_CREWS[crew_id]}


def cancel_job(job_id: str) -> dict[str, Any]:
    """Cancel a moving job.

    Args:
        job_id: e.g. MJ-100.
    """
    if job_id not in _JOBS:
        raise ValueError("no such job")
    return {"job_id": job_id, "cancellation_no": f"X{job_id[3:]}"}
