"""The offline model fills a caller's schema from records, field by field, and leaves out what it does not find."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from smurfs_graph.offline.sections import parse_outcomes
from smurfs_graph.offline.structure import structure
from smurfs_graph.structured import json_schema


class Room(BaseModel):
    """A room."""

    name: str
    price_per_night: float


class Stay(BaseModel):
    """A stay."""

    rooms: list[Room]
    names: list[str] = []
    summary: str = ""


class Trip(BaseModel):
    """A trip."""

    distance_km: float | None = None
    minutes: int | None = Field(default=None, alias="travel_minutes")
    colour: str | None = None


ROOMS = """- s1 [solved] Find rooms in Oslo
   answer: rooms:
   - name: Blue; price per night: 80
   - name: Green; price per night: 95.5"""
WAY = """- s1 [solved] Find the distance
   answer: start: Paris; distance km: 1106.5; travel minutes: 90"""
TWO = """- s1 [solved] Find the distance to Rome
   answer: distance km: 1106.5
- s2 [solved] Find the distance to Oslo
   answer: distance km: 1342"""


@pytest.mark.parametrize(
    ("schema", "outcomes", "expected"),
    [
        (
            Stay,
            ROOMS,
            {
                "rooms": [{"name": "Blue", "price_per_night": 80}, {"name": "Green", "price_per_night": 95.5}],
                "names": ["Blue", "Green"],
                "summary": "the answer",
            },
        ),
        (Trip, WAY, {"distance_km": 1106.5, "travel_minutes": 90}),
        (Trip, TWO, {}),
        (Trip, "", {}),
    ],
    ids=["lists", "alias", "two values: which is meant?", "nothing"],
)
def test_fields_are_filled_from_records(schema: type[BaseModel], outcomes: str, expected: dict[str, Any]) -> None:
    """What is filled validates; what is not there is not made up."""
    data = structure(json.dumps(json_schema(schema)), "the answer", parse_outcomes(outcomes))
    assert data == expected
    if outcomes:
        schema.model_validate(data)


@given(
    schema=st.one_of(
        st.text(),
        st.builds(
            json.dumps,
            st.recursive(
                st.none() | st.booleans() | st.integers() | st.text(max_size=5),
                lambda inner: (
                    st.lists(inner, max_size=3)
                    | st.dictionaries(st.sampled_from(["properties", "items", "$ref", "$defs", "type", "a"]), inner)
                ),
                max_leaves=12,
            ),
        ),
    ),
    outcomes=st.sampled_from([ROOMS, WAY, TWO, ""]),
)
def test_no_schema_makes_it_raise(schema: str, outcomes: str) -> None:
    """Whatever stands in the prompt."""
    json.dumps(structure(schema, "x", parse_outcomes(outcomes)))
