"""Calls are compared by what the tool gets, not by how a model wrote it."""

import json
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smurfs_graph.tools.arguments import canonical_arguments, complete, fingerprint
from smurfs_graph.tools.python import from_function


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass
class Room:
    name: str
    beds: int = 2


def book(city: str, nights: int = 1, price: float = 10.0, note: str | None = None) -> str:
    """Book."""
    return ""


def visit(day: date, colour: Colour = Colour.RED, rooms: list[Room] | None = None) -> str:
    """Visit."""
    return ""


def same(function: Any, *calls: dict[str, Any]) -> bool:
    """Return whether all these are one call."""
    tool = from_function(function)
    return len({fingerprint(tool, canonical_arguments(tool, call)) for call in calls}) == 1


def test_defaults_types_and_order_make_no_difference() -> None:
    """A number as a text, a default that is named, a null that is the default, another order."""
    assert same(
        book,
        {"city": "Rome"},
        {"city": "Rome", "nights": 1},
        {"nights": "1", "city": "Rome", "note": None},
        {"price": 10, "city": "Rome", "nights": 1.0},
    )
    assert same(
        visit,
        {"day": "2026-01-02", "rooms": [{"name": "a"}]},
        {"day": "2026-01-02T00:00:00", "colour": "red", "rooms": [{"beds": "2", "name": "a"}]},
    )


def test_arguments_stand_in_the_order_of_the_document() -> None:
    """In every process: a person and a journal see the same call in the same words."""

    def order(anna: int, bert: int, carl: int, dora: int, emil: int, fritz: int, gerd: int, hans: int) -> int:
        """Order."""
        return 0

    names = list(from_function(order).parameters["properties"])
    given = {name: at for at, name in enumerate(reversed(names))}
    assert list(canonical_arguments(from_function(order), given)) == names


@pytest.mark.parametrize("other", [{"city": "rome"}, {"city": "Rome", "nights": 2}, {"city": "Rome", "note": ""}])
def test_what_differs_is_different(other: dict[str, Any]) -> None:
    """Nothing is rounded, folded or guessed."""
    assert not same(book, {"city": "Rome"}, other)


def test_invalid_arguments_name_the_field() -> None:
    """They have no spelling at all."""
    with pytest.raises(ValueError, match="nights"):
        canonical_arguments(from_function(book), {"city": "Rome", "nights": "many"})


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=40)
@given(st.dictionaries(st.text(max_size=4), values, max_size=4))
def test_canonical_arguments_are_data_and_stay_as_they_are(arguments: dict[str, Any]) -> None:
    """They can be written as JSON, read again, and are then their own canonical form."""
    tool = from_function(book)
    once = complete(tool, arguments)
    assert complete(tool, json.loads(json.dumps(once))) == once
