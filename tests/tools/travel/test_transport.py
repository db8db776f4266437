"""Flights, connections and roads over the shipped database."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from smurfs_graph import ToolError
from tests.tools.travel.conftest import Tools, refusal

DAYS = [f"2026-12-{day:02}" for day in range(1, 15)]


def test_direct_flights_come_cheapest_first(shipped: Tools) -> None:
    found = shipped["search_flights"]("Chicago", "New York", "2026-12-02")
    prices = [flight["price_usd"] for flight in found["flights"]]
    assert found["matches"] == len(prices) >= 1
    assert prices == sorted(prices)
    assert all(flight["departure"].startswith("2026-12-02 ") for flight in found["flights"])
    assert {(flight["origin"], flight["destination"]) for flight in found["flights"]} == {("Chicago", "New York")}


def test_two_flights_of_a_day_are_both_found(shipped: Tools) -> None:
    """A feeder route is flown in the morning and in the afternoon."""
    found = [shipped["search_flights"]("Boston", "New York", day) for day in DAYS]
    assert max(result["matches"] for result in found) == 2


def test_no_direct_flight_names_the_connection_and_the_connection_works(shipped: Tools) -> None:
    """The natural failure from which a search rolls over to another tool."""
    reason = refusal(shipped["search_flights"], "Lisbon", "Tokyo", "2026-12-03")
    assert "no direct flight from 'Lisbon' to 'Tokyo' on 2026-12-03" in reason
    assert "search_connections" in reason
    best = shipped["search_connections"]("Lisbon", "Tokyo", "2026-12-03")["connections"][0]
    assert best["stop"] in reason
    assert [flight["origin"] for flight in best["flights"]] == ["Lisbon", best["stop"]]
    assert best["flights"][1]["destination"] == "Tokyo"


@pytest.mark.parametrize("origin", ["Lisbon", "Edinburgh", "Vancouver", "Auckland", "Lima"])
def test_connections_leave_time_to_change_planes(shipped: Tools, origin: str) -> None:
    """At least one hour and at most eight at the stop, in its local time; prices and durations add up."""
    found = shipped["search_connections"](origin, "Paris" if origin == "Vancouver" else "New York", "2026-12-09")
    prices = [connection["price_usd"] for connection in found["connections"]]
    assert prices == sorted(prices)
    assert len(prices) == min(found["matches"], 5)
    for connection in found["connections"]:
        first, second = connection["flights"]
        assert first["destination"] == second["origin"] == connection["stop"]
        wait = datetime.fromisoformat(second["departure"]) - datetime.fromisoformat(first["arrival"])
        assert timedelta(hours=1) <= wait <= timedelta(hours=8)
        assert connection["price_usd"] == first["price_usd"] + second["price_usd"]
        assert first["departure"].startswith("2026-12-09")


def test_a_connection_is_no_detour_around_the_world(shipped: Tools) -> None:
    """From Barcelona to Munich one changes in Europe."""
    search = shipped["search_connections"]
    found = [search("Barcelona", "Munich", day) for day in DAYS if not fails(search, "Barcelona", "Munich", day)]
    stops = {connection["stop"] for result in found for connection in result["connections"]}
    assert found
    assert stops <= {"Paris", "London", "Frankfurt", "Zurich", "Amsterdam", "Rome", "Vienna", "Berlin", "Prague"}


def test_a_city_without_airport_is_reached_by_road(shipped: Tools) -> None:
    reason = refusal(shipped["search_flights"], "Rome", "Kyoto", "2026-12-05")
    assert "no flight serves 'Kyoto' at all; the nearest city by road is 'Osaka'" in reason
    assert "'Osaka'" in refusal(shipped["search_connections"], "Rome", "Kyoto", "2026-12-05")
    assert shipped["get_distance"]("Osaka", "Kyoto")["distance_km"] < 80


def test_another_day_with_a_direct_flight_is_named(shipped: Tools) -> None:
    """On a route that is not flown daily, the nearest days are the best advice."""
    search = shipped["search_flights"]
    flown = [day for day in DAYS if not fails(search, "Edinburgh", "Vienna", day)]
    missed = next(day for day in DAYS if day not in flown)
    reason = refusal(search, "Edinburgh", "Vienna", missed)
    named = reason.split("direct flights leave on ")[1].split(";")[0].split(", ")
    distances = {day: abs(DAYS.index(day) - DAYS.index(missed)) for day in flown}
    assert named == sorted(named)
    assert sorted(distances[day] for day in named) == sorted(distances.values())[:5]


def fails(tool: Callable[..., Any], *arguments: str) -> bool:
    try:
        tool(*arguments)
    except ToolError:
        return True
    return False


def test_a_road_comes_with_the_cost_of_each_car(shipped: Tools) -> None:
    road = shipped["get_distance"]("rome", "MUNICH")
    km = road["distance_km"]
    assert (road["origin"], road["destination"]) == ("Rome", "Munich")
    assert road["self_driving"] == {"usd_per_car": int(km * 0.05), "seats": 5}
    assert road["taxi"] == {"usd_per_car": int(km), "seats": 4}
    assert "hours" in road["duration"]


def test_an_ocean_is_not_driven_over(shipped: Tools) -> None:
    reason = refusal(shipped["get_distance"], "London", "New York")
    assert reason == "no road from 'London' to 'New York' is known; search_flights may find a flight"


@pytest.mark.parametrize("spelling", ["São Paulo", "sao paulo", "  SAO   PAULO ", "São Paulo, Brazil", "Sao Paulo(SP)"])
def test_a_city_is_known_by_all_its_spellings(shipped: Tools, spelling: str) -> None:
    found = shipped["search_flights"](spelling, "rio de janeiro", "2026-12-04")
    assert found["flights"][0]["origin"] == "São Paulo"


@pytest.mark.parametrize(
    ("wrong", "meant"), [("Lisboa", "Lisbon"), ("New York City", "New York"), ("Muenich", "Munich")]
)
def test_an_unknown_city_gets_a_suggestion(shipped: Tools, wrong: str, meant: str) -> None:
    for tool in ("search_flights", "search_connections"):
        reason = refusal(shipped[tool], wrong, "Tokyo", "2026-12-03")
        assert reason == f"unknown city {wrong!r}; did you mean {meant!r}?"


def test_nonsense_gets_the_way_to_the_known_names(shipped: Tools) -> None:
    reason = refusal(shipped["get_distance"], "x" * 100_000, "Rome")
    assert "list_cities" in reason
    assert len(reason) < 200


@pytest.mark.parametrize("date", ["12/03/2026", "2026-13-01", "2026-12-3", "20261203", "tomorrow", "", "2026-W49-4"])
def test_a_bad_date_is_told_the_format(shipped: Tools, date: str) -> None:
    reason = refusal(shipped["search_flights"], "Lisbon", "London", date)
    assert "YYYY-MM-DD" in reason
    assert repr(date) in reason


@pytest.mark.parametrize("date", ["2026-11-30", "2026-12-15", "0001-01-01", "9999-12-31"])
def test_a_date_outside_the_timetable_is_told_the_window(shipped: Tools, date: str) -> None:
    for tool in ("search_flights", "search_connections"):
        assert "2026-12-01 to 2026-12-14" in refusal(shipped[tool], "Lisbon", "London", date)


def test_a_trip_to_where_one_is_makes_no_sense(shipped: Tools) -> None:
    assert "both 'Rome'" in refusal(shipped["search_flights"], "Rome", "rome", "2026-12-03")
    assert "both 'Rome'" in refusal(shipped["get_distance"], "Rome", "Rome, Italy")


@pytest.mark.parametrize(
    "text", ["' OR '1'='1", "Rome'; DROP TABLE flights; --", 'Rome" OR 1=1 --', "Rome\x00", "%", "Ro_e", "?", ":date"]
)
def test_sql_in_an_argument_is_only_text(shipped: Tools, text: str) -> None:
    """Names and dates that would be SQL find nothing and harm nothing."""
    assert "unknown city" in refusal(shipped["search_flights"], text, "Paris", "2026-12-03")
    assert "unknown city" in refusal(shipped["find_accommodations"], text)
    assert "not a date" in refusal(shipped["search_flights"], "Rome", "Paris", text)
    assert "cuisine" in refusal(shipped["find_restaurants"], "Rome", text)
    assert "no city is known" in refusal(shipped["list_cities"], text)
    assert shipped["search_flights"]("Rome", "Paris", "2026-12-03")["matches"] >= 1
