"""Find how a number was computed from numbers that stand: totals, differences, shares, conversions. Pure.

Computations are tried from the most natural one on, and the fewer digits a number has, the fewer of them: with enough
tries everything is the difference of something. `_TRIES` says how many; `tests/benchmarks/grounding.py` measures it.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import combinations, islice, pairwise, zip_longest
from typing import NamedTuple

from smurfs_graph.grounding.numerals import Number, read_numbers, rounding
from smurfs_graph.grounding.tables import Table, is_number
from smurfs_graph.grounding.units import NO_UNIT, Unit

_TRIES = (0, 12, 50, 300, 1_000, 4_000, 12_000)
"""Computations that are tried for a number, by its significant digits."""
_MOST_SAID, _MOST_POOL, _MOST_DERIVED = 24, 120, 200
_NEAREST, _ALIKE, _FIELDS = 3, 5, 6
"""Numbers of the answer around one, and numbers of the request, that it is most likely made of."""
_SUBSETS = 8
"""Values of a column whose every combination may be a total."""
_RATE = re.compile(r"rate|per|price|factor|kurs|percent|ratio", re.IGNORECASE)
_OPERATORS = {"+": "+", "-": "-", "–": "-", "\u00d7": "*", "x": "*", "*": "*", "·": "*", "/": "/", "÷": "/", ":": "/"}
_NOISE = re.compile(r"\([^()]*\)|[^\W\d_]{2,}|(?<![^\W\d_])[^\W\d_x](?![^\W\d_])|[€$£¥%°\"'|]")

Tried = Iterator[tuple[float, str]]


class Amount(NamedTuple):
    """A number that computations may take, and where it comes from."""

    value: float
    unit: Unit = NO_UNIT
    field: str = ""
    """Of a result; empty for what the answer or the request says."""


class Said(NamedTuple):
    """The numbers of an answer that stand, around one that does not."""

    before: list[Amount]
    """In their order, the nearest one last."""
    behind: list[Amount]
    named: list[Amount]
    """Those of the records that the statement names."""

    @property
    def near(self) -> list[Amount]:
        """The nearest ones first."""
        pairs = zip_longest(reversed(self.before), self.behind)
        return [each for pair in pairs for each in pair if each is not None][:_MOST_SAID]


def explain(
    wanted: Number, said: Said, asked: Sequence[Amount], tables: Sequence[Table], pool: Sequence[Amount]
) -> str:
    """Return how a number may be computed, such as "360.5 = 240 + 120.5"; empty where that is not found.

    `asked`: the numbers of the request; `pool`: those of the results.
    """
    if is_year(wanted):
        return ""
    tried = _tried(wanted, said, asked[:_MOST_SAID], tables, pool[:_MOST_POOL])
    meant, reach = wanted.value, rounding(wanted)
    for value, how in islice(tried, _tries(wanted)):
        if abs(value - meant) <= reach:
            return f"{_shown(meant)} = {how}"
    return ""


def equation_before(text: str, wanted: Number, standing: Sequence[Number]) -> str:
    """Return the computation that a statement shows before a number, where it holds and its numbers stand."""
    head, sign, _ = text[: wanted.start].rpartition("=")
    if not sign or _NOISE.sub("", text[len(head) + 1 : wanted.start]).strip():
        return ""
    head = re.split(r"[=;\n]|(?<=\D)[:.]\s|,\s", head)[-1]
    numbers = [*read_numbers(head)]
    values = {value for number in standing for value in number.values}
    if len(numbers) < 2 or not all(values & {*number.values} for number in numbers):
        return ""
    between = [_NOISE.sub("", head[one.end : other.start]).strip() for one, other in pairwise(numbers)]
    if not all(part in _OPERATORS for part in between):
        return ""
    terms = [numbers[0].value]
    for part, number in zip(between, numbers[1:], strict=True):
        match _OPERATORS[part]:
            case "*":
                terms[-1] *= number.value
            case "/":
                terms[-1] = terms[-1] / number.value if number.value else math.nan
            case sign:
                terms.append(number.value if sign == "+" else -number.value)
    holds = abs(sum(terms) - wanted.value) <= rounding(wanted)
    shown = "".join(f"{_shown(n.value)} {_OPERATORS[part]} " for n, part in zip(numbers, between, strict=False))
    return f"{_shown(wanted.value)} = {shown}{_shown(numbers[-1].value)}" if holds else ""


def is_year(number: Number) -> bool:
    """Return whether a number looks like a year, with which nothing is computed."""
    return number.step == 1 and 1900 <= number.value <= 2100 and number.written.isdigit() and not number.unit.name


def _tries(wanted: Number) -> int:
    plain = re.sub(r"[^0-9]", "", wanted.written).lstrip("0")
    zeros = len(plain) - len(plain.rstrip("0")) if wanted.step >= 1 else 0
    return _TRIES[min(len(_TRIES) - 1, max(1, len(plain) - zeros // 2))] if plain else _TRIES[2]


def _tried(
    wanted: Number, said: Said, asked: Sequence[Amount], tables: Sequence[Table], pool: Sequence[Amount]
) -> Tried:
    """Yield what can be computed, the most natural first."""
    unit, near = wanted.unit, said.near
    nearest = [*near[:_NEAREST], *asked[:_NEAREST]]
    same = [each for each in near if unit.name and each.unit.name == unit.name][:_ALIKE]
    strict = any(each.unit.kind == unit.kind for each in pool) and unit.kind != ""
    fitting = [each for each in pool if each.unit.name == unit.name or not (strict or each.unit.name)]
    rates = [each for each in pool if _RATE.search(each.field)]
    spans = [Amount(value) for value, _ in _spans(tables, unit)] if unit.kind in ("time", "") else []
    derived = [*islice(_derived(tables, unit, strict=strict), _MOST_DERIVED)]
    everything, results = [*near, *asked], [Amount(value) for value, _ in derived]
    foreign = [Amount(value) for value, _ in islice(_derived(tables, NO_UNIT, strict=False), _MOST_DERIVED // 2)]
    yield from _shares(tables) if unit.kind == "share" else ()
    yield from _counts(tables) if wanted.step == 1 and not unit.name else ()
    yield from _differences(same, unit)
    yield from _conversions([*near[:_NEAREST], *pool], unit)
    yield from _differences(nearest, unit)
    for field in dict.fromkeys(each.field for each in said.named):
        yield from _differences([each for each in said.named if each.field == field][:_NEAREST], unit)
    yield from _runs(said, unit)
    yield from _products(nearest, nearest, unit)
    yield from _roundings(near[:_NEAREST] if wanted.step >= 1 else [])
    yield from _aggregates(tables, unit, strict=strict)
    if strict:
        yield from derived[: _MOST_DERIVED // 4]
    yield from _products([*near[:_NEAREST], *(Amount(value) for value, _ in _roundings(near[:_NEAREST]))], rates, unit)
    yield from _between([*near[:_NEAREST], *spans], [each for each in fitting if each.unit.name])
    yield from _spans(tables, unit)
    yield from _rowwise(tables)
    yield from _grouped(tables, unit, strict=strict)
    yield from derived
    yield from _differences(everything, unit)
    yield from _products(foreign, rates, unit)
    yield from _rated(said, rates, unit)
    yield from _products(everything, pool, unit)
    yield from _differences([*fitting, *everything], unit)
    yield from _differences([*results[:_MOST_SAID], *asked], unit)
    yield from _products(pool, pool, unit)
    yield from _between(results, fitting)
    yield from _triples(everything)


def _differences(amounts: Sequence[Amount], unit: Unit) -> Tried:
    """Yield what is between two amounts of the unit, and what they are together."""
    alike = [each for each in dict.fromkeys(amounts) if _fits(each.unit, unit)]
    for one, other in combinations(alike, 2):
        if _fits(one.unit, other.unit):
            yield from _between([one], [other])
            yield one.value + other.value, f"{_shown(one.value)} + {_shown(other.value)}"


def _between(ones: Sequence[Amount], others: Sequence[Amount]) -> Tried:
    for one in ones:
        for other in others:
            high, low = max(one.value, other.value), min(one.value, other.value)
            yield high - low, f"{_shown(high)} - {_shown(low)}"


def _runs(said: Said, unit: Unit) -> Tried:
    """Yield the totals and averages of the numbers just before or behind a number, from two of them on."""
    for values in ([each.value for each in reversed(said.before) if _fits(each.unit, unit)],
                   [each.value for each in said.behind if _fits(each.unit, unit)]):  # fmt: skip
        for size in range(2, min(len(values), _MOST_SAID) + 1):
            yield sum(values[:size]), _joined(values[:size])
        if len(values) > 1:
            yield sum(values) / len(values), f"the average of {', '.join(map(_shown, values[:12]))}"


def _counts(tables: Sequence[Table]) -> Tried:
    """Yield the number of a table's rows, and of those with a value in common."""
    for table in tables:
        yield float(len(table.rows)), f"the number of {table.name}"
    for table in tables:
        for about, part in table.groups:
            if len(part.rows) > 1:
                yield float(len(part.rows)), f"the number of {table.name} with {about}"


