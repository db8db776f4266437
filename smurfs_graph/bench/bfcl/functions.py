"""BFCL's function documents as tools that act on a world of the worker process."""

import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, cast

from langchain_core.tools import StructuredTool

Call = Callable[[str, dict[str, Any]], Awaitable[str]]
"""Makes a call, by name and arguments; returns the text that BFCL shows to models."""

_TYPES: Mapping[str, str] = {
    "integer": "integer",
    "number": "number",
    "float": "number",
    "boolean": "boolean",
    "array": "array",
    "tuple": "array",
    "dict": "object",
    "object": "object",
}
"""Of the types in BFCL's documents; whatever else stands there is a text, as in its own handlers."""
_FAILED = "Error during execution: "


def tools_of(documents: Iterable[Mapping[str, Any]], call: Call) -> list[StructuredTool]:
    """Return a tool for each document, without declared effects, as most users' functions are."""
    return [_tool(document, call) for document in documents]


def _tool(document: Mapping[str, Any], call: Call) -> StructuredTool:
    name = str(document["name"]).replace(".", "_")  # as its handlers have it: servers take no dots

    async def make(**arguments: Any) -> Any:
        return result_of(await call(name, arguments))

    schema = schema_of(document["parameters"])
    return StructuredTool(name=name, description=document["description"], args_schema=schema, coroutine=make)


def result_of(text: str) -> Any:
    """Return what a function gave: an object where the text is one, else the text; an exception as an error field."""
    if text.startswith(_FAILED):
        return {"error": text.removeprefix(_FAILED)}
    try:
        found = json.loads(text)
    except ValueError:
        return text
    return cast("dict[str, Any]", found) if isinstance(found, dict) else text


def is_failure(text: str) -> bool:
    """Return whether a call failed, as BFCL's functions say it."""
    found = result_of(text)
    return isinstance(found, dict) and "error" in found


def schema_of(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON schema of a BFCL document's parameters, whose types have Python's names."""
    schema = {name: value for name, value in parameters.items() if name not in ("type", "properties", "items")}
    schema["type"] = _TYPES.get(str(parameters.get("type")), "string")
    if "properties" in parameters:
        schema["properties"] = {name: schema_of(each) for name, each in parameters["properties"].items()}
    if "items" in parameters:
        schema["items"] = schema_of(parameters["items"])
    return schema
