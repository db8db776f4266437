"""List what can be computed from numbers that results, the request or the answer state. Pure.

Every function yields values and, for each, the computation in words, such as "3 * 33".
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import combinations, islice, zip_longest
from typing import NamedTuple

from smurfs_graph.grounding.tables import Table, is_number
from smurfs_graph.grounding.units import NO_UNIT, StatedUnit

MOST_SAID = 24
"""Numbers of an answer, or rows of a table, that are combined with each other."""
_FIELDS = 6
"""Fields of a row that are."""
_MOST_GROUPED = 2_000
"""Rows of a table whose groups are added up."""
_SUBSETS = 8
"""Values of a column whose every combination may be a total."""

Tried = Iterator[tuple[float, str]]


class ComputedAmount(NamedTuple):
    """A number that computations may take, and where it comes from."""

    value: float
    unit: StatedUnit = NO_UNIT
    field: str = ""
    """Of a result; empty for what the answer or the request says."""


class Said(NamedTuple):
    """The numbers of an answer that stand, around one that does not."""

    before: list[ComputedAmount]
    """In their order, the nearest one last."""
    behind: list[ComputedAmount]
    named: list[ComputedAmount]
    """Computed amounts of the records that the statement names."""

    @property
    def near(self) -> list[ComputedAmount]:
        """Return the nearest ones first."""
        pairs = zip_longest(reversed(self.before), self.behind)
        return [each for pair in pairs for each in pair if each is not None][:MOST_SAID]


def differences(amounts: Sequence[ComputedAmount], unit: StatedUnit) -> Tried:
    """Yield what is between two amounts of the unit, and what they are together."""
    alike = [each for each in dict.fromkeys(amounts) if _fits(each.unit, unit)]
    for one, other in combinations(alike, 2):
        if _fits(one.unit, other.unit):
            yield from between([one], [other])
            yield one.value + other.value, f"{plain(one.value)} + {plain(other.value)}"


def between(ones: Sequence[ComputedAmount], others: Sequence[ComputedAmount]) -> Tried:
    """Yield what is between each of some amounts and each of others."""
    for one in ones:
        for other in others:
            high, low = max(one.value, other.value), min(one.value, other.value)
            yield high - low, f"{plain(high)} - {plain(low)}"


def runs(said: Said, unit: StatedUnit) -> Tried:
    """Yield the totals and averages of the numbers just before or behind a number, from two of them on."""
    for values in ([each.value for each in reversed(said.before) if _fits(each.unit, unit)],
                   [each.value for each in said.behind if _fits(each.unit, unit)]):  # fmt: skip
        for size in range(2, min(len(values), MOST_SAID) + 1):
            yield sum(values[:size]), _joined(values[:size])
        if len(values) > 1:
            yield sum(values) / len(values), f"the average of {', '.join(map(plain, values[:12]))}"


def counts(tables: Sequence[Table]) -> Tried:
    """Yield the number of a table's rows, and of those with a value in common."""
    for table in tables:
        yield float(len(table.rows)), f"the number of {table.name}"
    for table in tables:
        for about, part in table.groups:
            if len(part.rows) > 1:
                yield float(len(part.rows)), f"the number of {table.name} with {about}"


def shares(tables: Sequence[Table]) -> Tried:
    """Yield percentages: of two fields of a row, the smaller in the larger; of a table, its rows that share a value."""
    for table in tables:
        for row in table.rows[:MOST_SAID]:
            for a, b in combinations([float(value) for value in row.values() if is_number(value)][:_FIELDS], 2):
                if high := max(a, b):
                    yield 100 * min(a, b) / high, f"{plain(min(a, b))} / {plain(high)}"
    for table in tables:
        for about, part in table.groups:
            share = 100 * len(part.rows) / len(table.rows)
            yield share, f"{len(part.rows)} of {len(table.rows)} {table.name} with {about}"


