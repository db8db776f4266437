"""The generator: the shipped file is what the default seed gives, and its rows make sense."""

import os
import sqlite3
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import chain
from pathlib import Path

import pytest

from smurfs_graph.tools.travel.cities import CITIES
from smurfs_graph.tools.travel.database import SHIPPED, TravelDatabase, open_file
from smurfs_graph.tools.travel.generate import main, write_database
from smurfs_graph.tools.travel.schema import TABLES, Accommodation, Attraction, City, Distance, Flight, Restaurant


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


def test_the_default_seed_gives_the_shipped_rows(tmp_path: Path) -> None:
    """Whoever changes the generator must ship a new file with it."""
    assert main(["-o", str(tmp_path / "new.sqlite")]) == 0
    generated, shipped = contents(tmp_path / "new.sqlite"), contents(SHIPPED)
    for table in TABLES.values():
        assert generated[table] == shipped[table], f"table {table!r} differs from the shipped one"


def test_another_seed_gives_other_rows(tmp_path: Path) -> None:
    """Fresh data for an evaluation is one option away; the cities stay."""
    write_database(tmp_path / "a.sqlite", seed=7)
    write_database(tmp_path / "b.sqlite", seed=7)
    assert contents(tmp_path / "a.sqlite") == contents(tmp_path / "b.sqlite")
    fresh, shipped = contents(tmp_path / "a.sqlite"), contents(SHIPPED)
    assert fresh["cities"] == shipped["cities"]
    assert fresh["flights"] != shipped["flights"]
    assert fresh["restaurants"] != shipped["restaurants"]


def test_an_unwritable_output_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder that does not exist is reported, not raised."""
    assert main(["-o", str(tmp_path / "nowhere" / "x.sqlite")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk must not leave half a database that looks like a whole one."""
    target = tmp_path / "x.sqlite"
    target.write_text("old")

    def disk_full(*_: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(os, "replace", disk_full)
    monkeypatch.setattr(Path, "replace", disk_full)
    with pytest.raises(OSError, match="space"):
        write_database(target)
    assert target.read_text() == "old"


def test_size(database: TravelDatabase) -> None:
    """Rich enough for real questions, small enough to ship."""
    rows = sum(len(table) for table in contents(SHIPPED).values())
    assert rows >= 3000
    assert SHIPPED.stat().st_size < 1_500_000
    assert len(database.select(City)) >= 24
    assert len({city.country for city in database.select(City)}) >= 15


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
