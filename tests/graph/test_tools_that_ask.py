"""Tools that ask a person by LangGraph's `interrupt()`: each call gets the answer to its own question, and goes on."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command, interrupt

from smurfs_graph import effects
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.running.anywhere import AnywhereGraph
from tests.graph.test_policy import policy_file
from tests.graph.test_programs import code
from tests.scripts import CONFIG, FUSED, Turns, build, calling, finish, script

DONE = "they all lie somewhere"


class Harbour:
    """A tool that asks where a ship lies, and what it was told."""

    def __init__(self, effect: str, *, blocks: bool = True) -> None:
        """`effect`: what the tool declares; empty for nothing."""
        self.told = list[tuple[str, str]]()

        def berth(ship: str) -> str:
            """Ask the harbour master for a ship's berth."""
            answer = interrupt({"ship": ship})
            self.told.append((ship, answer))
            return f"{ship} lies at {answer}"

        async def berth_async(ship: str) -> str:
            """Ask the harbour master for a ship's berth."""
            return berth(ship)

        berth_async.__name__ = "berth"
        tool: Any = berth if blocks else berth_async
        self.tool = effects(effect)(tool) if effect else tool  # pyright: ignore[reportArgumentType]

    def sail(self, make: Callable[[], AnywhereGraph], ships: Sequence[str]) -> dict[str, Any]:
        """Run to the end, with a graph of its own for each answer; every question is answered by its ship."""
        result = make().invoke({"query": "Where do the ships lie?"}, CONFIG)
        for _ in range(len(ships)):
            waiting = result.get("__interrupt__", ())
            answers = {asked.id: f"berth of {asked.value['ship']}" for asked in waiting}
            if not answers:
                break
            result = make().invoke(Command(resume=answers), CONFIG)
        assert "__interrupt__" not in result, "it asks for more than it was called for"
        return result


def berths(ships: Sequence[str]) -> list[tuple[str, str]]:
    """What is right."""
    return [(ship, f"berth of {ship}") for ship in ships]


def natively(ships: Sequence[str]) -> dict[str, Any]:
    """All calls in one reply."""
    return {"replies": [calling("berth", *({"ship": ship} for ship in ships)), DONE]}


def together(ships: Sequence[str]) -> dict[str, Any]:
    """A program that gathers them."""
    source = f"print(await asyncio.gather(*[berth(ship) for ship in {list(ships)!r}]))"
    return {"replies": [code(source), DONE], "step_shape": "code"}


def in_turn(ships: Sequence[str]) -> dict[str, Any]:
    """A program that makes one after the other."""
    source = f"for ship in {list(ships)!r}:\n    print(await berth(ship))"
    return {"replies": [code(source), DONE], "step_shape": "code"}


@pytest.mark.parametrize("way", [natively, together, in_turn])
@pytest.mark.parametrize("effect", ["read", "write", ""])
@pytest.mark.parametrize("lasting", [True, False], ids=["file", "memory"])
def test_each_call_gets_the_answer_to_its_own_question(
    way: Callable[[Sequence[str]], dict[str, Any]], effect: str, lasting: bool, tmp_path: Path
) -> None:
    """Side by side and in turn, whatever the tool declares; one that may change something is not asked about for ever.

    With a file, each answer is given to a graph of its own, as another process has it.
    """
    ships, harbour = ["Ada", "Bea", "Cid"], Harbour(effect)
    replies = way(ships).pop("replies")
    given = {name: value for name, value in way(ships).items() if name != "replies"}
    given["policy"] = policy_file(tmp_path, "default: allow")
    saver = InMemorySaver()
    with open_storage(tmp_path / "runs.sqlite") as storage:

        def graph() -> AnywhereGraph:
            kept: dict[str, Any] = {"checkpointer": storage.checkpointer, "store": storage.store}
            left = [*replies] if not harbour.told or not lasting else [replies[-1]]
            return Turns(*left, tools=[harbour.tool], **(kept if lasting else {"checkpointer": saver}), **given).graph

        one = graph()
        result = harbour.sail(graph if lasting else lambda: one, ships)
    assert harbour.told == berths(ships)
    assert (result["answer"], result["stop_reason"]) == (DONE, "answered")
    assert result["usage"].tool_calls == len(ships)


