"""The whole itinerary as one CP-SAT model, and what is preferred among the itineraries that it allows.

The rules are those of TravelPlanner, read so that both modes of its evaluation agree: every plan that the model allows
passes both.
"""

from typing import Any

from smurfs_graph.constraints.solver import Clock, Solution, load, solve_tiers

from .bounds import Bounds
from .candidates import Candidates
from .model_places import PlacesModel
from .model_route import RouteModel, total
from .wishes import Wish

CENTS = 100
_UNTIMELY = 100_000
"""A meal in a city before arriving there is worse than any number of minutes at the wheel."""


class TripModel:
    """A request's candidates under some wishes, as far as they cost no more than a ceiling."""

    def __init__(
        self, candidates: Candidates, wishes: tuple[Wish, ...], bounds: Bounds, ceiling_cents: int | None = None
    ) -> None:
        """The wishes may be any part of the request's, which is how conflicts are found; `bounds` are theirs.

        None as the ceiling leaves out nothing.
        """
        self._model: Any = load().CpModel()
        legs = [at for at, usd in bounds.by_leg.items() if ceiling_cents is None or cents(usd) <= ceiling_cents]
        self.complete = len(legs) == len(bounds.by_leg)
        """Whether no leg was left out for its cost."""
        self.route = RouteModel(self._model, candidates, legs)
        self.places = PlacesModel(self._model, candidates, self.route, wishes)
        self.cost: Any = self._cost()
        """In US cents."""
        if ceiling_cents is not None:
            self._model.add(self.cost <= ceiling_cents)

    def cheapest(self, clock: Clock) -> Solution:
        """The cheapest itinerary, if there is one below the ceiling; its cost is the best value."""
        return solve_tiers(self._model, [self.cost], clock)

    def solve_preference(self, clock: Clock) -> Solution:
        """Find the itinerary that people would prefer, at whatever cost below the ceiling."""
        return solve_tiers(self._model, self._tiers(), clock)

    def _cost(self) -> Any:
        booked = (booking.var * (booking.nights * cents(booking.room.night_usd)) for booking in self.places.bookings)
        eaten = (var * cents(meal.usd) for meal, var in self.places.meals)
        travelled = (var * cents(leg.usd) for _, leg, var in self.route.legs)
        return total([*travelled, *booked, *eaten])

    def _tiers(self) -> list[Any]:
        """What people prefer: short drives and meals in time, then meals on travel days, then good ratings."""
        on_the_way = [*self.places.arrival.values(), *self.places.departure.values()]
        driven = (var * leg.drive_minutes for _, leg, var in self.route.legs if leg.drive_minutes)
        untimely = (meals.untimely * _UNTIMELY for meals in on_the_way)
        return [
            total([*driven, *untimely]),
            -total(meals.timely for meals in on_the_way),
            -self._ratings(),
        ]

    def _ratings(self) -> Any:
        """Tenths of a point, for every meal and every night."""
        eaten = (var * round(10 * meal.row.rating) for meal, var in self.places.meals)
        slept = (
            booking.var * (booking.nights * round(10 * booking.room.row.review_rate))
            for booking in self.places.bookings
        )
        return total([*eaten, *slept])


def cents(usd: float) -> int:
    """An amount in the solver's unit."""
    return round(usd * CENTS)


def cents_within(usd: float) -> int:
    """The most cents that an amount pays for."""
    return int(usd * CENTS + 1e-6)
