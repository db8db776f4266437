"""Results of MCP tools, as bounded data; a block that cannot be read costs no other one."""

from typing import Any, cast

from mcp import types
from pydantic import TypeAdapter, ValidationError

from smurfs_graph.tools.output import clean

MAX_BLOCKS = 1000
MAX_TEXT = 5_000_000
"""Of a response: blocks, and characters of one."""
_BLOCK: TypeAdapter[types.ContentBlock] = TypeAdapter(types.ContentBlock)


class LenientToolResult(types.Result):
    """A result whose blocks are read one by one; else as the SDK's."""

    content: list[Any] | None = None
    structured_content: Any = None
    is_error: bool | None = None
    result_type: str | None = None
    input_requests: dict[str, Any] | None = None
    request_state: str | None = None

    @property
    def blocks(self) -> "list[types.ContentBlock | str]":
        """Return the blocks that are looked at, in order; of those unknown to the protocol, a word on each."""
        return [_read(block) for block in (self.content or [])[:MAX_BLOCKS]]


def data_of(result: LenientToolResult) -> Any:
    """Return structured content where there is some, else a text, or a list of blocks; None for nothing."""
    if result.structured_content is not None:
        return result.structured_content
    blocks = [_data(block) for block in result.blocks]
    if (more := len(result.content or []) - MAX_BLOCKS) > 0:
        blocks.append(f"[{more} more blocks]")
    if all(isinstance(block, str) for block in blocks):
        return "\n".join(blocks) if blocks else None
    return blocks


def text_of(result: LenientToolResult) -> str:
    """Join all texts of a result; for the reason of an error."""
    return " ".join(block.text for block in result.blocks if isinstance(block, types.TextContent))


def _read(block: Any) -> "types.ContentBlock | str":
    try:
        return _BLOCK.validate_python(block, by_name=False)
    except ValidationError:
        kind = cast("dict[str, Any]", block).get("type") if isinstance(block, dict) else None
        return f"[content of type {clean(str(kind or '?'))!r:.40}, which cannot be read]"


def _data(block: "types.ContentBlock | str") -> Any:
    """Return a block of content as data; of what is no text, its type and size."""
    match block:
        case str():
            return block
        case types.TextContent():
            return _cut(block.text)
        case types.ImageContent() | types.AudioContent():
            return {"type": block.type, "mime_type": block.mime_type, "bytes": _decoded_size(block.data)}
        case types.ResourceLink():
            return _name_resource("resource_link", str(block.uri), block.mime_type) | {"name": block.name}
        case types.EmbeddedResource(resource=types.TextResourceContents() as resource):
            return _name_resource("resource", str(resource.uri), resource.mime_type) | {"text": _cut(resource.text)}
        case types.EmbeddedResource(resource=resource):
            size = _decoded_size(resource.blob) if isinstance(resource, types.BlobResourceContents) else 0
            return _name_resource("resource", str(resource.uri), resource.mime_type) | {"bytes": size}


def _name_resource(kind: str, uri: str, mime_type: str | None) -> dict[str, Any]:
    return {"type": kind, "uri": uri, **({"mime_type": mime_type} if mime_type else {})}


def _decoded_size(base64: str) -> int:
    return max(0, len(base64) * 3 // 4 - base64[-2:].count("="))


def _cut(text: str) -> str:
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + f"… [{len(text) - MAX_TEXT} more characters]"
