"""Reach an MCP server: as a process of our own, or by HTTP (streamable, or SSE) to a checked address."""

import logging
import os
import threading
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import httpcore2
import httpx2
from mcp.client.sse import sse_client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from smurfs_graph.tools.http.addresses import hosts_of_address, hosts_of_environment
from smurfs_graph.tools.http.guard import Guard, PinnedBackend
from smurfs_graph.tools.http.urls import Url, parse_url
from smurfs_graph.tools.mcp.config import Server
from smurfs_graph.tools.mcp.process import process_streams

MAX_RESPONSE_BYTES = 50_000_000
_HTTP_SECONDS = 60.0
_READ_SECONDS = 3600.0
"""Between two pieces of a stream; the call's own timeout is what bounds a call."""
_LAST_BYTES = 4000

logging.getLogger("mcp").addHandler(logging.NullHandler())  # what is wrong is said in one line, not in tracebacks
logging.getLogger("mcp.client.sse").setLevel(logging.CRITICAL)  # it logs whole what a server sends and is no message


class ErrorOutput:
    """A process's standard error: read by a thread, its last part kept, none of it shown on ours."""

    def __init__(self) -> None:
        """A pipe; `writer` is for the process."""
        self._last = b""
        read, write = os.pipe()
        self.writer = os.fdopen(write, "w")
        threading.Thread(target=self._drain, args=(read,), name="mcp-stderr", daemon=True).start()

    def close(self) -> None:
        """The thread ends once the process has gone, too."""
        self.writer.close()

    @property
    def last_line(self) -> str:
        """Return the last line that says something."""
        lines = self._last.decode("utf-8", "replace").splitlines()
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def _drain(self, read: int) -> None:
        with os.fdopen(read, "rb", buffering=0) as pipe:
            while chunk := pipe.read(65536):
                self._last = (self._last + chunk)[-_LAST_BYTES:]


class Refusal(NamedTuple):
    """The server's answer to a request that it did not take."""

    status: int
    authorized: bool
    """Whether the request had an authorization."""


@dataclass
class ConnectionEvents:
    """Events on the way to a server that the SDK does not pass on."""

    broken: Callable[[], None]
    """Called when an answer breaks off."""
    refusal: Refusal | None = None
    """Of the last request, by HTTP."""


@asynccontextmanager
async def streams(server: Server, errors: ErrorOutput, connection: ConnectionEvents) -> AsyncGenerator[tuple[Any, Any]]:
    """Lend the two message streams of a server, from it and to it; what was started for them ends with them.

    A process gets the environment that its entry names, and of ours only what the SDK calls safe (HOME, PATH, USER and
    the like): no key of another service.
    """
    if server.transport == "stdio":
        parameters = StdioServerParameters(
            command=server.command,
            args=list(server.args),
            env=dict(server.env),
            cwd=os.path.expanduser(server.cwd) if server.cwd else None,  # noqa: PTH111
        )
        async with process_streams(parameters, errors.writer) as (read, write):
            yield read, write
        return
    url = parse_url(server.url)
    if server.transport == "sse":
        made = await _client(server, url, connection)

        def client_of(headers: Any = None, timeout: Any = None, auth: Any = None) -> httpx2.AsyncClient:
            return made  # it has its headers and limits already

        async with sse_client(str(url), httpx_client_factory=client_of) as (read, write):
            yield read, write
        return
    async with (
        await _client(server, url, connection) as client,
        streamable_http_client(str(url), http_client=client, max_sse_event_size=None) as (read, write),
    ):
        yield read, write  # an event's size is bounded below, with that of everything else


