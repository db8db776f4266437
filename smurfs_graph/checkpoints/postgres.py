"""Checkpoints and payloads in PostgreSQL, over one pool of connections. Needs the extra `postgres`.

A connection that breaks is replaced: an operation that fails for it is tried again for a while, for all of them can be
repeated. A server that stays away ends the run with a StorageError; it goes on from its last checkpoint.
"""

import base64
import json
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from itertools import islice
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    get_checkpoint_id,
)
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.serde.base import CipherProtocol
from langgraph.store.base import Item, Op, PutOp, Result
from langgraph.store.postgres import PostgresStore
from psycopg.rows import DictRow

from smurfs_graph.checkpoints.anyloop import AnyLoop, conditions
from smurfs_graph.checkpoints.payloads import REPLIES, RESPONSES, key_range
from smurfs_graph.checkpoints.postgres_leases import PostgresLeases
from smurfs_graph.checkpoints.postgres_server import PostgresPool, one
from smurfs_graph.checkpoints.serializing import KEY_VARIABLE, SealedSerializer, decrypt, encrypt, strict_serializer
from smurfs_graph.checkpoints.spool import Spool
from smurfs_graph.checkpoints.state_version import refuse_other_version, with_version
from smurfs_graph.errors import StorageError

_AT = "extract(epoch FROM (checkpoint ->> 'ts')::timestamptz)::float8"
"""Time of a checkpoint, in seconds since 1970."""
_TEXT = "smurfs-text"
"""Wraps a text of a state: LangGraph puts bare ones into a column of JSON, which is not encrypted and takes no NUL."""
_SEALED = "smurfs-sealed"
_PLACE = ("thread_id", "checkpoint_ns", "checkpoint_id")
_IS_NUMBERED = (
    "SELECT count(*) FROM pg_attribute WHERE attrelid = 'checkpoints'::regclass AND attname = 'written'"
    " AND NOT attisdropped"
)
_NUMBER = (
    "CREATE SEQUENCE checkpoints_written",
    "ALTER TABLE checkpoints ADD COLUMN written BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE checkpoints ALTER COLUMN written SET DEFAULT nextval('checkpoints_written')",
    "ALTER SEQUENCE checkpoints_written OWNED BY checkpoints.written",
)
"""The server numbers checkpoints as they are written, for ids have the clock of whichever machine made them. Those from
before have 0, and come in the order of their ids."""
_KEY = 'key COLLATE "C"'
"""Of the store, in the order of code points, whatever the database's own collation is."""
_INDEX_IS_USABLE = "SELECT count(*) FROM pg_index WHERE indexrelid = to_regclass('smurfs_store_by_key') AND indisvalid"
_INDEX = (
    "DROP INDEX IF EXISTS smurfs_store_by_key",
    f"CREATE INDEX CONCURRENTLY smurfs_store_by_key ON store (prefix, ({_KEY}))",
)
"""One whose making was interrupted is made again."""


class PostgresCheckpointer(AnyLoop, PostgresSaver):
    """A LangGraph checkpointer for sync and async use from any event loop."""

    def __init__(self, server: PostgresPool, cipher: CipherProtocol | None = None) -> None:
        """Keep states in the pool's database, encrypted with a cipher if there is one."""
        super().__init__(
            server.pool, serde=SealedSerializer(cipher, strict_serializer()) if cipher else strict_serializer()
        )
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
        with self._server.pool.connection() as connection, connection.transaction():
            if not one(connection, _IS_NUMBERED):
                for statement in _NUMBER:
                    connection.execute(cast("Any", statement))

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return a checkpoint: the one that is named, or the one that was written last, which
        descends from the others.
        """
        if get_checkpoint_id(config) is None:
            where = {**config.get("configurable", {})}
            newest = self._places({"configurable": {"checkpoint_ns": "", **where}}, None, 1)
            if not newest:
                return None
            config = {"configurable": {**where, "checkpoint_id": newest[0][2]}}
        return self._server.again(lambda: super(PostgresCheckpointer, self).get_tuple(config))

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        """Yield checkpoints, the last written first."""
        places = self._places(config, before, None if filter else limit)
        if limit is not None and not filter:
            found = [self.get_tuple({"configurable": dict(zip(_PLACE, place, strict=True))}) for place in places]
            return (item for item in found if item is not None)
        listed = self._server.again(lambda: [*super(PostgresCheckpointer, self).list(config, filter=filter)])
        every = {tuple(item.config.get("configurable", {})[name] for name in _PLACE): item for item in listed}
        return islice((every[place] for place in places if place in every), limit)

    def _places(
        self, config: RunnableConfig | None, before: RunnableConfig | None, limit: int | None
    ) -> "list[tuple[str, str, str]]":
        """Run, namespace and id of checkpoints, the last written first."""
        text, values = conditions(config, before, _PLACE, "%s", "written, checkpoint_id")
        sql = f"SELECT {', '.join(_PLACE)} FROM checkpoints WHERE {text} ORDER BY written DESC, checkpoint_id DESC"
        return cast("Any", self._server.rows(f"{sql} LIMIT %s", [*values, limit]))

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Save a checkpoint, as LangGraph asks for it."""
        self.leases.confirm(_thread(config))
        given = checkpoint["channel_values"].items()
        values = {name: {_TEXT: value} if isinstance(value, str) else value for name, value in given}
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
        """List runs: name, times of the first and last checkpoint (seconds since 1970), number of checkpoints."""
        sql = f"SELECT thread_id, min({_AT}), max({_AT}), count(*) FROM checkpoints GROUP BY thread_id ORDER BY 2"
        return cast("Any", self._server.rows(sql))

    def spans(self, thread: str) -> "list[tuple[str, float, float]]":
        """Return a run's namespaces, and when the first and last checkpoints of each were made, in
        the order of time.
        """
        what = f"checkpoint_ns, min({_AT}), max({_AT})"
        sql = f"SELECT {what} FROM checkpoints WHERE thread_id = %s GROUP BY checkpoint_ns ORDER BY 2"
        return cast("Any", self._server.rows(sql, (thread,)))

    def _load_checkpoint_tuple(self, value: DictRow) -> CheckpointTuple:
        refuse_other_version(value["metadata"], value["thread_id"])
        found = super()._load_checkpoint_tuple(value)
        for name, item in found.checkpoint["channel_values"].items():
            if isinstance(item, str) and self._cipher is not None:
                raise StorageError(f"the run is not encrypted; unset {KEY_VARIABLE} to read it")
            if isinstance(item, dict) and item.keys() == {_TEXT}:
                found.checkpoint["channel_values"][name] = item[_TEXT]
        return found


