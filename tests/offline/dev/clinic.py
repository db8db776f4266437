"""A clinic: patients, doctors, appointments, prescriptions. Short docstrings without argument sections."""

from typing import Any, Literal

from tests.offline.dev.case import Case

_DOCTORS = {
    "D-2": {"doctor_id": "D-2", "name": "Dr. Ines Falk", "specialty": "cardiology", "phone": "555-0142", "room": "3.11"}
}


def get_patient(patient_id: str) -> dict[str, Any]:
    """Return a patient's record: name, birth date and the id of the treating doctor."""
    return {"patient_id": patient_id, "name": "Maria Lopez", "birth_date": "1984-02-09", "doctor_id": "D-2"}


def find_patient(name: str) -> dict[str, Any]:
    """Find a patient by name and return the patient id."""
    return {"patient_id": "P-33", "name": name}


def get_doctor(doctor_id: str) -> dict[str, Any]:
    """Return a doctor's name, specialty, phone number and room."""
    return _DOCTORS.get(doctor_id, {"error": "no such doctor"})


def find_doctors(specialty: Literal["cardiology", "dermatology", "neurology", "pediatrics"]) -> list[dict[str, Any]]:
    """List the doctors of a specialty with their next free slot."""
    return [
        {"doctor_id": "D-2", "name": "Dr. Ines Falk", "next_slot": "2026-04-08 09:00"},
        {"doctor_id": "D-5", "name": "Dr. Omar Haddad", "next_slot": "2026-04-06 14:30"},
    ]


def list_prescriptions(patient_id: str, active_only: bool = False) -> list[dict[str, Any]]:
    """List the prescriptions of a patient."""
    rows = [{"drug": "Ramipril", "dose_mg": 5, "active": True}, {"drug": "Ibuprofen", "dose_mg": 400, "active": False}]
    return [row for row in rows if row["active"] or not active_only]


def check_interactions(drugs: list[str]) -> dict[str, Any]:
    """Check whether drugs interact with each other."""
    return {"drugs": drugs, "severity": "moderate", "note": "monitor blood pressure"}


def create_appointment(patient_id: str, doctor_id: str, date: str, time: str) -> dict[str, Any]:
    """Create an appointment for a patient with a doctor.

    date is YYYY-MM-DD and time is HH:MM.
    """
    return {"appointment_id": "A-771", "patient_id": patient_id, "doctor_id": doctor_id, "date": date, "time": time}


TOOLS = [
    get_patient,
    find_patient,
    get_doctor,
    find_doctors,
    list_prescriptions,
    check_interactions,
    create_appointment,
]

CASES = [
    Case(
        "Which doctor treats patient P-33 and what's their phone number?",
        (("get_patient", {"patient_id": "P-33"}), ("get_doctor", {"doctor_id": "D-2"})),
        ("Falk", "555-0142"),
    ),
    Case(
        "What is the phone number of the doctor who treats patient P-33?",
        (("get_patient", {"patient_id": "P-33"}), ("get_doctor", {"doctor_id": "D-2"})),
        ("555-0142",),
    ),
    Case(
        "Find the patient Maria Lopez and list her prescriptions.",
        (("find_patient", {"name": "Maria Lopez"}), ("list_prescriptions", {"patient_id": "P-33"})),
        ("Ramipril", "400"),
    ),
    Case(
        "Which active prescriptions does Maria Lopez have?",
        (
            ("find_patient", {"name": "Maria Lopez"}),
            ("list_prescriptions", {"patient_id": "P-33", "active_only": True}),
        ),
        ("Ramipril",),
    ),
    Case(
        "Do Ramipril and Ibuprofen interact, and which cardiology doctors are there?",
        (("check_interactions", {"drugs": ["Ramipril", "Ibuprofen"]}), ("find_doctors", {"specialty": "cardiology"})),
        ("moderate", "Haddad"),
    ),
    Case(
        "Create an appointment for patient P-33 with doctor D-2 on 8 April 2026 at 9:00 and tell me the doctor's room.",
        (
            ("create_appointment", {"patient_id": "P-33", "doctor_id": "D-2", "date": "2026-04-08", "time": "09:00"}),
            ("get_doctor", {"doctor_id": "D-2"}),
        ),
        ("A-771", "3.11"),
    ),
    Case(
        "Find dermatology doctors and show the record of patient P-40.",
        (("find_doctors", {"specialty": "dermatology"}), ("get_patient", {"patient_id": "P-40"})),
        ("D-5", "1984-02-09"),
    ),
    Case(
        "I need a cardiologist. Which doctors have a free slot?",
        (("find_doctors", {"specialty": "cardiology"}),),
        ("D-5",),
    ),
    Case(
        "Get the birth date of patient P-12 and the specialty of doctor D-2.",
        (("get_patient", {"patient_id": "P-12"}), ("get_doctor", {"doctor_id": "D-2"})),
        ("1984-02-09", "cardiology"),
    ),
    Case("Make an appointment for Maria Lopez.", (), ()),
]
