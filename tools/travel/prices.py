"""Prices in US dollars for the whole party: the arithmetic of the solver and of the benchmark alike.

Source: TravelPlanner's rules, as the paper's evaluation applies them. Nothing here knows a plan, so that a solver
can price its candidates with the very functions that judge it.
"""

from typing import Literal

TransportMode = Literal["flight", "self-driving", "taxi"]
RoadMode = Literal["self-driving", "taxi"]

SEATS: dict[RoadMode, int] = {"self-driving": 5, "taxi": 4}
USD_PER_KM: dict[RoadMode, float] = {"self-driving": 0.05, "taxi": 1.0}


def flight_usd(price_usd: float, people: int) -> float:
    """Return the price of one flight for everyone; `price_usd` is for one passenger."""
    return price_usd * people


def road_usd(mode: RoadMode, distance_km: float | None, duration: str | None, people: int) -> int | None:
    """Return the price of one drive: whole dollars per car, as many cars as are needed.

    None where there is no such drive: the road is unknown, or its duration is a day or more ('1 day 3 hours').
    """
    if distance_km is None or duration is None or "day" in duration:
        return None
    return int(distance_km * USD_PER_KM[mode]) * parties(people, SEATS[mode])


def meal_usd(average_cost_usd: float, people: int) -> float:
    """Return the price of one meal for everyone."""
    return average_cost_usd * people


def night_usd(price_usd: float, maximum_occupancy: int, people: int) -> float:
    """Return the price of one night for everyone: as many units as are needed, each at its full price."""
    return price_usd * parties(people, maximum_occupancy)


def parties(people: int, places: int) -> int:
    """Return how many cars or rooms with so many places everyone needs."""
    return -(-people // max(places, 1))
