"""The tools of MCP servers as tools of this library.

They are listed once, when the spec is loaded, and stay what they were: a tool that its server changes or takes away in
mid-run is refused, one that it adds is not seen. What a server says of its tools' effects is believed where it makes
things stricter, and otherwise only of a server that the file trusts.
"""

import asyncio
import logging
import re
from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Any, cast

from mcp import MCPError, types
from pydantic import ValidationError

from smurfs_graph.canonical import canonical_json, digest
from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.errors import ConfigurationError, ToolError
from smurfs_graph.models.sent_schemas import with_choices_joined
from smurfs_graph.tools.effects import WRITES, Effect
from smurfs_graph.tools.mcp.broken import UNREADABLE
from smurfs_graph.tools.mcp.config import Server
from smurfs_graph.tools.mcp.elicitation import answer_question, question_of
from smurfs_graph.tools.mcp.keeping import Elsewhere, Keeper, current_keeper
from smurfs_graph.tools.mcp.listing import Listing
from smurfs_graph.tools.mcp.results import LenientToolResult, data_of, text_of
from smurfs_graph.tools.mcp.session import ServerGoneError, Session
from smurfs_graph.tools.output import clean, to_data
from smurfs_graph.tools.person import current_person
from smurfs_graph.tools.result_fields import of_schema
from smurfs_graph.tools.schema import arguments_validator, complaints_of
from smurfs_graph.tools.scope import current_scope
from smurfs_graph.tools.tool import Tool, Validated, one_line, tidy

MAX_DESCRIPTION = 1000
MAX_DOCUMENT = 50_000
"""Characters of a tool's parameters; a longer document is no document."""
_LOG = logging.getLogger("smurfs_graph.tools.mcp")
_MOST_LINES, _LINE = 20, 400
_STRANGE = re.compile(r"[^A-Za-z0-9_-]")
_PLAIN_NAME = re.compile(r"[a-z]+(?:[_-][a-z]+)*")


def load_tools(servers: Iterable[Server]) -> list[Tool]:
    """Return the tools of all servers, asked at once; what cannot be used is left out, with a line in the log.

    Raises ConfigurationError where nothing is left. Blocks until all have answered; safe within a running event loop,
    too.
    """
    known = list(servers)
    pairs: list[tuple[Server, types.Tool]] = []
    found = _ask_servers(known)
    left_out = [str(one) for one in found if isinstance(one, ToolError)]
    is_missing = bool(left_out)
    for server, listing in zip(known, found, strict=True):
        if isinstance(listing, ToolError):
            continue
        wanted = [tool for name, tool in listing.tools.items() if _is_wanted(server, name)]
        alike = _look_alikes(wanted)
        told = [f"{_where(server, name)} {line}" for name, line in listing.left_out if _is_wanted(server, name)]
        told += [f"{_where(server)}: {line}" for line in dict.fromkeys(alike.values())]
        left_out += [server.mask(line) for line in told]
        pairs += [(server, tool) for tool in wanted if tool.name not in alike]
    made: list[Tool] = []
    for server, tool in pairs:
        try:
            prefixed = (is_missing and not server.trusted) or _needs_prefix(server, tool, pairs)
            made.append(_as_tool(server, tool, prefixed=prefixed))
        except ConfigurationError as error:
            left_out.append(server.mask(str(error)))
    if left_out and not made:
        raise ConfigurationError(left_out[0])
    for line in left_out[:_MOST_LINES]:
        _LOG.warning("%s; left out", " ".join(line.split())[:_LINE])
    if len(left_out) > _MOST_LINES:
        _LOG.warning("%d more things of MCP servers; left out", len(left_out) - _MOST_LINES)
    return made


def _is_wanted(server: Server, name: str) -> bool:
    return not name or any(fnmatchcase(name, glob) for glob in server.tools)


def _where(server: Server, tool: str = "") -> str:
    return f"MCP server {server.name!r}" + (f", tool {clean(tool)!r:.80}" if tool else "")


