"""What an MCP tool returns, as bounded data: texts and structured content; of images and files a description."""

from typing import Any

from mcp import types

MAX_BLOCKS = 1000
MAX_TEXT = 5_000_000


def data_of(result: types.CallToolResult) -> Any:
    """Structured content where there is some, else a text, or a list of blocks; None for nothing."""
    if result.structuredContent is not None:
        return result.structuredContent
    blocks = [_block(block) for block in result.content[:MAX_BLOCKS]]
    if len(result.content) > MAX_BLOCKS:
        blocks.append(f"[{len(result.content) - MAX_BLOCKS} more blocks]")
    if all(isinstance(block, str) for block in blocks):
        return "\n".join(blocks) if blocks else None
    return blocks


def text_of(result: types.CallToolResult) -> str:
    """All texts of a result in one; for the reason of an error."""
    return " ".join(block.text for block in result.content[:MAX_BLOCKS] if isinstance(block, types.TextContent))


def _block(block: types.ContentBlock) -> Any:
    match block:
        case types.TextContent():
            return _cut(block.text)
        case types.ImageContent() | types.AudioContent():
            return {"type": block.type, "mime_type": block.mimeType, "bytes": _decoded_size(block.data)}
        case types.ResourceLink():
            return _name_resource("resource_link", str(block.uri), block.mimeType) | {"name": block.name}
        case types.EmbeddedResource(resource=types.TextResourceContents() as resource):
            return _name_resource("resource", str(resource.uri), resource.mimeType) | {"text": _cut(resource.text)}
        case types.EmbeddedResource(resource=resource):
            size = _decoded_size(resource.blob) if isinstance(resource, types.BlobResourceContents) else 0
            return _name_resource("resource", str(resource.uri), resource.mimeType) | {"bytes": size}


def _name_resource(kind: str, uri: str, mime_type: str | None) -> dict[str, Any]:
    return {"type": kind, "uri": uri, **({"mime_type": mime_type} if mime_type else {})}


def _decoded_size(base64: str) -> int:
    return max(0, len(base64) * 3 // 4 - base64[-2:].count("="))


def _cut(text: str) -> str:
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + f"… [{len(text) - MAX_TEXT} more characters]"
