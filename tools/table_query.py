"""Runs one SELECT over loaded tables, and nothing else.

What keeps a query in its place, in layers: the database is cut off from files, network and settings; the transaction
is read-only; the statement is parsed and must be a SELECT that calls no table function but harmless ones (those are
what reads files and foreign memory); time, memory, rows and characters are limited.
Runs in the process of `table_worker`, which is what bounds a query that ignores its own limits.
"""

import json
import math
import threading
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, cast

import duckdb

from smurfs_graph.errors import ToolError

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


def connect() -> duckdb.DuckDBPyConnection:
    """An empty database in memory that neither downloads nor spills to disk; files can still be loaded."""
    return duckdb.connect(":memory:", config=cast("dict[str, Any]", _OPEN))


def cut_off(connection: duckdb.DuckDBPyConnection) -> None:
    """End all access to files, network and settings, for good."""
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def run(connection: duckdb.DuckDBPyConnection, sql: str) -> dict[str, Any]:
    """The columns and the first rows of a SELECT.

    Raises:
        ToolError: the statement is not allowed, is wrong, or takes too long or too much memory.
        duckdb.Error: the database broke, and has to be loaded anew.
    """
    with connection.cursor() as cursor:
        timer = threading.Timer(MAX_SECONDS, cursor.interrupt)
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
            raise ToolError(f"the query was stopped after {MAX_SECONDS:g} seconds; filter or aggregate more") from None
        except (duckdb.OutOfMemoryException, MemoryError):
            raise ToolError("the query needs more memory than it is allowed; filter or aggregate more") from None
        except (duckdb.Error, RuntimeError) as error:
            raise ToolError(_reason(error)) from None
        finally:
            timer.cancel()


def jsonable(value: Any) -> Any:
    """A value of a database as JSON can hold it; long texts are cut, bytes are only counted."""
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
    """A value as JSON; a nested one that is long becomes a cut text."""
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
    tree: dict[str, Any] = json.loads(row[0]) if row else {}
    if tree.get("error", True):
        raise ToolError("only a plain SELECT (or DESCRIBE, SHOW, SUMMARIZE) statement is allowed")
    refused = sorted(_table_functions(tree) - _TABLE_FUNCTIONS)
    if refused:
        raise ToolError(f"table function {refused[0]!r} is not allowed; only the tables of list_tables can be read")


def _table_functions(tree: Any) -> set[str]:
    """The names of all table functions that a parsed statement calls, at any depth."""
    found: set[str] = set()
    pending: list[Any] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, dict):
            branch = cast("dict[str, Any]", node)
            if branch.get("type") == "TABLE_FUNCTION":
                found.add(str(branch.get("function", {}).get("function_name", "?")).lower())
            pending.extend(branch.values())
        elif isinstance(node, list):
            pending.extend(cast("list[Any]", node))
    return found


def _reason(error: Exception) -> str:
    """The message without the picture of the place and the advice on settings that follow it."""
    text = str(error).split("\n\nLINE ")[0].split("\n\nPossible solution")[0]
    if "disabled by configuration" in text or "read-only mode" in text:
        return "only reading the tables of list_tables is allowed"
    return " ".join(text.split())[:600]
