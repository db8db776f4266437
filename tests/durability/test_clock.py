"""A clock that steps back, or is behind on another machine: a run goes on from what was written last."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.base import id as ids

from smurfs_graph import ConfigurationError
from smurfs_graph.checkpoints.storage import Storage, open_storage
from smurfs_graph.runs.forking import cut_off
from smurfs_graph.runs.saved import latest_of, read_run
from smurfs_graph.runs.transfer import export_lines, read_export
from tests.memory.history import search_with_rollback

CONFIG: Any = {"configurable": {"thread_id": "t"}}
HOUR = 3600


@pytest.fixture
def stepped_back(address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Storage]:
    """A storage with a run of two requests; before the second, an hour less was on the clock of a new process."""
    with open_storage(address) as first:
        search_with_rollback(first.checkpointer).graph.invoke({"query": "the first?"}, CONFIG)
    now, now_ns = time.time, time.time_ns
    monkeypatch.setattr(time, "time", lambda: now() - HOUR)
    monkeypatch.setattr(time, "time_ns", lambda: now_ns() - HOUR * 10**9)
    monkeypatch.setattr(ids, "_last_v6_timestamp", None)
    with open_storage(address) as second:
        search_with_rollback(second.checkpointer).graph.invoke({"query": "the second?"}, CONFIG)
    with open_storage(address) as third:
        yield third


def test_a_run_goes_on_from_what_was_written_last(stepped_back: Storage) -> None:
    """Its id says an hour less than the ids of those that it descends from."""
    latest = latest_of(stepped_back, "t")
    assert latest is not None
    assert latest.values["query"] == "the second?"
    assert latest.id < max(saved.id for saved in read_run(stepped_back, "t"))


def test_a_history_is_in_the_order_in_which_it_was_written(stepped_back: Storage) -> None:
    """Backwards, in parts as in one piece, with sub-tasks after what called them; so it can be cut off anywhere."""
    saver = stepped_back.checkpointer
    every = [item.config for item in saver.list(CONFIG)]
    assert [item.config for item in saver.list(CONFIG, limit=3)] == every[:3]
    assert [item.config for item in saver.list(CONFIG, before=every[2], limit=4)] == every[3:7]
    run = read_run(stepped_back, "t")
    for number, saved in enumerate(run, start=1):
        above = {(saved.ns, saved.parent), *saved.metadata["parents"].items()} - {(saved.ns, None)}
        assert above <= {(before.ns, before.id) for before in run[: number - 1]}
        assert cut_off(run, number)[-1].id == saved.id


def test_a_branch_is_gone_on_with_where_it_was_written_last(stepped_back: Storage) -> None:
    """Although what it left has ids of later hours, and more steps."""
    graph = search_with_rollback(stepped_back.checkpointer).graph
    earliest = [*graph.get_state_history(CONFIG)][-1]
    branch = graph.update_state(earliest.config, {"query": "another?"})
    latest = latest_of(stepped_back, "t")
    assert latest is not None
    assert latest.id == branch.get("configurable", {})["checkpoint_id"]


def test_such_a_run_is_exported_and_imported(stepped_back: Storage) -> None:
    """In the order in which it was written; a file in which a checkpoint comes after its descendants is refused."""
    run = read_run(stepped_back, "t")
    assert [saved.id for saved in read_export(export_lines("t", run, [], None))[1]] == [saved.id for saved in run]
    header, *lines, end = export_lines("t", run, [], None)
    with pytest.raises(ConfigurationError, match="not in order"):
        read_export([header, *reversed(lines), end])


def test_a_file_of_before_is_gone_on_with(tmp_path: Path) -> None:
    """It knew the order of ids alone, which stays that of what it has."""
    path = tmp_path / "runs.sqlite"
    with open_storage(path) as storage:
        search_with_rollback(storage.checkpointer).graph.invoke({"query": "the first?"}, CONFIG)
        before = [item.config for item in storage.checkpointer.list(CONFIG)]
    with closing(sqlite3.connect(path)) as file:
        file.execute("DROP INDEX by_age")
    with open_storage(path) as storage:
        assert [item.config for item in storage.checkpointer.list(CONFIG)] == before
        search_with_rollback(storage.checkpointer).graph.invoke({"query": "the second?"}, CONFIG)
        after = [item.config for item in storage.checkpointer.list(CONFIG)]
        assert after[-len(before) :] == before
        assert len(after) > len(before)
