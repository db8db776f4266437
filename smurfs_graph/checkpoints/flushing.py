"""Getting commits to the disk behind the run's back, and waiting for it where it matters.

In write-ahead mode a commit that was not flushed survives the end of its process, but not that of the machine; what is
lost then are the last commits, never one from between. So commits need not wait for the disk, but a call that must not
be made twice waits until the decision to make it is there.
"""

import os
import sqlite3
import threading
from contextlib import suppress

DELAY = 0.005
"""Seconds that commits are collected for before they are flushed together."""
_IDLE = 1.0
"""Seconds without commits after which the thread ends."""


class Flusher:
    """One thread that flushes the logs of several files together; used by several threads."""

    def __init__(self) -> None:
        """The thread starts with the first commit."""
        self._logs: list[Log] = []
        self._changing = threading.Lock()
        self._thread: threading.Thread | None = None
        self._nothing_to_do, self._going_on = threading.Lock(), threading.Lock()  # cheaper to wait for than events
        self._nothing_to_do.acquire()
        self._going_on.acquire()

    def log(self, path: str) -> "Log":
        """The write-ahead log of a database, to be flushed from now on."""
        made = Log(self, path)
        with self._changing:
            self._logs.append(made)
        return made

    def wake(self) -> None:
        """Have what was committed flushed soon."""
        with self._changing:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="smurfs-flush", daemon=True)
                self._thread.start()
        with suppress(RuntimeError):  # it is awake
            self._nothing_to_do.release()

    def end(self, log: "Log") -> None:
        """Flush a log no more; end the thread with the last one."""
        with self._changing:
            self._logs.remove(log)
            thread, self._thread = (None, self._thread) if self._logs else (self._thread, None)
        if thread is not None:
            for waited_for in (self._going_on, self._nothing_to_do):
                with suppress(RuntimeError):
                    waited_for.release()
            if thread is not threading.current_thread():
                thread.join()

    def _work(self) -> None:
        me = threading.current_thread()
        while self._thread is me:
            if self._nothing_to_do.acquire(timeout=_IDLE):
                self._flush_until_quiet()
            else:
                with self._changing:
                    if self._thread is me and not any(log.behind for log in self._logs):
                        self._thread = None

    def _flush_until_quiet(self) -> None:
        while not self._going_on.acquire(timeout=DELAY):
            late = [log for log in self._logs if log.behind and not log.failed]
            for log in late:
                with suppress(sqlite3.OperationalError):  # the next commit raises it
                    log.flush()
            if not late:
                return


class Log:
    """The write-ahead log of one SQLite file."""

    def __init__(self, flusher: Flusher, path: str) -> None:
        """`path`: of the database."""
        self._path = f"{path}-wal"
        self._flusher = flusher
        self._made = self._safe = 0  # commits
        self._error: OSError | None = None
        self._flushing = threading.Lock()
        self._descriptor: int | None = None

    @property
    def behind(self) -> int:
        """Commits that may not have reached the disk."""
        return self._made - self._safe

    @property
    def failed(self) -> bool:
        """Whether it could not be flushed."""
        return self._error is not None

    def flush_soon(self) -> None:
        """Have a commit flushed soon; one at a time. Raises sqlite3.OperationalError where an earlier one was not."""
        self._made += 1
        if self._made - self._safe == 1:
            self._flusher.wake()
        self._raise()

    def flush(self) -> None:
        """Return once every commit made so far has reached the disk. Raises sqlite3.OperationalError otherwise."""
        with self._flushing:
            made = self._made
            if self._safe < made:
                try:
                    self._flush_file()
                except OSError as error:
                    self._error = error
                else:
                    self._safe = made
        self._raise()

    def end(self) -> None:
        """Flush for the last time."""
        with suppress(sqlite3.OperationalError):
            self.flush()
        self._flusher.end(self)
        with self._flushing:
            if self._descriptor is not None:
                os.close(self._descriptor)
                self._descriptor = None

    def _flush_file(self) -> None:
        if self._descriptor is None:
            try:
                self._descriptor = os.open(self._path, os.O_RDWR | getattr(os, "O_BINARY", 0))
            except FileNotFoundError:  # whoever used the file last has worked the log into it, and flushed that
                return
        getattr(os, "fdatasync", os.fsync)(self._descriptor)

    def _raise(self) -> None:
        if self._error is not None:
            raise sqlite3.OperationalError(f"disk I/O error ({self._error.strerror})")
