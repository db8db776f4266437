"""Gather the candidates of an itinerary: what the travel database has for the places and days of a request.

Wishes filter what is looked at, not what was gathered, so that it can be told which of them leaves too little.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from smurfs_graph.errors import ToolError
from smurfs_graph.tools.travel.database import TravelDatabase
from smurfs_graph.tools.travel.lookup import did_you_mean, find_city, fold, quote
from smurfs_graph.tools.travel.schema import Accommodation, Attraction, City, Distance, Flight, Restaurant

from .options import Leg, Meal, Room, drives, drop_dominated, flights, meals_of, rooms_of, sights_of
from .request import Trip, Wish, cuisines, room_fits

MEALS_A_DAY = 3


class MissingDataError(ToolError):
    """The travel database lacks what the trip needs, whatever the wishes: no fault of the request's conditions."""


@dataclass(frozen=True)
class TripCandidates:
    """The choices that a request leaves open."""

    request: Trip
    origin: str
    """The start, in the database's spelling."""
    cities: tuple[str, ...]
    """Cities in which nights can be spent."""
    legs: Mapping[int, tuple[Leg, ...]]
    """By day, from 1: out on the first day, home on the last, between cities on all others."""
    rooms: Mapping[str, tuple[Room, ...]]
    """By city; those that take the party for no more nights than there can be."""
    meals: Mapping[str, tuple[Meal, ...]]
    sights: Mapping[str, tuple[Attraction, ...]]

    @property
    def longest_stay(self) -> int:
        """Return the most nights in one city."""
        return self.request.days - self.request.cities

    @property
    def whole_days(self) -> int:
        """Return the days without a journey, over the whole trip."""
        return self.request.days - self.request.cities - 1


def gather(request: Trip, database: TravelDatabase) -> TripCandidates:
    """Look up everything once.

    Raises:
        MissingDataError: a city or state is unknown, or too few of the state's cities are known.
    """
    origin = _city(database, request.origin).name
    cities = _cities(request, database, origin)
    longest = request.days - request.cities
    people = request.people
    by_city: dict[str, tuple[Room, ...]] = {}
    meals: dict[str, tuple[Meal, ...]] = {}
    sights: dict[str, tuple[Attraction, ...]] = {}
    for city in cities:
        rooms = rooms_of(database.select(Accommodation, "city = ?", city), people)
        by_city[city] = tuple(room for room in rooms if room.row.minimum_nights <= longest)
        meals[city] = meals_of(database.select(Restaurant, "city = ?", city), people)
        sights[city] = sights_of(database.select(Attraction, "city = ?", city))
    legs = _legs(request, database, origin, cities)
    return TripCandidates(request, origin, cities, legs, by_city, meals, sights)


def _city(database: TravelDatabase, name: str) -> City:
    try:
        return find_city(database, name)
    except ToolError as error:
        raise MissingDataError(str(error)) from error


def _cities(request: Trip, database: TravelDatabase, origin: str) -> tuple[str, ...]:
    """Return the cities that the trip may visit. Raises MissingDataError where they are too few."""
    if request.destination_kind == "city":
        city = _city(database, request.destination).name
        if city == origin:
            raise MissingDataError(f"the trip starts in {origin!r} and goes there as well")
        return (city,)
    known = database.select(City)
    wanted = fold(request.destination)
    found = [city.name for city in known if wanted in (fold(city.region or ""), fold(city.country))]
    if not found:
        hint = did_you_mean(request.destination, sorted({city.region for city in known if city.region}))
        raise MissingDataError(f"no city is known in {quote(request.destination)}{hint}")
    away = tuple(name for name in found if name != origin)
    if len(away) < request.cities:
        known_ones = f"only {len(away)} cities to visit are known in {request.destination!r}"
        raise MissingDataError(f"{known_ones}, not {request.cities}")
    return away


def _legs(request: Trip, database: TravelDatabase, origin: str, cities: tuple[str, ...]) -> dict[int, tuple[Leg, ...]]:
    """Return the flights and drives of each day, by its number."""
    ends = {origin, *cities}
    roads = {(road.origin, road.destination): road for road in _roads(database, ends)}
    legs: dict[int, tuple[Leg, ...]] = {}
    for day, date in enumerate(request.dates, start=1):
        air = _flights_of_day(database, date, ends)
        legs[day] = tuple(
            leg
            for pair in _pairs(day, request, origin, cities)
            for leg in (
                *flights(air.get(pair, ()), request.people),
                *drives(roads.get(pair), request.people),
            )
        )
    return legs


