"""Mend a tool's parameters as they are sent: one schema that a provider refuses costs the whole request.

What is left out here is still checked when a call is made, and is told in words.
"""

import json
from typing import Any, cast

Schema = dict[str, Any]
_PLAIN: list[Schema] = [{"type": "string"}, {"type": "number"}, {"type": "boolean"}]
_AT_THE_TOP = ("oneOf", "anyOf", "allOf", "not", "enum", "const", "if", "then", "else")
"""Keywords that no provider takes beside the properties of a tool."""
_CHOICES = ("oneOf", "anyOf", "allOf")
_NAMED = ("properties", "$defs", "definitions", "patternProperties")
_DEEPEST = 10
"""Schemas in schemas; what lies deeper is wanted as JSON text."""
_MOST_NAMED = 20
"""Values that a description names."""


def sendable(parameters: Schema) -> Schema:
    """Return a tool's parameters as providers take them: an object, with named properties of plain kinds."""
    whole = with_choices_joined(parameters)
    kept = {key: value for key, value in whole.items() if key not in _AT_THE_TOP and value is not None}
    properties = kept.get("properties")
    named = cast("Schema", properties) if isinstance(properties, dict) else {}
    sent: Schema = {**_mend(kept, 0), "type": "object"}
    sent["properties"] = {name: _mend(each, 1) for name, each in named.items()}
    if "required" in kept:
        required: Any = kept["required"]
        sent["required"] = [name for name in cast("list[Any]", required or []) if name in named]
    return sent


def with_choices_joined(parameters: Schema) -> Schema:
    """Return parameters whose choices at the top (an id, or a name) are also properties of their own.

    Required is what all choices require; the choices stay, and are checked as they are.
    """
    choices = [
        (key, cast("Schema", each))
        for key in _CHOICES
        for each in cast("list[Any]", parameters.get(key) or [])
        if isinstance(each, dict) and cast("Schema", each).get("properties")
    ]
    if not choices:
        return parameters
    given: Any = parameters.get("properties")
    properties: Schema = {**(given if isinstance(given, dict) else {})}
    for _, choice in choices:
        properties = {**choice["properties"], **properties}
    all_of = {name for key, choice in choices if key == "allOf" for name in choice.get("required") or ()}
    own: list[str] = [*(parameters.get("required") or ()), *sorted(all_of)]
    return {**parameters, "properties": properties, **({"required": list(dict.fromkeys(own))} if own else {})}


def _mend(value: Any, depth: int) -> Any:
    """Return a part of a schema as strict servers take it; what lies too deep is asked for as JSON text."""
    if isinstance(value, list):
        return [_mend(each, depth) for each in cast("list[Any]", value)]
    if isinstance(value, bool):
        return {"anyOf": _PLAIN}
    if not isinstance(value, dict):
        return value
    schema = cast("Schema", value)
    if depth > _DEEPEST and ("properties" in schema or "items" in schema or any(key in schema for key in _CHOICES)):
        return _told(schema, {"type": "string"}, "As JSON text.")
    made = dict[str, Any]()
    for key, each in schema.items():
        if key in _NAMED and isinstance(each, dict):
            made[key] = {name: _mend(inner, depth + 1) for name, inner in cast("Schema", each).items()}
        elif key in ("items", *_CHOICES):
            made[key] = _mend(each, depth + 1)
        else:
            made[key] = each
    return _with_items(_with_plain_enum(made))


def _with_items(schema: Schema) -> Schema:
    kinds: Any = schema.get("type")
    is_list = kinds == "array" or (isinstance(kinds, list) and "array" in kinds)
    if not is_list or schema.get("items"):
        return schema
    first: Any = schema.get("prefixItems")
    return {**schema, "items": {"anyOf": first} if isinstance(first, list) and first else {"anyOf": _PLAIN}}


def _with_plain_enum(schema: Schema) -> Schema:
    """Return a schema whose choice of values is told where it is not one of texts."""
    values: Any = schema.get("enum")
    if not isinstance(values, list) or all(isinstance(each, str) and each for each in cast("list[Any]", values)):
        return schema
    named = ", ".join(json.dumps(each, ensure_ascii=False) for each in cast("list[Any]", values)[:_MOST_NAMED])
    kept = {key: each for key, each in schema.items() if key != "enum"}
    if "type" not in kept:
        kinds = dict.fromkeys(_kind(each) for each in cast("list[Any]", values))
        kept["type"] = next(iter(kinds)) if len(kinds) == 1 else list(kinds)
    return _told(schema, kept, f"One of: {named}.")


def _kind(value: Any) -> str:
    """Return the JSON type of a value; lists count as objects."""
    match value:
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case None:
            return "null"
        case list() | dict():
            return "object"
        case _:
            return "string"


def _told(schema: Schema, made: Schema, note: str) -> Schema:
    said = str(schema.get("description") or "").strip()
    return {**made, "description": f"{said} {note}".strip()}
