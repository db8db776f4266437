"""Checkpoints in a SQLite file, stored as deltas; the payloads of their runs are in it too.

LangGraph's own checkpointer writes the whole state at every superstep, so that a long run costs the square of its
length. Here a checkpoint is kept as its difference from the one before in the same namespace (`deltas`), compressed, or
whole where the differences since the last whole one have come to cost as much: the file is linear in what changed, and
reading is, too. Values that nodes wrote are differences from the checkpoint that they belong to.
"""

import asyncio
import json
import random
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import ormsgpack
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    WRITES_IDX_MAP,
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    PendingWrite,
    get_checkpoint_id,
    get_checkpoint_metadata,
)
from langgraph.checkpoint.serde.base import CipherProtocol

from smurfs_graph.checkpoints.anyloop import AnyLoop, conditions
from smurfs_graph.checkpoints.database import BusyError, Database
from smurfs_graph.checkpoints.deltas import MAX_BYTES, apply, difference
from smurfs_graph.checkpoints.leases import FileLeases, Leases
from smurfs_graph.checkpoints.payloads import SCHEMA as PAYLOADS
from smurfs_graph.checkpoints.serializing import decrypt, encrypt, strict_serializer
from smurfs_graph.checkpoints.state_version import refuse_other_version, with_version
from smurfs_graph.checkpoints.versions import LONGEST_CHAIN, Version, Versions, encode_checkpoint, whole_version
from smurfs_graph.errors import StorageError

T = TypeVar("T")
LAYOUT = 3
_SCHEMA = (
    """
CREATE TABLE checkpoints (
    thread TEXT, ns TEXT, id TEXT, parent TEXT, base TEXT, cost INT, links INT, made REAL, data BLOB,
    PRIMARY KEY (thread, ns, id)
) WITHOUT ROWID;
CREATE TABLE writes (
    thread TEXT, ns TEXT, id TEXT, task TEXT, idx INT, path TEXT, whole INT, data BLOB,
    PRIMARY KEY (thread, ns, id, task, idx)
) WITHOUT ROWID;
CREATE TABLE marks (name TEXT PRIMARY KEY, data BLOB);
CREATE INDEX by_age ON checkpoints (thread, made);
"""
    + PAYLOADS
)
_TICK = 1e-6
"""Seconds; what a clock says of now can be told from what it says that much later."""
_MADE = f"max(?, ifnull((SELECT max(made) FROM checkpoints WHERE thread = ?), 0) + {_TICK})"
"""Time of a new checkpoint: later than all of its run, whatever the clock says, so that a descendant is the newer."""
_PUT = f"INSERT INTO checkpoints VALUES (?, ?, ?, ?, ?, ?, ?, {_MADE}, ?)"
_NEWEST_FIRST = "ORDER BY made DESC, id DESC"
_LATEST = f"SELECT id FROM checkpoints WHERE thread = ? AND ns = ? {_NEWEST_FIRST} LIMIT 1"
_CHAIN = """
WITH RECURSIVE needed(id, base, cost, links, data, far) AS (
    SELECT id, base, cost, links, data, 0 FROM checkpoints WHERE thread = :thread AND ns = :ns AND id = :id
    UNION ALL
    SELECT older.id, older.base, older.cost, older.links, older.data, far + 1 FROM needed JOIN checkpoints AS older
    ON older.thread = :thread AND older.ns = :ns AND older.id = needed.base WHERE far < :longest
)
SELECT id, base, cost, links, data FROM needed ORDER BY far
"""


