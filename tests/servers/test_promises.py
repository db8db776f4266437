"""Cancellation and secrets, with a real client on a real connection."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.sqlite import SqliteSaver

from smurfs_graph import Settings, build_graph
from tests.servers import behaviours
from tests.servers.hostile import HostileServer, add


def graph(server: HostileServer, checkpointer: Any = None, **settings: Any) -> Any:
    """A graph on that server."""
    values: dict[str, Any] = {"model": "openai:any", "base_url": server.base_url, "strategy": "smurfs"} | settings
    return build_graph(Settings(**values), tools=[add], checkpointer=checkpointer)


async def test_a_cancelled_run_lets_go_of_its_call() -> None:
    """The call lives on another loop; cancellation reaches it, long before the server's silence ends."""
    with HostileServer(behaviours.never_answers) as server:
        run = asyncio.create_task(graph(server).ainvoke({"query": "What is 2 + 3?"}))
        while not server.requests:
            await asyncio.sleep(0.01)
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(run, 10)


def test_a_key_is_in_no_state_event_or_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No trace of a run holds the secret it was made with; an error that repeats it is masked too."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-hunter2hunter2")
    events: list[Any] = []
    for behaviour in (behaviours.honest, behaviours.tells_the_key):
        with (
            HostileServer(behaviour) as server,
            SqliteSaver.from_conn_string(str(tmp_path / "checkpoints.sqlite")) as saver,
        ):
            built = graph(server, saver, response_cache=str(tmp_path / "replies.sqlite"))
            config = {"configurable": {"thread_id": behaviour.__name__}}
            events += built.stream({"query": "What is 2 + 3?"}, config, stream_mode=["custom", "values"])
    left = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()) + repr(events).encode()
    assert b"2 + 3 = 5" in left
    assert b"hunter2" not in left
