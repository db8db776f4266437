"""The tools that move people: direct flights, one-stop connections and roads."""

from datetime import datetime, timedelta
from math import inf
from typing import Any, NamedTuple

from smurfs_graph.errors import ToolError
from smurfs_graph.tools.travel.database import TravelDatabase
from smurfs_graph.tools.travel.globe import great_circle_km
from smurfs_graph.tools.travel.lookup import check_day, find_city
from smurfs_graph.tools.travel.prices import SEATS, USD_PER_KM, RoadMode
from smurfs_graph.tools.travel.schema import Distance, Flight

MOST_FLIGHTS = 10
MOST_CONNECTIONS = 5
MOST_DAYS = 5
SHORTEST_TRANSFER = timedelta(minutes=60)
LONGEST_TRANSFER = timedelta(hours=8)
MOST_DETOUR, FREE_DETOUR_KM = 1.8, 1000
"""A connection flies at most 1.8 times the direct way and 1,000 km: nobody goes to Munich by way of Brazil."""


class _Connection(NamedTuple):
    first: Flight
    second: Flight

    @property
    def transfer(self) -> timedelta:
        # Both clocks are the transfer city's, so that time zones do not matter.
        return datetime.fromisoformat(self.second.departure) - datetime.fromisoformat(self.first.arrival)

    @property
    def price_usd(self) -> float:
        return self.first.price_usd + self.second.price_usd

    @property
    def minutes(self) -> int:
        flown = self.first.duration_minutes + self.second.duration_minutes
        return flown + round(self.transfer.total_seconds() / 60)


