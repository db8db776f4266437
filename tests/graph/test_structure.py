"""The picture of the graph, and a run in which everything works: who is asked, in which order, and what it tells."""

import threading
from collections import Counter
from typing import Any

import pytest
from langchain_core.callbacks import BaseCallbackHandler
from langgraph.graph import END, START

from smurfs_graph import parse_event
from smurfs_graph.nodes.base import Flow
from tests.scripts import build, finish, script


def look(word: str) -> str:
    """Look it up."""
    return word


def test_every_conditional_edge_has_a_label() -> None:
    """A reader of the picture sees why an edge is taken, and no node has two edges of one label."""
    edges = build([look]).graph.get_graph(xray=True).edges
    decisions = [edge for edge in edges if edge.conditional]
    assert len(decisions) > 30
    assert [edge for edge in decisions if not edge.data] == []
    labels = Counter((edge.source, str(edge.data)) for edge in decisions)
    assert [label for label, count in labels.items() if count > 1] == []


def test_servers_and_other_agents_can_ask_what_it_takes_and_gives() -> None:
    """The schemas can be had on every Python, which `as_tool` and a server's pages of a graph need."""
    graph = build([look]).graph
    assert graph.get_input_jsonschema()["properties"].keys() == {"query", "messages"}
    assert {"answer", "stop_reason"} <= graph.get_output_jsonschema()["properties"].keys()


async def test_a_router_decides_in_the_event_loop() -> None:
    """It needs no thread, whether the run is traced or not."""
    places: list[threading.Thread] = []

    async def step(state: dict[str, Any], runtime: Any) -> dict[str, Any]:
        return {}

    def after_step(state: dict[str, Any]) -> str:
        places.append(threading.current_thread())
        return "done"

    flow: Any = Flow(dict)
    flow.add_node("step", step)
    flow.add_edge(START, "step")
    flow.add_conditional_edges("step", after_step, {"done": END})
    for handlers in ([], [BaseCallbackHandler()]):
        await flow.compile().ainvoke({"word": "a"}, {"callbacks": handlers})
    assert places == [threading.current_thread()] * 2


def reacts_twice(sections: dict[str, str]) -> dict[str, Any]:
    """Two calls, then Finish."""
    done = sections.get("history", "").count("observation:")
    return {"thought": "more", "tool": "look", "arguments": {"word": str(done)}} if done < 2 else finish("found")


STEPS: dict[str, tuple[list[str], list[str]]] = {
    "react": (["start", "solve"], ["executor_react", "tool_call"] * 2 + ["executor_react"]),
    "smurfs": (
        ["start", "planner", "solve", "deliverer"],
        ["executor_thought", "executor_tool", "executor_arguments", "tool_call", "answer", "verifier"],
    ),
    "full": (
        ["start", "planner", "schedule", "deliverer"],
        ["executor_thought", "executor_arguments", "tool_call", "answer", "verifier"],  # of one tool none is chosen
    ),
}
"""Nodes of a run without mishaps, by strategy: of the run, and of its one sub-task."""


@pytest.mark.parametrize("strategy", STEPS)
async def test_a_step_is_a_call(strategy: str) -> None:
    """Bookkeeping has no steps of its own: but for the first and the scheduling node, each asks a model or a tool."""
    replies = script(executor_arguments={"word": "tree"}, executor_react=reacts_twice)
    graph = build([look], replies, strategy=strategy).graph
    outer, inner = STEPS[strategy]
    steps: dict[bool, list[str]] = {True: [], False: []}
    async for where, update in graph.astream({"query": "q"}, stream_mode="updates", subgraphs=True):
        steps[bool(where)] += [name for name in update if not name.startswith("solve.")]
    assert steps == {True: inner, False: outer}


def look_up(word: str = "moon") -> str:
    """Look a word up."""
    return f"{word}: a satellite"


def test_a_tool_without_parameters_is_called_without_asking_for_arguments() -> None:
    """There is nothing to write, so nobody is asked."""

    def clock() -> str:
        """Tell the time."""
        return "noon"

    built = build([clock])
    result = built.run("what time is it?")
    assert "executor.arguments" not in built.calls()
    assert result["outcomes"]["s1"].answer == "it says noon"


def test_usage_says_who_used_what() -> None:
    """One row for each role, model and sub-task; the totals are those of the model's own count."""
    built = build([look_up], script(planner={"needs_tool": True, "sub_tasks": ["first", "second"]}))
    usage = built.run()["usage"]
    assert usage.calls == len(built.model.asked)
    assert usage.tool_calls == 2
    assert {(row.role, row.sub_task) for row in usage.rows if row.calls} == {
        ("planner", ""),
        ("deliverer", ""),
        *((role, task) for role in ("executor", "answer", "verifier") for task in ("s1", "s2")),
    }
    assert usage.tokens == sum(
        len(asked.system + asked.user) // 4 + 1 + len(asked.reply) // 4 + 1 for asked in built.model.asked
    )


def test_the_stream_tells_the_run_in_the_one_vocabulary() -> None:
    """Every streamed dict is an event; their kinds tell the story in order."""
    built = build([look_up])
    streamed: list[Any] = [data for _, data in built.graph.stream({"query": "q"}, stream_mode="custom", subgraphs=True)]
    kinds = [parse_event(data).kind for data in streamed]
    assert [kind for kind in kinds if kind not in ("role_asked", "role_answered")] == [
        "run_started",
        "plan_made",
        "sub_task_started",
        "thought",
        "tool_called",
        "tool_answered",
        "verdict",
        "sub_task_finished",
        "answer_ready",
    ]
    assert kinds.count("role_asked") == kinds.count("role_answered") == len(built.model.asked)
