"""PostgreSQL goes away in mid-run: a run outlives a restart, and stops resumably where the server stays away."""

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest

from smurfs_graph import effects
from smurfs_graph.checkpoints.storage import Storage, open_storage
from smurfs_graph.errors import StorageError
from smurfs_graph.testing import ScriptedModel
from tests.scripts import CONFIG, build, script
from tests.servers.postgres.server import PostgresServer
from tests.workers.crew import wait_until

PLAN = {"needs_tool": True, "sub_tasks": [f"part {number}" for number in range(5)]}


def hurry(patch: pytest.MonkeyPatch) -> None:
    """Let a server that does not answer be given up soon."""
    patch.setattr("smurfs_graph.checkpoints.postgres_server.PATIENCE", 0.5)
    patch.setattr("smurfs_graph.checkpoints.postgres_server.CONNECTING", 1.0)


@pytest.fixture
def server(postgres: PostgresServer, postgres_url: str) -> Iterator[PostgresServer]:
    """The server, which the test may kill."""
    yield postgres
    postgres.start()


class Look:
    """A tool whose third call waits until it may go on: the run is in mid-call then, however slow the machine is."""

    def __init__(self, storage: Storage, calls: list[int], go_on: asyncio.Event) -> None:
        """`calls`: of every life of the run."""
        self.reached = asyncio.Event()
        """The third call is under way."""

        @effects("read", stateful=True)  # else the sub-tasks share one call
        async def look() -> str:
            """Look."""
            calls.append(len(calls))
            if len(calls) == 3:
                self.reached.set()
                await go_on.wait()
            return f"seen {len(calls)}"

        model = ScriptedModel(script(planner=PLAN), latency=0.02)
        self.graph = build([look], model=model, checkpointer=storage.checkpointer, store=storage.store).graph


async def test_a_run_outlives_a_restart_of_the_server(server: PostgresServer) -> None:
    """One process goes on, over new connections; nothing is repeated, and the lease is held again."""
    calls: list[int] = []
    go_on = asyncio.Event()
    with open_storage(server.url()) as storage:
        look = Look(storage, calls, go_on)
        run = asyncio.create_task(look.graph.ainvoke({"query": "q"}, CONFIG))
        await look.reached.wait()
        await asyncio.to_thread(server.kill)
        go_on.set()
        await asyncio.sleep(0.3)
        await asyncio.to_thread(server.start)
        result = await run
        assert result["stop_reason"] == "answered"
        assert len(calls) == 5
        assert len(result["outcomes"]) == 5