async def test_tools_of_the_event_loop_ask_as_well() -> None:
    """And reads that stand beside them are made once."""
    harbour, looked = Harbour("read", blocks=False), list[str]()

    @effects("read")
    async def look(ship: str) -> str:
        """Look at a ship."""
        await asyncio.sleep(0)
        looked.append(ship)
        return "afloat"

    reply = calling("berth", {"ship": "Ada"}, {"ship": "Bea"})
    reply.tool_calls[1:1] = calling("look", {"ship": "Cid"}).tool_calls
    graph = Turns(reply, DONE, tools=[harbour.tool, look], checkpointer=InMemorySaver()).graph
    result = await graph.ainvoke({"query": "q"}, CONFIG)
    while waiting := result.get("__interrupt__"):
        answers = {asked.id: f"berth of {asked.value['ship']}" for asked in waiting}
        result = await graph.ainvoke(Command(resume=answers), CONFIG)
    assert (harbour.told, looked, result["answer"]) == (berths(["Ada", "Bea"]), ["Cid"], DONE)


@pytest.mark.parametrize("effect", ["read", "write", ""])
@pytest.mark.parametrize("way", ["split", "fused", "react"])
def test_one_call_at_a_time_goes_on_with_its_answer(way: str, effect: str, tmp_path: Path) -> None:
    """In every way of a step."""
    harbour = Harbour(effect)
    call = {"thought": "berth", "tool": "berth", "arguments": {"ship": "Ada"}}
    replies = script(
        executor_fused={"thought": "berth", "calls": [{"tool": "berth", "arguments": {"ship": "Ada"}}]},
        answer_fused={"answer": DONE, "status": "solved", "hint": "", "missing": ""},
        executor_arguments={"ship": "Ada"},
        executor_react=[call, finish(DONE)],
    )
    shaped: dict[str, Any] = {"fused": dict(FUSED), "react": {"strategy": "react"}}.get(way, {})
    shaped |= {"checkpointer": InMemorySaver(), "policy": policy_file(tmp_path, "default: allow")}
    graph = build([harbour.tool], replies, **shaped).graph
    assert harbour.sail(lambda: graph, ["Ada"])["stop_reason"] == "answered"
    assert harbour.told == berths(["Ada"])


def test_calls_of_a_fused_step_are_asked_about_one_by_one() -> None:
    """The first is made by itself; the others are left to the steps behind it."""
    harbour, ships = Harbour("read"), ["Ada", "Bea"]

    def decide(sections: dict[str, str]) -> dict[str, Any]:
        left = ships[len(harbour.told) :]
        return {"thought": "ask", "calls": [{"tool": "berth", "arguments": {"ship": ship}} for ship in left]}

    def judge(sections: dict[str, str]) -> dict[str, str]:
        status = "solved" if len(harbour.told) == len(ships) else "pending"
        return {"answer": DONE, "status": status, "hint": "go on", "missing": ""}

    replies = script(executor_fused=decide, answer_fused=judge)
    graph = build([harbour.tool], replies, checkpointer=InMemorySaver(), **FUSED).graph
    assert harbour.sail(lambda: graph, ships)["stop_reason"] == "answered"
    assert harbour.told == berths(ships)


@pytest.mark.parametrize(
    "given", [{}, {"checkpointer": InMemorySaver(), "unattended": True}], ids=["none", "unattended"]
)
@pytest.mark.parametrize("way", [natively, in_turn])
def test_where_nobody_can_be_asked_the_call_fails(way: Any, given: dict[str, Any]) -> None:
    """No run without a person waits."""
    harbour = Harbour("read")
    said = way(["Ada"])
    replies = said.pop("replies")
    result = Turns(*replies, tools=[harbour.tool], **said, **given).graph.invoke({"query": "q"}, CONFIG)
    assert "__interrupt__" not in result and harbour.told == []
    assert "nobody can be asked" in result["outcomes"]["s1"].evidence[0].text
