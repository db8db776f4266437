"""Random schemas and values, sent to a real server: what arrives is what was meant, or nothing is sent."""

import asyncio
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smurfs_graph.tools.openapi import openapi_tools
from smurfs_graph.tools.tool import Tool
from tests.tools.http.local import Handler, LocalServer

EXAMPLES = settings(max_examples=25)
TEXT = st.text(st.characters(codec="utf-8"), max_size=12)
NAMES = st.text("abcXYZ019_-.[]$ äß&=#/", min_size=1, max_size=8)
Pair = tuple[dict[str, Any], Any]
"""A schema, and a value that fits it."""


@pytest.fixture(scope="module")
def server() -> Iterator[LocalServer]:
    """Takes everything; the requests are looked at."""
    with LocalServer(lambda handler: handler.reply(200, b"{}", {"Content-Type": "application/json"})) as made:
        yield made


def leaf() -> st.SearchStrategy[Pair]:
    """Texts, numbers, truth values and choices."""
    bounds = st.tuples(st.integers(-50, 0), st.integers(1, 50))
    return st.one_of(
        TEXT.map(lambda text: ({"type": "string"}, text)),
        TEXT.map(lambda text: ({"type": "string", "maxLength": len(text), "minLength": len(text)}, text)),
        st.integers(-(2**53), 2**53).map(lambda number: ({"type": "integer"}, number)),
        bounds.flatmap(
            lambda ends: st.integers(*ends).map(
                lambda number: ({"type": "integer", "minimum": ends[0], "maximum": ends[1]}, number)
            )
        ),
        st.floats(allow_nan=False, allow_infinity=False).map(lambda number: ({"type": "number"}, number)),
        st.booleans().map(lambda truth: ({"type": "boolean"}, truth)),
        st.lists(TEXT, min_size=1, max_size=4, unique=True).flatmap(
            lambda texts: st.sampled_from(texts).map(lambda text: ({"enum": texts}, text))
        ),
        st.just(({"type": ["string", "null"]}, None)),
        st.just(({"const": 7}, 7)),
    )


def objects(inner: st.SearchStrategy[Pair], least: int = 0) -> st.SearchStrategy[Pair]:
    """Objects whose properties are all given."""
    return st.dictionaries(NAMES, inner, min_size=least, max_size=4).map(
        lambda items: (
            {
                "type": "object",
                "properties": {name: schema for name, (schema, _) in items.items()},
                "required": [name for name, (_, value) in items.items() if value is not None],
            },
            {name: value for name, (_, value) in items.items()},
        )
    )


def lists(inner: st.SearchStrategy[Pair]) -> st.SearchStrategy[Pair]:
    """Lists of one kind of thing."""
    return st.tuples(inner, st.integers(0, 3)).map(
        lambda item: ({"type": "array", "items": item[0][0]}, [item[0][1]] * item[1])
    )


def choices(inner: st.SearchStrategy[Pair]) -> st.SearchStrategy[Pair]:
    """One of several."""
    return inner.map(lambda item: ({"anyOf": [{"type": "array", "minItems": 90}, item[0]]}, item[1]))


PAIRS = st.recursive(leaf(), lambda inner: objects(inner) | lists(inner) | choices(inner), max_leaves=6)


def tool_of(server: LocalServer, operation: dict[str, Any], path: str = "/a") -> Tool:
    """The one tool of a document with this operation."""
    method = "post" if "requestBody" in operation else "get"
    document = {"openapi": "3.1.0", "paths": {path: {method: {"responses": {}, **operation}}}}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "api.json"
        file.write_text(json.dumps(document))
        [tool] = openapi_tools(str(file), server=server.url)
    return tool


def request(server: LocalServer, tool: Tool, arguments: dict[str, Any]) -> Handler:
    """The request of a call."""
    server.requests.clear()
    asyncio.run(tool.call(tool.validate(arguments)))  # pyright: ignore[reportArgumentType]
    [seen] = server.requests
    return seen


def body(kind: str, schema: Any) -> dict[str, Any]:
    """An operation with a body."""
    return {"requestBody": {"required": True, "content": {kind: {"schema": schema}}}}


