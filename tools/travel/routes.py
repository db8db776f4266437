"""Which generated cities are joined by road or by air, and the invented flights of the timetable."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from itertools import combinations, permutations, product
from random import Random
from typing import NamedTuple

from smurfs_graph.tools.travel.cities import CITIES, CityFacts
from smurfs_graph.tools.travel.globe import great_circle_km
from smurfs_graph.tools.travel.schema import Distance, Flight

FIRST_DAY = date(2026, 12, 1)
DAYS = 14
"""The timetable holds departures of these days: 2026-12-01 to 2026-12-14."""

_LONGEST_DRIVE_KM = 1900  # stays below a day at the wheel
_ROAD_KM_PER_HOUR = 88
_FLIGHT_KM_PER_MINUTE = 13.8
_TAXIING_MINUTES = 35
_SHORTEST_FLIGHT_KM = 280
_LONGEST_FLIGHT_KM = 14_500
_LONGEST_REGIONAL_KM = 3_500
_LONGEST_TO_FOREIGN_HUB_KM = 10_500


class _Service(NamedTuple):
    """How often a route is flown."""

    departures: tuple[tuple[int, int], ...] = ()
    """Of a day, each between two minutes since midnight."""
    chance: float = 0
    """Of each departure to take place on a day, 0 to 1."""


_MORNING = (6 * 60, 11 * 60)
_AFTERNOON = (14 * 60, 20 * 60)
_DAYTIME = (7 * 60, 22 * 60)

_NO_SERVICE = _Service()
_TRUNK = _Service((_DAYTIME,), 0.95)
_FEEDER = _Service((_MORNING, _AFTERNOON), 0.85)
_NEIGHBOURS = _Service((_DAYTIME,), 0.5)
_LONG_HAUL = _Service((_DAYTIME,), 0.75)


def distances(seed: int) -> Iterator[Distance]:
    """Roads, both ways, between cities on the same land that one drives in less than a day."""
    for one, other in combinations(CITIES, 2):
        # Roads wind: the great circle times 1.18 to 1.32.
        factor = Random(f"{seed}:road:{one.code}:{other.code}").uniform(1.18, 1.32)
        km = round(_air_km(one, other) * factor)
        if one.roads is None or one.roads != other.roads or km > _LONGEST_DRIVE_KM:
            continue
        for origin, destination in ((one, other), (other, one)):
            yield Distance(origin.name, destination.name, float(km), _drive(km))


def _drive(km: int) -> str:
    hours, minutes = divmod(round(km / _ROAD_KM_PER_HOUR * 60) + 15, 60)
    parts = [(hours, "hour"), (minutes, "min")]
    return " ".join(f"{count} {unit}{'' if count == 1 else 's'}" for count, unit in parts if count)


def flights(seed: int) -> Iterator[Flight]:
    """All departures, route by route and day by day, numbered through."""
    number = 1_000_000
    for origin, destination in permutations(CITIES, 2):
        service = _service(seed, origin, destination)
        random = Random(f"{seed}:flights:{origin.code}:{destination.code}")
        for day, times in product(range(DAYS), service.departures):
            if random.random() < service.chance:
                number += 1
                minutes = random.randrange(*times, 5)
                yield _flight(random, f"F{number}", origin, destination, FIRST_DAY + timedelta(days=day), minutes)


def _service(seed: int, one: CityFacts, other: CityFacts) -> _Service:
    """How a route is flown, the same in both directions.

    Hubs are joined with each other and with every regional airport of their continent. A regional airport also
    has some hubs abroad and a few neighbours. All else takes a connection, or two.
    """
    km = _air_km(one, other)
    if one.airport is None or other.airport is None or not _SHORTEST_FLIGHT_KM <= km <= _LONGEST_FLIGHT_KM:
        return _NO_SERVICE
    first, second = sorted((one.code, other.code))
    drawn = Random(f"{seed}:route:{first}:{second}").random()
    if one.airport == other.airport == "hub":
        return _TRUNK
    to_hub = "hub" in (one.airport, other.airport)
    if one.continent == other.continent:
        if to_hub:
            return _FEEDER
        return _NEIGHBOURS if drawn < 0.25 and km <= _LONGEST_REGIONAL_KM else _NO_SERVICE
    return _LONG_HAUL if to_hub and drawn < 0.4 and km <= _LONGEST_TO_FOREIGN_HUB_KM else _NO_SERVICE


def _flight(random: Random, number: str, origin: CityFacts, destination: CityFacts, day: date, at: int) -> Flight:
    km = _air_km(origin, destination)
    midnight = datetime(day.year, day.month, day.day)
    departure = midnight + timedelta(minutes=at)
    minutes = round(_TAXIING_MINUTES + km / _FLIGHT_KM_PER_MINUTE * random.uniform(0.96, 1.06))
    ahead = timedelta(hours=destination.utc_offset_hours - origin.utc_offset_hours)
    arrival = departure + timedelta(minutes=minutes) + ahead
    weekend = 1.15 if day.isoweekday() >= 5 else 1.0
    return Flight(
        flight_number=number,
        origin=origin.name,
        destination=destination.name,
        date=day.isoformat(),
        departure=f"{departure:%Y-%m-%d %H:%M}",
        arrival=f"{arrival:%Y-%m-%d %H:%M}",
        duration_minutes=minutes,
        price_usd=round((32 + 0.072 * km) * random.uniform(0.75, 1.4) * weekend),
        distance_km=round(km),
    )


def _air_km(one: CityFacts, other: CityFacts) -> float:
    return great_circle_km(one.latitude, one.longitude, other.latitude, other.longitude)
