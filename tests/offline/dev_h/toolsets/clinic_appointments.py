"""The appointment desk of an outpatient clinic."""

from typing import Any, Literal

_PATIENTS: dict[str, dict[str, Any]] = {
    "martha ellison": {"patient_id": "P-3108", "date_of_birth": "1961-07-22", "phone": "07700 900112"},
    "jonas reiter": {"patient_id": "P-3140", "date_of_birth": "1988-11-03", "phone": "07700 900187"},
    "amara diallo": {"patient_id": "P-3177", "date_of_birth": "2001-02-14", "phone": "07700 900205"},
    "colin frazer": {"patient_id": "P-3192", "date_of_birth": "1949-09-30", "phone": "07700 900233"},
}
_APPOINTMENTS: dict[str, list[dict[str, Any]]] = {
    "P-3108": [{"appointment_id": "A-9014", "doctor": "Dr Hussain", "day": "2026-06-03", "time": "09:40"}],
    "P-3140": [{"appointment_id": "A-9022", "doctor": "Dr Lindqvist", "day": "2026-06-05", "time": "15:20"}],
    "P-3177": [],
    "P-3192": [{"appointment_id": "A-9037", "doctor": "Dr Moreau", "day": "2026-06-09", "time": "11:00"}],
}
_PAST: dict[str, list[dict[str, Any]]] = {
    "P-3177": [{"appointment_id": "A-8460", "doctor": "Dr Moreau", "day": "2025-12-11", "time": "10:20"}],
    "P-3192": [{"appointment_id": "A-8513", "doctor": "Dr Hussain", "day": "2026-01-19", "time": "08:40"}],
}
_SLOTS: dict[tuple[str, str], list[str]] = {
    ("hussain", "2026-06-08"): ["08:20", "10:40", "16:00"],
    ("hussain", "2026-06-10"): ["13:20"],
    ("lindqvist", "2026-06-08"): ["11:20", "14:40"],
    ("moreau", "2026-06-11"): ["09:00", "09:20", "15:40"],
}
_DOCTORS: dict[str, dict[str, Any]] = {
    "hussain": {"specialty": "cardiology", "room": "B12", "extension": 4471},
    "lindqvist": {"specialty": "dermatology", "room": "A05", "extension": 4415},
    "moreau": {"specialty": "general medicine", "room": "C20", "extension": 4498},
}


def find_patient(full_name: str) -> dict[str, Any]:
    """Find the record of a patient by first and last name."""
    return _PATIENTS.get(full_name.strip().casefold(), {"found": False, "full_name": full_name})


def patient_appointments(patient_id: str, include_past: bool = False) -> list[dict[str, Any]]:
    """List the appointments of a patient.

    Args:
        patient_id: Patient identifier, for example P-3108.
        include_past: Also list appointments that have already taken place.
    """
    if patient_id not in _APPOINTMENTS:
        raise ValueError(f"unknown patient {patient_id!r}")
    return [*(_PAST.get(patient_id, []) if include_past else []), *_APPOINTMENTS[patient_id]]


def free_slots(doctor: str, day: str) -> list[str]:
    """Times at which a doctor is free on a given day.

    Args:
        doctor: Surname of the doctor, without title.
        day: Date (YYYY-MM-DD).
    """
    if doctor.casefold() not in _DOCTORS:
        raise ValueError(f"unknown doctor {doctor!r}")
    return _SLOTS.get((doctor.casefold(), day), [])


def book_appointment(
    patient_id: str,
    doctor: str,
    day: str,
    time: str,
    reason: Literal["consultation", "check-up", "vaccination", "follow-up"] = "consultation",
) -> dict[str, Any]:
    """Book an appointment with a doctor for a patient.

    Args:
        patient_id: Patient identifier.
        doctor: Surname of the doctor, without title.
        day: Date (YYYY-MM-DD).
        time: Start in 24-hour form (HH:MM).
        reason: Why the patient is coming.
    """
    if time not in free_slots(doctor, day):
        raise ValueError("that time is taken")
    number = f"A-{patient_id[-2:]}{day[-2:]}{time[:2]}"
    return {"appointment_id": number, "room": _DOCTORS[doctor.casefold()]["room"], "reason": reason}


def move_appointment(appointment_id: str, new_day: str, new_time: str) -> dict[str, Any]:
    """Move an existing appointment to another day (YYYY-MM-DD) and time (HH:MM)."""
    known = [one["appointment_id"] for booked in _APPOINTMENTS.values() for one in booked]
    if appointment_id not in known:
        raise ValueError(f"unknown appointment {appointment_id!r}")
    return {"appointment_id": appointment_id, "day": new_day, "time": new_time, "change_code": f"M{appointment_id[2:]}"}


def doctor_details(doctor: str) -> dict[str, Any]:
    """Specialty, room and telephone extension of a doctor, by surname without title."""
    if doctor.casefold() not in _DOCTORS:
        raise ValueError(f"unknown doctor {doctor!r}")
    return _DOCTORS[doctor.casefold()]


def send_reminder(patient_id: str, channel: Literal["sms", "email", "letter"] = "sms") -> dict[str, Any]:
    """Remind a patient of the next appointment."""
    if patient_id not in _APPOINTMENTS:
        raise ValueError(f"unknown patient {patient_id!r}")
    return {"reminder_id": f"R-{patient_id[2:]}-{channel[0].upper()}", "state": "queued"}