class SqliteCheckpointer(AnyLoop, BaseCheckpointSaver[str]):
    """A LangGraph checkpointer on a file, for sync and async use from any event loop, any number of processes."""

    def __init__(self, path: Path | str, cipher: CipherProtocol | None = None) -> None:
        """Opens or creates the file; with a cipher, states are encrypted. Raises StorageError where that cannot be."""
        super().__init__(serde=strict_serializer())
        self.database = Database(path, "checkpoint", LAYOUT, _SCHEMA)
        self._cipher = cipher
        self._versions = Versions()
        self.leases: Leases = FileLeases(Path(f"{path}.locks"))
        try:
            self._prepare()
        except BaseException:
            self.database.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Call `put`, at once unless the database is busy."""
        return await self._at_hand(lambda: self.put(config, checkpoint, metadata, new_versions))

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Call `put_writes`, at once unless the database is busy."""
        await self._at_hand(lambda: self.put_writes(config, writes, task_id, task_path))

    async def _at_hand(self, work: Callable[[], T]) -> T:
        """Save in the event loop: a commit that does not wait for the disk takes less than another thread."""
        try:
            return self.database.unless_busy(work)
        except BusyError:
            return await asyncio.to_thread(work)

    def get_next_version(self, current: str | int | None, channel: None) -> str:
        """Return a version that sorts as text, and differs in different forks, as in LangGraph's own checkpointers."""
        last = int(str(current).split(".")[0]) if current is not None else 0
        return f"{last + 1:032}.{random.getrandbits(32):08x}"

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Save a checkpoint, as LangGraph asks for it."""
        place = _Place(config)
        parent = get_checkpoint_id(config)
        described = with_version(get_checkpoint_metadata(config, metadata))
        before = self._versions.find(place.key, parent)
        raw, channels = encode_checkpoint(
            checkpoint, described, before.channels if before else {}, self.serde.dumps_typed
        )
        if len(raw) > MAX_BYTES:
            raise StorageError(f"run {place.thread!r}: its state has {len(raw)} bytes; {MAX_BYTES} are the most")
        version, data = (before.next if before else whole_version)(checkpoint["id"], raw)
        kept = (version.base, version.cost, version.links, time.time(), place.thread, self._seal(data))
        row = (place.thread, place.ns, version.id, parent, *kept)
        with self.database.writing() as connection:
            connection.execute(_PUT, row)
        self._versions.keep(place.key, replace(version, channels=channels), instead_of=parent)
        return place.config(version.id)

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Save what a task wrote, as LangGraph asks for it."""
        place = _Place(config)
        checkpoint = str(get_checkpoint_id(config))
        special = all(channel in WRITES_IDX_MAP for channel, _ in writes)
        parts = [
            (WRITES_IDX_MAP.get(channel, 0), (channel, *self.serde.dumps_typed(value))) for channel, value in writes
        ]
        before = self._versions.find(place.key, checkpoint)
        rows: list[tuple[Any, ...]] = []
        for index in dict.fromkeys(index for index, _ in parts):
            several = ormsgpack.packb([part for at, part in parts if at == index])
            packed = self._seal(difference(before.raw if before else b"", several))
            rows.append((place.thread, place.ns, checkpoint, task_id, index, task_path, before is None, packed))
        with self.database.writing() as connection:
            conflict = "REPLACE" if special else "IGNORE"
            connection.executemany(f"INSERT OR {conflict} INTO writes VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return a checkpoint: the one that is named, or the one that was written last, which
        descends from the others.
        """
        place = _Place(config)
        with self.database.reading() as connection:
            if (found := get_checkpoint_id(config)) is None:
                newest = connection.execute(_LATEST, place.key).fetchone()
                found = newest[0] if newest else None
            return self._load(connection, place, found) if found else None

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Call `get_tuple` in a thread; where the thread has no checkpoint, say so at once."""
        if get_checkpoint_id(config) is None:
            with suppress(BusyError):
                if self.database.unless_busy(lambda: self.database.row(_LATEST, _Place(config).key)) is None:
                    return None
        return await asyncio.to_thread(self.get_tuple, config)

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        """Yield checkpoints, the last written first; `filter` compares values of their metadata."""
        where, values = conditions(config, before, ("thread", "ns", "id"), "?", "made, id")
        with self.database.reading() as connection:
            sql = f"SELECT thread, ns, id FROM checkpoints WHERE {where} {_NEWEST_FIRST}"
            rows = connection.execute(sql, values).fetchall()
        given = 0
        for thread, ns, checkpoint in rows:
            if limit is not None and given >= limit:
                return
            with self.database.reading() as connection:
                found = self._load(connection, _Place.at(thread, ns), checkpoint, way=True)
            if found is not None and all(found.metadata.get(name) == value for name, value in (filter or {}).items()):
                given += 1
                yield found

    def delete_thread(self, thread_id: str) -> None:
        """Delete all that was saved of a run."""
        with self.database.writing() as connection:
            for table in ("checkpoints", "writes"):
                connection.execute(f"DELETE FROM {table} WHERE thread = ?", (str(thread_id),))
        self._versions.forget_run(str(thread_id))

    def threads(self) -> "list[tuple[str, float, float, int]]":
        """List runs: name, times of the first and last checkpoint (seconds since 1970), number of checkpoints."""
        sql = "SELECT thread, min(made), max(made), count(*) FROM checkpoints GROUP BY thread ORDER BY min(made)"
        with self.database.reading() as connection:
            return connection.execute(sql).fetchall()

    def spans(self, thread: str) -> "list[tuple[str, float, float]]":
        """Return a run's namespaces, and when the first and last checkpoints of each were made, in
        the order of time.
        """
        sql = "SELECT ns, min(made), max(made) FROM checkpoints WHERE thread = ? GROUP BY ns ORDER BY min(made)"
        with self.database.reading() as connection:
            return connection.execute(sql, (thread,)).fetchall()

    def _load(self, connection: Any, place: "_Place", checkpoint: str, *, way: bool = False) -> CheckpointTuple | None:
        sql = "SELECT parent FROM checkpoints WHERE thread = ? AND ns = ? AND id = ?"
        row = connection.execute(sql, (place.thread, place.ns, checkpoint)).fetchone()
        if row is None:
            return None
        try:
            raw = self._raw(connection, place, checkpoint, way=way)
            kind, state, described = ormsgpack.unpackb(raw)
            refuse_other_version(metadata := json.loads(described), place.thread)
            value = self.serde.loads_typed((kind, state))
            if value["id"] != checkpoint or not isinstance(value["channel_values"], dict):
                raise ValueError("it is another one's")
            writes = self._writes(connection, place, checkpoint, raw)
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            raise StorageError(f"run {place.thread!r}: checkpoint {checkpoint} is damaged ({error})") from error
        parent = place.config(row[0]) if row[0] else None
        return CheckpointTuple(place.config(checkpoint), value, metadata, parent, writes)

    def _writes(self, connection: Any, place: "_Place", checkpoint: str, raw: bytes) -> "list[PendingWrite]":
        sql = "SELECT task, whole, data FROM writes WHERE thread = ? AND ns = ? AND id = ? ORDER BY path, task, idx"
        found = connection.execute(sql, (place.thread, place.ns, checkpoint)).fetchall()
        loaded: list[PendingWrite] = []
        for task, whole, data in found:
            for channel, kind, value in ormsgpack.unpackb(apply(b"" if whole else raw, self._unseal(data))):
                loaded.append((task, channel, self.serde.loads_typed((kind, value))))
        return loaded

    def _raw(self, connection: Any, place: "_Place", checkpoint: str, *, way: bool = False) -> bytes:
        """Return a checkpoint as it was, from the last whole one on.

        `way`: those on the way to it are remembered too, for who reads a history backwards needs them next.
        """
        if (known := self._versions.find(place.key, checkpoint)) is not None:
            return known.raw
        asked = {"thread": place.thread, "ns": place.ns, "id": checkpoint, "longest": LONGEST_CHAIN}
        links = connection.execute(_CHAIN, asked).fetchall()
        if not links or links[-1][1] is not None:
            raise ValueError("what it builds on is missing")
        raw = b""
        for name, base, cost, count, data in reversed(links):
            raw = apply(raw, self._unseal(data))
            if way or name == checkpoint:
                self._versions.keep(place.key, Version(name, base, cost, count, raw))
        return raw

    def _seal(self, data: bytes) -> bytes:
        return encrypt(self._cipher, data) if self._cipher else data

    def _unseal(self, data: bytes) -> bytes:
        return decrypt(self._cipher, data) if self._cipher else data

    def _prepare(self) -> None:
        """Refuse a key that is not the file's, before anything is read or written with it.

        A file that has a mark of its key is only read, so that it can be looked at while another process writes.
        """
        with self.database.reading() as connection:
            if self._fits(connection):
                return
        with self.database.writing() as connection:
            if not self._fits(connection) and self._cipher:
                connection.execute("INSERT INTO marks VALUES ('key', ?)", (encrypt(self._cipher, b"fits"),))

    def _fits(self, connection: sqlite3.Connection) -> bool:
        """Return whether the key is the file's; False where the file is empty and has none. Raises StorageError."""
        row = connection.execute("SELECT data FROM marks WHERE name = 'key'").fetchone()
        if row is None and self._cipher:
            if connection.execute("SELECT 1 FROM checkpoints LIMIT 1").fetchone() is not None:
                raise StorageError(f"{self.database.path!r} is not encrypted; unset SMURFS_AES_KEY to use it")
            return False
        if row is not None and self._cipher is None:
            raise StorageError(f"{self.database.path!r} is encrypted; set SMURFS_AES_KEY to its key")
        if row is not None and self._cipher is not None:
            decrypt(self._cipher, row[0])
        return True


class _Place:
    """The run and namespace of a checkpoint."""

    def __init__(self, config: RunnableConfig) -> None:
        asked = config.get("configurable", {})
        self.thread, self.ns = str(asked["thread_id"]), str(asked.get("checkpoint_ns") or "")
        self.key = (self.thread, self.ns)

    @classmethod
    def at(cls, thread: str, ns: str) -> "_Place":
        return cls({"configurable": {"thread_id": thread, "checkpoint_ns": ns}})

    def config(self, checkpoint: str) -> RunnableConfig:
        where = {"thread_id": self.thread, "checkpoint_ns": self.ns, "checkpoint_id": checkpoint}
        return {"configurable": where}
