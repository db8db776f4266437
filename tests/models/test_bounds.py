"""Bounds of replies: every text and list that is sent has one, and no value that one has ended is taken for whole."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from smurfs_graph.models.bounds import (
    ADDED_TEXT,
    LONGEST_SENT,
    most_characters,
    repeated_from,
    with_bounds,
    without_bounds,
)
from smurfs_graph.models.schemas import reply_schema
from smurfs_graph.planning.parts import make_plan_document
from smurfs_graph.prompting import plan_replies, replies
from smurfs_graph.prompting.replies import Reply

NAMED = ("properties", "$defs", "definitions")
FIXED = ("enum", "const", "pattern")
SCHEMAS: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from([
        {"type": "string"}, {"type": "integer"}, {"type": ["string", "null"]}, {"type": "string", "maxLength": 7},
        {"type": "string", "maxLength": 9_000}, {"type": "string", "enum": ["a"]}, {"type": "string", "minLength": 80},
    ]),
    lambda inner: st.one_of(
        inner.map(lambda each: {"type": "array", "items": each}),
        inner.map(lambda each: {"type": "array", "items": each, "minItems": 3}),
        st.lists(inner, min_size=1, max_size=3).map(lambda several: {"anyOf": several}),
        st.dictionaries(st.sampled_from(["type", "items", "enum", "maxLength", "a"]), inner, max_size=3).map(
            lambda named: {"type": "object", "properties": named, "required": [*named]}
        ),
    ),
    max_leaves=8,
)  # fmt: skip


def unbounded(schema: Any, path: str = "") -> Iterator[str]:
    """The places of a schema whose texts or lists have no end."""
    if isinstance(schema, list):
        for at, each in enumerate(schema):
            yield from unbounded(each, f"{path}[{at}]")
    if not isinstance(schema, dict):
        return
    kinds = schema.get("type")
    kinds = [kinds] if isinstance(kinds, str) else kinds or []
    if ("string" in kinds and not schema.keys() & {"maxLength", *FIXED}) or (
        "array" in kinds and "maxItems" not in schema
    ):
        yield path
    for key, value in schema.items():
        if key in NAMED:
            for name, each in value.items():
                yield from unbounded(each, f"{path}.{name}")
        elif key in ("items", "anyOf", "oneOf", "allOf", "additionalProperties"):
            yield from unbounded(value, f"{path}.{key}")


def kinds_of(reply: type[Reply]) -> Iterator[type[Reply]]:
    """All kinds of replies."""
    for kind in reply.__subclasses__():
        yield kind
        yield from kinds_of(kind)


OURS = sorted({kind for kind in kinds_of(Reply) if kind.__module__ in (replies.__name__, plan_replies.__name__)},
              key=lambda kind: kind.__name__)  # fmt: skip


@pytest.mark.parametrize("reply", OURS)
def test_every_field_of_ours_says_how_long_it_is(reply: type[Reply]) -> None:
    """A field that is added without saying it fails here; what servers are sent is bounded in any case."""
    assert [*unbounded(reply_schema(reply))] == []


def test_a_plan_that_is_bound_as_a_tool_ends_too() -> None:
    """Native steps offer it as `make_plan`."""
    assert [*unbounded(make_plan_document()[1])] == []
    assert len(OURS) > 20


@given(SCHEMAS, st.integers(-2, 3))
def test_whatever_a_schema_says_what_is_sent_of_it_is_bounded(schema: Any, tightness: int) -> None:
    """A tool's, a user's; it lets nothing through that the schema does not, and stays one that can be met."""
    sent = with_bounds(schema, tightness)
    assert tightness < 0 or [*unbounded(sent)] == []  # a long text that was cut is asked for without a bound
    assert all(bound <= LONGEST_SENT for bound in bounds_in(sent, "maxLength"))
    Draft202012Validator.check_schema(sent)
    assert most_characters(sent) > 0
    assert not [*bounds_in(without_bounds(sent), "maxLength"), *bounds_in(without_bounds(sent), "minItems")]


def bounds_in(schema: Any, keyword: str) -> list[int]:
    """Return a keyword's values everywhere in a schema; a property of its name is none."""
    values = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else []
    own = schema.get(keyword) if isinstance(schema, dict) else None
    return [*([own] if isinstance(own, int) else []), *(found for each in values for found in bounds_in(each, keyword))]


def test_bounds_of_a_schemas_own_stay_and_become_smaller_after_a_reply_that_ran_on() -> None:
    """They never shut out what the schema requires."""
    schema = {"properties": {"a": {"type": "string", "maxLength": 400}, "b": {"type": "string", "minLength": 90}}}
    sizes = [bounds_in(with_bounds(schema, tightness), "maxLength") for tightness in (0, 1, 2)]
    assert sizes == [[400, ADDED_TEXT], [100, ADDED_TEXT // 4], [60, ADDED_TEXT // 16]]


@given(st.text("abc .", max_size=30), st.text("defghijk lmn", min_size=9, max_size=40), st.integers(3, 9))
def test_a_text_that_repeats_itself_to_its_end_is_cut_to_say_it_once(before: str, said: str, times: int) -> None:
    """Also where the last time is not finished; one that counts on says something new."""
    for repeated in (said * times, said * times + said[: len(said) // 2]):
        end = repeated_from(before + repeated)
        assert end is not None
        assert end <= len(before + said)
    counted = "".join(f"{said} {number} " for number in range(times))
    assert repeated_from(before + counted) is None


@pytest.mark.parametrize("text", [
    "The capital of Norway is Oslo, and the capital of Italy is Rome.", "", "no",
    "| city | degrees |\n| Oslo | 18 |\n| Rome | 27 |\n| Bonn | 21 |",
    "".join(f"Order {number}: shipped.\n" for number in range(30)),
])  # fmt: skip
def test_a_text_that_says_several_things_does_not_repeat_itself(text: str) -> None:
    """However alike they are."""
    assert repeated_from(text) is None
