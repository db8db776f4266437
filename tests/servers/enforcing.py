"""A server that holds every reply to the schema it was sent, as strict providers do, and asks a capable model for it.

OpenAI's strict mode and Anthropic's client allow no property that a schema does not name: an object without properties
is `{}`, whatever the model had to say in it. Arguments of tools are held to the tools' parameters likewise, unless a
tool is sent with `strict: false`.
"""

import json
from collections.abc import Mapping
from typing import Any, cast

from langchain_core.messages import AIMessage, convert_to_messages

from tests.benchmarks.capable_model import CapableModel, resolved
from tests.servers.hostile import Behaviour, Body, Handler, completion, stream

TEMPERATURE_REFUSED = {
    "error": {
        "message": "Unsupported value: 'temperature' does not support 0.0 with this model. Only the default (1) value "
        "is supported.",
        "type": "invalid_request_error",
        "param": "temperature",
        "code": "unsupported_value",
    }
}
_EMPTY: Mapping[str, Any] = {"string": "", "integer": 0, "number": 0, "boolean": False, "array": [], "null": None}


def serve(model: CapableModel, *, enforced: bool = True, takes_temperature: bool = True) -> Behaviour:
    """The behaviour of a server with this model. Not `enforced`: schemas are advice."""

    def behave(handler: Handler, body: Body) -> None:
        if not takes_temperature and body.get("temperature") is not None:
            handler.send(400, TEMPERATURE_REFUSED)
            return
        said = _reply(model, body, enforced)
        calls = [
            {
                "id": call["id"],
                "type": "function",
                "function": {"name": call["name"], "arguments": json.dumps(call["args"])},
            }
            for call in said.tool_calls
        ]
        if body.get("stream"):
            stream(handler, str(said.text))
        else:
            finish = "tool_calls" if calls else "stop"
            handler.send(200, completion(str(said.text) or None, tool_calls=calls, finish=finish))

    return behave


def _reply(model: CapableModel, body: Body, enforced: bool) -> AIMessage:
    messages, tools = convert_to_messages(body["messages"]), body.get("tools") or []
    choice, form = body.get("tool_choice"), body.get("response_format") or {}
    if isinstance(choice, dict):
        function = tools[0]["function"]
        schema = {**function["parameters"], "title": function["name"]}
        said = model.reply(messages, schema=schema, bound=[], as_call=True)
    else:
        schema = form.get("json_schema", {}).get("schema")
        said = model.reply(messages, schema=schema, bound=tools)
    return _held(said, schema, tools) if enforced else said


def _held(said: AIMessage, schema: Any, tools: list[Body]) -> AIMessage:
    named = {tool["function"]["name"]: tool["function"] for tool in tools}
    if said.tool_calls:
        calls = [
            call
            if named[call["name"]].get("strict") is False
            else {**call, "args": enforce(call["args"], named[call["name"]]["parameters"])}
            for call in said.tool_calls
            if call["name"] in named
        ]
        return AIMessage(said.text, tool_calls=calls)
    return AIMessage(json.dumps(enforce(json.loads(str(said.text)), schema))) if schema else said


def enforce(value: Any, schema: Body, root: Body | None = None) -> Any:
    """Return what a decoder lets through that can write nothing but what the schema names."""
    whole = schema if root is None else root
    schema = resolved(schema, whole)
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        fit = [resolved(choice, whole) for choice in choices]
        return enforce(value, next((choice for choice in fit if _begins_like(value, choice, whole)), fit[0]), whole)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return value if value in schema["enum"] else schema["enum"][0]
    kinds: Any = schema.get("type") or "object"
    kind = kinds if isinstance(kinds, str) else _kind_of(value) if _kind_of(value) in kinds else kinds[0]
    if kind == "object":
        given = cast("Body", value) if isinstance(value, dict) else {}
        named: Body = schema.get("properties") or {}
        required = schema.get("required") or []
        return {
            name: enforce(given.get(name), each, whole) for name, each in named.items() if name in (*given, *required)
        }
    if kind == "array":
        items: Body = schema.get("items") or {}
        given = cast("list[Any]", value)[: schema.get("maxItems")] if isinstance(value, list) else []
        return [enforce(each, items, whole) for each in given]
    if kind == "string" and isinstance(value, str):
        return value[: schema.get("maxLength")]  # here the text has to end, whatever was still to come
    return value if _kind_of(value) == kind or (kind, _kind_of(value)) == ("number", "integer") else _EMPTY.get(kind)


def _begins_like(value: Any, schema: Body, root: Body) -> bool:
    """Return whether a decoder that has begun to write this value is on this branch of a choice."""
    if isinstance(value, dict):
        given, named = cast("Body", value), cast("Body", schema.get("properties") or {})
        fixed = {name: each for name, each in named.items() if "enum" in each or "const" in each}
        kind = schema.get("type", "object")
        return kind == "object" and all(
            given[name] == enforce(given[name], each, root) for name, each in fixed.items() if name in given
        )
    return enforce(value, schema, root) == value


def _kind_of(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    kinds = {dict: "object", list: "array", str: "string", int: "integer", float: "number"}
    return next((name for kind, name in kinds.items() if isinstance(value, kind)), "null")
