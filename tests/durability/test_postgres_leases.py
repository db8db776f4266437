"""Leases in PostgreSQL: who slept, lost its session or its machine is taken over from, and writes no more."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from langgraph.prebuilt.tool_node import ToolCallRequest

from smurfs_graph import effects
from smurfs_graph.asking.journal import Journal
from smurfs_graph.checkpoints.payloads import RESPONSES
from smurfs_graph.checkpoints.storage import Storage, open_storage
from smurfs_graph.errors import RunBusyError, StorageError
from smurfs_graph.middleware.kept import Journal as ProgramJournal
from tests.durability.test_calls import graph_of
from tests.durability.test_leases import HOLDER
from tests.memory.history import near
from tests.scripts import CONFIG, build
from tests.servers.postgres.pooler import pooler
from tests.servers.postgres.server import PostgresServer, UnavailableError


@pytest.fixture
def pooled_url(postgres: PostgresServer, postgres_url: str) -> Iterator[str]:
    """The same database by way of PgBouncer in transaction mode."""
    with ExitStack() as stack:
        try:
            url = stack.enter_context(pooler(postgres))
        except UnavailableError as error:
            pytest.skip(str(error))
        yield url


def execute(url: str, sql: str) -> list[Any]:
    """The rows of a statement, beside whatever the storages do."""
    with psycopg.connect(url, autocommit=True) as connection:
        cursor = connection.execute(sql)  # pyright: ignore[reportArgumentType, reportCallIssue]
        return cursor.fetchall() if cursor.description else []


def sleep_through_it(url: str) -> None:
    """Leave the leases as they are once their holders have slept for longer than they last."""
    execute(url, "UPDATE smurfs_leases SET until = clock_timestamp() - interval '1 second'")


def held_back(storage: Storage, url: str, written: list[Any]) -> None:
    """Go on as a process that slept, and was taken over from: nothing of it is written."""
    with pytest.raises(StorageError, match="taken over by another process"):
        storage.checkpointer.put_writes(written[0].config, [("x", "late")], "task")
    with pytest.raises(StorageError, match="taken over by another process"):
        storage.checkpointer.put(written[0].config, written[0].checkpoint, {}, {})
    rows = execute(url, "SELECT count(*) FROM smurfs_writes WHERE task = 'task'")
    assert rows == [(0,)]


@pytest.mark.parametrize("way", ["postgres_url", "pooled_url"])
def test_whoever_slept_is_taken_over_from_and_writes_no_more(way: str, request: pytest.FixtureRequest) -> None:
    """Also where it has not noticed yet, and where the other has ended the run and gone."""
    url = request.getfixturevalue(way)
    with open_storage(url) as storage, open_storage(url) as other:
        build([near], checkpointer=storage.checkpointer).graph.invoke({"query": "q"}, CONFIG)
        written = [*storage.checkpointer.list(CONFIG)]
        with storage.leases.take("t"):
            with pytest.raises(RunBusyError, match="another process"), other.leases.take("t"):
                pass
            sleep_through_it(url)
            with other.leases.take("t"):
                held_back(storage, url, written)
            held_back(storage, url, written)
        with storage.leases.take("t"):
            storage.checkpointer.put_writes(written[0].config, [("x", "now")], "task")


async def test_who_was_taken_over_from_makes_no_call(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It slept between its look into the journal and its own announcement, and the other has made the call."""
    calls: list[str] = []

    @effects("money")
    async def book() -> str:
        """Book it."""
        calls.append("booked")
        return "booked"

    with open_storage(postgres_url) as storage, open_storage(postgres_url) as other:
        graph, others = (
            graph_of(book, tmp_path / "policy.yaml", each.checkpointer, each.store) for each in (storage, other)
        )
        begin = Journal.begin

        async def late(journal: Journal) -> bool:
            monkeypatch.setattr(Journal, "begin", begin)
            sleep_through_it(postgres_url)
            result = await others.ainvoke(None, CONFIG)
            assert result["outcomes"]["s1"].answer == "booked"
            return await begin(journal)

        monkeypatch.setattr(Journal, "begin", late)
        with pytest.raises(StorageError, match="taken over by another process"):
            await graph.ainvoke({"query": "q"}, CONFIG)
        assert calls == ["booked"]
        kept = [value["fate"] for _, value in other.payloads("") if "fate" in value]
        assert kept == ["made"]


