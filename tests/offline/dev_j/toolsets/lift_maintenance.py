"""Service desk of a lift maintenance firm."""

from typing import Any, Literal

_LIFTS: dict[str, dict[str, Any]] = {
    "KL-401": {
        "building": "Orchard Court",
        "kind": "passenger",
        "model": "Vertis 630",
        "last_service": "2026-01-28",
        "technician": "Pavel Dvorak",
        "inspection_due": "2026-07-30",
        "district": "west",
    },
    "KL-402": {
        "building": "Orchard Court",
        "kind": "goods",
        "model": "Hauler 2000",
        "last_service": "2025-11-13",
        "technician": "Siobhan Keane",
        "inspection_due": "2026-05-19",
        "district": "west",
    },
    "KL-415": {
        "building": "St Luke's Hospital",
        "kind": "bed",
        "model": "Medlift 1600",
        "last_service": "2026-02-17",
        "technician": "Siobhan Keane",
        "inspection_due": "2026-08-21",
        "district": "centre",
    },
    "KL-433": {
        "building": "Granary Offices",
        "kind": "passenger",
        "model": "Vertis 1000",
        "last_service": "2025-12-09",
        "technician": "Tunde Bello",
        "inspection_due": "2026-06-11",
        "district": "harbour",
    },
}
_TECHNICIANS: dict[str, dict[str, Any]] = {
    "pavel dvorak": {"mobile": "07700 900613", "grade": 3},
    "siobhan keane": {"mobile": "07700 900644", "grade": 5},
    "tunde bello": {"mobile": "07700 900672", "grade": 4},
}
_ON_CALL = {
    ("west", "day"): "Pavel Dvorak",
    ("west", "night"): "Tunde Bello",
    ("centre", "day"): "Siobhan Keane",
    ("centre", "night"): "Pavel Dvorak",
    ("harbour", "day"): "Tunde Bello",
    ("harbour", "night"): "Siobhan Keane",
}
_PARTS: dict[str, tuple[str, int, float]] = {
    "DR-88": ("door roller", 24, 17.5),
    "CB-12": ("call button", 9, 42.0),
    "RP-30": ("rope set", 2, 615.0),
    "LS-05": ("light strip", 0, 28.9),
}


def lift_in_building(building: str, kind: Literal["passenger", "goods", "bed"] = "passenger") -> dict[str, Any]:
    """Identify a lift by where it is.

    Args:
        building: Name of the building.
        kind: Kind of lift.

    Returns:
        Lift number, model and district of the building.

    Raises:
        ValueError: There is no such lift under contract.
    """
    for lift_no, lift in _LIFTS.items():
        if lift["building"].lower() == building.strip().lower() and lift["kind"] == kind:
            return {"lift_no": lift_no, "model": lift["model"], "district": lift["district"]}
    raise ValueError(f"no {kind} lift in {building}")


def service_record(lift_no: str) -> dict[str, str]:
    """Last service of a lift and the coming inspection.

    Args:
        lift_no: Number of the lift, for example KL-100.

    Returns:
        Date of the last service, technician, and the date by which the inspection is due.
    """
    lift = _LIFTS.get(lift_no.upper())
    if lift is None:
        raise ValueError(f"no lift {lift_no}")
    return {key: lift[key] for key in ("last_service", "technician", "inspection_due")}


def open_job(
    lift_no: str,
    fault: Literal["doors", "stuck", "noise", "levelling", "lighting"],
    people_inside: bool = False,
) -> dict[str, Any]:
    """Open a repair job.

    Args:
        lift_no: Number of the lift.
        fault: What is wrong.
        people_inside: Whether anybody is shut in.

    Returns:
        Job number and the minutes until somebody arrives.
    """
    if lift_no.upper() not in _LIFTS:
        raise ValueError(f"no lift {lift_no}")
    wait = 25 if people_inside else {"stuck": 90, "doors": 150}.get(fault, 480)
    return {"job": f"J{lift_no[-3:]}-{fault[:2].upper()}", "arrival_minutes": wait}


def on_call(district: Literal["west", "centre", "harbour"], shift: Literal["day", "night"] = "day") -> str:
    """Who is on call.

    Args:
        district: Part of the city.
        shift: Day or night.

    Returns:
        Name of the technician.
    """
    return _ON_CALL[district, shift]


def technician(name: str) -> dict[str, Any]:
    """Contact and grade of a technician.

    Args:
        name: Full name.

    Returns:
        Mobile number and grade from 1 to 5.
    """
    if name.strip().lower() not in _TECHNICIANS:
        raise ValueError(f"no technician {name}")
    return _TECHNICIANS[name.strip().lower()]


def part(part_no: str) -> dict[str, Any]:
    """Stock and price of a spare part.

    Args:
        part_no: Part number.

    Returns:
        Description, pieces in stock and unit price in pounds; `found` is false for an unknown number.
    """
    if part_no.upper() not in _PARTS:
        return {"found": False, "part_no": part_no}
    name, stock, price = _PARTS[part_no.upper()]
    return {"found": True, "name": name, "in_stock": stock, "unit_price": price}


def quote_repair(hours: float, callout: Literal["standard", "evening", "sunday"] = "standard") -> dict[str, float]:
    """Labour cost of a repair, without parts.

    Args:
        hours: Hours of work.
        callout: When the work is done.

    Returns:
        Pounds before and after tax of 20 %.
    """
    net = hours * {"standard": 64.0, "evening": 88.0, "sunday": 112.0}[callout] + 35.0
    return {"net": round(net, 2), "gross": round(net * 1.2, 2)}
