"""One session with one MCP server, for one run: opened at its first call, opened again when the server has died."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

import anyio
import httpx2
from mcp import MCPError, types
from pydantic import ValidationError

from smurfs_graph.errors import ToolError
from smurfs_graph.tools.mcp.broken import answer_in_place, input_of, may_answer
from smurfs_graph.tools.mcp.client import DiedOfProbeError, ToolClient
from smurfs_graph.tools.mcp.config import Server
from smurfs_graph.tools.mcp.listing import list_tools_of
from smurfs_graph.tools.mcp.process import MessageTooLongError
from smurfs_graph.tools.mcp.results import LenientToolResult
from smurfs_graph.tools.mcp.transport import ConnectionEvents, ErrorOutput, Refusal, streams
from smurfs_graph.tools.output import clean

T = TypeVar("T")

_OTHER_VERSION = "Unsupported protocol version from the server: "
_REASON_SECONDS = 0.5
"""How long the reason may take that says why a stream broke off."""
NO_SIGN_IN = (
    'signing in by OAuth is not supported; get a token and name it in the file, "headers": {"Authorization": "Bearer '
    '${NAME_OF_A_VARIABLE}"}'
)
"""What a user can do about a server that lets only some in."""
_CHANGES = {"notifications/tools/list_changed", "notifications/subscriptions/acknowledged"}
"""What is sent when tools have changed, or may have changed before it was listened to."""


class ServerGoneError(Exception):
    """The server, or the way to it, went away during a request."""


class Session:
    """A session that is opened when it is needed. For one event loop."""

    def __init__(self, server: Server) -> None:
        """Nothing is started yet."""
        self._server = server
        self._lock = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._stop = asyncio.Event()
        self._client: ToolClient | None = None
        self._connection = ConnectionEvents(self._stop.set)
        self._probes = server.transport != "sse"
        """Whether to probe the server for the newer protocol when it starts; not again once it has died of that."""
        self._probing = False
        """Whether it is being probed: an end of the connection may be due to the probe."""
        self._errors: ErrorOutput | None = None
        self._rubbish = ""
        """What it wrote to standard output that is no message; the first of it."""
        self._gone = ""
        """Why it went away, where it is known."""
        self._has_changed_tools = False
        """Whether its tools have changed since they were listed."""
        self._hides_changes = False
        """Whether it does not say when its tools change, and is asked before each call."""
        self.tools: dict[str, types.Tool] = {}
        """The server's tools as it lists them now, by its own names."""
        self.left_out: list[tuple[str, str]] = []
        """What it lists, or does not offer, that could not be taken; a line each."""

    async def ready(self) -> None:
        """Make sure that the session is open and its list of tools is current.

        Raises ToolError, transient, with one line on why the server cannot be had.
        """
        async with self._lock:
            if self._task is None or self._task.done() or self._stop.is_set():
                await self._wait_for_end()
                await self._open()
            elif self._has_changed_tools or self._hides_changes:
                self.tools, self.left_out = await self.request(list_tools_of(self._connect()))
                self._has_changed_tools = False

    async def call(
        self, name: str, arguments: dict[str, Any], answers: dict[str, Any] | None = None
    ) -> LenientToolResult:
        """Call a tool, with `answers` as in `ToolClient.call`.

        Raises ServerGoneError, or MCPError where the server answers with an error of the protocol.
        """
        work = self._connect().call(name, arguments, self.tools[name].input_schema, answers)
        return LenientToolResult.model_validate(await self.request(work), by_name=False)

    async def request(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the result of a request. Raises ServerGoneError as soon as the server has gone."""
        asked, task = asyncio.ensure_future(work), self._task
        try:
            waiting: set[asyncio.Future[Any]] = {asked} if task is None else {asked, task}
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if not asked.done():
                raise ServerGoneError(self._gone)
            return asked.result()
        except MCPError as error:
            if not self._has_gone(error):
                raise
            self._stop.set()
            raise ServerGoneError(self._gone) from None
        except (anyio.ClosedResourceError, anyio.BrokenResourceError, anyio.EndOfStream, OSError):
            self._stop.set()
            raise ServerGoneError(self._gone) from None
        finally:
            if not asked.done():
                asked.cancel()

    def _has_gone(self, error: MCPError) -> bool:
        """Return whether an error says that the connection closed, a status came, or the session is forgotten."""
        status = self._connection.refusal.status if self._connection.refusal is not None else 0
        unsaid = bool(status) and error.code == types.INTERNAL_ERROR  # the SDK's word for a status without a message
        forgotten = status == 404 and error.code == types.INVALID_REQUEST
        return error.code == types.CONNECTION_CLOSED or unsaid or forgotten

    async def close(self) -> None:
        """End the session, and the process with it; never raises."""
        self._stop.set()
        await self._wait_for_end()

    def _connect(self) -> ToolClient:
        if self._client is None:
            raise ServerGoneError
        return self._client

    async def _wait_for_end(self) -> None:
        """Wait until the last session has let everything go."""
        if self._task is not None:
            await asyncio.wait({self._task})
            self._task = None

    async def _open(self) -> None:
        """Start the session and wait until it is ready; once more without a probe where the server dies of that.

        Raises ToolError, transient, with why the server cannot be had.
        """
        self._stop, self._client = asyncio.Event(), None
        self._has_changed_tools = False
        self._hides_changes = False
        self._rubbish = ""
        self._gone = ""
        self._connection = ConnectionEvents(self._stop.set)
        opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._live(opened), name=f"mcp-{self._server.name}")
        stopped = asyncio.ensure_future(self._stop.wait())
        try:
            waiting: set[asyncio.Future[Any]] = {opened, stopped}
            await asyncio.wait(waiting, timeout=self._server.start_seconds, return_when=asyncio.FIRST_COMPLETED)
            ended = stopped.done()
            if ended:
                await asyncio.wait({opened}, timeout=_REASON_SECONDS)
        finally:
            stopped.cancel()
            if not opened.done() or opened.exception() is not None:
                self._stop.set()
                self._task.cancel()
        unsaid = ended and not opened.done()
        if self._probing and (unsaid or (opened.done() and isinstance(opened.exception(), DiedOfProbeError))):
            self._probes = self._probing = False
            await self._wait_for_end()
            return await self._open()
        if unsaid:
            raise ToolError(self._why("ended before it answered"), transient=True)
        if not opened.done():
            raise ToolError(self._why(f"did not start within {self._server.start_seconds:g} s"), transient=True)
        if (error := opened.exception()) is not None:
            await self._wait_for_end()
            raise ToolError(self._why(self._describe(error)), transient=True)
        return None

    async def _live(self, opened: "asyncio.Future[None]") -> None:
        """Run the session from its beginning to its end: what was entered in a task is left in the same one."""
        errors = self._errors = ErrorOutput()
        stop = self._stop
        try:
            async with (
                streams(self._server, errors, self._connection) as (read, write),
                anyio.create_task_group() as group,
            ):
                inner_send, inner_read = anyio.create_memory_object_stream[Any](0)
                group.start_soon(self._relay, read, inner_send, stop)
                async with ToolClient(inner_read, write) as client:
                    self._probing = self._probes
                    await client.connect(probe=self._probes)
                    self._probing = False
                    self.tools, self.left_out = await list_tools_of(client)
                    self._client = client
                    if client.has_to_listen:
                        group.start_soon(self._listen, client)
                    if not opened.done():
                        opened.set_result(None)
                    await stop.wait()
                group.cancel_scope.cancel()
        except asyncio.CancelledError:
            if not opened.done():
                opened.set_exception(ServerGoneError("was given up"))
            raise
        except BaseException as error:
            if isinstance(first := _root(error), httpx2.SSEError):
                self._gone = str(first)
            if not opened.done():
                opened.set_exception(first)
        finally:
            stop.set()
            errors.close()
            if opened.done() and not opened.cancelled():
                opened.exception()  # taken note of

    async def _relay(self, read: Any, send: Any, stop: asyncio.Event) -> None:
        """Hand on the server's messages; what is no message is remembered, the end of them ends the session.

        A response that cannot be read is an error in its place, at once. Over HTTP nothing else is written beside the
        messages, so that one whose request is not known ends the session.

        Notifications are kept from the SDK, which would log whole what it cannot read of them.
        """
        with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
            async with send:
                async for message in read:
                    if isinstance(message, MessageTooLongError):
                        self._gone = str(message)
                        break
                    if isinstance(message, Exception):
                        if (instead := answer_in_place(message)) is not None:
                            await send.send(instead)
                            continue
                        self._rubbish = self._rubbish or input_of(message)
                        if self._server.transport != "stdio" and may_answer(message):
                            self._gone = "it answered with what is no message"
                            break
                    elif not isinstance(message.message, types.JSONRPCNotification):
                        await send.send(message)
                    elif message.message.method in _CHANGES:
                        self._has_changed_tools = True
        stop.set()

    async def _listen(self, client: ToolClient) -> None:
        """Listen for changes of tools, as long as the server tells of them."""
        try:
            with suppress(MCPError):
                await client.listen()
        finally:
            self._hides_changes = True

    def _describe(self, error: BaseException) -> str:
        """Return why the session could not begin, by the status that the server answered, if any."""
        told = isinstance(error, MCPError | ServerGoneError | httpx2.HTTPStatusError)
        if told and (refusal := self._connection.refusal) is not None:
            return _describe_refusal(refusal, self._server.transport)
        return _describe_failure(error)

    def _why(self, what: str) -> str:
        """Return a line on a server that cannot be had, with what it said itself."""
        said = [f"MCP server {self._server.name!r} {what}"]
        if self._rubbish:
            said.append(f"it writes to standard output what is no message: {self._rubbish!r}")
        if self._errors is not None and (last := self._errors.last_line):
            said.append(f"its last words: {last[:200]}")
        return " ".join(clean(self._server.mask("; ".join(said))).split())


def _describe_failure(error: BaseException) -> str:
    match error:
        case FileNotFoundError() | NotADirectoryError():
            return f"cannot be started: {error.filename or 'its command'} was not found"
        case PermissionError():
            return f"cannot be started: {error.filename or 'its command'} may not be run"
        case ValueError() if str(error).startswith("lists tools"):
            return str(error)
        case ToolError():
            return f"cannot be reached: {error}"
        case MCPError() if error.code == types.PARSE_ERROR:
            return "answers in a form that is no message of the protocol"
        case MCPError() if error.code != types.CONNECTION_CLOSED:
            return f"refuses to start a session: {error.message[:200]}"
        case MCPError() | ServerGoneError() | anyio.ClosedResourceError() | anyio.BrokenResourceError():
            return "ended before it answered"
        case ValidationError():
            where = ".".join(str(part) for part in error.errors(include_url=False)[0]["loc"])
            return f"answers in a form that the protocol does not know, at {where!r:.80}"
        case RuntimeError() if str(error).startswith(_OTHER_VERSION):
            return f"speaks another version of the protocol: {str(error).removeprefix(_OTHER_VERSION)[:40]}"
        case RuntimeError() if "task_status" in str(error):
            return "ended its stream before it said where messages go; if it speaks streamable HTTP, say type http"
        case _:
            text = " ".join(str(error).split())[:200]
            return f"cannot be reached: {type(error).__name__}{': ' + text if text else ''}"


def _describe_refusal(refusal: Refusal, transport: str) -> str:
    """Explain the status that a server answered the first request with."""
    status = refusal.status
    if status == 401 and not refusal.authorized:
        return f"asks for authorization ({status}): {NO_SIGN_IN}"
    if status in (401, 403):
        return f"refuses the authorization of its headers ({status}): {NO_SIGN_IN}"
    other = "the older HTTP+SSE, say type sse" if transport == "http" else "streamable HTTP, say type http"
    hint = f"; if it speaks {other}" if status in (400, 404, 405, 406) else ""
    return f"answers with the status {status}{hint}"


def _root(error: BaseException) -> BaseException:
    """Return the first plain error of a group."""
    while isinstance(error, BaseExceptionGroup):
        inner: list[BaseException] = list(error.exceptions)  # pyright: ignore
        error = inner[0]
    return error
