"""The queue's engine: procrastinate's tables and its connectors."""

import asyncio
import re
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any, LiteralString, cast

import psycopg
from procrastinate import App, PsycopgConnector, SyncPsycopgConnector
from procrastinate.exceptions import ConnectorException
from procrastinate.schema import SchemaManager
from psycopg_pool import AsyncConnectionPool

from smurfs_graph.checkpoints.postgres_server import RECONNECTING, try_again
from smurfs_graph.errors import ConfigurationError, StorageError

QUEUE = "smurfs"
"""The queue of runs where no other is named."""
RUN, CANCELLED, TELL = "smurfs.run", "smurfs.cancelled", "smurfs.tell"
LOOK, CLEAR = "smurfs.look", "smurfs.clear"
"""Names of the tasks."""
QUEUE_TWICE = "UPDATE procrastinate_jobs SET queueing_lock = NULL WHERE id = %(job)s AND status = 'doing'"
"""Lets a job be queued beside a newer one of its thread; which of them is carried out first is the lock's."""
_SETUP_LOCK = 0x534D5251
_MARK = "made by smurfs-graph with procrastinate "
"""Comment on the engine's table of jobs: its layout is kept up to date here where it was made here."""
_INDEX = "CREATE INDEX IF NOT EXISTS smurfs_jobs_lock ON procrastinate_jobs (lock, id)"
"""The engine has one of what runs and one of what is queued; a thread's latest job may have ended."""
_CONNECTION: dict[str, Any] = {"prepare_threshold": None, "connect_timeout": 5}
"""Behind PgBouncer in transaction mode the next statement may come to a session that was prepared for none. A host
that takes no connections is tried again soon.
"""
_PATIENCE, _PAUSE = 30.0, 0.5
"""Seconds for which the engine's bookkeeping is tried again, and between two tries."""


class Connector(PsycopgConnector):
    """Goes on where the database was away for a moment.

    A worker that listens reconnects instead of ending. Statements without a result (heartbeats, ends of jobs) are
    tried again: a job whose end was not written down would count as running for as long as its worker lives.
    """

    async def listen_notify(self, on_notification: Any, channels: Iterable[str]) -> None:
        """Listen, and connect again where the connection breaks."""
        names = list(channels)
        while True:
            try:
                await super().listen_notify(on_notification, names)
            except (ConnectorException, psycopg.OperationalError):
                await asyncio.sleep(_PAUSE)

    async def execute_query_async(self, query: LiteralString, **arguments: Any) -> None:
        """Execute a statement, again while connections break."""
        deadline = time.monotonic() + _PATIENCE
        while True:
            try:
                await super().execute_query_async(query, **arguments)
            except ConnectorException as error:
                if isinstance(error.__cause__, psycopg.errors.RaiseException):
                    return  # the job was ended, or taken over, by somebody else meanwhile
                if not isinstance(error.__cause__, psycopg.OperationalError) or time.monotonic() > deadline:
                    raise
                await asyncio.sleep(_PAUSE)
            else:
                return


def sync_connector(url: str) -> SyncPsycopgConnector:
    """Return the connector of a program that enqueues; it connects when it is first used."""
    waits: dict[str, Any] = {"reconnect_timeout": RECONNECTING, "reconnect_failed": try_again}
    return SyncPsycopgConnector(conninfo=url, min_size=0, max_size=2, kwargs=_CONNECTION, **waits)


def worker_connector(url: str) -> Connector:
    """Return the connector of a worker: one connection, and one that listens."""
    waits: dict[str, Any] = {"reconnect_timeout": RECONNECTING, "reconnect_failed": _try_again}
    return Connector(conninfo=url, min_size=1, max_size=1, kwargs=_CONNECTION, **waits)


async def _try_again(pool: AsyncConnectionPool[Any]) -> None:
    """Do what `try_again` does."""
    await pool.check()


