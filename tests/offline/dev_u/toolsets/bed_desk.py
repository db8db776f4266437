"""Bed management in a hospital."""

from typing import Any, Literal

Ward = Literal["cardiology", "orthopaedics", "respiratory", "surgery"]

_BEDS: list[dict[str, Any]] = [
    {"bed": "C-04", "ward": "cardiology", "single_room": False, "state": "free"},
    {"bed": "C-11", "ward": "cardiology", "single_room": True, "state": "cleaning"},
    {"bed": "O-02", "ward": "orthopaedics", "single_room": False, "state": "free"},
    {"bed": "O-09", "ward": "orthopaedics", "single_room": True, "state": "free"},
    {"bed": "R-15", "ward": "respiratory", "single_room": True, "state": "free"},
    {"bed": "S-07", "ward": "surgery", "single_room": False, "state": "cleaning"},
]
_PATIENTS: dict[str, dict[str, Any]] = {
    "P30418": {"name": "Walter Hemsley", "bed": "S-12", "ward": "surgery", "consultant": "Dr Iqbal"},
    "P30455": {"name": "Greta Oduya", "bed": "ED-3", "ward": "emergency", "consultant": "Dr Saunders"},
    "P30467": {"name": "Leon Prideaux", "bed": "ED-6", "ward": "emergency", "consultant": "Dr Mbeki"},
    "P30390": {"name": "Ana Ferreira", "bed": "C-08", "ward": "cardiology", "consultant": "Dr Lowell"},
}
_LEAVING: dict[tuple[str, str], list[str]] = {
    ("cardiology", "2026-02-18"): ["C-08", "C-13"],
    ("surgery", "2026-02-18"): ["S-12"],
    ("surgery", "2026-02-19"): ["S-03", "S-05", "S-10"],
    ("orthopaedics", "2026-02-19"): ["O-14"],
    ("respiratory", "2026-02-18"): [],
}
_SISTERS = {
    "cardiology": ("Bridget Lahey", "4410"),
    "orthopaedics": ("Femi Adair", "4432"),
    "respiratory": ("Kirsten Boyd", "4457"),
    "surgery": ("Paulo Reis", "4481"),
}


def patient_by_name(name: str) -> dict[str, Any]:
    """Where a patient is. Gives patient number, bed, ward and consultant."""
    for number, one in _PATIENTS.items():
        if one["name"].lower() == name.strip().lower():
            return {"patient_no": number, **one}
    raise ValueError(f"no patient {name}")


def patient_by_number(patient_no: str) -> dict[str, Any]:
    """Same by hospital number (P and five digits)."""
    key = patient_no.strip().upper()
    if key not in _PATIENTS:
        raise ValueError(f"no patient {patient_no}")
    return {"patient_no": key, **_PATIENTS[key]}


def free_beds(ward: Ward, single_room: bool = False) -> list[str]:
    """Free beds of a ward.

    Args:
        ward: The ward.
        single_room: Only beds in single rooms.
    """
    return [
        one["bed"]
        for one in _BEDS
        if one["ward"] == ward and one["state"] == "free" and (one["single_room"] or not single_room)
    ]


def allocate_bed(patient_no: str, bed: str, urgency: Literal["routine", "urgent"] = "routine") -> dict[str, str]:
    """Give a bed to a patient.

    Args:
        patient_no: P and five digits.
        bed: Code of the bed.
        urgency: How soon the move must happen.
    """
    if patient_no.strip().upper() not in _PATIENTS:
        raise ValueError(f"no patient {patient_no}")
    wait = {"routine": "within 4 hours", "urgent": "within 30 minutes"}[urgency]
    return {"allocation": f"AL{patient_no.strip()[-3:]}/{bed.strip().upper()}", "porter": wait}


def discharges(ward: Ward, day: str) -> list[str]:
    """Beds that are planned to empty on a day (ISO date)."""
    return _LEAVING.get((ward, day), [])


def ward_contact(ward: Ward) -> dict[str, str]:
    """Nurse in charge and extension."""
    if ward not in _SISTERS:
        raise ValueError(f"no ward {ward}")
    return {"in_charge": _SISTERS[ward][0], "extension": _SISTERS[ward][1]}


def request_cleaning(bed: str, level: Literal["standard", "deep"] = "standard") -> dict[str, Any]:
    """Order a bed space to be cleaned; returns ticket and minutes needed.

    Args:
        bed: Code of the bed.
        level: Deep after infections.
    """
    return {"ticket": f"CL-{bed.strip().upper()}-{level[0].upper()}", "minutes": 25 if level == "standard" else 95}
