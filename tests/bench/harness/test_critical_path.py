"""The critical path of a run, from its plan and its ledger."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from smurfs_graph import Plan, SubTask, Usage, UsageRow
from smurfs_graph.bench.runner import critical_path


@st.composite
def plans(draw: st.DrawFn) -> tuple[dict[str, int], dict[str, list[str]]]:
    """Calls by sub-task, and what each depends on, in any order of the plan."""
    names = [f"s{at}" for at in range(draw(st.integers(0, 7)))]
    before = {name: [each for each in names[:at] if draw(st.booleans())] for at, name in enumerate(names)}
    order = draw(st.permutations(names))
    return {name: draw(st.integers(0, 9)) for name in order}, {name: before[name] for name in order}


def result(calls: dict[str, int], before: dict[str, list[str]]) -> dict[str, Any]:
    """A run that made these calls; names without an entry in `before` are not in its plan."""
    rows = tuple(UsageRow(role="executor", sub_task=name, calls=count) for name, count in calls.items())
    tasks = tuple(SubTask(id=name, content="x", depends_on=tuple(needs)) for name, needs in before.items())
    return {"plan": Plan(sub_tasks=tasks), "usage": Usage(rows=rows)}


@settings(max_examples=40)
@given(plans())
def test_no_chain_of_sub_tasks_is_longer(plan: tuple[dict[str, int], dict[str, list[str]]]) -> None:
    """The path is the longest of all chains, each counted by itself."""
    calls, before = plan

    def longest(name: str) -> int:
        return calls[name] + max((longest(each) for each in before[name]), default=0)

    assert critical_path(result(calls, before)) == max(map(longest, calls), default=0)


def test_what_is_side_by_side_counts_once() -> None:
    """Planner, the longer of two branches, what joins them, deliverer; what was revised away stands alone."""
    calls = {"": 2, "a": 3, "b": 5, "c": 1, "gone": 4}
    assert critical_path(result(calls, {"a": [], "b": [], "c": ["a", "b", "gone"]})) == 2 + 5 + 1 + 4
    assert critical_path({}) == 0
