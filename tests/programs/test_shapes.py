"""Shapes of results: fields and their types, values of short words only where they are asked for."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph.programs.shapes import shape_of, values_of


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        ({"id": "O-1", "state": "open", "n": 3}, "{'id': str, 'state': 'open', 'n': int}"),
        ([{"state": "open"}, {"state": "paid"}, {"x": None}], "[{'state': 'open' | 'paid', 'x': None}]"),
        ({"rows": [{"sku": "a-1", "tags": ["x"]}]}, "{'rows': [{'sku': str, 'tags': [str]}]}"),
        ({f"key {number}": 1 for number in range(40)}, "{str: int}"),
        ([], "list"),
        ([1, "a"], "[int | str]"),
        ("text", "str"),
        (None, "None"),
    ],
)
def test_shapes(value: Any, shape: str) -> None:
    """Records, lists of them, dictionaries whose keys are data, and what is neither."""
    assert shape_of(value) == shape


def test_without_values_nothing_of_the_data_is_told() -> None:
    """Only names of fields and types."""
    assert shape_of({"name": "Ada", "state": "open"}, values=False) == "{'name': str, 'state': str}"


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"rows": [{"id": "O-1", "state": "open"}, {"id": "O-2", "state": "paid"}]}, "state: 'open' | 'paid'"),
        ([{"state": "open"}, {"state": "since 1999"}], ""),
        ([{"state": word} for word in ("a", "b", "c", "d", "e", "f")], ""),
        ("open", ""),
    ],
)
def test_only_fields_of_a_few_short_words_show_them(value: Any, told: str) -> None:
    """Not ids, not sentences, not what differs from record to record."""
    assert values_of(value) == told


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


@given(_JSON)
def test_every_value_has_a_short_shape(value: Any) -> None:
    """Whatever it is."""
    assert len(values_of(value)) <= 400
    assert 0 < len(shape_of(value)) <= 400 and "\n" not in shape_of(value, values=False)
