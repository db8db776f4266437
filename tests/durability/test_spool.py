"""A call that had ended when its process was killed, before PostgreSQL had its result: it is not made again."""

import asyncio
import logging
import os
import secrets
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import ormsgpack
import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.messages import HumanMessage

from smurfs_graph.checkpoints import spool as spooling
from smurfs_graph.checkpoints.serializing import environment_cipher
from smurfs_graph.checkpoints.spool import Spool
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.models.asking import Asker
from smurfs_graph.models.journal import ReplyJournal
from smurfs_graph.models.server import ServerPolicy
from smurfs_graph.prompting.replies import AnswerReply
from smurfs_graph.testing import ScriptedModel, fresh_registry
from tests.durability.storages import KINDS as STORAGES
from tests.durability.storages import address_of

ROOT = Path(__file__).parents[2]
WORKER = """
import json, sys
from pathlib import Path
from langgraph.types import Command
from smurfs_graph import Settings, ToolError, build_graph, effects
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.testing import ScriptedModel
from tests.scripts import script

address, log, kind, held = sys.argv[1], Path(sys.argv[2]), sys.argv[3], sys.argv[4] == "held"

def happens():
    with log.open("a") as file:
        file.write(kind + "\\n")
    if held:
        print("held", flush=True)
        sys.stdin.readline()

def fate():
    if kind != "reply":
        happens()
    if kind.startswith("fail"):
        raise (ValueError if kind == "fail_async" else ToolError)("there is nothing")
    return "booked" if kind == "book" else {"found": ["it", 1.5]}

async def fate_async():
    return fate()

def answer(sections):
    if kind == "reply":
        happens()
    return {"answer": sections["response"]}

tool = fate_async if kind.endswith("async") else fate
tool.__doc__ = "Find it."
tools = [effects("write" if "book" in kind else "read")(tool)]
with open_storage(address) as storage:
    model = ScriptedModel(script(answer=answer))
    settings = Settings(model="scripted:x", strategy="smurfs", step_shape="split", policy=str(log.parent / "policy"))
    options = {"checkpointer": storage.checkpointer, "store": storage.store}
    graph = build_graph(settings, tools, models={"scripted:x": model}, **options)
    config = {"configurable": {"thread_id": "t"}}
    begun = graph.get_state(config).values.get("query")
    result = graph.invoke(None if begun else {"query": "q"}, config)
    asked = [question.value["kind"] for question in result.get("__interrupt__", ())]
    print(json.dumps(asked or [result["stop_reason"], *(outcome.answer for outcome in result["outcomes"].values())]))
"""
FOUND = '["answered", "{\\"found\\": [\\"it\\", 1.5]}"]'
FAILED = '["no_evidence", ""]'
KINDS = {
    "book": '["answered", "booked"]',
    **dict.fromkeys(("look", "look_async", "reply"), FOUND),
    **dict.fromkeys(("fail", "fail_async", "fail_to_book"), FAILED),
}
"""What is made to be in doubt, and how such a run ends."""


@contextmanager
def held_server(address: str) -> Generator[Callable[[], bool]]:
    """Nobody can write to the store; whoever has begun to is not let finish. Says whether somebody has."""
    waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    with psycopg.connect(address) as connection:
        connection.execute("LOCK TABLE store IN ACCESS EXCLUSIVE MODE")
        yield lambda: bool(connection.execute(waiting).fetchall())
        while found := connection.execute(waiting).fetchall():  # they would go on with what their client left them with
            for (pid,) in found:
                connection.execute("SELECT pg_terminate_backend(%s)", (pid,))
            time.sleep(0.005)


