"""Plans that keep every rule, in both modes."""

import pytest

from smurfs_graph.bench.travelplanner.verdict import Mode
from tests.bench.travelplanner.scenario import Judge

both = pytest.mark.parametrize("mode", ["official", "strict"])


@both
def test_a_short_trip_passes(judge: Judge, mode: Mode) -> None:
    """The plan of the scenario is sound, within its budget, and costs what its docstring says."""
    verdict = judge(mode)
    assert verdict.reasons() == []
    assert verdict.passed and verdict.delivered
    assert verdict.cost_usd == 413.0


@both
def test_a_trip_through_a_state_passes(judge: Judge, mode: Mode) -> None:
    """Cities may carry their state in brackets."""
    verdict = judge.texas(mode)
    assert verdict.reasons() == []
    assert verdict.cost_usd == 25 + 5 + 30 + 6 * 1 * 3 + 2 * 70 + 2 * 80


@both
def test_wishes_that_nobody_has_are_not_judged(judge: Judge, mode: Mode) -> None:
    """Without wishes there is the budget alone."""
    hard = judge(mode).hard
    assert hard is not None
    assert {name: verdict.passed for name, verdict in hard.items()} == {
        "cuisine": None,
        "room_rule": None,
        "transportation": None,
        "room_type": None,
        "budget": True,
    }


@both
@pytest.mark.parametrize("plan", [None, []])
def test_no_plan_is_a_verdict(judge: Judge, mode: Mode, plan: object) -> None:
    """Nothing delivered is nothing judged."""
    verdict = judge.plan(mode, plan)
    assert not verdict.delivered and not verdict.passed
    assert (verdict.commonsense, verdict.hard, verdict.cost_usd) == (None, None, None)
