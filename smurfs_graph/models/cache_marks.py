"""Marks for Anthropic's prompt cache: up to where a prompt is worth keeping, for its server keeps nothing unasked.

The system message, and with it the tools before it, are equal in all calls of a role. The last message of a
conversation of tool calls is where the next step goes on. What is too short to be kept costs nothing more.
"""

from typing import Any, cast

from langchain_core.messages import BaseMessage

_MARK = {"cache_control": {"type": "ephemeral"}}


def with_marks(messages: list[BaseMessage]) -> list[BaseMessage]:
    """The messages with the system message marked and, in a conversation, the last one."""
    last = len(messages) - 1
    return [_marked(each) if at == 0 or at == last > 1 else each for at, each in enumerate(messages)]


def _marked(message: BaseMessage) -> BaseMessage:
    given: Any = message.content
    blocks = [{"type": "text", "text": given}] if isinstance(given, str) else cast("list[Any]", given)
    if not str(message.text).strip() or not isinstance(blocks[-1], dict):  # the server refuses marks on nothing
        return message
    return message.model_copy(update={"content": [*blocks[:-1], {**blocks[-1], **_MARK}]})
