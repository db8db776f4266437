"""The arithmetic of budgets: what one more call would break, and what is kept for the end."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph import Settings
from smurfs_graph.budgets.limits import (
    Ending,
    Purpose,
    Spent,
    kept_calls,
    out_of_budget,
    out_of_sub_task_budget,
    seconds_left,
    sub_task_budget,
)

PURPOSES: tuple[Purpose, ...] = ("opening", "search", "verdict", "closing", "delivery")


def limits(**values: Any) -> Settings:
    """Settings with these limits and no others."""
    none: dict[str, Any] = dict.fromkeys(("max_tokens", "max_cost", "max_seconds", "max_llm_calls", "max_tool_calls"))
    return Settings(**{**none, **values})


def test_without_limits_nothing_is_out() -> None:
    """However much was used."""
    used = Spent(calls=10**9, tool_calls=10**9, tokens=10**12, cost=1e9, seconds=1e9)
    assert all(out_of_budget(limits(), used, purpose) is None for purpose in PURPOSES)


@pytest.mark.parametrize(
    ("purpose", "last"), [("opening", 9), ("search", 7), ("verdict", 8), ("closing", 8), ("delivery", 9)]
)
def test_a_call_leaves_enough_for_those_that_must_follow(purpose: Purpose, last: int) -> None:
    """Of ten calls, a search may make the eighth, a closing answer the ninth, the delivery the tenth.

    Before anything is found nothing has to follow.
    """
    settings = limits(max_llm_calls=10)
    assert out_of_budget(settings, Spent(calls=last), purpose) is None
    assert out_of_budget(settings, Spent(calls=last + 1), purpose) == "llm_call_budget"


def test_every_branch_keeps_a_closing_answer() -> None:
    """Four sub-tasks under way need four closing answers and one delivery."""
    assert [kept_calls("search", Ending(branches)) for branches in (0, 1, 4)] == [2, 2, 5]
    assert [kept_calls("verdict", Ending(branches)) for branches in (0, 1, 4)] == [1, 1, 4]  # one has its answer
    settings = limits(max_llm_calls=10)
    assert out_of_budget(settings, Spent(calls=4), "search", ending=Ending(4)) is None
    assert out_of_budget(settings, Spent(calls=5), "search", ending=Ending(4)) == "llm_call_budget"


def test_tool_calls_count_for_tools_only() -> None:
    """A used-up tool budget does not stop the closing answer, a used-up model budget does not stop a tool."""
    settings = limits(max_tool_calls=2, max_llm_calls=1)
    assert out_of_budget(settings, Spent(tool_calls=2), "search", tool=True) == "tool_call_budget"
    assert out_of_budget(settings, Spent(tool_calls=2), "delivery") is None
    assert out_of_budget(settings, Spent(calls=5), "search", tool=True) is None


@pytest.mark.parametrize(
    ("values", "spent", "reason"),
    [
        ({"max_tokens": 1000}, Spent(tokens=790), "token_budget"),
        ({"max_cost": 1.0}, Spent(cost=0.8), "cost_budget"),
        ({"max_seconds": 10.0}, Spent(seconds=8.0), "time_budget"),
    ],
)
def test_shares_of_other_budgets_are_kept_too(values: dict[str, Any], spent: Spent, reason: str) -> None:
    """A search stops at four fifths, where the delivery may still be made."""
    assert out_of_budget(limits(**values), spent, "search", tokens=20) == reason
    assert out_of_budget(limits(**values), spent, "delivery", tokens=20) is None


@given(
    used=st.integers(0, 60), limit=st.integers(1, 50), purpose=st.sampled_from(PURPOSES), branches=st.integers(1, 10)
)
def test_calls_made_one_by_one_never_exceed_their_limit(used: int, limit: int, purpose: Purpose, branches: int) -> None:
    """An allowed call and all the calls that it keeps fit into the limit."""
    if out_of_budget(limits(max_llm_calls=limit), Spent(calls=used), purpose, ending=Ending(branches)) is None:
        assert used + 1 + kept_calls(purpose, Ending(branches)) <= limit


@given(
    tokens=st.integers(0, 2000),
    more=st.integers(0, 500),
    seconds=st.floats(0, 20),
    purpose=st.sampled_from(PURPOSES),
)
def test_a_budget_that_is_out_stays_out(tokens: int, more: int, seconds: float, purpose: Purpose) -> None:
    """Using more never makes a call possible again."""
    settings = limits(max_tokens=1000, max_seconds=10.0)
    now = out_of_budget(settings, Spent(tokens=tokens, seconds=seconds), purpose)
    later = out_of_budget(settings, Spent(tokens=tokens + more, seconds=seconds), purpose)
    assert now is None or later is not None


def test_a_sub_task_keeps_its_own_closing_answer() -> None:
    """Of three calls of a sub-task, the search may make two."""
    budget = sub_task_budget(limits(sub_task_max_llm_calls=3))
    assert budget is not None
    assert out_of_sub_task_budget(budget, Spent(calls=1), "search") is None
    assert out_of_sub_task_budget(budget, Spent(calls=2), "search") == "llm_call_budget"
    assert out_of_sub_task_budget(budget, Spent(calls=2), "closing") is None


@pytest.mark.parametrize("amount", ["llm_calls", "tool_calls", "tokens", "cost", "seconds"])
def test_a_sub_task_has_a_budget_as_soon_as_one_amount_is_limited(amount: str) -> None:
    """Where nothing is, no call has to be compared with anything."""
    assert sub_task_budget(limits(max_llm_calls=3)) is None
    assert sub_task_budget(limits(**{f"sub_task_max_{amount}": 3})) is not None


def test_the_time_of_one_call_is_what_is_left() -> None:
    """The shorter one of the run's and the sub-task's, never negative, unlimited without limits."""
    assert seconds_left(limits(), Spent(seconds=5), "search", None) is None
    settings = limits(max_seconds=10.0, sub_task_max_seconds=4.0)
    assert seconds_left(settings, Spent(seconds=5), "delivery", None) == pytest.approx(5.0)
    assert seconds_left(settings, Spent(seconds=1), "closing", Spent(seconds=3)) == pytest.approx(1.0)
    assert seconds_left(settings, Spent(seconds=50), "search", Spent()) == 0.0
