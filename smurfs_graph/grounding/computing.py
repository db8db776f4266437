"""Recognise a number that is computed from ones that stand, where the answer does not show how. Pure.

Only what is simple is tried: totals of what the answer lists, a whole column of the results, two numbers. The fewer
digits a number has, the fewer computations: with enough of them everything is the difference of something. `_TRIES`
says how many; `tests/benchmarks/grounding.py` measures it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice, product
from typing import NamedTuple

from smurfs_graph.grounding.data import Amount, plain
from smurfs_graph.grounding.numerals import Number, rounding
from smurfs_graph.grounding.units import StatedUnit

_TRIES = (0, 12, 50, 150, 1_000, 4_000, 12_000)
"""Computations that are tried for a number, by its significant digits."""
MOST_ADDED = 60
"""Numbers of an answer that are added up before or behind a total."""
_NEAREST, _MOST_PAIRED = 4, 24
"""Numbers of the answer and the request of which two are combined: before all that results hold, and at most."""

Tried = Iterator[tuple[float, str]]


class Surroundings(NamedTuple):
    """The amounts that a number may be computed from; all of them stand, or are computed."""

    lists: Sequence[Sequence[Amount]]
    """Of the answer, those before and behind the number, and those above it in a column; the nearest first."""
    near: Sequence[Amount]
    """Of the statement, the request and the rest of the answer, the nearest first."""
    counts: Iterable[Amount]
    totals: Sequence[Amount]
    """Of the results."""
    found: Sequence[Amount]
    """The results' numbers themselves."""


def recognise(wanted: Number, around: Surroundings) -> str:
    """Return how a number may be computed, such as "360.5 = 240 + 120.5"; empty where that is not known."""
    if is_year(wanted):
        return ""
    reach = rounding(wanted)
    for value, how in islice(_tried(wanted, around), _tries(wanted)):
        if abs(value - wanted.value) <= reach:
            return f"{plain(wanted.value)} = {how}"
    return ""


def is_year(number: Number) -> bool:
    """Return whether a number looks like a year, with which nothing is computed."""
    return number.step == 1 and 1900 <= number.value <= 2100 and number.written.isdigit() and not number.unit.name


def _tries(wanted: Number) -> int:
    digits = re.sub(r"[^0-9]", "", wanted.written).lstrip("0")
    zeros = len(digits) - len(digits.rstrip("0")) if wanted.step >= 1 else 0
    return _TRIES[min(len(_TRIES) - 1, max(1, len(digits) - zeros // 2))] if digits else _TRIES[2]


def _tried(wanted: Number, around: Surroundings) -> Tried:
    """Yield what can be computed, the most natural first."""
    unit, near, found = wanted.unit, around.near, around.found
    sums = [each for each in around.totals if each.unit.kind != "share"]
    if wanted.step == 1 and not unit.name:
        yield from _alone(around.counts, unit)
    for amounts in around.lists:
        yield from _sums(amounts, unit)
    yield from _pairs(combinations(near[:_NEAREST], 2), unit)
    yield from _alone([*near, *found, *around.totals], unit)
    yield from _pairs(combinations(near[:_MOST_PAIRED], 2), unit)
    yield from _pairs(product(near[:_MOST_PAIRED], found), unit)
    yield from _pairs(combinations(found, 2), unit)
    yield from _pairs(product(sums, found), unit)
    yield from _pairs(combinations(sums, 2), unit)


def _alone(amounts: Iterable[Amount], unit: StatedUnit) -> Tried:
    """Yield what is computed already, and amounts in another unit of their kind."""
    for each in amounts:
        value = each.value_in(unit)
        is_other = each.unit.name and unit.name not in ("", each.unit.name)
        if value is not None and (each.how or is_other):
            yield value, each.how or f"{plain(each.value)} {each.unit.name} in {unit.name}"


def _sums(amounts: Sequence[Amount], unit: StatedUnit) -> Tried:
    """Yield the totals of the nearest amounts, from two of them on: of the very unit first, then of any that fits."""
    own = [each.value for each in amounts if each.unit.name == unit.name]
    fitting = [value for each in amounts if (value := each.value_in(unit)) is not None]
    for values in (own, fitting):
        for count in range(2, min(len(values), MOST_ADDED) + 1):
            yield sum(values[:count]), " + ".join(map(plain, values[:count]))


def _pairs(pairs: Iterable[tuple[Amount, Amount]], unit: StatedUnit) -> Tried:
    """Yield what two amounts make in a unit: between them, together, one times the other, one by the other."""
    for one, other in pairs:
        a, b = one.value_in(unit), other.value_in(unit)
        has_unit = one.unit.name or other.unit.name or not unit.name
        if a is not None and b is not None and has_unit:
            yield abs(a - b), f"{plain(max(a, b))} - {plain(min(a, b))}"
            yield a + b, f"{plain(a)} + {plain(b)}"
        for amount, factor in ((one, other), (other, one)):
            if unit.kind == "share":
                yield from _share(amount, factor)
            elif amount.unit.kind in ("", unit.kind) or not unit.kind:
                yield from _scaled(amount, factor)


def _share(part: Amount, whole: Amount) -> Tried:
    if whole.value > 0 and part.unit.kind != "share":
        yield 100 * part.value / whole.value, f"{part.told()} / {whole.told()}"


def _scaled(amount: Amount, factor: Amount) -> Tried:
    """Yield an amount times a factor, which has no unit but one of time ("3 nights"), and by it; or a part of it."""
    if factor.unit.kind == "share":
        yield amount.value * factor.value / 100, f"{factor.told()} % of {amount.told()}"
    elif factor.unit.kind in ("", "time"):
        yield amount.value * factor.value, f"{amount.told()} * {factor.told()}"
        if factor.value:
            yield amount.value / factor.value, f"{amount.told()} / {factor.told()}"
