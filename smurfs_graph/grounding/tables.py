"""See the results of calls as tables, of which totals, counts and averages can be made. Pure.

A list of records is a table, and so are the results of several calls of one tool. Tables that share the name of a field
are joined by it, so that pieces of one meet the prices of another.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeGuard, cast

from smurfs_graph.grounding.numerals import LARGEST
from smurfs_graph.grounding.units import NO_UNIT, UNITS, StatedUnit

Row = dict[str, Any]
_MOST_FIELDS, _MOST_GROUPS = 24, 40
_MOST_ROWS = 20_000
_MOST_NESTED = 8


class Table:
    """Rows of one kind, each with what its parent says."""

    def __init__(self, name: str, rows: Sequence[Row]) -> None:
        """`name`: the tool, and the path in its result."""
        self.name, self.rows = name, rows
        self._columns: dict[str, list[tuple[float, StatedUnit]]] = {}

    def column(self, field: str) -> list[tuple[float, StatedUnit]]:
        """Return the numbers of a field with their units, one for each row that has it."""
        if field not in self._columns:
            rows = (row for row in self.rows if is_number(row.get(field)))
            self._columns[field] = [(float(row[field]), unit_in(row, field)) for row in rows]
        return self._columns[field]

    @cached_property
    def numeric(self) -> list[str]:
        """Return the fields that hold numbers."""
        return _fields(self.rows, is_number)

    @cached_property
    def groups(self) -> list[tuple[str, "Table"]]:
        """Return the rows that have a value in common, by field and value; not where all or none have."""
        found: list[tuple[str, Table]] = []
        for field in _fields(self.rows, _names_a_group):
            by_value: dict[Any, list[Row]] = {}
            for row in self.rows:
                by_value.setdefault(row.get(field), []).append(row)
                if len(by_value) > _MOST_GROUPS:
                    break
            if 1 < len(by_value) <= _MOST_GROUPS:
                found += [(f"{field}={value}", Table(self.name, rows)) for value, rows in by_value.items()]
        return found


def read_tables(results: Iterable[tuple[str, str]]) -> list[Table]:
    """Return the tables that the results of calls hold; `results`: the tool's name and what it returned, of each."""
    found: dict[str, list[Row]] = {}
    for tool, text in results:
        if text.lstrip()[:1] not in ("{", "["):
            continue
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            continue
        for path, row in _rows(data, tool, {}):
            rows = found.setdefault(path, [])
            if len(rows) < _MOST_ROWS and row not in rows[-50:]:
                rows.append(row)
    tables = [Table(name, rows) for name, rows in found.items()]
    return [*tables, *_joined(tables)]


def is_number(value: Any) -> TypeGuard[float]:
    """Return whether a cell is a number that can be computed with: JSON may hold integers that no float holds."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LARGEST


def unit_in(row: Mapping[str, Any], field: str) -> StatedUnit:
    """Return the unit of a field: the last part of its name, or what a field beside it says."""
    parts = field.rpartition(".")[2].casefold().split("_")
    if "per" in parts:
        return NO_UNIT
    named = [UNITS[part] for part in reversed(parts[1:]) if part in UNITS]
    if named:
        return named[0]
    beside = [row[name] for name in row if name != field and name.rpartition(".")[2].endswith(("unit", "currency"))]
    units = [UNITS[str(value).casefold()] for value in beside if str(value).casefold() in UNITS]
    return units[0] if len(units) == 1 else NO_UNIT


def _rows(data: Any, path: str, parent: Row, level: int = 0) -> Iterator[tuple[str, Row]]:
    """Yield the records of some data, the outermost first, each under the path that leads to its kind."""
    if level > _MOST_NESTED:
        return
    if isinstance(data, dict):
        record = cast("dict[str, Any]", data)
        own = dict([*_scalars(record)][:_MOST_FIELDS])
        row = {**{name: value for name, value in parent.items() if not is_number(value)}, **own}
        if own:
            yield path, row
        for name, value in record.items():
            if isinstance(value, list):
                yield from _rows(value, f"{path}.{name}", row, level + 1)
    elif isinstance(data, list):
        for item in cast("list[Any]", data):
            if isinstance(item, dict | list):
                yield from _rows(item, path, parent, level + 1)
            elif item is not None:
                yield path, {**parent, "value": item}


def _scalars(record: Mapping[str, Any], before: str = "", level: int = 0) -> Iterator[tuple[str, Any]]:
    for name, value in record.items():
        if isinstance(value, dict) and level < _MOST_NESTED:
            yield from _scalars(cast("dict[str, Any]", value), f"{before}{name}.", level + 1)
        elif not isinstance(value, list | dict) and value is not None:
            yield f"{before}{name}", value


def _joined(tables: Sequence[Table]) -> Iterator[Table]:
    """Yield each table that names records of others with what those say."""
    for table in tables:
        rows = [dict(row) for row in table.rows]
        for field in _fields(table.rows, _is_text):
            for other in tables:
                by_key = {row.get(field): row for row in other.rows}
                if (
                    other is table
                    or field not in (other.rows[0] if other.rows else {})
                    or len(by_key) < len(other.rows)
                ):
                    continue
                for row in rows:
                    row |= {name: value for name, value in by_key.get(row.get(field), {}).items() if name not in row}
        if any(len(new) > len(old) for new, old in zip(rows, table.rows, strict=True)):
            yield Table(table.name, rows)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _names_a_group(value: object) -> bool:
    return isinstance(value, str | bool)


def _fields(rows: Sequence[Row], fits: Callable[[Any], bool]) -> list[str]:
    found = dict.fromkeys(name for row in rows[:200] for name, value in row.items() if fits(value))
    return [*found][:_MOST_FIELDS]
