"""A LangGraph server lends its checkpointer to the graph with every call; what it holds is loaded as strictly."""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from smurfs_graph import Plan, Settings, build_graph
from smurfs_graph.running.anywhere import AnywhereGraph
from tests.memory.foreign import FIRED, Bomb, foreign_bytes
from tests.schedule.simulation import Simulation


def graph_of_a_server() -> AnywhereGraph:
    """Without a checkpointer of its own."""
    work = Simulation({"a": [], "b": []})
    options: dict[str, Any] = {"strategy": "full", "step_shape": "fused", "max_replans": 0}
    return build_graph(Settings(model="scripted:x", **options), [work.tool()], models={"scripted:x": work.model})


class ServersSerializer(JsonPlusSerializer):
    """A serializer like that of `langgraph dev`, which only a server can import: its own type, which builds all."""

    def __init__(self) -> None:
        """Builds whatever is named, and reads pickles."""
        super().__init__(pickle_fallback=True, allowed_msgpack_modules=True)


def servers_saver(kind: str) -> Any:
    """With LangGraph's own serializer, or a server's."""
    return InMemorySaver() if kind == "library" else InMemorySaver(serde=ServersSerializer())


def lending(saver: Any) -> Any:
    """The config of a server's call."""
    return {"configurable": {"thread_id": "t", "__pregel_checkpointer": saver}}


@pytest.mark.parametrize("kind", ["library", "server"])
async def test_a_crafted_checkpoint_of_a_server_builds_nothing(kind: str) -> None:
    """Neither when its state is shown nor when its run goes on."""
    FIRED.clear()
    saver, graph = servers_saver(kind), graph_of_a_server()
    await graph.ainvoke({"query": "q"}, lending(saver))
    assert saver.blobs
    crafted = ("msgpack", foreign_bytes())
    for key in saver.blobs:
        saver.blobs[key] = crafted
    state = await graph.aget_state(lending(saver))
    assert not any(isinstance(value, Bomb) for value in state.values.values())
    with suppress(Exception):  # it is no state of a run
        await graph.ainvoke({"query": "q"}, lending(saver))
    assert FIRED == []


@pytest.mark.parametrize("kind", ["library", "server"])
async def test_the_runs_own_types_are_built(kind: str) -> None:
    """Inner graphs included: a run under a server is read back as it was."""
    saver, graph = servers_saver(kind), graph_of_a_server()
    await graph.ainvoke({"query": "q"}, lending(saver))
    state = await graph.aget_state(lending(saver))
    assert isinstance(state.values["plan"], Plan)
    assert state.values["outcomes"]["a"].status == "solved"


@pytest.mark.slow
def test_langgraphs_own_strict_mode_breaks_nothing() -> None:
    """LANGGRAPH_STRICT_MSGPACK=true, which is read when LangGraph is imported."""
    program = """
import asyncio
from tests.durability.test_servers_checkpoints import test_the_runs_own_types_are_built as works
asyncio.run(works("library"))
asyncio.run(works("server"))
print("fine")
"""
    strict = {**os.environ, "LANGGRAPH_STRICT_MSGPACK": "true"}
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=root, env=strict, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout.strip() == "fine", done.stderr
    assert "Blocked deserialization" not in done.stderr


async def test_a_serializer_that_shows_and_builds_nothing_is_kept() -> None:
    """A server reads states for its clients with one: the graph does not build what it was to leave plain."""
    saver, graph = servers_saver("library"), graph_of_a_server()
    await graph.ainvoke({"query": "q"}, lending(saver))
    saver.serde = JsonPlusSerializer(__unpack_ext_hook__=lambda code, data: "shown")
    assert (await graph.aget_state(lending(saver))).values["plan"] == "shown"
