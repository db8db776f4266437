"""Costs of two sub-tasks on a model that makes no mistake, counted as `make bench NAME=costs` does."""

import pytest

from tests.benchmarks.costs import LIMITS, SIZES, cost


@pytest.fixture(autouse=True)
def monday(monkeypatch: pytest.MonkeyPatch) -> None:
    """One date for all: prompts show it, and on a Wednesday they are longer."""
    monkeypatch.setattr("smurfs_graph.nodes.start.today", lambda: "Monday, 23 November 2026")


@pytest.mark.parametrize("count", SIZES)
@pytest.mark.parametrize(
    ("strategy", "shape", "names_tools"), [("full", "fused", True), ("full", "fused", False), ("smurfs", "split", True)]
)
def test_calls_and_characters_have_limits(strategy: str, shape: str, names_tools: bool, count: int) -> None:
    """Six calls of `full`, for a plan without conditions and dependencies needs no manager; twelve of `smurfs`."""
    calls, chars = LIMITS[f"{strategy}, {shape}"]
    found = cost(strategy, count, step_shape=shape, names_tools=names_tools)
    assert found.answered and found.calls <= calls
    assert found.chars <= chars[SIZES.index(count)]


@pytest.mark.parametrize(("strategy", "shape"), [("smurfs", "split"), ("full", "fused")])
def test_a_failing_tool_costs_three_calls_at_most(strategy: str, shape: str) -> None:
    """And the request is answered all the same."""
    whole, broken = (cost(strategy, SIZES[1], failing, step_shape=shape) for failing in (0, 1))
    assert broken.answered and broken.calls - whole.calls <= 3
