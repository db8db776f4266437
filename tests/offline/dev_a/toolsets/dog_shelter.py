"""Tools of a dog shelter."""

from typing import Any, Literal

_DOGS: dict[str, dict[str, Any]] = {
    "D101": {"name": "Biscuit", "breed": "Beagle", "age": 3, "size": "medium", "kennel": "K4"},
    "D102": {"name": "Shadow", "breed": "Labrador", "age": 7, "size": "large", "kennel": "K2"},
    "D103": {"name": "Pixie", "breed": "Jack Russell", "age": 2, "size": "small", "kennel": "K7"},
    "D104": {"name": "Bruno", "breed": "Boxer", "age": 5, "size": "large", "kennel": "K1"},
    "D105": {"name": "Olive", "breed": "Whippet", "age": 9, "size": "medium", "kennel": "K6"},
}
_VACCINES: dict[str, list[dict[str, str]]] = {
    "D101": [{"vaccine": "rabies", "due": "2026-09-12"}],
    "D102": [{"vaccine": "distemper", "due": "2026-05-30"}],
    "D103": [{"vaccine": "parvovirus", "due": "2026-04-18"}],
    "D104": [{"vaccine": "leptospirosis", "due": "2026-07-01"}],
    "D105": [{"vaccine": "kennel cough", "due": "2026-06-22"}],
}
_KENNELS: dict[str, dict[str, Any]] = {
    "K1": {"heated": True, "area_m2": 9.5, "caretaker": "Imogen Vale"},
    "K2": {"heated": False, "area_m2": 12.0, "caretaker": "Rufus Kerr"},
    "K4": {"heated": True, "area_m2": 7.2, "caretaker": "Imogen Vale"},
    "K6": {"heated": True, "area_m2": 6.8, "caretaker": "Sunita Dhar"},
    "K7": {"heated": False, "area_m2": 5.4, "caretaker": "Sunita Dhar"},
}
_VOLUNTEERS = {
    "2026-03-14": ["Amelia Stone", "Jonas Beck"],
    "2026-03-15": ["Farid Aziz"],
    "2026-03-21": ["Chloe Winter", "Jonas Beck"],
}


def _dog(dog_id: str) -> str:
    key = dog_id.strip().upper()
    if key not in _DOGS:
        raise LookupError(f"no dog with id {dog_id!r}")
    return key


def find_dog(name: str) -> dict[str, Any]:
    """Find a dog in the shelter by its name.

    Args:
        name: The dog's name.

    Returns:
        The id, breed, age in years, size and kennel of the dog.
    """
    for dog_id, dog in _DOGS.items():
        if dog["name"].casefold() == name.strip().casefold():
            return {"dog_id": dog_id, **dog}
    raise LookupError(f"no dog called {name!r}")


def search_dogs(size: Literal["small", "medium", "large"], max_age: int | None = None) -> list[dict[str, Any]]:
    """List the dogs of a given size that are up for adoption.

    Args:
        size: Size of the dog.
        max_age: Oldest acceptable age in years; any age if omitted.
    """
    return [
        {"dog_id": dog_id, "name": dog["name"], "breed": dog["breed"], "age": dog["age"]}
        for dog_id, dog in _DOGS.items()
        if dog["size"] == size.casefold() and (max_age is None or dog["age"] <= max_age)
    ]


def vaccination_record(dog_id: str) -> list[dict[str, str]]:
    """Get the vaccinations of a dog and when each of them is due again.

    Args:
        dog_id: Id of the dog, such as "D100".
    """
    return _VACCINES[_dog(dog_id)]


def kennel_details(kennel: str) -> dict[str, Any]:
    """Get the floor area, heating and caretaker of a kennel.

    Args:
        kennel: Kennel code, such as "K9".
    """
    key = kennel.strip().upper()
    if key not in _KENNELS:
        raise LookupError(f"no kennel {kennel!r}")
    return {"kennel": key, **_KENNELS[key]}


def adoption_fee(dog_id: str, with_microchip: bool = False) -> dict[str, Any]:
    """Calculate the fee for adopting a dog.

    Args:
        dog_id: Id of the dog, such as "D100".
        with_microchip: Whether the dog is microchipped at the shelter before it leaves.
    """
    age = _DOGS[_dog(dog_id)]["age"]
    fee = (260 if age < 4 else 190 if age < 8 else 95) + (35 if with_microchip else 0)
    return {"dog_id": _dog(dog_id), "fee": fee, "currency": "EUR"}


def book_visit(dog_id: str, visitor: str, date: str) -> dict[str, str]:
    """Book an appointment for someone to meet a dog.

    Args:
        dog_id: Id of the dog, such as "D100".
        visitor: Name of the visitor.
        date: Day of the visit (YYYY-MM-DD).

    Returns:
        The visit code and the time of the appointment.
    """
    key = _dog(dog_id)
    time = f"{10 + int(key[-1])}:15"
    return {"visit_code": f"V{key[1:]}{date[5:7]}{date[8:]}", "visitor": visitor, "time": time}


def volunteers_on(date: str) -> list[str]:
    """List the volunteers on duty on a day (YYYY-MM-DD)."""
    return _VOLUNTEERS.get(date, [])


def record_donation(donor: str, amount: float, monthly: bool = False) -> dict[str, Any]:
    """Record a donation to the shelter.

    Args:
        donor: Name of the donor.
        amount: Amount in euros.
        monthly: True for a standing donation that repeats every month.

    Returns:
        The receipt number and the sum expected over the year.
    """
    if amount <= 0:
        raise ValueError("amount must be positive")
    yearly = amount * 12 if monthly else amount
    return {"receipt": f"DN-{len(donor):02d}{int(amount):04d}", "donor": donor, "yearly_total": yearly}