class PostgresPayloads(PostgresStore):
    """A LangGraph store on the same pool."""

    def __init__(self, server: PostgresPool, cipher: CipherProtocol | None = None, spool: Spool | None = None) -> None:
        """Keep values encrypted with a cipher if there is one; `spool`: journals' write-ahead files."""
        super().__init__(server.pool)
        self.spool = spool
        self.lock = cast("threading.Lock", nullcontext())
        self._server, self._cipher = server, cipher

    def setup(self) -> None:
        """Make or update the tables, and the index that finds a run's payloads."""
        super().setup()
        with self._server.pool.connection() as connection:
            if not one(connection, _INDEX_IS_USABLE):
                for statement in _INDEX:  # not in a transaction: rows are written meanwhile
                    connection.execute(cast("Any", statement))

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out operations, as LangGraph asks for them."""
        every = [self._seal(op) for op in ops]
        found = self._server.again(lambda: super(PostgresPayloads, self).batch(every))
        return [self._unseal(result) for result in found]

    def starting_with(self, prefix: str) -> "list[tuple[str, dict[str, Any]]]":
        """Return the tool responses whose keys start with this, by key."""
        within, values = key_range(prefix, _KEY, "%s")
        sql = f"SELECT key, value FROM store WHERE prefix = %s AND {within} ORDER BY {_KEY}"
        rows = self._server.rows(sql, (".".join(RESPONSES), *values))
        return [(key, _unseal_value(value, self._cipher)) for key, value in rows]

    def delete_starting_with(self, prefix: str) -> None:
        """Delete those, and the model replies with such keys."""
        if self.spool is not None:
            self.spool.delete_starting_with(prefix)
        within, values = key_range(prefix, _KEY, "%s")
        for namespace in (RESPONSES, REPLIES):
            self._server.rows(f"DELETE FROM store WHERE prefix = %s AND {within}", (".".join(namespace), *values))

    def _seal(self, op: Op) -> Op:
        if isinstance(op, PutOp) and op.value is not None:
            return op._replace(value=_seal_value(dict(op.value), self._cipher))
        return op

    def _unseal(self, result: Result) -> Result:
        for item in cast("list[Any]", result if isinstance(result, list) else [result]):
            if isinstance(item, Item):
                item.value = _unseal_value(item.value, self._cipher)
        return result


def _thread(config: RunnableConfig) -> str:
    return str(config.get("configurable", {})["thread_id"])


def _seal_value(value: dict[str, Any], cipher: CipherProtocol | None) -> dict[str, Any]:
    """Return a store's value as PostgreSQL is to keep it: encrypted, or in base64 where its JSON takes no such text."""
    text = json.dumps(value)
    if cipher is None and "\\u0000" not in text and "\\ud" not in text:
        return value
    return {_SEALED: base64.b64encode(encrypt(cipher, text.encode()) if cipher else text.encode()).decode()}


def _unseal_value(value: dict[str, Any], cipher: CipherProtocol | None) -> dict[str, Any]:
    """Invert `_seal_value`. Raises StorageError where the key is missing, is another one, or was not used."""
    if value.keys() != {_SEALED}:
        if cipher is not None:
            raise StorageError(f"a payload is not encrypted; unset {KEY_VARIABLE} to read it")
        return value
    data = base64.b64decode(value[_SEALED])
    try:
        return json.loads(decrypt(cipher, data) if cipher else data)
    except ValueError:
        raise StorageError(f"the run is encrypted; set {KEY_VARIABLE} to its key") from None
