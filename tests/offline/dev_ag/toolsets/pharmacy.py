"""Medicines, patients and prescriptions of a small chain of pharmacies."""

from typing import Any, Literal

_MEDICINES: dict[str, dict[str, Any]] = {
    "M-118": {"medicine": "ibuprofen", "price_eur": 4.85, "prescription_only": False, "pack_size": 20},
    "M-131": {"medicine": "cetirizine", "price_eur": 7.2, "prescription_only": False, "pack_size": 30},
    "M-204": {"medicine": "amoxicillin", "price_eur": 11.4, "prescription_only": True, "pack_size": 14},
    "M-219": {"medicine": "ramipril", "price_eur": 13.65, "prescription_only": True, "pack_size": 98},
}
_PATIENTS: dict[str, dict[str, str]] = {
    "PT-52": {"patient_name": "Edmund Laska", "birth_date": "1958-10-04", "phone": "020 7946 0143"},
    "PT-67": {"patient_name": "Carla Whitcombe", "birth_date": "1983-03-29", "phone": "020 7946 0177"},
}
_PRESCRIPTIONS: list[dict[str, Any]] = [
    {"prescription_id": "RX-7702", "patient_id": "PT-52", "medicine_id": "M-204", "active": False},
    {"prescription_id": "RX-7710", "patient_id": "PT-52", "medicine_id": "M-219", "active": True},
    {"prescription_id": "RX-7724", "patient_id": "PT-67", "medicine_id": "M-131", "active": True},
    {"prescription_id": "RX-7718", "patient_id": "PT-67", "medicine_id": "M-219", "active": True},
]
_ISSUED = {"RX-7702": "2025-01-17", "RX-7710": "2025-12-09", "RX-7724": "2026-02-11", "RX-7718": "2025-08-26"}
_STOCK = {
    ("M-118", "harbour"): 64,
    ("M-131", "castle street"): 27,
    ("M-204", "northgate"): 19,
    ("M-204", "harbour"): 33,
}
_HOURS = {
    "northgate": {"weekday": "08:30-18:30", "saturday": "09:00-13:30", "sunday": "closed"},
    "harbour": {"weekday": "08:00-20:00", "saturday": "08:45-17:15", "sunday": "10:15-14:00"},
    "castle street": {"weekday": "09:00-18:00", "saturday": "09:30-16:00", "sunday": "11:30-15:00"},
}


def get_medicine(medicine: str) -> dict[str, Any]:
    """Medicine id, price and pack size of a medicine.

    Parameters
    ----------
    medicine : str
        Name of the medicine.

    Returns
    -------
    dict
        The medicine.
    """
    for medicine_id, one in _MEDICINES.items():
        if one["medicine"] == medicine.strip().casefold():
            return {"medicine_id": medicine_id, **one}
    return {"medicine": medicine, "found": False}


def find_patient(patient_name: str) -> dict[str, Any]:
    """Find a patient by name.

    Parameters
    ----------
    patient_name : str
        Full name of the patient.

    Returns
    -------
    dict
        Patient id, birth date and phone number.
    """
    for patient_id, one in _PATIENTS.items():
        if one["patient_name"].casefold() == patient_name.strip().casefold():
            return {"patient_id": patient_id, **one}
    return {"patient_name": patient_name, "found": False}


def list_prescriptions(patient_id: str, active: bool = False) -> dict[str, Any]:
    """List the prescriptions of a patient.

    Parameters
    ----------
    patient_id : str
        Number of the patient, e.g. PT-52.
    active : bool
        Only active prescriptions.

    Returns
    -------
    dict
        The prescriptions, each with its medicine and the day it was issued.
    """
    found = [
        {
            "prescription_id": one["prescription_id"],
            "medicine": _MEDICINES[one["medicine_id"]]["medicine"],
            "issued_on": _ISSUED[one["prescription_id"]],
        }
        for one in _PRESCRIPTIONS
        if one["patient_id"] == patient_id and (one["active"] or not active)
    ]
    return {"patient_id": patient_id, "prescriptions": found}


def renew_prescription(prescription_id: str, days: int = 30) -> dict[str, Any]:
    """Renew a prescription.

    Parameters
    ----------
    prescription_id : str
        Number of the prescription, e.g. RX-7710.
    days : int
        For how many days.

    Returns
    -------
    dict
        Confirmation of the renewal.
    """
    if prescription_id not in _ISSUED:
        return {"prescription_id": prescription_id, "found": False}
    return {"prescription_id": prescription_id, "days": days, "renewal_no": f"RN{prescription_id[3:]}D{days}"}


def check_stock(medicine_id: str, branch: str) -> dict[str, Any]:
    """Check how many packs of a medicine are in stock at a branch.

    Parameters
    ----------
    medicine_id : str
        Number of the medicine, e.g. M-118.
    branch : str
        Name of the branch.

    Returns
    -------
    dict
        Number of packs in stock.
    """
    if medicine_id not in _MEDICINES or branch.strip().casefold() not in _HOURS:
        return {"medicine_id": medicine_id, "branch": branch, "found": False}
    packs = _STOCK.get((medicine_id, branch.strip().casefold()), 0)
    return {"medicine_id": medicine_id, "branch": branch, "packs_in_stock": packs}


def reserve_medicine(medicine_id: str, branch: str, packs: int = 1) -> dict[str, Any]:
    """Reserve packs of a medicine at a branch.

    Parameters
    ----------
    medicine_id : str
        Number of the medicine, e.g. M-118.
    branch : str
        Name of the branch.
    packs : int
        Number of packs.

    Returns
    -------
    dict
        Number of the reservation and the total price.
    """
    if medicine_id not in _MEDICINES or branch.strip().casefold() not in _HOURS:
        return {"medicine_id": medicine_id, "branch": branch, "found": False}
    total = round(_MEDICINES[medicine_id]["price_eur"] * packs, 2)
    return {"reservation_id": f"RS-{branch[0].upper()}{medicine_id[2:]}", "packs": packs, "total_eur": total}


def get_opening_hours(branch: str, day: Literal["weekday", "saturday", "sunday"] = "weekday") -> dict[str, str]:
    """Opening hours of a branch.

    Parameters
    ----------
    branch : str
        Name of the branch.
    day : str
        Kind of day.

    Returns
    -------
    dict
        The hours.
    """
    if branch.strip().casefold() not in _HOURS:
        return {"branch": branch, "opening_hours": "not found"}
    return {"branch": branch, "day": day, "opening_hours": _HOURS[branch.strip().casefold()][day]}
