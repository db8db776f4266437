"""What is not explained word by word is declined, above all where a call would change something."""

from typing import Any

import pytest

from smurfs_graph import effects
from tests.offline.shop import TOOLS, calls, run

CANCEL = ("cancel_booking", {"booking_id": "BK-5"})


@pytest.mark.parametrize(
    "query",
    [
        "Paint the fence blue.",
        "Find the colour of item A-17.",
        "Find the stock of shelf A-17.",
        "Find the stock of item A-17 or item B-2.",
        "Find the stock of item A-17 in Bern.",
        "Find the stock of item A-17 on 14 March 2027.",
        "Find the stock of 17 items.",
        "Search cheap rooms in Bern.",
        "Search rooms in Bern for tomorrow.",
        "Search rooms in Bern of some room type.",
        "Search rooms.",
        "Get the distance from Prague.",
        "Get the distance between Prague, Vienna and Bern.",
        "What is the distance from Prague to Vienna in miles?",
        "Find its price.",
    ],
)
def test_what_no_document_explains_is_declined(query: str) -> None:
    """A word, a value without a parameter, a parameter without a value, an option without a value."""
    result = run(query)
    assert not calls(result) and result["stop_reason"] == "no_evidence"
    assert "--model" in result["answer"], "it says how to set a model"


@pytest.mark.slow
@pytest.mark.parametrize(
    "query",
    [
        "Don't cancel booking BK-5.",
        "Do not cancel booking BK-5.",
        "Cancel booking BK-5 if it is not paid.",
        "Cancel booking BK-5 unless it is paid.",
        "Cancel booking BK-5 or BK-6.",
        "Cancel booking BK-5 without refund.",
        "Cancel booking BK-5 tomorrow.",
        "Cancel the oldest booking.",
        "Cancel it.",
        "Cancel item BK-5.",
        "Is booking BK-5 cancelled?",
        "Find out how to cancel booking BK-5.",
        "What would it cost to cancel booking BK-5?",
        "Show me the cancelled booking BK-5.",
        "I might cancel booking BK-5.",
        "Book the room Attic.",
        "Book the room Attic on 14 March.",
        "Book the room Attic on 14 March 2027 and on 15 March 2027.",
        "Book the room Attic on 31 February 2027.",
        "Book the room Attic on 14 March 2027 for 30 people.",
        "Search rooms in Bern, then book it on 14 March 2027.",
        "Search rooms in Oslo, then book the cheapest one on 14 March 2027.",
    ],
)
@pytest.mark.parametrize("settings", [{}, {"step_shape": "split", "strategy": "smurfs"}, {"strategy": "react"}])
def test_nothing_is_changed_in_doubt(query: str, settings: dict[str, Any]) -> None:
    """A call with effects is made only where the request begins with its verb and says all of it."""
    made = [name for name, _ in calls(run(query, **settings))]
    assert not {"cancel_booking", "book_room"} & set(made)


def test_what_is_said_is_changed() -> None:
    """One by one, with the options that the text names."""
    assert calls(run("Please cancel booking BK-5.")) == [CANCEL]
    assert calls(run("Cancel booking BK-5 with refund.")) == [("cancel_booking", {**CANCEL[1], "refund": True})]
    assert calls(run("Cancel bookings BK-5 and BK-6.")) == [CANCEL, ("cancel_booking", {"booking_id": "BK-6"})]


def test_two_tools_that_fit_equally_well_are_not_called() -> None:
    """Whichever comes first."""

    @effects("read")
    def get_stock(item_id: str) -> int:
        """Find how many pieces of an item are in stock."""
        return 5

    for tools in ([get_stock, *TOOLS], [*TOOLS, get_stock]):
        assert not calls(run("Find the stock of item A-17.", tools))


def test_another_tool_is_tried_only_where_the_failure_names_it() -> None:
    """A failure without a hint ends it."""

    @effects("read")
    def find_stock_abroad(item_id: str) -> int:
        """Find how many pieces of an item are in stock abroad."""
        return 5

    result = run("Find the stock of item X-9.", [*TOOLS, find_stock_abroad])
    assert [name for name, _ in calls(result)] == ["find_stock"]
    assert "there is no item 'X-9'" in result["answer"]
