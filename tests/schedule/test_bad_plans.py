"""Plans as a model should not write them: circles, nothing, hundreds, nonsense. The run ends as it should."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.schedule.simulation import CONFIG, Simulation

NONSENSE: list[Any] = [
    "no plan at all",
    "",
    [],
    {},
    {"sub_tasks": None},
    {"sub_tasks": "work a"},
    {"sub_tasks": [None, 5, "work a"]},
    {"sub_tasks": [{"id": "", "content": ""}]},
    {"sub_tasks": [{"id": "../../etc:|x", "content": "work a"}]},
    {"sub_tasks": [{"id": {"a": 1}, "content": ["work a"], "depends_on": "a"}]},
    {"sub_tasks": [{"content": "work a", "depends_on": [None, 3, "a"]}]},
    {"sub_tasks": [{"id": "a" * 10_000, "content": "work a" * 10_000}]},
]


def planned_as(reply: Any, **options: Any) -> tuple[Simulation, dict[str, Any]]:
    """A run whose manager says the same thing, whatever the complaint."""
    work = Simulation({"a": [], "b": []})
    script = work.reply
    work.model.script = lambda call, sections: reply if call == "manager" else script(call, sections)
    return work, work.graph(max_sub_tasks=20, **options).invoke({"query": "q"}, CONFIG)


def tasks(count: int, depends_on: Any) -> list[dict[str, Any]]:
    """So many sub-tasks, each with what it depends on."""
    return [{"id": f"n{at}", "content": f"work n{at}", "depends_on": depends_on(at)} for at in range(count)]


@pytest.mark.parametrize("reply", NONSENSE, ids=repr)
def test_nonsense_falls_back_to_what_the_planner_listed(reply: Any) -> None:
    """Or to what can be made of it; the run always has an end and says what happened."""
    _, result = planned_as(reply, max_restarts=1)
    assert result["stop_reason"] in ("answered", "partial", "no_evidence")
    assert result["plan"].sub_tasks
    assert set(result["outcomes"]) == {task.id for task in result["plan"].sub_tasks}


@pytest.mark.parametrize(
    "sub_tasks",
    [
        tasks(3, lambda at: [f"n{(at + 1) % 3}"]),
        tasks(2, lambda at: [f"n{at}"]),
        tasks(12, lambda at: [f"n{other}" for other in range(12)]),
        [*tasks(2, lambda at: []), {"id": "n2", "content": "work n2", "depends_on": ["n2", "n0", "n9"]}],
    ],
    ids=["a circle", "themselves", "everybody waits for everybody", "itself and a stranger"],
)
def test_what_waits_for_itself_does_not_wait_for_ever(sub_tasks: list[dict[str, Any]]) -> None:
    """The circle is cut, with a warning, and everything is solved once."""
    work, result = planned_as({"sub_tasks": sub_tasks}, max_restarts=1)
    assert any("the plan was repaired" in warning for warning in result["warnings"])
    assert work.done == {task["id"]: 1 for task in sub_tasks}
    assert result["stop_reason"] == "answered"


def test_five_hundred_sub_tasks_are_joined_to_as_many_as_are_allowed() -> None:
    """Nothing that the model wanted to have done is dropped."""
    _, result = planned_as({"sub_tasks": tasks(500, lambda at: [f"n{at - 1}"] if at % 2 else [])}, max_restarts=0)
    assert len(result["plan"].sub_tasks) == 20
    assert all(f"work n{at}" in "\n".join(task.content for task in result["plan"].sub_tasks) for at in range(500))


@pytest.mark.slow
def test_five_hundred_sub_tasks_run_where_they_are_allowed() -> None:
    """A long plan is no error of its own."""
    edges = {f"n{at}": [f"n{at - 10}"] if at >= 10 else [] for at in range(500)}
    work = Simulation(edges)
    result = work.graph(max_concurrency=50).invoke({"query": "q"}, CONFIG)
    assert work.done == dict.fromkeys(edges, 1)
    assert result["stop_reason"] == "answered"


_names = st.sampled_from(["n0", "n1", "n2", "n3", "stranger", "", "a:b|c"])
_sub_tasks = st.fixed_dictionaries(
    {"id": _names, "content": st.sampled_from(["work n0", "work n1", " ", ""])},
    optional={"depends_on": st.lists(_names, max_size=4), "tools": st.lists(st.sampled_from(["work", "hammer"]))},
)


@settings(max_examples=12)
@given(sub_tasks=st.lists(_sub_tasks, max_size=8))
def test_whatever_the_model_plans_the_run_ends(sub_tasks: list[dict[str, Any]]) -> None:
    """Every sub-task of the plan that ran has an outcome, and the plan that ran has no circle."""
    _, result = planned_as({"sub_tasks": sub_tasks}, max_restarts=0)
    known = {task.id for task in result["plan"].sub_tasks}
    assert len(known) == len(result["plan"].sub_tasks)
    assert set(result["outcomes"]) == known
    assert all(set(task.depends_on) <= known - {task.id} for task in result["plan"].sub_tasks)
    assert result["stop_reason"] in ("answered", "partial", "no_evidence")
