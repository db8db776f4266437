"""A PostgreSQL database: its pool of connections, and what to do where one breaks. Needs the extra `postgres`."""

import logging
import math
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, TypeVar, cast

import psycopg
from psycopg.rows import DictRow, dict_row
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from smurfs_graph.concurrency.backoff import Backoff
from smurfs_graph.errors import StorageError

T = TypeVar("T")
Pool = ConnectionPool[psycopg.Connection[DictRow]]

CONNECTIONS = 2
"""Of a pool where its opener names no number. All stay open: a lease on a run lasts as long as one of them."""
_NEVER = 10 * 365 * 86_400.0
_LONGEST_WAIT = 30 * 86_400.0
"""Seconds; a thread can be told to wait for 49 days on Windows."""
_BACKOFF = Backoff(0.1, longest=2.0)
PATIENCE = 20.0
"""Seconds for which a server that does not answer is tried again."""
GIVEN_UP_FOR = 5.0
"""Seconds after that in which nobody waits for it again: a run that ends has several things left to say."""
CONNECTING = 5.0
"""Seconds that one of the pool's connections may take."""
RECONNECTING = 2.0
"""Seconds of a row of tries to connect, with pauses that a pool doubles; then another row begins.

Without it a pool pauses for up to five minutes, and nobody's patience is as long.
"""
logging.getLogger("psycopg").addHandler(logging.NullHandler())  # its warnings are for those who listen to them
_LOST = ("08", "57P", "53300")
"""SQLSTATE classes of what may work with another connection in a moment."""
_SETUP_LOCK = 0x534D5246


class PostgresPool:
    """The pool of one database, made when it is first needed, and what to do where a connection breaks."""

    def __init__(self, url: str, connections: int = CONNECTIONS) -> None:
        """Tries the address. Raises StorageError in one line where no database answers there."""
        self.url = url
        try:
            with psycopg.connect(url, connect_timeout=10, autocommit=True, prepare_threshold=None) as connection:
                self.shares_sessions = one(connection, "SELECT pg_backend_pid()") != connection.info.backend_pid
                """Whether a pooler is between, which lends the server's sessions out for one transaction each."""
        except psycopg.Error as error:
            raise StorageError(f"PostgreSQL cannot be used: {_first_line(error)}") from None
        options = {
            "autocommit": True,
            "prepare_threshold": None if self.shares_sessions else 0,
            "row_factory": dict_row,
            "connect_timeout": 5,
        }
        sizes: Any = {"min_size": 1, "max_size": connections, "max_idle": _LONGEST_WAIT, "max_lifetime": _NEVER}
        waits: Any = {"timeout": CONNECTING, "reconnect_timeout": RECONNECTING, "reconnect_failed": try_again}
        self.pool = cast("Pool", ConnectionPool(url, kwargs=options, open=True, **waits, **sizes))
        self._given_up, self._last_words = -math.inf, ""
        self.on_loss: Callable[[], None] = lambda: None
        """Called before an operation is tried again; may raise to end it."""

    def again(self, work: Callable[[], T]) -> T:
        """Call `work` and return its result, again while connections break. Raises StorageError in one line."""
        is_given_up = time.monotonic() < self._given_up + GIVEN_UP_FOR
        if is_given_up and not self.pool.get_stats().get("pool_available"):
            raise StorageError(f"PostgreSQL does not answer any more: {self._last_words}")
        deadline = time.monotonic() + PATIENCE
        for attempt in count():
            try:
                return work()
            except PoolClosed:
                raise StorageError("this storage is closed; open it again for what is left to do") from None
            except (psycopg.Error, PoolTimeout) as error:
                said = _first_line(error)
                if not _is_loss(error):
                    raise StorageError(f"PostgreSQL refused: {said}") from error
                left = deadline - time.monotonic()
                if left <= 0:
                    self._given_up, self._last_words = time.monotonic(), said
                    raise StorageError(f"PostgreSQL does not answer any more: {said}") from error
            time.sleep(min(_BACKOFF.pause(attempt), left))  # the last try is at the end
            with suppress(psycopg.Error):
                self.pool.check()  # else each of its broken connections is met by somebody
                self.on_loss()
        raise AssertionError("without end")

    def rows(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> list[tuple[Any, ...]]:
        """Execute a statement and return its rows, if any. Raises StorageError in one line."""

        def find() -> list[tuple[Any, ...]]:
            with self.pool.connection() as connection:
                cursor = connection.execute(cast("Any", sql), values)
                return [tuple(row.values()) for row in cursor.fetchall()] if cursor.description else []

        return self.again(find)

    def set_up(self, *steps: Callable[[], None]) -> None:
        """Carry out steps that two processes must not do at once.

        Tried again and again, not waited for, and by statements without values, which leave no snapshot open: else the
        making of indexes would wait for this transaction. The lock ends with it, whatever sessions a pooler shares.
        """
        try:
            with (
                psycopg.connect(self.url, autocommit=True, prepare_threshold=None) as connection,
                connection.transaction(),
            ):
                while not one(connection, f"SELECT pg_try_advisory_xact_lock({_SETUP_LOCK})"):
                    time.sleep(0.05)
                for step in steps:
                    step()
        except (psycopg.Error, PoolTimeout) as error:
            raise StorageError(f"PostgreSQL cannot be used: {_first_line(error)}") from error

    def close(self) -> None:
        """Close the connections."""
        self.pool.close()


def try_again(pool: ConnectionPool[Any]) -> None:
    """Have a pool go on that has given up connecting: it would wait until somebody else wants a connection."""
    pool.check()


def one(connection: Any, sql: str, *values: Any) -> Any:
    """Return the first column of the first row."""
    row = connection.execute(sql, values or None).fetchone()
    return cast("list[Any]", [*row.values()])[0] if isinstance(row, dict) else row[0]


def _is_loss(error: Exception) -> bool:
    if isinstance(error, PoolTimeout | psycopg.InterfaceError):
        return True
    state = getattr(error, "sqlstate", None)
    return isinstance(error, psycopg.OperationalError) and (state is None or state.startswith(_LOST))


def _first_line(error: Exception) -> str:
    """Return the complaint without the address, which may hold a password."""
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
