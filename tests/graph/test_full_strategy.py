"""Strategy `full`: the plan is checked by code and revised where it did not work out (how it runs: tests/schedule)."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph import effects
from tests.schedule.simulation import CONFIG, Edges, Simulation
from tests.scripts import build, script

CHEAP: dict[str, Any] = {"text": "cheap", "check": {"kind": "each", "field": "price", "op": "<=", "value": 5}}


def task(name: str, work: str = "", *depends_on: str) -> dict[str, Any]:
    """A sub-task as the manager writes it; its work is of its name, unless it is said."""
    return {"id": name, "content": f"work {work or name}", "depends_on": list(depends_on)}


class Work(Simulation):
    """A plan that is solved by one tool, and that its manager may revise."""

    def __init__(
        self,
        edges: Edges,
        failing: Sequence[str] = (),
        revised: Callable[[], list[dict[str, Any]]] | None = None,
        **said: Any,
    ) -> None:
        """`revised`: the sub-tasks of the manager's next plan, where it is told how the last one ended.

        `said`: by role, what it says whatever it is asked.
        """
        super().__init__(edges, failing=failing)
        self.revised, self.said = revised, said

    def reply(self, call: str, sections: dict[str, str]) -> Any:
        """Reply as the model."""
        if call in self.said:
            return self.said[call]
        if call == "manager" and self.revised is not None and "outcomes" in sections:
            return {"sub_tasks": self.revised()}
        return super().reply(call.removesuffix(".inference"), sections)

    def run(self, **options: Any) -> dict[str, Any]:
        """The result of one run."""
        return self.graph(**options).invoke({"query": "q"}, CONFIG)


@pytest.mark.parametrize(
    ("sub_tasks", "complaint"),
    [
        ([{"id": "a", "content": "work a", "depends_on": ["b"]}, {"id": "b", "content": "work b", "depends_on": ["a"]}],
         "circle"),
        ([{"id": "a", "content": "work a", "depends_on": ["a"]}], "depends on itself"),
        ([{"id": "a", "content": "work a", "depends_on": ["z"]}], "there is no sub-task 'z'"),
        ([{"id": "a", "content": "work a", "tools": ["hammer"]}], "'hammer'"),
        ([{"id": "a", "content": "work a"}, {"id": "a", "content": "work b"}], "more than once"),
        ([{"id": f"n{number}", "content": f"work n{number}"} for number in range(500)], "at most 20"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_plan_goes_back_and_is_repaired_in_the_end(
    sub_tasks: list[dict[str, Any]], complaint: str
) -> None:
    """The model gets the exact complaint; if it does not learn, a safe repair runs, with a warning."""
    said: dict[str, Any] = {"deliverer.inference": {"answer": "done"}}
    said["manager"] = {"sub_tasks": sub_tasks, "constraints": ["cheap"]}
    work = Work({"a": [], "b": []}, **said)
    result = work.run(max_restarts=1, max_sub_tasks=20)
    first, second = (asked.sections for asked in work.model.asked if asked.call == "manager")
    assert not {"complaint", "your_reply"} & first.keys() and complaint in second["complaint"]
    assert second["your_reply"].startswith('{"sub_tasks": [{"id": "')
    assert any("the plan was repaired" in warning for warning in result["warnings"])
    assert result["stop_reason"] == "answered"


def twice(wish: Any, other: Any) -> Work:
    """A manager that sets one condition for a sub-task and another one for the whole."""
    plan = {"sub_tasks": [{**task("a"), "constraints": [wish]}], "constraints": [other]}
    return Work({"a": [], "b": []}, manager=plan, judge={"verdicts": []})


@pytest.mark.parametrize("wish", ["cheap", CHEAP])
def test_a_condition_said_twice_in_the_same_words_is_merged(wish: Any) -> None:
    """The manager is not asked again: the condition is one on the whole."""
    work = twice(wish, wish)
    result = work.run()
    assert [asked.call for asked in work.model.asked].count("manager") == 1
    assert [item.text for item in result["plan"].global_constraints] == ["cheap"]
    assert not result["plan"]["a"].local_constraints and not result["warnings"]


def test_a_condition_said_twice_in_other_words_goes_back() -> None:
    """The manager has to say whose condition it is."""
    work = twice({**CHEAP, "text": "little"}, CHEAP)
    work.run(max_restarts=1)
    first, second = (asked.sections for asked in work.model.asked if asked.call == "manager")
    assert "complaint" not in first and "both for a sub-task and for the whole" in second["complaint"]


def test_an_empty_plan_falls_back_to_the_planners_list() -> None:
    """Nothing is lost where the manager has nothing to say."""
    result = Work({"a": [], "b": []}, manager={"sub_tasks": []}).run(max_restarts=0)
    assert [task.content for task in result["plan"].sub_tasks] == ["work a", "work b"]


def test_one_sub_task_without_a_condition_needs_no_manager() -> None:
    """The call is saved."""
    work = Work({}, planner={"needs_tool": True, "sub_tasks": ["work a"]})
    result = work.run()
    assert result["outcomes"]["s1"].answer == "result of a"
    assert "manager" not in [asked.call for asked in work.model.asked]


def test_replanning_is_bounded() -> None:
    """A model that revises for ever is stopped."""
    others = iter("cde")
    work = Work({"a": [], "b": []}, failing=["b", "c", "d", "e"], revised=lambda: [task("a"), task("b", next(others))])
    result = work.run(max_replans=2)
    plans = [asked.sections for asked in work.model.asked if asked.call == "manager"]
    assert "b cannot be done" in plans[1]["outcomes"] and len(plans) == 3
    assert work.order[-2:] == ["c", "d"]
    assert result["stop_reason"] == "partial"


def test_a_revision_that_changes_nothing_is_the_last_and_repeats_nothing() -> None:
    """Equal words are no other way: a failed sub-task keeps its outcome, and those it blocked stay blocked."""
    work = Work({"a": [], "b": [], "c": ["b"]}, failing=["b"])
    result = work.run(max_replans=5)
    assert [asked.call for asked in work.model.asked].count("manager") == 2
    assert sorted(work.order) == ["a", "b"]
    assert {name: outcome.status for name, outcome in result["outcomes"].items()} == {
        "a": "solved",
        "b": "failed",
        "c": "blocked",
    }


def test_a_revision_that_only_leaves_out_what_failed_hides_nothing() -> None:
    """The failed part of the request is still reported as not found, and the run has not answered."""
    result = Work({"a": [], "b": []}, failing=["b"], revised=lambda: [task("a")]).run(max_replans=2)
    assert [item.sub_task for item in result["not_found"]] == ["b"]
    assert result["stop_reason"] == "partial"


@effects("read")
def pages(number: int = 1) -> str:
    """Read a page."""
    return f"page {number}"


def leaflets(number: int = 1) -> str:
    """Print a leaflet."""
    return f"leaflet {number}"


SPLIT = {"sub_tasks": [{"id": "a1", "content": "first half"}, {"id": "a2", "content": "second half"}, task("b")]}


def cut_short(b_depends_on: list[str], tool: Any = pages, **settings: Any) -> tuple[Any, dict[str, Any]]:
    """A run whose first part is never settled as a whole, and in halves at once."""
    first = {
        "sub_tasks": [
            {"id": "a", "content": "the whole book"},
            {"id": "b", "content": "work b", "depends_on": b_depends_on},
        ]
    }
    replies = script(
        planner={"needs_tool": True, "sub_tasks": ["the whole book", "work b"], "order": "mixed"},
        manager=[first, SPLIT],
        executor_arguments=[{"number": number} for number in range(1, 9)],
        verifier=lambda seen: {"status": "pending" if "whole book" in seen["sub_task"] else "solved", "hint": "more"},
    )
    built = build([tool], replies, strategy="full", planning="always", step_shape="split", max_depth=2, **settings)
    return built, built.run()


def test_a_part_that_a_limit_cut_short_is_divided() -> None:
    """The manager hears why it ended; what it found is kept, and every part is solved in the end."""
    built, result = cut_short([])
    assert "reached the depth of 2 steps" in built.sections("manager")[1]["outcomes"]
    assert {task.id: result["outcomes"][task.id].status for task in result["plan"].sub_tasks} == {
        "a1": "solved",
        "a2": "solved",
        "b": "solved",
    }
    assert (result["outcomes"]["a"].status, result["stop_reason"]) == ("partial", "answered")


@pytest.mark.parametrize(
    ("b_depends_on", "settings"),
    [(["a"], {}), ([], {"max_replans": 0}), ([], {"tool": leaflets})],
    ids=["built upon", "no revision", "may have changed something"],
)
def test_a_part_that_stands_stays_as_it_is(b_depends_on: list[str], settings: dict[str, Any]) -> None:
    """What was found was enough for others, nothing is to be revised, or another part might change it again."""
    built, result = cut_short(b_depends_on, **settings)
    assert (built.calls().count("manager"), result["stop_reason"]) == (1, "partial")


@effects("write")
def order(item: str) -> str:
    """Order an item."""
    return f"ordered {item}"


@pytest.mark.parametrize("ordered", [2, 14])
def test_the_manager_hears_what_a_part_that_did_not_work_out_has_done(ordered: int) -> None:
    """Another plan is not to do it again; of many calls the first ones are named."""
    tools = [*[{"tool": "order"}] * ordered, {"tool": "none of these"}, {"tool": "none of these"}]
    replies = script(
        planner={"needs_tool": True, "sub_tasks": ["order all", "tell"]},
        manager=[{"sub_tasks": [{"id": "a", "content": "order all"}]}, {"sub_tasks": [], "no_other_way": True}],
        executor_tool=tools,
        executor_arguments=[{"item": f"A-{number}"} for number in range(ordered)],
        verifier={"status": "pending", "hint": "more"},
    )
    options: dict[str, Any] = {"strategy": "full", "planning": "always", "step_shape": "split", "max_depth": 20}
    built = build([order], replies, max_steps=30, checkpointer=InMemorySaver(), **options)
    result = built.run("q", CONFIG)
    while waiting := result.get("__interrupt__"):
        result = built.graph.invoke(Command(resume={waiting[0].id: {"decision": "approve"}}), CONFIG)
    made = [f'order {{"item":"{each.arguments["item"]}"}}' for each in result["outcomes"]["a"].evidence if each.ok]
    more = [f"and {len(made) - 12} more"] if ordered > 12 else []
    told = f"\n   done, and not to be done again: {'; '.join([*made[:12], *more])}"
    first, second = built.sections("manager")
    assert second["outcomes"].endswith(told) and "outcomes" not in first
