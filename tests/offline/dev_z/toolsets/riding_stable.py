"""Horses, riders and lessons of a riding stable."""

from typing import Any, Literal

_HORSES: dict[str, dict[str, Any]] = {
    "Juniper": {"box": 7, "height_cm": 148, "level": "beginner", "vet": "Dr Halloran"},
    "Tempest": {"box": 2, "height_cm": 169, "level": "advanced", "vet": "Dr Oyelowo"},
    "Biscuit": {"box": 11, "height_cm": 132, "level": "beginner", "vet": "Dr Halloran"},
    "Saffron": {"box": 5, "height_cm": 157, "level": "intermediate", "vet": "Dr Oyelowo"},
}
_FEED = {
    7: {"hay_kg": 6.5, "supplement": "biotin"},
    2: {"hay_kg": 10.0, "supplement": "electrolytes"},
    11: {"hay_kg": 4.0, "supplement": "none"},
    5: {"hay_kg": 8.5, "supplement": "garlic"},
}
_FARRIER = {"Juniper": "2026-04-14", "Tempest": "2026-05-06", "Biscuit": "2026-04-28", "Saffron": "2026-05-19"}
_VETS = {"Dr Halloran": "020 7946 0312", "Dr Oyelowo": "020 7946 0588"}
_LESSONS = {
    ("beginner", "2026-05-02"): [{"lesson_id": "LS-61", "time": "09:15", "teacher": "Fiona Garth"}],
    ("intermediate", "2026-05-02"): [{"lesson_id": "LS-64", "time": "11:45", "teacher": "Luc Bertin"}],
    ("advanced", "2026-05-03"): [{"lesson_id": "LS-70", "time": "16:20", "teacher": "Luc Bertin"}],
}


def horse_profile(horse: str) -> dict[str, Any]:
    """Profile of a horse.

    Parameters
    ----------
    horse : str
        Name of the horse.

    Returns
    -------
    dict
        Box number, height, the level of rider it suits and its vet.
    """
    if horse.title() not in _HORSES:
        raise ValueError(f"no horse {horse}")
    return _HORSES[horse.title()]


def feed_plan(box: int) -> dict[str, Any]:
    """Daily hay and supplement for the horse in a box, by box number."""
    if box not in _FEED:
        raise ValueError("empty box")
    return _FEED[box]


def next_farrier_visit(horse: str) -> dict[str, str]:
    """When a horse is shod next."""
    if horse.title() not in _FARRIER:
        raise ValueError(f"no horse {horse}")
    return {"horse": horse.title(), "date": _FARRIER[horse.title()]}


def vet_phone(vet: str) -> str:
    """Phone number of a vet, e.g. "Dr Halloran"."""
    if vet not in _VETS:
        raise ValueError("unknown vet")
    return _VETS[vet]


def lessons_on(level: Literal["beginner", "intermediate", "advanced"], day: str) -> list[dict[str, Any]]:
    """Group lessons for a level on a day.

    Parameters
    ----------
    level : {"beginner", "intermediate", "advanced"}
        Level of the riders.
    day : str
        ISO date.
    """
    return _LESSONS.get((level, day), [])


def book_lesson(lesson_id: str, rider: str, horse: str | None = None) -> dict[str, Any]:
    """Book a rider into a lesson.

    Parameters
    ----------
    lesson_id : str
        Such as ``LS-20``.
    rider : str
        Full name.
    horse : str, optional
        Wished horse; the teacher chooses one otherwise.
    """
    return {"confirmation": f"{lesson_id}/{rider.split()[0].upper()}", "horse": horse or "teacher's choice"}
