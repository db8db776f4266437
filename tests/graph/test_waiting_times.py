"""The time that a person takes to answer is none of the run's: no budget counts it, and neither does the usage."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph import effects
from smurfs_graph.running.anywhere import AnywhereGraph
from tests.scripts import CONFIG, FUSED, Turns, build, calling, script

WAIT = 0.4
"""Seconds."""


def lookup() -> str:
    """Look it up."""
    return "42"


@effects("write")
def pay(item: str) -> str:
    """Pay for something."""
    return f"paid {item}"


def _planned(**settings: Any) -> AnywhereGraph:
    ask = {"needs_tool": True, "sub_tasks": ["look it up"], "question": "Which day?"}
    plan = {"needs_tool": True, "sub_tasks": ["look it up"]}
    replies = script(planner=lambda sections: plan if "answers" in sections or "approve" in settings else ask)
    return build([lookup], replies, checkpointer=InMemorySaver(), **settings).graph


def _native(*arguments: dict[str, str]) -> AnywhereGraph:
    reply = calling("pay", *arguments)
    return Turns(reply, "It is paid.", tools=[pay], checkpointer=InMemorySaver(), approve=["tools"]).graph


def _fused() -> AnywhereGraph:
    call = {"thought": "pay", "calls": [{"tool": "pay", "arguments": {"item": "a"}}]}
    replies = script(executor_fused=call, answer_fused={"answer": "paid", "status": "solved"})
    return build([pay], replies, checkpointer=InMemorySaver(), approve=["tools"], **FUSED).graph


@pytest.mark.parametrize(
    ("make", "answer"),
    [
        (lambda: _planned(max_questions=2), {"answer": "Monday"}),
        (lambda: _planned(approve=["plan"]), {"decision": "approve"}),
        (lambda: _native({"item": "a"}), {"decision": "approve"}),
        (lambda: _native({"item": "a"}, {"item": "b"}), {"decisions": [{"type": "approve"}] * 2}),
        (_fused, {"decision": "approve"}),
    ],
    ids=["question", "plan", "call", "calls", "fused"],
)
def test_waiting_for_a_person_takes_no_time_of_the_run(make: Callable[[], AnywhereGraph], answer: Any) -> None:
    """Within one process, whose clock goes on."""
    graph, began, waited = make(), time.monotonic(), 0.0
    result = graph.invoke({"query": "q"}, CONFIG)
    while asked := result.get("__interrupt__"):
        time.sleep(WAIT)
        waited += WAIT
        result = graph.invoke(Command(resume={each.id: answer for each in asked}), CONFIG)
    taken = time.monotonic() - began
    assert waited and result["stop_reason"] == "answered"
    assert result["usage"].elapsed <= taken - waited
