"""The reckoned time of a simulated run: its critical path, from the plan and the ledger."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph import Settings, build_graph
from smurfs_graph.bench.simulation import (
    ErrorRates,
    Latency,
    SimulatedModel,
    SimulatedTask,
    TaskShape,
    makespan,
    seconds_of,
)
from smurfs_graph.budgets.usage import Usage, UsageRow
from smurfs_graph.planning.plan import Plan, SubTask
from smurfs_graph.settings import StrategyName

CALLS = Latency(per_call=1.0)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[dict[str, float], dict[str, list[str]]]:
    """Sub-tasks with whole seconds, each depending on some before it."""
    names = [f"s{at}" for at in range(draw(st.integers(0, 7)))]
    seconds = {name: float(draw(st.integers(0, 9))) for name in names}
    before = {name: [each for each in names[:at] if draw(st.booleans())] for at, name in enumerate(names)}
    return seconds, before


def longest(seconds: Mapping[str, float], before: Mapping[str, Sequence[str]]) -> float:
    """The critical path, by its definition."""
    ends: dict[str, float] = {}
    for name, taken in seconds.items():
        ends[name] = taken + max((ends[each] for each in before[name]), default=0.0)
    return max(ends.values(), default=0.0)


@given(graphs(), st.integers(1, 8))
def test_the_path_bounds_the_time(graph: tuple[dict[str, float], dict[str, list[str]]], at_once: int) -> None:
    """Never under the critical path or an even share, never over what one place takes; with places enough, the path."""
    seconds, before = graph
    found = makespan(seconds, before, at_once)
    least = max(longest(seconds, before), sum(seconds.values()) / at_once)
    assert least - 1e-9 <= found <= sum(seconds.values())
    assert makespan(seconds, before, 1) == sum(seconds.values())
    assert makespan(seconds, before, 8) == longest(seconds, before)


def test_a_circle_is_refused() -> None:
    """The two that wait for each other are named."""
    with pytest.raises(ValueError, match="s1, s2"):
        makespan({"s1": 1.0, "s2": 1.0}, {"s1": ["s2"], "s2": ["s1"]}, 2)


def test_what_is_side_by_side_counts_once() -> None:
    """Planner, the longer of two branches, what joins them, deliverer; what was revised away stands alone."""
    tasks = [SubTask(id="a", content="x"), SubTask(id="b", content="x")]
    tasks.append(SubTask(id="c", content="x", depends_on=("a", "b")))
    calls = {"": 2, "a": 3, "b": 5, "c": 1, "gone": 4}
    rows = tuple(UsageRow(role="executor", sub_task=name, calls=count) for name, count in calls.items())
    result: dict[str, Any] = {"plan": Plan(sub_tasks=tuple(tasks)), "usage": Usage(rows=rows)}
    assert seconds_of(result, CALLS) == 2 + 5 + 1 + 4
    assert seconds_of(result, CALLS.model_copy(update={"at_once": 1})) == 15
    assert seconds_of({}, CALLS) == 0


def test_tokens_and_tools_take_their_time() -> None:
    """Each at its own rate."""
    row = UsageRow(role="executor", calls=2, input_tokens=3000, output_tokens=500, tool_calls=4)
    latency = Latency(per_call=1, per_1000_input_tokens=2, per_1000_output_tokens=10, per_tool_call=0.5)
    assert latency.of(row) == 2 + 6 + 5 + 2


@pytest.mark.parametrize("strategy", ["smurfs", "full"])
def test_independent_sub_tasks_run_side_by_side_where_the_strategy_lets_them(strategy: StrategyName) -> None:
    """A sequence takes the sum of its calls; a graph of four branches less than half of it."""
    task = SimulatedTask(TaskShape(sub_tasks=4, tools=8), 1)
    settings = Settings(strategy=strategy, model="simulated:x")
    model = SimulatedModel(task, ErrorRates())
    result = build_graph(settings, [task.tools()], models={"simulated:x": model}).invoke({"query": task.query})
    share = seconds_of(result, CALLS) / result["usage"].calls
    assert share == 1.0 if strategy == "smurfs" else share < 0.5