@pytest.mark.slow
async def test_a_server_that_stays_away_ends_the_run_resumably(
    server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line; with the server back, the run goes on and makes no finished call again."""
    calls: list[int] = []
    go_on = asyncio.Event()
    with monkeypatch.context() as patch:
        hurry(patch)
        with open_storage(server.url()) as storage:
            look = Look(storage, calls, go_on)
            run = asyncio.create_task(look.graph.ainvoke({"query": "q"}, CONFIG, durability="sync"))
            await look.reached.wait()
            await asyncio.to_thread(server.kill)
            go_on.set()
            with pytest.raises(StorageError, match="PostgreSQL does not answer any more") as caught:
                await run
    assert "\n" not in str(caught.value)
    assert len(calls) == 3
    await asyncio.to_thread(server.start)
    with open_storage(server.url()) as storage:
        result = await Look(storage, calls, go_on).graph.ainvoke(None, CONFIG)
    assert result["stop_reason"] == "answered"
    assert len(result["outcomes"]) == 5
    assert len(calls) == 5  # also the one whose response the server could not save


@pytest.mark.slow
def test_a_server_that_was_given_up_is_not_waited_for_again_and_again(
    server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Calls at the end of a run fail at once; a moment later the server is tried again."""
    hurry(monkeypatch)
    tried: list[int] = []
    with open_storage(server.url()) as storage:
        checkpointer: Any = storage.checkpointer
        pool = checkpointer.leases._server.pool
        ask = pool.connection

        def connection(*args: Any, **kwargs: Any) -> Any:
            tried.append(1)
            return ask(*args, **kwargs)

        monkeypatch.setattr(pool, "connection", connection)
        server.kill()
        for _ in range(5):
            with pytest.raises(StorageError, match="does not answer any more") as caught:
                storage.threads()
            assert "\n" not in str(caught.value)
        assert len(tried) <= 3
        server.start()
        monkeypatch.setattr("smurfs_graph.checkpoints.postgres_server.GIVEN_UP_FOR", 0.0)
        monkeypatch.setattr("smurfs_graph.checkpoints.postgres_server.PATIENCE", 20.0)
        assert storage.threads() == []


def test_a_server_is_tried_until_the_end_of_the_patience(
    server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pause that would outlast it is cut short: the last try is at its end."""
    monkeypatch.setattr("smurfs_graph.checkpoints.postgres_server.PATIENCE", 1.0)
    monkeypatch.setattr("smurfs_graph.checkpoints.postgres_server.CONNECTING", 0.01)
    with open_storage(server.url()) as storage:
        server.kill()
        began = time.monotonic()
        with pytest.raises(StorageError, match="does not answer any more"):
            storage.threads()
        assert time.monotonic() - began >= 1.0


def test_a_server_that_comes_back_after_it_was_given_up_is_used_again(
    server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once: pools double their pauses, here a hundredfold in place of six outages of growing length."""
    hurry(monkeypatch)
    monkeypatch.setattr("psycopg_pool.base.AttemptWithBackoff.DELAY_BACKOFF", 100.0)
    with open_storage(server.url()) as storage:
        server.kill()
        killed = time.monotonic()
        with pytest.raises(StorageError, match="does not answer any more"):
            storage.threads()
        time.sleep(max(0.0, killed + 2.0 - time.monotonic()))  # a pool has tried twice by then
        server.start()
        wait_until(lambda: answers(storage), seconds=4.5)


def answers(storage: Storage) -> bool:
    """Whether a storage can be read."""
    try:
        storage.threads()
    except StorageError:
        return False
    return True


async def test_a_run_that_another_process_took_over_is_written_no_more(server: PostgresServer) -> None:
    """Its session was ended by the server, and somebody else holds the run by then."""
    go_on = asyncio.Event()
    with open_storage(server.url()) as storage, open_storage(server.url()) as other:
        look = Look(storage, [], go_on)
        run = asyncio.create_task(look.graph.ainvoke({"query": "q"}, CONFIG))
        await look.reached.wait()
        with psycopg.connect(server.url(), autocommit=True) as connection:
            connection.execute("SELECT pg_terminate_backend(session, 5000) FROM smurfs_leases")
        with other.leases.take("t"):
            go_on.set()
            with pytest.raises(StorageError, match="taken over by another process"):
                await run


def test_no_server_is_one_line_without_the_password() -> None:
    """At an address where nothing listens."""
    with (
        pytest.raises(StorageError, match="PostgreSQL cannot be used") as caught,
        open_storage("postgresql://me:hunter2@127.0.0.1:1/runs"),
    ):
        pass
    assert "\n" not in str(caught.value)
    assert "hunter2" not in str(caught.value)


def test_a_database_of_a_newer_version_is_refused_by_name(postgres_url: str) -> None:
    """And nothing is changed in it."""
    with open_storage(postgres_url):
        pass
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("UPDATE smurfs_marks SET data = '99' WHERE name = 'layout'")
    with pytest.raises(StorageError, match="layout 99, of a newer version"), open_storage(postgres_url):
        pass


def test_two_processes_may_make_the_tables_at_once(postgres_url: str) -> None:
    """Both find a storage."""

    def opened(_: int) -> int:
        with open_storage(postgres_url) as storage:
            return len(storage.threads())

    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(opened, range(4))] == [0, 0, 0, 0]