def _needs_prefix(server: Server, tool: types.Tool, pairs: Iterable[tuple[Server, types.Tool]]) -> bool:
    """Return whether a tool has its server's name before its own, because that is, or could be taken for, another's.

    The name of a trusted server's tool depends on no server that is not trusted. Where a server is missing, nobody
    knows its names, so that all others but trusted ones have it.
    """
    name = _plain(tool.name)
    others = [(other, _plain(its.name)) for other, its in pairs if other.name != server.name]
    if server.trusted:
        others = [(other, its) for other, its in others if other.trusted]
    return any(its == name or name.startswith(_plain(f"{other.name}_")) for other, its in others)


def _look_alikes(tools: Iterable[types.Tool]) -> dict[str, str]:
    """Return those of a server's tools that nobody could tell apart, by name, with a line on why none is taken.

    They differ by a hidden or strange character; which of them is meant only the user can say.
    """
    seen: dict[str, list[str]] = {}
    for tool in tools:
        seen.setdefault(_plain(tool.name), []).append(tool.name)
    return {
        name: f"its tools {same[0]!a:.80} and {same[1]!a:.80} are both {plain!r} here; "
        'name those that you want in its "tools"'
        for plain, same in seen.items()
        if len(same) > 1
        for name in same
    }


def effects_of(server: Server, tool: types.Tool) -> frozenset[Effect]:
    """Return a tool's effects: as the file says; else as the hints of a trusted server say; else the worst."""
    hints = tool.annotations or types.ToolAnnotations()
    for glob, said in server.effects.items():
        if fnmatchcase(tool.name, glob):
            destroys = hints.destructive_hint and not hints.read_only_hint
            return said | WRITES if destroys else said
    reads = server.trusted and hints.read_only_hint is True and hints.destructive_hint is not True
    closed = server.trusted and hints.open_world_hint is False
    effect: Effect = "read" if reads else "write"
    return frozenset({effect}) if closed else frozenset({effect, "network"})


def _ask_servers(servers: list[Server]) -> list[Listing | ToolError]:
    """Ask each server for its list, on a loop in a thread of its own; Ctrl-C ends that, and the processes with it."""
    keeper = current_keeper()
    host = keeper or Keeper()
    try:
        found = host.run(_list_all, servers, keeper)
    finally:
        if keeper is None:
            host.close()
    answered = [one for one in found if isinstance(one, Listing | ToolError)]
    for one in found:
        if isinstance(one, BaseException) and not isinstance(one, ToolError):
            raise one
    return answered


async def _list_all(servers: list[Server], keeper: Keeper | None) -> list[Listing | BaseException]:
    return await asyncio.gather(*(_list_tools(server, keeper) for server in servers), return_exceptions=True)


async def _list_tools(server: Server, keeper: Keeper | None) -> Listing:
    session = Session(server)
    kept = False
    try:
        await session.ready()
        if keeper is not None:
            keeper.keep(server, session)
            kept = True
        return Listing(session.tools, session.left_out)
    finally:
        if not kept:
            await session.close()


def _as_tool(server: Server, listed: types.Tool, *, prefixed: bool) -> Tool:
    """Return a listed tool as ours. Raises ConfigurationError for one that cannot be called safely."""
    where = _where(server, listed.name)
    parameters = with_choices_joined(cast("dict[str, Any]", to_data(listed.input_schema)))
    parameters = {key: each for key, each in parameters.items() if key != "title"}
    if len(canonical_json(parameters)) > MAX_DOCUMENT:
        raise ConfigurationError(f"{where}: its parameters take more than {MAX_DOCUMENT} characters")
    if parameters.get("type", "object") != "object":
        raise ConfigurationError(f"{where}: its parameters are no object")
    try:
        validate = arguments_validator(parameters)
        complaints = complaints_of(listed.output_schema) if listed.output_schema is not None else None
    except ConfigurationError as error:
        raise ConfigurationError(f"{where}: {error}") from None
    name = _plain(f"{server.name}_{listed.name}" if prefixed else listed.name)
    own, said = clean(listed.name)[:MAX_DESCRIPTION], listed.description or listed.title or name.replace("_", " ")
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
        if result.is_error:
            raise ToolError(clean(server.mask(text_of(result))).strip() or "the tool reports an error without a reason")
        if complaints is not None and (wrong := _wrong(complaints(result.structured_content), result)):
            if made.reads_only:
                raise ToolError(f"the response does not fit the tool's output schema: {server.mask(wrong)}")
            _LOG.warning("%s: a change was made, and answered otherwise than declared", where)  # not to be made twice
        return await run_in_thread(server.echoes.data, data_of(result))

    made = Tool(
        name=name,
        description=server.echoes.text(one_line(clean(said)))[:MAX_DESCRIPTION],
        parameters=_without_keys(server, tidy(parameters), where),
        validate=validate,
        call=call,
        source=f"mcp:{server.name}",
        returns_nothing=True,
        effects=effects,
        says_it_reads=hints.read_only_hint is True and "write" in effects,
        idempotent=server.trusted and hints.idempotent_hint is True,
        title=own if own != name else "",
        group=server.name if prefixed else "",
        response_fields=of_schema(declared := cast("dict[str, Any] | None", to_data(listed.output_schema))),
        result_schema=lambda: declared,
    )
    return made


