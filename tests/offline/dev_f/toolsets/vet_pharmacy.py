"""Dispensary of a veterinary practice group."""

from typing import Any, Literal

_MEDICINES: dict[str, dict[str, Any]] = {
    "MX15": {"name": "Meloxivet", "form": "tablet", "strength_mg": 2.5, "pack_size": 30, "prescription_only": True},
    "AM50": {"name": "Clavopaw", "form": "tablet", "strength_mg": 50.0, "pack_size": 20, "prescription_only": True},
    "PR05": {"name": "Prednipet", "form": "tablet", "strength_mg": 5.0, "pack_size": 50, "prescription_only": True},
    "WM20": {"name": "Wormaway", "form": "chew", "strength_mg": 20.0, "pack_size": 4, "prescription_only": False},
    "TH01": {"name": "Thyrofel", "form": "oral drops", "strength_mg": 1.0, "pack_size": 1, "prescription_only": True},
}
_MG_PER_KG = {
    ("MX15", "dog"): 0.1,
    ("MX15", "cat"): 0.05,
    ("AM50", "dog"): 12.5,
    ("AM50", "cat"): 12.5,
    ("PR05", "dog"): 0.5,
    ("PR05", "cat"): 1.0,
    ("WM20", "dog"): 5.0,
    ("WM20", "rabbit"): 4.0,
    ("TH01", "cat"): 0.4,
}
_PRICE = {"MX15": 18.9, "AM50": 14.25, "PR05": 9.6, "WM20": 11.4, "TH01": 27.5}
_STOCK = {
    ("MX15", "high street"): 14,
    ("MX15", "riverside"): 0,
    ("AM50", "high street"): 6,
    ("AM50", "riverside"): 22,
    ("PR05", "high street"): 3,
    ("PR05", "riverside"): 8,
    ("WM20", "high street"): 41,
    ("WM20", "riverside"): 17,
    ("TH01", "high street"): 0,
    ("TH01", "riverside"): 5,
}
_PATIENTS: list[dict[str, Any]] = [
    {"patient_id": 3306, "name": "Biscuit", "owner": "Halloran", "species": "dog", "weight_kg": 24.0},
    {"patient_id": 3341, "name": "Olive", "owner": "Nakamura", "species": "cat", "weight_kg": 4.5},
    {"patient_id": 3359, "name": "Duchess", "owner": "Petrov", "species": "cat", "weight_kg": 5.0},
    {"patient_id": 3402, "name": "Thumper", "owner": "Osei", "species": "rabbit", "weight_kg": 2.5},
]
_BATCHES = [
    {"batch": "B7741", "code": "PR05", "expires": "2026-04-30", "packs": 2},
    {"batch": "B7802", "code": "WM20", "expires": "2026-06-15", "packs": 9},
    {"batch": "B7915", "code": "AM50", "expires": "2026-09-30", "packs": 6},
]
_CLASHES: dict[frozenset[str], str] = {
    frozenset(("MX15", "PR05")): "do not combine: risk of stomach ulcers",
    frozenset(("PR05", "TH01")): "monitor blood sugar",
}


def _known(code: str) -> str:
    key = code.strip().upper()
    if key not in _MEDICINES:
        raise ValueError(f"unknown medicine code {code!r}")
    return key


def find_medicine(name: str) -> dict[str, Any]:
    """Find a medicine by its brand name.

    Args:
        name (str): Brand name.

    Returns:
        dict: Code, form, strength in mg per unit, pack size and whether it needs a prescription.
    """
    for code, medicine in _MEDICINES.items():
        if medicine["name"].casefold() == name.strip().casefold():
            return {"code": code, **medicine}
    return {"found": False, "name": name}


def find_patient(name: str, owner: str) -> dict[str, Any]:
    """Find an animal in the patient file.

    Args:
        name (str): Name of the animal.
        owner (str): Surname of the owner.

    Returns:
        dict: Patient id, species and last recorded weight.
    """
    for patient in _PATIENTS:
        if (patient["name"].casefold(), patient["owner"].casefold()) == (
            name.strip().casefold(),
            owner.strip().casefold(),
        ):
            return dict(patient)
    return {"found": False, "name": name, "owner": owner}


def calculate_dose(code: str, species: Literal["dog", "cat", "rabbit"], weight_kg: float) -> dict[str, Any]:
    """Calculate a single dose from the body weight.

    Args:
        code (str): Medicine code.
        species (str): Kind of animal.
        weight_kg (float): Body weight in kilograms.

    Returns:
        dict: Dose in mg.

    Raises:
        ValueError: If the medicine is not licensed for the species.
    """
    key = _known(code)
    if (key, species) not in _MG_PER_KG:
        raise ValueError(f"{key} is not licensed for {species}")
    return {"code": key, "dose_mg": round(_MG_PER_KG[key, species] * weight_kg, 3)}


def stock_level(code: str, branch: Literal["high street", "riverside"] = "high street") -> dict[str, Any]:
    """Packs of a medicine on the shelf.

    Args:
        code (str): Medicine code.
        branch (str): Which dispensary.

    Returns:
        dict: Number of packs.
    """
    key = _known(code)
    return {"code": key, "branch": branch, "packs": _STOCK[key, branch]}


def check_interaction(first_code: str, second_code: str) -> dict[str, Any]:
    """See whether two medicines may be given together.

    Args:
        first_code (str): Code of one medicine.
        second_code (str): Code of the other; the order does not matter.

    Returns:
        dict: The warning, or "none known".
    """
    pair = frozenset((_known(first_code), _known(second_code)))
    return {"warning": _CLASHES.get(pair, "none known")}


def quote_price(code: str, packs: int = 1) -> dict[str, Any]:
    """Price at the counter, in pounds."""
    key = _known(code)
    return {"code": key, "packs": packs, "total": round(_PRICE[key] * packs, 2)}


def repeat_prescription(patient_id: int, code: str, packs: int = 1) -> dict[str, Any]:
    """Put a repeat prescription in the vet's tray for signing.

    Args:
        patient_id (int): Patient id.
        code (str): Medicine code.
        packs (int): Packs to dispense.

    Returns:
        dict: Reference of the repeat and its status.
    """
    key = _known(code)
    if all(patient["patient_id"] != patient_id for patient in _PATIENTS):
        raise ValueError(f"no patient {patient_id}")
    return {"reference": f"RX-{patient_id}-{key}", "packs": packs, "status": "awaiting signature"}


def expiring_batches(before: str) -> list[dict[str, Any]]:
    """List the batches that expire before a date.

    Args:
        before (str): ISO date; batches expiring on that day itself are left out.

    Returns:
        list[dict]: Batch number, medicine code, expiry date and packs left.
    """
    return [dict(batch) for batch in _BATCHES if str(batch["expires"]) < before]