def test_a_call_is_announced_once(postgres_url: str) -> None:
    """What stands there stays; the same announcement, sent again over a new connection, is no other one."""
    with open_storage(postgres_url) as storage, open_storage(postgres_url) as other, storage.leases.take("t"):
        store: Any = storage.store
        announce = partial(store.announce, "t", RESPONSES, "r-1")
        first, second = {"fate": "begun", "by": "1"}, {"fate": "begun", "by": "2"}
        assert announce(first)
        assert announce(first)
        assert not announce(second)
        others: Any = other.store
        with pytest.raises(RunBusyError):
            others.announce("t", RESPONSES, "r-2", second)
        assert storage.payloads("r-") == [("r-1", first)]


async def test_who_was_taken_over_from_takes_nothing_back(postgres_url: str) -> None:
    """Neither what the other has announced nor what it has made: the call would be made once more."""
    with open_storage(postgres_url) as storage, open_storage(postgres_url) as other, storage.leases.take("t"):
        mine, others = (Journal(each.store, "t", "r", "key") for each in (storage, other))
        assert await mine.begin()
        sleep_through_it(postgres_url)
        with other.leases.take("t"):
            await others.forget()
            assert await others.begin()
            with pytest.raises(StorageError, match="taken over by another process"):
                await mine.forget()
            assert not await others.begin()


async def test_of_two_processes_with_one_program_the_first_makes_a_call(postgres_url: str) -> None:
    """Agents of LangChain's hold no lease: both may go on with a thread at once."""
    call: Any = {"name": "run_python", "args": {}, "id": "1", "type": "tool_call"}
    runtime: Any = SimpleNamespace(state={"messages": []}, config={"configurable": {"thread_id": "t"}})
    request = ToolCallRequest(call, None, {"messages": []}, runtime)
    with open_storage(postgres_url) as storage, open_storage(postgres_url) as other:
        first, second = (ProgramJournal(each.store, request, is_async=True).call(0) for each in (storage, other))
        assert [await each.begin() for each in (first, second)] == [True, False]
        await first.forget()
        assert [await each.begin() for each in (second, first)] == [True, False]


