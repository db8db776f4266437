"""List the amounts that results of calls hold as data: their numbers, and what a whole column comes to. Pure."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from itertools import combinations, islice
from typing import Any, NamedTuple, cast

from smurfs_graph.grounding.numerals import LARGEST
from smurfs_graph.grounding.units import NO_UNIT, UNITS, StatedUnit

Record = dict[str, Any]
_MOST_NESTED = 8
_MOST_ROWS = 60
"""Numbers of a column that others are computed from."""
_MOST_ADDED = 24
"""Numbers of a column of which some that follow each other are added up."""
_MOST_FIELDS = 6
"""Numbers of a record of which one may be told as a share of another."""
_MOST_GROUPS = 40
"""Values of a field whose records are counted one by one; a field with more of them tells records apart."""


class Amount(NamedTuple):
    """A number with its unit."""

    value: float
    unit: StatedUnit = NO_UNIT
    how: str = ""
    """Its computation; empty for a number that stands."""

    def value_in(self, unit: StatedUnit) -> float | None:
        """Return the value in another unit; None where it has none in that, by a fixed rate."""
        own = self.unit
        if "share" in (own.kind, unit.kind) and own.kind != unit.kind:
            return None
        if not unit.name or not own.name or own.name == unit.name:
            return self.value
        if own.kind == unit.kind and own.size and unit.size:
            return self.value * own.size / unit.size
        match own.name, unit.name:
            case "°f", "°c":
                return (self.value - 32) / 1.8
            case "°c", "°f":
                return self.value * 1.8 + 32
            case _:
                return None

    def told(self) -> str:
        """Return the amount as a term of a computation."""
        return f"({self.how})" if self.how else plain(self.value)


class Data:
    """The records of results; those of one tool, at the same place in what it returned, belong together."""

    def __init__(self, results: Iterable[tuple[str, str]]) -> None:
        """`results`: the tool's name and what it returned, of each call; what is no JSON has no records."""
        self._columns: dict[str, list[Amount]] = {}
        self._shares: list[Amount] = []
        self._records = Counter[str]()
        self._values: dict[str, Counter[str]] = {}
        for tool, text in dict.fromkeys(results):
            for path, record in _records(_loaded(text), tool):
                self._add(path, record)

    def _add(self, path: str, record: Record) -> None:
        self._records[path] += 1
        numbers = {name: float(value) for name, value in record.items() if _is_number(value)}
        for name, value in record.items():
            if name not in numbers:
                values = self._values.setdefault(f"{path} with {name}", Counter())
                values[str(value)] += 1

        for name, number in numbers.items():
            column = self._columns.setdefault(f"{path}.{name}", [])
            column.append(Amount(number, _unit_in(record, name)))
        for span in _spans(record):
            self._columns.setdefault(f"{path} between", []).append(span)

        if len(self._shares) < _MOST_ROWS:
            self._shares += _shares([*numbers.values()][:_MOST_FIELDS])

    @property
    def is_empty(self) -> bool:
        """Return whether no result is data."""
        return not self._records

    def counts(self) -> Iterator[Amount]:
        """Yield the number of all records of a kind, and of those that have a value in common."""
        for path, count in self._records.items():
            yield Amount(count, how=f"the number of {path}")
        for field, values in self._values.items():
            if len(values) <= _MOST_GROUPS:
                groups = values.items()
                yield from (Amount(count, how=f"the number of {field}={value}") for value, count in groups if count > 1)

    def numbers(self) -> Iterator[Amount]:
        """Yield the first numbers of each column."""
        for amounts in self._columns.values():
            yield from amounts[:_MOST_ROWS]

    def totals(self) -> Iterator[Amount]:
        """Yield shares of one number of a record in another, and the total and the average of each column; then totals
        of numbers that follow each other in a column.
        """
        yield from self._shares
        columns = [(field, *_in_one_unit(amounts)) for field, amounts in self._columns.items()]
        columns = [column for column in columns if len(column[1]) > 1]
        for field, values, unit in columns:
            total, of = sum(values), f"of {len(values)} values of {field}"
            yield Amount(total, unit, f"the sum {of}")
            yield Amount(total / len(values), unit, f"the average {of}")
        for _, values, unit in columns:
            for run in _runs(values):
                yield Amount(sum(run), unit, " + ".join(map(plain, run)))


