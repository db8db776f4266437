"""The process that holds the tables: `python -m smurfs_graph.tools.table_worker FILE...`, JSON lines in and out.

It brings CSV, Parquet and SQLite files into an in-memory DuckDB, once, so that no query needs to open a file; SQLite is
read with Python's own module, as DuckDB's would have to be downloaded. Then it runs one SELECT at a time, and nothing
else. What keeps a query in its place, in layers: the database is cut off from files, network and settings; the
transaction is read-only; the statement is parsed and must be a SELECT that calls no table function but harmless ones
(those are what reads files and foreign memory); time, memory, rows and characters are limited.
A process of its own because nothing less bounds a query: a single huge value is neither stopped by DuckDB's time limit
nor counted by its memory limit, and a crash would take the run with it.
The first line out is `{"tables": [...]}` or `{"error": ...}`; then every line in, `{"sql": ...}`, gets one line out,
`{"answer": ...}` or `{"error": ...}`. The end of the input ends the process.
"""

import contextlib
import glob
import json
import math
import re
import sqlite3
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any, cast

import duckdb

from smurfs_graph.errors import ConfigurationError, SmurfsError, ToolError

MAX_ROWS = 100
MAX_SECONDS = 10.0
MAX_CELL_CHARACTERS = 1_000
MAX_ANSWER_CHARACTERS = 40_000
_TABLE_FUNCTIONS = frozenset({"range", "generate_series", "unnest", "json_each", "json_tree"})
_OPEN = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "python_enable_replacements": "false",
    "temp_directory": "",
    "memory_limit": "1GB",
    "threads": "2",
}
_ADDRESS_SPACE = 4 << 30
_SAMPLE_ROWS = 3
_BATCH = 10_000
_SQLITE_TYPES = {
    frozenset({"integer"}): "BIGINT",
    frozenset({"real"}): "DOUBLE",
    frozenset({"integer", "real"}): "DOUBLE",
    frozenset({"blob"}): "BLOB",
}


def load(connection: duckdb.DuckDBPyConnection, paths: Iterable[Path]) -> dict[str, Path]:
    """Load every file; the tables, named for the file or, in SQLite, for the table there, with their files.

    Raises:
        ConfigurationError: a file is not what it claims to be, is damaged, or is too large for the memory allowed.
    """
    loaded: dict[str, Path] = {}
    for path in paths:
        try:
            loaded.update(dict.fromkeys(_load_file(connection, path, {table.lower() for table in loaded}), path))
        except (duckdb.OutOfMemoryException, MemoryError) as error:
            raise ConfigurationError(f"{str(path)!r} is too large to be loaded into memory") from error
        except (duckdb.Error, sqlite3.Error, OSError, UnicodeError) as error:
            raise ConfigurationError(f"cannot read {str(path)!r}: {_explain_load(error)}") from error
    return loaded


def quote(identifier: str) -> str:
    """Spell an identifier as SQL does."""
    return '"' + identifier.replace('"', '""') + '"'


def _load_file(connection: duckdb.DuckDBPyConnection, path: Path, taken: set[str]) -> Iterator[str]:
    with path.open("rb") as file:
        start = file.read(16)
    if start.startswith(b"SQLite format 3\0"):
        yield from _load_sqlite(connection, path, taken)
        return
    suffix = path.suffix.lower()
    if start.startswith(b"PAR1"):
        reader = "read_parquet(?)"
    elif suffix in (".csv", ".tsv") and start:
        # All rows decide on the types, so that a late surprise cannot fail the load.
        reader = "read_csv(?, sample_size=-1)"
    else:
        problem = "it is empty" if not start else "its content is neither that of a CSV, a Parquet nor a SQLite file"
        raise ConfigurationError(f"cannot read {str(path)!r} as a table: {problem}")
    table = _name(connection, path.stem, path.absolute().parent.name, path, taken)
    # Both readers take a glob: a name with a `*` must not read its neighbours.
    connection.execute(f"CREATE TABLE {quote(table)} AS SELECT * FROM {reader}", [glob.escape(str(path))])
    yield table


def _load_sqlite(connection: duckdb.DuckDBPyConnection, path: Path, taken: set[str]) -> Iterator[str]:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
        database.execute("PRAGMA trusted_schema = OFF")
        database.text_factory = _text
        # Views and virtual tables run code of the file's own; a table with a root page is only data.
        query = "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name"
        names = [str(name) for (name,) in database.execute(query) if not str(name).startswith("sqlite_")]
        if not names:
            raise ConfigurationError(f"{str(path)!r} is a SQLite file without tables")
        for name in names:
            table = _name(connection, name, path.stem, path, taken)
            taken.add(table.lower())
            _copy(connection, table, database, name)
            yield table


