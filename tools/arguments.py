"""The arguments of a call as the tool takes them: two calls are the same where these are equal.

A model writes "3", 3 or 3.0, names a default or leaves it out. What counts is what is left after validation.
"""

from collections.abc import Mapping
from typing import Any, cast

from smurfs_graph.canonical import canonical_json, digest
from smurfs_graph.tools.output import to_data
from smurfs_graph.tools.tool import Tool


def completed(tool: Tool, validated: Mapping[str, Any]) -> dict[str, Any]:
    """Validated arguments as JSON-able data in one spelling: defaults filled in, optional nulls left out."""
    properties: dict[str, Any] = tool.parameters.get("properties", {})
    required = set(tool.parameters.get("required", []))
    absent: dict[str, Any] = {
        name: cast("Mapping[str, Any]", schema)["default"]
        for name, schema in properties.items()
        if name not in validated and isinstance(schema, Mapping) and "default" in schema
    }
    whole: dict[str, Any] = {**validated, **absent}
    given = {name: _plain(value) for name, value in whole.items()}
    return {name: value for name, value in given.items() if value is not None or name in required}


def canonical_arguments(tool: Tool, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """A model's arguments in one spelling. Raises ValueError where they are not valid; its text names the field."""
    return completed(tool, tool.validate(arguments))


def fingerprint(tool: Tool, canonical: Mapping[str, Any]) -> str:
    """A digest that equal calls share, and no others."""
    return digest(canonical_json([tool.name, canonical]))


def _plain(value: Any) -> Any:
    """Data in one spelling: whole numbers as integers, sets in an order."""
    if isinstance(value, set | frozenset):
        return sorted((_plain(item) for item in cast("set[Any]", value)), key=canonical_json)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in cast("Mapping[Any, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in cast("list[Any]", value)]
    data = to_data(value)
    return _plain(data) if isinstance(data, dict | list) else data
