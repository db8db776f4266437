"""An itinerary: made of a solved model, typed, priced, and written as TravelPlanner writes plans."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from smurfs_graph.constraints.solver import Solution
from smurfs_graph.tools.travel.globe import great_circle_km
from smurfs_graph.tools.travel.schema import Attraction

from .candidates import MEALS_A_DAY, TripCandidates
from .model import TripModel
from .options import Leg, Meal, Room

MealName = Literal["breakfast", "lunch", "dinner"]
MEAL_NAMES: tuple[MealName, ...] = ("breakfast", "lunch", "dinner")

_BLANK = "-"
_DAY_MINUTES = 24 * 60


@dataclass(frozen=True, slots=True)
class ItineraryDay:
    """One day; on a travel day places may be at either end of the leg."""

    date: str
    """'YYYY-MM-DD'."""
    city: str
    """City at the end of the day."""
    leg: Leg | None = None
    breakfast: Meal | None = None
    lunch: Meal | None = None
    dinner: Meal | None = None
    sights: tuple[Attraction, ...] = ()
    room: Room | None = None
    """For the night; None on the last day."""

    @property
    def meals(self) -> dict[MealName, Meal]:
        """Return the meals that are eaten."""
        named = zip(MEAL_NAMES, (self.breakfast, self.lunch, self.dinner), strict=True)
        return {name: meal for name, meal in named if meal is not None}

    @property
    def usd(self) -> float:
        """Return the day's cost for the party in US dollars, the night after it included."""
        leg = 0.0 if self.leg is None else self.leg.usd
        night = 0.0 if self.room is None else self.room.night_usd
        return leg + night + sum(meal.usd for meal in self.meals.values())

    def to_record(self, number: int) -> dict[str, Any]:
        """Return the day as plans of TravelPlanner write it; `number` counts from 1."""
        city = self.city if self.leg is None else f"from {self.leg.origin} to {self.leg.destination}"
        meals = {name: _place(meal.row) for name, meal in self.meals.items()}
        return {
            "days": number,
            "current_city": city,
            "transportation": _BLANK if self.leg is None else transportation(self.leg),
            "breakfast": meals.get("breakfast", _BLANK),
            "attraction": "".join(f"{_place(sight)};" for sight in self.sights) or _BLANK,
            "lunch": meals.get("lunch", _BLANK),
            "dinner": meals.get("dinner", _BLANK),
            "accommodation": _BLANK if self.room is None else _place(self.room.row),
        }


@dataclass(frozen=True, slots=True)
class Itinerary:
    """A round trip, day by day."""

    days: tuple[ItineraryDay, ...]

    @property
    def usd(self) -> float:
        """Return the cost for the whole party in US dollars."""
        return sum(day.usd for day in self.days)

    @property
    def cities(self) -> tuple[str, ...]:
        """Return the cities visited, in order."""
        return tuple(dict.fromkeys(day.city for day in self.days[:-1]))

    def to_plan(self) -> list[dict[str, Any]]:
        """Return the plan as JSON in TravelPlanner's format: one record per day."""
        return [day.to_record(number) for number, day in enumerate(self.days, start=1)]


def transportation(leg: Leg) -> str:
    """Return a leg as plans of TravelPlanner write it."""
    ends = f"from {leg.origin} to {leg.destination}"
    if leg.mode == "flight":
        times = f"Departure Time: {_clock(leg.departure)}, Arrival Time: {_clock(leg.arrival)}"
        return f"Flight Number: {leg.number}, {ends}, {times}"
    mode = "Self-driving" if leg.mode == "self-driving" else "Taxi"
    return f"{mode}, {ends}, duration: {leg.duration}, distance: {leg.distance_km:,.10g} km, cost: {leg.usd:g}"


def _clock(minutes: int) -> str:
    hours, rest = divmod(minutes % _DAY_MINUTES, 60)
    return f"{hours:02}:{rest:02}"


def _place(row: Any) -> str:
    return f"{' '.join(row.name.split())}, {row.city}"


SIGHTS_A_DAY = 2


class _City:
    """The choices in one city, handed out day by day."""

    def __init__(self, model: TripModel, solution: Solution, candidates: TripCandidates, city: str) -> None:
        chosen = [meal for meal, var in model.places.meals if meal.row.city == city and solution.value(var)]
        # The better ones are for the evenings, which are handed out first.
        self.meals = sorted(chosen, key=lambda meal: (-meal.row.rating, meal.row.name))
        arrival, departure = model.places.arrival[city], model.places.departure[city]
        self.on_arrival = solution.value(arrival.timely) + solution.value(arrival.untimely)
        self.on_departure = solution.value(departure.timely) + solution.value(departure.untimely)
        self.tours = solution.value(model.places.tours[city])
        self.sights = list(candidates.sights[city])
        self.room = next(
            booking.room
            for booking in model.places.bookings
            if booking.room.row.city == city and solution.value(booking.var)
        )
        self.whole_days_left = sum(solution.value(var) for (_, at), var in model.route.whole.items() if at == city)

    def take_meals(self, count: int) -> list[Meal]:
        taken, self.meals = self.meals[:count], self.meals[count:]
        return taken

    def take_sights(self, most: int) -> tuple[Attraction, ...]:
        """Return the next sight and its neighbours, as many as leave one for every whole day to come."""
        count = min(most, len(self.sights) - self.whole_days_left)
        if count <= 0:
            return ()
        first = self.sights[0]
        near = sorted(self.sights, key=lambda sight: _km(first, sight))[:count]
        self.sights = [sight for sight in self.sights if sight not in near]
        return tuple(near)


def write(model: TripModel, solution: Solution, candidates: TripCandidates) -> Itinerary:
    """Return the itinerary that a solution stands for."""
    legs = {day: leg for day, leg, var in model.route.legs if solution.value(var)}
    visited = {leg.destination for day, leg in legs.items() if day < candidates.request.days}
    cities = {city: _City(model, solution, candidates, city) for city in sorted(visited)}
    days: list[ItineraryDay] = []
    here = candidates.origin
    for number, date in enumerate(candidates.request.dates, start=1):
        leg = legs.get(number)
        if leg is None:
            days.append(_whole_day(date, here, cities[here]))
        else:
            days.append(_travel_day(date, leg, cities.get(here), cities.get(leg.destination)))
            here = leg.destination
    return Itinerary(tuple(days))


def _whole_day(date: str, city: str, place: _City) -> ItineraryDay:
    place.whole_days_left -= 1
    dinner, lunch, breakfast = place.take_meals(MEALS_A_DAY)
    return ItineraryDay(date, city, None, breakfast, lunch, dinner, place.take_sights(SIGHTS_A_DAY), place.room)


def _travel_day(date: str, leg: Leg, left: _City | None, entered: _City | None) -> ItineraryDay:
    before = left.take_meals(left.on_departure) if left else []
    after = entered.take_meals(entered.on_arrival) if entered else []
    meals: list[Meal | None] = [*before, *[None] * (MEALS_A_DAY - len(before) - len(after)), *reversed(after)]
    room: Room | None = entered.room if entered else None
    return ItineraryDay(date, leg.destination, leg, *meals, sights=tuple(_sights(leg, entered)), room=room)


def _sights(leg: Leg, entered: _City | None) -> Iterator[Attraction]:
    """Yield a sight on arrival if an afternoon is left, or if the plan would be too empty without."""
    if entered and (entered.tours or leg.meals_after >= 2):
        yield from entered.take_sights(1)


def _km(one: Attraction, other: Attraction) -> float:
    return great_circle_km(one.latitude, one.longitude, other.latitude, other.longitude)
