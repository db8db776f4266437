"""Files that cannot be used: one line that says what and why; nothing is changed in them, nothing saved is lost."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph.checkpoints.database import APPLICATION
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.errors import StorageError
from tests.cli.conftest import Run
from tests.cli.conftest import smurfs as smurfs
from tests.cli.conftest import tools_file as tools_file
from tests.memory.history import near
from tests.scripts import CONFIG, build, script

QUERY = "Find the stock of item A-17."


def saved_run(path: Path) -> str:
    """A file with a run `t` in it; returns the run's answer."""
    with open_storage(path) as storage:
        return build([near], checkpointer=storage.checkpointer).graph.invoke({"query": "q"}, CONFIG)["answer"]


def answer_in(path: Path) -> str:
    """Return the answer of run `t` in a file."""
    with open_storage(path) as storage:
        return build([near], checkpointer=storage.checkpointer).graph.get_state(CONFIG).values["answer"]


def refused(path: Path, match: str) -> None:
    """The file is refused in one line."""
    with pytest.raises(StorageError, match=match) as caught, open_storage(path):
        pass
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("content", "match"),
    [
        (b"not a database at all " * 100, "not a database; move it away"),
        (b"SQLite format 3\0" + b"\xff" * 4096, "malformed|not a database|unsupported"),
    ],
)
def test_what_is_no_database_is_refused_and_left_as_it_is(tmp_path: Path, content: bytes, match: str) -> None:
    """Whatever its name."""
    path = tmp_path / "runs.sqlite"
    path.write_bytes(content)
    refused(path, match)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("schema", "match"),
    [
        ("CREATE TABLE bookmarks (url TEXT)", "belongs to another program"),
        ("CREATE TABLE checkpoints (a); CREATE TABLE writes (a)", "LangGraph's own SQLite checkpointer"),
        (f"PRAGMA application_id={APPLICATION}; PRAGMA user_version=7", "layout 7, of a newer version"),
        ("PRAGMA application_id=77; CREATE TABLE t (a)", "belongs to another program"),
    ],
)
def test_another_programs_or_versions_database_is_refused_by_name(tmp_path: Path, schema: str, match: str) -> None:
    """And nothing is added to it; the rights of a foreign one stay."""
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(schema)
    path.chmod(0o644)
    before = path.read_bytes()
    refused(path, match)
    assert path.read_bytes() == before
    assert path.stat().st_mode & 0o777 == (0o600 if str(APPLICATION) in schema else 0o644)


