"""Schemas of calls: each tool's own arguments, no free-form objects, and text where a grammar would grow too large."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from smurfs_graph.models.call_schemas import MOST_SCHEMAS, Nameable, call_schema
from smurfs_graph.models.free_forms import with_texts_read, without_free_forms
from smurfs_graph.prompting.replies import ReactReply, SupervisorReply
from smurfs_graph.tools.choice import NONE_OF_THESE

ANY_FORM: dict[str, Any] = {
    "type": "object",
    "properties": {
        "city": {"type": "string"},
        "filters": {"type": "object", "additionalProperties": True, "description": "What is wished."},
        "rows": {"type": "array", "items": {"type": "object"}},
        "value": {"description": "Anything."},
        "node": {"$ref": "#/$defs/Node"},
        "either": {"anyOf": [{"type": "object"}, {"type": "string"}]},
    },
    "required": ["city"],
    "$defs": {
        "Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}, "extra": {"type": "object"}}}
    },
}


def tool(name: str, parameters: dict[str, Any]) -> Nameable:
    """A tool with these parameters."""
    return Nameable(name, json.dumps({"parameters": parameters}))


def test_a_call_is_one_of_the_tools_with_its_own_arguments() -> None:
    """Another tool's arguments are refused; what is named instead of a tool has none."""
    schema = call_schema(
        ReactReply,
        [tool("a", {"properties": {"x": {"type": "integer"}}, "required": ["x"]}), tool("b", {"properties": {}})],
        unseen=["c"],
        instead=[NONE_OF_THESE],
    )
    valid = Draft202012Validator(schema).is_valid
    assert valid({"thought": "", "call": {"tool": "a", "arguments": {"x": 1}}})
    assert valid({"thought": "", "call": {"tool": "c", "arguments": '{"y": 2}'}})
    assert valid({"thought": "", "call": {"tool": NONE_OF_THESE}})
    assert not valid({"thought": "", "call": {"tool": "a", "arguments": {}}})
    assert not valid({"thought": "", "call": {"tool": "d", "arguments": "{}"}})


def test_references_are_resolved_and_endless_ones_end() -> None:
    """A tool's definitions cannot be reached from within another schema."""
    sent = json.dumps(call_schema(ReactReply, [tool("a", ANY_FORM)]))
    assert "$ref" not in sent
    assert "$defs" not in sent


def test_many_or_large_schemas_become_text() -> None:
    """One form for all, whose arguments are JSON text."""
    many = [tool(f"t{at}", {"properties": {}}) for at in range(MOST_SCHEMAS + 1)]
    large = [tool("t0", {"properties": {f"p{at}": {"type": "string", "enum": ["x" * 99]} for at in range(90)}})]
    for tools in (many, large):
        call = call_schema(ReactReply, tools)["properties"]["call"]
        assert call["properties"]["arguments"]["type"] == "string"
        assert call["properties"]["tool"]["enum"] == [each.name for each in tools]


def test_free_forms_are_sent_as_text_and_read_as_what_they_are() -> None:
    """At any depth, and only where the parameters take no text."""
    sent = without_free_forms(ANY_FORM)
    properties = sent["properties"]
    assert properties["filters"]["type"] == "string"
    assert "What is wished." in properties["filters"]["description"]
    assert properties["rows"]["items"]["type"] == "string"
    assert sent["$defs"]["Node"]["properties"]["extra"]["type"] == "string"
    written: dict[str, Any] = {
        "city": '{"not": "an object"}',
        "filters": '{"stars": 3}',
        "rows": ['{"a": 1}', {"b": 2}],
        "value": "[1]",
        "node": {"next": {"extra": '{"deep": true}'}},
        "either": "{}",
    }
    Draft202012Validator(sent).validate({**written, "rows": written["rows"][:1]})
    assert with_texts_read(ANY_FORM, written) == {
        "city": '{"not": "an object"}',
        "filters": {"stars": 3},
        "rows": [{"a": 1}, {"b": 2}],
        "value": [1],
        "node": {"next": {"extra": {"deep": True}}},
        "either": "{}",
    }


@pytest.mark.parametrize("text", ["[urgent] come", "[1", "[x](https://a.example)", '{"a": 1} and more'])
def test_text_for_a_parameter_that_takes_anything_stays_text(text: str) -> None:
    """Only whole JSON is read there; where text cannot be meant, what was written is mended."""
    assert with_texts_read({"properties": {"value": {}}}, {"value": text}) == {"value": text}
    assert with_texts_read({"properties": {"value": {"type": "array"}}}, {"value": "[1"}) == {"value": [1]}


@pytest.mark.parametrize(
    "said",
    [
        {"thought": "t", "call": {"tool": "a", "arguments": {"x": 1}}},
        {"thought": "t", "call": {"tool": "a", "arguments": '{"x": 1}'}},
        {"thought": "t", "tool": "a", "arguments": {"x": 1}},
    ],
)
def test_a_call_is_read_however_it_comes(said: dict[str, Any]) -> None:
    """In an object of its own, as text, or beside the thought."""
    reply = ReactReply.model_validate(said)
    assert (reply.thought, reply.tool, reply.arguments) == ("t", "a", {"x": 1})


def test_known_parameters_are_a_list_of_names_and_values() -> None:
    """An object of unknown names would be free-form."""
    parameters = SupervisorReply.model_json_schema()["properties"]["parameters"]
    assert parameters["type"] == "array"
    given = {"content": "c", "parameters": [{"name": "city", "value": "Oslo"}]}
    assert SupervisorReply.model_validate(given).parameters == {"city": "Oslo"}
    assert SupervisorReply.model_validate({"content": "c", "parameters": {"city": "Oslo"}}).parameters == {
        "city": "Oslo"
    }
