"""The real TravelPlanner files, where they are at hand: in `$SMURFS_DATA/travelplanner`."""

from collections.abc import Callable
from typing import Any

import pytest

from smurfs_graph import ToolError
from smurfs_graph.tools.travel.database import TravelDatabase
from smurfs_graph.tools.travel.schema import Accommodation, Attraction, City, Distance, Flight, Restaurant
from smurfs_graph.tools.travel.toolset import tools_over
from tests.real_data import needs_travelplanner, travel_database

pytestmark = needs_travelplanner


@pytest.fixture
def database() -> TravelDatabase:
    return travel_database()


@pytest.fixture
def named(database: TravelDatabase) -> dict[str, Callable[..., Any]]:
    return {tool.__name__: tool for tool in tools_over(database)}


def test_row_counts_are_those_of_the_published_loaders(database: TravelDatabase) -> None:
    """5,047 stays of which 762 lack a value; 16,156 pairs of cities, with and without a road."""
    assert len(database.select(Accommodation)) == 4285
    assert len(database.select(Restaurant)) == 9551
    assert len(database.select(Attraction)) == 5302
    assert len(database.select(Distance)) == 16_156
    assert len(database.select(Flight)) == 313


def test_values_are_in_their_ranges(database: TravelDatabase) -> None:
    for stay in database.select(Accommodation):
        assert stay.room_type in ("Entire home/apt", "Private room", "Shared room")
        assert stay.price_usd > 0
        assert stay.house_rules.startswith("No ")
    for flight in database.select(Flight):
        assert flight.date == flight.departure[:10] <= flight.arrival[:10]
    assert {road.distance_km is None for road in database.select(Distance)} == {True, False}


def test_every_flown_city_has_a_state(database: TravelDatabase) -> None:
    states = {city.name: city.region for city in database.select(City)}
    assert all(states[flight.origin] and states[flight.destination] for flight in database.select(Flight))


def test_the_tools_answer_from_the_real_files(named: dict[str, Callable[..., Any]]) -> None:
    flight = named["search_flights"]("St. Petersburg", "Rockford(Illinois)", "2022-03-16")["flights"][0]
    assert (flight["flight_number"], flight["price_usd"]) == ("F3573659", 474)
    road = named["get_distance"]("Detroit", "Norfolk")
    assert (road["distance_km"], road["duration"]) == (1144, "10 hours 55 mins")
    assert named["list_cities"]("Texas")["matches"] > 10
    assert named["find_accommodations"]("Dallas", guests=2, nights=3)["matches"] > 1
    with pytest.raises(ToolError, match="direct flights leave on 2022-03-11; by road"):
        named["search_flights"]("Dallas", "Houston", "2022-03-16")
