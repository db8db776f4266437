"""`builtin:tables=PATH[,PATH...]`: SQL over CSV, Parquet and SQLite files, read-only.

The files are loaded once, by a process of its own (see `table_worker`), and never written. DuckDB is optional:
extra `tables`.
"""

import importlib.util
import json
import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from smurfs_graph.errors import ConfigurationError, SmurfsError, ToolError, UnknownNameError, how_to_install

MAX_FILE_BYTES = 256_000_000
MAX_LOAD_SECONDS = 120.0
# A little more than the worker's own limit: it ends only a query that does not heed that.
MAX_QUERY_SECONDS = 15.0
MAX_SQL_CHARACTERS = 20_000


def tools(argument: str | None = None) -> list[Callable[..., Any]]:
    """Return functions over the tables of the files in `argument`, a comma-separated list of paths.

    Raises:
        ConfigurationError: DuckDB is not installed, or a file is missing, too large, damaged or not a table.
    """
    paths = [Path(part.strip()).expanduser() for part in (argument or "").split(",") if part.strip()]
    if not paths:
        raise ConfigurationError("builtin:tables needs files, as in builtin:tables=sales.csv,stock.parquet")
    if importlib.util.find_spec("duckdb") is None:
        raise ConfigurationError(f"builtin:tables needs DuckDB: {how_to_install('tables')}")
    tables = _Tables([_check(path) for path in paths])
    return [tables.list_tables, tables.describe_table, tables.query_tables]


def _check(path: Path) -> Path:
    """Return a file's absolute path. Raises ConfigurationError for what is no file or too large."""
    try:
        size = path.stat().st_size
        if not path.is_file():
            raise ConfigurationError(f"{str(path)!r} is not a file; builtin:tables reads CSV, Parquet and SQLite files")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ConfigurationError(f"cannot read {str(path)!r} for builtin:tables: {reason}") from error
    if size > MAX_FILE_BYTES:
        raise ConfigurationError(f"{str(path)!r} has {size:,} bytes; builtin:tables loads at most {MAX_FILE_BYTES:,}")
    return path.absolute()


class _Tables:
    """The tables, in a process of their own. One query at a time; started again after one that had to be killed."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = [str(path) for path in paths]
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._known = {str(table["table"]).lower(): table for table in self._start()}

    def list_tables(self) -> dict[str, Any]:
        """List the tables that can be queried, with their files and sizes."""
        said = ("table", "file", "row_count")
        return {
            "tables": [
                {**{name: table[name] for name in said}, "column_count": len(table["columns"])}
                for table in self._known.values()
            ]
        }

    def describe_table(self, table: str) -> dict[str, Any]:
        """Show the columns of a table with their types, and its first rows.

        Args:
            table: Name of the table, from list_tables.
        """
        known = self._known.get(table.strip().strip('"').lower())
        if known is None:
            names = [str(each["table"]) for each in self._known.values()]
            raise ToolError(str(UnknownNameError("table", table, names)))
        return known

    def query_tables(self, sql: str) -> dict[str, Any]:
        """Run one SELECT statement in DuckDB's SQL over the tables; at most 100 rows are shown.

        Args:
            sql: The statement. Quote names that are not plain words: "unit price".
        """
        if len(sql) > MAX_SQL_CHARACTERS:
            raise ToolError(f"statement of {len(sql)} characters; at most {MAX_SQL_CHARACTERS} are allowed")
        if any("\ud800" <= character <= "\udfff" or character == "\0" for character in sql):
            raise ToolError("the statement contains characters that are not text")
        with self._lock:
            if self._process is None:
                try:
                    self._start()
                except SmurfsError as error:
                    raise ToolError(f"the tables cannot be loaded again: {error}") from error
            reply = self._send(sql) and self._receive(MAX_QUERY_SECONDS)
        if not reply:
            raise ToolError("the query took too long or too much memory and was stopped; filter or aggregate more")
        if "error" in reply:
            raise ToolError(reply["error"])
        return reply["answer"]

    def _start(self) -> list[dict[str, Any]]:
        """Load the files and say what tables they hold. Raises ConfigurationError where they cannot be loaded."""
        # -P and the path of this process: the same modules as here, none from the directory the user is in.
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(part for part in sys.path if part)}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "smurfs_graph.tools.table_worker", *self._paths],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env=environment,
        )
        weakref.finalize(self, _end, self._process)
        reply = self._receive(MAX_LOAD_SECONDS)
        if reply is None:
            raise ConfigurationError(f"cannot load {', '.join(map(repr, self._paths))}: too large, or damaged")
        if "error" in reply:
            self._discard()
            raise ConfigurationError(reply["error"])
        return reply["tables"]

    def _send(self, sql: str) -> bool:
        """Return whether the process took the statement; one that did not is discarded."""
        process = self._process
        try:
            if process and process.stdin:
                process.stdin.write(json.dumps({"sql": sql}) + "\n")
                process.stdin.flush()
                return True
        except OSError:
            self._discard()
        return False

    def _receive(self, seconds: float) -> dict[str, Any] | None:
        """Return the next line of the worker; none where it ended, or had to be ended, before that."""
        process = self._process
        if process is None or process.stdout is None:
            return None
        timer = threading.Timer(seconds, process.kill)
        timer.start()
        try:
            return json.loads(process.stdout.readline())
        except ValueError:
            self._discard()
            return None
        except BaseException:
            self._discard()  # an interrupted wait must not leave its answer to the next query
            raise
        finally:
            timer.cancel()

    def _discard(self) -> None:
        if self._process is not None:
            _end(self._process)
            self._process = None


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):  # what was still to be written has no reader any more
                stream.close()
    process.wait()
