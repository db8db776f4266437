"""The tables of runs in PostgreSQL, made and brought to this release's layout when a database is opened."""

from typing import Any, cast

from smurfs_graph.checkpoints.postgres_server import PostgresPool
from smurfs_graph.errors import StorageError

LAYOUTS = (
    """
    CREATE SEQUENCE smurfs_written;
    CREATE TABLE smurfs_checkpoints (
        thread TEXT COLLATE "C" NOT NULL, ns TEXT COLLATE "C" NOT NULL, id TEXT COLLATE "C" NOT NULL,
        parent TEXT, base TEXT COLLATE "C", cost BIGINT NOT NULL, links INTEGER NOT NULL,
        made FLOAT8 NOT NULL DEFAULT extract(epoch FROM clock_timestamp()),
        written BIGINT NOT NULL DEFAULT nextval('smurfs_written'), data BYTEA NOT NULL,
        PRIMARY KEY (thread, ns, id)
    );
    ALTER TABLE smurfs_checkpoints ALTER COLUMN data SET STORAGE EXTERNAL;
    CREATE TABLE smurfs_writes (
        thread TEXT COLLATE "C" NOT NULL, ns TEXT COLLATE "C" NOT NULL, id TEXT COLLATE "C" NOT NULL,
        task TEXT COLLATE "C" NOT NULL, idx INTEGER NOT NULL, path TEXT COLLATE "C" NOT NULL,
        whole INTEGER NOT NULL, data BYTEA NOT NULL,
        PRIMARY KEY (thread, ns, id, task, idx)
    );
    ALTER TABLE smurfs_writes ALTER COLUMN data SET STORAGE EXTERNAL;
    CREATE TABLE smurfs_runs (
        thread TEXT COLLATE "C" PRIMARY KEY, started FLOAT8 NOT NULL, updated FLOAT8 NOT NULL,
        checkpoints BIGINT NOT NULL, version INTEGER, is_old INTEGER NOT NULL DEFAULT 0, state TEXT NOT NULL,
        stop_reason TEXT NOT NULL, query BYTEA NOT NULL, owner TEXT NOT NULL, strategy TEXT NOT NULL
    ) WITH (fillfactor = 70);
    CREATE INDEX smurfs_runs_by_start ON smurfs_runs (started, thread);
    CREATE TABLE smurfs_run_ids (
        thread TEXT COLLATE "C" NOT NULL, run_id TEXT COLLATE "C" NOT NULL, PRIMARY KEY (thread, run_id)
    )
    """,
    """
    CREATE TABLE smurfs_leases (
        thread TEXT COLLATE "C" PRIMARY KEY, holder TEXT NOT NULL, until TIMESTAMPTZ NOT NULL,
        session INTEGER, session_start TIMESTAMPTZ
    ) WITH (fillfactor = 50)
    """,
)
"""Statements that make each layout of the one before; in the first, of an empty database.

The server numbers checkpoints as they are written, for ids have the clock of whichever machine made them; and it says
the time. `data` is compressed already. Runs have room beside them, for their records change with every checkpoint.
"""
_MARKS = "CREATE TABLE IF NOT EXISTS smurfs_marks (name TEXT PRIMARY KEY, data BYTEA NOT NULL)"
_SET = "INSERT INTO smurfs_marks VALUES ('layout', %s) ON CONFLICT (name) DO UPDATE SET data = EXCLUDED.data"


def bring_up_to_date(server: PostgresPool) -> None:
    """Make the tables, or bring those of an older layout to this one: each step in one transaction, whole or not.

    Raises StorageError where a newer version made them.
    """
    with server.pool.connection() as connection:
        connection.execute(_MARKS)
        row = connection.execute("SELECT data FROM smurfs_marks WHERE name = 'layout'").fetchone()
        found = int(bytes(row["data"])) if row else 0
        if found > len(LAYOUTS):
            raise StorageError(
                f"the PostgreSQL database has layout {found}, of a newer version; this one reads {len(LAYOUTS)}"
            )
        for number, statements in enumerate(LAYOUTS[found:], start=found + 1):
            with connection.transaction():
                for statement in statements.split(";"):
                    connection.execute(cast("Any", statement))
                connection.execute(_SET, (str(number).encode(),))
