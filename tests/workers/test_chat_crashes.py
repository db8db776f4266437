"""The graph for chat clients where its server, its client or a worker stops in the midst of something."""

import asyncio
import threading
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from smurfs_graph import SmurfsError
from smurfs_graph.workers.chat_graph import build_chat_graph
from smurfs_graph.workers.queue import Queue
from tests.workers.crew import CallLog, crew

CONFIG: Any = {"configurable": {"thread_id": "talk", "user_id": "ada"}}


def said(text: str) -> Any:
    """A user's message."""
    return {"messages": [("user", text)]}


@pytest.mark.parametrize("since", ["nothing", "running", "ended"])
async def test_a_server_that_dies_behind_its_enqueueing_has_the_request_carried_out_once(
    queue: Queue, log: CallLog, monkeypatch: pytest.MonkeyPatch, since: str
) -> None:
    """The node is repeated from its checkpoint; the repeat waits for the run, whatever has become of it since."""
    graph, enqueue = build_chat_graph(queue, checkpointer=InMemorySaver()), Queue.enqueue

    def enqueue_and_die(*given: Any, **options: Any) -> str:
        enqueue(*given, **options)
        raise OSError("the server is gone")

    monkeypatch.setattr(Queue, "enqueue", enqueue_and_die)
    with pytest.raises(OSError, match="is gone"):
        await graph.ainvoke(said("book a 1"), CONFIG, durability="sync")
    monkeypatch.setattr(Queue, "enqueue", enqueue)
    with crew(queue.url, log):
        if since == "running":
            await asyncio.to_thread(log.wait_for, "start", "a")
        elif since == "ended":
            await asyncio.to_thread(queue.wait, "talk", 30)
        shown = await graph.ainvoke(None, CONFIG, durability="sync")
        assert shown["messages"][-1].text == '1 calls: {"booked": "a"}'
        assert log.count()["start", "a"] == 1
        again = await graph.ainvoke(said("book a 1"), CONFIG)
    assert [each.type for each in again["messages"]] == ["human", "ai"] * 2
    assert log.count()["start", "a"] == 2


async def test_a_client_that_stops_while_its_message_is_enqueued_has_no_run(
    queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread that enqueues cannot be stopped: what it enqueued is cancelled."""
    graph, enqueue = build_chat_graph(queue, checkpointer=InMemorySaver()), Queue.enqueue
    begun, goes_on = threading.Event(), threading.Event()

    def enqueue_late(*given: Any, **options: Any) -> str:
        begun.set()
        assert goes_on.wait(30)
        return enqueue(*given, **options)

    monkeypatch.setattr(Queue, "enqueue", enqueue_late)
    going = asyncio.create_task(graph.ainvoke(said("book a"), CONFIG))
    assert await asyncio.to_thread(begun.wait, 30)
    going.cancel()
    asyncio.get_running_loop().call_later(0.2, goes_on.set)
    with pytest.raises(asyncio.CancelledError):
        await going
    assert (await asyncio.to_thread(queue.wait, "talk", 30)).state == "cancelled"


async def test_a_message_just_after_a_stop_is_the_next_turn(queue: Queue, log: CallLog) -> None:
    """It waits until the worker has stopped the turn before; beside one that goes on it is refused."""
    graph = build_chat_graph(queue, checkpointer=InMemorySaver())
    with crew(queue.url, log, 1):
        going = asyncio.create_task(graph.ainvoke(said("look a 3; look b"), CONFIG))
        await asyncio.to_thread(log.wait_for, "start", "a")
        other = build_chat_graph(queue, checkpointer=InMemorySaver())
        with pytest.raises(SmurfsError, match="is running already"):
            await other.ainvoke(said("look d"), CONFIG)
        going.cancel()
        with pytest.raises(asyncio.CancelledError):
            await going
        shown = await graph.ainvoke(said("look c"), CONFIG)
    assert shown["messages"][-1].text == '1 calls: {"found": "c"}'
    assert not log.count()["start", "b"] and not log.count()["start", "d"]
