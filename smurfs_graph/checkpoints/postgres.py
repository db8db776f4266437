"""Checkpoints and payloads in PostgreSQL, over one pool of connections. Needs the extra `postgres`.

A connection that breaks is replaced: an operation that fails for it is tried again for a while, for all of them can be
repeated. A server that stays away ends the run with a StorageError; it goes on from its last checkpoint.
"""

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.serde.base import CipherProtocol
from langgraph.store.base import Item, Op, PutOp, Result
from langgraph.store.postgres import PostgresStore
from psycopg.rows import DictRow

from smurfs_graph.checkpoints.anyloop import AnyLoop
from smurfs_graph.checkpoints.inline import inlined, sealed_value, unlined, unsealed_value
from smurfs_graph.checkpoints.payloads import REPLIES, RESPONSES
from smurfs_graph.checkpoints.postgres_leases import PostgresLeases
from smurfs_graph.checkpoints.postgres_server import Server, one
from smurfs_graph.checkpoints.serializing import sealed_serializer, strict_serializer
from smurfs_graph.checkpoints.spool import Spool
from smurfs_graph.checkpoints.state_version import refuse_other_version, with_version
from smurfs_graph.errors import StorageError


class PostgresCheckpointer(AnyLoop, PostgresSaver):
    """A LangGraph checkpointer for sync and async use from any event loop."""

    def __init__(self, server: Server, cipher: CipherProtocol | None = None) -> None:
        """With a cipher, states are encrypted."""
        super().__init__(server.pool, serde=sealed_serializer(cipher) if cipher else strict_serializer())
        self.lock = cast("threading.Lock", nullcontext())  # each operation has a connection of its own
        self._server, self._cipher = server, cipher
        self.leases = PostgresLeases(server)
        server.on_loss = self.leases.renew

    def setup(self) -> None:
        """Make or update the tables. Raises StorageError where a newer version made them."""
        super().setup()
        with self._server.pool.connection() as connection:
            found = one(connection, "SELECT max(v) FROM checkpoint_migrations") or 0
        if found >= len(self.MIGRATIONS):
            known = len(self.MIGRATIONS) - 1
            raise StorageError(
                f"the PostgreSQL database has layout {found}, of a newer version; this one reads {known}"
            )

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """A checkpoint: the one that is named, or the latest one."""
        return self._server.again(lambda: super(PostgresCheckpointer, self).get_tuple(config))

    def list(self, config: RunnableConfig | None, **options: Any) -> Iterator[CheckpointTuple]:
        """Checkpoints, the newest first."""
        return iter(self._server.again(lambda: [*super(PostgresCheckpointer, self).list(config, **options)]))

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Save a checkpoint, as LangGraph asks for it."""
        self.leases.confirm(_thread(config))
        values = {name: inlined(value, self._cipher) for name, value in checkpoint["channel_values"].items()}
        kept, versioned = cast("Checkpoint", {**checkpoint, "channel_values": values}), with_version(metadata)
        described = cast("CheckpointMetadata", versioned)
        return self._server.again(lambda: super(PostgresCheckpointer, self).put(config, kept, described, new_versions))

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Save what a task wrote, as LangGraph asks for it."""
        self.leases.confirm(_thread(config))
        self._server.again(lambda: super(PostgresCheckpointer, self).put_writes(config, writes, task_id, task_path))

    def delete_thread(self, thread_id: str) -> None:
        """Delete all that was saved of a run."""
        self._server.again(lambda: super(PostgresCheckpointer, self).delete_thread(thread_id))

    def threads(self) -> "list[tuple[str, float, float, int]]":
        """Every run: its name, when its first and last checkpoints were made (seconds since 1970), how many it has."""
        at = "extract(epoch FROM (checkpoint ->> 'ts')::timestamptz)::float8"
        counts = f"min({at}) AS first, max({at}) AS last, count(*) AS n"
        sql = f"SELECT thread_id, {counts} FROM checkpoints GROUP BY thread_id ORDER BY 2"

        def found() -> "list[tuple[str, float, float, int]]":
            with self._server.pool.connection() as connection:
                rows = connection.execute(cast("Any", sql)).fetchall()
            return [(row["thread_id"], row["first"], row["last"], row["n"]) for row in rows]

        return self._server.again(found)

    def spans(self, thread: str) -> "list[tuple[str, float, float]]":
        """A run's namespaces, and when the first and last checkpoints of each were made, in the order of time."""
        at = "extract(epoch FROM (checkpoint ->> 'ts')::timestamptz)::float8"
        sql = (
            f"SELECT checkpoint_ns AS ns, min({at}) AS first, max({at}) AS last FROM checkpoints"
            " WHERE thread_id = %s GROUP BY checkpoint_ns ORDER BY 2"
        )

        def found() -> "list[tuple[str, float, float]]":
            with self._server.pool.connection() as connection:
                rows = connection.execute(cast("Any", sql), (thread,)).fetchall()
            return [(row["ns"], row["first"], row["last"]) for row in rows]

        return self._server.again(found)

    def _load_checkpoint_tuple(self, value: DictRow) -> CheckpointTuple:
        refuse_other_version(value["metadata"], value["thread_id"])
        values: dict[str, Any] = value["checkpoint"].get("channel_values") or {}
        plain = {name: unlined(item, self._cipher) for name, item in values.items()}
        return super()._load_checkpoint_tuple({**value, "checkpoint": {**value["checkpoint"], "channel_values": plain}})


