"""What a failed call is tried again with, and which values of calls that went well are guesses."""

import pytest

from smurfs_graph.guiding.argument_filling import Sources, fill
from smurfs_graph.guiding.mending import guesses, mended, other_choice
from smurfs_graph.guiding.steps import MadeCall
from tests.guiding.tools import tool

PASS = tool("get_pass", "Get the price of a pass.", length="string: how long", zone="integer: zone")
REFUSED = "length '{}' is unknown; allowed values are week, quarter, year"


def failed(**arguments: object) -> MadeCall:
    """A call that was refused."""
    return MadeCall("", "get_pass", arguments, ok=False, text=REFUSED.format(arguments["length"]))


@pytest.mark.parametrize(
    ("request_", "meant"),
    [("What does a pass for a year cost in zone 2?", "year"), ("price of a quarterly pass, zone 2", "quarter")],
)
def test_the_allowed_value_that_the_request_says_is_taken(request_: str, meant: str) -> None:
    """In its own word, or nearly."""
    aim = mended("", PASS, [failed(length="pass", zone=2)], Sources(request_, request_))
    assert aim is not None
    assert aim.calls == ({"length": meant, "zone": 2},)
    assert not aim.open


def test_else_the_model_chooses_among_what_is_allowed() -> None:
    """Words that only introduce the list are none of it."""
    aim = mended("", PASS, [failed(length="bargain", zone=2)], Sources("a bargain pass for zone 2", "a bargain pass"))
    assert aim is not None
    (left,) = aim.open
    assert left.name == "length"
    assert {*left.choices} == {"week", "quarter", "year"}


def test_a_value_that_is_allowed_stays() -> None:
    """An error names both units; only one of them is wrong."""
    convert = tool("convert", "Convert a length.", value="number", unit="string: unit", to="string: unit")
    arguments = {"value": 3, "unit": "mi", "to": "kilometres"}
    text = "cannot convert from 'mi' to 'kilometres'; units are km and mi"
    aim = mended("", convert, [MadeCall("", "convert", arguments, ok=False, text=text)], Sources("3 mi in kilometres"))
    assert aim is not None
    assert aim.calls == ({"value": 3, "unit": "mi", "to": "km"},)


def test_no_value_is_tried_twice_and_none_of_another_type() -> None:
    """Numbers of an error go to numbers, words to words."""
    known = Sources("How much is it?")
    filling = fill(PASS, known)
    tried = [failed(length=each, zone=zone) for each, zone in (("week", 1), ("year", 2))]
    tried.append(tried[0]._replace(text="there is no zone 1; zones are 2 and 3"))
    aim = other_choice("", PASS, filling, tried, known.request)
    assert aim is not None
    assert {one.name: one.choices for one in aim.open} == {"length": ("quarter",), "zone": (3,)}


def test_a_value_that_only_an_error_named_is_a_guess() -> None:
    """Not one that the request says, in its word or nearly, or that an earlier call brought."""
    good = MadeCall("", "get_pass", {"length": "year", "zone": 2}, ok=True, text="year: 300 euros")
    refused = failed(length="x", zone=2)
    assert guesses([refused, good], "a bargain pass for zone 2") == ["length: year"]
    assert not guesses([refused, good], "a yearly pass for zone 2")
    assert not guesses(
        [MadeCall("", "last", {}, ok=True, text="last time: a year"), refused, good], "the same pass again"
    )
    assert not guesses([good], "a bargain pass for zone 2")
