"""Local constraints against a response: what contradicts a verdict, with its numbers, and what does not."""

import json
from typing import Any

import pytest

from smurfs_graph import Constraint
from smurfs_graph.constraints.local import contradiction
from smurfs_graph.planning.forms import AllDifferent, Count, Cover, Each, OneOf, Sum

CHEAP = Constraint(text="at most 90 dollars", check=Each(field="price", op="<=", value=90, unit="USD"))
WORDS = Constraint(text="nice")


def of(*prices: Any) -> str:
    """A response with hotels at these prices."""
    return json.dumps({"hotels": [{"name": f"h{at}", "price_usd": price} for at, price in enumerate(prices)]})


def test_one_record_that_breaks_it_contradicts() -> None:
    """With the number and by how much."""
    said = contradiction([WORDS, CHEAP], of(120))
    assert said.startswith("at most 90 dollars: record 1: 'price' is 120 USD, must be <= 90 USD (off by 30)")
    assert contradiction([CHEAP], of(90)) == ""
    assert contradiction([CHEAP], '{"price_usd": 91}')


def test_candidates_are_filtered_and_not_refused() -> None:
    """Broken only where no candidate fits."""
    assert contradiction([CHEAP], of(120, 80, 300)) == ""
    assert "none of 2 records fits" in contradiction([CHEAP], of(120, 300))


@pytest.mark.parametrize(
    ("check", "broken"),
    [
        (Count(op=">=", value=3), True),
        (Count(op=">=", value=2), False),
        (Count(op="=", value=1), False),
        (Count(op="<=", value=1), False),
        (Cover(field="name", values=("h0", "h9")), True),
        (Cover(field="name", values=("h0", "h1")), False),
        (OneOf(field="name", values=("h1",)), False),
        (OneOf(field="name", values=("h7",)), True),
        (Sum(field="price", op="<=", value=10), False),
        (AllDifferent(field="price"), False),
    ],
)
def test_conditions_on_the_set(check: Any, broken: bool) -> None:
    """Lower numbers and coverage speak of all candidates; sums, differences and upper numbers of what is chosen."""
    assert bool(contradiction([Constraint(text="c", check=check)], of(50, 50))) is broken


@pytest.mark.parametrize(
    "response",
    [
        "",
        "sold out",
        "[]",
        '{"hotels": []}',
        '{"name": "no price"}',
        '{"price_eur": 500}',
        "[" * 5000,
        '{"price_usd": "?"}',
    ],
)
def test_what_cannot_be_told_contradicts_nothing(response: str) -> None:
    """No records, no such field, another currency, no number."""
    assert contradiction([CHEAP], response) == ""


def test_a_list_that_was_cut_is_not_counted() -> None:
    """The records left out may be the missing ones."""
    cut = json.dumps([{"name": "h0", "price_usd": 120}, "… 5 more"])
    assert contradiction([CHEAP, Constraint(text="c", check=Count(op=">=", value=3))], cut) == ""
