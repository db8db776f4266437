"""Responses of tools in a SQLite file, by tool and canonical arguments: to call less, or to replay a run with no calls.

    record   what is there is used if it is the good response of a tool that only reads; all responses are kept
    replay   nothing is called; a call that was not recorded fails, and says so

Texts only: nothing in the file is ever run. A file that breaks in mid-run costs the cache, never the run.
"""

import asyncio
import os
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any, Literal, NamedTuple

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.output import clean
from smurfs_graph.tools.tool import Tool

Mode = Literal["record", "replay"]
MAX_BYTES = 500_000_000
"""Of responses; beyond it the oldest go."""
_BUSY_SECONDS = 5.0
_LAYOUT = 1
_TABLE = (
    "CREATE TABLE IF NOT EXISTS responses "
    "(key TEXT PRIMARY KEY, tool TEXT, failed INT, reason TEXT, text INT, full TEXT, made REAL)"
)


class Kept(NamedTuple):
    """A response as it is kept."""

    failed: bool
    reason: str
    is_text: bool
    """The full response is text, not JSON."""
    full: str


class CallCache:
    """Responses by call."""

    def __init__(self, path: str, mode: Mode, max_bytes: int = MAX_BYTES) -> None:
        """Opens the file; `record` creates it. Raises ConfigurationError where that cannot be."""
        self.mode: Mode = mode
        self._lock = threading.Lock()
        self._max_bytes = max_bytes
        file = Path(path).expanduser()
        try:
            self._database, self._bytes = self._open(file, mode)
        except (OSError, ValueError, sqlite3.Error) as error:
            raise ConfigurationError(f"tool_cache {path!r} cannot be used: {error}") from None

    @staticmethod
    def _open(file: Path, mode: Mode) -> tuple[sqlite3.Connection, int]:
        """Open the file, and count the characters of its responses. Raises ValueError for one that cannot be used."""
        if mode == "replay" and not file.is_file():
            raise ValueError("there is no such file to replay")
        if not file.exists():
            os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))  # responses are nobody else's business
        database = sqlite3.connect(file, check_same_thread=False, timeout=_BUSY_SECONDS, isolation_level=None)
        try:
            version = database.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, _LAYOUT):
                raise ValueError(f"it has layout {version}, this version reads {_LAYOUT}")
            if mode == "record":
                database.execute("PRAGMA journal_mode=WAL")
                database.execute("PRAGMA synchronous=NORMAL")
                database.execute(_TABLE)
                database.execute(f"PRAGMA user_version={_LAYOUT}")
            return database, int(database.execute("SELECT coalesce(sum(length(full)), 0) FROM responses").fetchone()[0])
        except BaseException:
            database.close()
            raise

    def close(self) -> None:
        """Close the file; what is looked up after that is not found."""
        with self._lock:
            self._database.close()

    async def find(self, tool: Tool, key: str) -> Kept | None:
        """Return the response to use instead of calling, if there is one."""
        kept = await asyncio.to_thread(self._find, key)
        if kept is None or self.mode == "replay":
            return kept
        return kept if tool.reads_only and not kept.failed else None

    async def keep(self, tool: Tool, key: str, kept: Kept) -> None:
        """Remember a response; when replaying, nothing is remembered."""
        if self.mode == "record":
            await asyncio.to_thread(self._keep, tool.name, key, kept)

    def _find(self, key: str) -> Kept | None:
        """Return the response that is kept under a key; None where there is none."""
        select = "SELECT failed, reason, text, full FROM responses WHERE key = ?"
        try:
            with self._lock:
                row: Any = self._database.execute(select, (key,)).fetchone()
        except sqlite3.Error:
            return None
        if row is None or not isinstance(row[1], str) or not isinstance(row[3], str):
            return None
        return Kept(bool(row[0]), clean(row[1]), bool(row[2]), clean(row[3]))

    def _keep(self, name: str, key: str, kept: Kept) -> None:
        """Keep a response under its key; the oldest go where there are too many. A file that breaks costs the cache
        alone.
        """
        full = kept.full.encode("utf-8", "replace").decode()
        values = (key, name, kept.failed, kept.reason.encode("utf-8", "replace").decode(), kept.is_text, full)
        try:
            with self._lock:
                self._database.execute(
                    "INSERT OR REPLACE INTO responses VALUES (?, ?, ?, ?, ?, ?, ?)", (*values, time.time())
                )
                self._bytes += len(full)
                if self._bytes > self._max_bytes:
                    self._make_room()
        except sqlite3.Error:
            return

    def _make_room(self) -> None:
        """Delete the oldest responses until nine tenths of the size are left."""
        database = self._database
        self._bytes = int(database.execute("SELECT coalesce(sum(length(full)), 0) FROM responses").fetchone()[0])
        rows: Any = database.execute("SELECT key, length(full) FROM responses ORDER BY made, rowid")
        gone: list[tuple[str]] = []
        for key, size in rows:
            if self._bytes <= self._max_bytes * 0.9:
                break
            gone.append((key,))
            self._bytes -= size
        database.executemany("DELETE FROM responses WHERE key = ?", gone)
