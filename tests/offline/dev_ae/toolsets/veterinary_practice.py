"""Owners, pets and appointments of a small animal practice."""

from typing import Any, Literal

_OWNERS = [
    {"owner_id": "OW-311", "owner_name": "Clara Hobbs", "phone": "0161 555 0134", "city": "Stockport"},
    {"owner_id": "OW-327", "owner_name": "Tomas Reid", "phone": "0161 555 0172", "city": "Bramhall"},
    {"owner_id": "OW-340", "owner_name": "Priya Nair", "phone": "0161 555 0189", "city": "Marple"},
]
_PETS: dict[str, dict[str, Any]] = {
    "PET-58": {"name": "Biscuit", "species": "dog", "birth_date": "2019-05-11", "weight_kg": 12.5, "owner": 0},
    "PET-59": {"name": "Juniper", "species": "cat", "birth_date": "2022-09-30", "weight_kg": 3.9, "owner": 0},
    "PET-71": {"name": "Otto", "species": "rabbit", "birth_date": "2023-02-14", "weight_kg": 2.1, "owner": 1},
    "PET-84": {"name": "Saffron", "species": "dog", "birth_date": "2016-12-02", "weight_kg": 28.0, "owner": 2},
    "PET-85": {"name": "Pepper", "species": "cat", "birth_date": "2020-07-19", "weight_kg": 4.6, "owner": 2},
}
_VACCINATIONS = {
    "PET-58": [
        {"vaccine": "rabies", "date": "2024-06-03", "next_due": "2027-06-03"},
        {"vaccine": "distemper", "date": "2025-06-10", "next_due": "2026-06-10"},
    ],
    "PET-59": [{"vaccine": "cat flu", "date": "2025-10-01", "next_due": "2026-10-01"}],
    "PET-71": [{"vaccine": "myxomatosis", "date": "2025-03-20", "next_due": "2026-03-20"}],
    "PET-84": [{"vaccine": "leptospirosis", "date": "2025-08-27", "next_due": "2026-08-27"}],
    "PET-85": [{"vaccine": "leukaemia", "date": "2025-11-15", "next_due": "2026-11-15"}],
}
_PRICES = {
    ("dental cleaning", "dog"): 210.0,
    ("dental cleaning", "cat"): 165.0,
    ("dental cleaning", "rabbit"): 118.0,
    ("microchip", "dog"): 38.0,
    ("microchip", "cat"): 36.0,
    ("microchip", "rabbit"): 33.5,
    ("x-ray", "dog"): 142.0,
    ("x-ray", "cat"): 127.0,
    ("x-ray", "rabbit"): 109.0,
}
_MG_PER_KG = {"meloxicam": 0.1, "amoxicillin": 12.0, "gabapentin": 8.0}


def _pet(pet_id: str) -> dict[str, Any]:
    key = pet_id.strip().upper()
    if key not in _PETS:
        raise ValueError(f"no pet {pet_id!r}")
    pet = _PETS[key]
    return {"pet_id": key, **{name: value for name, value in pet.items() if name != "owner"}}


def find_owner(owner_name: str) -> dict[str, Any]:
    """Find a pet owner by name.

    Args:
        owner_name: First and last name of the owner.

    Returns:
        The owner's id, phone number and city.
    """
    for owner in _OWNERS:
        if owner["owner_name"].casefold() == owner_name.strip().casefold():
            return dict(owner)
    raise ValueError(f"no owner called {owner_name!r}")


def list_pets(owner_id: str) -> dict[str, Any]:
    """List the pets of an owner.

    Args:
        owner_id: Id of the owner, e.g. OW-302.
    """
    ids = [owner["owner_id"] for owner in _OWNERS]
    if owner_id.strip().upper() not in ids:
        raise ValueError(f"no owner {owner_id!r}")
    number = ids.index(owner_id.strip().upper())
    return {"pets": [_pet(pet_id) for pet_id, pet in _PETS.items() if pet["owner"] == number]}


def get_pet(pet_id: str) -> dict[str, Any]:
    """Name, species, birth date, weight and owner of a pet.

    Args:
        pet_id: Id of the pet, e.g. PET-12.
    """
    pet = _pet(pet_id)
    return {**pet, "owner_name": _OWNERS[_PETS[pet["pet_id"]]["owner"]]["owner_name"]}


def list_vaccinations(pet_id: str) -> list[dict[str, Any]]:
    """List the vaccinations of a pet and when each is next due.

    Args:
        pet_id: Id of the pet, e.g. PET-12.
    """
    return [dict(one) for one in _VACCINATIONS[_pet(pet_id)["pet_id"]]]


def get_treatment_price(
    treatment: Literal["dental cleaning", "microchip", "x-ray"], species: Literal["dog", "cat", "rabbit"]
) -> dict[str, Any]:
    """Price of a treatment for an animal.

    Args:
        treatment: The treatment.
        species: The animal.
    """
    key = (treatment.strip().casefold(), species.strip().casefold())
    if key not in _PRICES:
        raise ValueError(f"no price for {treatment!r} of a {species!r}")
    return {"treatment": key[0], "species": key[1], "price_eur": _PRICES[key]}


def get_medicine_dose(medicine: str, weight_kg: float) -> dict[str, Any]:
    """Dose of a medicine for an animal's weight.

    Args:
        medicine: Name of the medicine.
        weight_kg: Weight of the animal in kilograms.

    Returns:
        The dose in milligrams.
    """
    key = medicine.strip().casefold()
    if key not in _MG_PER_KG:
        raise ValueError(f"no such medicine: {medicine!r}")
    return {"medicine": key, "dose_mg": round(_MG_PER_KG[key] * weight_kg, 2)}


def book_appointment(pet_id: str, date: str, time: str, duration_minutes: int = 15, reason: str = "") -> dict[str, Any]:
    """Book an appointment for a pet.

    Args:
        pet_id: Id of the pet, e.g. PET-12.
        date: Day of the appointment, YYYY-MM-DD.
        time: Start of the appointment, HH:MM.
        duration_minutes: How long it takes, in minutes.
        reason: Reason of the visit in the owner's words.

    Returns:
        The appointment's id.
    """
    pet = _pet(pet_id)
    number = f"AP-{pet['pet_id'][4:]}{date[8:]}{time[:2]}"
    return {"appointment_id": number, "pet_id": pet["pet_id"], "date": date, "time": time, "status": "confirmed"}
