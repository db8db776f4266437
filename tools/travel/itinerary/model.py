"""The whole itinerary as one CP-SAT model, and what is preferred among the itineraries that it allows.

The route is a flow through a network of cities and nights, in which every city is entered at most once; nights, meals
and sights are booked along it. The rules are those of TravelPlanner, read so that both modes of its evaluation agree:
every plan that the model allows passes both.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from smurfs_graph.constraints.solver import Clock, Solution, load, solve_tiers

from .bounds import Bounds
from .candidates import MEALS_A_DAY, TripCandidates, fitting_rooms, useful_meals
from .options import Leg, Meal, Room
from .request import Wish, cuisines

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


class RouteModel:
    """The city of every night, and the journeys between them.

    A day with a leg is a travel day, every other day is a whole day in the city of the night before. Whoever drives
    their own car drives it on every leg.
    """

    def __init__(self, model: "cp_model.CpModel", candidates: TripCandidates, legs: Iterable[tuple[int, Leg]]) -> None:
        """`legs` are those that may be taken, each with its day; where they lead can be visited."""
        self._model = model
        self.days = candidates.request.days
        self.legs = [(day, leg, model.new_bool_var("")) for day, leg in legs]
        """Day, leg, and whether it is taken."""
        reached = {leg.destination for _, leg, _ in self.legs}
        self.cities = tuple(city for city in candidates.cities if city in reached)
        self.night: dict[tuple[int, str], Any] = {}
        self.whole: dict[tuple[int, str], Any] = {}
        """Whether a day is spent in a city from morning to evening."""
        self._declare()
        self.into = {city: total(var for _, leg, var in self.legs if leg.destination == city) for city in self.cities}
        """Whether a city is visited."""
        self._flow()
        model.add(sum(self.into.values()) == candidates.request.cities)
        for city in self.cities:
            model.add(self.into[city] <= 1)
        self._own_car()

    def nights(self, city: str) -> Any:
        """Return the number of nights in a city, as an expression."""
        return total(self.night[day, city] for day in range(1, self.days))

    def whole_days(self, city: str) -> Any:
        """Return the number of days spent in a city from morning to evening, as an expression."""
        return total(self.whole[day, city] for day in range(2, self.days))

    def _declare(self) -> None:
        for city in self.cities:
            for day in range(1, self.days):
                self.night[day, city] = self._model.new_bool_var("")
            for day in range(2, self.days):
                self.whole[day, city] = self._model.new_bool_var("")

    def _flow(self) -> None:
        """Add the rules of a route: who arrives in a city stays there, and leaves it from there."""
        arriving: dict[tuple[int, str], list[Any]] = {}
        leaving: dict[tuple[int, str], list[Any]] = {}
        for day, leg, var in self.legs:
            arriving.setdefault((day, leg.destination), []).append(var)
            leaving.setdefault((day, leg.origin), []).append(var)
        first = [var for day, _, var in self.legs if day == 1]
        self._model.add(total(first) == 1)
        for city in self.cities:
            for day in range(1, self.days + 1):
                stays = self.whole.get((day, city), 0)
                if day < self.days:
                    self._model.add(self.night[day, city] == stays + total(arriving.get((day, city), ())))
                if day > 1:
                    self._model.add(self.night[day - 1, city] == stays + total(leaving.get((day, city), ())))

    def _own_car(self) -> None:
        drives = self._model.new_bool_var("")
        for day in range(1, self.days + 1):
            of_day = [(leg, var) for at, leg, var in self.legs if at == day]
            self._model.add(total(var for leg, var in of_day if leg.mode == "self-driving") <= drives)
            self._model.add(total(var for leg, var in of_day if leg.mode != "self-driving") + drives <= 1)


def total(terms: Iterable[Any]) -> Any:
    """Return the sum as a linear expression, also where there is nothing to add."""
    from ortools.sat.python import cp_model

    return cp_model.LinearExpr.sum(list(terms))


class Booking(NamedTuple):
    """A room for so many nights in a row."""

    room: Room
    nights: int
    var: Any


class TravelMeals(NamedTuple):
    """The numbers of meals in a city on the day of arrival or of departure, as expressions."""

    timely: Any
    """While the traveller is there."""
    untimely: Any
    """Before arriving or after leaving: allowed by the rules of the benchmark, and nobody would do it."""

    @property
    def both(self) -> Any:
        """Return the number of both kinds."""
        return self.timely + self.untimely


class PlacesModel:
    """Bookings, meals and sights along a route."""

    def __init__(
        self, model: "cp_model.CpModel", candidates: TripCandidates, route: RouteModel, wishes: tuple[Wish, ...]
    ) -> None:
        """Adds to the model all rules about accommodations, meals and sights, the wishes included."""
        self._model, self._route, self._candidates = model, route, candidates
        self.bookings: list[Booking] = []
        self.meals: list[tuple[Meal, Any]] = []
        self.arrival: dict[str, TravelMeals] = {}
        self.departure: dict[str, TravelMeals] = {}
        self.tours: dict[str, Any] = {}
        """Sights that are seen on the day of arrival."""
        for city in route.cities:
            self._rooms(city, wishes)
            self._travel_meals(city)
            self._eating(city, wishes)
            self._sights(city)
        self._meals_between()
        self._cuisines(wishes)
        self._fill_half()

    def _rooms(self, city: str, wishes: tuple[Wish, ...]) -> None:
        of_city = [
            Booking(room, nights, self._model.new_bool_var(""))
            for room in fitting_rooms(self._candidates, city, wishes)
            for nights in range(max(1, room.row.minimum_nights), self._candidates.longest_stay + 1)
        ]
        self._model.add(total(booking.var for booking in of_city) == self._route.into[city])
        self._model.add(total(booking.var * booking.nights for booking in of_city) == self._route.nights(city))
        self.bookings.extend(of_city)

    def _travel_meals(self, city: str) -> None:
        route, new = self._route, self._model.new_int_var
        for place in (self.arrival, self.departure):
            place[city] = TravelMeals(new(0, MEALS_A_DAY, ""), new(0, MEALS_A_DAY, ""))
            self._model.add(place[city].both <= MEALS_A_DAY * route.into[city])
        after = total(var * leg.meals_after for _, leg, var in route.legs if leg.destination == city)
        before = total(var * leg.meals_before for _, leg, var in route.legs if leg.origin == city)
        self._model.add(self.arrival[city].timely <= after)
        self._model.add(self.departure[city].timely <= before)

    def _eating(self, city: str, wishes: tuple[Wish, ...]) -> None:
        eaten = [(meal, self._model.new_bool_var("")) for meal in useful_meals(self._candidates, city, wishes)]
        on_the_way = self.arrival[city].both + self.departure[city].both
        whole = self._route.whole_days(city)
        self._model.add(total(var for _, var in eaten) == MEALS_A_DAY * whole + on_the_way)
        self.meals.extend(eaten)

    def _sights(self, city: str) -> None:
        self.tours[city] = self._model.new_bool_var("")
        self._model.add(self.tours[city] <= self._route.into[city])
        self._model.add(self._route.whole_days(city) + self.tours[city] <= len(self._candidates.sights[city]))

    def _meals_between(self) -> None:
        """Require three meals for a day from one city to the next, in whichever of them."""
        pairs: dict[tuple[str, str], list[Any]] = {}
        for day, leg, var in self._route.legs:
            if 1 < day < self._route.days:
                pairs.setdefault((leg.origin, leg.destination), []).append(var)
        for (one, other), taken in pairs.items():
            eaten = self.departure[one].both + self.arrival[other].both
            self._model.add(eaten + MEALS_A_DAY * total(taken) <= 2 * MEALS_A_DAY)

    def _cuisines(self, wishes: tuple[Wish, ...]) -> None:
        for wanted in cuisines(wishes):
            self._model.add_bool_or([var for meal, var in self.meals if wanted in meal.cuisines])

    def _fill_half(self) -> None:
        """Fill at least half of a plan's six entries a day: short trips need something on a travel day, too."""
        days, visited = self._candidates.request.days, self._candidates.request.cities
        certain = (visited + 1) + (days - 1) + (MEALS_A_DAY + 1) * self._candidates.whole_days
        on_the_way = [meals.both for meals in (*self.arrival.values(), *self.departure.values())]
        if 2 * certain < 6 * days:
            self._model.add(total([*self.tours.values(), *on_the_way]) >= 3 * days - certain)


