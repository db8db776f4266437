"""Checkpoints in PostgreSQL, stored as deltas, over one pool of connections. Needs the extra `postgres`.

A connection that breaks is replaced: an operation that fails for it is tried again for a while, for all of them can be
repeated. A server that stays away ends the run with a StorageError; it goes on from its last checkpoint.
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from typing import Any, ClassVar

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    WRITES_IDX_MAP,
    CheckpointTuple,
    PendingWrite,
    get_checkpoint_id,
)
from langgraph.checkpoint.serde.base import CipherProtocol

from smurfs_graph.checkpoints import state_version
from smurfs_graph.checkpoints.delta_checkpointer import Ask, CheckpointRow, DeltaCheckpointer, Place, RunNote
from smurfs_graph.checkpoints.postgres_earlier import EarlierRuns, open_earlier
from smurfs_graph.checkpoints.postgres_layout import bring_up_to_date
from smurfs_graph.checkpoints.postgres_leases import HELD, PostgresLeases
from smurfs_graph.checkpoints.postgres_server import PostgresPool
from smurfs_graph.checkpoints.run_record import RunSummary
from smurfs_graph.checkpoints.serializing import encrypt

_PUT = (
    HELD
    + """
given AS (
    SELECT %s AS thread, %s AS ns, %s AS id, %s AS parent, %s AS base, %s::bigint, %s::integer, %s::bytea
), based AS (
    SELECT given.base IS NULL OR EXISTS (
        SELECT 1 FROM smurfs_checkpoints AS before
        WHERE before.thread = given.thread AND before.ns = given.ns AND before.id = given.base
    ) AS is_there FROM given
), made AS (
    INSERT INTO smurfs_checkpoints (thread, ns, id, parent, base, cost, links, data)
    SELECT given.* FROM given, held, based WHERE ok AND is_there
    ON CONFLICT (thread, ns, id) DO NOTHING RETURNING thread, made
), named AS (
    INSERT INTO smurfs_run_ids SELECT thread, %s FROM made WHERE %s ON CONFLICT DO NOTHING
), noted AS (
INSERT INTO smurfs_runs AS known (
    thread, started, updated, checkpoints, version, state, stop_reason, query, owner, strategy
)
SELECT thread, made, made, 1, %s::integer, %s, %s, %s::bytea, %s, %s FROM made
ON CONFLICT (thread) DO UPDATE SET updated = EXCLUDED.updated, checkpoints = known.checkpoints + 1{more}
) SELECT ok, is_there FROM held, based"""
)
"""A checkpoint and its run's record, in one statement; one that was kept already, and is repeated, changes nothing."""
_OF_ITS_GRAPH = """, version = EXCLUDED.version, state = EXCLUDED.state, stop_reason = EXCLUDED.stop_reason,
query = EXCLUDED.query, owner = EXCLUDED.owner, strategy = EXCLUDED.strategy"""
_ROW = "(%s, %s, %s, %s, %s::integer, %s, %s::integer, %s::bytea)"
_PUT_WRITES = (
    HELD
    + """
kept AS (
    INSERT INTO smurfs_writes (thread, ns, id, task, idx, path, whole, data)
    SELECT given.* FROM held, (VALUES {rows}) AS given WHERE ok
    ON CONFLICT (thread, ns, id, task, idx) DO {conflict}
), waits AS (UPDATE smurfs_runs SET state = 'waiting' FROM held WHERE ok AND thread = %s AND %s)
SELECT ok FROM held"""
)
_REPLACE = "UPDATE SET path = EXCLUDED.path, whole = EXCLUDED.whole, data = EXCLUDED.data"
_DELETE = (
    HELD
    + """
a AS (DELETE FROM smurfs_checkpoints USING held WHERE ok AND thread = %s),
b AS (DELETE FROM smurfs_writes USING held WHERE ok AND thread = %s),
c AS (DELETE FROM smurfs_run_ids USING held WHERE ok AND thread = %s),
d AS (DELETE FROM smurfs_runs USING held WHERE ok AND thread = %s)
SELECT ok FROM held"""
)