def _shares(tables: Sequence[Table]) -> Tried:
    """Yield shares in percent: of one field in another of its row, of the rows with a value in all."""
    for table in tables:
        for row in table.rows[:_MOST_SAID]:
            for a, b in combinations([float(value) for value in row.values() if is_number(value)][:_FIELDS], 2):
                if high := max(a, b):
                    yield 100 * min(a, b) / high, f"{_shown(min(a, b))} / {_shown(high)}"
    for table in tables:
        for about, part in table.groups:
            share = 100 * len(part.rows) / len(table.rows)
            yield share, f"{len(part.rows)} of {len(table.rows)} {table.name} with {about}"


def _rowwise(tables: Sequence[Table]) -> Tried:
    """Yield what two fields of one row make: pieces times a price, what is left, one by the other."""
    for table in tables:
        for row in table.rows[:_MOST_SAID]:
            numbers = [(name, float(value)) for name, value in row.items() if is_number(value)][:_FIELDS]
            for (one, a), (other, b) in combinations(numbers, 2):
                high, low = max(a, b), min(a, b)
                yield a * b, f"{_shown(a)} * {_shown(b)} ({one}, {other})"
                yield high - low, f"{_shown(high)} - {_shown(low)} ({one}, {other})"
                for top, under in ((a, b), (b, a)):
                    if under:
                        yield (
                            top / under * (1000 if "thousand" in one + other else 1),
                            f"{_shown(top)} / {_shown(under)}",
                        )


