"""Stores for what is too large for a state: full tool responses. In memory within a bound, or in a SQLite file."""

import asyncio
import json
import re
import sys
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from langgraph.checkpoint.serde.base import CipherProtocol
from langgraph.store.base import BaseStore, GetOp, Item, ListNamespacesOp, Op, PutOp, Result, SearchItem, SearchOp
from langgraph.store.memory import InMemoryStore

from smurfs_graph.canonical import digest
from smurfs_graph.checkpoints.database import BusyError, Database
from smurfs_graph.checkpoints.deltas import apply, difference
from smurfs_graph.checkpoints.serializing import decrypt, encrypt
from smurfs_graph.checkpoints.spool import Spool
from smurfs_graph.errors import StorageError

MEMORY_BYTES = 64 * 1024 * 1024
"""Bytes of tool responses that a graph without a store of its own keeps; the oldest are forgotten first."""
SCHEMA = (
    "CREATE TABLE IF NOT EXISTS payloads (ns TEXT, key TEXT, made REAL, data BLOB, PRIMARY KEY (ns, key)) WITHOUT ROWID"
)
_SMALL = 64 * 1024
"""Characters that are compressed and written in less time than another thread takes to begin."""
_BETWEEN = "\x1f"
"""Stands between the parts of a namespace."""
RESPONSES = ("smurfs", "responses")
"""The namespace of tool responses; a key is a run's id, a hyphen, and the digest of the content."""
CALL_KEY = re.compile(r"[0-9a-f]{32}-call-(?P<place>[0-9a-f]{16})-(?P<number>\d{1,9})")
"""Among them, keys of the rows of model calls that are on record (`asking/recording.py`)."""
BREAK = r"\n\n"
"""Stands between the paragraphs of such a row's texts, which are JSON."""
REPLIES = ("smurfs", "replies")
"""The namespace of the last model replies of a run, which are not part of what it is exported with."""


def key_range(prefix: str, key: str, mark: str) -> tuple[str, list[str]]:
    """Return the keys that start with a prefix as an SQL condition with its values: a range, which an index can find.

    `key`: the column, in the order of code points (SQLite's BINARY, PostgreSQL's "C"); `mark`: stands for a value.
    """
    head = prefix.rstrip(chr(sys.maxunicode))
    if not head:  # nothing comes after all texts that start so
        return f"{key} >= {mark}", [prefix]
    following = ord(head[-1]) + 1
    after = head[:-1] + chr(0xE000 if following == 0xD800 else following)  # no text holds a surrogate
    return f"{key} >= {mark} AND {key} < {mark}", [prefix, after]


def call_key(run_id: str, place: str, number: int) -> str:
    """Return the key of a recorded question: the namespace that it was asked in, and the replies
    that came before it.
    """
    return f"{run_id}-call-{digest(place)[:16]}-{number}"


class BoundedStore(InMemoryStore):
    """LangGraph's store in memory, which forgets the oldest items once all take more than a bound."""

    def __init__(self, most_bytes: int = MEMORY_BYTES) -> None:
        """`most_bytes`: of all values together, as JSON."""
        super().__init__()
        self._most, self._all = most_bytes, 0
        self._sizes: OrderedDict[tuple[tuple[str, ...], str], int] = OrderedDict()

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out operations, as LangGraph asks for them."""
        every = list(ops)
        return super().batch([*every, *self._evictions(every)])[: len(every)]

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out operations, as LangGraph asks for them."""
        every = list(ops)
        return (await super().abatch([*every, *self._evictions(every)]))[: len(every)]

    def _evictions(self, ops: list[Op]) -> list[PutOp]:
        """Return the deletions that make room for these writes, the oldest values first."""
        for op in ops:
            if isinstance(op, PutOp):
                key = (op.namespace, op.key)
                self._all -= self._sizes.pop(key, 0)
                if op.value is not None:
                    self._sizes[key] = _size(op.value)
                    self._all += self._sizes[key]
        gone: list[PutOp] = []
        while self._all > self._most and len(self._sizes) > 1:
            (namespace, key), size = self._sizes.popitem(last=False)
            self._all -= size
            gone.append(PutOp(namespace, key, None))
        return gone


