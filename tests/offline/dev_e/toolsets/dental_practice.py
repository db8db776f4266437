"""Reception of a dental practice."""

from typing import Any, Literal

Treatment = Literal["checkup", "hygiene", "filling", "extraction", "crown"]

_PATIENTS: dict[str, dict[str, Any]] = {
    "P-2047": {"name": "Imogen Sallow", "born": "1988-06-02", "dentist": "Dr Achterberg", "phone": "01632 960417"},
    "P-2113": {"name": "Desmond Okoro", "born": "1951-11-23", "dentist": "Dr Vance", "phone": "01632 960288"},
    "P-2290": {"name": "Lottie Marchetti", "born": "2016-03-15", "dentist": "Dr Vance", "phone": "01632 960733"},
    "P-2351": {"name": "Ruaridh Pell", "born": "1979-09-30", "dentist": "Dr Achterberg", "phone": "01632 960155"},
}
_VISITS: dict[str, dict[str, Any]] = {
    "P-2047": {"visit_ref": "V88120", "day": "2026-05-19", "time": "10:40", "treatment": "crown"},
    "P-2113": {"visit_ref": "V88164", "day": "2026-05-21", "time": "15:20", "treatment": "extraction"},
    "P-2290": {"visit_ref": "V88203", "day": "2026-06-04", "time": "16:10", "treatment": "checkup"},
}
_BALANCE = {"P-2047": 212.5, "P-2113": 0.0, "P-2290": 0.0, "P-2351": 46.8}
_SLOTS: dict[tuple[str, str], list[str]] = {
    ("dr vance", "2026-05-18"): ["09:10", "11:50", "14:30"],
    ("dr vance", "2026-05-20"): ["08:40", "15:50"],
    ("dr achterberg", "2026-05-18"): ["10:20"],
    ("dr achterberg", "2026-05-22"): ["09:30", "13:40", "16:00"],
    ("dr achterberg", "2026-06-11"): ["12:10", "14:50"],
}
_PRICES = {"checkup": (52.0, 20), "hygiene": (68.5, 30), "filling": (119.0, 40), "extraction": (145.0, 45)}


def find_patient(surname: str, born: str | None = None) -> list[dict[str, Any]]:
    """Look up patients by surname, optionally narrowed by date of birth (YYYY-MM-DD)."""
    return [
        {"patient_no": number, **patient}
        for number, patient in _PATIENTS.items()
        if patient["name"].split()[-1].casefold() == surname.strip().casefold() and born in (None, patient["born"])
    ]


def next_visit(patient_no: str) -> dict[str, Any]:
    """The next appointment a patient has in the book."""
    if patient_no not in _PATIENTS:
        raise ValueError(f"no patient {patient_no}")
    return _VISITS.get(patient_no, {"patient_no": patient_no, "found": False})


def outstanding_balance(patient_no: str) -> float:
    """What a patient still owes, in pounds."""
    if patient_no not in _BALANCE:
        raise ValueError(f"no patient {patient_no}")
    return _BALANCE[patient_no]


def free_slots(dentist: str, day: str, part: Literal["morning", "afternoon", "any"] = "any") -> list[str]:
    """Free start times of a dentist (e.g. "Dr Vance") on a day (YYYY-MM-DD)."""
    times = _SLOTS.get((dentist.strip().casefold(), day), [])
    return [time for time in times if part == "any" or (time < "12:00") == (part == "morning")]


def treatment_price(treatment: Treatment, band: Literal["adult", "child", "concession"] = "adult") -> dict[str, Any]:
    """Price and chair time of a treatment."""
    if treatment == "crown":
        return {"treatment": treatment, "price": 590.0 if band == "adult" else 472.0, "minutes": 60}
    price, minutes = _PRICES[treatment]
    share = {"adult": 1.0, "child": 0.5, "concession": 0.8}[band]
    return {"treatment": treatment, "price": round(price * share, 2), "minutes": minutes}


def book_visit(patient_no: str, day: str, time: str, treatment: Treatment = "checkup") -> dict[str, Any]:
    """Put a patient in the appointment book.

    Args:
        patient_no: Number such as P-2047.
        day: YYYY-MM-DD.
        time: HH:MM, one of the free slots.
        treatment: What it is for.
    """
    if patient_no not in _PATIENTS:
        raise ValueError(f"no patient {patient_no}")
    return {"visit_ref": f"V9{patient_no[-2:]}{day[8:]}", "dentist": _PATIENTS[patient_no]["dentist"], "booked": time}


def cancel_visit(visit_ref: str, reason: Literal["patient", "practice", "illness"] = "patient") -> dict[str, Any]:
    """Take an appointment out of the book; a fee applies when the patient simply backs out."""
    if visit_ref not in {visit["visit_ref"] for visit in _VISITS.values()}:
        raise ValueError(f"no visit {visit_ref}")
    return {"visit_ref": visit_ref, "state": "cancelled", "fee": 25.0 if reason == "patient" else 0.0}