@contextmanager
def alone(app: App, lock: str | None) -> Generator[Any]:
    """Yield a connection whose transaction holds off others that want to enqueue with this lock, if there is one."""
    connector = cast("SyncPsycopgConnector", app.connector.get_sync_connector())
    with connector.pool.connection() as connection, connection.transaction():
        if lock is not None:
            connection.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", (_SETUP_LOCK, lock))
        yield connection


def check_database(address: str) -> str:
    """Return a PostgreSQL address. Raises ConfigurationError for another storage."""
    if not address.startswith(("postgresql://", "postgres://")):
        raise ConfigurationError(
            f"workers share a PostgreSQL database: --database postgresql://..., not {address!r:.60}"
        )
    return address


@contextmanager
def translated() -> Generator[None]:
    """Raise StorageError, in one line, where the engine cannot use its database."""
    try:
        yield
    except (ConnectorException, psycopg.Error) as error:
        said = str(error.__cause__ or error).strip().splitlines()
        raise StorageError(f"PostgreSQL cannot be used: {said[0] if said else type(error).__name__}") from None


def set_up(url: str) -> None:
    """Make the engine's tables, or update those that were made here. Raises StorageError for a newer layout."""
    try:
        with connect(url) as connection:
            while not _set_up_alone(connection):
                time.sleep(0.05)
    except psycopg.Error as error:
        raise StorageError(f"PostgreSQL cannot be used: {str(error).strip().splitlines()[0]}") from None


def is_set_up(url: str) -> bool:
    """Return whether a database has a queue."""
    with connect(url) as connection:
        return _has_tables(connection)


def connect(url: str) -> "psycopg.Connection[Any]":
    """Return a connection of its own, each of whose statements is a transaction."""
    return psycopg.connect(url, autocommit=True, **_CONNECTION)


def _set_up_alone(connection: Any) -> bool:
    """Make or update the tables; return False while somebody else does.

    Tried again, and not waited for: a statement that waits would block the making of indexes. The lock ends with its
    transaction: behind PgBouncer one of the session would outlast this program.
    """
    with connection.transaction():
        if not _one(connection, "SELECT pg_try_advisory_xact_lock(%s)", _SETUP_LOCK):
            return False
        _update(connection, version("procrastinate"))
        return True


def _update(connection: Any, installed: str) -> None:
    """Create the engine's tables, or migrate those that an older version made; those of another program stay."""
    if not _has_tables(connection):
        with connection.transaction():
            connection.execute(SchemaManager.get_schema())
            connection.execute(_INDEX)
            _note(connection, installed)
        return
    noted = str(_one(connection, "SELECT obj_description('procrastinate_jobs'::regclass)") or "")
    if not noted.startswith(_MARK):
        return  # of a program that uses procrastinate itself, and updates it
    connection.execute(_INDEX)
    made = noted.removeprefix(_MARK)
    if _numbers(made) > _numbers(installed):
        raise StorageError(
            f"the queue in the PostgreSQL database was made with procrastinate {made}; this is {installed}: update it"
        )
    if made != installed:
        with connection.transaction():  # all or nothing: the engine's migrations cannot be repeated
            for path in _migrations(_numbers(made), _numbers(installed)):
                connection.execute(path.read_text("utf-8"))
            _note(connection, installed)


def _migrations(after: tuple[int, ...], until: tuple[int, ...]) -> list[Path]:
    """Return the engine's own migrations between two of its releases, in their order."""
    found = sorted(Path(SchemaManager.get_migrations_path()).glob("*.sql"))
    return [path for path in found if after < _numbers(path.name.partition("_")[0]) <= until]


def _numbers(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", release)[:3])


def _note(connection: Any, installed: str) -> None:
    connection.execute(f"COMMENT ON TABLE procrastinate_jobs IS '{_MARK}{installed}'")


def _has_tables(connection: Any) -> bool:
    return _one(connection, "SELECT to_regclass('procrastinate_jobs')") is not None


def _one(connection: Any, sql: str, *values: Any) -> Any:
    return cast("Callable[..., Any]", connection.execute)(sql, values).fetchone()[0]
