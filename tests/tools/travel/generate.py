"""Write the travel database that ships with the package: `python -m tests.tools.travel.generate`.

The rows are the same on every machine. Cities are real, with rounded facts (`cities.csv`); flights, roads, stays, meals
and sights are invented, and their names say so by a code such as 'LSB-R07'. Every city and every route draws from a
random source of its own, so that a new city leaves the places of the others as they are.
"""

import csv
import sqlite3
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from itertools import combinations, permutations, product
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

from smurfs_graph.tools.travel.database import SHIPPED
from smurfs_graph.tools.travel.globe import great_circle_km
from smurfs_graph.tools.travel.schema import (
    Accommodation,
    Attraction,
    City,
    Distance,
    Flight,
    Restaurant,
    RowT,
    create_tables,
    insert_rows,
)

SEED = 20261201


class CityFacts(NamedTuple):
    """Facts about a city that the generator needs."""

    name: str
    code: str
    """Starts the invented names, so that they are seen to be invented."""
    region: str
    country: str
    continent: str
    latitude: float
    longitude: float
    currency: str
    utc_offset_hours: float
    """In the first half of December, the time of the generated flights."""
    price_level: float
    """1 = average; scales rooms and meals."""
    roads: str | None
    """Cities with the same value can be driven between."""
    airport: Literal["hub", "regional"] | None
    """At least one hub per continent, but for Africa."""


