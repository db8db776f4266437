"""Payloads in PostgreSQL: LangGraph's store, encrypted on request, and found by the beginnings of keys.

Needs the extra `postgres`.
"""

import base64
import json
import threading
from collections.abc import Iterable
from contextlib import nullcontext
from typing import Any, cast

from langgraph.checkpoint.serde.base import CipherProtocol
from langgraph.store.base import Item, Op, PutOp, Result
from langgraph.store.postgres import PostgresStore

from smurfs_graph.checkpoints.payloads import REPLIES, RESPONSES, key_range
from smurfs_graph.checkpoints.postgres_leases import HELD, PostgresLeases
from smurfs_graph.checkpoints.postgres_server import PostgresPool, one
from smurfs_graph.checkpoints.serializing import KEY_VARIABLE, decrypt, encrypt
from smurfs_graph.checkpoints.spool import Spool
from smurfs_graph.errors import StorageError

_SEALED = "smurfs-sealed"
_WITHDRAW = (
    HELD
    + """
gone AS (DELETE FROM store USING held WHERE ok AND prefix = %s AND key = ANY(%s)) SELECT ok FROM held"""
)
_KEY = 'key COLLATE "C"'
"""Of the store, in the order of code points, whatever the database's own collation is."""
_ANNOUNCE = (
    HELD
    + """
kept AS (
    INSERT INTO store (prefix, key, value) SELECT %s, %s, %s::jsonb FROM held WHERE ok
    ON CONFLICT (prefix, key) DO UPDATE SET updated_at = CURRENT_TIMESTAMP WHERE store.value = EXCLUDED.value
    RETURNING 1
) SELECT ok, EXISTS (SELECT 1 FROM kept) FROM held"""
)
_INDEX_IS_USABLE = "SELECT count(*) FROM pg_index WHERE indexrelid = to_regclass('smurfs_store_by_key') AND indisvalid"
_INDEX = (
    "DROP INDEX IF EXISTS smurfs_store_by_key",
    f"CREATE INDEX CONCURRENTLY smurfs_store_by_key ON store (prefix, ({_KEY}))",
)
"""One whose making was interrupted is made again."""


class PostgresPayloads(PostgresStore):
    """A LangGraph store on the same pool."""

    def __init__(
        self,
        server: PostgresPool,
        leases: PostgresLeases,
        cipher: CipherProtocol | None = None,
        spool: Spool | None = None,
    ) -> None:
        """Keep values encrypted with a cipher if there is one.

        `leases`: those that runs are held by; `spool`: journals' write-ahead files.
        """
        super().__init__(server.pool)
        self.spool = spool
        self.lock = cast("threading.Lock", nullcontext())
        self._server, self._leases, self._cipher = server, leases, cipher

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

    def put_within(self, connection: Any, namespace: tuple[str, ...], key: str, value: dict[str, Any]) -> None:
        """Keep a value in the transaction of a connection to the same database. Raises psycopg.Error."""
        PostgresStore(connection).put(namespace, key, _seal_value(value, self._cipher), index=False)

    def announce(self, thread: str, namespace: tuple[str, ...], key: str, value: dict[str, Any]) -> bool:
        """Keep a value of a run where there is none yet; return whether this one is kept now.

        `value`: unlike any other, so that a repetition over a new connection is known. Raises StorageError where
        another process has taken the run over, RunBusyError where one holds that this process did not hold.
        """
        values = (".".join(namespace), key, json.dumps(_seal_value(value, self._cipher)))
        (is_kept,) = self._leases.write(_ANNOUNCE, thread, values)
        return bool(is_kept)

    def withdraw(self, thread: str, namespace: tuple[str, ...], keys: list[str]) -> None:
        """Delete values of a run. Raises StorageError and RunBusyError as `announce` does."""
        self._leases.write(_WITHDRAW, thread, (".".join(namespace), keys))

    def starting_with(self, prefix: str) -> "list[tuple[str, dict[str, Any]]]":
        """Return the tool responses whose keys start with this, by key."""
        within, values = key_range(prefix, _KEY, "%s")
        sql = f"SELECT key, value FROM store WHERE prefix = %s AND {within} ORDER BY {_KEY}"
        rows = self._server.rows(sql, (".".join(RESPONSES), *values))
        return [(key, _unseal_value(value, self._cipher)) for key, value in rows]

    def delete_starting_with(self, prefix: str) -> None:
        """Delete the tool responses and the model replies whose keys start with this."""
        if self.spool is not None:
            self.spool.delete_starting_with(prefix)
        within, values = key_range(prefix, _KEY, "%s")
        names = [".".join(RESPONSES), ".".join(REPLIES)]
        self._server.rows(f"DELETE FROM store WHERE prefix = ANY(%s) AND {within}", (names, *values))

    def _seal(self, op: Op) -> Op:
        if isinstance(op, PutOp) and op.value is not None:
            return op._replace(value=_seal_value(dict(op.value), self._cipher))
        return op

    def _unseal(self, result: Result) -> Result:
        for item in cast("list[Any]", result if isinstance(result, list) else [result]):
            if isinstance(item, Item):
                item.value = _unseal_value(item.value, self._cipher)
        return result


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
