"""Read-only access to a travel database, from any thread."""

import sqlite3
import threading
import weakref
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, LiteralString

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.travel.schema import TABLES, RowT, columns

SHIPPED = Path(__file__).with_name("travel.sqlite")
"""Installed with this package: real cities; flights, roads, stays, meals and sights are invented."""


class TravelDatabase:
    """Rows of the six tables of `schema`, read-only; any thread may ask.

    A file gets a connection per question, as SQLite connections do not travel between threads. A database in
    memory has only one, and a lock keeps its users apart.
    """

    def __init__(self, source: str, connect: Callable[[], AbstractContextManager[sqlite3.Connection]]) -> None:
        """`source` names the database in error messages. Use `open_file` or `keep_in_memory` instead."""
        self.source = source
        self._connect = connect
        self._check()

    def select(self, row_type: type[RowT], where: LiteralString = "", *values: str | float) -> list[RowT]:
        """Rows in the order of the source, those alone that meet `where`.

        `where` is literal SQL with a `?` for each of `values`, so that no text from outside becomes SQL.

        Raises:
            ConfigurationError: the file has gone or gone bad since it was opened.
        """
        condition = f" WHERE {where}" if where else ""
        sql = f"SELECT {', '.join(columns(row_type))} FROM {TABLES[row_type]}{condition} ORDER BY rowid"
        return [row_type._make(row) for row in self._fetch(sql, values)]

    def flight_window(self) -> tuple[str, str] | None:
        """First and last day with a flight, as 'YYYY-MM-DD', or None where there is no flight at all."""
        first, last = self._fetch("SELECT min(date), max(date) FROM flights", ())[0]
        return None if first is None else (first, last)

    def _fetch(self, sql: str, values: tuple[str | float, ...]) -> list[tuple[Any, ...]]:
        try:
            with self._connect() as connection:
                return connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise ConfigurationError(f"cannot read the travel database {self.source!r}: {error}") from error

    def _check(self) -> None:
        """Complain now, in one sentence, rather than in the middle of a run."""
        if self._fetch("PRAGMA quick_check(1)", ()) != [("ok",)]:
            raise ConfigurationError(f"the travel database {self.source!r} is damaged; restore it")
        for row_type, table in TABLES.items():
            present = {name for (name,) in self._fetch("SELECT name FROM pragma_table_info(?)", (table,))}
            missing = [name for name in columns(row_type) if name not in present]
            if missing:
                what = f"lacks {', '.join(map(repr, missing))} in table" if present else "has no table"
                raise ConfigurationError(
                    f"{self.source!r} is no travel database: it {what} {table!r};"
                    " give a file with the tables of the shipped one, or a folder of TravelPlanner files"
                )


def open_file(path: Path) -> TravelDatabase:
    """Open a `.sqlite` file for reading; neither the file nor its folder needs to be writable.

    Raises:
        ConfigurationError: the file is missing, damaged, or something else than a travel database.
    """
    if not path.is_file():
        raise ConfigurationError(f"travel database {str(path)!r} does not exist or is not a file")
    address = f"{path.resolve().as_uri()}?mode=ro"

    @contextmanager
    def connect() -> Generator[sqlite3.Connection, None, None]:
        connection = sqlite3.connect(address, uri=True)
        try:
            yield connection
        finally:
            connection.close()

    return TravelDatabase(str(path), connect)


def keep_in_memory(connection: sqlite3.Connection, source: str) -> TravelDatabase:
    """Wrap a filled in-memory connection, opened with `check_same_thread=False`; closed with the result."""
    connection.execute("PRAGMA query_only = ON")
    lock = threading.Lock()

    @contextmanager
    def connect() -> Generator[sqlite3.Connection, None, None]:
        with lock:
            yield connection

    database = TravelDatabase(source, connect)
    weakref.finalize(database, connection.close)
    return database
