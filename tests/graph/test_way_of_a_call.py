"""The way of a call from a model's reply to the body of its tool: decided once, and no longer than it was.

`python -m tests.graph.test_way_of_a_call` prints the functions that it passes, in their order.
"""

import sys
import threading
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from pydantic import AfterValidator

from smurfs_graph import effects
from tests.scripts import CONFIG, FUSED, Turns, build, calling, finish, script

ROOT = Path(__file__).parents[2]
MOST_FUNCTIONS, MOST_FILES = 220, 58
"""What a native call passes today, and no more."""
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


class Way:
    """The functions of this library that run from a model's reply on, until a tool's body is reached."""

    def __init__(self) -> None:
        self.passed: Counter[tuple[str, str]] = Counter()
        self._on = False

    def begin(self) -> None:
        """The model has replied."""
        self._on = True

    def end(self) -> None:
        """The tool is being called."""
        self._on = False

    def note(self, frame: Any, event: str, argument: Any) -> None:
        """Count a call of Python's, as a profiler."""
        path, name = Path(frame.f_code.co_filename), frame.f_code.co_qualname
        if not self._on or event != "call" or name.endswith(">") or ROOT not in path.parents:
            return
        place = path.relative_to(ROOT).as_posix()
        if not place.startswith((".venv", "tests")):
            self.passed[place.removeprefix("smurfs_graph/"), name] += 1

    def times(self, name: str) -> int:
        """How often a function of this name was called."""
        return sum(count for (_, each), count in self.passed.items() if each == name)


def profiled() -> Way:
    """The way of one native call, in a graph with a checkpointer."""
    way = Way()

    @effects("read")
    def find(item: str) -> str:
        """Find something."""
        way.end()
        return f"found {item}"

    def reply(messages: list[Any]) -> Any:
        way.begin()
        return calling("find", {"item": "a"})

    turns = Turns(reply, "It was found.", tools=[find], checkpointer=InMemorySaver())
    before = sys.getprofile(), threading.getprofile()
    threading.setprofile(way.note)
    sys.setprofile(way.note)
    try:
        turns.result()
    finally:
        sys.setprofile(before[0])
        threading.setprofile(before[1])
    return way


def test_a_native_call_is_decided_once_and_passes_no_more_than_it_did() -> None:
    """Validated, ruled on and fingerprinted once; the functions and files are held by number."""
    way = profiled()
    once = ("validate", "complete", "Policy.decide", "fingerprint", "make_call")
    assert {name: way.times(name) for name in once} == dict.fromkeys(once, 1)
    assert len(way.passed) <= MOST_FUNCTIONS and len({place for place, _ in way.passed}) <= MOST_FILES


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


if __name__ == "__main__":
    for (place, name), times in profiled().passed.items():
        print(f"{times:4} {place} {name}")
