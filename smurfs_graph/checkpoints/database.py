"""A SQLite file of this program: made once, recognised again, refused where it is another's or a newer version's.

Safe for several threads and processes: one connection behind a lock, write-ahead log, immediate transactions.
Every commit reaches the disk some milliseconds later.

In write-ahead mode a commit that was not flushed survives the end of its process, but not that of the machine; what is
lost then are the last commits, never one from between. So commits need not wait for the disk, but a call that must not
be made twice waits until the decision to make it is there (`flush`).
"""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from smurfs_graph.concurrency.backoff import Backoff
from smurfs_graph.errors import StorageError
from smurfs_graph.user.own_files import close_to_others, make_database

T = TypeVar("T")

APPLICATION = 0x534D5246
"""SQLite's application id of this program's files: "SMRF"."""
_BUSY_SECONDS = 30.0
_BACKOFF = Backoff(0.001, longest=0.05, varied=False)
_A_MOMENT = 0.001
"""Seconds in which another thread has done what it does with a file, most of the time."""
DELAY = 0.005
"""Seconds that commits are collected for before they are flushed together."""


class BusyError(Exception):
    """Another thread or process uses the file just now."""


class Database:
    """One file. `kind` says in messages what it holds; `version` is the layout that `schema` makes."""

    def __init__(
        self, path: Path | str, kind: str, version: int, schema: str, upgrades: Mapping[int, str] | None = None
    ) -> None:
        """Opens or creates the file. Raises StorageError, in one line, where that cannot be.

        `upgrades`: statements by the layout that they make the next one of.
        """
        self.path, self._kind, self._version = str(path), kind, version
        self._upgrades = upgrades or {}
        self._lock = threading.RLock()
        self._waits = True
        """Whether a busy database is waited for; else BusyError is raised."""
        self._flushing: threading.Timer | None = None
        """Will flush what was committed to the disk."""
        self._flush_error: OSError | None = None
        """Why that failed; raised by the next commit, and by every flush."""
        make_database(self.path)
        with self._translate_errors():
            self._connection = sqlite3.connect(
                self.path, timeout=_BUSY_SECONDS, check_same_thread=False, isolation_level=None
            )
        try:
            with self._translate_errors():
                self._recognise(schema)
                self._connection.execute("PRAGMA busy_timeout=0")  # from now on it is waited for here
                self._connection.execute("PRAGMA synchronous=NORMAL")  # commits are flushed here, too
        except BaseException:
            self._connection.close()
            raise

    def row(self, sql: str, values: Sequence[Any] = ()) -> Any:
        """Return the first row of one statement that reads. Raises StorageError for whatever SQLite complains of."""
        with self._lock, self._translate_errors():
            return self._execute(sql, values).fetchone()

    @contextmanager
    def reading(self) -> Generator[sqlite3.Connection]:
        """Lend the connection, in one consistent view. Raises StorageError for whatever SQLite complains of."""
        with self._lock, self._translate_errors():
            self._connection.execute("BEGIN")
            try:
                self._execute("SELECT 1 FROM sqlite_master")  # the view is of this moment
                yield self._connection
            finally:
                self._connection.execute("ROLLBACK")

    @contextmanager
    def writing(self) -> Generator[sqlite3.Connection]:
        """Lend the connection, in a transaction that is committed in the end, or not at all; `flush` waits for the
        disk.
        """
        with self._lock, self._translate_errors():
            self._execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
            self._flush_soon()

    def unless_busy(self, work: Callable[[], T]) -> T:
        """Do work that reads or writes, without waiting. Raises BusyError where others keep it from being done now."""
        if not self._lock.acquire(timeout=_A_MOMENT):
            raise BusyError
        waits, self._waits = self._waits, False
        try:
            return work()
        except StorageError as error:
            if _is_busy(error.__cause__):
                raise BusyError from None
            raise
        finally:
            self._waits = waits
            self._lock.release()

    def flush(self) -> None:
        """Return once everything that was committed here has reached the disk. Raises StorageError where it cannot."""
        self._flush_log()
        with self._translate_errors():
            self._complain_of_disk()

    def compact(self) -> None:
        """Give the room of deleted rows back to the file system."""
        with self._lock, self._translate_errors():
            self._execute("VACUUM")

    def close(self) -> None:
        """Close the file."""
        timer = self._flushing
        if timer is not None:
            timer.cancel()
        self._flush_log()
        with self._lock:
            self._connection.close()

    def _flush_soon(self) -> None:
        """Have what was committed flushed behind the run's back, together with what is committed until then."""
        if self._flushing is None:
            timer = threading.Timer(DELAY, self._flush_log)
            timer.daemon = True
            self._flushing = timer
            timer.start()  # by its name here: whoever flushes meanwhile takes it out of the field
        self._complain_of_disk()

    def _flush_log(self) -> None:
        self._flushing = None  # what is committed from now on wants another one
        try:
            log = os.open(f"{self.path}-wal", os.O_RDWR | getattr(os, "O_BINARY", 0))
            try:
                getattr(os, "fdatasync", os.fsync)(log)
            finally:
                os.close(log)
        except FileNotFoundError:  # whoever used the file last has worked the log into it, and flushed that
            return
        except OSError as error:
            self._flush_error = error

    def _complain_of_disk(self) -> None:
        if self._flush_error is not None:
            raise sqlite3.OperationalError(f"disk I/O error ({self._flush_error.strerror})")

    def _execute(self, sql: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Execute a statement that other processes may hold up for a while."""
        began = time.monotonic()
        for attempt in count():
            try:
                return self._connection.execute(sql, values)
            except sqlite3.OperationalError as error:
                if not self._waits or not _is_busy(error) or time.monotonic() - began > _BUSY_SECONDS:
                    raise
            time.sleep(_BACKOFF.pause(attempt))
        raise AssertionError("without end")

    def _recognise(self, schema: str) -> None:
        """Create the tables of an empty file, or upgrade those of an older version. Raises StorageError for any other
        file.
        """
        connection = self._connection
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        if application == 0 and not self._tables():
            close_to_others(self.path)
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
        close_to_others(self.path)
        found = self._upgrade(connection.execute("PRAGMA user_version").fetchone()[0])
        if found != self._version:
            newer = "a newer version" if found > self._version else "an older version"
            raise StorageError(
                f"{self._name()} has layout {found}, of {newer} of smurfs-graph; this one reads layout {self._version}"
            )

    def _upgrade(self, found: int) -> int:
        """Bring a file of an older layout to this one, as far as it is known how, and return its layout."""
        connection = self._connection
        if found not in self._upgrades:
            return found
        connection.execute("BEGIN IMMEDIATE")
        found = connection.execute("PRAGMA user_version").fetchone()[0]  # no other process was faster
        while found in self._upgrades:
            for statement in self._upgrades[found].split(";"):
                connection.execute(statement)
            found += 1
            connection.execute(f"PRAGMA user_version={found}")
        connection.execute("COMMIT")
        return found

    def _tables(self) -> set[str]:
        return {name for (name,) in self._connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}

    def _origin(self) -> str:
        if {"checkpoints", "writes"} <= self._tables():
            return "was written by LangGraph's own SQLite checkpointer, or by smurfs-graph before layout 1"
        return "belongs to another program"

    def _name(self) -> str:
        return f"the {self._kind} file {self.path!r}"

    @contextmanager
    def _translate_errors(self) -> Generator[None]:
        try:
            yield
        except sqlite3.Error as error:
            advice = next((text for sign, text in _ADVICE.items() if sign in str(error)), "")
            raise StorageError(f"{self._name()} cannot be used: {error}{advice}") from error


def _is_busy(error: BaseException | None) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _BUSY


_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_ADVICE = {
    "full": "; make room; what was saved before is kept",
    "disk I/O": "; the disk is full, or failing",
    "locked": "; another process holds it: wait for it to end",
    "readonly": "; make it and its folder writable",
    "malformed": "; it is damaged: restore a copy, or move it away",
    "not a database": "; move it away, or name another file",
    "unable to open": "; check its folder",
}
"""Advice by a word of SQLite's complaint."""
