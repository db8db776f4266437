"""Brings CSV, Parquet and SQLite files into an in-memory DuckDB, once, so that no query needs to open a file.

Runs in the process of `table_worker`. SQLite is read with Python's own module: DuckDB's would have to be downloaded.
"""

import glob
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import duckdb

from smurfs_graph.errors import ConfigurationError

_BATCH = 10_000
_SQLITE_TYPES = {
    frozenset({"integer"}): "BIGINT",
    frozenset({"real"}): "DOUBLE",
    frozenset({"integer", "real"}): "DOUBLE",
    frozenset({"blob"}): "BLOB",
}


class Loaded(NamedTuple):
    """A table of the database and the file it came from."""

    table: str
    file: Path


def load(connection: duckdb.DuckDBPyConnection, paths: Iterable[Path]) -> list[Loaded]:
    """Load every file, named for the file or, in SQLite, for the table.

    Raises:
        ConfigurationError: a file is not what it claims to be, is damaged, or is too large for the memory allowed.
    """
    loaded: list[Loaded] = []
    for path in paths:
        try:
            for table in _load_file(connection, path, [item.table for item in loaded]):
                loaded.append(Loaded(table, path))
        except (duckdb.OutOfMemoryException, MemoryError) as error:
            raise ConfigurationError(f"{str(path)!r} is too large to be loaded into memory") from error
        except (duckdb.Error, sqlite3.Error, OSError, UnicodeError) as error:
            raise ConfigurationError(f"cannot read {str(path)!r}: {_reason(error)}") from error
    return loaded


def quoted(identifier: str) -> str:
    """An identifier as SQL spells it."""
    return '"' + identifier.replace('"', '""') + '"'


def _load_file(connection: duckdb.DuckDBPyConnection, path: Path, taken: list[str]) -> Iterator[str]:
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
    connection.execute(f"CREATE TABLE {quoted(table)} AS SELECT * FROM {reader}", [glob.escape(str(path))])
    yield table


def _load_sqlite(connection: duckdb.DuckDBPyConnection, path: Path, taken: list[str]) -> Iterator[str]:
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
            taken = [*taken, table]
            _copy(connection, table, database, name)
            yield table


def _copy(connection: duckdb.DuckDBPyConnection, table: str, database: sqlite3.Connection, name: str) -> None:
    """Copy a table; a column's type is what its values are, as SQLite does not hold them to what was declared."""
    rows = database.execute(f"SELECT * FROM {quoted(name)}")
    columns: list[str] = [column[0] for column in rows.description]
    types = [_column_type(database, name, column) for column in columns]
    definition = ", ".join(f"{quoted(column)} {kind}" for column, kind in zip(columns, types, strict=True))
    connection.execute(f"CREATE TABLE {quoted(table)} ({definition})")
    insert = f"INSERT INTO {quoted(table)} SELECT {', '.join(f'unnest(?::{kind}[])' for kind in types)}"
    while batch := rows.fetchmany(_BATCH):
        values = [
            [_as_text(value) for value in column] if kind == "VARCHAR" else list(column)
            for kind, column in zip(types, zip(*batch, strict=True), strict=True)
        ]
        connection.execute(insert, values)


def _column_type(database: sqlite3.Connection, table: str, column: str) -> str:
    kinds = database.execute(f"SELECT DISTINCT typeof({quoted(column)}) FROM {quoted(table)}").fetchall()
    return _SQLITE_TYPES.get(frozenset(str(kind) for (kind,) in kinds if kind != "null"), "VARCHAR")


def _as_text(value: Any) -> str | None:
    if isinstance(value, bytes):
        return _text(value)
    return None if value is None else str(value)


def _text(data: bytes) -> str:
    return data.decode(errors="replace")


def _name(connection: duckdb.DuckDBPyConnection, name: str, place: str, path: Path, taken: list[str]) -> str:
    """A name that SQL needs no quotes for and no other table has; the place it comes from tells two apart."""
    used = {table.lower() for table in taken}
    for candidate in (name, f"{place}_{name}"):
        table = re.sub(r"\W+", "_", candidate, flags=re.ASCII).strip("_") or "data"
        if table[0].isdigit() or _is_reserved(connection, table):
            table = f"table_{table}"
        if table.lower() not in used:
            return table
    raise ConfigurationError(f"{str(path)!r} would give a second table named {name!r}; rename the file")


def _is_reserved(connection: duckdb.DuckDBPyConnection, name: str) -> bool:
    query = "SELECT 1 FROM duckdb_keywords() WHERE keyword_name = ? AND keyword_category <> 'unreserved'"
    return connection.execute(query, [name.lower()]).fetchone() is not None


def _reason(error: Exception) -> str:
    """The first line of a message that may go on with advice for people who write SQL."""
    text = str(error)
    if "utf-8" in text:
        return "it is not encoded in UTF-8; save it as UTF-8"
    return text.strip().splitlines()[0][:300] if text.strip() else type(error).__name__
