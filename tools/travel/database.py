"""Read-only access to a travel database, from any thread."""

import sqlite3
import threading
import weakref
from pathlib import Path
from typing import Any, LiteralString

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.tools.travel.schema import TABLES, RowT, columns

SHIPPED = Path(__file__).with_name("travel.sqlite")
"""Installed with this package: real cities; flights, roads, stays, meals and sights are invented."""


class TravelDatabase:
    """Rows of the six tables of `schema`, in memory and read-only; any thread may ask."""

    def __init__(self, connection: sqlite3.Connection, source: str) -> None:
        """`connection`: opened with `check_same_thread=False`, closed with the database; `source`: for error messages.

        Raises:
            ConfigurationError: it is something else than a travel database.
        """
        self.source = source
        self._connection = connection
        self._lock = threading.Lock()
        weakref.finalize(self, connection.close)
        self._fetch("PRAGMA query_only = ON", ())
        self._check()

    def select(self, row_type: type[RowT], where: LiteralString = "", *values: str | float) -> list[RowT]:
        """Return rows in the order of the source, those alone that meet `where`.

        `where` is literal SQL with a `?` for each of `values`, so that no text from outside becomes SQL.
        """
        condition = f" WHERE {where}" if where else ""
        sql = f"SELECT {', '.join(columns(row_type))} FROM {TABLES[row_type]}{condition} ORDER BY rowid"
        return [row_type._make(row) for row in self._fetch(sql, values)]

    def flight_window(self) -> tuple[str, str] | None:
        """Return the first and last day with a flight, as 'YYYY-MM-DD', or None where there is no flight at all."""
        first, last = self._fetch("SELECT min(date), max(date) FROM flights", ())[0]
        return None if first is None else (first, last)

    def _fetch(self, sql: str, values: tuple[str | float, ...]) -> list[tuple[Any, ...]]:
        try:
            with self._lock:
                return self._connection.execute(sql, values).fetchall()
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
    """Read a `.sqlite` file.

    Raises:
        ConfigurationError: the file is missing, damaged, or something else than a travel database.
    """
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    try:
        if content := path.read_bytes():
            connection.deserialize(content)
    except (OSError, sqlite3.Error) as error:
        reason = "does not exist or is not a file" if isinstance(error, OSError) else str(error)
        raise ConfigurationError(f"travel database {str(path)!r} {reason}") from error
    return TravelDatabase(connection, str(path))
