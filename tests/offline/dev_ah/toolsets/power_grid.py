"""Outages, substations, load and repair crews of a regional grid operator."""

from typing import Any, Literal

OUTAGES = {
    "OUT-5521": ("Norhaven", "open", "SS-12", "2026-02-06", 840, "storm damage to a pole", "18:30"),
    "OUT-5524": ("Norhaven", "open", "SS-14", "2026-02-07", 215, "broken underground cable", "21:00"),
    "OUT-5526": ("Norhaven", "restored", "SS-12", "2026-02-01", 60, "blown fuse", "11:15"),
    "OUT-5530": ("Westvale", "open", "SS-18", "2026-02-07", 1310, "transformer fire", "23:45"),
    "OUT-5533": ("Westvale", "open", "SS-18", "2026-02-07", 95, "flooded cable duct", "16:20"),
    "OUT-5537": ("Westvale", "open", "SS-31", "2026-02-08", 402, "fallen tree", "13:40"),
    "OUT-5540": ("Eastmoor", "planned", "SS-31", "2026-02-19", 77, "meter replacement", "10:00"),
    "OUT-5542": ("Eastmoor", "planned", "SS-33", "2026-02-24", 530, "switchgear upgrade", "15:30"),
}
SUBSTATIONS = {
    "SS-12": ("Quay Road", "Norhaven City", 64, "Ruth Adeyemi"),
    "SS-14": ("Fellgate", "Harrowby", 38, "Ruth Adeyemi"),
    "SS-18": ("Mill Cross", "Lindmouth", 92, "Bastian Krol"),
    "SS-31": ("Tarn Side", "Lindmouth", 47, "Bastian Krol"),
    "SS-33": ("Copse Lane", "Eastmoor Bridge", 55, "Wen Zhao"),
}
ENGINEERS = {
    "Ruth Adeyemi": ("01632 960 114", "day"),
    "Bastian Krol": ("01632 960 127", "night"),
    "Wen Zhao": ("01632 960 139", "day"),
}
CREWS = {
    "Lindmouth": [("CR-4", "Sal Moreno", 5, 14.2), ("CR-7", "Jo Tennant", 3, 6.8), ("CR-9", "Ade Bello", 4, 22.5)],
    "Harrowby": [("CR-2", "Kit Larsen", 4, 3.1)],
}
LOADS = {
    ("Norhaven", "2026-02-09"): (412, "18:00"),
    ("Eastmoor", "2026-02-03"): (287, "17:30"),
    ("Eastmoor", "2026-02-04"): (301, "07:45"),
    ("Westvale", "2026-02-09"): (355, "19:15"),
}


def list_outages(
    region: str, status: Literal["open", "planned", "restored"] | None = None
) -> dict[str, list[dict[str, Any]]]:
    """List the power outages in a region, optionally only those of one status."""
    found = [
        {"outage_id": key, "status": row[1], "substation_id": row[2], "date": row[3], "households": row[4]}
        for key, row in OUTAGES.items()
        if row[0].casefold() == region.strip().casefold() and status in (None, row[1])
    ]
    return {"outages": found}


def get_outage(outage_id: str) -> dict[str, Any]:
    """Details of an outage: its cause, the substation, the households affected and the expected repair time.

    The outage_id looks like OUT-5500.
    """
    if outage_id not in OUTAGES:
        return {"error": f"outage {outage_id} not found"}
    region, status, substation_id, date, households, cause, repaired_at = OUTAGES[outage_id]
    return {
        "outage_id": outage_id,
        "region": region,
        "status": status,
        "substation_id": substation_id,
        "date": date,
        "households": households,
        "cause": cause,
        "expected_repair_time": repaired_at,
    }


def get_substation(substation_id: str) -> dict[str, Any]:
    """Name, city, capacity and responsible engineer of a substation (substation_id e.g. SS-10)."""
    if substation_id not in SUBSTATIONS:
        return {"error": f"substation {substation_id} not found"}
    name, city, capacity, engineer = SUBSTATIONS[substation_id]
    return {
        "substation_id": substation_id,
        "name": name,
        "city": city,
        "capacity_mw": capacity,
        "engineer": engineer,
    }


def get_engineer(engineer: str) -> dict[str, Any]:
    """Phone number and shift of an engineer, by full name."""
    for name, (phone, shift) in ENGINEERS.items():
        if name.casefold() == engineer.strip().casefold():
            return {"engineer": name, "phone": phone, "shift": shift}
    return {"error": f"engineer {engineer} not found"}


def get_load_forecast(region: str, date: str) -> dict[str, Any]:
    """Forecast of the peak load of a region on a date (YYYY-MM-DD)."""
    for (known, day), (peak, time) in LOADS.items():
        if known.casefold() == region.strip().casefold() and day == date:
            return {"region": known, "date": date, "peak_load_mw": peak, "peak_time": time}
    return {"error": f"no forecast for {region} on {date}"}


def list_crews(city: str) -> dict[str, list[dict[str, Any]]]:
    """List the repair crews of a city with leader, number of members and distance."""
    rows = next((rows for key, rows in CREWS.items() if key.casefold() == city.strip().casefold()), [])
    return {
        "crews": [
            {"crew_id": crew_id, "leader": leader, "members": members, "distance_km": distance}
            for crew_id, leader, members, distance in rows
        ]
    }


def assign_crew(crew_id: str, outage_id: str) -> dict[str, Any]:
    """Assign a repair crew to an outage (crew_id e.g. CR-1, outage_id e.g. OUT-5500)."""
    if outage_id not in OUTAGES:
        return {"error": f"outage {outage_id} not found"}
    return {"work_order": f"WO-{crew_id[3:]}{outage_id[4:]}", "crew_id": crew_id, "outage_id": outage_id}
