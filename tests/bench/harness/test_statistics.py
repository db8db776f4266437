"""Intervals, percentiles and the paired test: known values, and what holds for any input."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.bench.statistics import interval, paired_test, percentile

NUMBERS = st.lists(st.floats(-100, 100), min_size=1, max_size=9)


def test_shares_have_wilsons_interval() -> None:
    """Known values for 8 of 10, and a bound within 0 and 1 where nothing or everything succeeds."""
    assert interval([1.0] * 8 + [0.0] * 2) == pytest.approx((0.8, 0.4901625, 0.9433178), abs=1e-6)
    assert interval([0.0] * 10) == pytest.approx((0.0, 0.0, 0.2775328), abs=1e-6)
    assert interval([1.0]).high == 1.0


def test_other_values_have_the_normal_interval() -> None:
    """Mean and 1.96 standard errors."""
    assert interval([1.0, 2.0, 3.0]) == pytest.approx((2.0, 2 - 1.1316, 2 + 1.1316), abs=1e-4)
    assert interval([7.0]) == (7.0, 7.0, 7.0)
    assert interval([0.5, 1.0]) == pytest.approx((0.75, 0.26, 1.0), abs=1e-2)
    with pytest.raises(ValueError, match="no values"):
        interval([])


@given(NUMBERS)
def test_the_mean_lies_within(values: list[float]) -> None:
    """Whatever the values."""
    mean, low, high = interval(values)
    assert low - 1e-9 <= mean <= high + 1e-9


def test_percentiles_are_interpolated() -> None:
    """Between the values around them."""
    assert percentile([4.0, 1.0, 3.0, 2.0], 0.5) == 2.5
    assert percentile([1.0, 2.0], 0.95) == pytest.approx(1.95)
    assert percentile([], 0.5) == 0.0


def test_few_pairs_are_tested_exactly() -> None:
    """Five wins of five: 2 of 32 ways of tossing are as extreme."""
    found = paired_test([0.0] * 5, [1.0] * 5)
    assert found.p_value == pytest.approx(2 / 32)
    assert (found.better, found.worse, found.equal) == (5, 0, 0)
    assert found.difference.mean == 1.0


def test_many_pairs_are_tested_by_a_sample() -> None:
    """A clear difference is significant, none is not, and the same input gives the same value."""
    chance = random.Random(3)
    before = [chance.random() for _ in range(60)]
    clear = paired_test(before, [value + 0.1 for value in before])
    assert clear.p_value < 0.001
    shuffled = before[30:] + before[:30]
    found = paired_test(before, shuffled)
    assert found.p_value > 0.05
    assert found == paired_test(before, shuffled)


@given(NUMBERS, st.data())
def test_the_test_does_not_care_who_is_first(first: list[float], data: st.DataObject) -> None:
    """Signs turn, the probability stays: it is exact for so few pairs."""
    second = data.draw(st.lists(st.floats(-100, 100), min_size=len(first), max_size=len(first)))
    there, back = paired_test(first, second), paired_test(second, first)
    assert there.difference.mean == pytest.approx(-back.difference.mean)
    assert (there.better, there.worse) == (back.worse, back.better)
    assert 0.0 < there.p_value <= 1.0
    assert there.p_value == pytest.approx(back.p_value)


def test_pairs_must_fit() -> None:
    """Equal lengths, and at least one."""
    with pytest.raises(ValueError, match="shorter"):
        paired_test([1.0, 2.0], [1.0])
    with pytest.raises(ValueError, match="no pairs"):
        paired_test([], [])