def rowwise(tables: Sequence[Table]) -> Tried:
    """Yield what two fields of one row make: pieces times a price, what is left, one by the other."""
    for table in tables:
        for row in table.rows[:MOST_SAID]:
            numbers = [(name, float(value)) for name, value in row.items() if is_number(value)][:_FIELDS]
            for (one, a), (other, b) in combinations(numbers, 2):
                high, low = max(a, b), min(a, b)
                yield a * b, f"{plain(a)} * {plain(b)} ({one}, {other})"
                yield high - low, f"{plain(high)} - {plain(low)} ({one}, {other})"
                size = 1000 if "thousand" in one + other else 1
                for top, under in ((a, b), (b, a)):
                    if under:
                        yield top / under * size, f"{plain(top)} / {plain(under)} ({one}, {other})"


def roundings(amounts: Iterable[ComputedAmount]) -> Tried:
    """Yield whole numbers beside amounts that are none, as where each hour begun counts."""
    for each in amounts:
        if not each.value.is_integer():
            yield float(math.ceil(each.value)), f"{plain(each.value)} rounded up"
            yield float(math.floor(each.value)), f"{plain(each.value)} rounded down"


def conversions(amounts: Iterable[ComputedAmount], unit: StatedUnit) -> Tried:
    """Yield amounts in another unit of their kind."""
    for each in amounts:
        if each.unit.kind == unit.kind and each.unit.name != unit.name and each.unit.size and unit.size:
            how = f"{plain(each.value)} {each.unit.name} in {unit.name}"
            yield each.value * each.unit.size / unit.size, how
        elif (each.unit.name, unit.name) == ("°f", "°c"):
            yield (each.value - 32) / 1.8, f"{plain(each.value)} °F in °C"
        elif (each.unit.name, unit.name) == ("°c", "°f"):
            yield each.value * 1.8 + 32, f"{plain(each.value)} °C in °F"


def aggregates(tables: Sequence[Table], unit: StatedUnit, *, strict: bool) -> Tried:
    """Yield the total, the average and the spread of each field of a table."""
    for table in tables:
        for field in table.numeric:
            values = _in_unit(table, field, unit, strict=strict)
            if len(values) > 1:
                about = f"{len(values)} values of {table.name}.{field}"
                yield sum(values), f"the sum of {about}"
                yield sum(values) / len(values), f"the average of {about}"
                yield max(values) - min(values), f"between the most and the least of {about}"


def spans(tables: Sequence[Table], unit: StatedUnit) -> Tried:
    """Yield the time between two moments of a row."""
    sizes = [unit.size] if unit.kind == "time" and unit.size else [86400.0, 3600.0, 60.0]
    for table in tables:
        for row in table.rows[:MOST_SAID]:
            for one, other in combinations([value for value in row.values() if _is_moment(value)][:4], 2):
                start, end = datetime.fromisoformat(one), datetime.fromisoformat(other)
                if (start.tzinfo is None) == (end.tzinfo is None):
                    seconds = abs((end - start).total_seconds())
                    yield from ((seconds / size, f"from {one} to {other}") for size in sizes)


def derived(tables: Sequence[Table], unit: StatedUnit, *, strict: bool) -> Tried:
    """Yield the totals of some values of a field: of such in a row first, of any where there are few."""
    columns = [_in_unit(table, field, unit, strict=strict) for table in tables for field in table.numeric]
    for values in columns:
        if 2 < len(values) <= MOST_SAID:
            for size in range(2, len(values)):
                for start in range(len(values) - size + 1):
                    yield sum(values[start : start + size]), _joined(values[start : start + size])
    for values in columns:
        if 3 < len(values) <= _SUBSETS:
            for size in range(len(values) - 1, 1, -1):
                yield from ((sum(part), _joined(part)) for part in combinations(values, size))


