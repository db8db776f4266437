"""Checkpoints as deltas in a database of SQL: what the checkpointers for SQLite and PostgreSQL have in common.

LangGraph's own checkpointers write the whole state at every superstep, or every channel of it that changed, so that a
long run costs the square of its length. Here a checkpoint is kept as its difference from the one before in the same
namespace (`deltas`), compressed, or whole where the differences since the last whole one have come to cost as much:
storage is linear in what changed, and reading is, too. Values that nodes wrote are differences from the checkpoint that
they belong to. A table of runs is written with every checkpoint, so that runs are listed without reading states.
"""

import json
import random
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

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

from smurfs_graph.checkpoints import state_version
from smurfs_graph.checkpoints.anyloop import AnyLoop, conditions
from smurfs_graph.checkpoints.deltas import MAX_BYTES, apply, difference
from smurfs_graph.checkpoints.run_record import INTERRUPT, RunRecord, RunSummary, summarize
from smurfs_graph.checkpoints.serializing import KEY_VARIABLE, decrypt, encrypt, strict_serializer
from smurfs_graph.checkpoints.versions import LONGEST_CHAIN, Version, Versions, encode_checkpoint, whole_version
from smurfs_graph.errors import StorageError

Ask = Callable[[str, Sequence[Any]], list[Any]]
"""Executes a statement that reads, and returns its rows."""
_CHAIN = """
WITH RECURSIVE needed(id, base, cost, links, data, far) AS (
    SELECT id, base, cost, links, data, 0 FROM {checkpoints} WHERE thread = ? AND ns = ? AND id = ?
    UNION ALL
    SELECT older.id, older.base, older.cost, older.links, older.data, far + 1
    FROM needed JOIN {checkpoints} AS older
    ON older.thread = ? AND older.ns = ? AND older.id = needed.base WHERE far < ?
)
SELECT id, base, cost, links, data FROM needed ORDER BY far
"""
_RUNS = """
SELECT thread, started, updated, checkpoints, version, state, stop_reason, query, owner, strategy
FROM {runs} WHERE updated < ? ORDER BY started DESC, thread DESC LIMIT ?
"""
_AMEND = """
UPDATE {runs} SET version = ?, state = ?, stop_reason = ?, query = ?, owner = ?, strategy = ?
WHERE thread = ? AND version IS NULL
"""


_NEVER, _ALL = 1e300, 2**31 - 1


class Place:
    """The run and namespace of a checkpoint."""

    def __init__(self, config: RunnableConfig) -> None:
        """Read them in a config."""
        asked = config.get("configurable", {})
        self.thread = str(asked["thread_id"])
        self.ns = str(asked.get("checkpoint_ns") or "")
        self.key = (self.thread, self.ns)

    @classmethod
    def at(cls, thread: str, ns: str) -> "Place":
        """Return a place by its names."""
        return cls({"configurable": {"thread_id": thread, "checkpoint_ns": ns}})

    def config(self, checkpoint: str) -> RunnableConfig:
        """Return the config of a checkpoint here."""
        where = {"thread_id": self.thread, "checkpoint_ns": self.ns, "checkpoint_id": checkpoint}
        return {"configurable": where}


class CheckpointRow(NamedTuple):
    """A checkpoint as it is kept."""

    thread: str
    ns: str
    id: str
    parent: str | None
    base: str | None
    """The checkpoint that `data` is a difference from; None: it is whole."""
    cost: int
    links: int
    data: bytes


class RunNote(NamedTuple):
    """What a checkpoint of a run's own graph has noted in the table of runs."""

    summary: RunSummary
    query: bytes
    """The summary's, encrypted where states are."""
    is_new_id: bool
    """Whether the run's payloads may be under this id for the first time."""


