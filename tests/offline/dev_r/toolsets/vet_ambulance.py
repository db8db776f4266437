"""Control room of a veterinary ambulance service."""

from typing import Any, Literal

_UNITS: dict[tuple[str, str], dict[str, Any]] = {
    ("ashby", "standard"): {"unit": "VA-3", "arrival_minutes": 14, "paramedic": "Nuala Keane"},
    ("ashby", "oxygen"): {"unit": "VA-5", "arrival_minutes": 22, "paramedic": "Ivo Stanek"},
    ("brindle", "standard"): {"unit": "VA-1", "arrival_minutes": 9, "paramedic": "Petra Olsson"},
    ("brindle", "large_animal"): {"unit": "VA-8", "arrival_minutes": 41, "paramedic": "Gwil Pritchard"},
    ("coldwater", "standard"): {"unit": "VA-3", "arrival_minutes": 27, "paramedic": "Nuala Keane"},
    ("coldwater", "large_animal"): {"unit": "VA-8", "arrival_minutes": 18, "paramedic": "Gwil Pritchard"},
}
_PATIENTS: dict[str, dict[str, Any]] = {
    "981000477120": {"name": "Biscuit", "species": "dog", "weight_kg": 12.0, "owner": "Leila Farouk", "town": "Ashby"},
    "981000477355": {
        "name": "Duchess",
        "species": "horse",
        "weight_kg": 480.0,
        "owner": "Tom Wray",
        "town": "Coldwater",
    },
    "981000478018": {"name": "Pickle", "species": "cat", "weight_kg": 4.5, "owner": "Jun Takeda", "town": "Brindle"},
    "981000478442": {"name": "Major", "species": "dog", "weight_kg": 31.0, "owner": "Ruth Amsel", "town": "Coldwater"},
}
_ALLERGIES = {"981000477120": ["penicillin"], "981000478442": ["carprofen", "latex"]}
_ML_PER_KG = {"meloxicam": 0.04, "butorphanol": 0.02, "maropitant": 0.1}
_DUTY: dict[tuple[str, str], dict[str, str]] = {
    ("ashby", "2026-06-13"): {"clinic": "Larch Road Surgery", "phone": "01632 960118"},
    ("ashby", "2026-06-14"): {"clinic": "St Roch Animal Hospital", "phone": "01632 960240"},
    ("brindle", "2026-06-13"): {"clinic": "Millpond Vets", "phone": "01632 960377"},
    ("coldwater", "2026-06-14"): {"clinic": "Coldwater Equine Centre", "phone": "01632 960405"},
}


def patient_by_chip(chip: str) -> dict[str, Any]:
    """Read the record of an animal from the number of its microchip.

    Args:
        chip (str): Twelve digits.

    Returns:
        dict: Name, species, weight in kilograms, owner and home town, or {"found": False}.
    """
    patient = _PATIENTS.get(chip)
    return {"found": True, "chip": chip, **patient} if patient else {"found": False, "chip": chip}


def known_allergies(chip: str) -> list[str]:
    """Substances a chipped animal must not be given or touch."""
    return _ALLERGIES.get(chip, [])


def nearest_unit(town: str, equipment: Literal["standard", "oxygen", "large_animal"] = "standard") -> dict[str, Any]:
    """Find the free ambulance that reaches a town first.

    Args:
        town (str): Where the animal is.
        equipment (str): What the vehicle must carry.
    """
    unit = _UNITS.get((town.strip().casefold(), equipment))
    return unit or {"unit": None, "note": f"no {equipment} ambulance free near {town}"}


def dispatch_unit(unit: str, town: str, priority: Literal["red", "amber", "green"] = "amber") -> dict[str, Any]:
    """Send an ambulance out.

    Args:
        unit (str): Call sign, for instance VA-3.
        town (str): Destination.
        priority (str): Urgency; red goes with lights and siren.

    Returns:
        dict: The job number.
    """
    if unit.upper() not in {one["unit"] for one in _UNITS.values()}:
        raise ValueError(f"unknown unit {unit}")
    number = 7000 + int(unit[3:]) * 100 + len(town.strip()) * 10 + ["red", "amber", "green"].index(priority)
    return {"job": f"J{number}", "unit": unit.upper(), "state": "on the way"}


def dose_ml(drug: Literal["meloxicam", "butorphanol", "maropitant"], weight_kg: float) -> dict[str, Any]:
    """Volume of a drug to inject, in millilitres.

    Args:
        drug (str): Name of the drug.
        weight_kg (float): Weight of the animal in kilograms.
    """
    if weight_kg <= 0:
        raise ValueError("the weight must be positive")
    return {"drug": drug, "millilitres": round(_ML_PER_KG[drug] * weight_kg, 2)}


def clinic_on_duty(town: str, date: str) -> dict[str, Any]:
    """Which clinic of a town takes emergencies on a date (YYYY-MM-DD), with its phone number."""
    return dict(_DUTY.get((town.strip().casefold(), date), {"clinic": "none"}))


def callout_fee(distance_km: float, at_night: bool = False, animals: int = 1) -> float:
    """Compute the fee for a call-out, in pounds.

    Args:
        distance_km (float): Kilometres driven.
        at_night (bool): Between 22:00 and 06:00.
        animals (int): Number of animals carried.
    """
    return round((45 + 1.8 * distance_km) * (1.5 if at_night else 1) + 15 * (animals - 1), 2)
