"""The process that holds the tables: `python -m smurfs_graph.tools.table_worker FILE...`, JSON lines in and out.

A process of its own because nothing less bounds a query: a single huge value is neither stopped by DuckDB's time limit
nor counted by its memory limit, and a crash would take the run with it.
The first line out is `{"tables": [...]}` or `{"error": ...}`; then every line in, `{"sql": ...}`, gets one line out,
`{"answer": ...}` or `{"error": ...}`. The end of the input ends the process.
"""

import contextlib
import json
import sys
from pathlib import Path
from typing import Any

import duckdb

from smurfs_graph.errors import ConfigurationError, SmurfsError
from smurfs_graph.tools.table_load import Loaded, load, quoted
from smurfs_graph.tools.table_query import connect, cut_off, run

_ADDRESS_SPACE = 4 << 30
_SAMPLE_ROWS = 3


def main(files: list[str]) -> None:
    """Load the files, then answer queries until the input ends."""
    _limit_memory()
    try:
        connection = connect()
        loaded = load(connection, [Path(file) for file in files])
        cut_off(connection)
        _say({"tables": [_described(connection, item) for item in loaded]})
    except (ConfigurationError, duckdb.Error, MemoryError) as error:
        _say({"error": str(error)})
        return
    for line in sys.stdin:
        try:
            _say({"answer": run(connection, json.loads(line)["sql"])})
        except SmurfsError as error:
            _say({"error": str(error)})


def _described(connection: duckdb.DuckDBPyConnection, item: Loaded) -> dict[str, Any]:
    name = quoted(item.table)
    counted = connection.execute(f"SELECT count(*) FROM {name}").fetchone()
    columns = connection.execute(f"DESCRIBE {name}").fetchall()
    return {
        "table": item.table,
        "file": item.file.name,
        "row_count": counted[0] if counted else 0,
        "columns": [{"name": column[0], "type": column[1]} for column in columns],
        "sample": run(connection, f"SELECT * FROM {name} LIMIT {_SAMPLE_ROWS}")["rows"],
    }


def _limit_memory() -> None:
    """Bound the process where the platform can; elsewhere DuckDB's own limit is all there is."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        limit = _ADDRESS_SPACE if hard == resource.RLIM_INFINITY else min(_ADDRESS_SPACE, hard)
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def _say(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