def _without_keys(server: Server, parameters: dict[str, Any], where: str) -> dict[str, Any]:
    """Return parameters without the server's keys, which models would read there.

    What stands under a name like `SORT_KEY` may be the name of a parameter: plain words stay, for calls need them.
    Raises ConfigurationError for a key in another name, or in parts.
    """
    named = cast("dict[str, Any]", parameters.get("properties") or {})
    masked: Any = server.echoes.data(parameters)
    lost = [name for name in named if server.echoes.text(name) != name]
    if not isinstance(masked, dict) or not all(map(_PLAIN_NAME.fullmatch, lost)):
        raise ConfigurationError(f"{where}: its parameters hold the server's key")
    if lost:
        masked["properties"] = {name: server.echoes.data(each) for name, each in named.items()}
        masked["required"] = parameters.get("required", [])
    return cast("dict[str, Any]", masked)


async def _call(
    session: Session | Elsewhere, server: Server, name: str, known: str, arguments: Validated, *, repeatable: bool
) -> LenientToolResult:
    """Make one call in a session. Raises ToolError, transient where a repetition harms nothing."""
    try:
        person = current_person()
        memory = person.memory if person else None
        if memory is None and not repeatable:
            person = None
        if memory is not None and memory.question is not None:
            result = LenientToolResult.model_validate(memory.question, by_name=False)
        else:
            await _find_tool(session, name, known)
            result = await session.call(name, arguments, None if person is None else {})
        if result.result_type == "input_required":
            if memory is not None and memory.question is None:
                await memory.keep_question(question_of(result))
            answers = answer_question(result, _where(server), person.ask if person else None, server.mask)
            if memory is not None:
                await _find_tool(session, name, known)
                if not await memory.go_on():
                    raise ToolError("the answer was sent before, and nobody knows what came of it")
            result = await session.call(name, arguments, answers)
        if result.result_type == "input_required":
            raise ToolError("the server asks once more in the same call; one question is answered")
        return result
    except ServerGoneError as gone:
        why = str(gone)
        said = f"MCP server {server.name!r} went away during the call{': ' if why else ''}{why}"
        raise ToolError(said, transient=repeatable and not why) from None
    except MCPError as error:
        said = UNREADABLE if error.code == types.PARSE_ERROR else clean(server.mask(error.message))[:400]
        raise ToolError(said or "the server refuses the call") from None
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors(include_url=False)[0]["loc"])
        raise ToolError(f"the response is no result of a tool call, at {clean(where)!r:.80}") from None


async def _find_tool(session: Session | Elsewhere, name: str, known: str) -> None:
    """Make sure that the session is open and its server has the tool as it was. Raises ToolError where not."""
    await session.ready()
    now = session.tools.get(name)
    if now is None:
        raise ToolError("the server has taken this tool away since the run began")
    if _identity(now) != known:
        raise ToolError("the server has changed this tool since the run began; it is not called any more")


def _wrong(found: list[str], result: LenientToolResult) -> str:
    if result.structured_content is None:
        return "there is no structured content"
    return "; ".join(found)


def _identity(tool: types.Tool) -> str:
    """Return a digest of a tool as its users chose it: its document, its results and its hints."""
    return digest(canonical_json(tool.model_dump(mode="json", exclude={"title", "icons", "meta"})))


def _plain(name: str) -> str:
    """Return a name as it can stand in a list of names: a server may write anything in it."""
    return _STRANGE.sub("_", clean(name))[:64] or "tool"
