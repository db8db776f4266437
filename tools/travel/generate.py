"""Write the shipped travel database: `python -m smurfs_graph.tools.travel.generate [-o PATH] [--seed N]`.

The same seed gives the same rows on every machine. Cities are real; flights, roads, stays, meals and sights
are invented, and their names say so by a code such as 'LSB-R07'. Every city and every route draws from a random
source of its own, so that a new city leaves the places of the others as they are.
"""

import argparse
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from smurfs_graph.tools.travel.cities import CITIES, CityFacts
from smurfs_graph.tools.travel.database import SHIPPED
from smurfs_graph.tools.travel.routes import distances, flights
from smurfs_graph.tools.travel.schema import (
    TABLES,
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

DEFAULT_SEED = 20261201

_STAYS_PER_CITY = 14
_MEALS_PER_CITY = 18
_SIGHTS_PER_CITY = 10

_WORDS = [
    "Amber",
    "Birch",
    "Cedar",
    "Cobalt",
    "Copper",
    "Coral",
    "Crane",
    "Ember",
    "Fern",
    "Garnet",
    "Granite",
    "Harbor",
    "Heron",
    "Indigo",
    "Ivory",
    "Jasper",
    "Juniper",
    "Lantern",
    "Linden",
    "Maple",
    "Meadow",
    "Moss",
    "Ochre",
    "Olive",
    "Opal",
    "Pebble",
    "Quartz",
    "Quiet",
    "Raven",
    "Saffron",
    "Sage",
    "Silver",
    "Slate",
    "Sparrow",
    "Sunny",
    "Teal",
    "Thistle",
    "Umber",
    "Willow",
    "Winter",
]
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
    "American",
    "Bakery",
    "BBQ",
    "Cafe",
    "Chinese",
    "Desserts",
    "French",
    "Indian",
    "Italian",
    "Japanese",
    "Mediterranean",
    "Mexican",
    "Pizza",
    "Seafood",
    "Tea",
    "Thai",
    "Vegan",
]
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


def main(arguments: list[str] | None = None) -> int:
    """Command line entry: 0 when the file is written, 2 with one line on stderr when it cannot be."""
    parser = argparse.ArgumentParser(description="Write the travel database of builtin:travel.")
    parser.add_argument("-o", "--output", type=Path, default=SHIPPED, help="file to write (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=DEFAULT_SEED, help="random seed (default: %(default)s)")
    options = parser.parse_args(arguments)
    output: Path = options.output
    seed: int = options.seed
    try:
        counts = write_database(output, seed)
    except OSError as error:
        print(f"cannot write {str(output)!r}: {error.strerror or error}", file=sys.stderr)
        return 2
    print(f"{output}: {', '.join(f'{count} {table}' for table, count in counts.items())}")
    return 0


def write_database(output: Path, seed: int = DEFAULT_SEED) -> dict[str, int]:
    """Write the database, in place of what is at `output`, and return the number of rows per table.

    Raises:
        OSError: the file cannot be written there; what was there before is left as it was.
    """
    connection = sqlite3.connect(":memory:")
    try:
        create_tables(connection)
        insert_rows(connection, City, [_city(facts) for facts in CITIES])
        insert_rows(connection, Accommodation, _in_each_city(seed, _STAYS_PER_CITY, _accommodation))
        insert_rows(connection, Restaurant, _in_each_city(seed, _MEALS_PER_CITY, _restaurant))
        insert_rows(connection, Attraction, _in_each_city(seed, _SIGHTS_PER_CITY, _attraction))
        insert_rows(connection, Distance, distances(seed))
        insert_rows(connection, Flight, flights(seed))
        connection.commit()
        counts = {
            table: int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]) for table in TABLES.values()
        }
        _save(connection, output)
    finally:
        connection.close()
    return counts


def _save(connection: sqlite3.Connection, output: Path) -> None:
    # A half-written database would pass for a whole one: write beside it, then rename.
    draft = output.with_name(f"{output.name}.part")
    draft.write_bytes(connection.serialize())
    draft.replace(output)


def _city(facts: CityFacts) -> City:
    return City(
        facts.name,
        facts.region,
        facts.country,
        facts.continent,
        facts.latitude,
        facts.longitude,
        facts.currency,
    )


def _in_each_city(seed: int, count: int, invent: Callable[[Random, CityFacts, int], RowT]) -> list[RowT]:
    rows: list[RowT] = []
    for facts in CITIES:
        random = Random(f"{seed}:{invent.__name__}:{facts.code}")
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


if __name__ == "__main__":
    sys.exit(main())
