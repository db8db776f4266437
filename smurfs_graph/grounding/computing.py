"""Find how a number was computed from numbers that stand: totals, differences, shares, conversions. Pure.

Computations are tried from the most natural one on, and the fewer digits a number has, the fewer of them: with enough
tries everything is the difference of something. `_TRIES` says how many; `tests/benchmarks/grounding.py` measures it.
"""

import math
import re
from collections.abc import Sequence
from itertools import islice, pairwise

from smurfs_graph.grounding.computations import (
    MOST_SAID,
    ComputedAmount,
    Said,
    Tried,
    aggregates,
    between,
    conversions,
    counts,
    derived,
    differences,
    grouped,
    plain,
    products,
    rated,
    roundings,
    rowwise,
    runs,
    shares,
    spans,
    triples,
)
from smurfs_graph.grounding.numerals import Number, read_numbers, rounding
from smurfs_graph.grounding.tables import Table
from smurfs_graph.grounding.units import NO_UNIT

_TRIES = (0, 12, 50, 300, 1_000, 4_000, 12_000)
"""Computations that are tried for a number, by its significant digits."""
_MOST_POOL, _MOST_DERIVED = 120, 200
"""Numbers of results, and totals of some of them, that are combined with others."""
_NEAREST, _ALIKE = 3, 5
"""Numbers of the answer around one, and numbers of the request, that it is most likely made of."""
_RATE = re.compile(r"rate|per|price|factor|kurs|percent|ratio", re.IGNORECASE)
_OPERATORS = {"+": "+", "-": "-", "–": "-", "\u00d7": "*", "x": "*", "*": "*", "·": "*", "/": "/", "÷": "/", ":": "/"}
_NOISE = re.compile(r"\([^()]*\)|[^\W\d_]{2,}|(?<![^\W\d_])[^\W\d_x](?![^\W\d_])|[€$£¥%°\"'|]")


def explain(
    wanted: Number, said: Said, asked: Sequence[ComputedAmount], tables: Sequence[Table], pool: Sequence[ComputedAmount]
) -> str:
    """Return how a number may be computed, such as "360.5 = 240 + 120.5"; empty where that is not found.

    `asked`: the numbers of the request; `pool`: those of the results.
    """
    if is_year(wanted):
        return ""
    tried = _tried(wanted, said, asked[:MOST_SAID], tables, pool[:_MOST_POOL])
    meant, reach = wanted.value, rounding(wanted)
    for value, how in islice(tried, _tries(wanted)):
        if abs(value - meant) <= reach:
            return f"{plain(meant)} = {how}"
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
    steps = "".join(f"{plain(n.value)} {_OPERATORS[part]} " for n, part in zip(numbers, between, strict=False))
    return f"{plain(wanted.value)} = {steps}{plain(numbers[-1].value)}" if holds else ""


def is_year(number: Number) -> bool:
    """Return whether a number looks like a year, with which nothing is computed."""
    return number.step == 1 and 1900 <= number.value <= 2100 and number.written.isdigit() and not number.unit.name


def _tries(wanted: Number) -> int:
    plain = re.sub(r"[^0-9]", "", wanted.written).lstrip("0")
    zeros = len(plain) - len(plain.rstrip("0")) if wanted.step >= 1 else 0
    return _TRIES[min(len(_TRIES) - 1, max(1, len(plain) - zeros // 2))] if plain else _TRIES[2]


def _tried(
    wanted: Number, said: Said, asked: Sequence[ComputedAmount], tables: Sequence[Table], pool: Sequence[ComputedAmount]
) -> Tried:
    """Yield what can be computed, the most natural first."""
    unit, near = wanted.unit, said.near
    nearby = near[:_NEAREST]
    nearest = [*nearby, *asked[:_NEAREST]]
    same = [each for each in near if unit.name and each.unit.name == unit.name][:_ALIKE]
    strict = any(each.unit.kind == unit.kind for each in pool) and unit.kind != ""
    fitting = [each for each in pool if each.unit.name == unit.name or not (strict or each.unit.name)]
    rates = [each for each in pool if _RATE.search(each.field)]
    yield from shares(tables) if unit.kind == "share" else ()
    yield from counts(tables) if wanted.step == 1 and not unit.name else ()
    yield from differences(same, unit)
    yield from conversions([*nearby, *pool], unit)
    yield from differences(nearest, unit)
    for field in dict.fromkeys(each.field for each in said.named):
        yield from differences([each for each in said.named if each.field == field][:_NEAREST], unit)
    yield from runs(said, unit)
    yield from products(nearest, nearest, unit)
    yield from roundings(nearby if wanted.step >= 1 else [])
    yield from aggregates(tables, unit, strict=strict)
    totals = [*islice(derived(tables, unit, strict=strict), _MOST_DERIVED)]
    yield from totals[: _MOST_DERIVED // 4] if strict else ()
    yield from products([*nearby, *(ComputedAmount(value) for value, _ in roundings(nearby))], rates, unit)
    times = [ComputedAmount(value) for value, _ in spans(tables, unit)] if unit.kind in ("time", "") else []
    yield from between([*nearby, *times], [each for each in fitting if each.unit.name])
    yield from spans(tables, unit)
    yield from rowwise(tables)
    yield from grouped(tables, unit, strict=strict)
    yield from totals
    everything = [*near, *asked]
    yield from differences(everything, unit)
    foreign = islice(derived(tables, NO_UNIT, strict=False), _MOST_DERIVED // 2)
    yield from products([ComputedAmount(value) for value, _ in foreign], rates, unit)
    yield from rated(said, rates)
    yield from products(everything, pool, unit)
    yield from differences([*fitting, *everything], unit)
    results = [ComputedAmount(value) for value, _ in totals]
    yield from differences([*results[:MOST_SAID], *asked], unit)
    yield from products(pool, pool, unit)
    yield from between(results, fitting)
    yield from triples(everything)
