"""Executors (PMC 4.1.2): the manager assigns sub-tasks; each sees its own tools and instructions, on its own model."""

from typing import Any

import pytest

from smurfs_graph import ConfigurationError, Settings, build_graph
from smurfs_graph.testing import Asked, ScriptedModel
from tests.scripts import Turns, calling, script

EXECUTORS: dict[str, Any] = {
    "clerk": {"description": "Knows the stock.", "tools": ["find_stock"], "instructions": "Count twice."},
    "driver": {"description": "Knows the roads.", "tools": ["find_road"], "model": "scripted:driver"},
}


def find_stock() -> str:
    """Find the stock."""
    return "4 pieces"


def find_road() -> str:
    """Find the road."""
    return "the E6"


def assigned(*names: str, **told: str) -> dict[str, Any]:
    """A plan with a sub-task for each name."""
    tasks = [{"id": name, "content": f"Ask the {name}.", "executor": name, **told} for name in names]
    return {"needs_tool": True, "sub_tasks": tasks}


class Run:
    """A run with two executors, planned by a script."""

    def __init__(self, manager: Any, **settings: Any) -> None:
        planner = manager if settings.get("context") == "rich" else {"needs_tool": True, "sub_tasks": ["stock", "road"]}
        replies = script(planner=planner, planner_plan=manager, manager=manager, manager_pmc=manager)
        self.models = {name: ScriptedModel(replies) for name in ("scripted:all", "scripted:driver")}
        options: dict[str, Any] = {"executors": EXECUTORS, "step_shape": "split", "planning": "always", **settings}
        graph = build_graph(Settings(model="scripted:all", **options), [find_stock, find_road], models={**self.models})
        self.result: Any = graph.invoke({"query": "What is in stock, and which road leads there?"})

    def asked(self, role: str, model: str = "all") -> list[Asked]:
        """The questions of a role to a model."""
        return [each for each in self.models[f"scripted:{model}"].asked if each.call.partition(".")[0] == role]


@pytest.mark.parametrize("settings", [{}, {"context": "rich"}, {"strategy": "pmc"}], ids=["manager", "at once", "pmc"])
def test_an_executor_sees_its_own_tools_and_instructions(settings: dict[str, Any]) -> None:
    """Whoever assigned it, and what the manager tells it as well; the other one sees nothing of that."""
    run = Run(assigned("clerk", "driver", instructions="By noon."), **settings)
    assert run.result["stop_reason"] == "answered"
    clerk, driver = run.asked("executor"), run.asked("executor", "driver")
    assert clerk
    assert driver
    for asked, own, other in ((clerk, "find_stock", "find_road"), (driver, "find_road", "find_stock")):
        said = "".join(each.user for each in asked)
        assert own in said
        assert other not in said
        assert "By noon." in said
        assert ("Count twice." in said) == (own == "find_stock")
    tools = {name: [item.tool for item in outcome.evidence] for name, outcome in run.result["outcomes"].items()}
    assert tools == {"clerk": ["find_stock"], "driver": ["find_road"]}


def test_its_model_serves_its_executor_role_only() -> None:
    """Answers and verdicts are everybody's."""
    run = Run(assigned("clerk", "driver"))
    assert {each.call.partition(".")[0] for each in run.models["scripted:driver"].asked} == {"executor"}
    rows = {(row.sub_task, row.role): row.model for row in run.result["usage"].rows if row.model}
    assert rows["driver", "executor"] == "scripted:driver"
    assert rows["driver", "answer"] == rows["clerk", "executor"] == "scripted:all"


def test_the_manager_reads_who_there_is() -> None:
    """A line for each, with its tools; without executors nothing of this is in the prompt."""
    told = Run(assigned("clerk", "driver")).asked("manager")[0].sections["executors"]
    assert "- clerk: Knows the stock. Tools: find_stock." in told
    assert "- driver: Knows the roads. Tools: find_road." in told
    assert "executors" not in Run(assigned("clerk", "driver"), executors={}).asked("manager")[0].sections


@pytest.mark.parametrize("settings", [{}, {"context": "rich"}], ids=["manager", "at once"])
def test_an_unknown_executor_goes_back_with_a_complaint(settings: dict[str, Any]) -> None:
    """So does a sub-task that is assigned to nobody."""
    run = Run([assigned("clerk", "cook"), assigned("clerk", "driver")], **settings)
    again = run.asked("planner" if settings else "manager")[1].sections["complaint"]
    assert "sub-task 'cook': executor: 'cook' is none of clerk, driver" in again
    assert list(run.result["outcomes"]) == ["clerk", "driver"]


def test_who_cannot_assign_gets_a_plan_that_is_repaired() -> None:
    """The sub-task is solved with all tools, and the run says so."""
    run = Run(assigned("clerk", "cook"), max_restarts=1)
    assert list(run.result["outcomes"]) == ["clerk", "cook"]
    assert any("the plan was repaired: sub-task 'cook': executor" in warning for warning in run.result["warnings"])
    assert run.asked("executor", "driver") == []


def test_native_executors_have_their_tools_bound() -> None:
    """A request is planned first, for somebody has to assign it; other tools cannot be called."""
    run = Turns(
        calling("find_road", {}), *[lambda messages: f"It is {messages[-1].content}."] * 2,
        tools=[find_stock, find_road], script=script(planner_plan=assigned("clerk")),
        model={"profile": {"tool_calling": True}}, executors={"clerk": EXECUTORS["clerk"]}, context="rich",
    )  # fmt: skip
    result = run.result()
    assert run.model.asked[0].call == "planner.plan"
    assert all(names == ["find_stock"] for names in run.names)
    assert [item.ok for item in result["outcomes"]["clerk"].evidence] == [False]


def test_a_tool_that_there_is_not_is_refused_at_once() -> None:
    """In one line, with the nearest name; so is one that comes with a call of the graph."""
    wrong: dict[str, Any] = {"clerk": {"description": "x", "tools": ["find_stok"]}}
    with pytest.raises(ConfigurationError, match="did you mean 'find_stock'"):
        build_graph(Settings(executors=wrong), [find_stock])
    with pytest.raises(ConfigurationError, match="did you mean 'find_stock'"):
        build_graph(Settings(), [find_stock]).invoke({"query": "q"}, context={"executors": wrong})
