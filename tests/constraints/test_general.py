"""The general solver on what sub-tasks hand over: the choice, its proof, and why there is none."""

from typing import Any

import pytest

from smurfs_graph import Constraint, Plan, SubTask
from smurfs_graph.constraints.general import solve
from smurfs_graph.planning.forms import Each, Sum
from smurfs_graph.planning.plan import ChoiceSpec, Goal, Pick

pytest.importorskip("ortools", reason="OR-Tools is not installed")

HOTELS = [{"name": "Grand", "price_usd": 200, "stars": 5}, {"name": "Inn", "price_usd": 80, "stars": 3}]
FLIGHTS = [{"flight_number": "F1", "fare": 300.0, "currency": "USD"}, {"flight_number": "F2", "fare": 250.5}]
HANDED = {"hotels": HOTELS, "flights": FLIGHTS}


def plan(*whole: Constraint, local: tuple[Constraint, ...] = (), choice: ChoiceSpec | None = None) -> Plan:
    """Two searches."""
    hotels = SubTask(id="hotels", content="find hotels", local_constraints=local)
    return Plan(
        sub_tasks=(hotels, SubTask(id="flights", content="find flights")), global_constraints=whole, choice=choice
    )


def limit(value: float, unit: str = "USD") -> Constraint:
    """A budget."""
    return Constraint(text=f"at most {value:g} {unit}", check=Sum(field="price", value=value, unit=unit))


def test_the_cheapest_pair_within_a_budget_is_proved() -> None:
    """Fields with other names are added up, and the verdict has the numbers."""
    report, [verdict] = solve(plan(limit(400)), HANDED, 10)
    assert report.status == "chosen"
    assert report.optimal
    assert report.chosen == {"hotels": (HOTELS[1],), "flights": (FLIGHTS[1],)}
    assert verdict.standing == "holds"
    assert "330.5" in verdict.detail
    assert "330.5" in report.text


def test_a_budget_that_is_too_low_comes_with_the_one_that_would_do() -> None:
    """The conflict is minimal, and the least sufficient budget solves it."""
    report, [verdict] = solve(plan(limit(330)), HANDED, 10)
    assert report.status == "infeasible"
    assert report.conflict == ("at most 330 USD",)
    assert verdict.standing == "violated"
    [enough] = report.sufficient
    assert enough.value == 330.5
    assert solve(plan(limit(enough.value)), HANDED, 10)[0].status == "chosen"
    assert solve(plan(limit(enough.value - 0.01)), HANDED, 10)[0].status == "infeasible"


def test_contradicting_constraints_are_named_and_bystanders_are_not() -> None:
    """Five stars and a small budget cannot be had together; the other wish has no part in it."""
    stars = Constraint(text="five stars", check=Each(field="stars", op=">=", value=5))
    harmless = Constraint(text="below 10,000", check=Each(field="price", op="<=", value=10_000))
    report, _ = solve(plan(limit(400), local=(stars, harmless)), HANDED, 10)
    assert set(report.conflict) == {"at most 400 USD", "five stars"}
    assert report.conflict_minimal
    assert report.sufficient[0].value == 450.5


def test_a_goal_decides_among_what_is_allowed() -> None:
    """The best stars within the budget, then the least price."""
    spec = ChoiceSpec(goals=(Goal(field="stars", sense="maximise"), Goal(field="price")))
    report, _ = solve(plan(limit(600), choice=spec), HANDED, 10)
    assert [record["name"] for record in report.chosen["hotels"]] == ["Grand"]
    assert [amount.value for amount in report.amounts] == [5, 450.5]


def test_several_of_one_sub_task_can_be_chosen() -> None:
    """The plan says how many."""
    spec = ChoiceSpec(picks=(Pick(sub_task="hotels", least=2, most=2),), goals=(Goal(field="price"),))
    report, _ = solve(plan(choice=spec), HANDED, 10)
    assert len(report.chosen["hotels"]) == 2


@pytest.mark.parametrize(
    ("handed", "status", "said"),
    [
        ({}, "missing_data", "nothing to choose"),
        ({"hotels": [{"name": "Inn"}]}, "missing_data", "nothing to choose"),
        ({"hotels": [{"price": 80, "currency": "EUR"}]}, "unusable", "EUR"),
        ({"hotels": [{"price": "call us"}]}, "unusable", "no number"),
        ({"hotels": [{"price": float("nan")}]}, "unusable", "no number"),
    ],
)
def test_candidates_that_cannot_be_judged_are_a_complaint(handed: Any, status: str, said: str) -> None:
    """No field, another currency, no number: never a silent comparison."""
    report, verdicts = solve(plan(limit(400)), handed, 10)
    assert report.status == status
    assert said in report.text
    assert all(verdict.standing == "unknown" for verdict in verdicts)


def test_single_candidates_without_the_field_are_set_aside_and_said() -> None:
    """The rest can still be chosen from."""
    report, _ = solve(plan(limit(400)), {"hotels": [*HOTELS, {"name": "Mystery"}]}, 10)
    assert report.status == "chosen"
    assert report.set_aside == 1
    assert "candidate 3" in report.complaints[0]


