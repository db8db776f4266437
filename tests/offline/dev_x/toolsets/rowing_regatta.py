"""Entries, races and results of a rowing regatta."""

from typing import Any, Literal

BoatClass = Literal["single", "double", "four", "eight"]

_CREWS: dict[int, dict[str, Any]] = {
    11: {"club": "Marlow Reach", "boat_class": "four", "cox": "Ines Varga", "race": 7},
    14: {"club": "Tolven RC", "boat_class": "four", "cox": "Rory Blake", "race": 9},
    22: {"club": "Marlow Reach", "boat_class": "eight", "cox": "Dele Akin", "race": 12},
    25: {"club": "Saint Oda", "boat_class": "eight", "cox": "Pia Lund", "race": 12},
    31: {"club": "Saint Oda", "boat_class": "single", "cox": None, "race": 3},
}
_RACES = {
    3: {"start": "08:40", "umpire": "H. Castell", "distance_m": 1000},
    7: {"start": "10:10", "umpire": "J. Moreau", "distance_m": 1500},
    9: {"start": "10:50", "umpire": "H. Castell", "distance_m": 1500},
    12: {"start": "14:25", "umpire": "B. Szabo", "distance_m": 2000},
}
_LANES = {(3, 31): 4, (7, 11): 2, (9, 14): 5, (12, 22): 1, (12, 25): 6}
_FEES = {"single": 18, "double": 29, "four": 47, "eight": 83}


def get_crew_number(club: str, boat_class: BoatClass) -> int:
    """Look up the number of a club's crew.

    Args:
        club: Club name.
        boat_class: Class of the boat.

    Returns:
        The crew number.
    """
    for number, crew in _CREWS.items():
        if (crew["club"].lower(), crew["boat_class"]) == (club.lower(), boat_class):
            return number
    raise ValueError(f"{club} has no {boat_class}")


def get_crew(crew_number: int) -> dict[str, Any]:
    """Get the entry of a crew.

    Args:
        crew_number: Number on the bow of the boat.

    Returns:
        Club, boat class, cox and the number of the race in which the crew rows.
    """
    if crew_number not in _CREWS:
        raise ValueError(f"no crew {crew_number}")
    return {"crew_number": crew_number, **_CREWS[crew_number]}


def get_race(race: int) -> dict[str, Any]:
    """Get start time, umpire and distance of a race.

    Args:
        race: Race number.
    """
    if race not in _RACES:
        raise ValueError(f"no race {race}")
    return {"race": race, **_RACES[race]}


def get_lane(race: int, crew_number: int) -> dict[str, Any]:
    """Get the lane drawn for a crew in a race.

    Args:
        race: Race number.
        crew_number: Crew number.
    """
    if (race, crew_number) not in _LANES:
        raise ValueError("not drawn")
    return {"lane": _LANES[race, crew_number]}


def entry_fee(boat_class: BoatClass, late: bool = False) -> dict[str, float]:
    """Compute the fee for entering a boat.

    Args:
        boat_class: Class of the boat.
        late: Whether the entry comes after the closing date.
    """
    return {"fee": _FEES[boat_class] * (1.5 if late else 1)}


def scratch_crew(crew_number: int, reason: Literal["illness", "damage", "other"] = "other") -> dict[str, Any]:
    """Withdraw a crew from the regatta.

    Args:
        crew_number: Crew number.
        reason: Why the crew does not row.

    Returns:
        Reference of the withdrawal.
    """
    if crew_number not in _CREWS:
        raise ValueError(f"no crew {crew_number}")
    return {"reference": f"WD-{crew_number}-{reason[0].upper()}", "state": "withdrawn"}
