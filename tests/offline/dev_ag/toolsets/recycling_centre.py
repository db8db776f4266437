"""Materials, sites, permits and collections of a municipal recycling centre."""

from typing import Any

_MATERIALS: dict[str, dict[str, Any]] = {
    "plasterboard": {"container": "bay 9", "fee_per_kg": 0.32},
    "polystyrene": {"container": "white cage", "fee_per_kg": 0.0},
    "paint": {"container": "hazard locker", "fee_per_kg": 0.85},
    "tyres": {"container": "north yard", "fee_per_kg": 0.41},
}
_SITES: dict[str, str] = {
    "millbrook": "08:00-16:30",
    "ashdown": "09:15-17:45",
    "ferry road": "07:30-19:00",
}
_COLLECTIONS: dict[tuple[str, int], list[dict[str, str]]] = {
    ("tannery lane", 4): [
        {"bin": "paper", "date": "2026-04-09"},
        {"bin": "glass", "date": "2026-04-23"},
    ],
    ("fuller street", 5): [
        {"bin": "paper", "date": "2026-05-07"},
        {"bin": "garden waste", "date": "2026-05-13"},
        {"bin": "glass", "date": "2026-05-21"},
        {"bin": "metal", "date": "2026-05-28"},
    ],
}
_PERMITS: dict[str, dict[str, Any]] = {
    "RP-3302": {"holder": "Agnes Torrance", "site": "Millbrook", "visits_left": 5, "valid_until": "2026-06-30"},
    "RP-3318": {"holder": "Bilal Renshaw", "site": "Ashdown", "visits_left": 12, "valid_until": "2026-11-15"},
    "RP-3340": {"holder": "Corin Vale", "site": "Ferry Road", "visits_left": 0, "valid_until": "2026-04-30"},
}
_TONNAGE = {
    ("millbrook", "Q4 2025"): 318.4,
    ("millbrook", "Q1 2026"): 287.9,
    ("ashdown", "Q3 2025"): 402.7,
    ("ferry road", "Q4 2025"): 511.3,
}


def get_material(material: str) -> dict[str, Any]:
    """Container and fee for a material.

    material: name of the material
    """
    if material.strip().casefold() not in _MATERIALS:
        raise ValueError(f"{material} is not accepted")
    return {"material": material, **_MATERIALS[material.strip().casefold()]}


def get_site_hours(site: str) -> dict[str, str]:
    """Opening hours of a recycling site.

    site: name of the site, e.g. Ferry Road
    """
    if site.strip().casefold() not in _SITES:
        raise ValueError(f"no site {site}")
    return {"site": site, "opening_hours": _SITES[site.strip().casefold()]}


def list_collections(street: str, month: int) -> list[dict[str, str]]:
    """List the bin collections in a street in a month.

    street: name of the street
    month: 1 to 12
    """
    return _COLLECTIONS.get((street.strip().casefold(), month), [])


def get_permit(permit_id: str) -> dict[str, Any]:
    """Holder, site, visits left and last day of validity of a permit.

    permit_id: e.g. RP-3302
    """
    if permit_id not in _PERMITS:
        raise ValueError(f"no permit {permit_id}")
    return {"permit_id": permit_id, **_PERMITS[permit_id]}


def renew_permit(permit_id: str, years: int = 1) -> dict[str, Any]:
    """Renew a permit.

    permit_id: e.g. RP-3302
    years: for how many years
    """
    if permit_id not in _PERMITS:
        raise ValueError(f"no permit {permit_id}")
    old = _PERMITS[permit_id]["valid_until"]
    return {"permit_id": permit_id, "valid_until": f"{int(old[:4]) + years}{old[4:]}"}


def book_pickup(item: str, street: str, date: str, pieces: int = 1) -> dict[str, Any]:
    """Book a pickup of a bulky item.

    item: what is picked up
    street: name of the street
    date: day of the pickup, YYYY-MM-DD
    pieces: number of pieces
    """
    number = f"PU-{date[5:7]}{date[8:]}{street.strip()[:2].upper()}"
    return {"pickup_id": number, "item": item, "pieces": pieces, "state": "booked"}


def get_tonnage(site: str, quarter: str) -> dict[str, Any]:
    """Tonnage that a recycling site took in during a quarter.

    site: name of the site, e.g. Ferry Road
    quarter: e.g. Q4 2025
    """
    if (site.strip().casefold(), quarter) not in _TONNAGE:
        raise ValueError(f"no figures for {site} in {quarter}")
    return {"site": site, "quarter": quarter, "tonnes": _TONNAGE[site.strip().casefold(), quarter]}
