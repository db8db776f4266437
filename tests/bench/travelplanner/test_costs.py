"""Costs of meals, nights and journeys."""

import pytest

from smurfs_graph.tools.travel.prices import RoadMode, flight_usd, meal_usd, night_usd, road_usd
from tests.bench.travelplanner.scenario import Judge


@pytest.mark.parametrize(
    ("mode", "km", "people", "usd"),
    [
        ("self-driving", 1150.0, 1, 57),
        ("self-driving", 1150.0, 5, 57),
        ("self-driving", 1150.0, 6, 114),
        ("self-driving", 19.9, 1, 0),
        ("taxi", 70.7, 4, 70),
        ("taxi", 70.7, 5, 140),
        ("taxi", 70.7, 9, 210),
    ],
)
def test_a_car_costs_whole_dollars_and_more_cars_a_multiple(mode: RoadMode, km: float, people: int, usd: int) -> None:
    """Five fit into an own car, four into a taxi; the fraction is dropped for each car, not at the end."""
    assert road_usd(mode, km, "2 hours", people) == usd


@pytest.mark.parametrize(("km", "duration"), [(None, "2 hours"), (5.0, None), (2745.0, "1 day 3 hours")])
def test_there_is_no_drive_without_a_road_or_of_a_day(km: float | None, duration: str | None) -> None:
    """Such a drive has no price."""
    assert road_usd("taxi", km, duration, 1) is None


def test_flights_meals_and_rooms() -> None:
    """Rooms are taken whole."""
    assert flight_usd(300, 3) == 900
    assert meal_usd(10, 3) == 30
    assert [night_usd(100, 2, people) for people in (1, 2, 3, 4, 5)] == [100, 100, 200, 200, 300]


def test_a_bill_is_the_sum_of_what_is_paid_for(judge: Judge) -> None:
    """Flights by passenger, meals by person, nights by room; sights are free."""
    flight = (1, "transportation", "Flight Number: F1, from Alder to Birch")
    assert judge("strict", flight).cost_usd == 900 + 49 + 30 + 60 + 90 + 27 + 50 + 50


def test_official_charges_the_first_row_that_contains_the_name(judge: Judge) -> None:
    """'Ladle' is a part of 'Golden Ladle', which comes first in the file."""
    change = (2, "lunch", "Ladle, Birch")
    assert judge("strict", change).cost_usd == 413 - 60 + 15
    assert judge("official", change).cost_usd == 413 - 60 + 120


def test_official_charges_a_flight_wherever_it_goes(judge: Judge) -> None:
    """F2 flies from Birch, so in strict mode nobody takes it from Alder."""
    change = (1, "transportation", "Flight Number: F2, from Alder to Birch")
    assert judge("official", change).cost_usd == 413 - 57 + 600
    assert judge("strict", change).cost_usd == 413 - 57