def test_a_lease_that_could_not_be_released_is_not_renewed(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """This process can have it again at once, and others once the leases of other runs are renewed."""
    sql = "SELECT thread FROM smurfs_leases ORDER BY thread"
    with open_storage(postgres_url) as storage, open_storage(postgres_url) as other:
        leases: Any = storage.leases
        with leases.take("held"):
            for _ in range(2):
                with monkeypatch.context() as broken, leases.take("t"):
                    broken.setattr("smurfs_graph.checkpoints.postgres_leases._RELEASE", "SELECT 1 / 0, %s, %s")
                execute(postgres_url, "UPDATE smurfs_leases SET session = NULL")  # it does not end behind a pooler
            with pytest.raises(RunBusyError), other.leases.take("t"):
                pass
            leases.renew()
            assert execute(postgres_url, sql) == [("held",)]
            with other.leases.take("t"):
                pass


def test_a_lease_is_released_though_its_session_has_broken(postgres_url: str) -> None:
    """Over a new one."""
    with open_storage(postgres_url) as storage:
        with storage.leases.take("t"):
            execute(postgres_url, "SELECT pg_terminate_backend(session, 5000) FROM smurfs_leases")
        assert execute(postgres_url, "SELECT count(*) FROM smurfs_leases") == [(0,)]


def test_what_is_written_without_a_lease_is_refused_while_another_process_holds_the_run(postgres_url: str) -> None:
    """It is written once that one has let go, or has not renewed its lease."""
    with open_storage(postgres_url) as storage, open_storage(postgres_url) as other:
        build([near], checkpointer=storage.checkpointer).graph.invoke({"query": "q"}, CONFIG)
        (last, *_) = storage.checkpointer.list(CONFIG)
        with other.leases.take("t"):
            with pytest.raises(RunBusyError, match="another process"):
                storage.checkpointer.put_writes(last.config, [("x", "late")], "task")
            sleep_through_it(postgres_url)
            storage.checkpointer.put_writes(last.config, [("x", "now")], "task")
        storage.checkpointer.put_writes(last.config, [("x", "then")], "another")
        assert execute(postgres_url, "SELECT count(*) FROM smurfs_writes WHERE task IN ('task', 'another')") == [(2,)]


def test_a_lease_is_renewed_while_it_is_held(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the server's clock, until the run ends."""
    monkeypatch.setattr("smurfs_graph.checkpoints.postgres_leases.RENEWED_EVERY", 0.01)
    with open_storage(postgres_url) as storage:
        with storage.leases.take("t"):
            sleep_through_it(postgres_url)
            while execute(postgres_url, "SELECT until < clock_timestamp() FROM smurfs_leases") == [(True,)]:
                pass
        assert execute(postgres_url, "SELECT count(*) FROM smurfs_leases") == [(0,)]


def test_a_session_that_broke_is_replaced_before_others_take_over(postgres_url: str) -> None:
    """The process is alive: once it has renewed its leases, its new session is the one that counts."""
    with open_storage(postgres_url) as storage, open_storage(postgres_url) as other, storage.leases.take("t"):
        (before,) = execute(postgres_url, "SELECT session FROM smurfs_leases")
        execute(postgres_url, "SELECT pg_terminate_backend(session, 5000) FROM smurfs_leases")
        storage.leases.renew()  # pyright: ignore[reportAttributeAccessIssue]
        assert execute(postgres_url, "SELECT session FROM smurfs_leases") != [before]
        with pytest.raises(RunBusyError), other.leases.take("t"):
            pass


def test_a_restart_of_the_server_costs_one_renewal_however_many_connections_broke(postgres_url: str) -> None:
    """And an operation one more attempt."""
    with open_storage(postgres_url, 8) as storage, storage.leases.take("t"):
        leases: Any = storage.leases
        attempts: list[int] = []

        def work() -> None:
            attempts.append(1)
            with leases._server.pool.connection() as connection:
                connection.execute("SELECT 1")

        for use in (leases.renew, partial(leases._server.again, work)):
            with ExitStack() as stack:
                for _ in range(8):
                    stack.enter_context(leases._server.pool.connection())
            execute(
                postgres_url,
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'",
            )
            use()
            assert leases.is_held("t")
        assert len(attempts) == 2


@contextmanager
def busy_connection(storage: Storage, url: str) -> Generator[None]:
    """Have a storage's only connection execute a statement for as long as this lasts."""
    leases: Any = storage.leases
    with psycopg.connect(url) as other, ThreadPoolExecutor(1) as pool:
        other.execute("LOCK TABLE smurfs_writes IN ACCESS EXCLUSIVE MODE")
        counted = pool.submit(leases._server.rows, "SELECT count(*) FROM smurfs_writes")
        while not execute(url, "SELECT 1 FROM pg_locks WHERE NOT granted"):
            pass
        try:
            yield
        finally:
            other.rollback()
            assert counted.result() == [(0,)]


def test_a_lease_that_waits_for_a_connection_to_be_renewed_is_respected(postgres_url: str) -> None:
    """The connections of its process are all busy; once they are not, it runs out."""
    with open_storage(postgres_url, 1) as storage, open_storage(postgres_url) as other, storage.leases.take("t"):
        with busy_connection(storage, postgres_url):
            sleep_through_it(postgres_url)
            assert other.leases.is_held("t")  # pyright: ignore[reportAttributeAccessIssue]
            with pytest.raises(RunBusyError), other.leases.take("t"):
                pass
        sleep_through_it(postgres_url)
        with other.leases.take("t"):
            pass


def test_other_runs_do_not_wait_for_a_renewal(postgres_url: str) -> None:
    """It waits for a connection."""
    with open_storage(postgres_url, 1) as storage, storage.leases.take("t"):
        leases: Any = storage.leases
        waiting = leases._server.pool.get_stats
        with ThreadPoolExecutor(1) as pool, busy_connection(storage, postgres_url):
            pool.submit(leases.renew)
            while not waiting()["requests_waiting"]:
                pass
            assert leases.holder_of("t")
            assert not waiting().get("requests_errors")  # which a renewal ends with that got none in time


def test_no_wait_of_the_pool_is_longer_than_windows_takes(postgres_url: str) -> None:
    """49 days."""
    with open_storage(postgres_url) as storage:
        leases: Any = storage.leases
        assert leases._server.pool.max_idle < 0xFFFFFFFF / 1000


def test_a_worker_of_the_release_before_is_not_taken_over_from(postgres_url: str) -> None:
    """It holds a lock of its session."""
    from smurfs_graph.checkpoints.postgres_leases import _number

    with open_storage(postgres_url) as storage, psycopg.connect(postgres_url, autocommit=True) as earlier:
        earlier.execute("SELECT pg_advisory_lock(%s)", (_number("t"),))
        with pytest.raises(RunBusyError), storage.leases.take("t"):
            pass
        earlier.execute("SELECT pg_advisory_unlock_all()")
        with storage.leases.take("t"):
            pass


async def test_runs_behind_a_pooler(pooled_url: str) -> None:
    """Several at once on two storages; one that is under way is refused to the other."""
    with open_storage(pooled_url) as first, open_storage(pooled_url) as second:
        graphs = [build([near], checkpointer=each.checkpointer, store=each.store).graph for each in (first, second)]
        runs = [
            graphs[number % 2].ainvoke({"query": "q"}, {"configurable": {"thread_id": f"t{number}"}})
            for number in range(8)
        ]
        results = await asyncio.gather(*runs)
        assert {result["stop_reason"] for result in results} == {"answered"}
        with first.leases.take("t0"), pytest.raises(RunBusyError), second.leases.take("t0"):
            pass
        assert len(second.threads()) == 8


def test_a_killed_process_behind_a_pooler_is_taken_over_from_when_its_lease_has_run_out(pooled_url: str) -> None:
    """Nobody sees its session end there."""
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, pooled_url], stdout=subprocess.PIPE, text=True)
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        holder.send_signal(signal.SIGKILL)
        holder.wait(10)
        with open_storage(pooled_url) as storage:
            with pytest.raises(RunBusyError), storage.leases.take("t"):
                pass
            sleep_through_it(pooled_url)
            with storage.leases.take("t"):
                pass
    finally:
        holder.kill()
        holder.communicate()


async def test_a_process_needs_two_connections(postgres_url: str) -> None:
    """However many runs it has at once: a lease is held by one of them."""
    counted: list[int] = []

    async def count() -> None:
        sql = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name <> 'count'"
        with suppress(asyncio.CancelledError):
            while True:
                counted.append((await asyncio.to_thread(execute, f"{postgres_url}?application_name=count", sql))[0][0])

    with open_storage(postgres_url) as storage:
        counting = asyncio.create_task(count())
        graph = build([near], checkpointer=storage.checkpointer, store=storage.store).graph
        runs = [graph.ainvoke({"query": "q"}, {"configurable": {"thread_id": f"t{number}"}}) for number in range(20)]
        assert {result["stop_reason"] for result in await asyncio.gather(*runs)} == {"answered"}
        counting.cancel()
        await asyncio.wait([counting])
    assert max(counted) <= 2


def test_a_storage_that_was_closed_says_so(postgres_url: str) -> None:
    """At once: it is no server that went away."""
    with open_storage(postgres_url) as storage:
        pass
    with pytest.raises(StorageError, match="this storage is closed"):
        storage.threads()
