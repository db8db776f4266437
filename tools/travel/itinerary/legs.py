"""Journeys of one day: what they cost the party, when they leave and arrive, and which meals that leaves time for."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from smurfs_graph.tools.travel.prices import SEATS, TransportMode, flight_usd, road_usd
from smurfs_graph.tools.travel.schema import Distance, Flight

from .dominance import drop_dominated

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
        """Meals of the day, breakfast first, that can be eaten before leaving."""
        leaves = self.departure - (_TO_AIRPORT if self.mode == "flight" else 0)
        return sum(leaves >= over for over in _MEALTIMES)

    @property
    def meals_after(self) -> int:
        """Meals of the day, dinner last, that can be eaten after arriving."""
        there = self.arrival + (_FROM_AIRPORT if self.mode == "flight" else 0)
        return sum(there <= last for last in _LAST_ORDERS)


def flights(rows: Iterable[Flight], people: int) -> list[Leg]:
    """Flights, without those that another one on the same route betters in every respect."""
    return drop_dominated([_flight(row, people) for row in rows], _no_worse)


def drives(road: Distance | None, people: int) -> list[Leg]:
    """Self-driving and taxi along a road; none where there is no road, or none that takes less than a day."""
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
    """130 of '2 hours 10 mins'."""
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
