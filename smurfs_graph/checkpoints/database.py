"""A SQLite file of this program: made once, recognised again, refused where it is another's or a newer version's.

Safe for several threads and processes: one connection behind a lock, write-ahead log, immediate transactions.
Every commit reaches the disk, at once or some milliseconds later (`flushing`).
"""

import sqlite3
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from smurfs_graph.checkpoints.flushing import Flusher
from smurfs_graph.errors import StorageError

T = TypeVar("T")

APPLICATION = 0x534D5246
"""SQLite's application id of this program's files: "SMRF"."""
_BUSY_SECONDS = 30.0


class BusyError(Exception):
    """Another thread or process uses the file just now."""


class Database:
    """One file. `kind` says in messages what it holds; `version` is the layout that `schema` makes."""

    def __init__(self, path: Path | str, kind: str, version: int, schema: str) -> None:
        """Opens or creates the file. Raises StorageError, in one line, where that cannot be."""
        self.path, self._kind, self._version = str(path), kind, version
        self._lock = threading.RLock()
        self._full: bool | None = None
        self._flusher = Flusher(self.path)
        with self._translated():
            self._connection = sqlite3.connect(
                self.path, timeout=_BUSY_SECONDS, check_same_thread=False, isolation_level=None
            )
        try:
            with self._translated():
                self._recognise(schema)
        except BaseException:
            self._connection.close()
            raise

    @contextmanager
    def reading(self) -> Generator[sqlite3.Connection]:
        """The connection, in one consistent view. Raises StorageError for whatever SQLite complains of."""
        with self._lock, self._translated():
            self._connection.execute("BEGIN")
            try:
                yield self._connection
            finally:
                self._connection.execute("ROLLBACK")

    @contextmanager
    def writing(self, *, at_once: bool = True) -> Generator[sqlite3.Connection]:
        """The connection, in a transaction that is committed in the end, or not at all.

        `at_once`: the commit has reached the disk before this ends; else it does soon. The end of the process takes
        neither away, only that of the machine.
        """
        with self._lock, self._translated():
            if self._full != at_once:
                self._connection.execute(f"PRAGMA synchronous={'FULL' if at_once else 'NORMAL'}")
                self._full = at_once
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            if not at_once:
                self._flusher.committed()

    def unless_busy(self, work: Callable[[], T]) -> T:
        """Do work that reads or writes, without waiting. Raises BusyError where others keep it from being done now."""
        if not self._lock.acquire(blocking=False):
            raise BusyError
        try:
            self._connection.execute("PRAGMA busy_timeout=0")
            try:
                return work()
            finally:
                self._connection.execute(f"PRAGMA busy_timeout={int(_BUSY_SECONDS * 1000)}")
        except StorageError as error:
            if getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF in _BUSY:
                raise BusyError from None
            raise
        finally:
            self._lock.release()

    def flush(self) -> None:
        """Return once everything that was committed here has reached the disk."""
        with self._translated():
            self._flusher.flush()

    def compact(self) -> None:
        """Give the room of deleted rows back to the file system."""
        with self._lock, self._translated():
            self._connection.execute("VACUUM")

    def close(self) -> None:
        """Close the file."""
        self._flusher.end()
        with self._lock:
            self._connection.close()

    def _recognise(self, schema: str) -> None:
        connection = self._connection
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        if application == 0 and not self._tables():
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("BEGIN IMMEDIATE")
            if not self._tables():  # no other process was faster
                for statement in schema.split(";"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id={APPLICATION}")
                connection.execute(f"PRAGMA user_version={self._version}")
            connection.execute("COMMIT")
            application = connection.execute("PRAGMA application_id").fetchone()[0]
        if application != APPLICATION:
            raise StorageError(f"{self._name()} {self._origin()}; nothing was changed in it; name another file")
        if (found := connection.execute("PRAGMA user_version").fetchone()[0]) != self._version:
            newer = "a newer version" if found > self._version else "an older version"
            raise StorageError(
                f"{self._name()} has layout {found}, of {newer} of smurfs-graph; this one reads layout {self._version}"
            )

    def _tables(self) -> set[str]:
        return {name for (name,) in self._connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}

    def _origin(self) -> str:
        if {"checkpoints", "writes"} <= self._tables():
            return "was written by LangGraph's own SQLite checkpointer, or by smurfs-graph before layout 1"
        return "belongs to another program"

    def _name(self) -> str:
        return f"the {self._kind} file {self.path!r}"

    @contextmanager
    def _translated(self) -> Generator[None]:
        try:
            yield
        except sqlite3.Error as error:
            advice = next((text for sign, text in _ADVICE.items() if sign in str(error)), "")
            raise StorageError(f"{self._name()} cannot be used: {error}{advice}") from error


_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_ADVICE = {
    "full": "; make room; what was saved before is kept",
    "locked": "; another process holds it: wait for it to end",
    "readonly": "; make it and its folder writable",
    "malformed": "; it is damaged: restore a copy, or move it away",
    "not a database": "; move it away, or name another file",
    "unable to open": "; check its folder",
}
"""What to do, by a word of SQLite's complaint."""
