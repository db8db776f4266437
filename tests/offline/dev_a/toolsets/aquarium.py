"""Tools of a public aquarium: animals, tanks, feeding, shows and tickets."""

from typing import Any, Literal

Day = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

_SPECIES: list[dict[str, Any]] = [
    {"species_id": "SP-01", "name": "Clownfish", "scientific_name": "Amphiprion ocellaris", "tank_id": "T3"},
    {"species_id": "SP-02", "name": "Green Moray", "scientific_name": "Gymnothorax funebris", "tank_id": "T5"},
    {"species_id": "SP-03", "name": "Gentoo Penguin", "scientific_name": "Pygoscelis papua", "tank_id": "T8"},
    {"species_id": "SP-04", "name": "Zebra Shark", "scientific_name": "Stegostoma tigrinum", "tank_id": "T1"},
    {"species_id": "SP-05", "name": "Moon Jelly", "scientific_name": "Aurelia aurita", "tank_id": "T6"},
]
_TANKS: dict[str, dict[str, Any]] = {
    "T1": {"volume_litres": 950000, "temperature_c": 24.5, "keeper": "Nadia Brandt"},
    "T3": {"volume_litres": 4200, "temperature_c": 26.0, "keeper": "Owen Pratt"},
    "T5": {"volume_litres": 18500, "temperature_c": 25.2, "keeper": "Owen Pratt"},
    "T6": {"volume_litres": 2700, "temperature_c": 18.4, "keeper": "Leila Sorensen"},
    "T8": {"volume_litres": 130000, "temperature_c": 7.5, "keeper": "Tomas Reyes"},
}
_FEEDING: dict[str, dict[str, Any]] = {
    "SP-01": {"food": "brine shrimp", "grams_per_day": 35, "times": ["08:30", "16:30"]},
    "SP-02": {"food": "squid", "grams_per_day": 620, "times": ["17:15"]},
    "SP-03": {"food": "herring", "grams_per_day": 9800, "times": ["09:15", "15:45"]},
    "SP-04": {"food": "mackerel", "grams_per_day": 5400, "times": ["11:20"]},
    "SP-05": {"food": "plankton", "grams_per_day": 12, "times": ["10:10"]},
}
_KEEPERS = {
    "nadia brandt": {"extension": 417, "shift": "early"},
    "owen pratt": {"extension": 422, "shift": "late"},
    "leila sorensen": {"extension": 435, "shift": "early"},
    "tomas reyes": {"extension": 451, "shift": "late"},
}
_SHOWS: dict[str, list[dict[str, Any]]] = {
    "wednesday": [{"show": "Sea Lion Splash", "time": "13:30", "seats_left": 64}],
    "friday": [{"show": "Night of the Jellies", "time": "19:45", "seats_left": 27}],
    "saturday": [
        {"show": "Sea Lion Splash", "time": "11:00", "seats_left": 18},
        {"show": "Penguin Parade", "time": "14:15", "seats_left": 52},
    ],
    "sunday": [{"show": "Penguin Parade", "time": "12:40", "seats_left": 71}],
}
_PRICES = {"adult": 22.5, "child": 12.0, "senior": 17.0, "student": 15.5}


def find_species(name: str) -> dict[str, Any]:
    """Look up an animal species kept in the aquarium.

    Args:
        name: Common name of the species, such as "Lionfish".

    Returns:
        The species id, the common and scientific names and the id of the tank it lives in.
    """
    for species in _SPECIES:
        if species["name"].casefold() == name.strip().casefold():
            return species
    raise LookupError(f"no species named {name!r}")


def get_tank(tank_id: str) -> dict[str, Any]:
    """Get the water volume, temperature and responsible keeper of a tank.

    Args:
        tank_id: Id of the tank, such as "T2".
    """
    key = tank_id.strip().upper()
    if key not in _TANKS:
        raise LookupError(f"no tank {tank_id!r}")
    return {"tank_id": key, **_TANKS[key]}


def feeding_schedule(species_id: str) -> dict[str, Any]:
    """Get what a species is fed, how much of it and at which times.

    Args:
        species_id: Id of the species, such as "SP-09".
    """
    key = species_id.strip().upper()
    if key not in _FEEDING:
        raise LookupError(f"no feeding schedule for {species_id!r}")
    return {"species_id": key, **_FEEDING[key]}


def keeper_contact(name: str) -> dict[str, Any]:
    """Get the phone extension and the shift of an animal keeper.

    Args:
        name: Full name of the keeper.
    """
    key = name.strip().casefold()
    if key not in _KEEPERS:
        raise LookupError(f"no keeper named {name!r}")
    return {"keeper": name.strip(), **_KEEPERS[key]}


def list_shows(day: Day) -> list[dict[str, Any]]:
    """List the shows on a day of the week with their start times and free seats."""
    return _SHOWS.get(day.casefold(), [])


def ticket_price(category: Literal["adult", "child", "senior", "student"], quantity: int = 1) -> dict[str, Any]:
    """Calculate the price of admission tickets.

    Args:
        category: Kind of visitor.
        quantity: How many tickets.
    """
    if category.casefold() not in _PRICES:
        raise ValueError(f"unknown category {category!r}")
    return {"category": category, "quantity": quantity, "total": _PRICES[category.casefold()] * quantity}


def book_show(show: str, day: Day, seats: int = 1) -> dict[str, Any]:
    """Reserve seats for a show.

    Args:
        show: Title of the show.
        day: Day of the week.
        seats: Number of seats to reserve.

    Returns:
        The booking code and the start time.
    """
    for index, entry in enumerate(_SHOWS.get(day.casefold(), [])):
        if entry["show"].casefold() == show.strip().casefold():
            if entry["seats_left"] < seats:
                raise ValueError("not enough seats left")
            code = f"AQ{day[:2].upper()}{index + 1}{seats:02d}"
            return {"booking_code": code, "show": entry["show"], "time": entry["time"], "seats": seats}
    raise LookupError(f"{show!r} is not shown on {day}")
