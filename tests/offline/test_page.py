"""Every request on the page about the offline model does what the page says."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.offline.shop import approving, calls

PAGE = Path(__file__).parents[2] / "docs" / "offline-model.md"
A17, B2 = {"item_id": "A-17"}, {"item_id": "B-2"}
BERN = ("search_rooms", {"city": "Bern"})
TO_VIENNA = ("get_distance", {"origin": "Prague", "destination": "Vienna"})
KM = {"from_unit": "km", "to_unit": "miles"}
EXPECTED: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "Find the stock of item A-17.": [("find_stock", A17)],
    "What is the stock of item A-17?": [("find_stock", A17)],
    "How many pieces of item A-17 are in stock?": [("find_stock", A17)],
    "Find the stock of item A-17 and find the price of item B-2.": [("find_stock", A17), ("find_price", B2)],
    "Find the price of items A-17 and B-2.": [("find_price", A17), ("find_price", B2)],
    "Get the distance from Prague to Vienna.": [TO_VIENNA],
    "How many days are there between 1 December 2026 and 2026-12-24?": [
        ("days_between", {"start": "2026-12-01", "end": "2026-12-24"})
    ],
    "Search rooms in Bern under 400 euros.": [("search_rooms", {"city": "Bern", "max_price": 400})],
    "Search shared rooms in Bern.": [("search_rooms", {"city": "Bern", "room_type": "shared"})],
    "Search rooms in Bern and say which is the cheapest.": [BERN],
    "Search rooms in Bern, then book the cheapest one on 14 March 2027.": [
        BERN, ("book_room", {"room": "Attic", "day": "2027-03-14"})
    ],
    "Get the distance from Prague to Vienna, and convert it to miles.": [
        TO_VIENNA, ("convert_units", {"value": 314, **KM})
    ],
    "Convert 10 km to miles.": [("convert_units", {"value": 10, **KM})],
    "What is 12 * 7?": [("calculate", {"expression": "12 * 7"})],
    "Search rooms in Bern. The total price is at most 900 euros.": [BERN],
}  # fmt: skip


def test_the_page_is_a_screen_and_all_its_requests_are_here() -> None:
    """In the first column of its table, what begins with a capital and ends as a sentence does."""
    text = PAGE.read_text("utf-8")
    rows = [line.split(" | ")[0] for line in text.splitlines() if line.startswith("| `")]
    said = [found for row in rows for found in re.findall(r"`([A-Z][^`]+[.?])`", row)]
    assert set(said) == set(EXPECTED)
    assert len(text.splitlines()) <= 70


@pytest.mark.parametrize("query", EXPECTED)
@pytest.mark.parametrize("settings", [{}, {"step_shape": "split", "strategy": "smurfs"}], ids=["fused", "split"])
def test_the_calls_are_those_of_the_page(query: str, settings: dict[str, Any]) -> None:
    """With fused steps and with split ones; a person approves the booking, and is asked about no read."""
    result = approving(query, **settings)
    assert calls(result) == EXPECTED[query]
    assert result["stop_reason"] == "answered"


@pytest.mark.slow
@pytest.mark.parametrize("strategy", ["react", "dfsdt", "alpha-umi", "pmc"])
@pytest.mark.parametrize("query", [query for query in EXPECTED if "total" not in query])
def test_the_other_strategies_make_the_same_calls(query: str, strategy: str) -> None:
    """In their one long history."""
    result = approving(query, strategy=strategy)
    assert calls(result) == EXPECTED[query]
    assert result["stop_reason"] == "answered"
