"""Schemas as servers are sent them: of a reply, of a tool's arguments, of a choice; as short as they can be."""

import re
from functools import cache, lru_cache
from typing import Any, cast

from pydantic import BaseModel

from smurfs_graph.canonical import canonical_json, digest
from smurfs_graph.models.free_forms import without_free_forms

Schema = dict[str, Any]
"""A JSON schema with a `description`, and a `title` that no other schema has: servers take it as a function's name."""
MOST_MORE = 6
"""Further calls of one tool in a split step."""
_MAX_SCHEMAS = 512
"""Schemas kept: every choice among tools has one."""


def takes_more(parameters: Schema) -> bool:
    """Return whether the arguments of further calls can stand in `more`: every parameter is named, and none `more`."""
    named: Schema = parameters.get("properties") or {}
    return bool(named) and "more" not in named and not parameters.get("additionalProperties")


def arguments_schema(tool: str, parameters: Schema, *, several: bool = False) -> Schema:
    """Return the schema of a tool's arguments, for a server that holds its model to it.

    `several`: those of further calls may stand in a list, `more`; its items leave out what is described once.
    """
    title = f"{'several_' if several else ''}arguments_of_{re.sub(r'[^A-Za-z0-9_-]', '_', tool)}"[:64]
    own = without_free_forms(parameters)
    if several:
        each = {key: value for key, value in own.items() if key not in ("$defs", "definitions", "$schema")}
        more = {"type": "array", "maxItems": MOST_MORE, "items": {**terse(each), "type": "object"}}
        own = {**own, "properties": {**own["properties"], "more": more}}
    return {
        **own,
        "type": "object",
        "title": title,
        "description": f"The arguments of {tool}.",
    }


@lru_cache(_MAX_SCHEMAS)
def choice_schema(reply: type[BaseModel], names: tuple[str, ...]) -> Schema:
    """Return a reply's schema whose `tool` is one of a few names, for a server that holds its model to it."""
    described = reply_schema(reply)
    return {
        **described,
        "properties": {**described["properties"], "tool": {"type": "string", "enum": list(names)}},
        "title": f"{reply.__name__}_{digest(canonical_json(list(names)))[:12]}",
    }


@cache
def reply_schema(reply: type[BaseModel]) -> Schema:
    """Return the schema that a server holds a role's reply to."""
    described = terse(reply.model_json_schema())
    return {**described, "title": reply.__name__, "description": "The reply."}  # the prompt says the rest


def terse(schema: Schema) -> Schema:
    """Return a schema as short as it can be and say the same, for every call pays for it: references, types and bounds
    stay.

    Titles, defaults, notes on definitions (the prompts say what is meant) and OpenAPI's discriminators go; "oneOf"
    becomes "anyOf", which more servers know; a constant has to be written, or nothing would tell the forms apart.
    """
    return cast("Schema", _terse(schema))


_SILENT = frozenset({"title", "default", "description", "discriminator"})


def _terse(value: Any, names: bool = False) -> Any:
    """`names`: the keys are names of properties or definitions, not keywords."""
    if isinstance(value, list):
        return [_terse(each) for each in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    given = cast("dict[str, Any]", value)
    if names:
        return {key: _terse(each) for key, each in given.items()}
    kept = {
        "anyOf" if key == "oneOf" else key: _terse(each, names=key in ("properties", "$defs"))
        for key, each in given.items()
        if key not in _SILENT
    }
    return _with_constants(_plain_union(kept))


def _plain_union(schema: Schema) -> Schema:
    """Return the unions without unions in them, and without integers beside numbers, which they are."""
    if "anyOf" not in schema:
        return schema
    flat: list[Schema] = []
    for choice in schema["anyOf"]:
        flat += choice["anyOf"] if set(choice) == {"anyOf"} else [choice]
    if {"type": "number"} in flat:
        flat = [choice for choice in flat if choice != {"type": "integer"}]
    return {**schema, "anyOf": flat}


def _with_constants(schema: Schema) -> Schema:
    properties: Schema = schema.get("properties", {})
    constants = [name for name, each in properties.items() if "const" in each]
    required = [*constants, *(name for name in schema.get("required", ()) if name not in constants)]
    return {**schema, "required": required} if constants else schema
