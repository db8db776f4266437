"""Writes of a task are saved before anything else is done."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, TypedDict

from langgraph.graph import END, START, StateGraph

from smurfs_graph.checkpoints.sqlite import SqliteCheckpointer
from tests.scripts import CONFIG


class State(TypedDict, total=False):
    """Two values."""

    fast: str
    slow: str


async def test_a_task_is_saved_while_its_sibling_is_still_at_work(tmp_path: Path) -> None:
    """And not run again where the process ends then."""
    runs: list[str] = []
    go_on = asyncio.Event()

    async def fast(state: State) -> State:
        runs.append("fast")
        return {"fast": "done"}

    async def slow(state: State) -> State:
        await go_on.wait()
        return {"slow": "done"}

    graph = StateGraph(State)
    for name, node in (("fast_node", fast), ("slow_node", slow)):
        graph.add_node(name, node)
        graph.add_edge(START, name)
        graph.add_edge(name, END)
    path = tmp_path / "runs.sqlite"
    with closing(SqliteCheckpointer(path)) as saver, closing(sqlite3.connect(path)) as other_process:
        compiled: Any = graph.compile(checkpointer=saver)
        running = asyncio.create_task(compiled.ainvoke({"fast": ""}, CONFIG, durability="sync"))
        while other_process.execute("SELECT count(*) FROM writes").fetchone()[0] < 2:  # the input's, and fast's
            await asyncio.sleep(0.005)
        running.cancel()
        await asyncio.wait([running])
        go_on.set()
        assert await compiled.ainvoke(None, CONFIG) == {"fast": "done", "slow": "done"}
    assert runs == ["fast"]
