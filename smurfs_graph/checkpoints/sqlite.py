"""Checkpoints in a SQLite file, stored as deltas; the payloads of their runs are in it too."""

import asyncio
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    get_checkpoint_id,
)
from langgraph.checkpoint.serde.base import CipherProtocol

from smurfs_graph.checkpoints import state_version
from smurfs_graph.checkpoints.database import BusyError, Database
from smurfs_graph.checkpoints.delta_checkpointer import Ask, CheckpointRow, DeltaCheckpointer, Place, RunNote
from smurfs_graph.checkpoints.leases import FileLeases, Leases
from smurfs_graph.checkpoints.payloads import SCHEMA as PAYLOADS
from smurfs_graph.checkpoints.run_record import RunSummary
from smurfs_graph.checkpoints.serializing import encrypt

T = TypeVar("T")
LAYOUT = 4
_RUNS = """
CREATE TABLE runs (
    thread TEXT PRIMARY KEY, started REAL, updated REAL, checkpoints INT, version INT, is_old INT, state TEXT,
    stop_reason TEXT, query BLOB, owner TEXT, strategy TEXT
) WITHOUT ROWID;
CREATE INDEX by_start ON runs (started, thread);
CREATE TABLE run_ids (thread TEXT, run_id TEXT, PRIMARY KEY (thread, run_id)) WITHOUT ROWID
"""
_SCHEMA = f"""
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
{PAYLOADS};
{_RUNS}
"""
_UPGRADES = {
    3: f"""
{_RUNS};
INSERT INTO runs SELECT thread, min(made), max(made), count(*), NULL, 1, '', '', x'', '', ''
FROM checkpoints GROUP BY thread
"""
}
"""Statements that make the next layout of an older one."""
_TICK = 1e-6
"""Seconds; what a clock says of now can be told from what it says that much later."""
_MADE = f"max(?, ifnull((SELECT max(made) FROM checkpoints WHERE thread = ?), 0) + {_TICK})"
"""Time of a new checkpoint: later than all of its run, whatever the clock says, so that a descendant is the newer."""
_PUT = f"INSERT INTO checkpoints VALUES (?, ?, ?, ?, ?, ?, ?, {_MADE}, ?)"
_IS_THERE = "SELECT 1 FROM checkpoints WHERE thread = ? AND ns = ? AND id = ?"
_NOTE = """
INSERT INTO runs SELECT thread, made, made, 1, ?, 0, ?, ?, ?, ?, ?
FROM checkpoints WHERE thread = ? AND ns = ? AND id = ?
ON CONFLICT (thread) DO UPDATE SET updated = excluded.updated, checkpoints = runs.checkpoints + 1"""
_OF_ITS_GRAPH = """, version = excluded.version, state = excluded.state, stop_reason = excluded.stop_reason,
query = excluded.query, owner = excluded.owner, strategy = excluded.strategy"""
_LATEST = "SELECT 1 FROM checkpoints WHERE thread = ? AND ns = ? LIMIT 1"


class SqliteCheckpointer(DeltaCheckpointer):
    """A LangGraph checkpointer on a file, for sync and async use from any event loop, any number of processes."""

    _names: ClassVar[dict[str, str]] = {name: name for name in ("checkpoints", "writes", "runs", "marks")} | {
        "ids": "run_ids"
    }
    _age: ClassVar[str] = "made, id"

    def __init__(self, path: Path | str, cipher: CipherProtocol | None = None) -> None:
        """Opens or creates the file; with a cipher, states are encrypted. Raises StorageError where that cannot be."""
        super().__init__(cipher)
        self.database = Database(path, "checkpoint", LAYOUT, _SCHEMA, _UPGRADES)
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

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Call `get_tuple` in a thread; where the thread has no checkpoint, say so at once."""
        if get_checkpoint_id(config) is None:
            with suppress(BusyError):
                if self.database.unless_busy(lambda: self.database.row(_LATEST, Place(config).key)) is None:
                    return None
        return await asyncio.to_thread(self.get_tuple, config)

    @contextmanager
    def _reading(self) -> Generator[Ask]:
        with self.database.reading() as connection:
            yield lambda sql, values: connection.execute(sql, values).fetchall()

    def _insert(self, row: CheckpointRow, note: RunNote | None) -> bool:
        *columns, data = row
        key = (row.thread, row.ns, row.id)
        summary, query, is_new_id = note or (RunSummary(), b"", False)
        described = (summary.state, summary.stop_reason, query, summary.user, summary.strategy)
        with self.database.writing() as connection:
            if row.base is not None and not connection.execute(_IS_THERE, (row.thread, row.ns, row.base)).fetchone():
                return False
            connection.execute(_PUT, (*columns, time.time(), row.thread, data))
            # an inner graph's checkpoint counts for its run, and leaves what the run's own graph has noted
            upsert = _NOTE + _OF_ITS_GRAPH if note is not None else _NOTE
            connection.execute(upsert, (state_version.STATE, *described, *key))
            if is_new_id and summary.run_id:
                connection.execute("INSERT OR IGNORE INTO run_ids VALUES (?, ?)", (row.thread, summary.run_id))
            return True

    def _insert_writes(self, place: Place, rows: list[tuple[Any, ...]], *, replace: bool, waits: bool) -> None:
        conflict = "REPLACE" if replace else "IGNORE"
        with self.database.writing() as connection:
            connection.executemany(f"INSERT OR {conflict} INTO writes VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
            if waits:
                connection.execute("UPDATE runs SET state = 'waiting' WHERE thread = ?", (place.thread,))

    def _change(self, sql: str, values: Sequence[Any]) -> None:
        with self.database.writing() as connection:
            connection.execute(sql, values)

    def _delete(self, thread: str) -> None:
        with self.database.writing() as connection:
            for table in ("checkpoints", "writes", "run_ids", "runs"):
                connection.execute(f"DELETE FROM {table} WHERE thread = ?", (thread,))

    def _prepare(self) -> None:
        """Refuse a key that is not the file's, before anything is read or written with it.

        A file that has a mark of its key is only read, so that it can be looked at while another process writes.
        """
        with self._reading() as ask:
            if self._fits(ask, self.database.path):
                return
        with self.database.writing() as connection:
            fits = self._fits(lambda sql, values: connection.execute(sql, values).fetchall(), self.database.path)
            if not fits and self._cipher:
                connection.execute("INSERT INTO marks VALUES ('key', ?)", (encrypt(self._cipher, b"fits"),))
