"""Values held to JSON schemas: complaints name the field, and no schema does harm."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.tools import StructuredTool

from smurfs_graph import ConfigurationError
from smurfs_graph.tools.langchain import from_langchain
from smurfs_graph.tools.schema import arguments_validator, complaints_of, for_responses, is_safe_pattern

TRIP = {
    "type": "object",
    "properties": {
        "days": {"type": "integer", "minimum": 1},
        "class": {"type": "string", "enum": ["first", "second"]},
        "seat": {"type": "object", "properties": {"row": {"type": "number"}}, "required": ["row"]},
        "note": {"anyOf": [{"type": "integer"}, {"type": "object", "properties": {"page": {"type": "integer"}}}]},
        "maybe": {"type": ["string", "null"]},
        "sure": {"type": "boolean"},
    },
    "required": ["days"],
}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({}, "days: is required"),
        ({"days": 0}, "days: breaks minimum 1 (got 0)"),
        ({"days": None}, "days: must be of type integer (got None)"),
        ({"days": 1, "class": "third"}, "class: must be one of ['first', 'second'] (got 'third')"),
        ({"days": 1, "seat": {}}, "seat.row: is required"),
        ({"days": 1, "seat": {"row": "x"}}, "seat.row: must be of type number (got 'x')"),
        ({"days": 1, "note": {"page": "x"}}, "note.page: must be of type integer (got 'x')"),
        ({"days": 1, "note": "x"}, "note: must be of type integer or object (got 'x')"),
        ({"days": 1, "dais": 2}, "unknown parameter 'dais'"),
        ({"days": 0, "sure": "perhaps"}, "days: breaks minimum 1 (got 0); sure: must be of type boolean"),
    ],
)
def test_a_complaint_names_the_field(arguments: dict[str, Any], complaint: str) -> None:
    """And says what would fit; in one line."""
    with pytest.raises(ValueError) as caught:
        arguments_validator(TRIP)(arguments)
    assert str(caught.value).startswith(complaint)
    assert "\n" not in str(caught.value)


def test_texts_are_read_where_no_text_is_taken() -> None:
    """Models write them so; null is an argument that is left out, unless the schema takes it."""
    given = {"days": " 3", "sure": "True", "class": None, "maybe": None}
    assert arguments_validator(TRIP)(given) == {"days": 3, "sure": True, "maybe": None}


def test_tools_with_a_schema_for_arguments_are_validated_here() -> None:
    """LangChain itself checks nothing of a dict schema."""
    going = StructuredTool(name="go", description="Go.", args_schema=TRIP, func=lambda **trip: "gone")
    tool = from_langchain(going)
    with pytest.raises(ValueError, match="days: is required"):
        tool.validate({})
    assert tool.validate({"days": 2}) == {"days": 2}


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("date", "2024-02-29", "2023-02-29"),
        ("date-time", "2024-02-29T10:00:00Z", "2024-02-29T10:00:00"),
        ("date-time", "2024-02-29t10:00:00.5+01:00", "2024-02-29 10:00"),
        ("uuid", "7f5c1e0a-3f4e-4f0e-9b0a-0f5c1e0a3f4e", "7f5c1e0a"),
        ("uuid", "7f5c1e0a3f4e4f0e9b0a0f5c1e0a3f4e", "7f5c1e0a3f4e4f0e9b0a0f5c1e0a3f4g"),
        ("ipv4", "1.2.3.4", "1.2.3"),
        ("ipv6", "::1", ":::1"),
        ("email", "a@b.example", "a b@c"),
    ],
)
def test_formats_that_can_be_told_are_checked(name: str, right: str, wrong: str) -> None:
    """Others are notes."""
    complaints = complaints_of({"format": name})
    assert complaints(right) == complaints(3) == []
    assert complaints(wrong) == [f"breaks format {name!r} (got {wrong!r})"]
    assert complaints_of({"format": "anything"})("x") == []


@pytest.mark.parametrize(
    "schema", [{"type": "foo"}, {"type": "object", "properties": 3}, {"properties": {"a": {"minimum": "x"}}}]
)
def test_what_is_no_schema_is_refused(schema: dict[str, Any]) -> None:
    """In one line that says where."""
    with pytest.raises(ConfigurationError, match="no JSON schema") as caught:
        complaints_of(schema)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}},
        {"$ref": "http://127.0.0.1:1/schema.json"},
        {"$ref": "file:///etc/hostname"},
        {"$ref": "#/nowhere"},
    ],
)
def test_references_are_not_followed_out_of_the_schema(schema: dict[str, Any]) -> None:
    """Nor for ever; the value is refused."""
    [complaint] = complaints_of(schema)({"a": 1})
    assert "schema" in complaint


def test_recursive_schemas_are_followed_as_deep_as_the_value_is() -> None:
    """A tree."""
    schema = {"$ref": "#/$defs/t", "$defs": {"t": {"type": "object", "properties": {"t": {"$ref": "#/$defs/t"}}}}}
    value: Any = {}
    for _ in range(30):
        value = {"t": value}
    assert complaints_of(schema)(value) == []
    assert complaints_of(schema)({"t": {"t": 3}}) == ["t.t: must be of type object (got 3)"]


@pytest.mark.parametrize(
    ("pattern", "safe"),
    [
        (r"^[a-z]+$", True),
        (r"^\d{4}-\d{2}-\d{2}$", True),
        (r"[0-9]+(\.[0-9]+)?", True),
        (r"(a+)+$", False),
        (r"(a|a)*b", False),
        (r"([a-zA-Z]+)*", False),
        (r"^(\w+\s?)*$", False),
        (r"(a)\1", False),
        (r"(", False),
        (r"\p{L}", False),
        ("a" * 500, False),
    ],
)
def test_patterns_that_may_run_for_ever_are_left_out(pattern: str, safe: bool) -> None:
    """Patterns that Python cannot read are, too."""
    assert is_safe_pattern(pattern) == safe
    found = complaints_of({"type": "string", "pattern": pattern})("!" * 5_000)
    assert bool(found) == safe


def test_responses_are_not_checked_for_what_is_costly() -> None:
    """Properties of those names stay."""
    schema = {
        "type": "array",
        "uniqueItems": True,
        "items": {"properties": {"format": {"pattern": "x", "type": "null"}}},
    }
    assert for_responses(schema) == {"type": "array", "items": {"properties": {"format": {"type": "null"}}}}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
KEYWORDS = st.sampled_from(
    ["type", "properties", "items", "enum", "anyOf", "required", "$ref", "pattern", "minimum", "not", "$defs", "const"]
)


@settings(max_examples=60)
@given(
    st.dictionaries(KEYWORDS, JSON | st.just("object") | st.just("#"), max_size=4),
    st.dictionaries(st.text(max_size=3), JSON),
)
def test_any_schema_and_any_arguments(schema: dict[str, Any], arguments: dict[str, Any]) -> None:
    """A schema is refused, or arguments are, or they pass: nothing else happens."""
    try:
        validate = arguments_validator(schema)
    except ConfigurationError as error:
        assert "\n" not in str(error)
        return
    try:
        assert json.dumps(validate(arguments))
    except ValueError as error:
        assert "\n" not in str(error)