@contextmanager
def held_file(address: str) -> Generator[Callable[[], bool]]:
    """Nobody can write to the file of a storage."""
    with closing(sqlite3.connect(address, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield lambda: True


class Killed:
    """A run whose process was killed while its database was about to write down what a call of a kind had brought."""

    def __init__(self, address: str, folder: Path, kind: str) -> None:
        """`kind`: see `KINDS`."""
        self.address, self.folder, self.kind = address, folder, kind
        (folder / "policy").write_text("default: allow")
        held = held_server(address) if address.startswith("postgresql") else held_file(address)
        with self._worker("held", "here") as worker:
            assert worker.stdin and worker.stdout
            assert worker.stdout.readline() == "held\n"
            with held as about_to_write:
                worker.stdin.write("\n")
                worker.stdin.flush()
                until = time.monotonic() + 20
                while not about_to_write() or not any(path.stat().st_size for path in self.files):
                    assert time.monotonic() < until, "what the call brought is nowhere"
                    time.sleep(0.005)
                worker.kill()

    def resumed(self, home: str = "here") -> str:
        """Go on with the run in another process, and return what that says."""
        with self._worker("free", home) as worker:
            return worker.communicate(timeout=60)[0].strip()

    @property
    def calls(self) -> int:
        """Return how often the call was made."""
        return len((self.folder / "log").read_text().splitlines())

    @property
    def files(self) -> list[Path]:
        """Return this machine's files of results that are on their way."""
        is_server = self.address.startswith("postgresql")
        folder = self.folder / "here" / "spool" if is_server else Path(f"{self.address}.spool")
        return [*folder.iterdir()] if folder.exists() else []

    def _worker(self, held: str, home: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", WORKER, self.address, str(self.folder / "log"), self.kind, held]
        environment = os.environ | {"SMURFS_HOME": str(self.folder / home)}
        pipe = subprocess.PIPE
        return subprocess.Popen(command, env=environment, text=True, cwd=ROOT, stdin=pipe, stdout=pipe)


@pytest.mark.slow
@pytest.mark.parametrize("storage", STORAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_finished_call_that_was_not_committed_is_not_made_again(
    kind: str, storage: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """On the same machine the run goes on with its result; nothing is left on its disk in the end."""
    killed = Killed(address_of(storage, request, tmp_path), tmp_path, kind)
    assert len(killed.files) == 1
    assert killed.resumed() == KINDS[kind]
    assert killed.calls == 1
    assert not killed.files


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_another_machine_treats_it_as_a_call_of_unknown_fate(kind: str, postgres_url: str, tmp_path: Path) -> None:
    """A read and a question to a model are repeated, a write is asked about."""
    killed = Killed(postgres_url, tmp_path, kind)
    is_write = kind in ("book", "fail_to_book")
    assert killed.resumed("elsewhere") == ('["call_in_doubt"]' if is_write else KINDS[kind])
    assert killed.calls == (1 if is_write else 2)


@pytest.mark.slow
def test_a_spoilt_file_is_as_good_as_none(postgres_url: str, tmp_path: Path) -> None:
    """The call is made again, and the file is gone in the end."""
    killed = Killed(postgres_url, tmp_path, "look")
    [path] = killed.files
    path.write_bytes(path.read_bytes()[:-1])
    assert killed.resumed() == FOUND
    assert killed.calls == 2
    assert not killed.files


@pytest.fixture
def spool(tmp_path: Path) -> Spool:
    """An empty one."""
    return Spool("postgresql://host/runs", folder=tmp_path / "spool")


def left(spool: Spool, value: dict[str, Any], name: str = "run-page") -> Path:
    """A page that a process has written and not ended; its file."""
    page = opened(spool, name)
    assert page.write(value)
    page.close()
    return page.path


def opened(spool: Spool, name: str = "run-page") -> spooling.SpooledPage:
    """A page, which can be had."""
    page = spool.page(name)
    assert page is not None
    return page


def found(spool: Spool, name: str = "run-page") -> Any:
    """Return the content of a page."""
    page = opened(spool, name)
    page.close()
    return page.found


_plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)


@settings(max_examples=30)
@given(st.lists(st.dictionaries(st.text(max_size=5), _plain, max_size=3), min_size=1, max_size=3))
def test_a_page_has_what_was_last_written(tmp_path_factory: pytest.TempPathFactory, values: list[Any]) -> None:
    """However long what was there before is."""
    spool = Spool("a", folder=tmp_path_factory.mktemp("home") / "spool")
    page = opened(spool)
    for value in values:
        assert page.write(value)
    page.close()
    assert found(spool) == values[-1]
    opened(spool).end()
    assert found(spool) is None


@settings(max_examples=60)
@given(st.data())
def test_what_is_not_whole_counts_as_nothing(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Cut off anywhere, or changed anywhere."""
    spool = Spool("a", folder=tmp_path_factory.mktemp("home") / "spool")
    path = left(spool, {"returned": "x" * 50, "seconds": 0.5})
    whole = path.read_bytes()
    at = data.draw(st.integers(0, len(whole) - 1))
    changed = bytes([whole[at] ^ data.draw(st.integers(1, 255))]) + whole[at + 1 :]
    path.write_bytes(whole[:at] + (changed if data.draw(st.booleans()) else b""))
    assert found(spool) is None


_OTHERS = (ormsgpack.Ext(5, b"x"), ["run-page", ormsgpack.Ext(1, b"x")], ["other", {}], [1])


@settings(max_examples=60)
@given(st.binary(max_size=60) | st.sampled_from(_OTHERS).map(ormsgpack.packb))
def test_a_file_of_something_else_counts_as_nothing(tmp_path_factory: pytest.TempPathFactory, body: bytes) -> None:
    """Also one that has the form, with data of any kind or another name: nothing is executed, built or raised."""
    spool = Spool("a", folder=tmp_path_factory.mktemp("home") / "spool")
    path = left(spool, {"a": 1})
    check = spooling.zlib.crc32(body).to_bytes(4)
    path.write_bytes(b"smurfs-spool 1\n" + len(body).to_bytes(4) + check + body)
    assert found(spool) is None


def _link(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


def _second_name(path: Path) -> None:
    path.with_name("second").hardlink_to(path)


@pytest.mark.parametrize("change", [lambda path: path.chmod(0o644), _link, _second_name])
def test_a_file_that_others_may_have_written_is_not_used(change: Callable[[Path], None], spool: Spool) -> None:
    """Readable by others, a link, or a file with two names; the run goes on without."""
    change(left(spool, {"a": 1}))
    assert spool.page("run-page") is None


def _open_to_others(spool: Spool, folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o777)


def _away(spool: Spool, folder: Path) -> None:
    opened(spool).end()
    folder.rmdir()


def _no_folder(spool: Spool, folder: Path) -> None:
    folder.write_text("")


@pytest.mark.parametrize(("spoil", "said"), [(_open_to_others, "not this user's alone"), (_away, ""), (_no_folder, "")])
def test_without_a_folder_of_ones_own_a_run_goes_on(
    spoil: Callable[[Spool, Path], None], said: str, spool: Spool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """One that others may write to, one that went away, or none that can be made: said in one line, once."""
    spoil(spool, tmp_path / "spool")
    with caplog.at_level(logging.WARNING):
        assert spool.page("a-b") is spool.page("a-c") is None
    assert len(caplog.messages) == 1
    assert said in caplog.text


def test_what_would_come_back_as_something_else_is_not_written(spool: Spool) -> None:
    """Nor what is too large: the database alone has it then."""
    page = opened(spool)
    for value in ({1, 2}, os, b"x" * (spooling.LARGEST + 1)):
        assert not page.write({"returned": value})
    assert page.write({"returned": "small"})
    page.end()
    assert not page.write({"returned": "too late"})


def test_with_a_key_nothing_is_readable(spool: Spool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And another key, or none, finds nothing."""
    monkeypatch.setenv("SMURFS_AES_KEY", secrets.token_hex(32))
    sealed = Spool("a", environment_cipher(), tmp_path / "spool")
    path = left(sealed, {"returned": "canary"})
    assert b"canary" not in path.read_bytes()
    assert found(sealed) == {"returned": "canary"}
    assert found(Spool("a", None, tmp_path / "spool")) is None
    monkeypatch.setenv("SMURFS_AES_KEY", secrets.token_hex(32))
    assert found(Spool("a", environment_cipher(), tmp_path / "spool")) is None


def test_databases_and_runs_are_kept_apart(spool: Spool, tmp_path: Path) -> None:
    """A page is found by its own database; a run is deleted with its pages alone."""
    other = Spool("postgresql://host/others", folder=tmp_path / "spool")
    left(spool, {"a": 1}, "run1-x")
    left(spool, {"a": 2}, "run1-y")
    left(spool, {"a": 3}, "run2-x")
    left(other, {"a": 4}, "run1-x")
    spool.delete_starting_with("run1-")
    assert [found(spool, name) for name in ("run1-x", "run1-y", "run2-x")] == [None, None, {"a": 3}]
    assert found(other, "run1-x") == {"a": 4}


def test_it_does_not_grow(spool: Spool, tmp_path: Path) -> None:
    """The next process removes files that nobody came back for, and the oldest of too many."""
    paths = [left(spool, {"returned": "x"}, f"run{number}-x") for number in range(6)]
    for number, path in enumerate(paths):
        os.truncate(path, spooling.MOST_BYTES // 7 * 2)
        os.utime(path, (time.time() - 100 + number, time.time() - 100 + number))
    os.utime(paths[5], (1, 1))
    left(Spool("a", folder=tmp_path / "spool"), {})
    assert [path.exists() for path in paths] == [False, False, True, True, True, False]


def test_few_files_are_open_at_a_time(spool: Spool) -> None:
    """Calls beyond go without; what an earlier process left is found all the same, and a closed page is one less."""
    path = left(spool, {"a": 1}, "run-left")
    first, *pages = [opened(spool, f"run-{number}") for number in range(spooling.MOST_OPEN)]
    assert spool.page("run-beyond") is None
    assert found(spool, "run-left") == {"a": 1}
    first.end()
    opened(spool, "run-beyond").end()
    assert spool.page("run-another", make=False) is None
    assert {*path.parent.iterdir()} == {path, *(page.path for page in pages)}


async def test_questions_that_wait_for_their_place_have_no_files(spool: Spool, tmp_path: Path) -> None:
    """A process with hundreds of runs would else run out of descriptors."""
    seen: list[int] = []

    def answer(call: str, sections: dict[str, str]) -> Any:
        seen.append(len([*(tmp_path / "runs.sqlite.spool").iterdir()]))
        return {"answer": "this"}

    with open_storage(tmp_path / "runs.sqlite") as storage, fresh_registry() as registry:
        asker = Asker(ScriptedModel(answer, latency=0.005), "m", timeout=20, registry=registry)
        options: dict[str, Any] = {"role": "answer", "policy": ServerPolicy(concurrency=3)}
        journals = [ReplyJournal(storage.store, f"run-{number}", 0) for number in range(20)]
        asks = [asker.ask([HumanMessage("?")], AnswerReply, journal=journal, **options) for journal in journals]
        assert len(await asyncio.gather(*asks)) == 20
    assert len(seen) == 20
    assert 1 <= max(seen) <= 3
    assert not [*(tmp_path / "runs.sqlite.spool").iterdir()]


def test_a_file_has_it_beside_and_a_server_in_the_users_directory(address: str, tmp_path: Path) -> None:
    """Not before it is needed, and the user's alone; a run's pages are deleted with its payloads."""
    with open_storage(address) as storage:
        spool: Spool = getattr(storage.store, "spool")  # noqa: B009
        folder = tmp_path / "home" / "spool" if address.startswith("postgresql") else Path(f"{address}.spool")
        assert not folder.exists()
        path = left(spool, {"a": 1})
        assert path.parent == folder
        assert [each.stat().st_mode & 0o777 for each in (path, folder)] == [0o600, 0o700]
        storage.delete_payloads("run-")
        assert not [*folder.iterdir()]
