"""Patients, chairs and transport of a kidney dialysis centre."""

from typing import Any, Literal

Shift = Literal["morning", "afternoon", "evening"]

_PATIENTS: dict[int, dict[str, Any]] = {
    70412: {"surname": "Halloran", "born": "1958-11-02", "ward": "B", "doctor": "Dr Okonjo"},
    70455: {"surname": "Petrides", "born": "1971-04-23", "ward": "A", "doctor": "Dr Lindqvist"},
    70498: {"surname": "Mbeki", "born": "1964-07-30", "ward": "B", "doctor": "Dr Lindqvist"},
    70533: {"surname": "Sorrell", "born": "1949-01-17", "ward": "C", "doctor": "Dr Okonjo"},
}
_PLANS: dict[int, dict[str, Any]] = {
    70412: {"weekdays": ["Monday", "Wednesday", "Friday"], "minutes": 240, "dry_weight_kg": 74.5, "filter": "FX-80"},
    70455: {"weekdays": ["Tuesday", "Thursday", "Saturday"], "minutes": 255, "dry_weight_kg": 61.0, "filter": "FX-60"},
    70498: {"weekdays": ["Monday", "Wednesday", "Friday"], "minutes": 270, "dry_weight_kg": 88.2, "filter": "FX-100"},
    70533: {"weekdays": ["Tuesday", "Saturday"], "minutes": 210, "dry_weight_kg": 57.4, "filter": "FX-50"},
}
_LAB = {
    70412: {"potassium": 5.3, "phosphate": 1.72, "haemoglobin": 10.9},
    70455: {"potassium": 4.6, "phosphate": 1.41, "haemoglobin": 11.6},
    70498: {"potassium": 5.8, "phosphate": 2.05, "haemoglobin": 9.7},
    70533: {"potassium": 4.9, "phosphate": 1.55, "haemoglobin": 10.2},
}
_FREE: dict[tuple[str, str], list[int]] = {
    ("2026-05-11", "morning"): [14],
    ("2026-05-11", "evening"): [3, 9],
    ("2026-05-12", "morning"): [],
    ("2026-05-12", "afternoon"): [21],
    ("2026-05-13", "afternoon"): [6],
    ("2026-05-16", "morning"): [11, 17],
}


def find_patient(surname: str, born: str) -> dict[str, Any]:
    """Find a patient by surname and date of birth.

    Parameters
    ----------
    surname : str
        Family name.
    born : str
        Date of birth, YYYY-MM-DD.

    Returns
    -------
    dict
        Patient number, ward and doctor in charge.
    """
    for number, patient in _PATIENTS.items():
        if patient["surname"].casefold() == surname.strip().casefold() and patient["born"] == born:
            return {"patient_no": number, "ward": patient["ward"], "doctor": patient["doctor"]}
    raise ValueError("no such patient")


def treatment_plan(patient_no: int) -> dict[str, Any]:
    """Weekdays, length in minutes, dry weight and filter of a patient's treatment.

    Parameters
    ----------
    patient_no : int
        Five-digit number.
    """
    if patient_no not in _PLANS:
        raise ValueError(f"no patient {patient_no}")
    return {"patient_no": patient_no, **_PLANS[patient_no]}


def lab_value(patient_no: int, test: Literal["potassium", "phosphate", "haemoglobin"]) -> dict[str, Any]:
    """Latest laboratory value of a patient.

    Parameters
    ----------
    patient_no : int
        Five-digit number.
    test : str
        Which value.
    """
    if patient_no not in _LAB:
        raise ValueError(f"no patient {patient_no}")
    unit = "g/dl" if test == "haemoglobin" else "mmol/l"
    return {"patient_no": patient_no, "test": test, "value": _LAB[patient_no][test], "unit": unit}


def fluid_to_remove(patient_no: int, arrival_weight_kg: float) -> dict[str, float]:
    """Litres to take off in a session, from the weight on arrival and the patient's dry weight.

    Parameters
    ----------
    patient_no : int
        Five-digit number.
    arrival_weight_kg : float
        What the scales show before the session.
    """
    if patient_no not in _PLANS:
        raise ValueError(f"no patient {patient_no}")
    return {"litres": round(arrival_weight_kg - _PLANS[patient_no]["dry_weight_kg"], 2)}


def free_chairs(day: str, shift: Shift) -> list[int]:
    """Numbers of the chairs nobody is booked on.

    Parameters
    ----------
    day : str
        YYYY-MM-DD.
    shift : {"morning", "afternoon", "evening"}
        Part of the day.
    """
    return _FREE.get((day, shift), [])


def book_chair(patient_no: int, day: str, shift: Shift, chair: int) -> dict[str, Any]:
    """Book a chair for an extra session.

    Parameters
    ----------
    patient_no : int
        Five-digit number.
    day : str
        YYYY-MM-DD.
    shift : {"morning", "afternoon", "evening"}
        Part of the day.
    chair : int
        A chair that is free then.

    Returns
    -------
    dict
        Booking code and time of arrival.
    """
    if patient_no not in _PATIENTS or chair not in _FREE.get((day, shift), []):
        raise ValueError("unknown patient or chair not free")
    arrival = {"morning": "06:40", "afternoon": "12:15", "evening": "17:50"}[shift]
    return {"booking": f"DX{patient_no % 1000}-{day[8:]}{shift[0].upper()}{chair}", "arrive_at": arrival}


def order_transport(patient_no: int, day: str, pickup_time: str, wheelchair: bool = False) -> dict[str, Any]:
    """Order a car that brings a patient to the centre.

    Parameters
    ----------
    patient_no : int
        Five-digit number.
    day : str
        YYYY-MM-DD.
    pickup_time : str
        HH:MM, 24 hours.
    wheelchair : bool, default False
        The car must take a wheelchair.
    """
    if patient_no not in _PATIENTS:
        raise ValueError(f"no patient {patient_no}")
    company = "Liftvan Medical" if wheelchair else "Bluebird Cars"
    return {"order": f"TR-{day[5:7]}{day[8:]}-{patient_no % 1000}", "company": company, "pickup": pickup_time}