def test_a_constraint_that_no_candidate_can_answer_is_unknown_and_not_held() -> None:
    """It is reported, not papered over."""
    noise = Constraint(text="quiet", check=Each(field="decibel", op="<=", value=40))
    _, verdicts = solve(plan(limit(400), local=(noise,)), HANDED, 10)
    assert {verdict.text: verdict.standing for verdict in verdicts} == {"quiet": "unknown", "at most 400 USD": "holds"}


@pytest.mark.parametrize(
    "room",
    [
        {"name": "Inn", "price_per_night_usd": 80},
        {"name": "Inn", "price_per_night": 80, "nights": 3},
        {"name": "Inn", "nightly_rate": 80},
        {"name": "Inn", "price": 80, "per": "night"},
        {"name": "Inn", "price_nightly": 80},
    ],
)
def test_a_price_per_night_is_no_part_of_a_total(room: dict[str, Any]) -> None:
    """What three nights come to is not known to code: nothing is proved, no total is told, none is refused."""
    report, [verdict] = solve(plan(limit(400)), {**HANDED, "hotels": [room]}, 10)
    assert (verdict.standing, "per night" in verdict.detail) == ("unknown", True)
    assert report.chosen["hotels"] == (room,) and not report.amounts and "330" not in report.text
    assert solve(plan(limit(1)), {**HANDED, "hotels": [room]}, 10)[0].status == "chosen"


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("at most 30 EUR a month", "price"),
        ("30 EUR monthly", "price"),
        ("at most 30 EUR/month", "price"),
        ("at most 30 EUR", "price_per_month"),
    ],
)
def test_amounts_of_the_rate_that_a_limit_names_are_added_up(text: str, field: str) -> None:
    """Two subscriptions have a price a month together."""
    wish = Constraint(text=text, check=Sum(field=field, value=30))
    handed = {"hotels": [{"name": "News", "price_per_month": 12}], "flights": [{"name": "Films", "price_per_month": 9}]}
    report, [verdict] = solve(plan(wish), handed, 10)
    assert (report.status, verdict.standing) == ("chosen", "holds")
    assert "21" in verdict.detail


@pytest.mark.parametrize("field", ["daily_distance", "daily_special_price", "hourly_load", "monthly_total"])
def test_a_field_that_is_no_price_for_one_is_added_up(field: str) -> None:
    """Whatever time its name speaks of."""
    wish = Constraint(text="at most 30 in all", check=Sum(field=field, value=30))
    handed = {"hotels": [{"name": "Monday", field: 12}], "flights": [{"name": "Tuesday", field: 9}]}
    assert solve(plan(wish), handed, 10)[1][0].standing == "holds"


def test_a_price_per_night_is_seen_beside_records_of_the_same_fields() -> None:
    """A ticket that is one price for all says nothing of the room."""
    handed = {
        "hotels": [{"name": "Inn", "price": 80, "per": "night"}],
        "flights": [{"name": "F1", "price": 250, "per": "ticket"}],
    }
    report, [verdict] = solve(plan(limit(400, "")), handed, 10)
    assert (verdict.standing, report.amounts) == ("unknown", ())


def test_a_rate_beside_a_price_is_none_of_other_fields() -> None:
    """The way to a room is not for one night."""
    wish = Constraint(text="at most 10 km in all", check=Sum(field="distance", value=10))
    handed = {
        "hotels": [{"name": "Inn", "price": 80, "per": "night", "distance": 3}],
        "flights": [{"name": "F1", "distance": 5}],
    }
    assert solve(plan(wish), handed, 10)[1][0].standing == "holds"


@pytest.mark.parametrize(
    "more",
    [
        {"cars": [{"name": "Mini", "price_per_day": 30}]},
        {"hotels": [*HOTELS, {"name": "Hut", "price_per_night": 30, "stars": 1}]},
    ],
    ids=["not picked", "not chosen"],
)
def test_a_price_per_night_that_is_not_chosen_leaves_a_limit_as_it_is(more: dict[str, Any]) -> None:
    """The limit still decides between the other rooms."""
    picks = (Pick(sub_task="hotels"), Pick(sub_task="flights"))
    wish = ChoiceSpec(picks=picks, goals=(Goal(field="stars", sense="maximise"),))
    report, [verdict] = solve(plan(limit(400, ""), choice=wish), {**HANDED, **more}, 10)
    assert report.chosen["hotels"] == (HOTELS[1],)
    assert verdict.standing == "holds"


def test_a_limit_for_each_night_filters_as_before() -> None:
    """It is on single records, and adds nothing up."""
    local = Constraint(text="at most 100 USD for each night", check=Each(field="price", op="<=", value=100, unit="USD"))
    rooms = [{"name": "Grand", "price_per_night_usd": 200}, {"name": "Inn", "price_per_night_usd": 80}]
    report, _ = solve(plan(limit(400), local=(local,)), {**HANDED, "hotels": rooms}, 10)
    assert report.chosen["hotels"] == (rooms[1],)
