"""Front desk of a clinic."""

from typing import Any, Literal

_PATIENTS = {
    7714: ("Helena Marsh", "1961-10-02", "AB+", "D-12"),
    7730: ("Oskar Lind", "1988-07-23", "0-", "D-15"),
    7741: ("Ruth Adeyemi", "1975-01-30", "B+", "D-19"),
}
_DOCTORS = {
    "D-12": {"name": "Dr Farid Nasser", "specialty": "cardiology", "room": "2.08", "phone": "0555 6112"},
    "D-15": {"name": "Dr Sofia Brandao", "specialty": "dermatology", "room": "1.14", "phone": "0555 6115"},
    "D-19": {"name": "Dr Ewan Tait", "specialty": "neurology", "room": "3.21", "phone": "0555 6119"},
}
_PRESCRIPTIONS = [
    {"patient_id": 7714, "medicine": "bisoprolol", "status": "active", "refills": 2},
    {"patient_id": 7714, "medicine": "amoxicillin", "status": "expired", "refills": 0},
    {"patient_id": 7730, "medicine": "cetirizine", "status": "active", "refills": 5},
    {"patient_id": 7741, "medicine": "topiramate", "status": "active", "refills": 1},
    {"patient_id": 7741, "medicine": "naproxen", "status": "expired", "refills": 0},
]
_APPOINTMENTS = {
    "A-901": {"patient_id": 7714, "doctor_id": "D-12", "date": "2026-03-05", "time": "08:40"},
    "A-908": {"patient_id": 7730, "doctor_id": "D-15", "date": "2026-04-27", "time": "11:20"},
    "A-915": {"patient_id": 7741, "doctor_id": "D-19", "date": "2026-03-19", "time": "16:10"},
    "A-922": {"patient_id": 7730, "doctor_id": "D-12", "date": "2026-03-31", "time": "13:50"},
}


def find_patient(name: str) -> dict[str, Any]:
    """Find a patient by name.

    :param name: full name of the patient
    :return: id of the patient
    """
    for patient_id, (patient, *_) in _PATIENTS.items():
        if patient.casefold() == name.strip().casefold():
            return {"patient_id": patient_id, "name": patient}
    raise ValueError(f"no patient called {name}")


def get_patient_record(patient_id: int) -> dict[str, Any]:
    """Birth date, blood type and doctor of a patient.

    :param patient_id: four-digit id of the patient, e.g. 7700
    :return: record with the id of the doctor who treats the patient
    """
    if patient_id not in _PATIENTS:
        raise ValueError(f"no patient {patient_id}")
    name, birth_date, blood_type, doctor_id = _PATIENTS[patient_id]
    return {
        "patient_id": patient_id,
        "name": name,
        "birth_date": birth_date,
        "blood_type": blood_type,
        "doctor_id": doctor_id,
    }


def get_doctor(doctor_id: str) -> dict[str, Any]:
    """Name, specialty, room and phone number of a doctor.

    :param doctor_id: id of the doctor, e.g. "D-10"
    """
    if doctor_id not in _DOCTORS:
        raise ValueError(f"no doctor {doctor_id}")
    return {"doctor_id": doctor_id, **_DOCTORS[doctor_id]}


def list_prescriptions(patient_id: int, status: Literal["active", "expired"] | None = None) -> list[dict[str, Any]]:
    """List the prescriptions of a patient.

    :param patient_id: four-digit id of the patient, e.g. 7700
    :param status: only prescriptions with this status
    """
    return [one for one in _PRESCRIPTIONS if one["patient_id"] == patient_id and status in (None, one["status"])]


def list_appointments(patient_id: int) -> list[dict[str, Any]]:
    """List the appointments of a patient.

    :param patient_id: four-digit id of the patient, e.g. 7700
    """
    return [{"appointment_id": key, **one} for key, one in _APPOINTMENTS.items() if one["patient_id"] == patient_id]


def book_appointment(patient_id: int, doctor_id: str, date: str, time: str) -> dict[str, Any]:
    """Book an appointment for a patient with a doctor.

    :param patient_id: four-digit id of the patient, e.g. 7700
    :param doctor_id: id of the doctor, e.g. "D-10"
    :param date: day, YYYY-MM-DD
    :param time: start, HH:MM
    """
    if patient_id not in _PATIENTS or doctor_id not in _DOCTORS:
        raise ValueError("no such patient or doctor")
    return {"appointment_id": f"A-{patient_id % 100}{date[5:7]}{date[8:]}", "date": date, "time": time}


def cancel_appointment(appointment_id: str) -> dict[str, Any]:
    """Cancel an appointment.

    :param appointment_id: id of the appointment, e.g. "A-900"
    :return: receipt of the cancellation
    """
    if appointment_id not in _APPOINTMENTS:
        raise ValueError(f"no appointment {appointment_id}")
    return {"appointment_id": appointment_id, "receipt": f"CX{appointment_id[2:]}", "state": "cancelled"}
