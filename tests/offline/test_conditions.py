"""Budgets for the whole of a request, as the embedded model reads them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.constraints.forms import Constraint
from smurfs_graph.offline.conditions import conditions


def read(query: str) -> tuple[str, float, str] | None:
    """Operator, amount and currency of the one budget."""
    found: list[dict[str, Any]] = conditions(query)
    if not found:
        return None
    check = found[0]["check"]
    return check["op"], check["value"], check["unit"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("Find a hotel and a flight for at most $300 in total.", ("<=", 300.0, "USD")),
        ("A hotel and a flight under 200 euros altogether", ("<", 200.0, "EUR")),
        ("The total must stay below 99.99 GBP.", ("<", 99.99, "GBP")),
        ("My budget is £1,500.50", ("<=", 1500.5, "GBP")),
        ("Budget for both: $40", ("<=", 40.0, "USD")),
        ("Combined, no more than 250 dollars", ("<=", 250.0, "USD")),
    ],
)
def test_a_budget_for_the_whole_is_read_with_its_currency(query: str, expected: tuple[str, float, str]) -> None:
    """Strict words are strict limits."""
    assert read(query) == expected


@pytest.mark.parametrize(
    "query",
    [
        "",
        "A hotel for $80",
        "My budget is 900",
        "At most 5 people in total",
        "A total weight under 20 kg",
        "My budget is known on 2026-12-03",
    ],
)
def test_what_is_no_budget_with_a_currency_is_not_guessed(query: str) -> None:
    """The price of one thing is not the price of all, and a number without a currency is no money."""
    assert read(query) is None


@given(st.text(max_size=300))
def test_whatever_is_read_is_a_constraint(text: str) -> None:
    """Any text at all, and one that names a budget besides."""
    for item in [*conditions(text), *conditions(f"at most $5 in total {text}")]:
        assert Constraint.model_validate(item).check is not None
