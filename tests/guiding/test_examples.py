"""Identifiers that tools' documents give as examples: whose value, and which tool, an identifier of a request is."""

import pytest

from smurfs_graph.guiding.aims import next_step
from smurfs_graph.guiding.argument_filling import Sources, fill
from smurfs_graph.guiding.examples import shapes_of
from smurfs_graph.guiding.steps import MadeCall, StepInput
from tests.guiding.tools import tool

STAMP = tool("stamp_price", "Price of a stamp.", stamp="string: Catalogue code, such as SC-118")
COIN = tool("coin_metal", "Metal of a coin.", coin="string: Number in the album (e.g. K7)")
FIND = tool("find_stamp", "Stamp code of a motif.", motif="string: Motif or its first word, like A1")
GRAMS = tool("paint_grams", "Grams of paint for a wall.", recipe="string: e.g. R-12", area="number: in square metres")


@pytest.mark.parametrize(
    ("text", "shapes"),
    [
        ("Catalogue code, such as SC-118", {"SC-9"}),
        ("Number in the album (e.g. K7)", {"K9"}),
        ('Code, like "b-12" or like "12-b"', {"B-9", "9-B"}),
        ("Full name, such as Ada Lovelace", set()),
        ("Number of seats", set()),
    ],
)
def test_examples_are_read(text: str, shapes: set[str]) -> None:
    """Letters count, numbers do not; a name is no identifier."""
    parameters = tool("find", "Find it.", code=f"string: {text}").document.parameters or ()
    assert [shapes_of(one) for one in parameters] == [shapes]


def test_an_identifier_says_which_tool_is_meant() -> None:
    """Though the request has none of its words."""
    found = next_step(StepInput("how much is SC-204 please", (STAMP, COIN)))
    assert [(aim.tool.name, aim.calls) for aim in found.aims] == [("stamp_price", ({"stamp": "SC-204"},))]
    assert not next_step(StepInput("how much is a zebra please", (STAMP, COIN))).aims


def test_a_tool_that_takes_the_same_value_does_not_stand_in_for_one_that_is_down() -> None:
    """What it brings was not asked for."""
    free = tool("stamp_sold", "Whether a stamp is sold.", stamp="string: such as SC-118")
    request = "is SC-204 sold"
    found = next_step(StepInput(request, (STAMP, free)))
    assert [aim.tool.name for aim in found.aims] == ["stamp_sold"]
    down = MadeCall(request, "stamp_sold", {"stamp": "SC-204"}, ok=False, text="TimeoutError: no answer")
    assert not next_step(StepInput(request, (STAMP,), (down,))).aims


def test_what_looks_like_no_example_is_no_value() -> None:
    """A name has to be looked up first, unless the document says that names do as well."""
    assert fill(STAMP, Sources("price of the blue Mauritius stamp")).open[0].choices == ()
    assert fill(FIND, Sources("stamp code of the blue Mauritius")).calls == ({"motif": "Mauritius"},)


def test_a_value_goes_where_its_like_is_an_example() -> None:
    """Whatever stands nearer."""
    filling = fill(GRAMS, Sources("paint for a wall of 20 square metres with R-7"))
    assert filling.calls == ({"recipe": "R-7", "area": 20},)
    assert not filling.open
