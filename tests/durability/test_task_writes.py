"""What tasks wrote is saved before anything else is done; what went wrong with that is not kept quiet."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, TypedDict

import pytest
from langgraph.graph import END, START, StateGraph

from smurfs_graph.checkpoints.sqlite import SqliteCheckpointer
from smurfs_graph.errors import StorageError

CONFIG: Any = {"configurable": {"thread_id": "t"}}


class State(TypedDict, total=False):
    """Two values."""

    fast: str
    slow: str


@pytest.fixture
def saver(tmp_path: Path) -> Iterator[SqliteCheckpointer]:
    """An empty one."""
    with closing(SqliteCheckpointer(tmp_path / "runs.sqlite")) as made:
        yield made


def rows(saver: SqliteCheckpointer, table: str) -> int:
    """As another process would see them."""
    with closing(sqlite3.connect(saver.database.path)) as database:
        return database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def two_at_once(saver: SqliteCheckpointer, go_on: asyncio.Event, runs: list[str]) -> Any:
    """A task that ends at once beside one that waits."""

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
    return graph.compile(checkpointer=saver)


async def test_a_task_is_saved_while_its_sibling_is_still_at_work(saver: SqliteCheckpointer) -> None:
    """And not run again where the process ends then."""
    runs: list[str] = []
    go_on = asyncio.Event()
    running = asyncio.create_task(two_at_once(saver, go_on, runs).ainvoke({"fast": ""}, CONFIG, durability="sync"))
    while rows(saver, "writes") < 2:  # the input's, and the fast task's
        await asyncio.sleep(0.005)
    running.cancel()
    await asyncio.wait([running])
    go_on.set()
    assert await two_at_once(saver, go_on, runs).ainvoke(None, CONFIG) == {"fast": "done", "slow": "done"}
    assert runs == ["fast"]


async def test_what_cannot_be_saved_ends_the_run(saver: SqliteCheckpointer) -> None:
    """Also where no checkpoint follows; the next one does not build on what was lost."""
    runs: list[str] = []
    go_on = asyncio.Event()
    put, put_writes = saver.put, saver.put_writes

    def failing(save: Any) -> Any:
        def save_or_fail(*args: Any, **kwargs: Any) -> Any:
            if runs:
                raise StorageError("the disk is away")
            return save(*args, **kwargs)

        return save_or_fail

    saver.put, saver.put_writes = failing(put), failing(put_writes)
    running = asyncio.create_task(two_at_once(saver, go_on, runs).ainvoke({"fast": ""}, CONFIG, durability="sync"))
    await asyncio.sleep(0.05)
    go_on.set()
    with pytest.raises(StorageError, match="the disk is away"):
        await running
    saver.put, saver.put_writes = put, put_writes
    assert await two_at_once(saver, go_on, runs).ainvoke(None, CONFIG) == {"fast": "done", "slow": "done"}
    assert runs == ["fast", "fast"]
