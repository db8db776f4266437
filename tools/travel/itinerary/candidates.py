"""What an itinerary can be made of: everything in the travel database that fits the places and days of a request.

Wishes do not filter here, so that it can be told afterwards which of them leaves too little.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from smurfs_graph.errors import ToolError
from smurfs_graph.tools.travel.database import TravelDatabase
from smurfs_graph.tools.travel.lookup import did_you_mean, find_city, fold, quote
from smurfs_graph.tools.travel.schema import Accommodation, Attraction, City, Distance, Flight, Restaurant

from . import places
from .legs import Leg, drives, flights
from .request import Trip

MEALS_A_DAY = 3


class MissingDataError(ToolError):
    """The travel database lacks what the trip needs, whatever the wishes: no fault of the request's conditions."""


@dataclass(frozen=True)
class Candidates:
    """The choices that a request leaves open."""

    request: Trip
    origin: str
    """As the database spells it."""
    cities: tuple[str, ...]
    """Where nights can be spent."""
    legs: Mapping[int, tuple[Leg, ...]]
    """By day, from 1: out on the first day, home on the last, between cities on all others."""
    rooms: Mapping[str, tuple[places.Room, ...]]
    """By city; those that take the party for no more nights than there can be."""
    meals: Mapping[str, tuple[places.Meal, ...]]
    sights: Mapping[str, tuple[Attraction, ...]]

    @property
    def longest_stay(self) -> int:
        """Most nights in one city."""
        return self.request.days - self.request.cities

    @property
    def whole_days(self) -> int:
        """Days without a journey, over the whole trip."""
        return self.request.days - self.request.cities - 1


def gather(request: Trip, database: TravelDatabase) -> Candidates:
    """Look up everything once.

    Raises:
        MissingDataError: a city or state is unknown, or too few of the state's cities are known.
    """
    origin = _city(database, request.origin).name
    cities = _cities(request, database, origin)
    longest = request.days - request.cities
    people = request.people
    by_city: dict[str, tuple[places.Room, ...]] = {}
    meals: dict[str, tuple[places.Meal, ...]] = {}
    sights: dict[str, tuple[Attraction, ...]] = {}
    for city in cities:
        rooms = places.rooms(database.select(Accommodation, "city = ?", city), people)
        by_city[city] = tuple(room for room in rooms if room.row.minimum_nights <= longest)
        meals[city] = places.meals(database.select(Restaurant, "city = ?", city), people)
        sights[city] = places.sights(database.select(Attraction, "city = ?", city))
    legs = _legs(request, database, origin, cities)
    return Candidates(request, origin, cities, legs, by_city, meals, sights)


def _city(database: TravelDatabase, name: str) -> City:
    try:
        return find_city(database, name)
    except ToolError as error:
        raise MissingDataError(str(error)) from error


def _cities(request: Trip, database: TravelDatabase, origin: str) -> tuple[str, ...]:
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