def test_a_database_that_was_cut_off_is_one_line(tmp_path: Path, smurfs: Run, tools_file: Path) -> None:
    """For run, list, show and resume; at any length."""
    whole = tmp_path / "whole.sqlite"
    saved_run(whole)
    with closing(sqlite3.connect(whole)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = whole.stat().st_size
    for part in (100, 2000, size // 2, size - 4096):
        path = tmp_path / f"cut{part}.sqlite"
        path.write_bytes(whole.read_bytes()[:part])
        for command in (["list"], ["show", "t"], ["export", "t", "-o", tmp_path / "out"]):
            done = smurfs("runs", *command, "--checkpoint", path)
            assert done.status in (0, 2), done.err
            assert "internal error" not in done.err
            assert len(done.err.strip().splitlines()) <= 1


def test_damaged_rows_are_named_and_the_other_runs_are_not_lost(tmp_path: Path, smurfs: Run) -> None:
    """A run whose bytes were overwritten is refused where it is read; it can be deleted, others are read."""
    path = tmp_path / "runs.sqlite"
    saved_run(path)
    with open_storage(path) as storage:
        build([near], checkpointer=storage.checkpointer).graph.invoke(
            {"query": "q"}, {"configurable": {"thread_id": "u"}}
        )
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE checkpoints SET data = x'00112233' WHERE thread = 'u'")
    assert '"id": "u"' in smurfs("runs", "list", "--json", "--checkpoint", path).out
    shown = smurfs("runs", "show", "u", "--checkpoint", path)
    assert shown.status == 2
    assert "is damaged" in shown.err
    assert smurfs("runs", "delete", "u", "--checkpoint", path).status == 0
    assert answer_in(path)


def test_a_file_that_may_only_be_read_is_one_line(tmp_path: Path) -> None:
    """A user without the right to write gets one line."""
    path = tmp_path / "runs.sqlite"
    answer = saved_run(path)
    path.chmod(0o444)
    tmp_path.chmod(0o555)
    script = f"""
import os
import smurfs_graph.checkpoints.payloads, smurfs_graph.checkpoints.sqlite
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.errors import StorageError
if os.geteuid() == 0:
    os.setgid(65534), os.setuid(65534)
try:
    with open_storage({str(path)!r}):
        print("opened")
except StorageError as error:
    print(error)
"""
    for folder in tmp_path.parents:
        if folder.stat().st_uid == os.geteuid() and folder not in (Path("/"), Path("/tmp")):
            folder.chmod(folder.stat().st_mode | 0o055)
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd="/", check=False)
    tmp_path.chmod(0o755)
    path.chmod(0o644)
    assert "readonly" in said.stdout, said
    assert "make it and its folder writable" in said.stdout
    assert answer_in(path) == answer


def test_a_database_that_another_holds_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while; and it works again when the other is done."""
    monkeypatch.setattr("smurfs_graph.checkpoints.database._BUSY_SECONDS", 0.2)
    path = tmp_path / "runs.sqlite"
    saved_run(path)
    with open_storage(path) as storage, closing(sqlite3.connect(path, isolation_level=None)) as other:
        built = build([near], checkpointer=storage.checkpointer)
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StorageError, match="locked; another process holds it"):
            built.graph.invoke({"query": "q"}, {"configurable": {"thread_id": "u"}})
        other.execute("ROLLBACK")
        assert built.graph.invoke({"query": "q"}, {"configurable": {"thread_id": "u"}})["stop_reason"] == "answered"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with little room."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)]
    if not shutil.which("mount") or os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a small file system cannot be mounted here (it takes root)")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=False)


def test_a_full_disk_ends_the_run_resumably(small_disk: Path, tmp_path: Path) -> None:
    """Earlier steps stay saved; with room again, the run goes on from there and repeats nothing."""
    calls: list[str] = []

    def look(item: str = "x") -> str:
        """Look."""
        calls.append(item)
        return f"seen {len(calls)}"

    path = small_disk / "runs.sqlite"
    ballast = small_disk / "ballast"
    plan = {"needs_tool": True, "sub_tasks": [f"part {number}" for number in range(6)]}
    with open_storage(path) as storage:
        built = build([look], script(planner=plan), checkpointer=storage.checkpointer)

        async def run() -> None:
            async for _, event in built.graph.astream(
                {"query": "q"}, CONFIG, stream_mode="custom", subgraphs=True, durability="sync"
            ):
                if event["kind"] == "sub_task_finished" and event["sub_task"] == "s2":
                    with ballast.open("wb", buffering=0) as file, suppress(OSError):
                        while True:
                            file.write(os.urandom(512))

        with pytest.raises(StorageError, match="full; make room; what was saved before is kept"):
            asyncio.run(run())
        made = len(calls)
        assert 2 <= made < 6
        ballast.unlink()
        state = built.graph.get_state(CONFIG)
        assert len(state.values["outcomes"]) >= 1
    with open_storage(path) as storage:
        again = build([look], script(planner=plan), checkpointer=storage.checkpointer)
        result = again.graph.invoke(None, CONFIG)
    assert result["stop_reason"] == "answered"
    assert len(result["outcomes"]) == 6
    assert len(calls) <= 7  # the one that could not be saved is made again, at most


def test_a_file_is_listed_while_another_process_writes_to_it(tmp_path: Path) -> None:
    """However long that takes: reading waits for nobody."""
    path = tmp_path / "runs.sqlite"
    saved_run(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with open_storage(path) as storage:
            assert [name for name, *_ in storage.threads()] == ["t"]
        other.execute("ROLLBACK")


def test_names_of_runs_move_no_cursor(tmp_path: Path, smurfs: Run) -> None:
    """They may come from a foreign file; one name is one line."""
    path = tmp_path / "runs.sqlite"
    with open_storage(path) as storage:
        config: Any = {"configurable": {"thread_id": "a\x1b[2J\nb"}}
        build([near], checkpointer=storage.checkpointer).graph.invoke({"query": "q"}, config)
    done = smurfs("runs", "prune", "--keep", 0, "--dry-run", "--checkpoint", path)
    assert done.out == "a\\x1b[2J\\nb\n"
