"""Fit messages to servers whose template knows fewer roles: no system role, none of tools, users and models in turn."""

import json
import re
from collections.abc import Sequence
from typing import Any, cast

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

_TAG = re.compile(r"<(?=/?tool_(?:call|response)>)")


def with_system_joined(messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    """Return the messages with the system's text in front of the first of the user."""
    system = "\n\n".join(text for each in messages if isinstance(each, SystemMessage) and (text := str(each.text)))
    others = [each for each in messages if not isinstance(each, SystemMessage)]
    return in_turn([HumanMessage(system), *others] if system else others)


def with_calls_as_text(messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    """Return the messages with calls written into the model's text, and what they brought into the user's.

    Both stand in tags that many models were trained on, and calls in a form that is read where the model repeats it.
    """
    return in_turn([_as_text(each) for each in messages])


def in_turn(messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    """Return the messages with those of one role that follow each other made one."""
    turns: list[BaseMessage] = []
    for each in messages:
        last = turns[-1] if turns else None
        if last is not None and _may_join(last, each):
            turns[-1] = last.model_copy(update={"content": _joined(last.content, each.content)})
        else:
            turns.append(each)
    return turns


def _may_join(one: BaseMessage, other: BaseMessage) -> bool:
    calls = any(isinstance(each, AIMessage) and each.tool_calls for each in (one, other))
    return one.type == other.type and one.type in ("human", "ai") and not calls


def _joined(one: Any, other: Any) -> Any:
    if isinstance(one, str) and isinstance(other, str):
        return f"{one}\n\n{other}" if one.strip() and other.strip() else one + other
    return [*_blocks(one), *_blocks(other)]


def _blocks(content: Any) -> list[Any]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else cast("list[Any]", content)


def _as_text(message: BaseMessage) -> BaseMessage:
    """Return a message of a call or a result as plain text, for servers that take neither."""
    if isinstance(message, ToolMessage):
        harmless = _TAG.sub("&lt;", str(message.text))
        return HumanMessage(f"<tool_response>\n{harmless}\n</tool_response>")
    if isinstance(message, AIMessage) and message.tool_calls:
        calls = [{"name": call["name"], "arguments": call["args"]} for call in message.tool_calls]
        written = [f"<tool_call>\n{json.dumps(call, ensure_ascii=False)}\n</tool_call>" for call in calls]
        said = str(message.text).strip()
        return AIMessage("\n".join([*([said] if said else []), *written]))
    return message
