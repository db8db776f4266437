"""The shipped database: it is what the generator gives, and its rows make sense."""

import sqlite3
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import chain
from pathlib import Path

import pytest

from smurfs_graph.tools.travel.database import SHIPPED, TravelDatabase, open_file
from smurfs_graph.tools.travel.schema import TABLES, Accommodation, Attraction, City, Distance, Flight, Restaurant
from tests.tools.travel.generate import CITIES, write_database


@pytest.fixture
def database() -> TravelDatabase:
    return open_file(SHIPPED)


def contents(path: Path) -> dict[str, list[tuple[object, ...]]]:
    connection = sqlite3.connect(path)
    try:
        return {table: connection.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES.values()}
    finally:
        connection.close()


def places(database: TravelDatabase) -> list[Sequence[Accommodation | Restaurant | Attraction]]:
    return [database.select(Accommodation), database.select(Restaurant), database.select(Attraction)]


def test_the_generator_gives_the_shipped_rows(tmp_path: Path) -> None:
    """Whoever changes the generator must ship a new file with it."""
    write_database(tmp_path / "new.sqlite")
    generated, shipped = contents(tmp_path / "new.sqlite"), contents(SHIPPED)
    for table in TABLES.values():
        assert generated[table] == shipped[table], f"table {table!r} differs from the shipped one"


def test_every_city_can_be_visited(database: TravelDatabase) -> None:
    """Somewhere to sleep and eat and something to see in each city, and a way to get there."""
    names = {city.name for city in database.select(City)}
    for rows in places(database):
        assert {row.city for row in rows} == names
    arrivals = {row.destination for row in chain(database.select(Flight), database.select(Distance))}
    assert arrivals == names


def test_names_are_seen_to_be_invented_and_unique(database: TravelDatabase) -> None:
    """Every invented name ends in its city's code, as in 'LSB-R07'."""
    codes = {facts.name: facts.code for facts in CITIES}
    assert len(set(codes.values())) == len(CITIES)
    for rows in places(database):
        assert all(row.name.split()[-1].startswith(f"{codes[row.city]}-") for row in rows)
        assert max(Counter(row.name for row in rows).values()) == 1


def test_flights_arrive_when_their_clocks_say(database: TravelDatabase) -> None:
    """Arrival is departure plus duration, shifted by the two cities' time zones."""
    offsets = {facts.name: facts.utc_offset_hours for facts in CITIES}
    flights = database.select(Flight)
    for flight in flights:
        ahead = timedelta(hours=offsets[flight.destination] - offsets[flight.origin])
        flown = datetime.fromisoformat(flight.arrival) - datetime.fromisoformat(flight.departure) - ahead
        assert flown == timedelta(minutes=flight.duration_minutes)
        assert flight.departure.startswith(flight.date)
        assert flight.price_usd > 0
        assert 500 < flight.distance_km / flight.duration_minutes * 60 < 900 or flight.distance_km < 1000
    assert len({flight.flight_number for flight in flights}) == len(flights)
    assert database.flight_window() == ("2026-12-01", "2026-12-14")


def test_roads_join_cities_on_the_same_land(database: TravelDatabase) -> None:
    """Both ways, in less than a day, and never over an ocean."""
    roads = {(road.origin, road.destination): road for road in database.select(Distance)}
    assert ("New York", "London") not in roads
    assert ("Tokyo", "Seoul") not in roads
    for (origin, destination), road in roads.items():
        assert roads[destination, origin][2:] == road[2:]
        assert road.duration is not None
        assert "day" not in road.duration
    channel = roads["Paris", "London"]
    assert 400 <= (channel.distance_km or 0) <= 500  # 456 km in fact
