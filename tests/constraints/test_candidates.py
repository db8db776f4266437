"""Records in a response, and the fields that a constraint means; nothing ambiguous is guessed."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smurfs_graph.constraints.candidates import field_named, is_cut, label_of, records_in, view
from smurfs_graph.tools.output import MAX_VALUES, to_data

HOTEL = {"name": "Inn", "price_usd": 80, "rating": 4.5}


@pytest.mark.parametrize(
    ("data", "count"),
    [
        ([HOTEL, HOTEL], 2),
        ({"matches": 1, "hotels": [HOTEL]}, 1),
        ({"data": {"items": [HOTEL, HOTEL, HOTEL]}}, 3),
        (HOTEL, 1),
        ({"hotels": [HOTEL], "flights": [HOTEL]}, None),
        ([], None),
        ("text", None),
        (None, None),
        ([1, 2], None),
    ],
)
def test_records_of_a_response(data: Any, count: int | None) -> None:
    """A list of objects, the only one inside an object, or the object itself; of two lists nobody says which."""
    found = records_in(data)
    assert (None if found is None else len(found)) == count


def test_a_list_that_was_cut_is_not_taken_for_whole() -> None:
    """The mark at its end says that some are missing."""
    assert is_cut([HOTEL, "… 3 more"])
    assert is_cut({"hotels": [HOTEL, "… 3 more"]})
    assert not is_cut([HOTEL])


@pytest.mark.parametrize(
    ("wanted", "record", "found"),
    [
        ("price", {"price": 1, "price_usd": 2}, "price"),
        ("Price", {"price": 1}, "price"),
        ("price", {"price_usd": 2}, "price_usd"),
        ("price", {"fare": 2}, "fare"),
        ("price", {"average_cost_usd": 2}, "average_cost_usd"),
        ("price", {"price_adult": 2, "price_child": 1}, None),
        ("price", {"stars": 2}, None),
    ],
)
def test_the_field_that_a_constraint_means(wanted: str, record: dict[str, Any], found: str | None) -> None:
    """By name, by words, by what people call the same; never one of two."""
    assert field_named(wanted, record) == found


@pytest.mark.parametrize(
    ("record", "seen"),
    [
        ({"price_usd": 80}, "80 USD"),
        ({"price": 80, "currency": "EUR"}, "80 EUR"),
        ({"price": {"amount": 80, "currency": "EUR"}}, "80 EUR"),
        ({"price": "80 GBP"}, "80 GBP"),
        ({"price": 80}, 80),
    ],
)
def test_a_number_keeps_its_unit(record: dict[str, Any], seen: Any) -> None:
    """The field's name, a field beside it or an object around it may give the unit."""
    assert view(record, ["price"]) == {"price": seen}


def test_a_label_is_what_people_call_it() -> None:
    """The name before any other text."""
    assert label_of({"city": "Rome", "name": "Inn"}) == "Inn"
    assert label_of({"flight_number": "F1"}) == "F1"


@settings(max_examples=50)
@given(st.recursive(st.none() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)))
def test_any_response_is_read_without_an_error(data: Any) -> None:
    """Whatever a tool returns."""
    for record in records_in(data) or []:
        view(record, ["price", ""])
        label_of(record)
    is_cut(data)


@pytest.mark.parametrize("wrapped", [False, True])
def test_a_response_that_is_too_long_to_be_read_whole_is_marked_as_cut(wrapped: bool) -> None:
    """The best of what was read would else be called the best of all."""
    many = [{"name": str(number), **{f"f{at}": at for at in range(29)}} for number in range(MAX_VALUES // 29)]
    data = to_data({"hotels": many} if wrapped else many)
    assert len(records_in(data) or []) < len(many)
    assert is_cut(data)
