"""A search with a rollback in it, and its checkpoints."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, NamedTuple

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from smurfs_graph import effects
from smurfs_graph.checkpoints.sqlite import SqliteCheckpointer
from smurfs_graph.search.state import SearchState
from tests.scripts import CONFIG, Built, build, script

SAVERS = ("memory", "async file", "sync file", "own file")
"""Kinds of checkpointers: LangGraph's in memory and in SQLite files, async and sync only; and this library's."""


@asynccontextmanager
async def open_saver(kind: str, folder: Path) -> AsyncGenerator[Any]:
    """A checkpointer of a kind."""
    file = str(folder / "checkpoints.db")
    match kind:
        case "memory":
            yield InMemorySaver()
        case "async file":
            async with AsyncSqliteSaver.from_conn_string(file) as saver:
                yield saver
        case "sync file":
            with SqliteSaver.from_conn_string(file) as saver:
                yield saver
        case _:
            with closing(SqliteCheckpointer(Path(file))) as saver:
                yield saver


@effects("read")
def near() -> str:
    """Look near by."""
    return "nothing near"


@effects("read")
def far() -> str:
    """Look far away."""
    return "nothing far"


def search_with_rollback(saver: Any) -> Built:
    """near, then far below it; both are undone, then far; each verdict has a hint of its own."""
    hints = [{"status": "pending", "hint": f"hint {number}"} for number in range(1, 9)]
    thoughts = [{"thought": f"thought {number}"} for number in range(1, 20)]
    replies = script(verifier=hints, executor_thought=thoughts)
    return build([near, far], replies, checkpointer=saver, exhaustive=True, max_depth=2)


class Moment(NamedTuple):
    """One checkpoint of the sub-task's graph."""

    next: str
    """The node that would run next."""
    search: SearchState
    config: Any


async def moments(built: Built) -> list[Moment]:
    """The sub-task's checkpoints, the oldest first."""
    found: list[Moment] = []
    async for outer in built.graph.aget_state_history(CONFIG):
        if outer.next == ("solve",):
            inner: Any = outer.tasks[0].state
            found += [
                Moment(snapshot.next[0] if snapshot.next else "", snapshot.values["search"], snapshot.config)
                async for snapshot in built.graph.aget_state_history(inner)
                if "search" in snapshot.values
            ]
    return found[::-1]


async def before_first(built: Built, node: str) -> Moment:
    """The first checkpoint from which this node would run."""
    return next(moment for moment in await moments(built) if moment.next == node)
