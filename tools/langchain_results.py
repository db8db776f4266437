"""Convert what LangChain's tools may return beside data: messages, commands and media, to data or an error.

A `Command` would change an agent's state or its way. There is no such agent here, so that it must not pass for done.
"""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any, cast

from langchain_core.messages import BaseMessage, ToolMessage
from langgraph.errors import ParentCommand
from langgraph.types import Command, Send

from smurfs_graph.errors import ToolError

_MEDIA = frozenset({"audio", "file", "image", "image_url", "input_audio", "video"})
_ENCODED = ("base64", "data", "file_data", "url")
"""Fields of a block that hold a file, whatever provider's form it has."""
_AROUND = ("file", "image_url", "input_audio", "source")
"""Fields that hold those."""
_OBJECTS = (Command, Send, BaseMessage)
_COMMAND = "the tool returned a Command for the state of an agent's graph; there is none here, so that it has no effect"


@contextmanager
def commands_refused() -> Generator[None]:
    """Make an error of a command to the graph around an agent, which LangGraph has tools raise: there is none here."""
    try:
        yield
    except ParentCommand:
        raise ToolError(_COMMAND, fault="tool") from None


def plain_result(returned: Any) -> Any:
    """Return what a tool returned as data: a message's content, without the bytes of images and other media.

    Raises ToolError for a message that says that the call failed, and for a Command.
    """
    if isinstance(returned, Command | Send):
        raise ToolError(_COMMAND, fault="tool")
    if isinstance(returned, ToolMessage) and returned.status == "error":
        raise ToolError(str(returned.text) or "the tool says that the call failed")
    if isinstance(returned, BaseMessage):
        return plain_result(returned.content)
    if isinstance(returned, list):
        items = cast("list[Any]", returned)
        return [plain_result(item) if isinstance(item, _OBJECTS) else _block(item) for item in items]
    return _block(returned)


def _block(value: Any) -> Any:
    """Return a content block with the size of its file in place of its bytes; any other value as it is."""
    if not isinstance(value, Mapping):
        return value
    block = cast("Mapping[str, Any]", value)
    if not isinstance(kind := block.get("type"), str) or kind not in _MEDIA or not (encoded := _encoded(block)):
        return cast("Any", value)
    data = encoded.rpartition(",")[2]
    mime = block.get("mime_type") or (encoded.removeprefix("data:").partition(";")[0] if "," in encoded else "")
    told = {"mime_type": mime} if mime else {}
    return {"type": kind, **told, "bytes": max(0, len(data) * 3 // 4 - data[-2:].count("="))}


def _encoded(block: Mapping[str, Any]) -> str:
    """Return the encoded data in a block; empty where there is none."""
    for name in _ENCODED:
        text = block.get(name)
        if isinstance(text, str) and (name != "url" or text.startswith("data:")):
            return text
    for name in _AROUND:
        inner: Any = block.get(name)
        if isinstance(inner, Mapping) and (text := _encoded(cast("Mapping[str, Any]", inner))):
            return text
    return ""
