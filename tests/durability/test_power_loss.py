"""The machine goes off: of the files there is what was flushed. A decision is there before its effect can be."""

import os
import shutil
import threading
from pathlib import Path

import pytest

from smurfs_graph import effects
from smurfs_graph.checkpoints.database import Database
from smurfs_graph.checkpoints.storage import open_storage
from tests.durability.test_calls import CONFIG, graph_of


class Disk:
    """The flushed part of the files in a folder."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Looks on from now on."""
        self._folder = folder
        self._flushed: dict[int, int] = {}
        name = "fdatasync" if hasattr(os, "fdatasync") else "fsync"
        flush = getattr(os, name)

        def flushing(descriptor: int) -> None:
            found = os.fstat(descriptor)
            flush(descriptor)
            self._flushed[found.st_ino] = found.st_size

        monkeypatch.setattr(os, name, flushing)

    def after_the_loss(self, folder: Path) -> None:
        """Copy what would be there: the databases, and of their logs the flushed part."""
        folder.mkdir()
        for file in self._folder.glob("runs*sqlite*"):
            if file.is_file() and not file.name.endswith("-shm"):
                copy = folder / file.name
                shutil.copy(file, copy)
                if file.name.endswith("-wal"):
                    os.truncate(copy, min(copy.stat().st_size, self._flushed.get(file.stat().st_ino, 0)))


@pytest.mark.parametrize("keyed", [False, True])
async def test_the_decision_is_on_the_disk_before_the_call_is_made(
    keyed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever comes after it is lost: a write is asked about, one with a key is made again with the same key."""
    disk, keys, home, copy = Disk(tmp_path / "home", monkeypatch), list[str](), tmp_path / "home", tmp_path / "copy"
    monkeypatch.setattr("smurfs_graph.checkpoints.database.DELAY", 60.0)  # nothing gets there by chance
    home.mkdir()
    policy = tmp_path / "policy.yaml"

    def called(key: str) -> str:
        if not keys:
            disk.after_the_loss(copy)
        keys.append(key)
        return "booked"

    @effects("write")
    def plain() -> str:
        """Book it."""
        return called("")

    @effects("write", idempotency_key="key")
    def with_key(key: str) -> str:
        """Book it."""
        return called(key)

    tool = with_key if keyed else plain
    with open_storage(home / "runs.sqlite") as storage:
        await graph_of(tool, policy, storage.checkpointer, storage.store).ainvoke({"query": "q"}, CONFIG)
    with open_storage(copy / "runs.sqlite") as storage:
        result = await graph_of(tool, policy, storage.checkpointer, storage.store).ainvoke(None, CONFIG)
    if keyed:
        assert result["outcomes"]["s1"].answer == "booked"
        assert keys == [keys[0]] * 2
    else:
        [asked] = result["__interrupt__"]
        assert asked.value["kind"] == "call_in_doubt"
        assert keys == [""]


def test_flushing_takes_nothing_from_under_who_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another thread may flush at any moment, also between a timer's making and its start."""
    database = Database(tmp_path / "a.sqlite", "test", 1, "CREATE TABLE a (b)")

    class FlushedAtOnce(threading.Timer):
        """A timer during whose preparation somebody flushes."""

        def __setattr__(self, name: str, value: object) -> None:
            super().__setattr__(name, value)
            if name == "daemon":
                database.flush()

    monkeypatch.setattr(threading, "Timer", FlushedAtOnce)
    with database.writing() as connection:
        connection.execute("INSERT INTO a VALUES (1)")
    database.close()