def plain(value: float) -> str:
    """Return a number as it is shown in a computation."""
    return f"{value:.10g}"


def _in_one_unit(amounts: list[Amount]) -> tuple[list[float], StatedUnit]:
    """Return the values of a column in the unit of its first; none where some cannot be told in that."""
    unit = amounts[0].unit
    values = [value for each in amounts if (value := each.value_in(unit)) is not None]
    return (values if len(values) == len(amounts) else []), unit


def _is_number(value: Any) -> bool:
    """Return whether a value is a number that can be computed with: JSON may hold integers that no float holds."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LARGEST


def _runs(values: list[float]) -> Iterator[list[float]]:
    """Yield the first values of a column that follow each other, from two on, but not all of it."""
    first = values[:_MOST_ADDED]
    for start, end in combinations(range(len(first) + 1), 2):
        if 1 < end - start < len(values):
            yield first[start:end]


def _shares(numbers: list[float]) -> Iterator[Amount]:
    """Yield the percentage of each number of a record in each larger one."""
    for low, high in combinations(sorted(numbers), 2):
        if low > 0:
            yield Amount(100 * low / high, UNITS["%"], f"{plain(low)} / {plain(high)}")


def _spans(record: Record) -> Iterator[Amount]:
    """Yield the time between the first moments of a record."""
    for start, end in combinations(islice(_moments(record), 4), 2):
        if (start.tzinfo is None) == (end.tzinfo is None):
            seconds = abs((end - start).total_seconds())
            yield Amount(seconds, UNITS["seconds"], f"from {start} to {end}")


def _moments(record: Record) -> Iterator[datetime]:
    for value in record.values():
        if isinstance(value, str) and value[:2] in ("19", "20"):
            with suppress(ValueError):
                yield datetime.fromisoformat(value)


def _unit_in(record: Record, field: str) -> StatedUnit:
    """Return the unit of a field: the last part of its name, or what a field beside it says."""
    parts = field.rpartition(".")[2].casefold().split("_")
    if "per" in parts:
        return NO_UNIT
    named = [UNITS[part] for part in reversed(parts[1:]) if part in UNITS]
    if named:
        return named[0]
    beside = [record[name] for name in record if name != field and name.endswith(("unit", "currency"))]
    units = [UNITS[str(value).casefold()] for value in beside if str(value).casefold() in UNITS]
    return units[0] if len(units) == 1 else NO_UNIT


def _loaded(text: str) -> Any:
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _records(data: Any, path: str, level: int = 0) -> Iterator[tuple[str, Record]]:
    """Yield the records of some data, the outermost first, each with the path that leads to its kind."""
    if level > _MOST_NESTED:
        return
    if isinstance(data, dict):
        record = cast("dict[str, Any]", data)
        yield path, dict(_scalars(record))
        for name, value in record.items():
            if isinstance(value, list):
                yield from _records(value, f"{path}.{name}", level + 1)
    elif isinstance(data, list):
        for item in cast("list[Any]", data):
            is_record = isinstance(item, dict | list)
            yield from _records(item if is_record else {"value": item}, path, level + 1)


def _scalars(record: Mapping[str, Any], before: str = "", level: int = 0) -> Iterator[tuple[str, Any]]:
    for name, value in record.items():
        if isinstance(value, dict) and level < _MOST_NESTED:
            yield from _scalars(cast("dict[str, Any]", value), f"{before}{name}.", level + 1)
        elif not isinstance(value, list | dict) and value is not None:
            yield f"{before}{name}", value