def grouped(tables: Sequence[Table], unit: StatedUnit, *, strict: bool) -> Tried:
    """Yield totals and averages of rows with a value in common, and totals of one field times another."""
    for table in tables:
        for about, part in (("", table), *table.groups) if len(table.rows) <= _MOST_GROUPED else ():
            of = f" with {about}" if about else ""
            for field in part.numeric if about else ():
                values = _in_unit(part, field, unit, strict=strict)
                if len(values) > 1:
                    yield sum(values), f"the sum of {table.name}.{field}{of}"
                    yield sum(values) / len(values), f"the average of {table.name}.{field}{of}"
            for one, other in combinations(part.numeric[:_FIELDS], 2):
                pairs = ((row.get(one), row.get(other)) for row in part.rows)
                made = [float(a) * float(b) for a, b in pairs if is_number(a) and is_number(b)]
                if len(made) > 1:
                    yield sum(made), f"the sum of {one} * {other}{of}"


def products(ones: Sequence[ComputedAmount], others: Sequence[ComputedAmount], unit: StatedUnit) -> Tried:
    """Yield what two amounts make by multiplication or division: a price times pieces, a share, an amount by a rate."""
    for at, one in enumerate(ones):
        for other in others[at + 1 :] if ones is others else others:
            a, b = one.value, other.value
            money = one.unit.kind == other.unit.kind == "money"
            if not money:
                yield a * b, f"{plain(a)} * {plain(b)}"
            for top, under in ((a, b), (b, a)):
                if not under:
                    continue
                if unit.kind == "share":
                    yield 100 * top / under, f"{plain(top)} / {plain(under)}"
                    yield 100 * abs(top - under) / abs(under), f"({plain(top)} - {plain(under)}) / {plain(under)}"
                elif not (money and unit.kind == "money"):
                    yield top / under, f"{plain(top)} / {plain(under)}"
            for whole, part in ((a, other), (b, one)):
                if part.unit.kind == "share":
                    yield whole * part.value / 100, f"{plain(part.value)} % of {plain(whole)}"
                    yield whole * (1 - part.value / 100), f"{plain(whole)} less {plain(part.value)} %"
                    yield whole * (1 + part.value / 100), f"{plain(whole)} and {plain(part.value)} %"


def rated(said: Said, rates: Sequence[ComputedAmount]) -> Tried:
    """Yield totals and differences of the answer's numbers times a rate."""
    sums = [*islice(runs(said, NO_UNIT), 40), *islice(differences(said.near[:8], NO_UNIT), 40)]
    for value, how in sums:
        for rate in rates:
            yield value * rate.value, f"({how}) * {plain(rate.value)}"


def triples(amounts: Sequence[ComputedAmount]) -> Tried:
    """Yield what three amounts make."""
    for a, b, c in combinations([each.value for each in amounts[:10]], 3):
        x, y, z = map(plain, (a, b, c))
        yield a + b + c, f"{x} + {y} + {z}"
        yield a * b * c, f"{x} * {y} * {z}"
        for one, other, third in ((a, b, c), (a, c, b), (b, c, a)):
            yield one * other + third, f"{plain(one)} * {plain(other)} + {plain(third)}"
            yield abs(one * other - third), f"{plain(one)} * {plain(other)} - {plain(third)}"
            yield (one + other) * third, f"({plain(one)} + {plain(other)}) * {plain(third)}"
            yield abs(one - other) * third, f"({plain(one)} - {plain(other)}) * {plain(third)}"


def _in_unit(table: Table, field: str, unit: StatedUnit, *, strict: bool) -> list[float]:
    """Return the values of a field in a unit; none where they have another, or `strict`ly, where they have none."""
    values: list[float] = []
    for value, own in table.column(field):
        if own.name == unit.name or not (unit.name and (strict or own.name)):
            values.append(value)
        elif own.kind == unit.kind and own.size and unit.size:
            values.append(value * own.size / unit.size)
    return values


def _is_moment(value: object) -> bool:
    try:
        return isinstance(value, str) and value[:2] in ("19", "20") and bool(datetime.fromisoformat(value))
    except ValueError:
        return False


def _fits(one: StatedUnit, other: StatedUnit) -> bool:
    return not one.name or not other.name or one.name == other.name


def _joined(values: Sequence[float]) -> str:
    return " + ".join(map(plain, values[:12])) + (" + …" if len(values) > 12 else "")


def plain(value: float) -> str:
    """Return a number as it is shown in a computation."""
    return f"{value:.10g}"
