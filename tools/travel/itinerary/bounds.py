"""Lower bounds on what a trip costs, by dynamic programming: which legs are too dear to be looked at.

The bound leaves out two rules, that no city is visited twice and that cuisines are covered; all else about legs, nights
and meals is exact. A leg whose cheapest trip is above a ceiling is in no trip below it, so that a model without
such legs is complete up to the ceiling.
"""

from collections.abc import Mapping
from itertools import accumulate
from math import inf

from smurfs_graph.tools.travel.prices import TransportMode

from .candidates import MEALS_A_DAY, TripCandidates, fitting_rooms
from .options import Leg
from .request import Wish, allowed_modes

_At = tuple[int, int, str]
"""So many cities entered, on this day, and this one is the last of them."""


class Bounds:
    """The least that any trip costs, any trip by some leg, and any trip through some city; in US dollars."""

    def __init__(self, candidates: TripCandidates, wishes: tuple[Wish, ...]) -> None:
        """Raises nothing: where there is no trip at all, every bound is infinite."""
        self.by_leg: dict[tuple[int, Leg], float] = {}
        self.by_city: dict[str, float] = {}
        modes = allowed_modes(wishes)
        stays = _stays(candidates, wishes)
        for together in (modes & {"self-driving"}, modes - {"self-driving"}):
            self._note_legs(candidates, stays, together)
        self.least = min(self.by_leg.values(), default=inf)

    def _note_legs(
        self, candidates: TripCandidates, stays: Mapping[str, list[float]], modes: set[TransportMode]
    ) -> None:
        """Note the least cost of any trip through each leg, with these modes alone."""
        legs = {day: [leg for leg in of_day if leg.mode in modes] for day, of_day in candidates.legs.items()}
        before = _before(candidates, stays, legs)
        after = _after(candidates, stays, legs)
        for day, of_day in legs.items():
            for leg in of_day:
                usd = leg.usd + min(
                    _cost_until_left(before, stays, count, day, leg.origin)
                    + after.get((count + 1, day, leg.destination), inf)
                    for count in _cities_entered(candidates, day)
                )
                self._note(day, leg, usd)

    def _note(self, day: int, leg: Leg, usd: float) -> None:
        if usd == inf:
            return
        self.by_leg[day, leg] = min(usd, self.by_leg.get((day, leg), inf))
        for city in (leg.origin, leg.destination):
            self.by_city[city] = min(usd, self.by_city.get(city, inf))


def _cities_entered(candidates: TripCandidates, day: int) -> range:
    """Return how many cities may have been entered before a day's leg: none on the first day, all on the last."""
    if day == 1:
        return range(1)
    cities = candidates.request.cities
    return range(cities, cities + 1) if day == candidates.request.days else range(1, cities)


def _stays(candidates: TripCandidates, wishes: tuple[Wish, ...]) -> dict[str, list[float]]:
    """Return the least cost of each city by nights from 0, with the meals of the whole days between them."""
    return {city: _of_city(candidates, city, wishes) for city in candidates.cities}


def _of_city(candidates: TripCandidates, city: str, wishes: tuple[Wish, ...]) -> list[float]:
    """Return the least cost of a stay by its nights (the index; none is infinite).

    The cheapest room, and the cheapest meals of the whole days between arrival and departure; infinite where there are
    too few meals or sights.
    """
    rooms = fitting_rooms(candidates, city, wishes)
    eaten = list(accumulate(sorted(meal.usd for meal in candidates.meals[city]), initial=0.0))
    costs = [inf]
    for nights in range(1, candidates.longest_stay + 1):
        night = min((room.night_usd for room in rooms if room.row.minimum_nights <= nights), default=inf)
        meals = MEALS_A_DAY * (nights - 1)
        enough = meals < len(eaten) and nights - 1 <= len(candidates.sights[city])
        costs.append(night * nights + eaten[meals] if enough else inf)
    return costs


def _before(
    candidates: TripCandidates, stays: Mapping[str, list[float]], legs: Mapping[int, list[Leg]]
) -> dict[_At, float]:
    """Return the least cost of everything before and on the way to a city, by when it is entered as which one."""
    costs: dict[_At, float] = {}
    for day in range(1, candidates.request.days):
        for leg in legs[day]:
            for count in _cities_entered(candidates, day):
                usd = _cost_until_left(costs, stays, count, day, leg.origin) + leg.usd
                at = (count + 1, day, leg.destination)
                if usd < costs.get(at, inf):
                    costs[at] = usd
    return costs


def _cost_until_left(
    before: Mapping[_At, float], stays: Mapping[str, list[float]], count: int, day: int, city: str
) -> float:
    """Return the least cost of everything until a city is left on a day, as the so-manieth one; nothing for home."""
    if count == 0:
        return 0.0
    stay = stays[city]
    entered = range(max(1, day - len(stay) + 1), day)
    return min((before.get((count, at, city), inf) + stay[day - at] for at in entered), default=inf)


def _after(
    candidates: TripCandidates, stays: Mapping[str, list[float]], legs: Mapping[int, list[Leg]]
) -> dict[_At, float]:
    """Return the least cost of everything from entering a city on; home, after the last one, costs nothing."""
    days, cities = candidates.request.days, candidates.request.cities
    costs: dict[_At, float] = {(cities + 1, days, candidates.origin): 0.0}
    for day in range(days, 1, -1):
        for leg in legs[day]:
            for count in _cities_entered(candidates, day):
                onward = leg.usd + costs.get((count + 1, day, leg.destination), inf)
                for nights in range(1, min(day, len(stays[leg.origin]))):
                    at = (count, day - nights, leg.origin)
                    usd = stays[leg.origin][nights] + onward
                    if usd < costs.get(at, inf):
                        costs[at] = usd
    return costs