def _read_cities() -> Iterator[CityFacts]:
    with Path(__file__).with_name("cities.csv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            numbers = {name: float(row[name]) for name in ("latitude", "longitude", "utc_offset_hours", "price_level")}
            yield CityFacts(**(row | numbers | {name: row[name] or None for name in ("roads", "airport")}))  # pyright: ignore[reportArgumentType]


CITIES = tuple(_read_cities())

_STAYS_PER_CITY = 14
_MEALS_PER_CITY = 18
_SIGHTS_PER_CITY = 10
_WORDS = [
    "Amber", "Birch", "Cedar", "Cobalt", "Copper", "Coral", "Crane", "Ember", "Fern", "Garnet", "Granite",
    "Harbor", "Heron", "Indigo", "Ivory", "Jasper", "Juniper", "Lantern", "Linden", "Maple", "Meadow", "Moss",
    "Ochre", "Olive", "Opal", "Pebble", "Quartz", "Quiet", "Raven", "Saffron", "Sage", "Silver", "Slate",
    "Sparrow", "Sunny", "Teal", "Thistle", "Umber", "Willow", "Winter",
]  # fmt: skip
_ROOMS: tuple[tuple[str, str, float, int], ...] = (
    # room type, noun of the name, usual price, guests at most
    ("Entire home/apt", "Apartment", 118, 6),
    ("Private room", "Room", 62, 3),
    ("Entire home/apt", "Loft", 140, 4),
    ("Private room", "Guesthouse", 74, 2),
    ("Shared room", "Bunk", 31, 1),
)
_RULES = ("No smoking", "No parties", "No children under 10", "No visitors", "No pets")
_NIGHTS = (1, 1, 1, 1, 2, 2, 2, 3, 4, 7)
_CUISINES = [
    "American", "Bakery", "BBQ", "Cafe", "Chinese", "Desserts", "French", "Indian", "Italian", "Japanese",
    "Mediterranean", "Mexican", "Pizza", "Seafood", "Tea", "Thai", "Vegan",
]  # fmt: skip
_MEAL_NOUNS = ("Table", "Kitchen", "Bistro", "Canteen", "Diner", "Spoon")
_SIGHTS = (
    "Gallery",
    "Botanical Garden",
    "City Museum",
    "Viewpoint",
    "Old Market",
    "Riverside Walk",
    "Science Museum",
    "Sculpture Park",
    "Theatre",
    "Aquarium",
)


def write_database(output: Path) -> None:
    """Write the database, in place of what is at `output`."""
    connection = sqlite3.connect(":memory:")
    create_tables(connection)
    insert_rows(connection, City, [City(*facts[:1], *facts[2:8]) for facts in CITIES])
    insert_rows(connection, Accommodation, _in_each_city(_STAYS_PER_CITY, _accommodation))
    insert_rows(connection, Restaurant, _in_each_city(_MEALS_PER_CITY, _restaurant))
    insert_rows(connection, Attraction, _in_each_city(_SIGHTS_PER_CITY, _attraction))
    insert_rows(connection, Distance, _distances())
    insert_rows(connection, Flight, _flights())
    connection.commit()
    output.write_bytes(connection.serialize())
    connection.close()


def _in_each_city(count: int, invent: Callable[[Random, CityFacts, int], RowT]) -> list[RowT]:
    rows: list[RowT] = []
    for facts in CITIES:
        random = Random(f"{SEED}:{invent.__name__}:{facts.code}")
        rows += [invent(random, facts, number) for number in range(1, count + 1)]
    return rows


def _accommodation(random: Random, facts: CityFacts, number: int) -> Accommodation:
    room_type, noun, usual, guests = _ROOMS[number % len(_ROOMS)]
    rules = [rule for rule in _RULES if random.random() < 0.3]
    return Accommodation(
        name=f"{random.choice(_WORDS)} {noun} {facts.code}-H{number:02}",
        city=facts.name,
        room_type=room_type,
        price_usd=round(usual * facts.price_level * random.uniform(0.65, 1.6)),
        minimum_nights=random.choice(_NIGHTS),
        maximum_occupancy=random.randint(1 if room_type == "Shared room" else 2, max(guests, 1)),
        house_rules=" & ".join(rules),
        review_rate=round(random.uniform(2.4, 5), 1),
    )


def _restaurant(random: Random, facts: CityFacts, number: int) -> Restaurant:
    # The cuisines take turns, so that each of them is found in every city of enough restaurants.
    first = _CUISINES[number % len(_CUISINES)]
    others = random.sample([cuisine for cuisine in _CUISINES if cuisine != first], random.randint(0, 2))
    return Restaurant(
        name=f"{random.choice(_WORDS)} {random.choice(_MEAL_NOUNS)} {facts.code}-R{number:02}",
        city=facts.name,
        cuisines=", ".join([first, *others]),
        average_cost_usd=round(random.uniform(9, 58) * facts.price_level),
        rating=round(random.uniform(2.5, 4.9), 1),
    )


def _attraction(random: Random, facts: CityFacts, number: int) -> Attraction:
    word = random.choice(_WORDS)
    return Attraction(
        name=f"{word} {_SIGHTS[number % len(_SIGHTS)]} {facts.code}-A{number:02}",
        city=facts.name,
        latitude=round(facts.latitude + random.uniform(-0.05, 0.05), 4),
        longitude=round(facts.longitude + random.uniform(-0.05, 0.05), 4),
        address=f"{random.randint(1, 180)} {random.choice(_WORDS)} Street, {facts.name}",
        phone=f"555-{random.randint(100, 199):04}",
        website=f"https://{facts.code.lower()}-a{number:02}.example",
    )


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
    """The frequency of flights on a route."""

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


def _distances() -> Iterator[Distance]:
    """Roads, both ways, between cities on the same land that one drives in less than a day."""
    for one, other in combinations(CITIES, 2):
        # Roads wind: the great circle times 1.18 to 1.32.
        factor = Random(f"{SEED}:road:{one.code}:{other.code}").uniform(1.18, 1.32)
        km = round(_air_km(one, other) * factor)
        if one.roads is None or one.roads != other.roads or km > _LONGEST_DRIVE_KM:
            continue
        for origin, destination in ((one, other), (other, one)):
            yield Distance(origin.name, destination.name, float(km), _drive(km))


def _drive(km: int) -> str:
    hours, minutes = divmod(round(km / _ROAD_KM_PER_HOUR * 60) + 15, 60)
    parts = [(hours, "hour"), (minutes, "min")]
    return " ".join(f"{count} {unit}{'' if count == 1 else 's'}" for count, unit in parts if count)


def _flights() -> Iterator[Flight]:
    """All departures, route by route and day by day, numbered through."""
    number = 1_000_000
    for origin, destination in permutations(CITIES, 2):
        service = _service(origin, destination)
        random = Random(f"{SEED}:flights:{origin.code}:{destination.code}")
        for day, times in product(range(DAYS), service.departures):
            if random.random() < service.chance:
                number += 1
                minutes = random.randrange(*times, 5)
                yield _flight(random, f"F{number}", origin, destination, FIRST_DAY + timedelta(days=day), minutes)


def _service(one: CityFacts, other: CityFacts) -> _Service:
    """Return the flights of a route, the same in both directions.

    Hubs are joined with each other and with every regional airport of their continent. A regional airport also
    has some hubs abroad and a few neighbours. All else takes a connection, or two.
    """
    km = _air_km(one, other)
    if one.airport is None or other.airport is None or not _SHORTEST_FLIGHT_KM <= km <= _LONGEST_FLIGHT_KM:
        return _NO_SERVICE
    first, second = sorted((one.code, other.code))
    drawn = Random(f"{SEED}:route:{first}:{second}").random()
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


if __name__ == "__main__":
    write_database(SHIPPED)
