"""Leases among all processes that share a PostgreSQL database: rows that their holders renew, by the server's clock.

A row names its holder, and a session of the holder's pool, which stays open for as long as the process lives. Another
process takes the run over once that session has ended, as it does at once when its process is killed, or once nobody
has renewed the row for a while, as when its machine is gone, and the session executes nothing: a renewal waits for its
turn behind the statements of the process's runs. Behind a pooler that shares sessions among transactions
(PgBouncer) there is no such session, and the second holds alone. Whoever was taken over from writes no more, however
long it slept: what it writes is written only where the row still names it, which is locked for that moment.
"""

import hashlib
import os
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar, cast
from uuid import uuid4

import psycopg
from psycopg_pool import PoolTimeout

from smurfs_graph.checkpoints.leases import busy
from smurfs_graph.checkpoints.postgres_server import PostgresPool
from smurfs_graph.errors import StorageError

T = TypeVar("T")

LASTS = 15.0
"""Seconds for which a lease that nobody renews is respected."""
RENEWED_EVERY = 4.0
"""Seconds."""
_UNTIL = f"clock_timestamp() + interval '{LASTS} seconds'"
_IS_OVER = """(known.until < clock_timestamp() AND NOT EXISTS (
    SELECT 1 FROM pg_stat_activity AS live WHERE live.pid = known.session
    AND live.backend_start = known.session_start AND live.state = 'active'
    AND live.wait_event_type IS DISTINCT FROM 'Client'
)) OR (known.session IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM pg_stat_activity AS live WHERE live.pid = known.session
    AND coalesce(live.backend_start = known.session_start, true)
))"""
"""A session that waits for its client may have lost it. Another user's shows its number, neither start nor state."""
HELD = f"""
WITH known AS (SELECT * FROM smurfs_leases WHERE thread = %s FOR SHARE),
held AS (
    SELECT CASE WHEN given.holder IS NULL THEN NOT EXISTS (SELECT 1 FROM known WHERE NOT ({_IS_OVER}))
    ELSE EXISTS (SELECT 1 FROM known WHERE known.holder = given.holder) END AS ok
    FROM (SELECT %s::text AS holder) AS given
), """
"""Whether this process holds a run still, or, where it took no lease, nobody else holds it; nobody takes a run over
until what follows is written. A statement begins with this; its first values are the run's name and `holder_of` it.
"""
_OWN = """(SELECT pg_backend_pid() WHERE %(own)s),
(SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid() AND %(own)s)"""
"""Number and start of the session at hand; nothing where a pooler shares sessions."""
_TAKE = f"""
INSERT INTO smurfs_leases AS known (thread, holder, until, session, session_start)
SELECT %(thread)s, %(holder)s, {_UNTIL}, {_OWN} WHERE pg_try_advisory_xact_lock(%(lock)s)
ON CONFLICT (thread) DO UPDATE SET
    holder = EXCLUDED.holder, until = EXCLUDED.until, session = EXCLUDED.session,
    session_start = EXCLUDED.session_start
WHERE known.holder = EXCLUDED.holder OR {_IS_OVER}
RETURNING 1
"""
"""A row of this process that could not be released is its own again. The lock is the lease of the release before."""
_RENEW = f"""
WITH unreleased AS (DELETE FROM smurfs_leases WHERE holder = %(holder)s AND thread <> ALL(%(held)s))
UPDATE smurfs_leases SET until = {_UNTIL}, (session, session_start) = (SELECT {_OWN})
WHERE holder = %(holder)s AND thread = ANY(%(held)s) RETURNING thread
"""
_RELEASE = "DELETE FROM smurfs_leases WHERE thread = %s AND holder = %s"
_IS_HELD = f"SELECT 1 FROM smurfs_leases AS known WHERE thread = %s AND NOT ({_IS_OVER})"


