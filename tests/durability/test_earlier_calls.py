"""A talk whose process is killed goes on in another one with all that its earlier calls brought."""

import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.sqlite import SqliteSaver

from smurfs_graph import Settings, build_graph
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.running.anywhere import AnywhereGraph
from tests.desk import TALK, Clerk, Desk
from tests.durability.storages import KINDS, address_of

SHAPES: dict[str, dict[str, Any]] = {
    "native": {},
    "fused": {"planning": "always", "step_shape": "fused"},
    "split": {"strategy": "smurfs"},
}
THREAD: Any = {"configurable": {"thread_id": "talk"}}
KILLED_AT = 3
"""The turn that is not begun any more, or not ended."""
ALL = [
    pytest.param(kind, shape, when, marks=() if (kind, when) == ("sqlite", "between") else pytest.mark.slow)
    for kind in (*KINDS, "langgraph's sqlite")
    for shape in SHAPES
    for when in ("between", "within")
    if kind in KINDS or shape == "native" or when == "between"  # without a store, a process keeps responses in memory
]


@contextmanager
def graph_on(kind: str, address: str, shape: str, clerk: Clerk, desk: Desk) -> Generator[AnywhereGraph]:
    """The graph over a storage, or over LangGraph's own checkpointer without a store."""
    settings = Settings(model="scripted:x", **SHAPES[shape])
    given: dict[str, Any] = {"models": {"scripted:x": clerk.model}}
    if kind in KINDS:
        with open_storage(address) as storage:
            kept: dict[str, Any] = {"checkpointer": storage.checkpointer, "store": storage.store}
            yield build_graph(settings, desk.tools, **given, **kept)
    else:
        with SqliteSaver.from_conn_string(address) as saver:
            yield build_graph(settings, desk.tools, **given, checkpointer=saver)


@pytest.mark.parametrize(("kind", "shape", "when"), ALL)
def test_a_killed_talk_goes_on_with_what_its_calls_brought(
    kind: str, shape: str, when: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """Between two turns, and in the middle of one, when its call has been made."""
    address = address_of(kind, request, tmp_path) if kind in KINDS else str(tmp_path / "own.sqlite")
    died = subprocess.run([sys.executable, "-m", __name__, kind, address, shape, when], check=False)
    assert died.returncode == -signal.SIGKILL
    clerk, desk, turns = Clerk(native=shape == "native"), Desk(), list(TALK[KILLED_AT - 1 :])
    with graph_on(kind, address, shape, clerk, desk) as graph:
        if when == "within":
            assert graph.get_state(THREAD).next
            graph.invoke(None, THREAD)
            turns = turns[1:]
        results = [graph.invoke({"messages": [("user", text)]}, THREAD) for text in turns]
    assert clerk.missing == []
    assert [result["stop_reason"] for result in results] == ["answered"] * len(turns)
    assert desk.made[-2:] == ["keep_parcel", "write_to"] and len(desk.made) == len(turns)


def _live_and_die(kind: str, address: str, shape: str, when: str) -> None:
    clerk, desk = Clerk(native=shape == "native"), Desk()
    if when == "within":
        clerk.before = lambda: os.kill(os.getpid(), signal.SIGKILL) if len(desk.calls) == KILLED_AT else None
    with graph_on(kind, address, shape, clerk, desk) as graph:
        for text in TALK[: KILLED_AT - (when == "between")]:
            graph.invoke({"messages": [("user", text)]}, THREAD)
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    _live_and_die(*sys.argv[1:])
