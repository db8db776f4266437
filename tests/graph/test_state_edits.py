"""Edits of a run's state that come as JSON data."""

import json
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command, Overwrite, Send
from pydantic_core import to_jsonable_python

from smurfs_graph import ConfigurationError, Plan, Settings, Usage, build_graph
from smurfs_graph.running.anywhere import AnywhereGraph
from smurfs_graph.running.state_edits import StateEditError, typed_input, typed_update
from tests.scripts import CONFIG, build, script

QUERY = {"query": "What is the distance between Paris and Rome, and what is the distance between Berlin and Vienna?"}
PLAN = {"sub_tasks": [{"id": "mine", "content": "What is the distance between Berlin and Vienna?"}]}


async def test_an_edited_plan_is_a_plan_and_runs() -> None:
    """Studio sends it so, to a run that went another way."""
    graph = build_graph(Settings(strategy="full"), ["builtin:travel"], checkpointer=InMemorySaver())
    await graph.ainvoke(QUERY, CONFIG)
    history = [each async for each in graph.aget_state_history(CONFIG)]
    before = next(each for each in history if each.next == ("schedule",))
    forked = await graph.aupdate_state(before.config, {"plan": PLAN}, as_node="manager")
    result = await graph.ainvoke(None, forked)
    assert isinstance(result["plan"], Plan)
    assert list(result["outcomes"]) == ["mine"]


TASK = {"id": "a", "content": "x"}


@pytest.fixture(scope="module")
def ended() -> AnywhereGraph:
    """A graph with a run that has ended, on the thread of that name."""
    graph = build_graph(Settings(strategy="full"), ["builtin:travel"], checkpointer=InMemorySaver())
    graph.invoke(QUERY, {"configurable": {"thread_id": "ended"}})
    return graph


@pytest.mark.parametrize(
    "values",
    [
        {"plan": {"sub_tasks": 3}},
        {"plan": "x"},
        {"plan": Usage()},
        {"plan": {"sub_tasks": [{**TASK, "depends_on": ["a"]}]}},  # a circle never ends
        {"plan": {"sub_tasks": [{**TASK, "depends_on": ["b"]}]}},
        {"plan": {"sub_tasks": [TASK, TASK]}},
        {"plan": {"sub_tasks": [{**TASK, "depend_on": []}]}},
        {"outcomes": {"s1": {"status": "great"}}},
        {"outcomes": {"__overwrite__": {"s1": 3}}},
        {"usage": {"calls": 7}},
        {"replans": "many"},
        {"anwser": "x"},
        {"plan": {"sub_tasks": [{**TASK, "tools": ["serch_flights"]}]}},  # tools that the graph does not have
        {"plan": {"__overwrite__": {"sub_tasks": [{**TASK, "tools": ["serch_flights"]}]}}},
        {"sub_task": {**TASK, "tools": ["serch_flights"]}},
        {"search": {"tools": ["calculate"]}},
        {"draft": {"call": {"tool": "calculate"}}},
        {"calls": [{"tool": "calculate"}]},
        {"bound": ["calculate"]},
        {"approved_tools": ["calculate"]},
        {"plan": {"sub_tasks": []}},
        {"plan": {"sub_tasks": [{**TASK, "parameters": {"n": 10**40}}]}},  # what no checkpoint can hold
        {"draft": {"call": {"tool": "get_distance", "arguments": json.loads('{"a":' * 900 + "1" + "}" * 900)}}},
        {"answer": "\ud800"},
    ],
)
async def test_what_is_no_state_is_refused_in_a_line(values: Any, ended: AnywhereGraph) -> None:
    """Nothing is written; servers know the error as the client's."""
    config: Any = {"configurable": {"thread_id": "ended"}}
    count = len([each async for each in ended.aget_state_history(config)])
    with pytest.raises(StateEditError, match=f"^[^\n]*{next(iter(values))}[^\n]*$"):
        await ended.aupdate_state(config, values)
    assert len([each async for each in ended.aget_state_history(config)]) == count


@pytest.mark.parametrize(
    "command",
    [
        Command(goto="planner"),
        Command(goto="schedule", update={"query": "q"}),
        Command(goto=["start"]),
        Command(goto=Send("schedule", {})),
        Command(goto=Send("planner", {"query": 5})),
    ],
)
async def test_a_command_that_goes_on_where_there_is_no_run_is_refused_in_a_line(command: Any) -> None:
    """Nobody has asked anything yet."""
    for saver in (InMemorySaver(), None):
        graph = build_graph(Settings(), ["builtin:travel"], checkpointer=saver)
        with pytest.raises(StateEditError, match=r"^.*(start with a query|cannot be set to that).*$"):
            await graph.ainvoke(command, {"configurable": {"thread_id": "empty"}})


