"""The input of every rule: a query, a plan, the sandbox, and the reading of the plan's texts."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from smurfs_graph.tools.travel.prices import road_usd
from smurfs_graph.tools.travel.schema import Accommodation, Attraction, Flight, Restaurant

from .day import MEALS, Meal, TripDay
from .query import TripQuery
from .sandbox import Sandbox
from .trip_reading import PublishedLeg, TripReading
from .verdict import Reason


class _NamedRecord(Protocol):
    @property
    def name(self) -> str: ...


_NamedT = TypeVar("_NamedT", bound=_NamedRecord)


@dataclass(frozen=True, slots=True)
class PublishedTrip:
    """One plan for one query."""

    query: TripQuery
    plan: tuple[TripDay, ...]
    """All that was delivered."""
    sandbox: Sandbox
    reading: TripReading

    @property
    def strict(self) -> bool:
        """Return whether the rules apply as they are meant, not as published."""
        return self.reading.mode == "strict"

    def days(self) -> Iterator[tuple[int, TripDay]]:
        """Yield the days that the query asks for, as far as they were delivered, each with its number from 1."""
        return enumerate(self.plan[: self.query.days], start=1)

    def meals(self, *, crashes: bool = False) -> Iterator[tuple[int, Meal, str]]:
        """Yield every meal with its day and its text, in the order of the day."""
        for number, day in self.days():
            for meal in MEALS:
                if (text := self.reading.entry(day, meal, crashes=crashes)) is not None:
                    yield number, meal, text

    def stays(self) -> Iterator[tuple[int, str]]:
        """Yield every day with an accommodation, and its text."""
        for number, day in self.days():
            if (text := self.reading.entry(day, "accommodation", crashes=True)) is not None:
                yield number, text

    def restaurants(self, text: str) -> list[Restaurant]:
        """Return the rows that a plan may mean; where there are several, the first one counts."""
        return self._rows(self.sandbox.restaurants, text)

    def attractions(self, text: str) -> list[Attraction]:
        """Return the rows that a plan may mean."""
        return self._rows(self.sandbox.attractions, text)

    def accommodations(self, text: str) -> list[Accommodation]:
        """Return the rows that a plan may mean; where there are several, the first one counts."""
        return self._rows(self.sandbox.accommodations, text)

    def flights(self, number: int, leg: PublishedLeg) -> list[Flight]:
        """Return flights of that number from there to there; in strict mode on that day of the trip, too."""
        found = self.sandbox.flights.get(leg.flight_number or "", ())
        date = self.query.dates[number - 1] if self.strict and number <= len(self.query.dates) else None
        return [
            flight
            for flight in found
            if (flight.origin, flight.destination) == leg.ends and date in (None, flight.date)
        ]

    def road_usd(self, leg: PublishedLeg) -> int | None:
        """Return the cost of a drive for everyone in US dollars; None where there is no such road."""
        road = None if leg.ends is None else self.sandbox.roads.get(leg.ends)
        if road is None or leg.mode is None or leg.mode == "flight":
            return None
        return road_usd(leg.mode, road.distance_km, road.duration, self.query.people_number)

    def _rows(self, by_city: Mapping[str, Iterable[_NamedT]], text: str) -> list[_NamedT]:
        place = self.reading.place(text)
        return [row for row in by_city.get(place.city, ()) if self.reading.is_named(row.name, place.name)]


Rule = Callable[[PublishedTrip], Iterable[Reason]]
"""Yields what breaks it, in the order in which the published evaluator looks: its first finding comes first."""
