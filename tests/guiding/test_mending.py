"""What a failed call is tried again with, and which values of calls that went well are guesses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.guiding.argument_filling import Sources, fill
from smurfs_graph.guiding.mending import guesses, items_of, mended, named_right, other_choice, says
from smurfs_graph.guiding.steps import MadeCall
from smurfs_graph.offline import words
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
        [MadeCall("", "last", {}, ok=True, text="last time: a year"), refused, good], "the same pass again, zone 2"
    )
    assert not guesses([good], "a bargain pass for zone 2")


ZOO = tool("get_keeper", "Find the keeper of an animal.", animal="string: name", house="string: which")


@pytest.mark.parametrize(
    ("request_", "reason", "right"),
    [
        ("who keeps the red panda?", "unknown animal 'panda', expected one of: Red Panda, Snow Leopard", "Red Panda"),
        ("keeper of the snow leopards", "no 'x'; animals include Red Panda, Snow Leopard, ...", "Snow Leopard"),
        ("keeper of the okappi", "animal 'okappi' not found; the zoo has: okapi, tapir and red panda", "okapi"),
        ("keeper of the red-panda", "Available animals: 'Red Panda' | 'Tapir'", "Red Panda"),
        ("keeper of the giraffe", "unknown animal 'giraffe', expected one of: Red Panda, Snow Leopard", None),
        ("keeper of the house-tapir", "no such animal; the zoo has: okapi, tapir and red panda", None),
        ("red panda or tapir?", "unknown animal, use one of: Red Panda, Tapir", None),
    ],
)
def test_a_listed_value_that_the_request_says_is_right(request_: str, reason: str, right: str | None) -> None:
    """In small letters, in the plural, with a typo, wherever the request has it; of two that are said neither is."""
    refused = MadeCall("c", "get_keeper", {"animal": "panda", "house": "Tapir House"}, ok=False, text=reason)
    aim = named_right("c", ZOO, [refused], request_)
    assert (aim.calls[0] if aim else None) == (right and {"animal": right, "house": "Tapir House"})


def test_a_value_is_not_tried_twice_nor_taken_from_another_parameter() -> None:
    """What was tried has failed, and a unit that stands for another parameter is that one's."""
    reason = "cannot convert 'pounds'; units are: kg, lb"
    convert = tool("convert", "Convert.", unit="string: from", to="string: to")
    refused = MadeCall("c", "convert", {"unit": "pounds", "to": "kg"}, ok=False, text=reason)
    assert named_right("c", convert, [refused], "10 pounds in kg") is None
    again = MadeCall("c", "convert", {"unit": "lb", "to": "kg"}, ok=False, text=reason)
    assert named_right("c", convert, [again, refused], "10 lb in kg") is None


@pytest.mark.parametrize(
    ("request_", "value", "is_guess"),
    [
        ("a parcel of 1.8 kg", 1800, False),
        ("a parcel of 1.8 kg", 1.8, False),
        ("a parcel of 1.8kg", 1800, False),
        ("two kilos of flour", 2000, False),
        ("two parcels", 2, False),
        ("at 15%", 0.15, False),
        ("one parcel", 1, False),
        ("a parcel", 100, True),
        ("a parcel of 1.8 kg", 2000, True),
        ("the parcel 2024-121", 121, True),
        ("the parcel of 2026-12-01", 12, True),
    ],
)
def test_a_number_that_nobody_said_is_a_guess(request_: str, value: float, is_guess: bool) -> None:
    """In whatever unit or words it was said."""
    call = MadeCall("", "send", {"amount": value, "tracked": True}, ok=True, text="sent")
    assert bool(guesses([call], request_)) == is_guess


@given(st.text(), st.text())
def test_any_error_and_request_are_read(reason: str, request_: str) -> None:
    """What is listed is a part of the reason, and every item says itself."""
    for item in items_of(reason):
        assert item in reason
        assert says(item, item) or not [*words.tokens(item)]
    says(request_, reason[:200])


def test_an_item_of_the_same_kind_is_tried_and_stays_a_guess() -> None:
    """Where only one ends as the value does; somebody of the same name is somebody else."""
    reason = "'{}' is not in the catalogue. Available: cement mixer, hedge trimmer, Tom Meyer"
    hire = tool("hire", "Hire something.", item="string: name")
    refused = MadeCall("c", "hire", {"item": "concrete mixer"}, ok=False, text=reason.format("concrete mixer"))
    aim = named_right("c", hire, [refused], "a concrete mixer")
    assert aim is not None
    assert aim.calls == ({"item": "cement mixer"},)
    good = MadeCall("c", "hire", {"item": "cement mixer"}, ok=True, text="80")
    assert guesses([refused, good], "I need a concrete mixer") == ["item: cement mixer"]
    other = MadeCall("c", "hire", {"item": "Anna Meyer"}, ok=False, text=reason.format("Anna Meyer"))
    assert named_right("c", hire, [other], "Anna Meyer") is None


def test_a_list_in_brackets_is_read() -> None:
    """Behind whatever marks there are before it."""
    items = items_of("ValueError: no team 'net' (teams include networks, printing, accounts)")
    assert {*items} >= {"networks", "printing", "accounts"}


TOMB = tool("find_tomb", "Find a tomb.", surname="string: family name")


@pytest.mark.parametrize(
    ("reason", "calls"),
    [
        ("ValueError: nobody called 'HARRIET LOXLY', did you mean 'Loxley'?", ({"surname": "Loxley"},)),
        (
            "ValueError: there is no Harriet Loxly; did you mean 'Harriet Loxley-Smith'?",
            ({"surname": "Harriet Loxley-Smith"},),
        ),
        ("KeyError: 'nobody is called HARRIET LOXLY'", ()),
    ],
)
def test_one_word_of_a_name_may_be_meant_and_an_echo_is_not(reason: str, calls: tuple[dict[str, str], ...]) -> None:
    """Neither is the class of the error."""
    request = "Where is the tomb of Harriet Loxly?"
    call = MadeCall("", "find_tomb", {"surname": "Harriet Loxly"}, ok=False, text=reason)
    aim = mended("", TOMB, [call], Sources(request, request))
    assert (aim.calls if aim is not None else ()) == calls