def _roundings(amounts: Iterable[Amount]) -> Tried:
    for each in amounts:
        if not each.value.is_integer():
            yield float(math.ceil(each.value)), f"{_shown(each.value)} rounded up"
            yield float(math.floor(each.value)), f"{_shown(each.value)} rounded down"


def _conversions(amounts: Iterable[Amount], unit: Unit) -> Tried:
    """Yield amounts in another unit of their kind."""
    for each in amounts:
        if each.unit.kind == unit.kind and each.unit.name != unit.name and each.unit.size and unit.size:
            how = f"{_shown(each.value)} {each.unit.name} in {unit.name}"
            yield each.value * each.unit.size / unit.size, how
        elif (each.unit.name, unit.name) == ("°f", "°c"):
            yield (each.value - 32) / 1.8, f"{_shown(each.value)} °F in °C"
        elif (each.unit.name, unit.name) == ("°c", "°f"):
            yield each.value * 1.8 + 32, f"{_shown(each.value)} °C in °F"


def _aggregates(tables: Sequence[Table], unit: Unit, *, strict: bool) -> Tried:
    """Yield the number of a table's rows, and the total and average of each of its fields."""
    for table in tables:
        for field in table.numeric:
            values = _in_unit(table, field, unit, strict=strict)
            if len(values) > 1:
                about = f"{len(values)} values of {table.name}.{field}"
                yield sum(values), f"the sum of {about}"
                yield sum(values) / len(values), f"the average of {about}"
                yield max(values) - min(values), f"between the most and the least of {about}"


def _spans(tables: Sequence[Table], unit: Unit) -> Tried:
    """Yield the time between two moments of a row."""
    sizes = [unit.size] if unit.kind == "time" and unit.size else [86400.0, 3600.0, 60.0]
    for table in tables:
        for row in table.rows[:_MOST_SAID]:
            for one, other in combinations([value for value in row.values() if _is_moment(value)][:4], 2):
                start, end = datetime.fromisoformat(one), datetime.fromisoformat(other)
                if (start.tzinfo is None) == (end.tzinfo is None):
                    seconds = abs((end - start).total_seconds())
                    yield from ((seconds / size, f"from {one} to {other}") for size in sizes)


