"""Appointments and records of a dermatology practice."""

from typing import Any, Literal

_PATIENTS = {
    "Gerda Finch": {"patient_id": "P3301", "doctor": "Dr Amsel", "insurer": "Vita Mutual"},
    "Luca Brandt": {"patient_id": "P3318", "doctor": "Dr Okoro", "insurer": "Helvia"},
    "Sunniva Rask": {"patient_id": "P3325", "doctor": "Dr Amsel", "insurer": "Helvia"},
}
_LAB = {"P3301": "benign naevus", "P3318": "contact allergy to nickel", "P3325": "pending"}
_SLOTS = {
    ("dr amsel", "2026-09-14"): ["09:20", "15:40"],
    ("dr okoro", "2026-09-14"): ["11:05"],
    ("dr okoro", "2026-09-16"): ["08:15", "13:30"],
}
_PRICES = {"mole check": 64.0, "cryotherapy": 48.5, "patch test": 112.0, "light therapy": 37.0}


def patient_lookup(full_name: str) -> dict[str, Any]:
    """Looks up a patient.

    Args:
        full_name: First name and surname.

    Returns:
        Patient id, usual doctor and insurer.
    """
    for name, patient in _PATIENTS.items():
        if name.lower() == full_name.strip().lower():
            return {"name": name, **patient}
    raise ValueError("not found")


def lab_result(patient_id: str) -> dict[str, str]:
    """Returns the latest laboratory finding of a patient.

    Args:
        patient_id: Id such as P3300.
    """
    if patient_id.upper() not in _LAB:
        raise ValueError("not found")
    return {"patient_id": patient_id.upper(), "finding": _LAB[patient_id.upper()]}


def open_slots(doctor: str, date: str) -> list[str]:
    """Lists the free appointment times of a doctor on a date.

    Args:
        doctor: Title and surname, e.g. "Dr Smith".
        date: YYYY-MM-DD.
    """
    return _SLOTS.get((doctor.strip().lower(), date), [])


def book_visit(patient_id: str, doctor: str, date: str, time: str, first_visit: bool = False) -> dict[str, Any]:
    """Books an appointment.

    Args:
        patient_id: Id of the patient.
        doctor: Title and surname.
        date: YYYY-MM-DD.
        time: HH:MM.
        first_visit: Whether the patient has never been here before.

    Returns:
        The booking code.
    """
    return {"booking": f"D{patient_id[-2:]}{date[8:]}{time[:2]}", "minutes": 40 if first_visit else 20}


def treatment_price(treatment: Literal["mole check", "cryotherapy", "patch test", "light therapy"]) -> dict[str, float]:
    """Returns the price of a treatment in euros.

    Args:
        treatment: Kind of treatment.
    """
    return {"price": _PRICES[treatment]}
