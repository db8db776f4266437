"""Choosing: what a user sees of the choice, of a conflict, and of candidates that cannot be judged."""

import sys
from typing import Any

import pytest

from smurfs_graph import ConfigurationError, Constraint
from smurfs_graph.constraints.candidate_pool import CandidatesError, Scoped, Slot
from smurfs_graph.constraints.choosing import Choice, NoChoice, Unsettled, choose
from smurfs_graph.planning.forms import AllDifferent, Each, Sum
from smurfs_graph.planning.plan import Goal

pytest.importorskip("ortools", reason="OR-Tools is not installed")

ROOMS = (
    {"name": "Attic", "price": "$80", "stars": 2},
    {"name": "Barn", "price": "1,200 USD", "stars": 5},
    {"name": "Cabin", "price": 110, "stars": 4},
    {"name": "Den", "price": "$95.50", "stars": 4},
)


def budget(value: float, unit: str = "USD") -> Scoped:
    return Scoped(Constraint(text=f"at most ${value:g}", check=Sum(field="price", value=value, unit=unit)))


def at_least(stars: int) -> Scoped:
    return Scoped(Constraint(text=f"{stars} stars", check=Each(field="stars", op=">=", value=stars)))


def test_a_conflict_names_no_bystander_and_what_would_be_enough() -> None:
    """Different names are no part of it; the least sufficient budget keeps them all the same."""
    different = Scoped(Constraint(text="different rooms", check=AllDifferent(field="name")))
    slots = [Slot(name="rooms", candidates=ROOMS, least=2, most=2)]
    outcome = choose(slots, [different, budget(180), at_least(4)])
    assert isinstance(outcome, NoChoice)
    assert [scoped.constraint.text for scoped in outcome.conflict] == ["at most $180", "4 stars"]
    assert outcome.proved_minimal
    assert [value for _, value in outcome.least_sufficient] == [205.5]
    assert outcome.text == (
        "These cannot be had together: at most $180; 4 stars. With all else as it is, 'at most $180' would need 205.5."
    )


def test_too_few_candidates_are_no_conflict_of_wishes() -> None:
    """No constraint is to blame, and the text says what there is too little of."""
    outcome = choose([Slot(name="room", candidates=ROOMS[:1], least=2, most=2)], [budget(500)])
    assert isinstance(outcome, NoChoice)
    assert outcome.conflict == ()
    assert outcome.text == "There are 1 candidates for 'room', and 2 are to be chosen."


@pytest.mark.parametrize("price", ["€ 50", "50 pounds", "cheap", "50 to 60", None, float("nan"), True])
def test_a_price_that_cannot_be_compared_is_never_chosen(price: Any) -> None:
    """Other currencies, words, ranges and what is no number are set aside, however cheap they look."""
    outcome = choose(
        [Slot(name="room", candidates=({"price": price}, {"price": 99}))], [budget(100)], [Goal(field="price")]
    )
    assert isinstance(outcome, Choice)
    assert outcome.positions == {"room": (1,)}
    [complaint] = outcome.complaints
    assert complaint.startswith("room, candidate 1: ")


def test_currencies_are_not_mixed_where_none_is_named() -> None:
    """Neither by a constraint nor by an objective."""
    mixed = [Slot(name="room", candidates=({"price": "$5"}, {"price": "€5"}))]
    with pytest.raises(CandidatesError, match="EUR and USD"):
        choose(mixed, [budget(10, unit="")])
    with pytest.raises(CandidatesError, match="EUR and USD"):
        choose(mixed, [], [Goal(field="price")])


def test_numbers_too_large_to_add_up_are_an_error() -> None:
    """Instead of an overflow."""
    with pytest.raises(CandidatesError, match="too large"):
        choose([Slot(name="room", candidates=({"price": 1e15}, {"price": 0.000001}))], [budget(10)])
    with pytest.raises(CandidatesError, match="which is no number"):
        choose([Slot(name="room", candidates=({"price": 1e40}, {"price": 10**400}))], [budget(10)])


def test_time_runs_out_without_a_hang() -> None:
    """A knapsack with an exact sum that hardly exists: whatever is known after the limit, it comes."""
    numbers = tuple({"price": 10_000_019 * at + (at * at * 7919) % 1_000_003} for at in range(1, 300))
    exact = Scoped(Constraint(text="exactly", check=Sum(field="price", op="=", value=123_456_789_123)))
    outcome = choose([Slot(name="bag", candidates=numbers, least=100, most=100)], [exact], seconds=0.5)
    assert isinstance(outcome, Unsettled | Choice | NoChoice)


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan")])
def test_a_limit_there_must_be(seconds: float) -> None:
    """No choice without a time limit."""
    with pytest.raises(ConfigurationError, match="time limit"):
        choose([Slot(name="room", candidates=ROOMS)], seconds=seconds)


def test_the_same_choice_every_time() -> None:
    """Also where several are equally good."""
    slots = [Slot(name="rooms", candidates=ROOMS * 5, least=3, most=5)]
    outcomes = [choose(slots, [], [Goal(field="stars", sense="maximise")]) for _ in range(3)]
    assert all(outcome == outcomes[0] for outcome in outcomes)


def test_without_the_solver_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence, not a stack trace."""
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    with pytest.raises(ConfigurationError, match=r"smurfs-graph\[solver\]"):
        choose([Slot(name="room", candidates=ROOMS)])
