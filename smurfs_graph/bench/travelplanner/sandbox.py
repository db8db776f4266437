"""The closed world that plans are judged in: every row of the travel database, by city, pair or number."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Self, TypeVar

from smurfs_graph.tools.travel.database import TravelDatabase
from smurfs_graph.tools.travel.schema import Accommodation, Attraction, City, Distance, Flight, Restaurant

_PlaceT = TypeVar("_PlaceT", Accommodation, Attraction, Restaurant)


class Sandbox(NamedTuple):
    """Rows in the order of their file, which decides where several have the same name."""

    accommodations: Mapping[str, tuple[Accommodation, ...]]
    """By city, as the other two kinds of place."""
    restaurants: Mapping[str, tuple[Restaurant, ...]]
    attractions: Mapping[str, tuple[Attraction, ...]]
    flights: Mapping[str, tuple[Flight, ...]]
    """By flight number."""
    roads: Mapping[tuple[str, str], Distance]
    """By origin and destination; the first row counts."""
    states: Mapping[str, str]
    """State of every city that can be part of a route."""

    @classmethod
    def from_database(cls, database: TravelDatabase) -> Self:
        """Read the whole travel database."""
        roads: dict[tuple[str, str], Distance] = {}
        for road in database.select(Distance):
            roads.setdefault((road.origin, road.destination), road)
        flights: dict[str, tuple[Flight, ...]] = {}
        for flight in database.select(Flight):
            flights[flight.flight_number] = (*flights.get(flight.flight_number, ()), flight)
        return cls(
            accommodations=_by_city(database.select(Accommodation)),
            restaurants=_by_city(database.select(Restaurant)),
            attractions=_by_city(database.select(Attraction)),
            flights=flights,
            roads=roads,
            states={city.name: city.region for city in database.select(City) if city.region is not None},
        )


def _by_city(rows: Iterable[_PlaceT]) -> dict[str, tuple[_PlaceT, ...]]:
    lists: dict[str, list[_PlaceT]] = {}
    for row in rows:
        lists.setdefault(row.city, []).append(row)
    return {city: tuple(found) for city, found in lists.items()}
