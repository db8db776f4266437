"""Schemas of calls, as they are sent: no object in them is free-form, for strict providers make `{}` of one.

A call is one of `{tool: a name, arguments: that tool's own schema}`. Where a parameter takes an object of any form, and
where there are too many or too large schemas for a provider's grammar, the object is wanted as JSON text.
"""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, cast

from pydantic import BaseModel

from smurfs_graph.canonical import canonical_json, digest
from smurfs_graph.models.free_forms import AS_TEXT, without_free_forms
from smurfs_graph.models.schemas import Schema, reply_schema, terse

MOST_SCHEMAS = 16
"""Tools whose schemas go into one schema; Anthropic takes twenty that are held to."""
MOST_OPTIONAL = 24
"""Optional parameters in all, as Anthropic takes them."""
MOST_CHARS = 8_000
"""Characters of all of them."""
_MAX_DEPTH = 12


class Nameable(NamedTuple):
    """The part of a tool that a schema is made from."""

    name: str
    document: str
    """Its document as JSON, with `parameters`."""


def call_schema(
    reply: type[BaseModel], tools: Sequence[Nameable], *, unseen: Sequence[str] = (), instead: Sequence[str] = ()
) -> Schema:
    """Return a reply's schema whose `tool` and `arguments` are one `call`: of a tool, with arguments of its own.

    `unseen`: tools without documents, which take arguments as text; `instead`: what may be named without arguments.
    """
    return _with_calls(reply, tuple(tools), tuple(unseen), tuple(instead), several=False)


def calls_schema(
    reply: type[BaseModel], tools: Sequence[Nameable], *, unseen: Sequence[str] = (), instead: Sequence[str] = ()
) -> Schema:
    """Return the schema of a reply whose `calls` are a list of such calls; see `call_schema` for the parameters."""
    return _with_calls(reply, tuple(tools), tuple(unseen), tuple(instead), several=True)


@lru_cache(512)
def _with_calls(
    reply: type[BaseModel],
    tools: tuple[Nameable, ...],
    unseen: tuple[str, ...],
    instead: tuple[str, ...],
    *,
    several: bool,
) -> Schema:
    """Return the schema of a reply whose tool and arguments are those of the tools on offer, in one call or a list."""
    described, call = reply_schema(reply), _any_call(tools, unseen, instead)
    properties = {name: each for name, each in described["properties"].items() if name not in ("tool", "arguments")}
    properties["calls" if several else "call"] = {"type": "array", "items": call} if several else call
    title = f"{reply.__name__}_{digest(canonical_json(properties))[:12]}"
    kept = {key: value for key, value in described.items() if key != "$defs"}
    return {**kept, "properties": properties, "required": list(properties), "title": title}


def _any_call(tools: Sequence[Nameable], unseen: Sequence[str], instead: Sequence[str]) -> Schema:
    """Return the schema of one call of any of the tools; those without a schema take their arguments as text."""
    taken = [_arguments(tool.document) for tool in tools]
    named = [tool.name for tool in tools]
    if not _fits(taken):
        unseen, named, taken = [*named, *unseen], [], []
    forms = [_form([name], arguments) for name, arguments in zip(named, taken, strict=True)]
    if unseen:
        forms.append(_form(unseen, AS_TEXT))
    if instead:
        forms.append(_form(instead, None))
    return forms[0] if len(forms) == 1 else {"anyOf": forms}


def _form(names: Sequence[str], arguments: Schema | None) -> Schema:
    properties: Schema = {"tool": {"type": "string", "enum": list(names)}}
    if arguments is not None:
        properties["arguments"] = arguments
    return {"type": "object", "properties": properties, "required": list(properties)}


def _fits(schemas: Sequence[Schema]) -> bool:
    """Return whether a provider's grammar is likely to hold all the schemas: few, small, with few optional keys."""
    optional = sum(
        len(schema.get("properties", {})) - len(schema.get("required", ()))
        for schema in schemas
        if schema.get("type") == "object"
    )
    return len(schemas) <= MOST_SCHEMAS and optional <= MOST_OPTIONAL and len(json.dumps(schemas)) <= MOST_CHARS


@lru_cache(2_048)
def _arguments(document: str) -> Schema:
    """Return a tool's parameters to be put into another schema: short, without references or free-form objects."""
    parameters: Schema = json.loads(document)["parameters"]
    own = _without_references(parameters, {**parameters.get("definitions", {}), **parameters.get("$defs", {})}, 0)
    own = {key: value for key, value in own.items() if key not in ("$defs", "definitions", "$schema")}
    if not own.get("properties") and own.get("additionalProperties"):
        return AS_TEXT
    return without_free_forms({"type": "object", "properties": {}, **terse(own)})


def _without_references(value: Any, definitions: Mapping[str, Any], depth: int) -> Any:
    """Return the schema with what references name in their place; what is nested without end may have any form."""
    if isinstance(value, list):
        return [_without_references(each, definitions, depth) for each in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    given = cast("Schema", value)
    if "$ref" in given:
        named = definitions.get(str(given["$ref"]).rpartition("/")[2])
        known = isinstance(named, dict) and depth < _MAX_DEPTH
        return _without_references(named, definitions, depth + 1) if known else {"type": "object"}
    return {key: _without_references(each, definitions, depth) for key, each in given.items()}
