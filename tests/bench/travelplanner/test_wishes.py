"""Each hard rule, and where the published evaluator judges it otherwise."""

from typing import Any

import pytest

from smurfs_graph.bench.travelplanner.verdict import HardRule, Mode, PlanVerdict, TripVerdict
from tests.bench.travelplanner.scenario import Judge

both = pytest.mark.parametrize("mode", ["official", "strict"])

LOFT = [(1, "accommodation", "Loft, Birch"), (2, "accommodation", "Loft, Birch")]


def hard(verdict: PlanVerdict, rule: HardRule) -> TripVerdict:
    """The verdict on a wish."""
    assert verdict.hard is not None, verdict.reasons()
    return verdict.hard[rule]


@both
def test_the_budget_is_kept_to_the_dollar(judge: Judge, mode: Mode) -> None:
    """413 dollars are enough for a plan of 413 dollars; 412.50 are not."""
    assert hard(judge(mode, budget=413), "budget").passed
    verdict = hard(judge(mode, budget=412.5), "budget")
    assert verdict.passed is False
    assert verdict.reasons[0].text == "the trip costs $413.00, $0.50 over the budget of $412.50"


@both
@pytest.mark.parametrize(
    ("wish", "passes"),
    [("private room", True), ("entire room", False), ("shared room", False), ("not shared room", True)],
)
def test_room_types(judge: Judge, mode: Mode, wish: str, passes: bool) -> None:
    """The den is a private room."""
    verdict = hard(judge.wish(mode, room_type=wish), "room_type")
    assert verdict.passed is passes
    assert [one.subject for one in verdict.reasons[:1]] == ([] if passes else [wish])


@both
@pytest.mark.parametrize(("wish", "passes"), [("visitors", True), ("smoking", False), ("pets", False)])
def test_house_rules(judge: Judge, mode: Mode, wish: str, passes: bool) -> None:
    """The loft has 'No smoking & No pets'."""
    changes = [(day, field, "Loft, Birch") for day, field, _ in LOFT]
    assert hard(judge.wish(mode, *changes, house_rule=wish), "room_rule").passed is passes


@both
def test_a_party_is_looked_for_in_the_house_rules(judge: Judge, mode: Mode) -> None:
    """The published evaluator misspelt it until April 2024."""
    assert hard(judge.wish(mode, house_rule="parties"), "room_rule").passed is False


@both
def test_every_cuisine_has_to_be_eaten(judge: Judge, mode: Mode) -> None:
    """Indian, Pizza and Chinese are eaten in Birch; Mexican is not."""
    assert hard(judge.wish(mode, cuisine=["Indian", "Pizza", "Chinese"]), "cuisine").passed
    verdict = hard(judge.wish(mode, cuisine=["Indian", "Mexican"]), "cuisine")
    assert [one.text for one in verdict.reasons] == ["no meal away from Alder is Mexican"]
    assert hard(judge.wish(mode, cuisine=[]), "cuisine").passed is None


@both
def test_a_meal_at_home_is_no_meal_of_the_trip(judge: Judge, mode: Mode) -> None:
    """The plate at home is Indian, too."""
    verdict = judge.wish(mode, (2, "breakfast", "Golden Ladle, Birch"), cuisine=["Indian"])
    assert hard(verdict, "cuisine").passed is False


def test_meals_after_a_meal_at_home_count_in_strict_mode(judge: Judge) -> None:
    """The published evaluator gives up on the day."""
    changes = [(3, "lunch", "Home Plate, Alder"), (3, "dinner", "Golden Ladle, Birch")]
    assert hard(judge.wish("strict", *changes, cuisine=["Mexican"]), "cuisine").passed is True
    assert hard(judge.wish("official", *changes, cuisine=["Mexican"]), "cuisine").passed is False


@both
@pytest.mark.parametrize(("wish", "passes"), [("no flight", True), ("no self-driving", False)])
def test_means_of_transport(judge: Judge, mode: Mode, wish: str, passes: bool) -> None:
    """The plan drives."""
    assert hard(judge.wish(mode, transportation=wish), "transportation").passed is passes


def test_a_capital_letter_evades_official_alone(judge: Judge) -> None:
    """'Self-Driving' is self-driving."""
    changes: list[tuple[int, str, Any]] = [
        (1, "transportation", "Self-Driving, from Alder to Birch"),
        (3, "transportation", "Self-Driving, from Birch to Alder"),
    ]
    assert hard(judge.wish("official", *changes, transportation="no self-driving"), "transportation").passed is True
    assert hard(judge.wish("strict", *changes, transportation="no self-driving"), "transportation").passed is False


@pytest.mark.parametrize(
    ("wish", "rule"),
    [("room_type", "room_type"), ("house_rule", "room_rule"), ("transportation", "transportation")],
)
def test_an_unknown_wish_is_never_met_in_strict_mode(judge: Judge, wish: str, rule: HardRule) -> None:
    """The published evaluator takes it for met."""
    assert hard(judge.wish("official", **{wish: "dragons"}), rule).passed is True
    verdict = hard(judge.wish("strict", **{wish: "dragons"}), rule)
    assert verdict.passed is False and "'dragons' is not known" in verdict.reasons[0].text
