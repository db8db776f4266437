"""The tables of a travel database: one row type per table, from which the SQL is derived.

Every source (the shipped file, a user's file, a directory of CSV files) is brought into these shapes, so that
the tools know one kind of data. Money is in US dollars, distances are in kilometres, and clock times are
local to the city where they are read.
"""

import sqlite3
from collections.abc import Iterable
from types import NoneType
from typing import NamedTuple, TypeVar, get_args, get_type_hints


class City(NamedTuple):
    """A city; what a source does not know about it is None."""

    name: str
    region: str | None
    """State, province or the like."""
    country: str
    continent: str
    latitude: float | None
    longitude: float | None
    currency: str
    """ISO 4217 code of what people pay with there; prices are in US dollars all the same."""


class Flight(NamedTuple):
    """One departure on one day."""

    flight_number: str
    """Names one departure: the same route has another number on another day."""
    origin: str
    destination: str
    date: str
    """Local day of departure, 'YYYY-MM-DD'."""
    departure: str
    """'YYYY-MM-DD HH:MM', in the origin's local time; sorts as text."""
    arrival: str
    """'YYYY-MM-DD HH:MM', in the destination's local time."""
    duration_minutes: int
    price_usd: float
    """For one passenger."""
    distance_km: float


class Distance(NamedTuple):
    """A road from one city to another; both values are None where the source asked and found no road."""

    origin: str
    destination: str
    distance_km: float | None
    duration: str | None
    """Duration in words: '5 hours 12 mins', '1 day 3 hours'."""


class Accommodation(NamedTuple):
    """A place to stay."""

    name: str
    city: str
    room_type: str
    """'Entire home/apt', 'Private room' or 'Shared room'."""
    price_usd: float
    """For the whole unit, per night."""
    minimum_nights: int
    maximum_occupancy: int
    house_rules: str
    """'No smoking & No pets'; empty where everything is allowed."""
    review_rate: float
    """1 (worst) to 5."""


class Restaurant(NamedTuple):
    """A place to eat."""

    name: str
    city: str
    cuisines: str
    """'Cafe, Pizza'."""
    average_cost_usd: float
    """Of one meal for one person."""
    rating: float
    """0 (not rated) to 5."""


class Attraction(NamedTuple):
    """Something to see."""

    name: str
    city: str
    latitude: float
    longitude: float
    address: str
    phone: str
    website: str


TABLES: dict[type[tuple[object, ...]], str] = {
    City: "cities",
    Flight: "flights",
    Distance: "distances",
    Accommodation: "accommodations",
    Restaurant: "restaurants",
    Attraction: "attractions",
}

RowT = TypeVar("RowT", City, Flight, Distance, Accommodation, Restaurant, Attraction)

_SQL_TYPES = {str: "TEXT", int: "INTEGER", float: "REAL"}
_NO_CASE = {"city", "origin", "destination"}
_INDEXES = (
    "CREATE UNIQUE INDEX cities_by_name ON cities (name)",
    "CREATE INDEX flights_by_origin ON flights (origin, date)",
    "CREATE UNIQUE INDEX distances_by_pair ON distances (origin, destination)",
)


def columns(row_type: type[tuple[object, ...]]) -> list[str]:
    """Return the column names of a row type's table, in the order of its fields."""
    return list(get_type_hints(row_type))


def create_tables(connection: sqlite3.Connection) -> None:
    """Lay out the empty tables."""
    for row_type, table in TABLES.items():
        declared = ", ".join(_declaration(row_type, name) for name in columns(row_type))
        connection.execute(f"CREATE TABLE {table} ({declared})")
    for statement in _INDEXES:
        connection.execute(statement)


def insert_rows(connection: sqlite3.Connection, row_type: type[RowT], rows: Iterable[RowT]) -> None:
    """Add rows in the order given; of two cities or roads with the same key the first one stays."""
    places = ", ".join("?" for _ in columns(row_type))
    connection.executemany(f"INSERT OR IGNORE INTO {TABLES[row_type]} VALUES ({places})", rows)


def _declaration(row_type: type[tuple[object, ...]], name: str) -> str:
    hint = get_type_hints(row_type)[name]
    kinds = get_args(hint) or (hint,)
    sql = f"{name} {_SQL_TYPES[kinds[0]]}"
    if NoneType not in kinds:
        sql += " NOT NULL"
    if name in _NO_CASE or (row_type is City and name == "name"):
        sql += " COLLATE NOCASE"
    return sql
