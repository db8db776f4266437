"""Record the messages that go to a model's server and come back, where its client is called."""

import json
import time
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.runnables import Runnable
from langchain_core.runnables.base import RunnableBindingBase

from smurfs_graph.canonical import digest
from smurfs_graph.models.reasoning import reasoning_of

_ROLES = {"human": "user", "ai": "assistant"}
_NOT_SENT = "ls_"
"""Prefix of terms that LangChain keeps for its traces."""


@dataclass
class ServerRequest:
    """One request to a model's server."""

    messages: list[BaseMessage]
    terms: dict[str, Any]
    """Terms that came with the messages: a format, or tools, as the client was given them."""
    at: float
    """Seconds since 1970."""
    seconds: float = 0.0
    reply: AIMessage | None = None
    failure: str = ""
    replayed: bool = False
    """Nothing was sent: the reply was kept from an earlier call."""
    model: str = ""
    """The model that was asked, where it is known."""


Transcript = list[ServerRequest]
"""The requests of one question: several where a format was refused, or a server was busy."""
TRANSCRIPT: ContextVar[Transcript | None] = ContextVar("TRANSCRIPT", default=None)
"""List in which requests are noted; None: nowhere."""


@contextmanager
def noted(model: Runnable[Any, Any], messages: list[BaseMessage]) -> Generator[ServerRequest]:
    """Note a request while it is made; the reply is for the caller to write down."""
    request = ServerRequest(messages, terms_of(model), time.time())
    if (transcript := TRANSCRIPT.get()) is not None:
        transcript.append(request)
    try:
        yield request
    except BaseException as error:
        request.failure = f"{type(error).__name__}: {error}"
        raise
    finally:
        request.seconds = time.time() - request.at


def note_replay(model: Runnable[Any, Any], messages: list[BaseMessage], reply: AIMessage) -> None:
    """Note a question that was answered from what had been kept."""
    if (transcript := TRANSCRIPT.get()) is not None:
        transcript.append(ServerRequest(messages, terms_of(model), time.time(), reply=reply, replayed=True))


def terms_of(model: Runnable[Any, Any]) -> dict[str, Any]:
    """Return the parameters that a model was bound to."""
    kwargs = dict[str, Any]()
    while isinstance(model, RunnableBindingBase):
        kwargs, model = {**model.kwargs, **kwargs}, model.bound
    return {name: value for name, value in kwargs.items() if not name.startswith(_NOT_SENT)}


def _without_bytes(block: dict[str, Any]) -> dict[str, Any]:
    """Replace an image by its digest; its bytes are in the conversation."""
    given: Any = block.get("base64")
    return block | {"base64": f"{len(given):,} characters, {digest(given)[:16]}"} if isinstance(given, str) else block


def message_data(message: BaseMessage) -> dict[str, Any]:
    """Return a message as OpenAI's chat interface has it."""
    content = message.content
    if not isinstance(content, str):
        content = [_without_bytes(block) if isinstance(block, dict) else block for block in content]
    data: dict[str, Any] = {"role": _ROLES.get(message.type, message.type), "content": content}
    if isinstance(message, ToolMessage):
        data["tool_call_id"] = message.tool_call_id
    if isinstance(message, AIMessage):
        data |= reasoning_of(message)
    if isinstance(message, AIMessage) and (message.tool_calls or message.invalid_tool_calls):
        calls = [
            (call["id"], call["name"], json.dumps(call["args"], ensure_ascii=False)) for call in message.tool_calls
        ]
        calls += [(call["id"], call["name"] or "", call["args"] or "") for call in message.invalid_tool_calls]
        functions = [(name, {"name": called, "arguments": arguments}) for name, called, arguments in calls]
        data["tool_calls"] = [{"type": "function", "id": name, "function": each} for name, each in functions]
        data["content"] = message.content or None
    return data