class TransportTools:
    """Tools over one database; every method raises ToolError with a reason that a model can use."""

    def __init__(self, database: TravelDatabase) -> None:
        """The methods may be called from any thread."""
        self._database = database

    def search_flights(self, origin: str, destination: str, date: str) -> dict[str, Any]:
        """Find direct flights on a day, cheapest first; prices in US dollars per person, times local.

        Args:
            origin: City of departure.
            destination: City of arrival.
            date: Day of departure, YYYY-MM-DD.
        """
        start, end = self._route(origin, destination, date)
        found = self._database.select(Flight, "origin = ? AND destination = ? AND date = ?", start, end, date)
        if not found:
            ways = self._ways_around(start, end, date)
            advice = "; ".join(ways) or "nor is there one with one stop; try another day, or a city nearby"
            raise ToolError(f"no direct flight from {start!r} to {end!r} on {date}; {advice}")
        found.sort(key=lambda flight: (flight.price_usd, flight.departure))
        return {"matches": len(found), "flights": [_flight(flight) for flight in found[:MOST_FLIGHTS]]}

    def search_connections(self, origin: str, destination: str, date: str) -> dict[str, Any]:
        """Find flights with one stop, cheapest first; prices in US dollars per person, times local.

        Args:
            origin: City of departure.
            destination: City of arrival.
            date: Day of the first departure, YYYY-MM-DD.
        """
        start, end = self._route(origin, destination, date)
        found = self._connections(start, end, date)
        if not found:
            ways = [*self._other_days(start, end, date), *self._by_land(start, end)]
            advice = "; ".join(ways) or "try another day, or a city nearby"
            raise ToolError(f"no connection with one stop from {start!r} to {end!r} on {date}; {advice}")
        shown = [_connection(connection) for connection in found[:MOST_CONNECTIONS]]
        return {"matches": len(found), "connections": shown}

    def get_distance(self, origin: str, destination: str) -> dict[str, Any]:
        """Get road distance, driving time, and the cost of a self-driven car or a taxi in US dollars.

        Args:
            origin: City to start from.
            destination: City to drive to.
        """
        start, end = self._pair(origin, destination)
        road = self._find_road(start, end)
        if road is None:
            raise ToolError(f"no road from {start!r} to {end!r} is known; search_flights may find a flight")
        km, duration = road
        if "day" in duration:
            raise ToolError(f"driving from {start!r} to {end!r} takes {duration}, a day or more; try search_flights")
        return {
            "origin": start,
            "destination": end,
            "distance_km": km,
            "duration": duration,
            "self_driving": _car("self-driving", km),
            "taxi": _car("taxi", km),
        }

    def _pair(self, origin: str, destination: str) -> tuple[str, str]:
        start, end = (find_city(self._database, name).name for name in (origin, destination))
        if start == end:
            raise ToolError(f"origin and destination are both {start!r}; give two different cities")
        return start, end

    def _route(self, origin: str, destination: str, date: str) -> tuple[str, str]:
        pair = self._pair(origin, destination)
        check_day(self._database, date)
        return pair

    def _connections(self, start: str, end: str, date: str) -> list[_Connection]:
        """Return the connections of two flights that begin on a day, the cheapest first."""
        # Of the second flights, only those of the next days can still be in time.
        last_day = f"{datetime.fromisoformat(date) + timedelta(days=3):%Y-%m-%d}"
        to_end = "destination = ? AND date BETWEEN date(?, '-1 day') AND ?"
        onward: dict[str, list[Flight]] = {}
        for flight in self._database.select(Flight, to_end, end, date, last_day):
            onward.setdefault(flight.origin, []).append(flight)
        longest_km = self._longest_km(start, end)
        found = [
            connection
            for first in self._database.select(Flight, "origin = ? AND date = ?", start, date)
            for second in onward.get(first.destination, [])
            if SHORTEST_TRANSFER <= (connection := _Connection(first, second)).transfer <= LONGEST_TRANSFER
            and first.distance_km + second.distance_km <= longest_km
        ]
        return sorted(found, key=lambda connection: (connection.price_usd, connection.minutes))

    def _longest_km(self, start: str, end: str) -> float:
        corners: list[float] = []
        for name in (start, end):
            city = find_city(self._database, name)
            if city.latitude is None or city.longitude is None:
                return inf
            corners += [city.latitude, city.longitude]
        return MOST_DETOUR * great_circle_km(*corners) + FREE_DETOUR_KM

    def _ways_around(self, start: str, end: str, date: str) -> list[str]:
        """List what a traveller can do who finds no direct flight, best first."""
        ways = self._other_days(start, end, date)
        stops = dict.fromkeys(found.first.destination for found in self._connections(start, end, date))
        if stops:
            ways.append(f"search_connections finds one stop, for example in {next(iter(stops))!r}")
        return ways + self._by_land(start, end)

    def _by_land(self, start: str, end: str) -> list[str]:
        return [*self._road(start, end), *self._no_airport(start), *self._no_airport(end)]

    def _other_days(self, start: str, end: str, date: str) -> list[str]:
        wanted = datetime.fromisoformat(date)
        direct = self._database.select(Flight, "origin = ? AND destination = ?", start, end)
        days = sorted({flight.date for flight in direct}, key=lambda day: abs(datetime.fromisoformat(day) - wanted))
        return [f"direct flights leave on {', '.join(sorted(days[:MOST_DAYS]))}"] if days else []

    def _road(self, start: str, end: str) -> list[str]:
        km, duration = self._find_road(start, end) or (0, "day")
        return [] if "day" in duration else [f"by road it is {km:g} km ({duration}), see get_distance"]

    def _no_airport(self, city: str) -> list[str]:
        if self._database.select(Flight, "origin = ? OR destination = ?", city, city):
            return []
        roads = self._database.select(Distance, "origin = ? AND distance_km IS NOT NULL", city)
        near = min(roads, key=lambda road: road.distance_km or 0, default=None)
        by_road = f"; the nearest city by road is {near.destination!r}, {near.distance_km:g} km" if near else ""
        return [f"no flight serves {city!r} at all{by_road}"]

    def _find_road(self, start: str, end: str) -> tuple[float, str] | None:
        for road in self._database.select(Distance, "origin = ? AND destination = ?", start, end):
            if road.distance_km is not None and road.duration is not None:
                return road.distance_km, road.duration
        return None


def _flight(flight: Flight) -> dict[str, Any]:
    shown = ("flight_number", "origin", "destination", "departure", "arrival")
    named = {name: getattr(flight, name) for name in shown}
    return named | {"duration": _spell(flight.duration_minutes), "price_usd": flight.price_usd}


def _connection(connection: _Connection) -> dict[str, Any]:
    return {
        "price_usd": connection.price_usd,
        "duration": _spell(connection.minutes),
        "stop": connection.first.destination,
        "transfer": _spell(round(connection.transfer.total_seconds() / 60)),
        "flights": [_flight(flight) for flight in connection],
    }


def _car(mode: RoadMode, km: float) -> dict[str, int]:
    return {"usd_per_car": int(km * USD_PER_KM[mode]), "seats": SEATS[mode]}


def _spell(minutes: int) -> str:
    return f"{minutes // 60} h {minutes % 60:02} min"
