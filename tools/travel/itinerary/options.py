"""The parts of a trip, priced for the party: journeys of a day with the meals that they leave time for, and places.

Left out is what a plan cannot name without being misunderstood, and what cannot be part of any best choice.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol, TypeVar

from smurfs_graph.tools.travel.lookup import fold
from smurfs_graph.tools.travel.phrases import place_of, tidy
from smurfs_graph.tools.travel.prices import SEATS, TransportMode, flight_usd, meal_usd, night_usd, road_usd
from smurfs_graph.tools.travel.schema import Accommodation, Attraction, Distance, Flight, Restaurant

LEAVES_BY_ROAD = 9 * 60
"""Drives start after breakfast; minutes since midnight."""

_MEALTIMES = (9 * 60, 14 * 60, 20 * 60 + 30)
"""Until when breakfast, lunch and dinner are over, minutes since midnight."""
_LAST_ORDERS = (8 * 60 + 30, 13 * 60, 20 * 60)
"""Until when one has to be there for breakfast, lunch and dinner."""
_TO_AIRPORT, _FROM_AIRPORT = 90, 45  # minutes


class Leg(NamedTuple):
    """One way to get from one city to another on one day."""

    mode: TransportMode
    origin: str
    destination: str
    usd: float
    """For the whole party."""
    departure: int
    """Minutes since midnight, local time."""
    arrival: int
    """Minutes since midnight of the day of departure, local time; above 1440 on the next day."""
    drive_minutes: int
    """At the wheel or in the taxi; 0 in the air."""
    number: str = ""
    """Of the flight."""
    duration: str = ""
    """Of the drive, as the road table writes it."""
    distance_km: float = 0.0

    @property
    def meals_before(self) -> int:
        """Return the meals of the day, breakfast first, that can be eaten before leaving."""
        leaves = self.departure - (_TO_AIRPORT if self.mode == "flight" else 0)
        return sum(leaves >= over for over in _MEALTIMES)

    @property
    def meals_after(self) -> int:
        """Return the meals of the day, dinner last, that can be eaten after arriving."""
        there = self.arrival + (_FROM_AIRPORT if self.mode == "flight" else 0)
        return sum(there <= last for last in _LAST_ORDERS)


def flights(rows: Iterable[Flight], people: int) -> list[Leg]:
    """Return flights, without those that another one on the same route betters in every respect."""
    return drop_dominated([_flight(row, people) for row in rows], _no_worse)


def drives(road: Distance | None, people: int) -> list[Leg]:
    """Return self-driving and taxi along a road; none where there is no road, or none that takes less than a day."""
    if road is None:
        return []
    legs: list[Leg] = []
    for mode in SEATS:
        usd = road_usd(mode, road.distance_km, road.duration, people)
        if usd is None or road.duration is None or road.distance_km is None:
            continue
        minutes = drive_minutes(road.duration)
        arrival = LEAVES_BY_ROAD + minutes
        ends = (road.origin, road.destination)
        legs.append(Leg(mode, *ends, usd, LEAVES_BY_ROAD, arrival, minutes, "", road.duration, road.distance_km))
    return legs


def drive_minutes(duration: str) -> int:
    """Read a duration in minutes: 130 of '2 hours 10 mins'."""
    counts = {unit: int(count) for count, unit in re.findall(r"(\d+)\s*(hour|min)", duration)}
    return counts.get("hour", 0) * 60 + counts.get("min", 0)


def _flight(row: Flight, people: int) -> Leg:
    midnight = datetime.fromisoformat(row.date)
    departure, arrival = (
        round((datetime.fromisoformat(moment) - midnight).total_seconds() / 60)
        for moment in (row.departure, row.arrival)
    )
    usd = flight_usd(row.price_usd, people)
    return Leg("flight", row.origin, row.destination, usd, departure, arrival, 0, row.flight_number)


def _no_worse(one: Leg, other: Leg) -> bool:
    cheaper = one.usd <= other.usd
    return cheaper and one.meals_before >= other.meals_before and one.meals_after >= other.meals_after


class _Named(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def city(self) -> str: ...


_NamedT = TypeVar("_NamedT", bound=_Named)


class Room(NamedTuple):
    """An accommodation, with as many units of it as the party needs."""

    row: Accommodation
    night_usd: float
    """For the whole party."""


class Meal(NamedTuple):
    """A meal in a restaurant."""

    row: Restaurant
    usd: float
    """For the whole party."""
    cuisines: frozenset[str]
    """Folded, as `fold` does."""


def rooms_of(rows: Sequence[Accommodation], people: int) -> tuple[Room, ...]:
    """Return all rooms that a plan can name."""
    return tuple(Room(row, night_usd(row.price_usd, row.maximum_occupancy, people)) for row in nameable(rows))


def meals_of(rows: Sequence[Restaurant], people: int) -> tuple[Meal, ...]:
    """Return all meals that a plan can name."""
    return tuple(Meal(row, meal_usd(row.average_cost_usd, people), _cuisines(row)) for row in nameable(rows))


def sights_of(rows: Sequence[Attraction]) -> tuple[Attraction, ...]:
    """Return all sights that a plan can name; its list of attractions is separated by semicolons."""
    return tuple(row for row in nameable(rows) if ";" not in row.name)


def nameable(rows: Sequence[_NamedT]) -> list[_NamedT]:
    """Return the rows of one city that 'Name, City' leads back to.

    A plan holds no more than that text. Where it is also read as another row, which has other prices and rules
    (the same name, or a name that contains it), the first one counts, and the others cannot be chosen.
    """
    return [row for at, row in enumerate(rows) if _leads_back(row, rows[:at])]


def _cuisines(row: Restaurant) -> frozenset[str]:
    return frozenset(fold(name) for name in row.cuisines.split(","))


def _leads_back(row: _NamedT, earlier: Sequence[_NamedT]) -> bool:
    name = tidy(row.name)
    place = place_of(f"{name}, {row.city}")
    if place is None or place.name != name or name not in row.name:
        return False
    return not any(name in other.name or name == tidy(other.name) for other in earlier)


_T = TypeVar("_T")


def drop_dominated(rows: Iterable[_T], no_worse: Callable[[_T, _T], bool], most: int = 1) -> list[_T]:
    """Keep the rows than which fewer than `most` others are no worse in every respect; of equal rows the first ones.

    Where at most `most` rows are chosen, there is a best choice among what is left: any row left out of it can be
    exchanged for an unchosen one that is no worse. `no_worse(a, b)` says that a can stand in for b.
    """
    listed = list(rows)
    return [row for at, row in enumerate(listed) if sum(_above(listed, at, no_worse)) < most]


def _above(listed: list[_T], at: int, no_worse: Callable[[_T, _T], bool]) -> Iterable[bool]:
    row = listed[at]
    for index, other in enumerate(listed):
        if index != at:
            yield no_worse(other, row) and (index < at or not no_worse(row, other))
