"""The checker: every form, its numbers, and what it will not decide."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from smurfs_graph import Constraint
from smurfs_graph.constraints.check import Verdict, check, holds_for
from smurfs_graph.planning.forms import AllDifferent, Check, Count, Cover, DateRange, Each, Implies, OneOf, Sum


def verdict(form: Check | None, *records: dict[str, Any]) -> Verdict:
    return check(Constraint(text="as wished", check=form), records)


@pytest.mark.parametrize(
    ("form", "records", "standing", "detail"),
    [
        (Sum(field="cost", value=100), [{"cost": 60}, {"cost": "40"}], "holds", ""),
        (Sum(field="cost", value=100), [{"cost": 60}, {"cost": 41}], "violated", "is 101, must be <= 100 (off by 1)"),
        (Sum(field="cost", value=1_234_567.5), [{"cost": 1_234_568.25}], "violated", "is 1234568.25"),
        (Sum(field="cost", value=5), [], "holds", ""),
        (Each(field="stars", op=">=", value=3), [{"stars": 3}, {"Stars": 2}], "violated", "record 2: 'stars' is 2"),
        (Count(op="=", value=2), [{}, {}], "holds", ""),
        (
            Count(op=">=", value=2, field="k", equals="A"),
            [{"k": "a, b"}, {"k": ["c"]}],
            "violated",
            "with 'k' = A is 1",
        ),
        (OneOf(field="room", values=("Private room",)), [{"room": "private  ROOM"}], "holds", ""),
        (OneOf(field="room", values=("shared",), forbidden=True), [{"room": "Shared"}], "violated", "forbidden"),
        (AllDifferent(field="name"), [{"name": "A"}, {"name": "a "}], "violated", "repeats a (2 times)"),
        (Cover(field="k", values=("x", "y")), [{"k": "X, z"}], "violated", "no record has 'k' = y"),
        (DateRange(field="day", end="2024-03-01"), [{"day": "2024-03-01 09:00"}], "holds", ""),
        (DateRange(field="day", end="2024-02-29"), [{"day": "2024-03-01"}], "violated", "after 2024-02-29"),
    ],
)
def test_forms(form: Check, records: list[dict[str, Any]], standing: str, detail: str) -> None:
    """Each holds or is violated with its numbers."""
    found = verdict(form, *records)
    assert found.standing == standing
    assert detail in found.detail


@pytest.mark.parametrize(
    ("form", "record", "detail"),
    [
        (Sum(field="cost", value=5), {"price": 3}, "no field 'cost' (it has price)"),
        (Sum(field="cost", value=5), {"cost": "cheap"}, "no number"),
        (Sum(field="cost", value=5, unit="USD"), {"cost": "€3"}, "is in EUR, the constraint in USD"),
        (Each(field="way", op="<", value=5, unit="km"), {"way": "3 miles"}, "is in mile, the constraint in km"),
        (DateRange(field="day", start="2024-01-01"), {"day": "tomorrow"}, "no date"),
    ],
)
def test_what_cannot_be_read_is_unknown(form: Check, record: dict[str, Any], detail: str) -> None:
    """Neither held nor violated, and the detail says why."""
    found = verdict(form, record)
    assert found.standing == "unknown"
    assert detail in found.detail


def test_a_sum_over_two_currencies_is_unknown_though_none_was_named() -> None:
    """3 + 4 is 7 of nothing."""
    found = verdict(Sum(field="cost", value=100), {"cost": "$3"}, {"cost": "4 EUR"})
    assert found.standing == "unknown"
    assert "EUR and USD" in found.detail


def test_untyped_and_without_records() -> None:
    """Code decides neither."""
    assert verdict(None, {"a": 1}).standing == "unknown"
    assert verdict(AllDifferent(field="a")).standing == "unknown"


def test_an_implication_asks_only_where_its_condition_holds() -> None:
    """The consequence of a condition that does not hold needs not even be readable."""
    form = Implies(
        condition=OneOf(field="mode", values=("taxi",)), consequence=Each(field="km", op="<=", value=10, unit="km")
    )
    assert verdict(form, {"mode": "train"}).standing == "holds"
    assert verdict(form, {"mode": "taxi", "km": "12 km"}).standing == "violated"
    assert verdict(form, {"mode": "taxi"}).standing == "unknown"


def test_a_number_with_a_thousands_separator_is_one_value() -> None:
    """And not the two values 1 and 200; whole floats equal integers."""
    assert verdict(Count(op="=", value=1, field="n", equals="1,200"), {"n": "1,200"}).standing == "holds"
    assert verdict(OneOf(field="n", values=(3,)), {"n": 3.0}).standing == "holds"


def test_single_records_are_filtered_by_conditions_on_single_records() -> None:
    """A sum says nothing of one record."""
    stars = Constraint(text="stars", check=Each(field="stars", op=">=", value=3))
    assert holds_for(stars, {"stars": 4}) is True
    assert holds_for(stars, {"stars": 2}) is False
    assert holds_for(stars, {}) is None
    assert holds_for(Constraint(text="sum", check=Sum(field="stars", value=3)), {"stars": 2}) is None


@pytest.mark.parametrize(
    "build",
    [
        lambda: DateRange(field="day"),
        lambda: DateRange(field="day", start="2024-02-02", end="2024-02-01"),
        lambda: Sum(field="cost", value=float("inf")),
        lambda: Sum(field="cost", value=float("nan")),
        lambda: OneOf(field="a", values=()),
        lambda: Count(op="=", value=-1),
    ],
)
def test_forms_that_say_nothing_are_refused(build: Any) -> None:
    """They are refused when they are made, not when they are checked."""
    with pytest.raises(ValidationError):
        build()


PRICES = st.lists(st.integers(0, 10_000), min_size=1, max_size=6)


@given(PRICES, st.integers(0, 50_000), st.sampled_from(["<=", "<", ">=", ">", "="]))
def test_sums_compare_as_python_does(cents: list[int], limit: int, op: Any) -> None:
    """Also where binary fractions would be a little off."""
    records = [{"price": amount / 100} for amount in cents]
    expected = {"<=": sum(cents) <= limit, "<": sum(cents) < limit, ">=": sum(cents) >= limit}
    expected |= {">": sum(cents) > limit, "=": sum(cents) == limit}
    found = verdict(Sum(field="price", op=op, value=limit / 100), *records)
    assert found.standing == ("holds" if expected[op] else "violated")


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=6), st.sets(st.sampled_from("abcd"), min_size=1))
def test_cover_and_all_different_are_set_arithmetic(found: list[str], wanted: set[str]) -> None:
    """Nothing else."""
    records = [{"k": value} for value in found]
    cover = verdict(Cover(field="k", values=tuple(sorted(wanted))), *records)
    assert (cover.standing == "holds") == (wanted <= set(found))
    different = verdict(AllDifferent(field="k"), *records)
    assert (different.standing == "holds") == (len(set(found)) == len(found))
