"""Tools for the front desk of a small medical practice."""

from typing import Any, Literal

_PATIENTS: dict[int, dict[str, str]] = {
    5021: {"surname": "Okafor", "first_name": "Grace", "date_of_birth": "1984-07-02"},
    5044: {"surname": "Hughes", "first_name": "Martin", "date_of_birth": "1951-11-23"},
    5067: {"surname": "Bianchi", "first_name": "Luca", "date_of_birth": "2016-05-30"},
    5090: {"surname": "Novak", "first_name": "Petra", "date_of_birth": "1990-01-15"},
}
_PRESCRIPTIONS: dict[int, list[dict[str, Any]]] = {
    5021: [{"drug": "Levothyroxine", "dose_mg": 0.075, "repeats_left": 3}],
    5044: [
        {"drug": "Atorvastatin", "dose_mg": 20, "repeats_left": 5},
        {"drug": "Ramipril", "dose_mg": 2.5, "repeats_left": 1},
    ],
    5067: [],
    5090: [{"drug": "Sumatriptan", "dose_mg": 50, "repeats_left": 2}],
}
_APPOINTMENTS = {
    5021: ("Svensson", "2026-03-24", "10:40"),
    5044: ("Patel", "2026-03-17", "08:50"),
    5090: ("Moreau", "2026-04-07", "15:10"),
}
_LABS: dict[tuple[int, str], tuple[float, str, str]] = {
    (5021, "tsh"): (4.8, "mIU/L", "2026-02-11"),
    (5021, "ferritin"): (31.0, "ug/L", "2026-02-11"),
    (5044, "cholesterol"): (5.9, "mmol/L", "2026-01-29"),
    (5044, "hba1c"): (47.0, "mmol/mol", "2026-01-29"),
    (5090, "ferritin"): (18.5, "ug/L", "2026-02-20"),
}
_SLOTS: dict[tuple[str, str], list[str]] = {
    ("patel", "2026-03-16"): ["09:10", "11:30"],
    ("patel", "2026-03-19"): ["14:20"],
    ("svensson", "2026-03-16"): ["08:30", "16:45"],
    ("svensson", "2026-03-20"): ["12:05"],
    ("moreau", "2026-03-18"): ["09:55", "13:15", "17:05"],
}
_DOCTORS = {"patel": "12", "svensson": "7", "moreau": "3"}


def _doctor(name: str) -> str:
    key = name.strip().casefold().removeprefix("dr.").removeprefix("dr ").strip()
    if key not in _DOCTORS:
        raise LookupError(f"no doctor called {name!r}")
    return key


def _known(patient_id: int) -> dict[str, str]:
    if patient_id not in _PATIENTS:
        raise ValueError(f"unknown patient number {patient_id}")
    return _PATIENTS[patient_id]


def find_patient(surname: str, date_of_birth: str) -> dict[str, Any]:
    """Find a registered patient.

    Args:
        surname: Family name of the patient.
        date_of_birth: Date of birth as YYYY-MM-DD.

    Returns:
        The patient's number, first name and surname.

    Raises:
        LookupError: If nobody with that surname and date of birth is registered.
    """
    for patient_id, patient in _PATIENTS.items():
        same_name = patient["surname"].casefold() == surname.strip().casefold()
        if same_name and patient["date_of_birth"] == date_of_birth.strip():
            return {
                "patient_id": patient_id,
                "first_name": patient["first_name"],
                "surname": patient["surname"],
            }
    raise LookupError("no such patient")


def list_prescriptions(patient_id: int) -> list[dict[str, Any]]:
    """List the current repeat prescriptions of a patient.

    Args:
        patient_id: Patient number.

    Returns:
        Drug, dose in milligrams and number of repeats left for each prescription.
    """
    _known(patient_id)
    return _PRESCRIPTIONS[patient_id]


def next_appointment(patient_id: int) -> dict[str, Any]:
    """Return the next booked appointment of a patient.

    Args:
        patient_id: Patient number.

    Returns:
        Doctor, date and time; all three are None when nothing is booked.
    """
    _known(patient_id)
    doctor, day, time = _APPOINTMENTS.get(patient_id, (None, None, None))
    return {"patient_id": patient_id, "doctor": doctor, "date": day, "time": time}


def lab_result(patient_id: int, test: Literal["cholesterol", "hba1c", "ferritin", "tsh"]) -> dict[str, Any]:
    """Return the latest laboratory result of a patient for one blood test.

    Args:
        patient_id: Patient number.
        test: Which blood test.

    Raises:
        LookupError: If the patient never had that test.
    """
    _known(patient_id)
    key = (patient_id, test.strip().casefold())
    if key not in _LABS:
        raise LookupError(f"no {test} result for patient {patient_id}")
    value, unit, taken = _LABS[key]
    return {"patient_id": patient_id, "test": test, "value": value, "unit": unit, "taken_on": taken}


def free_slots(doctor: str, date: str) -> list[str]:
    """List the free appointment times of a doctor on a given day.

    Args:
        doctor: Surname of the doctor.
        date: Day to look at, as YYYY-MM-DD.

    Returns:
        Start times as HH:MM, earliest first. Empty when the day is full.
    """
    return _SLOTS.get((_doctor(doctor), date.strip()), [])


def book_appointment(
    patient_id: int,
    doctor: str,
    date: str,
    time: str,
    kind: Literal["in_person", "phone", "video"] = "in_person",
) -> dict[str, Any]:
    """Book an appointment for a patient with a doctor.

    Args:
        patient_id: Patient number.
        doctor: Surname of the doctor.
        date: Day of the appointment, as YYYY-MM-DD.
        time: Start time, as HH:MM. Must be one of the doctor's free slots.
        kind: How the consultation takes place.

    Returns:
        The booking reference and the room number.

    Raises:
        ValueError: If the slot is not free.
    """
    _known(patient_id)
    key = _doctor(doctor)
    if time.strip() not in _SLOTS.get((key, date.strip()), []):
        raise ValueError(f"{time} on {date} is not free")
    reference = f"AP{patient_id}{time.strip().replace(':', '')}"
    return {
        "reference": reference,
        "doctor": doctor,
        "date": date,
        "time": time,
        "kind": kind,
        "room": _DOCTORS[key],
    }


def body_mass_index(weight_kg: float, height_cm: float) -> dict[str, Any]:
    """Calculate the body mass index (BMI) from weight in kilograms and height in centimetres."""
    if weight_kg <= 0 or height_cm <= 0:
        raise ValueError("weight and height must be positive")
    return {"bmi": round(weight_kg / (height_cm / 100) ** 2, 1)}