def _derived(tables: Sequence[Table], unit: Unit, *, strict: bool) -> Tried:
    """Yield the totals of some values of a field: of such in a row first, of any where there are few."""
    columns = [_in_unit(table, field, unit, strict=strict) for table in tables for field in table.numeric]
    for values in columns:
        if 2 < len(values) <= _MOST_SAID:
            for size in range(2, len(values)):
                for start in range(len(values) - size + 1):
                    yield sum(values[start : start + size]), _joined(values[start : start + size])
    for values in columns:
        if 3 < len(values) <= _SUBSETS:
            for size in range(len(values) - 1, 1, -1):
                yield from ((sum(part), _joined(part)) for part in combinations(values, size))


def _grouped(tables: Sequence[Table], unit: Unit, *, strict: bool) -> Tried:
    """Yield counts and totals of rows with a value in common, and totals of one field times another."""
    for table in tables:
        for about, part in (("", table), *table.groups):
            of = f" with {about}" if about else ""
            for field in part.numeric if about else ():
                values = _in_unit(part, field, unit, strict=strict)
                if len(values) > 1:
                    yield sum(values), f"the sum of {table.name}.{field}{of}"
                    yield sum(values) / len(values), f"the average of {table.name}.{field}{of}"
            for one, other in combinations(part.numeric[:_FIELDS], 2):
                products = [float(row[one]) * float(row[other]) for row in part.rows if one in row and other in row]
                if len(products) > 1:
                    yield sum(products), f"the sum of {one} * {other}{of}"


def _products(ones: Sequence[Amount], others: Sequence[Amount], unit: Unit) -> Tried:
    """Yield what two amounts make by multiplication or division: a price times pieces, a share, an amount by a rate."""
    for at, one in enumerate(ones):
        for other in others[at + 1 :] if ones is others else others:
            a, b = one.value, other.value
            money = one.unit.kind == other.unit.kind == "money"
            if not money:
                yield a * b, f"{_shown(a)} * {_shown(b)}"
            for top, under in ((a, b), (b, a)):
                if not under:
                    continue
                if unit.kind == "share":
                    yield 100 * top / under, f"{_shown(top)} / {_shown(under)}"
                    yield 100 * abs(top - under) / abs(under), f"({_shown(top)} - {_shown(under)}) / {_shown(under)}"
                elif not (money and unit.kind == "money"):
                    yield top / under, f"{_shown(top)} / {_shown(under)}"
            for whole, part in ((a, other), (b, one)):
                if part.unit.kind == "share":
                    yield whole * part.value / 100, f"{_shown(part.value)} % of {_shown(whole)}"
                    yield whole * (1 - part.value / 100), f"{_shown(whole)} less {_shown(part.value)} %"
                    yield whole * (1 + part.value / 100), f"{_shown(whole)} and {_shown(part.value)} %"


def _rated(said: Said, rates: Sequence[Amount], unit: Unit) -> Tried:
    """Yield totals and differences of the answer's numbers times a rate."""
    sums = [*islice(_runs(said, NO_UNIT), 40), *islice(_differences(said.near[:8], NO_UNIT), 40)]
    for value, how in sums:
        for rate in rates:
            yield value * rate.value, f"({how}) * {_shown(rate.value)}"


def _triples(amounts: Sequence[Amount]) -> Tried:
    for a, b, c in combinations([each.value for each in amounts[:10]], 3):
        x, y, z = map(_shown, (a, b, c))
        yield a + b + c, f"{x} + {y} + {z}"
        yield a * b * c, f"{x} * {y} * {z}"
        for one, other, third in ((a, b, c), (a, c, b), (b, c, a)):
            yield one * other + third, f"{_shown(one)} * {_shown(other)} + {_shown(third)}"
            yield abs(one * other - third), f"{_shown(one)} * {_shown(other)} - {_shown(third)}"
            yield (one + other) * third, f"({_shown(one)} + {_shown(other)}) * {_shown(third)}"
            yield abs(one - other) * third, f"({_shown(one)} - {_shown(other)}) * {_shown(third)}"


def _in_unit(table: Table, field: str, unit: Unit, *, strict: bool) -> list[float]:
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


def _fits(one: Unit, other: Unit) -> bool:
    return not one.name or not other.name or one.name == other.name


def _joined(values: Sequence[float]) -> str:
    return " + ".join(map(_shown, values[:12])) + (" + …" if len(values) > 12 else "")


def _shown(value: float) -> str:
    return f"{value:.10g}"
