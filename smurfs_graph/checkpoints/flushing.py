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
    """Flushes the write-ahead log of one SQLite file; used by several threads."""

    def __init__(self, path: str) -> None:
        """`path`: of the database."""
        self._path = f"{path}-wal"
        self._made = self._safe = 0  # commits
        self._error: OSError | None = None
        self._counting, self._flushing = threading.Lock(), threading.Lock()
        self._thread: threading.Thread | None = None
        self._wake, self._ended = threading.Event(), threading.Event()

    @property
    def behind(self) -> int:
        """Commits that may not have reached the disk."""
        return self._made - self._safe

    def committed(self) -> None:
        """Have a commit flushed soon. Raises sqlite3.OperationalError where an earlier one could not be."""
        with self._counting:
            self._made += 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="smurfs-flush", daemon=True)
                self._thread.start()
        self._wake.set()
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
        """Flush, and end the thread."""
        with suppress(sqlite3.OperationalError):
            self.flush()
        with self._counting:
            thread, self._thread = self._thread, None
        self._ended.set()
        self._wake.set()
        if thread is not None and thread is not threading.current_thread():
            thread.join()

    def _work(self) -> None:
        me = threading.current_thread()
        while self._thread is me:
            if self._wake.wait(_IDLE):
                self._wake.clear()
                self._ended.wait(DELAY)
                with suppress(sqlite3.OperationalError):  # the next commit raises it
                    self.flush()
            else:
                with self._counting:
                    if self._thread is me and not self._wake.is_set():
                        self._thread = None

    def _flush_file(self) -> None:
        try:
            descriptor = os.open(self._path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        except FileNotFoundError:  # whoever used the file last has worked the log into it, and flushed that
            return
        try:
            getattr(os, "fdatasync", os.fsync)(descriptor)
        finally:
            os.close(descriptor)

    def _raise(self) -> None:
        if self._error is not None:
            raise sqlite3.OperationalError(f"disk I/O error ({self._error.strerror})")
