"""The picture of the graph: its nodes, and a label on every decision."""

import threading
from collections import Counter
from typing import Any

import pytest
from langchain_core.callbacks import BaseCallbackHandler
from langgraph.graph import END, START

from smurfs_graph.nodes.base import Flow
from tests.scripts import build, finish, script


def look(word: str) -> str:
    """Look it up."""
    return word


OUTER = {"__start__", "__end__", "start", "planner", "deliverer"}
INNER = {
    "select",
    "widen",
    "roll_back",
    "halt",
    "executor_thought",
    "executor_tool",
    "executor_arguments",
    "executor_fused",
    "tool_call",
    "answer",
    "answer_fused",
    "verifier",
    "answer_closing",
    "finish",
}


def test_the_drawing_shows_both_graphs() -> None:
    """The run's nodes, and those of the sub-task's search inside `solve`."""
    nodes = {name.rsplit(":", 1)[-1] for name in build([look]).graph.get_graph(xray=True).nodes}
    assert nodes >= OUTER | INNER


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
