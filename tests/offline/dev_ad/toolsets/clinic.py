"""Patients, doctors and appointments of a private clinic."""

from typing import Any

_PATIENTS: dict[str, dict[str, Any]] = {
    "P-33": {"name": "Hugo Lindt", "birth_date": "1961-09-17", "doctor_id": "D-4", "blood_group": "A+"},
    "P-34": {"name": "Salma Wren", "birth_date": "1988-02-05", "doctor_id": "D-7", "blood_group": "O-"},
    "P-40": {"name": "Greta Poole", "birth_date": "2001-12-30", "doctor_id": "D-4", "blood_group": "B+"},
}
_DOCTORS = {
    "D-4": {"name": "Dr Nadia Roth", "specialty": "cardiology", "phone": "555-3104", "room": "2.17"},
    "D-7": {"name": "Dr Ivo Castle", "specialty": "dermatology", "phone": "555-3107", "room": "1.05"},
}
_PRESCRIPTIONS = {
    "P-33": [
        {"prescription_id": "RX-801", "medicine": "bisoprolol", "dose_mg": 5, "active": True},
        {"prescription_id": "RX-772", "medicine": "ramipril", "dose_mg": 10, "active": False},
    ],
    "P-34": [{"prescription_id": "RX-815", "medicine": "tacrolimus", "dose_mg": 1, "active": True}],
    "P-40": [],
}
_SLOTS = {("D-4", "2026-05-11"): ["09:20", "13:40"], ("D-7", "2026-05-12"): ["08:10", "16:30"]}


def find_patient(patient_name: str) -> dict[str, Any]:
    """Find a patient by name.

    Args:
        patient_name: Full name of the patient.

    Returns:
        Patient id, birth date, blood group and id of the treating doctor.
    """
    for patient_id, one in _PATIENTS.items():
        if one["name"] == patient_name:
            return {"patient_id": patient_id, **one}
    raise ValueError("no such patient")


def get_patient(patient_id: str) -> dict[str, Any]:
    """Record of a patient: birth date, blood group and treating doctor.

    Args:
        patient_id: e.g. P-12.
    """
    if patient_id not in _PATIENTS:
        raise ValueError("no such patient")
    return {"patient_id": patient_id, **_PATIENTS[patient_id]}


def get_doctor(doctor_id: str) -> dict[str, Any]:
    """Name, specialty, phone number and room of a doctor.

    Args:
        doctor_id: e.g. D-2.
    """
    if doctor_id not in _DOCTORS:
        raise ValueError("no such doctor")
    return {"doctor_id": doctor_id, **_DOCTORS[doctor_id]}


def list_prescriptions(patient_id: str, active: bool = False) -> list[dict[str, Any]]:
    """List the prescriptions of a patient.

    Args:
        patient_id: e.g. P-12.
        active: Only active prescriptions.
    """
    return [one for one in _PRESCRIPTIONS[patient_id] if one["active"] or not active]


def get_free_slots(doctor_id: str, date: str) -> dict[str, Any]:
    """Free slots of a doctor on a day.

    Args:
        doctor_id: e.g. D-2.
        date: YYYY-MM-DD.
    """
    return {"doctor_id": doctor_id, "date": date, "free_slots": _SLOTS.get((doctor_id, date), [])}


def schedule_appointment(patient_id: str, doctor_id: str, date: str, time: str) -> dict[str, Any]:
    """Schedule an appointment of a patient with a doctor.

    Args:
        patient_id: e.g. P-12.
        doctor_id: e.g. D-2.
        date: YYYY-MM-DD.
        time: HH:MM.
    """
    return {"appointment_id": f"AP-{patient_id[2:]}{doctor_id[2:]}{date[8:]}", "date": date, "time": time}


def renew_prescription(prescription_id: str) -> dict[str, Any]:
    """Renew a prescription.

    Args:
        prescription_id: e.g. RX-100.
    """
    return {"prescription_id": prescription_id, "renewal_code": f"RN{prescription_id[3:]}K"}
