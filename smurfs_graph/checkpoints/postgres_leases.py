"""Leases among all processes that share a PostgreSQL database: locks of one session, dropped when its process ends."""

import hashlib
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Any, cast

import psycopg

from smurfs_graph.checkpoints.leases import busy
from smurfs_graph.checkpoints.postgres_server import PostgresPool
from smurfs_graph.errors import StorageError

_CONFIRMED_FOR = 5.0
"""Seconds for which a lease is believed in without asking the server again."""


class PostgresLeases:
    """Locks on runs. A run whose lock was lost with its connection, and taken by another, is written no more.

    A pooler that shares sessions among transactions (PgBouncer) cannot be between: it would share the locks too.
    """

    def __init__(self, server: PostgresPool) -> None:
        """Connects when the first lease is taken."""
        self._server = server
        self._lock = threading.RLock()
        self._held: set[str] = set()
        self._lost: set[str] = set()
        self._connection: psycopg.Connection[Any] | None = None
        self._confirmed = 0.0

    @contextmanager
    def take(self, thread: str) -> Generator[None]:
        """Hold a run. Raises RunBusyError where somebody else does."""
        with self._lock:
            if thread in self._held:
                raise busy(thread, "this process")
            if not self._server.again(lambda: self._try(thread)):
                raise busy(thread, "another process")
            self._held.add(thread)
        try:
            yield
        finally:
            with self._lock:
                self._held.discard(thread)
                self._lost.discard(thread)
                with suppress(psycopg.Error, StorageError):
                    self._ask("SELECT pg_advisory_unlock(%s)", _number(thread))

    def confirm(self, thread: str) -> None:
        """Raises StorageError where a run that was held here is another's by now. What was never held is nobody's."""
        with self._lock:
            if thread in self._held and time.monotonic() - self._confirmed > _CONFIRMED_FOR:
                self._server.again(self.renew)
            if thread in self._lost:
                raise StorageError(f"run {thread!r} was taken over by another process while the connection was lost")

    def renew(self) -> None:
        """Look whether the session is still there; where it is not, take the locks again as far as they are free."""
        with self._lock:
            try:
                self._ask("SELECT 1")
            except psycopg.Error:
                self._connection = None
                self._lost |= {thread for thread in self._held if not self._try(thread)}
            self._confirmed = time.monotonic()

    def close(self) -> None:
        """Give up all leases."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()

    def _try(self, thread: str) -> bool:
        return bool(self._ask("SELECT pg_try_advisory_lock(%s)", _number(thread)))

    def _ask(self, sql: str, *values: Any) -> Any:
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(self._server.url, autocommit=True, connect_timeout=5)
            self._lost |= {thread for thread in self._held if not self._try(thread)}
        row = self._connection.execute(cast("Any", sql), values).fetchone()
        return row[0] if row else None


def _number(thread: str) -> int:
    """Return the lock's number: 63 bits of the name's digest."""
    return int.from_bytes(hashlib.sha256(f"smurfs:{thread}".encode("utf-8", "surrogatepass")).digest()[:8]) >> 1
