"""The searches of a trip's plan, as the executors of PMC (appendix F.6): cities, transport, rooms, restaurants, sights.

They return every row, as records: what is left out here could be what makes a trip possible or cheapest.
"""

from itertools import permutations
from typing import Any

from smurfs_graph.tools.effects import effects
from smurfs_graph.tools.travel.database import TravelDatabase
from smurfs_graph.tools.travel.lookup import fold
from smurfs_graph.tools.travel.schema import Accommodation, Attraction, City, Distance, Flight, Restaurant

Rows = list[dict[str, Any]]


class TripSearches:
    """Searches over one database; any thread may call them."""

    def __init__(self, database: TravelDatabase) -> None:
        """The methods are tools."""
        self._database = database

    @effects("read")
    def trip_cities(self, area: str) -> Rows:
        """List all cities of a state or country.

        Args:
            area: State or country.
        """
        wanted = fold(area)
        rows = self._database.select(City)
        return [row._asdict() for row in rows if wanted in (fold(row.region or ""), fold(row.country))]

    @effects("read")
    def trip_transport(self, origin: str, cities: list[str], dates: list[str]) -> Rows:
        """List all flights on some days, and all roads, between a city and others and among those.

        Args:
            origin: City where the trip starts and ends.
            cities: Cities that may be visited.
            dates: Days of the trip, YYYY-MM-DD.
        """
        ends = list(dict.fromkeys([origin, *cities]))
        pairs = set(permutations(ends, 2))
        rows: Rows = []
        for start in ends:
            for road in self._database.select(Distance, "origin = ?", start):
                if (road.origin, road.destination) in pairs:
                    rows.append({"kind": "road", **road._asdict()})
            for day in dates:
                for flight in self._database.select(Flight, "origin = ? AND date = ?", start, day):
                    if (flight.origin, flight.destination) in pairs:
                        rows.append({"kind": "flight", **flight._asdict()})
        return rows

    @effects("read")
    def trip_rooms(self, cities: list[str]) -> Rows:
        """List all accommodations of some cities.

        Args:
            cities: Names of cities.
        """
        return [row._asdict() for city in cities for row in self._database.select(Accommodation, "city = ?", city)]

    @effects("read")
    def trip_restaurants(self, cities: list[str]) -> Rows:
        """List all restaurants of some cities.

        Args:
            cities: Names of cities.
        """
        return [row._asdict() for city in cities for row in self._database.select(Restaurant, "city = ?", city)]

    @effects("read")
    def trip_sights(self, cities: list[str]) -> Rows:
        """List all sights of some cities.

        Args:
            cities: Names of cities.
        """
        return [row._asdict() for city in cities for row in self._database.select(Attraction, "city = ?", city)]
