"""What two sub-tasks cost on a model that makes no mistake, counted as `make bench NAME=costs` does."""

import pytest

from tests.benchmarks.costs import LIMITS, SIZES, cost


@pytest.fixture(autouse=True)
def monday(monkeypatch: pytest.MonkeyPatch) -> None:
    """One date for all: prompts show it, and on a Wednesday they are longer."""
    monkeypatch.setattr("smurfs_graph.nodes.start.today", lambda: "Monday, 23 November 2026")


@pytest.mark.parametrize("count", SIZES)
@pytest.mark.parametrize("names_tools", [True, False])
def test_full_with_fused_steps(count: int, names_tools: bool) -> None:
    """At most six calls and 14k, 14k, 15k characters: a plan without conditions and dependencies needs no manager."""
    calls, chars = LIMITS["full, fused"]
    found = cost("full", count, step_shape="fused", names_tools=names_tools)
    assert found.answered and found.calls <= calls
    assert found.chars <= chars[SIZES.index(count)]


@pytest.mark.parametrize("count", SIZES)
def test_smurfs_with_split_steps(count: int) -> None:
    """At most twelve calls and 15k, 17k and 21k characters."""
    calls, chars = LIMITS["smurfs, split"]
    found = cost("smurfs", count, step_shape="split")
    assert found.answered and found.calls <= calls
    assert found.chars <= chars[SIZES.index(count)]


@pytest.mark.parametrize(("strategy", "shape"), [("smurfs", "split"), ("full", "fused")])
def test_a_failing_tool_costs_three_calls_at_most(strategy: str, shape: str) -> None:
    """And the request is answered all the same."""
    whole, broken = (cost(strategy, SIZES[1], failing, step_shape=shape) for failing in (0, 1))
    assert broken.answered and broken.calls - whole.calls <= 3