class DeltaCheckpointer(AnyLoop, BaseCheckpointSaver[str]):
    """A LangGraph checkpointer for sync and async use from any event loop, any number of processes."""

    _names: ClassVar[dict[str, str]] = {"checkpoints": "checkpoints", "writes": "writes", "runs": "runs"}
    """Of the tables, which have the same columns everywhere."""
    _mark: ClassVar[str] = "?"
    """Stands for a value in a statement."""
    _age: ClassVar[str]
    """The columns by which checkpoints are ordered as they were written."""

    def __init__(self, cipher: CipherProtocol | None = None) -> None:
        """With a cipher, states are encrypted."""
        super().__init__(serde=strict_serializer())
        self._cipher = cipher
        self._versions = Versions()

    @abstractmethod
    def _reading(self) -> AbstractContextManager[Ask]:
        """Lend a view of the database. Raises StorageError in one line."""

    @abstractmethod
    def _insert(self, row: CheckpointRow, note: RunNote | None) -> bool:
        """Keep a checkpoint, unless it is there already, with what it says of its run; all or nothing.

        Return False, and keep nothing, where its base is not there.
        """

    @abstractmethod
    def _insert_writes(self, place: Place, rows: list[tuple[Any, ...]], *, replace: bool, waits: bool) -> None:
        """Keep what a task wrote. `replace`: in place of what is there; `waits`: the run waits for a person by it."""

    @abstractmethod
    def _change(self, sql: str, values: Sequence[Any]) -> None:
        """Execute a statement that writes."""

    @abstractmethod
    def _delete(self, thread: str) -> None:
        """Delete the rows of a run in all tables of checkpoints."""

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
        place = Place(config)
        parent = get_checkpoint_id(config)
        described = state_version.with_version(get_checkpoint_metadata(config, metadata))
        before = self._versions.find(place.key, parent)
        raw, channels = encode_checkpoint(
            checkpoint, described, before.channels if before else {}, self.serde.dumps_typed
        )
        if len(raw) > MAX_BYTES:
            raise StorageError(f"run {place.thread!r}: its state has {len(raw)} bytes; {MAX_BYTES} are the most")
        version, data = (before.next if before else whole_version)(checkpoint["id"], raw)
        note = None
        if not place.ns:
            summary = summarize(checkpoint["channel_values"], described)
            note = RunNote(summary, self._seal(summary.query.encode("utf-8", "replace")), "run_id" in new_versions)
        if not self._insert(self._row(place, parent, version, data), note):
            self._versions.forget_run(place.thread)  # another process has deleted it
            version, data = whole_version(version.id, raw)
            self._insert(self._row(place, parent, version, data), note)
        self._versions.keep(place.key, replace(version, channels=channels), instead_of=parent)
        return place.config(version.id)

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Save what a task wrote, as LangGraph asks for it."""
        place = Place(config)
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
            rows.append((place.thread, place.ns, checkpoint, task_id, index, task_path, int(before is None), packed))
        waits = not place.ns and any(channel == INTERRUPT for channel, _ in writes)
        self._insert_writes(place, rows, replace=special, waits=waits)

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return the checkpoint that is named, else the one that was written last."""
        with self._reading() as ask:
            return self._load(ask, Place(config), get_checkpoint_id(config))

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        """Yield checkpoints, the last written first; `filter` compares values of their metadata."""
        where, values = conditions(config, before, ("thread", "ns", "id"), "?", self._age, self._names["checkpoints"])
        with self._reading() as ask:
            newest_first = self._newest_first()
            rows = ask(self._sql(f"SELECT thread, ns, id FROM {{checkpoints}} WHERE {where} {newest_first}"), values)
        given = 0
        for thread, ns, checkpoint in rows:
            if limit is not None and given >= limit:
                return
            with self._reading() as ask:
                found = self._load(ask, Place.at(thread, ns), checkpoint, way=True)
            if found is not None and all(found.metadata.get(name) == value for name, value in (filter or {}).items()):
                given += 1
                yield found

    def delete_thread(self, thread_id: str) -> None:
        """Delete all that was saved of a run."""
        self._delete(str(thread_id))
        self._versions.forget_run(str(thread_id))

    def runs(self, limit: int | None = None, before: float | None = None) -> "list[RunRecord]":
        """List the runs that were started last, the oldest of them first; `limit`: how many, all by default.

        `before`: only those that have been left alone since then, in seconds since 1970.
        """
        with self._reading() as ask:
            rows = ask(self._sql(_RUNS), (_NEVER if before is None else before, _ALL if limit is None else limit))
        return [self._record(row) for row in reversed(rows)]

    def amend(self, record: RunRecord) -> None:
        """Keep what was read of a run whose record did not say it yet."""
        found = record.summary
        query = self._seal(found.query.encode("utf-8", "replace"))
        about = (record.version, found.state, found.stop_reason, query, found.user, found.strategy, record.thread)
        self._change(self._sql(_AMEND), about)

    def threads(self) -> "list[tuple[str, float, float, int]]":
        """List runs: name, times of the first and last checkpoint (seconds since 1970), number of checkpoints."""
        sql = "SELECT thread, started, updated, checkpoints FROM {runs} ORDER BY started, thread"
        with self._reading() as ask:
            return ask(self._sql(sql), ())

    def steps(self, thread: str) -> int:
        """Return the number of a run's checkpoints."""
        with self._reading() as ask:
            rows = ask(self._sql("SELECT checkpoints FROM {runs} WHERE thread = ?"), (thread,))
        return rows[0][0] if rows else 0

    def spans(self, thread: str) -> "list[tuple[str, float, float]]":
        """Return a run's namespaces, and when the first and last checkpoints of each were made, in
        the order of time.
        """
        sql = "SELECT ns, min(made), max(made) FROM {checkpoints} WHERE thread = ? GROUP BY ns ORDER BY min(made)"
        with self._reading() as ask:
            return ask(self._sql(sql), (thread,))

    def payload_ids(self, thread: str) -> "list[str] | None":
        """Return the ids under which a run keeps its payloads; None where its states have to be read for them."""
        with self._reading() as ask:
            if ask(self._sql("SELECT 1 FROM {runs} WHERE thread = ? AND is_old = 1"), (thread,)):
                return None
            return [name for (name,) in ask(self._sql("SELECT run_id FROM {ids} WHERE thread = ?"), (thread,))]

    def _sql(self, statement: str) -> str:
        """Return a statement with the names of this database's tables, and its mark for a value."""
        return statement.format(**self._names).replace("?", self._mark)

    def _newest_first(self) -> str:
        return f"ORDER BY {', '.join(f'{name} DESC' for name in self._age.split(', '))}"

    def _record(self, row: Sequence[Any]) -> RunRecord:
        thread, started, updated, count, version, state, reason, query, owner, strategy = row
        text = self._unseal(bytes(query)).decode("utf-8", "replace") if query else ""
        summary = RunSummary(state, reason, text, owner, strategy)
        return RunRecord(thread, started, updated, count, version, summary)

    def _find(self, ask: Ask, place: Place, checkpoint: str | None) -> "tuple[str, str | None] | None":
        """Return the id of a checkpoint and of its parent: of the last one where none is named."""
        which = "AND id = ?" if checkpoint is not None else ""
        sql = f"SELECT id, parent FROM {{checkpoints}} WHERE thread = ? AND ns = ? {which} {self._newest_first()}"
        rows = ask(self._sql(f"{sql} LIMIT 1"), (*place.key, *([checkpoint] if checkpoint is not None else [])))
        return (rows[0][0], rows[0][1]) if rows else None

    def _load(self, ask: Ask, place: Place, wanted: str | None, *, way: bool = False) -> CheckpointTuple | None:
        """Return a checkpoint, put together from its deltas. Raises StorageError for one that is damaged or of another
        version.
        """
        if (found := self._find(ask, place, wanted)) is None:
            return None
        checkpoint, above = found
        try:
            raw = self._raw(ask, place, checkpoint, way=way)
            kind, state, described = ormsgpack.unpackb(raw)
            state_version.refuse_other_version(metadata := json.loads(described), place.thread)
            value = self.serde.loads_typed((kind, state))
            if value["id"] != checkpoint or not isinstance(value["channel_values"], dict):
                raise ValueError("it is another one's")
            writes = self._writes(ask, place, checkpoint, raw)
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            raise StorageError(f"run {place.thread!r}: checkpoint {checkpoint} is damaged ({error})") from error
        parent = place.config(above) if above else None
        return CheckpointTuple(place.config(checkpoint), value, metadata, parent, writes)

    def _writes(self, ask: Ask, place: Place, checkpoint: str, raw: bytes) -> "list[PendingWrite]":
        sql = "SELECT task, whole, data FROM {writes} WHERE thread = ? AND ns = ? AND id = ? ORDER BY path, task, idx"
        loaded: list[PendingWrite] = []
        for task, whole, data in ask(self._sql(sql), (*place.key, checkpoint)):
            for channel, kind, value in ormsgpack.unpackb(apply(b"" if whole else raw, self._unseal(bytes(data)))):
                loaded.append((task, channel, self.serde.loads_typed((kind, value))))
        return loaded

    def _raw(self, ask: Ask, place: Place, checkpoint: str, *, way: bool = False) -> bytes:
        """Return a checkpoint as it was, from the last whole one on.

        `way`: those on the way to it are remembered too, for who reads a history backwards needs them next.
        """
        if (known := self._versions.find(place.key, checkpoint)) is not None:
            return known.raw
        links = ask(self._sql(_CHAIN), (*place.key, checkpoint, *place.key, LONGEST_CHAIN))
        if not links or links[-1][1] is not None:
            raise ValueError("what it builds on is missing")
        raw = b""
        for name, base, cost, count, data in reversed(links):
            raw = apply(raw, self._unseal(bytes(data)))
            if way or name == checkpoint:
                self._versions.keep(place.key, Version(name, base, cost, count, raw))
        return raw

    def _row(self, place: Place, parent: str | None, version: Version, data: bytes) -> CheckpointRow:
        kept = (version.base, version.cost, version.links, self._seal(data))
        return CheckpointRow(place.thread, place.ns, version.id, parent, *kept)

    def _seal(self, data: bytes) -> bytes:
        return encrypt(self._cipher, data) if self._cipher else data

    def _unseal(self, data: bytes) -> bytes:
        return decrypt(self._cipher, data) if self._cipher else data

    def _fits(self, ask: Ask, address: str) -> bool:
        """Return whether the key is the storage's; False where it is empty and has none. Raises StorageError."""
        found = ask(self._sql("SELECT data FROM {marks} WHERE name = 'key'"), ())
        if not found and self._cipher:
            if ask(self._sql("SELECT 1 FROM {checkpoints} LIMIT 1"), ()):
                raise StorageError(f"{address!r} is not encrypted; unset {KEY_VARIABLE} to use it")
            return False
        if found and self._cipher is None:
            raise StorageError(f"{address!r} is encrypted; set {KEY_VARIABLE} to its key")
        if found and self._cipher is not None:
            decrypt(self._cipher, bytes(found[0][0]))
        return True
