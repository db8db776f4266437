"""Reading numbers: units, currencies, thousands separators, and what is no single number."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.constraints.quantities import quantity, unit_name


@pytest.mark.parametrize(
    ("value", "number", "unit"),
    [
        (120, 120, ""),
        ("120", 120, ""),
        ("$1,200.50", 1200.5, "USD"),
        ("US$ 1,200", 1200, "USD"),
        ("1200 usd", 1200, "USD"),
        ("€ 50", 50, "EUR"),
        ("50 pounds", 50, "GBP"),
        ("14 km", 14, "km"),
        ("3 nights", 3, "night"),
        ("1 night", 1, "night"),
        ("-3.5 °C", -3.5, "°c"),
        ("12,345,678", 12_345_678, ""),
        ("40 percent", 40, "%"),
    ],
)
def test_one_number_and_its_unit(value: Any, number: float, unit: str) -> None:
    """However it is written."""
    found = quantity(value)
    assert found is not None
    assert (found.number, found.unit) == (number, unit)


@pytest.mark.parametrize(
    "value",
    [
        *("2 of 3", "10-20", "", "cheap", None, True, [1], "1.200,50", "12,34", float("nan"), float("inf")),
        *("5 " + "x" * 30, 10**400, -(10**400), "9" * 400, f"{'9' * 400} km", 1e16),
    ],
    ids=lambda value: str(value)[:40],
)
def test_no_quantity(value: Any) -> None:
    """None instead of a guess."""
    assert quantity(value) is None


@given(st.integers(-(10**9), 10**9))
def test_thousands_separators_change_nothing(number: int) -> None:
    """'1,234,567' is 1234567."""
    assert quantity(f"{number:,}") == quantity(str(number)) == quantity(number)


@given(st.integers(0, 10**7), st.sampled_from(["$", "€", "£", "¥"]))
def test_a_currency_sign_may_stand_on_either_side(cents: int, sign: str) -> None:
    """And means the same as its code."""
    amount = f"{cents / 100:,.2f}"
    assert quantity(f"{sign}{amount}") == quantity(f"{amount} {sign}") == quantity(f"{unit_name(sign)} {amount}")
