"""Messages as OpenTelemetry's conventions for generative AI write them: a role and parts. Pure."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, cast

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage, messages_from_dict

from smurfs_graph.tools.output import cut

_ROLES = {"human": "user", "ai": "assistant", "AIMessageChunk": "assistant"}
"""LangChain's types that the conventions call otherwise."""
_TEXTS = ("content", "response", "arguments")
"""Where a part holds what may be long."""


def from_dumped(dumped: Any) -> BaseMessage | None:
    """The message that a tracer has been given as LangChain's constructor; None for anything else."""
    fields: Any = cast("dict[str, Any]", dumped).get("kwargs") if isinstance(dumped, dict) else None
    try:
        return messages_from_dict([{"type": fields["type"], "data": fields}])[0]
    except (TypeError, KeyError, ValueError):
        return None


def message_data(message: BaseMessage) -> dict[str, Any]:
    """A message as its role and parts: texts, reasoning, tool calls and their results; anything else by its type."""
    role = _ROLES.get(message.type, message.type)
    if isinstance(message, ToolMessage):
        told = {"type": "tool_call_response", "id": message.tool_call_id, "response": message.text}
        return {"role": role, "parts": [told]}
    parts = [_part(cast("Mapping[str, Any]", block)) for block in message.content_blocks]
    if isinstance(message, AIMessage):  # of every provider, and also where content is plain text
        parts = [part for part in parts if part["type"] != "tool_call"]
        parts += [
            {"type": "tool_call", "id": call["id"], "name": call["name"], "arguments": call["args"]}
            for call in message.tool_calls
        ]
    return {"role": role, "parts": parts}


def said(role: str, text: str) -> dict[str, Any]:
    """A message that is one text."""
    return {"role": role, "parts": [{"type": "text", "content": text}]}


def written(messages: Iterable[Mapping[str, Any]], most: int) -> str:
    """Messages as JSON of about `most` characters: of long ones, each text loses its middle."""
    every = list(messages)
    text = json.dumps(every, ensure_ascii=False)
    if len(text) <= most:
        return text
    each = most // max(1, sum(len(message["parts"]) for message in every))
    short = [{**message, "parts": [_cut(part, each) for part in message["parts"]]} for message in every]
    return json.dumps(short, ensure_ascii=False)


def _part(block: Mapping[str, Any]) -> dict[str, Any]:
    kind = str(block.get("type", "text"))
    if kind in ("text", "reasoning"):
        return {"type": kind, "content": str(block.get(kind, ""))}
    return {"type": kind}  # an image, a file: nobody reads its bytes in a trace


def _cut(part: Mapping[str, Any], most: int) -> dict[str, Any]:
    texts = {name: part[name] for name in _TEXTS if name in part}
    plain = {name: text if isinstance(text, str) else json.dumps(text) for name, text in texts.items()}
    return {**part, **{name: cut(text, most) for name, text in plain.items() if len(text) > most}}
