"""Dispensary of a general hospital."""

from datetime import date, timedelta
from typing import Any, Literal

_PATIENTS: dict[str, dict[str, Any]] = {
    "H-20417": {"name": "Edith Marlowe", "ward": "Cedar", "weight_kg": 58.5, "consultant": "Dr Amadi"},
    "H-20733": {"name": "Rolf Tennant", "ward": "Birch", "weight_kg": 91.0, "consultant": "Dr Vasquez"},
    "H-21102": {"name": "Priya Nandakumar", "ward": "Elm", "weight_kg": 22.0, "consultant": "Dr Amadi"},
}
_PRESCRIBED: dict[str, list[dict[str, Any]]] = {
    "H-20417": [{"drug": "warfarin", "mg": 3, "times_a_day": 1}, {"drug": "bisoprolol", "mg": 5, "times_a_day": 1}],
    "H-20733": [{"drug": "metformin", "mg": 850, "times_a_day": 2}],
    "H-21102": [{"drug": "amoxicillin", "mg": 250, "times_a_day": 3}],
}
_STOCK: dict[tuple[str, str], int] = {
    ("amoxicillin", "main"): 143,
    ("amoxicillin", "emergency"): 19,
    ("heparin", "main"): 37,
    ("heparin", "theatre"): 8,
    ("gentamicin", "main"): 64,
    ("insulin", "main"): 112,
    ("insulin", "emergency"): 26,
    ("warfarin", "main"): 81,
}
_OPENED_DAYS = {"insulin": 28, "eye drops": 30, "amoxicillin suspension": 7}
_CLASHES = {
    frozenset(["warfarin", "ibuprofen"]): ("severe", "avoid, risk of bleeding"),
    frozenset(["metformin", "furosemide"]): ("moderate", "watch kidney function"),
    frozenset(["bisoprolol", "verapamil"]): ("severe", "risk of heart block"),
}
_MG_PER_KG = {"gentamicin": 5.0, "paracetamol": 15.0, "heparin": 1.5}


def find_patient(full_name: str) -> dict[str, Any]:
    """Find an admitted patient by name.

    Gives the hospital number, the ward, the consultant and the weight on admission.
    """
    for number, patient in _PATIENTS.items():
        if patient["name"].casefold() == full_name.strip().casefold():
            return {"hospital_no": number, **patient}
    raise ValueError(f"no patient named {full_name}")


def prescriptions(hospital_no: str) -> list[dict[str, Any]]:
    """What a patient is currently prescribed."""
    if hospital_no not in _PRESCRIBED:
        raise ValueError(f"unknown hospital number {hospital_no}")
    return _PRESCRIBED[hospital_no]


def stock_level(drug: str, store: Literal["main", "theatre", "emergency"] = "main") -> dict[str, Any]:
    """Packs of a drug left in one of the stores."""
    packs = _STOCK.get((drug.strip().casefold(), store))
    if packs is None:
        return {"drug": drug, "store": store, "found": False}
    return {"drug": drug, "store": store, "packs": packs}


def discard_date(product: str, opened_on: str) -> dict[str, str]:
    """Last day on which an opened product may be used (opened_on in ISO format)."""
    days = _OPENED_DAYS.get(product.strip().casefold())
    if days is None:
        raise ValueError(f"no in-use period on file for {product}")
    return {"product": product, "discard_after": (date.fromisoformat(opened_on) + timedelta(days)).isoformat()}


def check_interaction(drug_a: str, drug_b: str) -> dict[str, str]:
    """Tell whether two drugs may be given together."""
    pair = frozenset([drug_a.strip().casefold(), drug_b.strip().casefold()])
    severity, advice = _CLASHES.get(pair, ("none known", "no special measures"))
    return {"severity": severity, "advice": advice}


def dose_for_weight(drug: str, weight_kg: float) -> dict[str, Any]:
    """Single dose in milligrams for a drug that is dosed by body weight."""
    rate = _MG_PER_KG.get(drug.strip().casefold())
    if rate is None:
        raise ValueError(f"{drug} is not dosed by weight")
    return {"drug": drug, "dose_mg": round(rate * weight_kg, 2)}


def send_to_ward(drug: str, packs: int, ward: str, urgent: bool = False) -> dict[str, str]:
    """Have packs of a drug taken to a ward.

    Urgent ones go by porter at once, the others with the next round.
    """
    letters = f"{drug[:2]}{ward[:2]}".upper()
    return {"delivery_no": f"DV-{letters}-{packs:03d}", "arrives": "within 15 minutes" if urgent else "16:40 round"}
