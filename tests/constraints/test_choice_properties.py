"""Choices against brute force: the same answer, the same best values, and conflicts that are minimal."""

import pytest
from hypothesis import given, settings

from smurfs_graph.constraints.candidate_pool import Scoped, Slot
from smurfs_graph.constraints.choosing import Choice, NoChoice, choose
from smurfs_graph.planning.forms import Sum
from smurfs_graph.planning.plan import Goal
from tests.constraints import brute
from tests.constraints.problems import OBJECTIVES, SLOTS, constraints

pytest.importorskip("ortools", reason="OR-Tools is not installed")


@given(SLOTS, constraints(), OBJECTIVES)
@settings(max_examples=150)
def test_same_as_trying_everything(slots: list[Slot], scoped: list[Scoped], objectives: list[Goal]) -> None:
    """The solver agrees with brute force on feasibility, the objectives' best values and the conflict."""
    expected = brute.best(slots, scoped, objectives)
    outcome = choose(slots, scoped, objectives)
    if expected is None:
        assert isinstance(outcome, NoChoice)
        _check_conflict(slots, outcome)
        for limit, value in outcome.least_sufficient:
            _check_least(slots, limit, value, [each for each in scoped if each is not limit])
        return
    assert isinstance(outcome, Choice)
    assert outcome.optimal
    pick = tuple(outcome.positions[slot.name] for slot in slots)
    assert all(brute.holds(each, slots, pick) for each in scoped)
    assert outcome.objectives == pytest.approx(expected)


def _is_possible(slots: list[Slot], scoped: list[Scoped]) -> bool:
    return any(True for _ in brute.allowed(slots, scoped))


def _check_conflict(slots: list[Slot], outcome: NoChoice) -> None:
    """Its members cannot be had together, and without any of them the others can."""
    assert outcome.proved_minimal
    conflict = list(outcome.conflict)
    assert not _is_possible(slots, conflict)
    for at in range(len(conflict)):
        assert _is_possible(slots, [*conflict[:at], *conflict[at + 1 :]])


def _check_least(slots: list[Slot], limit: Scoped, value: float | None, others: list[Scoped]) -> None:
    """With all other constraints kept, the limit at that value leaves a choice, and a tenth below leaves none."""
    if value is None:
        assert not _is_possible(slots, others)
        return
    assert _is_possible(slots, [*others, _limited(limit, value)])
    assert not _is_possible(slots, [*others, _limited(limit, value - 0.1)])


def _limited(scoped: Scoped, value: float) -> Scoped:
    form = scoped.constraint.check
    assert isinstance(form, Sum)
    limited = form.model_copy(update={"value": round(value, 6), "op": "<="})
    return Scoped(scoped.constraint.model_copy(update={"check": limited}), scoped.slots)
