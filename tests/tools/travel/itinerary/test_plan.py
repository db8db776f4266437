"""Planning in a small world: rules, preferences, refusals in the user's words, and gaps in the data."""

from dataclasses import replace
from typing import Any

import pytest

from smurfs_graph import ToolError
from smurfs_graph.tools.travel.database import TravelDatabase
from smurfs_graph.tools.travel.itinerary import (
    Infeasible,
    Itinerary,
    MissingDataError,
    Planned,
    Trip,
    Undecided,
)
from smurfs_graph.tools.travel.trip_report import records_of
from tests.tools.travel.itinerary.worlds import (
    CITIES,
    DATES,
    HOME,
    STATE,
    flight,
    meal,
    plan_trip,
    road,
    room,
    sight,
    world,
)

pytest.importorskip("ortools", reason="OR-Tools is not installed")


def places(city: str) -> list[Any]:
    """Enough of everything for a short stay."""
    tables = [meal(f"Table {at}", city, 10 + at, "Thai" if at == 8 else "Cafe", at / 2) for at in range(9)]
    return [
        room("Inn", city, 100),
        room("Loft", city, 150, review_rate=5.0),
        *tables,
        sight("Tower", city),
        sight("Park", city),
    ]


ROADS = [road(one, other, 200) for one in (HOME, *CITIES) for other in (HOME, *CITIES) if one != other]
"""Between all cities and home."""


def request(**changes: Any) -> Trip:
    """Three days in Alder for two."""
    fields: dict[str, Any] = {"origin": HOME, "destination": "Alder", "destination_kind": "city"}
    fields |= {"dates": DATES[:3], "people": 2, "budget_usd": None, **changes}
    return Trip(**fields)


def planned(database: TravelDatabase, asked: Trip) -> Itinerary:
    outcome = plan_trip(asked, database)
    assert isinstance(outcome, Planned), outcome
    assert outcome.optimal
    return outcome.itinerary


def refused(database: TravelDatabase, asked: Trip) -> Infeasible:
    outcome = plan_trip(asked, database)
    assert isinstance(outcome, Infeasible), outcome
    return outcome


EVERYTHING = [row for city in CITIES for row in places(city)]
USUAL = world([*EVERYTHING, *ROADS])


def test_a_plan_is_written_as_travelplanner_writes_it() -> None:
    """Keys, 'from A to B', 'Name, City', attractions ended by ';', '-' for nothing."""
    plan = planned(USUAL, request()).to_plan()
    assert [list(day) for day in plan] == [
        ["days", "current_city", "transportation", "breakfast", "attraction", "lunch", "dinner", "accommodation"]
    ] * 3
    first, second, last = plan
    assert first["current_city"] == f"from {HOME} to Alder"
    assert first["transportation"] == (
        f"Self-driving, from {HOME} to Alder, duration: 2 hours 30 mins, distance: 200 km, cost: 10"
    )
    assert second["transportation"] == "-"
    assert second["attraction"].endswith(", Alder;")
    assert last["accommodation"] == "-"
    assert last["current_city"] == f"from Alder to {HOME}"


def test_the_bill_adds_up() -> None:
    """Entry by entry, for the whole party."""
    itinerary = planned(USUAL, request(people=3))
    paid = [record["usd"] for records in records_of(itinerary).values() for record in records]
    assert sum(paid) == itinerary.usd
    nights = [record["usd"] for record in records_of(itinerary)["rooms"]]
    assert nights == [200, 200]  # two rooms for three people, twice


def test_several_cities_are_each_visited_once() -> None:
    """And the trip ends at home."""
    asked = request(destination=STATE, destination_kind="state", cities=3, dates=DATES)
    itinerary = planned(USUAL, asked)
    assert sorted(itinerary.cities) == sorted(CITIES)
    legs = [day.leg for day in itinerary.days if day.leg]
    assert [leg.origin for leg in legs] == [HOME, *itinerary.cities]
    assert legs[-1].destination == HOME


def test_own_car_is_never_left_behind() -> None:
    """A cheap flight out does not go with a drive home."""
    air = [flight("F1", HOME, "Alder", DATES[0], 1)]
    itinerary = planned(world([*EVERYTHING, *ROADS, *air]), request())
    assert {day.leg.mode for day in itinerary.days if day.leg} == {"self-driving"}


def test_no_dinner_before_arrival() -> None:
    """Of two flights at the same price the one in time for dinner is taken, and after the other one nobody eats."""
    home = flight("F9", "Alder", HOME, DATES[2], 90)
    early, late = flight("F1", HOME, "Alder", DATES[0], 90), flight("F2", HOME, "Alder", DATES[0], 90, "21:00")
    both = planned(world([*EVERYTHING, early, late, home]), request())
    assert both.days[0].leg is not None
    assert both.days[0].leg.number == "F1"
    assert both.days[0].dinner is not None
    only_late = planned(world([*EVERYTHING, late, home]), request())
    assert only_late.days[0].meals == {}


def test_short_drives_near_the_least_cost() -> None:
    """The nearer city costs a little more, and is preferred within a tenth."""
    rows = [row for row in EVERYTHING if row.city != "Cedar"]
    near = [road(HOME, "Alder", 100), road("Alder", HOME, 100), road(HOME, "Birch", 800), road("Birch", HOME, 800)]
    dear = [
        row._replace(price_usd=row.price_usd + 40) if row.city == "Alder" and row.name == "Inn" else row for row in rows
    ]
    asked = request(destination=STATE, destination_kind="state")
    assert planned(world([*dear, *near]), asked).cities == ("Alder",)


