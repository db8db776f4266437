"""Twenty conversations of three turns at once over one storage, in two processes, one of them killed: nothing is mixed
or repeated.
"""

import asyncio
import os
import signal
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import Settings, build_graph, effects
from smurfs_graph.checkpoints.storage import Storage, open_storage
from smurfs_graph.running.anywhere import AnywhereGraph
from smurfs_graph.testing import ScriptedModel
from tests.conversations import reply

COUNT, VICTIM = 20, 7


def cities(number: int) -> tuple[str, str]:
    """Return the cities of a conversation, which no other is about."""
    return f"North{number}", f"South{number}"


def turns(number: int) -> tuple[str, ...]:
    """Return the user's turns of a conversation."""
    north, south = cities(number)
    return (f"How warm is it in {north}?", f"And in {south}?", "Which of the two is warmer?")


def degrees(city: str) -> int:
    """Of a city; the South is warmer in every second conversation."""
    number = int(city[5:])
    return number + (100 if city.startswith("South") == bool(number % 2) else 0)


def graph_on(storage: Storage, log: Path, killed_at: str = "") -> AnywhereGraph:
    """The graph; its process is killed when it has found out about that city and is about to say so."""

    @effects("read")
    def find_temperature(city: str) -> dict[str, Any]:
        """Find the temperature of a city, in degrees."""
        with log.open("a") as file:
            file.write(f"{city}\n")
        return {"city": city, "degrees": degrees(city)}

    def answer(call: str, sections: dict[str, str]) -> Any:
        if killed_at and call == "answer.fused" and killed_at in sections["response"]:
            os.kill(os.getpid(), signal.SIGKILL)
        return reply(call, sections)

    model = ScriptedModel(answer, latency=0.01)
    settings = Settings(model="scripted:x", planning="always", step_shape="fused", max_tool_calls=1)
    store: Any = {"checkpointer": storage.checkpointer, "store": storage.store}
    return build_graph(settings, [find_temperature], models={"scripted:x": model}, **store)


async def converse(graph: AnywhereGraph, number: int) -> list[str]:
    """The conversation from wherever it is to its end; the texts of all messages."""
    config: Any = {"configurable": {"thread_id": f"talk-{number}"}}
    state = await graph.aget_state(config)
    if state.next:
        await graph.ainvoke(None, config)
    said = (await graph.aget_state(config)).values.get("messages", [])
    result: Any = {"messages": said}
    for text in turns(number)[len(said) // 2 :]:
        result = await graph.ainvoke({"messages": [("user", text)]}, config)
        assert result["usage"].tool_calls <= 1
    return [message.text for message in result["messages"]]


def expected(number: int) -> list[str]:
    """All that is said in a conversation."""
    north, south = cities(number)
    warmer = max(cities(number), key=degrees)
    first, second, third = turns(number)
    answers = (f"{north} has {degrees(north)} degrees.", f"{south} has {degrees(south)} degrees.")
    return [first, answers[0], second, answers[1], third, f"{warmer}, with {degrees(warmer)} degrees."]


@pytest.mark.slow
async def test_twenty_conversations_at_once_one_of_them_killed(address: str, tmp_path: Path) -> None:
    """The killed one lives in a process of its own; it goes on in this one, in the middle of its second turn."""
    log = tmp_path / "calls.log"
    victim = await asyncio.create_subprocess_exec(sys.executable, "-m", __name__, address, str(log))
    with open_storage(address) as storage:
        graph = graph_on(storage, log)
        others = [number for number in range(COUNT) if number != VICTIM]
        said = dict(zip(others, await asyncio.gather(*(converse(graph, each) for each in others)), strict=True))
        assert await victim.wait() == -signal.SIGKILL
        config: Any = {"configurable": {"thread_id": f"talk-{VICTIM}"}}
        state = await graph.aget_state(config)
        assert state.next and state.values["query"] == turns(VICTIM)[1]
        said[VICTIM] = await converse(graph, VICTIM)
        kept = {name: count for name, _, _, count in storage.threads()}
    assert said == {number: expected(number) for number in range(COUNT)}
    assert sorted(kept) == sorted(f"talk-{number}" for number in range(COUNT))
    made = Counter(log.read_text().split())
    assert made == Counter(city for number in range(COUNT) for city in cities(number))


async def _live_and_die(address: str, log: str) -> None:
    with open_storage(address) as storage:
        await converse(graph_on(storage, Path(log), killed_at=cities(VICTIM)[1]), VICTIM)


if __name__ == "__main__":
    asyncio.run(_live_and_die(*sys.argv[1:]))