CENTS = 100
_UNTIMELY = 100_000
"""A meal in a city before arriving there is worse than any number of minutes at the wheel."""


class TripModel:
    """A request's candidates under some wishes, as far as they cost no more than a ceiling."""

    def __init__(
        self, candidates: TripCandidates, wishes: tuple[Wish, ...], bounds: Bounds, ceiling_cents: int | None = None
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
        """Return the cheapest itinerary, if there is one below the ceiling; its cost is the best value."""
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
        """Return people's preferences: short drives and meals in time, then meals on travel days, then good ratings."""
        on_the_way = [*self.places.arrival.values(), *self.places.departure.values()]
        driven = (var * leg.drive_minutes for _, leg, var in self.route.legs if leg.drive_minutes)
        untimely = (meals.untimely * _UNTIMELY for meals in on_the_way)
        return [
            total([*driven, *untimely]),
            -total(meals.timely for meals in on_the_way),
            -self._ratings(),
        ]

    def _ratings(self) -> Any:
        """Return tenths of a point, for every meal and every night."""
        eaten = (var * round(10 * meal.row.rating) for meal, var in self.places.meals)
        slept = (
            booking.var * (booking.nights * round(10 * booking.room.row.review_rate))
            for booking in self.places.bookings
        )
        return total([*eaten, *slept])


def cents(usd: float) -> int:
    """Return an amount in the solver's unit."""
    return round(usd * CENTS)


def cents_within(usd: float) -> int:
    """Return the most cents that an amount pays for."""
    return int(usd * CENTS + 1e-6)