def test_better_rated_places_at_the_same_price() -> None:
    """Ratings come last, but they count."""
    rows = [room("Plain", "Alder", 100, review_rate=2.0), room("Nice", "Alder", 100, review_rate=5.0)]
    tables = [meal(f"Table {at}", "Alder", 10, rating=at) for at in range(5)]
    itinerary = planned(world([*rows, *tables, sight("Tower", "Alder"), sight("Park", "Alder"), *ROADS]), request())
    assert itinerary.days[0].room is not None
    assert itinerary.days[0].room.row.name == "Nice"
    assert "Table 4" in {each.row.name for day in itinerary.days for each in day.meals.values()}


def test_a_name_that_another_row_contains_is_not_booked() -> None:
    """'Inn' would be read as 'Inn by the sea', which costs more."""
    rows = [room("Inn by the sea", "Alder", 300), room("Inn", "Alder", 10), *places("Alder")[2:]]
    itinerary = planned(world([*rows, *ROADS]), request())
    assert itinerary.days[0].room is not None
    assert itinerary.days[0].room.row.name == "Inn by the sea"


def test_too_small_a_budget_is_refused_with_the_least_one() -> None:
    """In the user's words; the least budget is then enough."""
    least = plan_trip(request(), USUAL)
    assert isinstance(least, Planned)
    outcome = refused(USUAL, request(budget_usd=least.least_usd - 1))
    assert outcome.least_budget_usd == least.least_usd
    assert f"The least budget that is enough for everything asked for: ${least.least_usd:,.0f}." in outcome.text
    planned(USUAL, request(budget_usd=least.least_usd))


def test_a_conflict_names_no_bystander() -> None:
    """Thai food costs more than the budget leaves; the room rule is met anyway."""
    without = plan_trip(request(), USUAL)
    assert isinstance(without, Planned)
    outcome = refused(USUAL, request(budget_usd=without.least_usd, cuisines=("Thai",), room_rules=("pets",)))
    assert [wish.text for wish in outcome.conflict] == [f"a budget of ${without.least_usd:,.10g}", "Thai cuisine"]
    assert outcome.proved_minimal
    assert "Without any one of these there is one." in outcome.text


def test_wishes_that_no_budget_can_buy() -> None:
    """There is no least budget, and the budget is no part of the conflict."""
    outcome = refused(USUAL, request(budget_usd=99_999, cuisines=("Klingon", "Thai")))
    assert [wish.text for wish in outcome.conflict] == ["Klingon cuisine"]
    assert outcome.least_budget_usd is None


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (EVERYTHING, f"no flight from {HOME} to Alder on {DATES[0]}, and no road"),
        ([*EVERYTHING, road(HOME, "Alder", 10)], f"no flight from Alder to {HOME} on {DATES[2]}"),
        ([*places("Alder")[2:], *ROADS], "no room in Alder can be had for 2 nights or fewer"),
        ([room("Long", "Alder", 9, 30), *places("Alder")[2:], *ROADS], "no room in Alder"),
        ([*places("Alder")[:4], sight("Tower", "Alder"), *ROADS], "only 2 restaurants are known in Alder"),
        ([*places("Alder")[:-2], *ROADS], "only 0 attractions are known in Alder"),
    ],
)
def test_gaps_in_the_data_have_a_message_of_their_own(rows: list[Any], message: str) -> None:
    """They are no conflict of wishes, whatever else was wished for."""
    with pytest.raises(MissingDataError, match=message):
        plan_trip(request(room_rules=("pets",), budget_usd=1), world(rows))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"destination": "Alda"}, "did you mean 'Alder'"),
        ({"destination": HOME}, "goes there as well"),
        ({"destination": "Woodlands", "destination_kind": "state"}, "did you mean 'Woodland'"),
        ({"destination": STATE, "destination_kind": "state", "cities": 4, "dates": DATES}, "only 3 cities"),
    ],
)
def test_unknown_places(changes: dict[str, Any], message: str) -> None:
    """With the nearest known name."""
    with pytest.raises(MissingDataError, match=message):
        plan_trip(request(**changes), USUAL)


@pytest.mark.parametrize(
    "changes", [{"people": 0}, {"cities": 0}, {"cities": 2}, {"dates": DATES[:1]}, {"budget_usd": -1}]
)
def test_numbers_that_make_no_trip(changes: dict[str, Any]) -> None:
    """Refused when the request is made."""
    with pytest.raises(ToolError):
        request(**changes)


def test_time_runs_out() -> None:
    """And the outcome says so."""
    outcome = plan_trip(request(), USUAL, seconds=1e-9)
    assert isinstance(outcome, Undecided)
    assert "1e-09 seconds" in outcome.text


def test_the_same_itinerary_every_time() -> None:
    """Also among equals."""
    asked = request(destination=STATE, destination_kind="state", cities=2, dates=DATES[:5], cuisines=("Thai",))
    first, second = (planned(USUAL, replace(asked)) for _ in range(2))
    assert first == second
