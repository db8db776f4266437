"""Patients, vaccinations and appointments of a veterinary practice."""

from typing import Any, Literal

_PATIENTS: dict[str, dict[str, Any]] = {
    "V-310": {"pet": "Biscuit", "species": "dog", "weight_kg": 24.0, "owner": "Marion Teague", "vet": "Dr Solberg"},
    "V-324": {"pet": "Pepper", "species": "cat", "weight_kg": 4.5, "owner": "Ashok Deshmukh", "vet": "Dr Imrie"},
    "V-337": {"pet": "Clover", "species": "rabbit", "weight_kg": 2.0, "owner": "Lottie Vance", "vet": "Dr Imrie"},
}
_VACCINES: dict[str, list[dict[str, str]]] = {
    "V-310": [
        {"vaccine": "distemper", "next_due": "2026-06-13"},
        {"vaccine": "kennel cough", "next_due": "2026-03-29"},
    ],
    "V-324": [{"vaccine": "feline leukaemia", "next_due": "2026-09-04"}],
    "V-337": [{"vaccine": "myxomatosis", "next_due": "2026-04-22"}],
}
_DOSE = {"meloxicam": 0.06, "amoxicillin": 0.25, "prednisolone": 0.1}
_SLOTS: dict[tuple[str, str], list[str]] = {
    ("dr solberg", "2026-03-16"): ["09:20", "14:50"],
    ("dr solberg", "2026-03-17"): ["11:10"],
    ("dr imrie", "2026-03-16"): ["10:40", "16:15"],
    ("dr imrie", "2026-03-18"): [],
}
_BALANCE = {"marion teague": 86.4, "ashok deshmukh": 0.0, "lottie vance": 41.75}
_PRICES = {("check-up", "dog"): 48.0, ("check-up", "cat"): 42.0, ("check-up", "rabbit"): 36.5, ("dental", "dog"): 215.0}


def find_patient(pet: str) -> dict[str, Any]:
    """Look up an animal in the practice records by the name it is called.

    Returns the patient number together with species, weight in kilograms, the owner's name and the
    vet who usually sees the animal.
    """
    for patient_id, patient in _PATIENTS.items():
        if patient["pet"].casefold() == pet.strip().casefold():
            return {"patient_id": patient_id, **patient}
    raise LookupError(f"no patient called {pet!r}")


def vaccination_record(patient_id: str) -> list[dict[str, str]]:
    """Vaccinations with the date when each is next due.

    Args:
        patient_id: e.g. V-300
    """
    if patient_id.strip().upper() not in _VACCINES:
        raise LookupError(f"no patient {patient_id!r}")
    return _VACCINES[patient_id.strip().upper()]


def dosage(drug: str, weight_kg: float) -> dict[str, Any]:
    """Dose of a drug in millilitres for an animal of the given weight.

    Args:
        drug: generic name of the drug
        weight_kg: weight of the animal in kilograms
    """
    if drug.strip().casefold() not in _DOSE:
        raise LookupError(f"unknown drug {drug!r}")
    return {"drug": drug, "ml": round(_DOSE[drug.strip().casefold()] * weight_kg, 2)}


def free_appointments(vet: str, date: str) -> list[str]:
    """Times at which a vet is still free on a day (YYYY-MM-DD)."""
    return _SLOTS.get((vet.strip().casefold(), date), [])


def book_appointment(patient_id: str, date: str, time: str, home_visit: bool = False) -> dict[str, Any]:
    """Book an appointment.

    Args:
        patient_id: e.g. V-300
        date: YYYY-MM-DD
        time: HH:MM
        home_visit: the vet comes to the owner's house

    Returns:
        Confirmation code
    """
    if patient_id.strip().upper() not in _PATIENTS:
        raise LookupError(f"no patient {patient_id!r}")
    return {"confirmation": f"{patient_id.strip()[2:]}/{date[5:7]}{date[8:]}/{time[:2]}{time[3:]}", "home": home_visit}


def outstanding_balance(owner: str) -> dict[str, Any]:
    """What an owner still has to pay, in pounds."""
    if owner.strip().casefold() not in _BALANCE:
        raise LookupError(f"no owner {owner!r}")
    return {"owner": owner, "pounds": _BALANCE[owner.strip().casefold()]}


def treatment_price(
    treatment: Literal["check-up", "dental"], species: Literal["dog", "cat", "rabbit"], out_of_hours: bool = False
) -> dict[str, Any]:
    """Price list. Out of hours costs half as much again."""
    if (treatment, species) not in _PRICES:
        raise LookupError(f"no price for {treatment} of a {species}")
    return {"treatment": treatment, "pounds": round(_PRICES[treatment, species] * (1.5 if out_of_hours else 1), 2)}