@EXAMPLES
@given(PAIRS)
def test_json_bodies_arrive_as_they_were_meant(server: LocalServer, pair: Pair) -> None:
    """One argument, or one for each property: nothing is added, dropped or turned into another type."""
    schema, value = pair
    tool = tool_of(server, body("application/json", schema))
    properties = list(tool.parameters["properties"])
    flat = properties != ["body"] or (schema.get("type") == "object" and list(schema["properties"]) == ["body"])
    arguments = dict(zip(properties, value.values(), strict=True)) if flat else {"body": value}
    arrived = json.loads(request(server, tool, arguments).body)
    assert json.dumps(arrived, sort_keys=True) == json.dumps(value, sort_keys=True)


def text_of(value: Any) -> str:
    """A value in a query, as text."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def several(value: Any) -> list[Any]:
    """A value, or those of a list."""
    return value if isinstance(value, list) else [value]


SINGLE = leaf().filter(lambda item: item[1] is not None)


@EXAMPLES
@given(objects(SINGLE | lists(SINGLE), least=1), st.booleans())
def test_queries_and_forms_arrive_as_they_were_meant(server: LocalServer, pair: Pair, in_body: bool) -> None:
    """Read by the standard library's parser: names, values and their order."""
    schema, value = pair
    parameters = [{"name": name, "in": "query", "schema": each} for name, each in schema["properties"].items()]
    form = body("application/x-www-form-urlencoded", schema)
    tool = tool_of(server, form if in_body else {"parameters": parameters})
    names = list(tool.parameters["properties"])
    flat = len(names) == len(value) and (not in_body or all(name.isascii() for name in value))
    seen = request(server, tool, dict(zip(names, value.values(), strict=True)) if flat else {"body": value})
    arrived = parse_qsl(
        seen.body.decode() if in_body else urlsplit(seen.path).query, keep_blank_values=True, errors="strict"
    )
    assert arrived == [(name, text_of(one)) for name, item in value.items() for one in several(item)]


HARD = st.text(st.sampled_from("ab/\\.%;?#&=+ ä,\r\n\0\"'<>|~:@") | st.characters(codec="utf-8"), max_size=8)


@EXAMPLES
@given(HARD)
def test_paths_arrive_as_they_were_meant_or_are_refused(server: LocalServer, text: str) -> None:
    """Whatever the text, no other path is reached, even by a server that decodes before it looks."""
    parameter = {"name": "x", "in": "path", "required": True, "schema": {"type": "string"}}
    tool = tool_of(server, {"parameters": [parameter]}, "/things/{x}/parts")
    try:
        seen = request(server, tool, {"x": text})
    except ValueError as error:
        assert str(error).startswith("x: must not")
        return
    assert unquote(seen.path) == f"/things/{text}/parts"
    assert seen.path.count("/") == 3


@EXAMPLES
@given(HARD)
def test_headers_and_cookies_arrive_as_they_were_meant_or_are_refused(server: LocalServer, text: str) -> None:
    """Nothing is split, cut or added."""
    for place in ("header", "cookie"):
        tool = tool_of(server, {"parameters": [{"name": "X-Own", "in": place, "schema": {"type": "string"}}]})
        try:
            seen = request(server, tool, {"X-Own": text})
        except ValueError as error:
            assert str(error).startswith("X-Own: a ")
            continue
        assert seen.headers["X-Own"] == (text if place == "header" else None)
        assert seen.headers["Cookie"] == (f"X-Own={text}" if place == "cookie" else None)
        assert len(seen.headers) == 6


@EXAMPLES
@given(PAIRS, PAIRS)
def test_what_does_not_fit_is_not_sent(server: LocalServer, pair: Pair, other: Pair) -> None:
    """A value of another schema arrives only if it fits this one too, as jsonschema alone sees it."""
    from jsonschema import Draft202012Validator

    tool = tool_of(server, body("application/json", {"anyOf": [pair[0]]}))
    fits = Draft202012Validator(pair[0]).is_valid(other[1])
    try:
        seen = request(server, tool, {"body": other[1]})
    except ValueError:
        assert not fits or other[1] is None
        return
    assert fits or isinstance(other[1], str)
    assert Draft202012Validator(pair[0]).is_valid(json.loads(seen.body))
