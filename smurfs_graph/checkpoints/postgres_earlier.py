"""Reads runs that earlier releases kept in PostgreSQL, in the tables of LangGraph's own checkpointer.

They stay where they are: what a run does from now on is kept in this release's tables, and the two are read as one. The
tables may be another program's, which keeps its own runs in them; theirs are not touched, nor are the tables changed.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import CheckpointTuple, get_checkpoint_id
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.serde.base import CipherProtocol
from psycopg.rows import DictRow

from smurfs_graph.checkpoints.anyloop import conditions
from smurfs_graph.checkpoints.postgres_server import PostgresPool
from smurfs_graph.checkpoints.serializing import KEY_VARIABLE, SealedSerializer, strict_serializer
from smurfs_graph.checkpoints.state_version import refuse_other_version
from smurfs_graph.errors import StorageError

_TEXT = "smurfs-text"
"""Wraps a text of a state, which would else stand in a column of JSON, unencrypted and without NUL."""
_PLACE = ("thread_id", "checkpoint_ns", "checkpoint_id")
_AT = "extract(epoch FROM (checkpoint ->> 'ts')::timestamptz)::float8"
"""Time of a checkpoint, in seconds since 1970."""
_IS_NUMBERED = (
    "SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('checkpoints')"
    " AND attname = 'written' AND NOT attisdropped"
)
_BATCH = 1_000
_BACK_FILL = f"""
WITH every AS (
    SELECT thread_id, min({_AT}) AS started, max({_AT}) AS updated, count(*) AS count,
        bool_or(metadata ?| '{{smurfs_state,smurfs_tools}}') AS is_ours
    FROM checkpoints WHERE thread_id > %s GROUP BY thread_id ORDER BY thread_id LIMIT {_BATCH}
), kept AS (
    INSERT INTO smurfs_runs (thread, started, updated, checkpoints, is_old, state, stop_reason, query, owner, strategy)
    SELECT thread_id, started, updated, count, 1, '', '', '', '', '' FROM every WHERE is_ours
    ON CONFLICT (thread) DO NOTHING
)
SELECT max(thread_id) FROM every
"""
"""Gives records to some runs that have none, after a name, and returns the last of their names."""
_SET = "INSERT INTO smurfs_marks VALUES ('earlier runs', %s) ON CONFLICT (name) DO UPDATE SET data = EXCLUDED.data"
_DONE = "\x7fall"
"""Stands for the last name once all runs have records."""


class EarlierRuns(PostgresSaver):
    """Those tables, for reading and for deleting what stands in them."""

    def __init__(self, server: PostgresPool, cipher: CipherProtocol | None) -> None:
        """`cipher`: of their states."""
        serializer = strict_serializer()
        super().__init__(server.pool, serde=SealedSerializer(cipher, serializer) if cipher else serializer)
        self._server, self._cipher = server, cipher
        self._order = "written, checkpoint_id" if server.rows(_IS_NUMBERED) else "checkpoint_id"

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return a checkpoint: the one that is named, or the one that was written last."""
        if get_checkpoint_id(config) is None:
            where = {**config.get("configurable", {})}
            newest = self._places({"configurable": {"checkpoint_ns": "", **where}}, None, 1)
            if not newest:
                return None
            config = {"configurable": {**where, "checkpoint_id": newest[0][2]}}
        return self._server.again(lambda: super(EarlierRuns, self).get_tuple(config))

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        """Yield checkpoints, the last written first."""
        every = (self.get_tuple(_config(place)) for place in self._places(config, before, None if filter else limit))
        wanted = (filter or {}).items()
        found = (item for item in every if item and all(item.metadata.get(name) == value for name, value in wanted))
        return islice(found, limit)

    def spans(self, thread: str) -> "list[tuple[str, float, float]]":
        """Return a run's namespaces, and when the first and last checkpoints of each were made."""
        sql = (
            f"SELECT checkpoint_ns, min({_AT}), max({_AT}) FROM checkpoints WHERE thread_id = %s GROUP BY 1 ORDER BY 2"
        )
        return cast("Any", self._server.rows(sql, (thread,)))

    def delete_thread(self, thread_id: str) -> None:
        """Delete all that was saved of a run."""
        self._server.again(lambda: super(EarlierRuns, self).delete_thread(thread_id))

    def _places(
        self, config: RunnableConfig | None, before: RunnableConfig | None, limit: int | None
    ) -> "list[tuple[str, str, str]]":
        """Return run, namespace and id of checkpoints, the last written first."""
        text, values = conditions(config, before, _PLACE, "%s", self._order)
        newest_first = ", ".join(f"{name} DESC" for name in self._order.split(", "))
        sql = f"SELECT {', '.join(_PLACE)} FROM checkpoints WHERE {text} ORDER BY {newest_first} LIMIT %s"
        return cast("Any", self._server.rows(sql, [*values, limit]))

    def _load_checkpoint_tuple(self, value: DictRow) -> CheckpointTuple:
        refuse_other_version(value["metadata"], value["thread_id"])
        found = super()._load_checkpoint_tuple(value)
        for name, item in found.checkpoint["channel_values"].items():
            if isinstance(item, str) and self._cipher is not None:
                raise StorageError(f"the run is not encrypted; unset {KEY_VARIABLE} to read it")
            if isinstance(item, dict) and item.keys() == {_TEXT}:
                found.checkpoint["channel_values"][name] = item[_TEXT]
        return found


def open_earlier(server: PostgresPool, cipher: CipherProtocol | None) -> EarlierRuns | None:
    """Return the runs of earlier releases; None where there are none. Each has a record among the runs then.

    Records are made in batches, so that one who is interrupted is gone on from by the next.
    """
    if not server.rows("SELECT to_regclass('checkpoints') IS NOT NULL")[0][0]:
        return None
    found = server.rows("SELECT data FROM smurfs_marks WHERE name = 'earlier runs'")
    last = bytes(found[0][0]).decode() if found else ""
    while last != _DONE:
        with server.pool.connection() as connection, connection.transaction():
            row = connection.execute(cast("Any", _BACK_FILL), (last,)).fetchone()
            name = row["max"] if row else None
            last = _DONE if name is None else name
            connection.execute(_SET, (last.encode(),))
    is_any = server.rows("SELECT 1 FROM smurfs_runs WHERE is_old = 1 LIMIT 1")
    return EarlierRuns(server, cipher) if is_any else None


def _config(place: tuple[str, str, str]) -> RunnableConfig:
    return {"configurable": dict(zip(_PLACE, place, strict=True))}
