"""Nights and meals in CP-SAT: where to sleep, where to eat, and whether there is enough to see."""

from typing import TYPE_CHECKING, Any, NamedTuple

from .candidates import MEALS_A_DAY, Candidates
from .dominance import drop_dominated
from .model_route import RouteModel, total
from .places import Meal, Room
from .wishes import Wish, cuisines, room_fits

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


class Booking(NamedTuple):
    """A room for so many nights in a row."""

    room: Room
    nights: int
    var: Any


class TravelMeals(NamedTuple):
    """How many meals are eaten in a city on the day of arrival or of departure."""

    timely: Any
    """While the traveller is there."""
    untimely: Any
    """Before arriving or after leaving: allowed by the rules of the benchmark, and nobody would do it."""

    @property
    def both(self) -> Any:
        """Both kinds."""
        return self.timely + self.untimely


def fitting_rooms(candidates: Candidates, city: str, wishes: tuple[Wish, ...]) -> list[Room]:
    """The rooms of a city that meet the wishes, without those that another one betters in all respects."""
    fitting = [room for room in candidates.rooms[city] if room_fits(room.row, wishes)]
    return drop_dominated(fitting, _room_no_worse)


def useful_meals(candidates: Candidates, city: str, wishes: tuple[Wish, ...]) -> list[Meal]:
    """The restaurants of a city, without those of which enough others are better in all respects."""
    wanted = frozenset(cuisines(wishes))
    most = MEALS_A_DAY * (candidates.whole_days + 2)

    def no_worse(one: Meal, other: Meal) -> bool:
        better = one.usd <= other.usd and one.row.rating >= other.row.rating
        return better and (not wanted or one.cuisines & wanted >= other.cuisines & wanted)

    return drop_dominated(candidates.meals[city], no_worse, most)


class PlacesModel:
    """What is booked and eaten along a route."""

    def __init__(
        self, model: "cp_model.CpModel", candidates: Candidates, route: RouteModel, wishes: tuple[Wish, ...]
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
        """A day from one city to the next has three meals, in whichever of them."""
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
        """A plan has at least half of its six entries a day: short trips need something on a travel day, too."""
        days, visited = self._candidates.request.days, self._candidates.request.cities
        certain = (visited + 1) + (days - 1) + (MEALS_A_DAY + 1) * self._candidates.whole_days
        on_the_way = [meals.both for meals in (*self.arrival.values(), *self.departure.values())]
        if 2 * certain < 6 * days:
            self._model.add(total([*self.tours.values(), *on_the_way]) >= 3 * days - certain)


def _room_no_worse(one: Room, other: Room) -> bool:
    cheaper = one.night_usd <= other.night_usd and one.row.minimum_nights <= other.row.minimum_nights
    return cheaper and one.row.review_rate >= other.row.review_rate
