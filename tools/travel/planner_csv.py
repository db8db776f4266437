"""The TravelPlanner sandbox: a directory of CSV files, read into a travel database in memory.

TravelPlanner reads its files with pandas and drops every accommodation, restaurant, attraction and flight
that lacks a value; roads keep their gaps, as "asked, none found" is an answer too. The same happens here.
"""

import csv
import re
import sqlite3
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import get_type_hints

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.travel.database import TravelDatabase
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

STATES_FILE = "city_states.tsv"
"""City and state on each line, with a tab between them and no header."""

_KM_PER_MILE = 1.609344
_HALF_DAY = 12 * 60
_MISSING = frozenset({
    "", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>", "N/A", "NA",
    "NULL", "NaN", "None", "n/a", "nan", "null",
})  # fmt: skip
"""Texts that pandas takes for a missing value unless told otherwise."""
_ACCOMMODATIONS = (
    "accommodations.csv", "NAME", "city", "room type", "price", "minimum nights", "maximum occupancy", "house_rules",
    "review rate number",
)  # fmt: skip
"""A file's name and columns, in the order in which `parse` takes their texts; as the others."""
_RESTAURANTS = ("restaurants.csv", "Name", "City", "Cuisines", "Average Cost", "Aggregate Rating")
_ATTRACTIONS = ("attractions.csv", "Name", "City", "Latitude", "Longitude", "Address", "Phone", "Website")
_DISTANCES = ("distance.csv", "origin", "destination", "distance", "duration")
_FLIGHTS = (
    "flights.csv", "Flight Number", "OriginCityName", "DestCityName", "FlightDate", "DepTime", "ArrTime",
    "ActualElapsedTime", "Price", "Distance",
)  # fmt: skip


def load_directory(directory: Path) -> TravelDatabase:
    """Read the five `.csv` files and `city_states.tsv` of TravelPlanner.

    Raises:
        ConfigurationError: the directory, a file or a column is missing, or a value does not fit its column.
    """
    if not directory.is_dir():
        raise ConfigurationError(f"TravelPlanner directory {str(directory)!r} does not exist or is not a directory")
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    try:
        _fill(connection, directory)
    except BaseException:
        connection.close()
        raise
    return TravelDatabase(connection, str(directory))


def _fill(connection: sqlite3.Connection, directory: Path) -> None:
    """Fill a database with the tables of a folder."""
    create_tables(connection)
    insert_rows(connection, City, _stated_cities(directory / STATES_FILE))
    insert_rows(connection, Accommodation, _rows(directory, _ACCOMMODATIONS, _parser_of(Accommodation)))
    insert_rows(connection, Restaurant, _rows(directory, _RESTAURANTS, _parser_of(Restaurant)))
    insert_rows(connection, Attraction, _rows(directory, _ATTRACTIONS, _parser_of(Attraction)))
    insert_rows(connection, Distance, _rows(directory, _DISTANCES, _distance))
    insert_rows(connection, Flight, _rows(directory, _FLIGHTS, _flight))
    # Some cities have places but no line in the states file; they can be visited all the same.
    named = connection.execute(
        "SELECT city FROM accommodations UNION SELECT city FROM restaurants"
        " UNION SELECT city FROM attractions"
        " UNION SELECT origin FROM distances UNION SELECT destination FROM distances"
        " UNION SELECT origin FROM flights UNION SELECT destination FROM flights ORDER BY 1"
    ).fetchall()
    insert_rows(connection, City, [_city(name, None) for (name,) in named])
    connection.commit()


def _city(name: str, state: str | None) -> City:
    return City(name, state, "United States", "North America", None, None, "USD")


def _stated_cities(path: Path) -> Iterator[City]:
    for number, line in enumerate(_text(path).splitlines(), start=1):
        if not line.strip():
            continue
        name, tab, state = line.partition("\t")
        if not tab:
            raise ConfigurationError(f"{str(path)!r}, line {number}: expected a city and a state with a tab between")
        yield _city(name.strip(), state.strip())


def _rows(directory: Path, table: tuple[str, ...], parse: Callable[..., RowT]) -> Iterator[RowT]:
    """Yield the rows of a table, parsed; one that lacks a value is left out, but for distances."""
    path = directory / table[0]
    # Not splitlines(), which also breaks at characters that CSV holds for text.
    lines = csv.DictReader(StringIO(_text(path), newline=""), restval="")
    try:
        known = list(lines.fieldnames or ())
        for name in table[1:]:
            if name not in known:
                raise ConfigurationError(f"{str(path)!r} has no column {name!r}; it has {known!r}")
        for record in lines:
            texts = [record[name] for name in table[1:]]
            if table is _DISTANCES or _MISSING.isdisjoint(texts):
                yield parse(*texts)
    except (csv.Error, ValueError, OverflowError) as error:
        raise ConfigurationError(f"{str(path)!r}, line {lines.line_num}: {error}") from error


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = "does not exist" if isinstance(error, FileNotFoundError) else f"cannot be read ({error})"
        raise ConfigurationError(f"TravelPlanner file {str(path)!r} {reason}") from error


def _parser_of(row_type: type[RowT]) -> Callable[..., RowT]:
    """Return a function that makes a row of texts in the order of its fields."""
    read: dict[type, Callable[[str], object]] = {str: str, float: float, int: lambda text: int(float(text))}
    kinds = [read[kind] for kind in get_type_hints(row_type).values()]
    return lambda *texts: row_type._make(convert(text) for convert, text in zip(kinds, texts, strict=True))


def _distance(origin: str, destination: str, distance: str, duration: str) -> Distance:
    if distance in _MISSING or duration in _MISSING:
        return Distance(origin, destination, None, None)
    return Distance(origin, destination, float(distance.replace("km", "").replace(",", "")), duration)


def _flight(
    number: str, origin: str, end: str, date: str, left: str, landed: str, elapsed: str, price: str, miles: str
) -> Flight:
    departure = datetime.strptime(f"{date} {left}", "%Y-%m-%d %H:%M")
    minutes = _minutes(elapsed)
    arrival = _arrival(departure, landed, minutes)
    written = [f"{moment:%Y-%m-%d %H:%M}" for moment in (departure, arrival)]
    km = round(float(miles) * _KM_PER_MILE, 1)
    return Flight(number, origin, end, date, written[0], written[1], minutes, float(price), km)


def _minutes(elapsed: str) -> int:
    match = re.fullmatch(r"(\d+) hours? (\d+) minutes?", elapsed.strip())
    if match is None:
        raise ValueError(f"{elapsed!r} is no duration such as '2 hours 24 minutes'")
    return int(match[1]) * 60 + int(match[2])


def _arrival(departure: datetime, clock: str, minutes: int) -> datetime:
    """Return the day of an arrival of which the file gives the local clock only.

    Clocks of two cities in one country differ by less than half a day, so it is the moment that shows this
    clock and is nearest to departure plus duration.
    """
    expected = departure + timedelta(minutes=minutes)
    shown = datetime.combine(expected.date(), datetime.strptime(clock, "%H:%M").time())
    ahead = round((shown - expected).total_seconds() / 60)
    return shown - timedelta(days=(ahead + _HALF_DAY) // (2 * _HALF_DAY))