class PostgresPayloads(PostgresStore):
    """A LangGraph store on the same pool."""

    def __init__(self, server: Server, cipher: CipherProtocol | None = None, spool: Spool | None = None) -> None:
        """With a cipher, values are encrypted; `spool`: where journals keep what is on its way here."""
        super().__init__(server.pool)
        self.spool = spool
        self.lock = cast("threading.Lock", nullcontext())
        self._server, self._cipher = server, cipher

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out operations, as LangGraph asks for them."""
        every = [self._kept(op) for op in ops]
        found = self._server.again(lambda: super(PostgresPayloads, self).batch(every))
        return [self._found(result) for result in found]

    def starting_with(self, prefix: str) -> "list[tuple[str, dict[str, Any]]]":
        """The tool responses whose keys start with this, by key."""
        sql = "SELECT key, value FROM store WHERE prefix = %s AND left(key, %s) = %s ORDER BY key"

        def found() -> "list[tuple[str, dict[str, Any]]]":
            with self._server.pool.connection() as connection:
                rows = connection.execute(sql, (".".join(RESPONSES), len(prefix), prefix)).fetchall()
            return [(row["key"], unsealed_value(row["value"], self._cipher)) for row in rows]

        return self._server.again(found)

    def delete_starting_with(self, prefix: str) -> None:
        """Delete those, and the model replies with such keys."""

        def deleted() -> None:
            with self._server.pool.connection() as connection:
                sql = "DELETE FROM store WHERE prefix = ANY(%s) AND left(key, %s) = %s"
                connection.execute(sql, ([".".join(RESPONSES), ".".join(REPLIES)], len(prefix), prefix))

        if self.spool is not None:
            self.spool.delete_starting_with(prefix)
        self._server.again(deleted)

    def _kept(self, op: Op) -> Op:
        if isinstance(op, PutOp) and op.value is not None:
            return op._replace(value=sealed_value(dict(op.value), self._cipher))
        return op

    def _found(self, result: Result) -> Result:
        for item in cast("list[Any]", result if isinstance(result, list) else [result]):
            if isinstance(item, Item):
                item.value = unsealed_value(item.value, self._cipher)
        return result


def _thread(config: RunnableConfig) -> str:
    return str(config.get("configurable", {})["thread_id"])
