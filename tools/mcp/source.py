"""The tools of MCP servers as tools of this library.

They are listed once, when the spec is loaded, and stay what they were: a tool that its server changes or takes away in
mid-run is refused, one that it adds is not seen. What a server says of its tools' effects is believed where it makes
things stricter, and otherwise only of a server that the file trusts.
"""

import asyncio
import re
from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Any, cast

from mcp import McpError, types
from pydantic import ValidationError

from smurfs_graph.canonical import canonical_json, digest
from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.errors import ConfigurationError, ToolError
from smurfs_graph.models.sent_schemas import with_choices_joined
from smurfs_graph.tools.effects import WRITES, Effect
from smurfs_graph.tools.mcp.config import Server
from smurfs_graph.tools.mcp.keeping import Elsewhere, Keeper, current_keeper
from smurfs_graph.tools.mcp.session import ServerGoneError, Session
from smurfs_graph.tools.output import clean, to_data
from smurfs_graph.tools.result_fields import of_schema
from smurfs_graph.tools.schema import arguments_validator, complaints_of
from smurfs_graph.tools.scope import current_scope
from smurfs_graph.tools.tool import Tool, Validated, one_line, tidy

MAX_DESCRIPTION = 1000
MAX_DOCUMENT = 50_000
"""Characters of a tool's parameters; a longer document is no document."""
MAX_BLOCKS = 1000
MAX_TEXT = 5_000_000
"""Of a response: blocks, and characters of one."""
_STRANGE = re.compile(r"[^A-Za-z0-9_-]")


def load_tools(servers: Iterable[Server]) -> list[Tool]:
    """The tools of all servers, which are asked at once. Raises ConfigurationError for the first that fails.

    Blocks until all have answered; safe within a running event loop, too.
    """
    known = list(servers)
    pairs = [
        (server, tool)
        for server, tools in zip(known, _ask_servers(known), strict=True)
        for tool in tools.values()
        if any(fnmatchcase(tool.name, glob) for glob in server.tools)
    ]
    _refuse_look_alikes(pairs)
    return [_as_tool(server, tool, prefixed=_needs_prefix(server, tool, pairs)) for server, tool in pairs]


def _needs_prefix(server: Server, tool: types.Tool, pairs: Iterable[tuple[Server, types.Tool]]) -> bool:
    """Return whether a tool has its server's name before its own, because that is, or could be taken for, another's.

    The name of a trusted server's tool depends on no server that is not trusted.
    """
    name = _plain(tool.name)
    others = [(other, _plain(its.name)) for other, its in pairs if other.name != server.name]
    if server.trusted:
        others = [(other, its) for other, its in others if other.trusted]
    return any(its == name or name.startswith(_plain(f"{other.name}_")) for other, its in others)


def _refuse_look_alikes(pairs: Iterable[tuple[Server, types.Tool]]) -> None:
    """Nobody could tell apart two tools of one server that differ by a hidden or strange character."""
    seen: dict[tuple[str, str], str] = {}
    for server, tool in pairs:
        other = seen.setdefault((server.name, _plain(tool.name)), tool.name)
        if other != tool.name:
            raise ConfigurationError(
                f"MCP server {server.name!r}: its tools {other!a:.80} and {tool.name!a:.80} are both "
                f'{_plain(tool.name)!r} here; name those that you want in its "tools"'
            )


def effects_of(server: Server, tool: types.Tool) -> frozenset[Effect]:
    """What a tool may do: as the file says; else as the hints of a trusted server say; else the worst."""
    hints = tool.annotations or types.ToolAnnotations()
    for glob, said in server.effects.items():
        if fnmatchcase(tool.name, glob):
            destroys = hints.destructiveHint and not hints.readOnlyHint
            return said | WRITES if destroys else said
    reads = server.trusted and hints.readOnlyHint is True and hints.destructiveHint is not True
    closed = server.trusted and hints.openWorldHint is False
    effect: Effect = "read" if reads else "write"
    return frozenset({effect}) if closed else frozenset({effect, "network"})


def _ask_servers(servers: list[Server]) -> list[dict[str, types.Tool]]:
    """Ask each server for its list, on a loop in a thread of its own; Ctrl-C ends that, and the processes with it."""
    keeper = current_keeper()
    host = keeper or Keeper()
    try:
        found = host.run(_list_all, servers, keeper)
    finally:
        if keeper is None:
            host.close()
    for one in found:
        if isinstance(one, ToolError):
            raise ConfigurationError(str(one)) from None
        if isinstance(one, BaseException):
            raise one
    return [one for one in found if not isinstance(one, BaseException)]


