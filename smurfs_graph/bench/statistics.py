"""Means with intervals, percentiles, and a paired test; plain Python, deterministic."""

import math
import random
import statistics
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

_Z = 1.959963984540054
"""The 97.5 % quantile of the normal distribution."""
_EXACT = 14
"""Up to so many pairs that differ all signs are tried, beyond it a sample of them."""
_SIGNS = 10_000


class Interval(NamedTuple):
    """A mean with its 95 % confidence interval."""

    mean: float
    low: float
    high: float


def interval(values: Sequence[float]) -> Interval:
    """Return an interval of the mean: Wilson's for shares that are all 0 or 1, else the normal one.

    The normal one of shares is kept within 0 and 1.

    Raises:
        ValueError: there are no values.
    """
    count = len(values)
    if not count:
        raise ValueError("there are no values")
    mean = math.fsum(values) / count
    if all(value in (0.0, 1.0) for value in values):
        return _wilson(mean, count)
    found = _normal(values)
    shares = all(0.0 <= value <= 1.0 for value in values)
    return Interval(mean, max(0.0, found.low), min(1.0, found.high)) if shares else found


def _wilson(share: float, count: int) -> Interval:
    scale = 1 + _Z**2 / count
    centre = (share + _Z**2 / (2 * count)) / scale
    half = _Z * math.sqrt(share * (1 - share) / count + _Z**2 / (4 * count**2)) / scale
    return Interval(share, max(0.0, centre - half), min(1.0, centre + half))


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which `share` (0 to 1) of the values lie, interpolated; 0 without values."""
    if not values:
        return 0.0
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


class Paired(NamedTuple):
    """A second system against a first one, on the cases that both did."""

    pairs: int
    difference: Interval
    """Second minus first."""
    p_value: float
    """Two-sided: how often chance alone would make a difference at least as large."""
    better: int
    worse: int

    @property
    def equal(self) -> int:
        """Return the number of pairs that do not differ."""
        return self.pairs - self.better - self.worse


def paired_test(first: Sequence[float], second: Sequence[float]) -> Paired:
    """Return the paired randomisation test (Fisher): under chance, the sign of each difference is a toss of a coin.

    Raises:
        ValueError: the two differ in length, or are empty.
    """
    differences = [after - before for before, after in zip(first, second, strict=True)]
    moved = [each for each in differences if abs(each) > 1e-12]
    if not differences:
        raise ValueError("there are no pairs")
    return Paired(
        len(differences),
        _normal(differences),
        _chance(moved, random.Random(0)),
        sum(each > 0 for each in moved),
        sum(each < 0 for each in moved),
    )


def _normal(values: Sequence[float]) -> Interval:
    mean = math.fsum(values) / len(values)
    if len(values) == 1:
        return Interval(mean, mean, mean)
    half = _Z * statistics.stdev(values) / math.sqrt(len(values))
    return Interval(mean, mean - half, mean + half)


def _chance(moved: Sequence[float], coin: random.Random) -> float:
    """Return how likely differences as large as these are if their signs were chance (a permutation test); exact for
    few.
    """
    seen = abs(math.fsum(moved)) - 1e-9
    if not moved:
        return 1.0
    if len(moved) <= _EXACT:
        sums = [
            abs(sum(sign * each for sign, each in zip(signs, moved, strict=True)))
            for signs in product((1, -1), repeat=len(moved))
        ]
        return sum(each >= seen for each in sums) / len(sums)
    larger = sum(abs(sum(each if coin.random() < 0.5 else -each for each in moved)) >= seen for _ in range(_SIGNS))
    return (larger + 1) / (_SIGNS + 1)
