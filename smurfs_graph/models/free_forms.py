"""Free-form objects: parameters that take an object without saying which properties it has, or anything at all.

Providers with strict output make `{}` of them. They are sent as JSON text, and read where the call is checked.
"""

import json
from collections.abc import Mapping
from typing import Any, cast

from smurfs_graph.models.json_text import candidates

Schema = dict[str, Any]
AS_TEXT: Schema = {"type": "string", "description": "As JSON text."}
_KINDS = ("type", "anyOf", "oneOf", "allOf", "enum", "const", "$ref", "properties")
_NAMED = ("properties", "$defs", "definitions")
_PLAIN: list[Schema] = [{"type": "string"}, {"type": "number"}, {"type": "boolean"}]
_MAX_DEPTH = 12


def without_free_forms(parameters: Schema) -> Schema:
    """Return a tool's parameters in which an object of any form is JSON text; the outermost object stays one."""
    return {
        key: {name: _with_text(each) for name, each in cast("Schema", value).items()}
        if key in _NAMED and isinstance(value, dict)
        else value
        for key, value in parameters.items()
    }


def _with_text(value: Any) -> Any:
    """Return a part of a schema with texts in place of objects of any form."""
    if isinstance(value, list):
        return [_with_text(each) for each in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    schema = cast("Schema", value)
    if is_free_form(schema):
        return _as_text(schema)
    made = {key: _with_text(each) for key, each in schema.items() if key in ("items", "anyOf", "oneOf", "allOf")}
    return {**without_free_forms(schema), **made}


def _as_text(schema: Schema) -> Schema:
    """Return the schema of a text that holds what the schema takes, as JSON."""
    kinds: Any = schema.get("type")
    said = " ".join(filter(None, (str(schema.get("description") or "").strip(), AS_TEXT["description"])))
    if _takes_anything(schema):  # numbers too
        return {"anyOf": _PLAIN, "description": said}
    return {
        "type": ["string", "null"] if isinstance(kinds, list) and "null" in kinds else "string",
        "description": said,
    }


def is_free_form(schema: Schema) -> bool:
    """Return whether the schema takes objects without naming their properties, or anything at all."""
    kinds: Any = schema.get("type")
    named = kinds == "object" or (isinstance(kinds, list) and "object" in kinds)
    if named or "additionalProperties" in schema:
        open_ended = "properties" not in schema or bool(schema.get("additionalProperties"))
        return not schema.get("properties") and open_ended and not any(key in schema for key in _KINDS[1:4])
    return not any(key in schema for key in _KINDS)


def with_texts_read(parameters: Schema, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments with JSON text read where the parameters take an object or a list, and no text."""
    definitions = _definitions(parameters)
    named: Schema = parameters.get("properties") or {}
    return {name: _read(value, named.get(name, {}), definitions, 0) for name, value in arguments.items()}


def with_forms_read(parameters: Schema, edited: Mapping[str, Any], shown: Mapping[str, Any]) -> dict[str, Any]:
    """Return a person's arguments as they wrote them; a form has objects and lists as text, which is read as JSON.

    Nothing is mended, and where a parameter takes text as well, it stays text unless an object or a list was `shown`.
    """
    named = cast("Schema", parameters.get("properties") or {})
    definitions = _definitions(parameters)
    read = dict(edited)
    for name, value in edited.items():
        schema = _resolved(named.get(name), definitions)
        if isinstance(value, str) and _takes_no_text(schema):
            stays = _takes_anything(schema) and not isinstance(shown.get(name), dict | list)
            read[name] = value if stays else _json_in(value)
    return read


def _definitions(parameters: Schema) -> Schema:
    return {**parameters.get("definitions", {}), **parameters.get("$defs", {})}


def _resolved(schema: Any, definitions: Mapping[str, Any]) -> Schema:
    for _ in range(_MAX_DEPTH):
        if not isinstance(schema, dict) or "$ref" not in schema:
            break
        schema = definitions.get(str(cast("Schema", schema)["$ref"]).rpartition("/")[2])
    return cast("Schema", schema) if isinstance(schema, dict) else {"type": "string"}


def _json_in(text: str) -> Any:
    try:
        value: Any = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return cast("Any", value) if isinstance(value, dict | list) else text


def _read(value: Any, schema: Any, definitions: Mapping[str, Any], depth: int) -> Any:
    """Return a value with its texts read as JSON, where the schema takes objects or lists and no text."""
    if not isinstance(schema, dict) or depth > _MAX_DEPTH:
        return value
    known = cast("Schema", schema)
    if "$ref" in known:
        return _read(value, definitions.get(str(known["$ref"]).rpartition("/")[2]), definitions, depth + 1)
    if isinstance(value, str):
        if value.lstrip()[:1] not in ("{", "[") or not _takes_no_text(known):
            return value
        return _json_in(value) if _takes_anything(known) else _object_in(value)  # "[urgent] come" may be meant
    if isinstance(value, dict):
        named: Schema = known.get("properties") or {}
        given = cast("dict[str, Any]", value)
        return {name: _read(each, named.get(name), definitions, depth + 1) for name, each in given.items()}
    if isinstance(value, list):
        return [_read(each, known.get("items"), definitions, depth + 1) for each in cast("list[Any]", value)]
    return value


def _takes_anything(schema: Schema) -> bool:
    return is_free_form(schema) and "type" not in schema and "additionalProperties" not in schema


def _takes_no_text(schema: Schema) -> bool:
    """Return whether a schema takes objects or lists, and no text."""
    choices: list[Any] = schema.get("anyOf") or schema.get("oneOf") or []
    if choices:
        return all(isinstance(choice, dict) and _takes_no_text(cast("Schema", choice)) for choice in choices)
    if is_free_form(schema):
        return True
    kinds: Any = schema.get("type")
    said = [kinds] if isinstance(kinds, str) else cast("list[str]", kinds or [])
    return bool(said) and "string" not in said and bool({"object", "array"} & set(said))


def _object_in(text: str) -> Any:
    found = cast("list[Any]", [each for each in candidates(text) if isinstance(each, dict | list)])
    return found[0] if found else text