@pytest.mark.parametrize(
    "command",
    [
        Command(update={"plan": 5}),
        Command(update=[5]),
        Command(update="x"),
        Command(goto="nobody"),
        Command(goto=Send("schedule", 5)),
    ],
)
def test_a_command_that_leads_nowhere_is_refused(command: Any) -> None:
    """By the input that it is."""
    with pytest.raises(StateEditError):
        typed_input(command, ["schedule"])


async def test_what_a_run_has_can_be_written_again() -> None:
    """A client that sends a whole state back, as JSON, changes nothing; so does one that replaces what is added to."""
    graph = build_graph(Settings(strategy="full"), ["builtin:travel"], checkpointer=InMemorySaver())
    await graph.ainvoke(QUERY, CONFIG)
    before = (await graph.aget_state(CONFIG)).values
    sent = json.loads(json.dumps(to_jsonable_python(before)))
    for kind in (lambda value: {"__overwrite__": value}, Overwrite):
        added = {name: kind(sent[name]) for name in ("usage", "outcomes", "warnings")}
        await graph.aupdate_state(CONFIG, {**sent, **added}, as_node="deliverer")
        assert (await graph.aget_state(CONFIG)).values == before


def test_the_rest_stays_as_it_is() -> None:
    """Typed values, answers and inputs."""
    plan = Plan.model_validate(PLAN)
    assert typed_update({"plan": plan}) == {"plan": plan}
    assert typed_update(None) is None
    assert typed_input(QUERY, []) is QUERY
    command: Any = Command(update={"plan": PLAN}, resume={"x": 1}, goto="schedule")
    made = typed_input(command, ["schedule"])
    assert (made.update, made.resume, made.goto) == ({"plan": plan}, {"x": 1}, "schedule")
    assert typed_input(Command(update=[("plan", PLAN)]), []).update == [("plan", plan)]


def waiting(strategy: str, **replies: Any) -> Any:
    """A run whose plan waits for approval; its tool must not be called."""

    def look(where: str = "") -> str:
        """Look."""
        raise AssertionError("it was called")

    built = build(
        [look], script(**replies), checkpointer=InMemorySaver(), approve={"plan"}, strategy=strategy, planning="always"
    )
    built.run("q", CONFIG)
    return built.graph


@pytest.mark.parametrize(("strategy", "node"), [("full", "schedule"), ("smurfs", "solve"), ("pmc", "schedule")])
@pytest.mark.parametrize("way", ["by name", "with an answer", "by Send"])
async def test_no_command_goes_around_a_question(strategy: str, node: str, way: str) -> None:
    """A plan that waits for approval is not run by going to the node behind it."""
    graph = waiting(strategy)
    sent = Send(node, {"query": "q", "plan": PLAN, "run_id": "r"})
    answer = {"decision": "reject"} if way == "with an answer" else None
    command: Any = Command(goto=sent if way == "by Send" else node, resume=answer)
    with pytest.raises(StateEditError, match="a question waits"):
        await graph.ainvoke(command, CONFIG)
    assert graph.get_state(CONFIG).interrupts


@pytest.mark.parametrize(("strategy", "node"), [("full", "schedule"), ("smurfs", "solve")])
async def test_a_plan_that_waits_runs_nowhere(strategy: str, node: str) -> None:
    """Also where the question has not been put yet, as after a kill."""
    graph = waiting(strategy)
    before = next(each for each in graph.get_state_history(CONFIG) if each.next == ("approve_plan",))
    forked = await graph.aupdate_state(before.config, {"warnings": []}, as_node="planner")
    with pytest.raises(ConfigurationError, match="the plan waits"):
        await graph.ainvoke(Command(goto=node), forked)


async def test_a_plan_that_the_manager_has_to_work_out_runs_nowhere() -> None:
    """A person would approve what the manager makes of it."""
    graph = waiting("full", planner={"needs_tool": True, "sub_tasks": ["a", "b"], "order": "mixed"})
    before = next(each for each in graph.get_state_history(CONFIG) if each.next == ("manager",))
    forked = await graph.aupdate_state(before.config, {"warnings": []}, as_node="planner")
    with pytest.raises(ConfigurationError, match="the plan waits"):
        await graph.ainvoke(Command(goto="schedule"), forked)
    edited = await graph.aupdate_state(before.config, {"plan": PLAN}, as_node="manager")
    assert (await graph.aget_state(edited)).next == ("approve_plan",)
