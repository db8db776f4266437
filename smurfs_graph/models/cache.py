"""An opt-in cache of replies in a SQLite file, so that a run can be replayed at no cost.

Prompts are not kept, only digests of them; replies are.
"""

import sqlite3
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from langchain_core.messages import AIMessage, BaseMessage

from smurfs_graph.canonical import canonical_json, digest
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.models.registry import Rung
from smurfs_graph.user.own_files import close_to_others, make_database

_TABLE = "CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, text TEXT, rung TEXT, cut_off INT, made REAL)"
_COLUMN = "ALTER TABLE replies ADD COLUMN tightness INT NOT NULL DEFAULT 0"
_BUSY_SECONDS = 5.0


class KeptReply(NamedTuple):
    """A model's reply as the asking layer needs it, and as the cache keeps it."""

    text: str
    rung: Rung
    cut_off: bool
    message: AIMessage
    """The message with the server's counts; from the cache: without any."""
    complaint: str = ""
    """A complaint, where one is known before the reply is read."""
    instead_of: Rung | None = None
    """The format that the server answered with errors, where this one brought the reply."""
    tightness: int = 0
    """Of the bounds in the schema that it was held to, see `with_bounds`."""


def cache_key(server: str, reference: str, parameters: Any, messages: list[BaseMessage], schema: str) -> str:
    """Return the key under which a reply is cached: equal for calls that the same reply may answer."""
    said = [(message.type, str(message.text), *_calls_in(message)) for message in messages]
    return digest(canonical_json([server, reference, parameters, schema, said]))


def _calls_in(message: BaseMessage) -> list[Any]:
    """Return a message's calls and a digest of its images, which its text does not show."""
    calls: Any = getattr(message, "tool_calls", None) or getattr(message, "tool_call_id", None)
    images = [block for block in message.content if isinstance(block, dict) and block.get("type") == "image"]
    return [*([calls] if calls else []), *([digest(canonical_json(images))] if images else [])]


class ResponseCache:
    """Replies by key. A file that stops working costs the cache, never the run."""

    def __init__(self, path: str) -> None:
        """Opens or creates the file. Raises ConfigurationError where that cannot be."""
        self._lock = threading.Lock()
        try:
            file = Path(path).expanduser()
            make_database(file)
            self._database = sqlite3.connect(file, check_same_thread=False, timeout=_BUSY_SECONDS, isolation_level=None)
            if self._tables() <= {"replies"}:  # it is no other program's
                close_to_others(file)
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=NORMAL")
            self._database.execute(_TABLE)
            with suppress(sqlite3.OperationalError):  # it has the column
                self._database.execute(_COLUMN)
        except sqlite3.Error as error:
            raise ConfigurationError(f"response_cache {path!r} cannot be used: {error}") from None

    def _tables(self) -> set[str]:
        found = self._database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {name for (name,) in found}

    def find(self, key: str) -> KeptReply | None:
        """Return the reply of that key."""
        try:
            with self._lock:
                row = self._database.execute(
                    "SELECT text, rung, cut_off, tightness FROM replies WHERE key = ?", (key,)
                ).fetchone()
        except sqlite3.Error:
            return None
        return KeptReply(row[0], row[1], bool(row[2]), AIMessage(row[0]), tightness=row[3]) if row else None

    def keep(self, key: str, kept: KeptReply) -> None:
        """Keep a reply, unless something is known to be wrong with it."""
        if kept.complaint:
            return
        text = kept.text.encode("utf-8", "replace").decode()
        values = (key, text, kept.rung, kept.cut_off, time.time(), kept.tightness)
        try:
            with self._lock:
                self._database.execute("INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?, ?, ?)", values)
        except sqlite3.Error:
            return