class PostgresCheckpointer(DeltaCheckpointer):
    """A LangGraph checkpointer for sync and async use from any event loop."""

    _names: ClassVar[dict[str, str]] = {
        name: f"smurfs_{name}" for name in ("checkpoints", "writes", "runs", "marks")
    } | {"ids": "smurfs_run_ids"}
    _mark: ClassVar[str] = "%s"
    _age: ClassVar[str] = "written"

    def __init__(self, server: PostgresPool, cipher: CipherProtocol | None = None) -> None:
        """Keep states in the pool's database, encrypted with a cipher if there is one."""
        super().__init__(cipher)
        self._server = server
        self._earlier: EarlierRuns | None = None
        self.leases = PostgresLeases(server)
        server.on_loss = self.leases.renew

    def setup(self) -> None:
        """Make or update the tables. Raises StorageError where a newer version made them, or the key is another's."""
        bring_up_to_date(self._server)
        with self._reading() as ask:
            if not self._fits(ask, "the PostgreSQL database") and self._cipher:
                mark = encrypt(self._cipher, b"fits")
                self._server.rows("INSERT INTO smurfs_marks VALUES ('key', %s)", (mark,))
        self._earlier = open_earlier(self._server, self._cipher)

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return the checkpoint that is named, else the one that was written last."""
        found = super().get_tuple(config)
        if found is None and (earlier := self._earlier_of(Place(config).thread)) is not None:
            found = self._of_earlier(earlier.get_tuple(config))
        return found

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        """Yield checkpoints, the last written first; `filter` compares values of their metadata."""
        found = super().list(config, filter=filter, before=before, limit=limit)
        thread = str(config.get("configurable", {}).get("thread_id")) if config is not None else ""
        if (earlier := self._earlier_of(thread)) is None:
            return found
        is_later = before is not None and super().get_tuple(before) is not None
        older = earlier.list(config, filter=filter, before=None if is_later else before, limit=limit)
        return islice(chain(found, (self._of_earlier(item) or item for item in older)), limit)

    def spans(self, thread: str) -> "list[tuple[str, float, float]]":
        """Return a run's namespaces, and when the first and last checkpoints of each were made, in
        the order of time.
        """
        spans = {ns: (first, last) for ns, first, last in super().spans(thread)}
        earlier = self._earlier_of(thread)
        for ns, first, last in earlier.spans(thread) if earlier is not None else []:
            spans[ns] = (first, spans[ns][1]) if ns in spans else (first, last)
        return sorted(((ns, *times) for ns, times in spans.items()), key=lambda span: span[1])

    @contextmanager
    def _reading(self) -> Generator[Ask]:
        yield self._server.rows

    def _insert(self, row: CheckpointRow, note: RunNote | None) -> bool:
        summary, query, is_new_id = note or (RunSummary(), b"", False)
        described = (summary.state, summary.stop_reason, query, summary.user, summary.strategy)
        ids = (summary.run_id, is_new_id and bool(summary.run_id))
        # an inner graph's checkpoint counts for its run, and leaves what the run's own graph has noted
        sql = _PUT.format(more=_OF_ITS_GRAPH if note is not None else "")
        (is_based,) = self.leases.write(sql, row.thread, (*row, *ids, state_version.STATE, *described))
        return bool(is_based)

    def _insert_writes(self, place: Place, rows: "list[tuple[Any, ...]]", *, replace: bool, waits: bool) -> None:
        if not rows:
            return
        sql = _PUT_WRITES.format(rows=", ".join([_ROW] * len(rows)), conflict=_REPLACE if replace else "NOTHING")
        self.leases.write(sql, place.thread, [*(value for row in rows for value in row), place.thread, waits])

    def _change(self, sql: str, values: Sequence[Any]) -> None:
        self._server.rows(sql, values)

    def _delete(self, thread: str) -> None:
        if (earlier := self._earlier_of(thread)) is not None:
            earlier.delete_thread(thread)
        self.leases.write(_DELETE, thread, [thread] * 4)

    def _earlier_of(self, thread: str) -> EarlierRuns | None:
        """Return the tables of earlier releases where the run began in them: other runs there are another program's."""
        return self._earlier if self._earlier is not None and self.payload_ids(thread) is None else None

    def _of_earlier(self, found: CheckpointTuple | None) -> CheckpointTuple | None:
        """Return a checkpoint of an earlier release with what tasks wrote to it since."""
        if found is None:
            return None
        with self._reading() as ask:
            since: list[PendingWrite] = self._writes(
                ask, Place(found.config), str(get_checkpoint_id(found.config)), b""
            )
        anew = {(task, channel) for task, channel, _ in since if channel in WRITES_IDX_MAP}
        writes = [item for item in found.pending_writes or () if item[:2] not in anew]
        return found._replace(pending_writes=[*writes, *since])