async def _client(server: Server, url: Url, connection: ConnectionEvents) -> httpx2.AsyncClient:
    """Return an HTTP client that reaches the server's checked addresses alone, and follows no redirect."""
    guard = Guard([*hosts_of_address(str(url)), *hosts_of_environment()])
    addresses = await guard.addresses(url.origin)
    return httpx2.AsyncClient(
        headers={**server.headers, "Accept-Encoding": "identity"},
        timeout=httpx2.Timeout(_HTTP_SECONDS, read=_READ_SECONDS),
        transport=_Pinned(url, addresses, connection, over_get=server.transport == "sse"),
        follow_redirects=False,
        trust_env=False,
    )


class _Pinned(httpx2.AsyncBaseTransport):
    """Connections to one origin, at addresses that were checked; responses of bounded size."""

    def __init__(self, url: Url, addresses: list[str], connection: ConnectionEvents, *, over_get: bool) -> None:
        self._connection = connection
        self._over_get = over_get
        """Whether answers come over the stream that a GET opens, so that nothing else says what becomes of a POST."""
        self._origin = url.origin
        backend: Any = PinnedBackend(url.origin, addresses, httpcore2.AnyIOBackend())
        context = httpx2.create_ssl_context() if url.origin.scheme == "https" else None
        self._pool = httpcore2.AsyncConnectionPool(ssl_context=context, network_backend=backend)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        target = httpcore2.URL(
            scheme=self._origin.scheme,
            host=self._origin.host,
            port=self._origin.port,
            target=request.url.raw_path,
        )
        if (request.url.scheme, request.url.host) != (self._origin.scheme, self._origin.host.strip("[]")):
            raise httpx2.ConnectError(f"a request to {request.url.host!r} was not checked")
        stream: Any = request.stream
        sent = httpcore2.Request(
            request.method, target, headers=request.headers.raw, content=stream, extensions=request.extensions
        )
        waited_for = self._over_get or request.method == "POST"  # others are listened to only
        broken = self._connection.broken if waited_for else _nothing
        try:
            response = await self._pool.handle_async_request(sent)
        except (httpcore2.NetworkError, httpcore2.TimeoutException, httpcore2.ProtocolError) as error:
            broken()
            raise httpx2.ConnectError(str(error) or type(error).__name__) from error
        if waited_for:
            refused = Refusal(response.status, "authorization" in request.headers)
            self._connection.refusal = refused if response.status >= 300 else None
        if self._over_get and request.method == "POST" and response.status >= 300:
            broken()
        if any(name.lower() == b"content-encoding" for name, _ in response.headers):
            await response.aclose()
            raise httpx2.ConnectError("the response is encoded in a way that was not asked for")
        headers = [each for each in response.headers if each[0].lower() != b"location"]  # the SDK would follow it
        return httpx2.Response(response.status, headers=headers, stream=_Bounded(response, broken))

    async def aclose(self) -> None:
        await self._pool.aclose()


def _nothing() -> None:
    """Do nothing: nobody waits for the broken stream."""


class _Bounded(httpx2.AsyncByteStream):
    """A response's bytes, up to a limit; of a stream of events, those of each event."""

    def __init__(self, response: httpcore2.Response, broken: Callable[[], None]) -> None:
        self._response = response
        self._broken = broken

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        events = any(
            name.lower() == b"content-type" and value.startswith(b"text/event-stream")
            for name, value in self._response.headers
        )
        stream: Any = self._response.stream
        chunks: AsyncIterable[bytes] = stream
        try:
            async for chunk in chunks:
                ended = events and (b"\n\n" in chunk or b"\r\n\r\n" in chunk or b"\r\r" in chunk)
                size = len(chunk) + (0 if ended else size)
                if size > MAX_RESPONSE_BYTES:
                    raise httpcore2.RemoteProtocolError(f"a response of more than {MAX_RESPONSE_BYTES} bytes")
                yield chunk
        except (httpcore2.NetworkError, httpcore2.TimeoutException, httpcore2.ProtocolError) as error:
            self._broken()
            raise httpx2.ReadError(str(error) or type(error).__name__) from error

    async def aclose(self) -> None:
        await self._response.aclose()
