"""The way of a call from a model's reply to the body of its tool: decided once.

`python -m tests.benchmarks.way --list` prints the functions that it passes, in their order.
"""

import asyncio
import sys
from pathlib import Path
from typing import Annotated, Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from pydantic import AfterValidator

from smurfs_graph import effects
from tests.benchmarks.way import OURS, Way, checkpoints, ours, way_of, with_diagram
from tests.scripts import CONFIG, FUSED, Turns, build, calling, finish, script

MOST_CHECKPOINTS = 10
"""What a native call writes today, and no more."""
validated: list[str] = []


def _seen(item: str) -> str:
    validated.append(item)
    return item


@effects("read")
def look(item: Annotated[str, AfterValidator(_seen)]) -> str:
    """Look something up."""
    return f"found {item}"


@effects("write")
def pay(item: Annotated[str, AfterValidator(_seen)]) -> str:
    """Pay for something."""
    return f"paid {item}"


def test_a_native_call_is_decided_once() -> None:
    """Validated, ruled on and fingerprinted once."""
    way = way_of(ours, *OURS)
    once = ("validate", "complete", "Policy.decide", "fingerprint", "make_call")
    assert {name: way.times(name) for name in once} == dict.fromkeys(once, 1)


def test_tools_are_bound_once_for_a_graph() -> None:
    """Their schemas are mended for providers in the first run, and not in the next."""
    run, way = ours(), Way(*OURS)
    asyncio.run(run())  # pyright: ignore[reportArgumentType]
    with way.profiled():
        way.begin()
        asyncio.run(run())  # pyright: ignore[reportArgumentType]
    assert (way.times("bound_tools") > 1, way.times("BoundTools.__init__")) == (True, 0)


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="tasks begin in another order there than in the drawing")
def test_the_diagram_shows_the_way_as_it_is() -> None:
    """`make references` draws it anew."""
    text = (Path(__file__).parents[2] / "ARCHITECTURE.md").read_text("utf-8")
    assert with_diagram(text) == text


def test_a_run_of_one_call_writes_no_more_checkpoints_than_it_did() -> None:
    """The checkpoints of the sub-task's graph count too."""
    assert checkpoints(ours) <= MOST_CHECKPOINTS


@pytest.mark.parametrize("shape", ["native", "fused", "split", "react"])
def test_arguments_are_validated_once_in_every_shape(shape: str) -> None:
    """By the schema of the tool, whatever asks, approves or compares them in between."""
    validated.clear()
    call: dict[str, Any] = {"tool": "look", "arguments": {"item": "a"}}
    if shape == "native":
        Turns(calling("look", {"item": "a"}), "It was found.", tools=[look]).result()
    else:
        replies = script(
            executor_fused={"thought": "x", "calls": [call]},
            answer_fused={"answer": "found", "status": "solved"},
            executor_arguments={"item": "a"},
            executor_react=lambda sections: finish("found") if "history" in sections else {"thought": "x", **call},
        )
        options = {"fused": FUSED, "split": {}, "react": {"strategy": "react"}}[shape]
        build([look], replies, **options).run()
    assert validated == ["a"]


@pytest.mark.parametrize("count", [1, 2])
def test_a_call_that_waits_for_a_person_is_validated_once(count: int) -> None:
    """In the process that asks and goes on: what they saw is what runs."""
    validated.clear()
    items = ["a", "b"][:count]
    turns = Turns(
        calling("pay", *({"item": item} for item in items)), "Paid.", tools=[pay], checkpointer=InMemorySaver()
    )
    turns.result()
    answer: Any = {"decision": "approve"} if count == 1 else {"decisions": [{"type": "approve"}] * count}
    turns.graph.invoke(Command(resume=answer), CONFIG)
    assert validated == items