def _copy(connection: duckdb.DuckDBPyConnection, table: str, database: sqlite3.Connection, name: str) -> None:
    """Copy a table; a column's type is what its values are, as SQLite does not hold them to what was declared."""
    rows = database.execute(f"SELECT * FROM {quote(name)}")
    columns: list[str] = [column[0] for column in rows.description]
    types = [_column_type(database, name, column) for column in columns]
    definition = ", ".join(f"{quote(column)} {kind}" for column, kind in zip(columns, types, strict=True))
    connection.execute(f"CREATE TABLE {quote(table)} ({definition})")
    insert = f"INSERT INTO {quote(table)} SELECT {', '.join(f'unnest(?::{kind}[])' for kind in types)}"
    while batch := rows.fetchmany(_BATCH):
        values = [
            [_as_text(value) for value in column] if kind == "VARCHAR" else list(column)
            for kind, column in zip(types, zip(*batch, strict=True), strict=True)
        ]
        connection.execute(insert, values)


def _column_type(database: sqlite3.Connection, table: str, column: str) -> str:
    kinds = database.execute(f"SELECT DISTINCT typeof({quote(column)}) FROM {quote(table)}").fetchall()
    return _SQLITE_TYPES.get(frozenset(str(kind) for (kind,) in kinds if kind != "null"), "VARCHAR")


def _as_text(value: Any) -> str | None:
    if isinstance(value, bytes):
        return _text(value)
    return None if value is None else str(value)


def _text(data: bytes) -> str:
    return data.decode(errors="replace")


def _name(connection: duckdb.DuckDBPyConnection, name: str, place: str, path: Path, taken: set[str]) -> str:
    """Return a name that SQL needs no quotes for and no other table has; the place it comes from tells two apart."""
    for candidate in (name, f"{place}_{name}"):
        table = re.sub(r"\W+", "_", candidate, flags=re.ASCII).strip("_") or "data"
        if table[0].isdigit() or _is_reserved(connection, table):
            table = f"table_{table}"
        if table.lower() not in taken:
            return table
    raise ConfigurationError(f"{str(path)!r} would give a second table named {name!r}; rename the file")


def _is_reserved(connection: duckdb.DuckDBPyConnection, name: str) -> bool:
    query = "SELECT 1 FROM duckdb_keywords() WHERE keyword_name = ? AND keyword_category <> 'unreserved'"
    return connection.execute(query, [name.lower()]).fetchone() is not None


def _explain_load(error: Exception) -> str:
    """Return the first line of a message that may go on with advice for people who write SQL."""
    text = str(error)
    if "utf-8" in text:
        return "it is not encoded in UTF-8; save it as UTF-8"
    return text.strip().splitlines()[0][:300] if text.strip() else type(error).__name__


def connect() -> duckdb.DuckDBPyConnection:
    """Return an empty database in memory that neither downloads nor spills to disk; files can still be loaded."""
    return duckdb.connect(":memory:", config=cast("dict[str, Any]", _OPEN))


def cut_off(connection: duckdb.DuckDBPyConnection) -> None:
    """End all access to files, network and settings, for good."""
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def run(connection: duckdb.DuckDBPyConnection, sql: str, seconds: float = MAX_SECONDS) -> dict[str, Any]:
    """Return the columns and the first rows of a SELECT that takes at most so many seconds.

    Raises:
        ToolError: the statement is not allowed, is wrong, or takes too long or too much memory.
        duckdb.Error: the database broke, and has to be loaded anew.
    """
    with connection.cursor() as cursor:
        timer = threading.Timer(seconds, cursor.interrupt)
        timer.start()
        try:
            _check(cursor, sql)
            cursor.execute("BEGIN TRANSACTION READ ONLY")
            cursor.execute(sql)
            columns = [str(column[0]) for column in cursor.description or []]
            return _answer(columns, cursor.fetchmany(MAX_ROWS + 1))
        except (duckdb.InternalException, duckdb.FatalException):
            raise  # the database is not usable after one of these
        except duckdb.InterruptException:
            raise ToolError(f"the query was stopped after {seconds:g} seconds; filter or aggregate more") from None
        except (duckdb.OutOfMemoryException, MemoryError):
            raise ToolError("the query needs more memory than it is allowed; filter or aggregate more") from None
        except (duckdb.Error, RuntimeError) as error:
            raise ToolError(_explain_query(error)) from None
        finally:
            timer.cancel()


