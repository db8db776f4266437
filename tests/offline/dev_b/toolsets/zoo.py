"""A zoo: animals, enclosures, feeding, keepers, tickets and adoptions."""

from typing import Any, Literal

_ANIMALS: dict[str, dict[str, Any]] = {
    "Z-401": {"name": "Bruno", "species": "brown bear", "born": 2011, "enclosure_id": "E-05"},
    "Z-402": {"name": "Saskia", "species": "snow leopard", "born": 2018, "enclosure_id": "E-09"},
    "Z-403": {"name": "Pip", "species": "rockhopper penguin", "born": 2021, "enclosure_id": "E-12"},
    "Z-404": {"name": "Tembo", "species": "african elephant", "born": 1997, "enclosure_id": "E-02"},
    "Z-405": {"name": "Mango", "species": "orangutan", "born": 2009, "enclosure_id": "E-07"},
}
_WEIGHTS = {"Z-401": 312.0, "Z-402": 41.5, "Z-403": 2.9, "Z-404": 5230.0, "Z-405": 88.4}
_ENCLOSURES: dict[str, dict[str, Any]] = {
    "E-02": {"label": "Savannah Park", "keeper": "Noor Haddad", "area_m2": 6400},
    "E-05": {"label": "Bear Gorge", "keeper": "Willem de Boer", "area_m2": 2150},
    "E-07": {"label": "Canopy House", "keeper": "Celia Marsh", "area_m2": 980},
    "E-09": {"label": "High Ridge", "keeper": "Tashi Dolma", "area_m2": 1325},
    "E-12": {"label": "Penguin Cove", "keeper": "Rory Flynn", "area_m2": 540},
}
_FEEDINGS = {
    "brown bear": {"daily_kg": 14.0, "shown_at": "14:30", "food": "salmon and berries"},
    "snow leopard": {"daily_kg": 2.2, "shown_at": "16:00", "food": "goat"},
    "rockhopper penguin": {"daily_kg": 0.5, "shown_at": "11:15", "food": "sprats"},
    "african elephant": {"daily_kg": 155.0, "shown_at": "10:45", "food": "hay and branches"},
    "orangutan": {"daily_kg": 5.6, "shown_at": "13:20", "food": "figs"},
}
_PRICES = {"adult": 26.0, "child": 13.5, "senior": 19.0}
_HOURS = {"winter": ("10:00", "16:30"), "summer": ("08:45", "19:15")}
_ADOPTIONS: list[dict[str, Any]] = []


def find_animal(name: str) -> dict[str, Any]:
    """Find an animal of the zoo by its given name.

    Args:
        name: Given name of the animal, such as "Bruno".

    Returns:
        The animal's id, species, year of birth and the id of its enclosure.
    """
    for animal_id, animal in _ANIMALS.items():
        if animal["name"].casefold() == name.strip().casefold():
            return {"animal_id": animal_id, **animal}
    raise LookupError(f"No animal called {name!r}")


def last_weight(animal_id: str) -> dict[str, Any]:
    """Return the most recent weight of an animal in kilograms.

    Args:
        animal_id: Id of the animal, such as "Z-401".
    """
    if animal_id.strip().upper() not in _WEIGHTS:
        raise LookupError(f"No animal {animal_id!r}")
    return {"animal_id": animal_id.upper(), "weight_kg": _WEIGHTS[animal_id.strip().upper()]}


def enclosure_info(enclosure_id: str) -> dict[str, Any]:
    """Return the label, the responsible keeper and the area of an enclosure.

    Args:
        enclosure_id: Id of the enclosure, such as "E-05".
    """
    enclosure = _ENCLOSURES.get(enclosure_id.strip().upper())
    if enclosure is None:
        raise LookupError(f"No enclosure {enclosure_id!r}")
    return {"enclosure_id": enclosure_id.upper(), **enclosure}


def feeding_info(species: str) -> dict[str, Any]:
    """Tell what a species is fed, how much of it per day, and at what time visitors can watch."""
    feeding = _FEEDINGS.get(species.strip().casefold())
    if feeding is None:
        raise LookupError(f"No feeding plan for {species!r}")
    return {"species": species, **feeding}


def ticket_total(adults: int, children: int = 0, seniors: int = 0) -> dict[str, Any]:
    """Calculate the entrance fee of a group.

    Args:
        adults: Number of adults.
        children: Number of children up to 15.
        seniors: Number of visitors over 65.

    Returns:
        The total in euros.
    """
    if min(adults, children, seniors) < 0:
        raise ValueError("numbers of visitors cannot be negative")
    total = adults * _PRICES["adult"] + children * _PRICES["child"] + seniors * _PRICES["senior"]
    return {"adults": adults, "children": children, "seniors": seniors, "total": total}


def opening_hours(season: Literal["winter", "summer"]) -> dict[str, Any]:
    """Opening and closing time of the zoo in a season."""
    opens, closes = _HOURS[season]
    return {"season": season, "opens": opens, "closes": closes}


def adopt_animal(animal_id: str, sponsor: str, months: int = 12) -> dict[str, Any]:
    """Register somebody as the sponsor of an animal.

    Args:
        animal_id: Id of the animal.
        sponsor: Name of the sponsor.
        months: How long the adoption runs, in months.

    Returns:
        The certificate number and the price in euros.
    """
    if animal_id.strip().upper() not in _ANIMALS:
        raise LookupError(f"No animal {animal_id!r}")
    if months < 1:
        raise ValueError("months must be at least 1")
    number = f"AD-{2050 + len(_ADOPTIONS)}"
    _ADOPTIONS.append({"certificate": number, "sponsor": sponsor, "months": months, "price": 7.5 * months})
    return _ADOPTIONS[-1]