async def _list_all(servers: list[Server], keeper: Keeper | None) -> list[dict[str, types.Tool] | BaseException]:
    return await asyncio.gather(*(_list_tools(server, keeper) for server in servers), return_exceptions=True)


async def _list_tools(server: Server, keeper: Keeper | None) -> dict[str, types.Tool]:
    session = Session(server)
    kept = False
    try:
        await session.ready()
        if keeper is not None:
            keeper.keep(server, session)
            kept = True
        return session.tools
    finally:
        if not kept:
            await session.close()


def _as_tool(server: Server, listed: types.Tool, *, prefixed: bool) -> Tool:
    where = f"MCP server {server.name!r}, tool {clean(listed.name)!r:.80}"
    parameters = with_choices_joined(cast("dict[str, Any]", to_data(listed.inputSchema)))
    parameters = {key: each for key, each in parameters.items() if key != "title"}
    if len(canonical_json(parameters)) > MAX_DOCUMENT:
        raise ConfigurationError(f"{where}: its parameters take more than {MAX_DOCUMENT} characters; leave it out")
    if parameters.get("type", "object") != "object":
        raise ConfigurationError(f"{where}: its parameters are no object; leave it out")
    try:
        validate = arguments_validator(parameters)
        complaints = complaints_of(listed.outputSchema) if listed.outputSchema is not None else None
    except ConfigurationError as error:
        raise ConfigurationError(f"{where}: {error}") from None
    name = _plain(f"{server.name}_{listed.name}" if prefixed else listed.name)
    own = clean(listed.name)[:MAX_DESCRIPTION]
    effects = effects_of(server, listed)
    hints = listed.annotations or types.ToolAnnotations()
    known = _identity(listed)
    keeper = current_keeper()

    def open_session() -> Session | Elsewhere:
        return (keeper.take(server) if keeper else None) or Session(server)

    async def call(arguments: Validated) -> Any:
        scope = current_scope()
        session = scope.hold((id(server), server.name), open_session) if scope else open_session()
        try:
            result = await _call(session, server, listed.name, known, arguments, repeatable=made.repeatable)
        finally:
            if scope is None:
                await session.close()
        if result.isError:
            raise ToolError(clean(server.mask(text_of(result))).strip() or "the tool reports an error without a reason")
        if complaints is not None and (wrong := _wrong(complaints(result.structuredContent), result)):
            raise ToolError(f"the response does not fit the tool's output schema: {wrong}")
        return await run_in_thread(server.echoes.data, data_of(result))

    made = Tool(
        name=name,
        description=one_line(clean(listed.description or listed.title or name.replace("_", " ")))[:MAX_DESCRIPTION],
        parameters=tidy(parameters),
        validate=validate,
        call=call,
        source=f"mcp:{server.name}",
        returns_nothing=True,
        effects=effects,
        says_it_reads=hints.readOnlyHint is True and "write" in effects,
        idempotent=server.trusted and hints.idempotentHint is True,
        title=own if own != name else "",
        group=server.name if prefixed else "",
        response_fields=of_schema(declared := cast("dict[str, Any] | None", to_data(listed.outputSchema))),
        result_schema=lambda: declared,
    )
    return made


async def _call(
    session: Session | Elsewhere, server: Server, name: str, known: str, arguments: Validated, *, repeatable: bool
) -> types.CallToolResult:
    """Make one call in a session. Raises ToolError, transient where a repetition harms nothing."""
    try:
        await session.ready()
        now = session.tools.get(name)
        if now is None:
            raise ToolError("the server has taken this tool away since the run began")
        if _identity(now) != known:
            raise ToolError("the server has changed this tool since the run began; it is not called any more")
        return await session.call(name, arguments)
    except ServerGoneError as gone:
        why = str(gone)
        said = f"MCP server {server.name!r} went away during the call{': ' if why else ''}{why}"
        raise ToolError(said, transient=repeatable and not why) from None
    except McpError as error:
        raise ToolError(clean(server.mask(error.error.message))[:400] or "the server refuses the call") from None
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors(include_url=False)[0]["loc"])
        raise ToolError(f"the response is no result of a tool call, at {clean(where)!r:.80}") from None


def _wrong(found: list[str], result: types.CallToolResult) -> str:
    if result.structuredContent is None:
        return "there is no structured content"
    return "; ".join(found)


def _identity(tool: types.Tool) -> str:
    """What a tool is to those who chose it: its document, what it returns, and what it is said to do."""
    return digest(canonical_json(tool.model_dump(mode="json", exclude={"title", "icons", "meta"})))


def _plain(name: str) -> str:
    """A name that can stand in a list of names: a server may write anything in it."""
    return _STRANGE.sub("_", clean(name))[:64] or "tool"


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
