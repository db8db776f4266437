"""Front desk of a pet hotel."""

from datetime import date
from typing import Any, Literal

_PETS: list[dict[str, Any]] = [
    {"pet_id": 311, "name": "Biscuit", "owner": "Harrow", "species": "dog", "weight_kg": 18.4},
    {"pet_id": 327, "name": "Mitzi", "owner": "Okafor", "species": "cat", "weight_kg": 4.1},
    {"pet_id": 340, "name": "Thumper", "owner": "Delacroix", "species": "rabbit", "weight_kg": 2.3},
    {"pet_id": 352, "name": "Rolo", "owner": "Stenberg", "species": "dog", "weight_kg": 31.7},
]
_FEEDING = {
    311: {"meals_per_day": 2, "grams_per_meal": 160, "note": "no chicken"},
    327: {"meals_per_day": 3, "grams_per_meal": 45, "note": "wet food only"},
    340: {"meals_per_day": 4, "grams_per_meal": 30, "note": "hay at all times"},
    352: {"meals_per_day": 2, "grams_per_meal": 275, "note": "slow bowl"},
}
_JABS: dict[int, dict[str, str]] = {
    311: {"rabies": "2027-02-11", "kennel cough": "2026-05-30"},
    327: {"cat flu": "2026-10-19"},
    340: {"myxomatosis": "2026-08-03"},
    352: {"rabies": "2026-12-01", "kennel cough": "2026-09-14"},
}
_ROOMS: dict[str, list[str]] = {"kennel": ["K3", "K8"], "cat_suite": ["C2"], "hutch": ["H1", "H5"]}
_RATE = {"dog": 29.5, "cat": 21.0, "rabbit": 12.25}
_GROOMING = {"wash": 18.0, "nail_trim": 9.5, "full_groom": 46.0}


def find_pet(name: str, owner_surname: str) -> dict[str, Any]:
    """Find a guest in the register.

    Parameters
    ----------
    name : str
        What the animal is called.
    owner_surname : str
        Family name of its owner.

    Returns
    -------
    dict
        Number of the pet, species and weight.
    """
    for pet in _PETS:
        if (pet["name"].casefold(), pet["owner"].casefold()) == (name.casefold(), owner_surname.casefold()):
            return pet
    raise ValueError(f"no pet {name!r} of {owner_surname!r}")


def feeding_plan(pet_id: int) -> dict[str, Any]:
    """Meals a day, grams per meal and special remarks for one pet.

    Parameters
    ----------
    pet_id : int
        Three-digit number of the pet.
    """
    if pet_id not in _FEEDING:
        raise ValueError(f"no pet {pet_id}")
    return {"pet_id": pet_id, **_FEEDING[pet_id]}


def vaccinations(pet_id: int) -> dict[str, str]:
    """Vaccinations of a pet and the day each one runs out.

    Parameters
    ----------
    pet_id : int
        Three-digit number of the pet.
    """
    if pet_id not in _JABS:
        raise ValueError(f"no pet {pet_id}")
    return _JABS[pet_id]


def free_rooms(kind: Literal["kennel", "cat_suite", "hutch"], arrival: str, departure: str) -> list[str]:
    """Rooms of a kind that nobody has between two days.

    Parameters
    ----------
    kind : {"kennel", "cat_suite", "hutch"}
        Kind of room.
    arrival : str
        First day, YYYY-MM-DD.
    departure : str
        Day of leaving, YYYY-MM-DD.
    """
    if kind not in _ROOMS:
        raise ValueError(f"no such kind of room: {kind}")
    rooms = _ROOMS[kind]
    return rooms[1:] if arrival[5:7] in ("07", "08") else rooms[:1]


def stay_price(species: Literal["dog", "cat", "rabbit"], nights: int, webcam: bool = False) -> dict[str, Any]:
    """Price of a stay in euros.

    Parameters
    ----------
    species : {"dog", "cat", "rabbit"}
        Kind of animal.
    nights : int
        How many nights.
    webcam : bool, default False
        With a camera in the room, 3 euros a night.
    """
    if species not in _RATE:
        raise ValueError(f"we do not take a {species}")
    return {"nights": nights, "total_eur": round(nights * (_RATE[species] + 3 * webcam), 2)}


def book_stay(pet_id: int, room: str, arrival: str, departure: str) -> dict[str, Any]:
    """Book a room for a pet.

    Parameters
    ----------
    pet_id : int
        Three-digit number of the pet.
    room : str
        Room such as K3.
    arrival : str
        First day, YYYY-MM-DD.
    departure : str
        Day of leaving, YYYY-MM-DD.

    Returns
    -------
    dict
        Reference of the booking and number of nights.
    """
    nights = (date.fromisoformat(departure) - date.fromisoformat(arrival)).days
    if nights < 1:
        raise ValueError("departure must be after arrival")
    return {"booking": f"PH{pet_id}{room}{arrival[8:]}", "room": room, "nights": nights}


def add_grooming(booking: str, service: Literal["wash", "nail_trim", "full_groom"]) -> dict[str, Any]:
    """Put a grooming service on a booking.

    Parameters
    ----------
    booking : str
        Reference of the booking.
    service : {"wash", "nail_trim", "full_groom"}
        What is to be done.
    """
    if service not in _GROOMING:
        raise ValueError(f"no service {service}")
    return {"booking": booking, "service": service, "extra_eur": _GROOMING[service]}