def _pairs(day: int, request: Trip, origin: str, cities: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    if day == 1:
        yield from ((origin, city) for city in cities)
    elif day == request.days:
        yield from ((city, origin) for city in cities)
    elif request.cities > 1:
        yield from ((one, other) for one in cities for other in cities if one != other)


def _roads(database: TravelDatabase, ends: set[str]) -> Iterator[Distance]:
    for origin in sorted(ends):
        for road in database.select(Distance, "origin = ?", origin):
            if road.destination in ends:
                yield road


def _flights_of_day(database: TravelDatabase, date: str, ends: set[str]) -> dict[tuple[str, str], list[Flight]]:
    found: dict[tuple[str, str], list[Flight]] = {}
    for origin in sorted(ends):
        for flight in database.select(Flight, "origin = ? AND date = ?", origin, date):
            if flight.destination in ends:
                found.setdefault((origin, flight.destination), []).append(flight)
    return found


def fitting_rooms(candidates: TripCandidates, city: str, wishes: tuple[Wish, ...]) -> list[Room]:
    """Return the rooms of a city that meet the wishes, without those that another one betters in all respects."""
    fitting = [room for room in candidates.rooms[city] if room_fits(room.row, wishes)]
    return drop_dominated(fitting, _room_no_worse)


def useful_meals(candidates: TripCandidates, city: str, wishes: tuple[Wish, ...]) -> list[Meal]:
    """Return the restaurants of a city, without those of which enough others are better in all respects."""
    wanted = frozenset(cuisines(wishes))
    most = MEALS_A_DAY * (candidates.whole_days + 2)

    def no_worse(one: Meal, other: Meal) -> bool:
        better = one.usd <= other.usd and one.row.rating >= other.row.rating
        return better and (not wanted or one.cuisines & wanted >= other.cuisines & wanted)

    return drop_dominated(candidates.meals[city], no_worse, most)


def _room_no_worse(one: Room, other: Room) -> bool:
    cheaper = one.night_usd <= other.night_usd and one.row.minimum_nights <= other.row.minimum_nights
    return cheaper and one.row.review_rate >= other.row.review_rate


def missing_data(candidates: TripCandidates) -> MissingDataError:
    """Say why no itinerary can be made of these candidates at all, most likely reasons first."""
    if len(candidates.cities) == 1:
        reasons = list(_of_city(candidates, candidates.cities[0]))
    else:
        reasons = list(_gaps_of_state(candidates))
    asked = f"from {candidates.origin} to {candidates.request.destination}"
    said = "; ".join(reasons) or "no round trip fits its flights, roads and minimum nights together"
    return MissingDataError(f"the travel data has no trip {asked} on these days, whatever is wished for: {said}")


def _of_city(candidates: TripCandidates, city: str) -> Iterator[str]:
    dates = candidates.request.dates
    first, last = candidates.legs[1], candidates.legs[candidates.request.days]
    if not any(leg.destination == city for leg in first):
        yield _no_leg(candidates.origin, city, dates[0])
    if not any(leg.origin == city for leg in last):
        yield _no_leg(city, candidates.origin, dates[-1])
    yield from _of_stay(candidates, city)


def _of_stay(candidates: TripCandidates, city: str) -> Iterator[str]:
    if not candidates.rooms[city]:
        yield f"no room in {city} can be had for {candidates.longest_stay} nights or fewer"
    whole = candidates.whole_days if candidates.request.cities == 1 else min(1, candidates.whole_days)
    if len(candidates.meals[city]) < MEALS_A_DAY * whole:
        yield f"only {len(candidates.meals[city])} restaurants are known in {city}, and none may be visited twice"
    if len(candidates.sights[city]) < whole:
        yield f"only {len(candidates.sights[city])} attractions are known in {city} for {whole} days"


def _gaps_of_state(candidates: TripCandidates) -> Iterator[str]:
    """Yield what is missing for a trip through the cities of a state."""
    request = candidates.request
    out = {leg.destination for leg in candidates.legs[1]}
    back = {leg.origin for leg in candidates.legs[request.days]}
    between = {(leg.origin, leg.destination) for day in range(2, request.days) for leg in candidates.legs[day]}
    state = request.destination
    if not out:
        yield f"no city of {state} can be reached from {candidates.origin} on {request.dates[0]}"
    if not back:
        yield f"there is no way back to {candidates.origin} on {request.dates[-1]} from any city of {state}"
    if request.cities > 1 and not between:
        yield f"no way between two cities of {state} is known"
    fit = [city for city in candidates.cities if not any(_of_stay(candidates, city))]
    if len(fit) < request.cities:
        yield f"only {len(fit)} cities of {state} have rooms, restaurants and attractions enough"


def _no_leg(origin: str, destination: str, date: str) -> str:
    return f"there is no flight from {origin} to {destination} on {date}, and no road that takes less than a day"