class SqliteStore(BaseStore):
    """A LangGraph store in the file of the checkpoints, for sync and async use from any event loop and process.

    It finds by namespace, key and equal values; it has no index of meanings.
    """

    at_hand = True
    """An item is read and written in less time than another thread takes to begin."""

    def __init__(self, database: Database, cipher: CipherProtocol | None = None, spool: Spool | None = None) -> None:
        """`database`: has the table `payloads`; `spool`: where journals keep what is on its way here."""
        self.database, self.spool = database, spool
        self._cipher = cipher

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out operations, as LangGraph asks for them; those that write last, and all or none."""
        every = list(ops)
        rows = [self._row(op) for op in every if isinstance(op, PutOp)]
        found = [None if isinstance(op, PutOp) else self._find(op) for op in every]
        if rows:
            with self.database.writing() as connection:
                for row in rows:
                    if row[-1] is None:
                        connection.execute("DELETE FROM payloads WHERE ns = ? AND key = ?", row[:2])
                    else:
                        connection.execute("INSERT OR REPLACE INTO payloads VALUES (?, ?, ?, ?)", row)
        return found

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out operations, as LangGraph asks for them; what takes long does not hold up the event loop."""
        every = list(ops)
        if all(isinstance(op, GetOp) or (isinstance(op, PutOp) and _is_small(op)) for op in every):
            with suppress(BusyError):
                return self.database.unless_busy(lambda: self.batch(every))
        return await asyncio.to_thread(self.batch, every)

    def flush(self) -> None:
        """Return once all that was written has reached the disk, checkpoints too."""
        self.database.flush()

    def starting_with(self, prefix: str) -> list[tuple[str, dict[str, Any]]]:
        """Return the tool responses whose keys start with this, by key."""
        within, values = key_range(prefix, "key", "?")
        sql = f"SELECT ns, key, made, data FROM payloads WHERE ns = ? AND {within} ORDER BY key"
        with self.database.reading() as connection:
            rows = connection.execute(sql, (_BETWEEN.join(RESPONSES), *values)).fetchall()
        return [(row[1], self._item(row, Item).value) for row in rows]

    def delete_starting_with(self, prefix: str) -> None:
        """Delete the tool responses and the model replies whose keys start with this."""
        if self.spool is not None:
            self.spool.delete_starting_with(prefix)
        within, values = key_range(prefix, "key", "?")
        with self.database.writing() as connection:
            for namespace in (RESPONSES, REPLIES):
                connection.execute(
                    f"DELETE FROM payloads WHERE ns = ? AND {within}", (_BETWEEN.join(namespace), *values)
                )

    def _find(self, op: GetOp | SearchOp | ListNamespacesOp) -> Result:
        """Return what a read of the store asks for."""
        match op:
            case GetOp():
                sql = "SELECT ns, key, made, data FROM payloads WHERE ns = ? AND key = ?"
                row = self.database.row(sql, (_BETWEEN.join(op.namespace), op.key))
                return self._item(row, Item) if row else None
            case SearchOp():
                return self._search(op)
            case ListNamespacesOp():
                return self._namespaces(op)

    def _row(self, op: PutOp) -> tuple[str, str, float, bytes | None]:
        """Return an item as it is kept; without data where it is to be deleted."""
        data = None
        if op.value is not None:
            data = difference(b"", json.dumps(op.value, ensure_ascii=False).encode("utf-8", "replace"))
            data = encrypt(self._cipher, data) if self._cipher else data
        return _BETWEEN.join(op.namespace), op.key, time.time(), data

    def _search(self, op: SearchOp) -> list[SearchItem]:
        """Return the items below a namespace that fit the filter, the oldest first."""
        prefix = _BETWEEN.join(op.namespace_prefix)
        sql = """SELECT ns, key, made, data FROM payloads
                 WHERE ? = '' OR ns = ? OR substr(ns, 1, ?) = ? ORDER BY made, key"""
        with self.database.reading() as connection:
            rows = connection.execute(sql, (prefix, prefix, len(prefix) + 1, prefix + _BETWEEN)).fetchall()
        items = [self._item(row, SearchItem) for row in rows]
        wanted = op.filter or {}
        found = [item for item in items if all(item.value.get(name) == value for name, value in wanted.items())]
        return found[op.offset : op.offset + op.limit]

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        with self.database.reading() as connection:
            rows = connection.execute("SELECT DISTINCT ns FROM payloads ORDER BY ns").fetchall()
        depth = op.max_depth
        known = dict.fromkeys(tuple(ns.split(_BETWEEN))[:depth] for (ns,) in rows)
        conditions = op.match_conditions or ()
        matching = [name for name in known if all(_matches(name, item.match_type, item.path) for item in conditions)]
        return matching[op.offset : op.offset + op.limit]

    def _item(self, row: Any, kind: Any) -> Any:
        ns, key, made, data = row
        try:
            kept = decrypt(self._cipher, data) if self._cipher else data
            value = json.loads(apply(b"", kept))
        except ValueError as error:
            raise StorageError(f"{self.database.path!r}: the payload {key!r} is damaged ({error})") from error
        at = datetime.fromtimestamp(made, UTC)
        return kind(value=value, key=key, namespace=tuple(ns.split(_BETWEEN)), created_at=at, updated_at=at)


def _is_small(op: PutOp) -> bool:
    return sum(len(part) for part in (op.value or {}).values() if isinstance(part, str)) < _SMALL


def _size(value: Mapping[str, Any]) -> int:
    return len(json.dumps(value, default=str))


def _matches(namespace: tuple[str, ...], kind: str, path: tuple[str, ...]) -> bool:
    part = namespace[: len(path)] if kind == "prefix" else namespace[-len(path) :]
    return len(part) == len(path) and all(wanted in ("*", found) for wanted, found in zip(path, part, strict=True))