def jsonable(value: Any) -> Any:
    """Return a value of a database as JSON can hold it; long texts are cut, bytes are only counted."""
    match value:
        case None | bool() | int():
            return value
        case float() | Decimal():
            return _number(value)
        case datetime() | date() | time():
            return value.isoformat()
        case bytes():
            return f"<{len(value)} bytes>"
        case list() | tuple():
            return [jsonable(item) for item in cast("list[Any]", value)]
        case dict():
            return {str(key): jsonable(item) for key, item in cast("dict[Any, Any]", value).items()}
        case _:
            text = str(value)
            cut = len(text) > MAX_CELL_CHARACTERS
            return f"{text[:MAX_CELL_CHARACTERS]} [cut: {len(text)} characters]" if cut else text


def _number(value: float | Decimal) -> int | float | str:
    if not math.isfinite(value):
        return str(float(value))
    if not isinstance(value, Decimal):
        return value
    # Exact where a JSON number can be, else as text: money must not change by being shown.
    if value == value.to_integral_value():
        return int(value)
    return float(value) if Decimal(repr(float(value))) == value else str(value)


def _answer(columns: list[str], found: list[Any]) -> dict[str, Any]:
    """Return as many rows as an answer may hold, with a note where there are more."""
    rows: list[list[Any]] = []
    left = MAX_ANSWER_CHARACTERS
    for row in found[:MAX_ROWS]:
        cells = [_cell(value) for value in row]
        left -= len(json.dumps(cells))
        if left < 0 and rows:
            break
        rows.append(cells)
    answer: dict[str, Any] = {"columns": columns, "rows": rows}
    if len(rows) < len(found):
        answer["note"] = f"only the first {len(rows)} rows are shown, there are more; filter, aggregate or use LIMIT"
    return answer


def _cell(value: Any) -> Any:
    """Return a value as JSON; a nested one that is long becomes a cut text."""
    plain: Any = jsonable(value)
    nested = json.dumps(plain) if isinstance(value, list | tuple | dict) else ""
    if len(nested) > MAX_CELL_CHARACTERS:
        return f"{nested[:MAX_CELL_CHARACTERS]} [cut: {len(nested)} characters]"
    return plain


def _check(cursor: duckdb.DuckDBPyConnection, sql: str) -> None:
    statements = cursor.extract_statements(sql)
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        raise ToolError("exactly one SELECT (or DESCRIBE, SHOW, SUMMARIZE) statement is allowed; tables are read-only")
    row = cursor.execute("SELECT json_serialize_sql(?::VARCHAR)", [statements[0].query]).fetchone()
    called: set[str] = set()

    def note(node: dict[str, Any]) -> dict[str, Any]:
        """Take note of the table functions that a statement calls, at any depth."""
        if node.get("type") == "TABLE_FUNCTION":
            called.add(str(node.get("function", {}).get("function_name", "?")).lower())
        return node

    tree: dict[str, Any] = json.loads(row[0], object_hook=note) if row else {}
    if tree.get("error", True):
        raise ToolError("only a plain SELECT (or DESCRIBE, SHOW, SUMMARIZE) statement is allowed")
    if refused := sorted(called - _TABLE_FUNCTIONS):
        raise ToolError(f"table function {refused[0]!r} is not allowed; only the tables of list_tables can be read")


def _explain_query(error: Exception) -> str:
    """Return the message without the picture of the place and the advice on settings that follow it."""
    text = str(error).split("\n\nLINE ")[0].split("\n\nPossible solution")[0]
    if "disabled by configuration" in text or "read-only mode" in text:
        return "only reading the tables of list_tables is allowed"
    return " ".join(text.split())[:600]


def main(files: list[str]) -> None:
    """Load the files, then answer queries until the input ends."""
    _limit_memory()
    try:
        connection = connect()
        loaded = load(connection, [Path(file) for file in files])
        cut_off(connection)
        _say({"tables": [_describe(connection, table, path) for table, path in loaded.items()]})
    except (ConfigurationError, duckdb.Error, MemoryError) as error:
        _say({"error": str(error)})
        return
    for line in sys.stdin:
        try:
            _say({"answer": run(connection, json.loads(line)["sql"])})
        except SmurfsError as error:
            _say({"error": str(error)})


def _describe(connection: duckdb.DuckDBPyConnection, table: str, path: Path) -> dict[str, Any]:
    """Return what `list_tables` tells of a table: its columns, its size and its first rows."""
    name = quote(table)
    counted = connection.execute(f"SELECT count(*) FROM {name}").fetchone()
    columns = connection.execute(f"DESCRIBE {name}").fetchall()
    return {
        "table": table,
        "file": path.name,
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
