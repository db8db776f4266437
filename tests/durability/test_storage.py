"""Runs are kept and found again, in SQLite and in PostgreSQL, from any loop and any process."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.base.id import uuid6

from smurfs_graph import ConfigurationError
from smurfs_graph.checkpoints.storage import Storage, open_storage, without_password
from tests.memory.history import far, near, search_with_rollback
from tests.scripts import CONFIG, build, script


async def test_what_one_process_saved_another_reads(address: str) -> None:
    """Values, history and what the nodes wrote are the same in a storage that was opened anew."""
    with open_storage(address) as first:
        built = search_with_rollback(first.checkpointer)
        result = await built.graph.ainvoke({"query": "where is it?"}, CONFIG)
        before = [snapshot async for snapshot in built.graph.aget_state_history(CONFIG)]
    with open_storage(address) as second:
        again = search_with_rollback(second.checkpointer)
        state = await again.graph.aget_state(CONFIG)
        after = [snapshot async for snapshot in again.graph.aget_state_history(CONFIG)]
    assert state.values["answer"] == result["answer"]
    assert state.values["outcomes"] == result["outcomes"]
    assert after == before


async def test_what_tools_answered_is_kept_in_full(storage: Storage) -> None:
    """The store has the response that the state only refers to."""
    full = "".join(f"line {number}\n" for number in range(5000))

    def read() -> str:
        """Read it."""
        return full

    kept: dict[str, Any] = {"checkpointer": storage.checkpointer, "store": storage.store}
    await build([read], max_response_chars=300, **kept).graph.ainvoke({"query": "q"}, CONFIG)
    items = await storage.store.asearch(("smurfs", "responses"))
    assert [item.value["full"] for item in items if "full" in item.value] == [full]  # the others: the calls' journal


def test_plain_code_and_several_loops_share_a_storage(storage: Storage) -> None:
    """invoke, then ainvoke in two event loops, one after the other."""
    built = build([near, far], script(), checkpointer=storage.checkpointer)
    built.graph.invoke({"query": "q"}, {"configurable": {"thread_id": "a"}})
    for thread in ("b", "c"):
        asyncio.run(built.graph.ainvoke({"query": "q"}, {"configurable": {"thread_id": thread}}))
    assert [name for name, *_ in storage.threads()] == ["a", "b", "c"]
    assert all(last >= first and count > 3 for _, first, last, count in storage.threads())


async def test_many_runs_at_once_are_kept_apart(storage: Storage) -> None:
    """Twelve runs on one storage, each with its own answer."""
    replies = script(planner=lambda sections: {"needs_tool": True, "sub_tasks": [sections["query"], "and more"]})
    built = build([near, far], replies, checkpointer=storage.checkpointer)
    names = [f"run {number}" for number in range(12)]
    runs = [built.graph.ainvoke({"query": f"for {name}"}, {"configurable": {"thread_id": name}}) for name in names]
    results = await asyncio.gather(*runs)
    assert [result["plan"].sub_tasks[0].content for result in results] == [f"for {name}" for name in names]
    assert {result["usage"].calls for result in results} == {10}
    for name in names:
        state = await built.graph.aget_state({"configurable": {"thread_id": name}})
        assert state.values["query"] == f"for {name}"


async def test_texts_that_a_database_does_not_like_are_kept(storage: Storage) -> None:
    """NUL, halves of surrogate pairs, and what looks like this library's own marks."""
    texts = ["a\0b", "half \ud83d of it", "smurfs-sealed", "😀"]
    for text in texts:
        await storage.store.aput(("n",), "k", {"text": text.encode("utf-8", "replace").decode()})
    saver = storage.checkpointer
    empty: Any = {
        "v": 4,
        "id": "1",
        "ts": "2026-01-01T00:00:00+00:00",
        "channel_versions": {"x": "1"},
        "versions_seen": {},
    }
    for number, text in enumerate(texts[:1] + texts[2:]):
        config: Any = {"configurable": {"thread_id": f"t{number}", "checkpoint_ns": ""}}
        checkpoint: Any = {**empty, "channel_values": {"x": text}}
        await saver.aput(config, checkpoint, {}, {"x": "1"})
        found = await saver.aget_tuple({"configurable": {"thread_id": f"t{number}"}})
        assert found is not None
        assert found.checkpoint["channel_values"] == {"x": text}


async def test_a_run_is_deleted_with_its_payloads(storage: Storage) -> None:
    """Nothing is left of it; the others stay."""
    built = build([near], script(), checkpointer=storage.checkpointer)
    for thread in ("a", "b"):
        await built.graph.ainvoke({"query": "q"}, {"configurable": {"thread_id": thread}})
    for key in ("x-1", "x-2", "xy-1"):
        await storage.store.aput(("smurfs", "responses"), key, {"full": key})
    await storage.checkpointer.adelete_thread("a")
    assert [key for key, _ in storage.payloads("x-")] == ["x-1", "x-2"]
    storage.delete_payloads("x-")
    storage.compact()
    assert [name for name, *_ in storage.threads()] == ["b"]
    assert storage.payloads("x") == [("xy-1", {"full": "xy-1"})]


def test_an_unknown_kind_of_address_is_one_line(tmp_path: Path) -> None:
    """And it names what is understood."""
    with pytest.raises(ConfigurationError, match="postgresql://"), open_storage("mysql://host/db"):
        pass
    with pytest.raises(ConfigurationError, match="is a folder"), open_storage(tmp_path):
        pass


def test_an_address_is_shown_without_its_password() -> None:
    """Neither in the user's part nor in the query."""
    assert without_password("postgresql://me:secret@host:5432/db?password=secret") == "postgresql://me@host:5432/db"
    assert without_password("/home/me/runs.sqlite") == "/home/me/runs.sqlite"


def test_a_checkpoint_whose_base_another_process_has_deleted_is_kept_whole(address: str) -> None:
    """And those after it build on it: any process can read them."""
    with open_storage(address) as first, open_storage(address) as second:
        build([near], checkpointer=first.checkpointer).graph.invoke({"query": "q"}, CONFIG)
        (last, *_) = first.checkpointer.list(CONFIG)
        second.checkpointer.delete_thread("t")
        config = last.config
        for clock in (1, 2):
            later: Any = {**last.checkpoint, "id": str(uuid6(clock_seq=clock))}
            config = first.checkpointer.put(config, later, {}, {})
            found = second.checkpointer.get_tuple(CONFIG)
            assert found is not None
            assert (found.config, found.checkpoint["id"]) == (config, later["id"])