class PostgresLeases:
    """Leases on runs. A run that another process has taken over is written no more."""

    def __init__(self, server: PostgresPool) -> None:
        """No lease is taken."""
        self._server = server
        self._asking = threading.RLock()
        """Held while rows of this process are changed, however long a connection is waited for."""
        self._lock = threading.RLock()
        """Held while the sets below are changed."""
        self._holder, self._process = "", 0
        """The name in this process's rows, and the process that took it: a fork takes another one."""
        self._held: set[str] = set()
        self._lost: set[str] = set()
        """Runs held here that another process has taken over."""
        self._released = threading.Event()
        """Set when the last run is released, which ends the thread that renews."""
        self._renewing: threading.Thread | None = None

    @contextmanager
    def take(self, thread: str) -> Generator[None]:
        """Hold a run. Raises RunBusyError where somebody else does."""
        if not self._server.again(lambda: self._try_to_take(thread)):
            raise busy(thread, "another process")
        try:
            yield
        finally:
            with self._asking:
                with self._lock:
                    self._held.discard(thread)
                    self._lost.discard(thread)
                    if not self._held:
                        self._released.set()
                with suppress(psycopg.Error):  # else it runs out
                    self._twice(lambda: self._ask(_RELEASE, (thread, self._holder)))

    def is_held(self, thread: str) -> bool:
        """Return whether a process that is alive holds a run."""
        return bool(self._server.rows(_IS_HELD, (thread,)))

    def holder_of(self, thread: str) -> str | None:
        """Return the name under which this process holds a run; None for a run that it does not hold.

        Raises StorageError where it did, and another process has taken the run over.
        """
        with self._lock:
            if thread in self._lost:
                raise taken_over(thread)
            return self._holder if thread in self._held else None

    def write(self, sql: str, thread: str, values: Sequence[Any]) -> list[Any]:
        """Execute a statement that writes to a run, unless another process holds it; return what it says after `ok`.

        `sql`: begins with HELD and ends by selecting `ok`. Raises StorageError where the run was taken over from this
        process, RunBusyError where this process did not hold it and another one does.
        """
        holder = self.holder_of(thread)
        ((ok, *more),) = self._server.rows(sql, (thread, holder, *values))
        if not ok:
            raise busy(thread, "another process") if holder is None else taken_over(thread)
        return more

    def renew(self) -> None:
        """Renew what is held here, unless that is under way; what another process has taken over meanwhile is lost."""
        if self._asking.acquire(blocking=False):
            try:
                self._renew(None)
            finally:
                self._asking.release()

    def close(self) -> None:
        """Give up all leases."""
        with self._lock:
            self._held.clear()
            self._released.set()

    def _begin(self) -> None:
        """Give this process a name of its own: a fork is another holder, with a session of its own."""
        if self._process != os.getpid():
            self._process, self._holder = os.getpid(), uuid4().hex
            self._held, self._lost = set[str](), set[str]()
            self._renewing = None

    def _try_to_take(self, thread: str) -> bool:
        """Return whether this process holds the run now. Raises RunBusyError where it held it already."""
        with self._asking:
            with self._lock:
                self._begin()
                if thread in self._held:
                    raise busy(thread, "this process")
            if not self._ask(_TAKE, {"thread": thread, "lock": _number(thread), **self._own}):
                return False
            with self._lock:
                self._held.add(thread)
                self._keep_renewing()
            return True

    def _renew(self, timeout: float | None) -> None:
        """Renew while nothing else changes rows; wait so many seconds for a connection, else as long as others."""
        if held := [*self._held]:
            rows = self._twice(lambda: self._ask(_RENEW, {"held": held, **self._own}, timeout))
            with self._lock:
                self._lost |= self._held - {thread for (thread,) in rows}

    @property
    def _own(self) -> dict[str, Any]:
        return {"holder": self._holder, "own": not self._server.shares_sessions}

    def _twice(self, work: Callable[[], T]) -> T:
        """Return what the work returns, over a sound connection where the one at hand has broken."""
        try:
            return work()
        except PoolTimeout:
            raise
        except psycopg.Error:
            self._server.pool.check()
            return work()

    def _ask(self, sql: str, values: Sequence[Any] | Mapping[str, Any], timeout: float | None = None) -> list[Any]:
        with self._server.pool.connection(timeout) as connection:
            cursor = connection.execute(cast("Any", sql), values)
            return [tuple(row.values()) for row in cursor.fetchall()] if cursor.description else []

    def _keep_renewing(self) -> None:
        self._released.clear()
        if self._renewing is None or not self._renewing.is_alive():
            self._renewing = threading.Thread(target=self._renew_until_released, name="smurfs-leases", daemon=True)
            self._renewing.start()

    def _renew_until_released(self) -> None:
        """Renew the leases now and then, until none is held."""
        while True:
            self._released.wait(RENEWED_EVERY)
            with self._lock:
                if not self._held:
                    self._renewing = None
                    return
                self._released.clear()
            # Those before it in the line give up sooner. The next write waits for the server, and says what is wrong.
            with self._asking, suppress(psycopg.Error):
                self._renew(LASTS)


def taken_over(thread: str) -> StorageError:
    """Return the error for a run that another process goes on with."""
    return StorageError(f"run {thread!r} was taken over by another process while this one did not renew its lease")


def _number(thread: str) -> int:
    """Return the lock's number: 63 bits of the name's digest."""
    return int.from_bytes(hashlib.sha256(f"smurfs:{thread}".encode("utf-8", "surrogatepass")).digest()[:8]) >> 1
