"""Dogs, classes and trainers of a dog training school."""

from typing import Any, Literal, TypedDict


class Dog(TypedDict):
    dog_id: int
    name: str
    breed: str
    owner: str
    level: str


_DOGS: list[Dog] = [
    {"dog_id": 81, "name": "Biscuit", "breed": "beagle", "owner": "Fern Abbott", "level": "beginner"},
    {"dog_id": 82, "name": "Tarquin", "breed": "whippet", "owner": "Lou Mbeki", "level": "advanced"},
    {"dog_id": 83, "name": "Pepper", "breed": "border collie", "owner": "Anya Holt", "level": "intermediate"},
]
_CLASSES = {
    "beginner": {"class_id": "BG-1", "weekday": "Tuesday", "time": "18:00", "trainer": "Morag", "places": 3},
    "intermediate": {"class_id": "IN-4", "weekday": "Thursday", "time": "19:15", "trainer": "Pablo", "places": 1},
    "advanced": {"class_id": "AD-2", "weekday": "Saturday", "time": "09:30", "trainer": "Ingrid", "places": 5},
}
_TRAINERS = {
    "morag": {"email": "morag@waggle.example", "speciality": "puppies", "hourly_rate": 38},
    "pablo": {"email": "pablo@waggle.example", "speciality": "recall", "hourly_rate": 44},
    "ingrid": {"email": "ingrid@waggle.example", "speciality": "agility", "hourly_rate": 51},
}
_ATTENDANCE = {(81, 4): 3, (81, 5): 4, (82, 4): 2, (83, 4): 4, (83, 5): 1}


def find_dog(name: str) -> Dog:
    """Get a dog's record by its name."""
    for dog in _DOGS:
        if dog["name"].lower() == name.lower():
            return dog
    raise ValueError(f"no dog called {name}")


def class_for_level(level: Literal["beginner", "intermediate", "advanced"]) -> dict[str, Any]:
    """The weekly class for a level: id, weekday, time, trainer and places left."""
    return _CLASSES[level]


def trainer_profile(trainer: str) -> dict[str, Any]:
    """E-mail, speciality and hourly rate of a trainer (first name)."""
    if trainer.lower() not in _TRAINERS:
        raise ValueError(f"no trainer {trainer}")
    return _TRAINERS[trainer.lower()]


def sessions_attended(dog_id: int, month: int) -> int:
    """How many sessions a dog came to in a month (1-12) of this year."""
    return _ATTENDANCE.get((dog_id, month), 0)


def enrol(dog_id: int, class_id: str, start: str, pay_monthly: bool = True) -> dict[str, Any]:
    """Enrol a dog in a class.

    Args:
        dog_id: Number of the dog.
        class_id: Such as BG-1.
        start: First day, ISO date.
        pay_monthly: False for the whole course at once.
    """
    fee = 46 if pay_monthly else 240
    return {"enrolment": f"E{dog_id}{class_id.replace('-', '')}", "start": start, "first_payment": fee}


def award_badge(dog_id: int, badge: Literal["bronze", "silver", "gold"]) -> str:
    """Give a dog a badge; returns the certificate number."""
    return f"CERT-{badge[0].upper()}{dog_id:04d}"
