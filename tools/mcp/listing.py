"""A server's list of tools, read one by one: what is wrong with one of them costs no other.

Servers in many languages write null for what they leave out, and schemas of older drafts. Both are read as what they
mean; what cannot be read is left out, with a line.
"""

from typing import Any, NamedTuple, cast

import anyio
from mcp import MCPError, types
from pydantic import ValidationError

from smurfs_graph.tools.mcp.client import ToolClient
from smurfs_graph.tools.schema_dialects import mend_schema

MAX_PAGES = 500
MAX_TOOLS = 20_000
UNDECLARED_SECONDS = 3.0
"""How long a server that declares no tools may take to list some nevertheless."""
_NOTHING: dict[str, Any] = {"type": "object", "properties": {}}


class Listing(NamedTuple):
    """The tools that a server offers."""

    tools: dict[str, types.Tool]
    """By the server's own names."""
    left_out: list[tuple[str, str]]
    """What could not be taken: the tool's name, or none, and a line."""


class _Page(types.PaginatedResult):
    tools: tuple[Any, ...] = ()


async def list_tools_of(client: ToolClient) -> Listing:
    """List all tools of a server, page by page; one that has none is a line.

    Raises ValueError for a list that has no end.
    """
    is_sure = client.capabilities.tools is not None
    none = Listing({}, [("", "offers no tools" if is_sure else "offers no tools (its capabilities name none)")])
    try:
        with anyio.move_on_after(None if is_sure else UNDECLARED_SECONDS):
            return await _list_all(client)
    except MCPError as error:
        if error.code != types.METHOD_NOT_FOUND:
            raise
    return none


async def _list_all(client: ToolClient) -> Listing:
    found = Listing({}, [])
    cursor: str | None = None
    for _ in range(MAX_PAGES):
        page = _Page.model_validate(await client.list_page(cursor), by_name=False)
        for listed in page.tools:
            _add(found, listed)
        if len(found.tools) + len(found.left_out) > MAX_TOOLS:
            break
        if not page.next_cursor or page.next_cursor == cursor:
            return found
        cursor = page.next_cursor
    raise ValueError("lists tools without end")


def _add(found: Listing, listed: Any) -> None:
    """Take a listed tool into the listing, or the reason why it is left out."""
    entry = cast("dict[str, Any]", listed) if isinstance(listed, dict) else {}
    name = str(entry.get("name", "?"))
    try:
        tool = types.Tool.model_validate(_readable(entry), by_name=False)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors(include_url=False)[0]["loc"])
        found.left_out.append((name, f"is described in a form that the protocol does not know, at {where!r:.80}"))
        return
    if tool.name in found.tools:
        found.left_out.append((name, "is listed more than once; the others are"))
    found.tools.setdefault(tool.name, tool)


def _readable(entry: dict[str, Any]) -> dict[str, Any]:
    """Return an entry without nulls, whose parameters are a schema of the current draft; none at all take nothing."""
    kept = {key: value for key, value in entry.items() if value is not None}
    parameters = mend_schema(kept.get("inputSchema", {})) or _NOTHING
    made: dict[str, Any] = {**kept, "inputSchema": parameters}
    if "outputSchema" in kept:
        made["outputSchema"] = mend_schema(kept["outputSchema"])
    return made
