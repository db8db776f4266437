"""Veterinary log of a zoo."""

from typing import Any, Literal

ANIMALS: list[dict[str, Any]] = [
    {"id": "Z-101", "name": "Kibo", "species": "giraffe", "weight_kg": 840.0, "house": "Savannah"},
    {"id": "Z-114", "name": "Mirka", "species": "snow leopard", "weight_kg": 42.0, "house": "Himalaya"},
    {"id": "Z-120", "name": "Olga", "species": "brown bear", "weight_kg": 196.0, "house": "Forest"},
    {"id": "Z-133", "name": "Pip", "species": "meerkat", "weight_kg": 0.8, "house": "Desert"},
    {"id": "Z-147", "name": "Sable", "species": "sea lion", "weight_kg": 110.0, "house": "Lagoon"},
]
TREATMENTS: dict[str, list[dict[str, str]]] = {
    "Z-101": [{"day": "2026-03-04", "what": "hoof trim", "vet": "Moss"}],
    "Z-114": [
        {"day": "2026-01-22", "what": "dental cleaning", "vet": "Abara"},
        {"day": "2026-04-09", "what": "blood sample", "vet": "Lindqvist"},
    ],
    "Z-120": [{"day": "2025-11-12", "what": "worming", "vet": "Moss"}],
    "Z-147": [{"day": "2026-02-17", "what": "eye drops", "vet": "Abara"}],
}
MG_PER_KG = {"meloxicam": 0.2, "ketamine": 4.0, "amoxicillin": 15.0, "fenbendazole": 10.0}
DUE: dict[str, list[str]] = {"2026-05": ["Z-114", "Z-133"], "2026-06": ["Z-147"], "2026-09": ["Z-101", "Z-120"]}


def find_animal(name: str) -> dict[str, Any]:
    """An animal's id (e.g. Z-101), species, weight in kg and house, by its name."""
    for animal in ANIMALS:
        if animal["name"].lower() == name.strip().lower():
            return animal
    raise ValueError(f"No animal is called {name}.")


def treatments(animal_id: str, since: str = "2025-01-01") -> list[dict[str, str]]:
    """Treatments of an animal.

    Args:
        animal_id (str): E.g. Z-101.
        since (str): First day to look at, YYYY-MM-DD.
    """
    return [one for one in TREATMENTS.get(animal_id.upper(), []) if one["day"] >= since]


def dose(drug: Literal["meloxicam", "ketamine", "amoxicillin", "fenbendazole"], weight_kg: float) -> dict[str, Any]:
    """Single dose of a drug in mg for a body weight in kg.

    Args:
        drug (str): meloxicam, ketamine, amoxicillin or fenbendazole.
        weight_kg (float): E.g. 42.5.
    """
    return {"drug": drug, "dose_mg": round(MG_PER_KG[drug] * weight_kg, 2)}


def vaccinations_due(month: str) -> list[str]:
    """Ids of the animals whose vaccination is due in a month (YYYY-MM)."""
    return DUE.get(month, [])


def log_observation(
    animal_id: str, day: str, temperature_c: float, appetite: Literal["none", "poor", "normal"] = "normal"
) -> dict[str, Any]:
    """Write an observation into the log.

    Args:
        animal_id (str): E.g. Z-101.
        day (str): YYYY-MM-DD.
        temperature_c (float): Body temperature, 30 to 43.
        appetite (str): none, poor or normal.
    """
    if not 30 <= temperature_c <= 43:
        raise ValueError("temperature_c must be 30 to 43")
    return {
        "entry": f"OB-{animal_id[2:]}/{day[5:7]}{day[8:]}",
        "alert": "fever alert" if temperature_c >= 39.5 else "no alert",
    }


def book_examination(
    animal_id: str, day: str, vet: Literal["Abara", "Lindqvist", "Moss"], sedation: bool = False
) -> dict[str, Any]:
    """Book an examination.

    Args:
        animal_id (str): E.g. Z-101.
        day (str): YYYY-MM-DD.
        vet (str): Abara, Lindqvist or Moss.
        sedation (bool): Whether the animal has to be sedated.
    """
    room = {"Abara": "room 2", "Lindqvist": "room 5", "Moss": "field unit"}[vet]
    return {"booking": f"EX{animal_id[2:]}{day[5:7]}{day[8:]}{'S' if sedation else ''}", "place": room}
