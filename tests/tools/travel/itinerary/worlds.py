"""Small made-up countries and trips through them."""

import sqlite3
from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

from smurfs_graph.tools.travel.database import TravelDatabase
from smurfs_graph.tools.travel.itinerary import Trip, gather, plan_among
from smurfs_graph.tools.travel.itinerary.request import ROOM_RULES, RoomType, TransportRule
from smurfs_graph.tools.travel.itinerary.solve import Outcome
from smurfs_graph.tools.travel.schema import (
    Accommodation,
    Attraction,
    City,
    Distance,
    Flight,
    Restaurant,
    create_tables,
    insert_rows,
)

HOME = "Homeport"
CITIES = ("Alder", "Birch", "Cedar")
STATE = "Woodland"
CUISINES = ("Thai", "Greek", "Soup")
_ROOM_TYPES: list[RoomType | None] = [None, None, "entire room", "private room", "not shared room"]
_TRANSPORT: list[TransportRule] = ["no flight", "no self-driving"]
DATES = tuple(f"2024-05-0{day}" for day in range(1, 8))


def world(rows: Iterable[Any], cities: Iterable[str] = CITIES) -> TravelDatabase:
    """A database with these rows; home lies in another state than all other cities."""
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    create_tables(connection)
    places = [City(name, STATE, "Utopia", "Nowhere", None, None, "USD") for name in cities]
    insert_rows(connection, City, [City(HOME, "Coast", "Utopia", "Nowhere", None, None, "USD"), *places])
    listed = list(rows)
    insert_rows(connection, Flight, [row for row in listed if isinstance(row, Flight)])
    insert_rows(connection, Distance, [row for row in listed if isinstance(row, Distance)])
    insert_rows(connection, Accommodation, [row for row in listed if isinstance(row, Accommodation)])
    insert_rows(connection, Restaurant, [row for row in listed if isinstance(row, Restaurant)])
    insert_rows(connection, Attraction, [row for row in listed if isinstance(row, Attraction)])
    connection.commit()
    return TravelDatabase(connection, "a made-up world")


def plan_trip(request: Trip, database: TravelDatabase, seconds: float = 15.0) -> Outcome:
    """Plan a request in a world."""
    return plan_among(gather(request, database), seconds)


def road(origin: str, destination: str, km: float, duration: str | None = None) -> Distance:
    """A road; by default one drives 80 km in an hour."""
    minutes = round(km / 80 * 60)
    return Distance(origin, destination, km, duration or f"{minutes // 60} hours {minutes % 60} mins")


def flight(number: str, origin: str, destination: str, date: str, price: float, leaves: str = "10:00") -> Flight:
    """A flight of two hours."""
    arrives = f"{int(leaves[:2]) + 2:02}{leaves[2:]}"
    return Flight(number, origin, destination, date, f"{date} {leaves}", f"{date} {arrives}", 120, price, 900)


def room(name: str, city: str, price: float, nights: int = 1, **more: Any) -> Accommodation:
    """A room for two where everything is allowed."""
    fields: dict[str, Any] = {
        "room_type": "Private room",
        "maximum_occupancy": 2,
        "house_rules": "",
        "review_rate": 3.0,
    }
    return Accommodation(name=name, city=city, price_usd=price, minimum_nights=nights, **(fields | more))


def meal(name: str, city: str, price: float, cuisines: str = "Cafe", rating: float = 3.0) -> Restaurant:
    """A restaurant."""
    return Restaurant(name, city, cuisines, price, rating)


def sight(name: str, city: str) -> Attraction:
    """Something to see."""
    return Attraction(name, city, 50.0, 8.0, "Main Street", "-", "-")


@st.composite
def worlds(draw: st.DrawFn) -> TravelDatabase:
    """Three cities around home, with gaps: missing roads, few restaurants, names that contain each other."""
    rows: list[Any] = []
    ends = (HOME, *CITIES)
    for origin in ends:
        for destination in ends:
            if origin != destination and draw(st.integers(0, 9)):
                long = draw(st.integers(0, 9)) == 0
                km = draw(st.integers(20, 900))
                rows.append(road(origin, destination, km, "1 day 2 hours" if long else None))
    for number in range(draw(st.integers(0, 6))):
        one, other = draw(st.permutations(ends))[:2]
        rows.append(flight(f"F{number}", one, other, draw(st.sampled_from(DATES)), draw(st.integers(10, 200))))
    for city in CITIES:
        rows += draw(st.lists(_rooms(city), min_size=1, max_size=4))
        rows += draw(st.lists(_meals(city), min_size=3, max_size=9))
        rows += [sight(f"Sight {at}", city) for at in range(draw(st.integers(1, 3)))]
    return world(rows)


def _rooms(city: str) -> st.SearchStrategy[Accommodation]:
    rules = st.lists(st.sampled_from(ROOM_RULES), max_size=2, unique=True)
    return st.builds(
        Accommodation,
        name=st.sampled_from(["Inn", "Inn by the sea", "Loft", "Den", "The Loft"]),
        city=st.just(city),
        room_type=st.sampled_from(["Entire home/apt", "Private room", "Shared room"]),
        price_usd=st.integers(20, 300).map(float),
        minimum_nights=st.integers(1, 3),
        maximum_occupancy=st.integers(1, 4),
        house_rules=rules.map(lambda names: " & ".join(f"No {name}" for name in names)),
        review_rate=st.integers(1, 5).map(float),
    )


def _meals(city: str) -> st.SearchStrategy[Restaurant]:
    return st.builds(
        Restaurant,
        name=st.integers(1, 30).map(lambda number: f"Table {number}"),
        city=st.just(city),
        cuisines=st.lists(st.sampled_from([*CUISINES, "Cafe"]), min_size=1, max_size=2, unique=True).map(", ".join),
        average_cost_usd=st.integers(5, 60).map(float),
        rating=st.integers(0, 50).map(lambda tenths: tenths / 10),
    )


@st.composite
def requests(draw: st.DrawFn) -> Trip:
    """Trips of three to seven days through one to three cities, with any wishes."""
    cities = draw(st.integers(1, 3))
    days = draw(st.sampled_from([3] if cities == 1 else [2 * cities, 2 * cities + 1]))
    return Trip(
        origin=HOME,
        destination=STATE if cities > 1 else CITIES[0],
        destination_kind="state" if cities > 1 else "city",
        dates=DATES[:days],
        people=draw(st.integers(1, 6)),
        budget_usd=None,
        cities=cities,
        room_rules=tuple(draw(st.lists(st.sampled_from(ROOM_RULES), max_size=1))),
        room_type=draw(st.sampled_from(_ROOM_TYPES)),
        cuisines=tuple(draw(st.lists(st.sampled_from(CUISINES), max_size=3, unique=True))),
        transport_rules=tuple(draw(st.lists(st.sampled_from(_TRANSPORT), max_size=1))),
    )
