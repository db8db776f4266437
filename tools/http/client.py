"""The HTTP client: one request at a time, each on a connection of its own, each within one deadline.

A connection is never shared between calls: no other call's credentials, certificate check or event loop can be on it.
"""

import asyncio
import re
import ssl
import threading
from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from smurfs_graph.errors import ConfigurationError, how_to_install
from smurfs_graph.tools.http.decoding import ACCEPTED, read_body
from smurfs_graph.tools.http.errors import (
    BadResponseError,
    ConnectionFailedError,
    DeadlineError,
    ForbiddenRequestError,
    HttpError,
)
from smurfs_graph.tools.http.guard import Guard, PinnedBackend, Resolve, system_resolver
from smurfs_graph.tools.http.urls import Url, parse_url, redirect_target

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that only read (RFC 9110, section 9.2.1): such a request may be repeated after its connection broke."""
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_CARRIED = frozenset({"accept", "accept-language", "user-agent"})
"""Headers that go along to another origin. Everything else may be a credential."""
_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_OWN = frozenset({"host", "content-length", "transfer-encoding", "connection", "accept-encoding", "te", "upgrade"})
"""Headers that only the client itself may set."""


@dataclass(frozen=True)
class HttpLimits:
    """The limits of one request."""

    seconds: float = 30.0
    """For the whole call: looking up, connecting, redirects, reading."""
    max_bytes: int = 5_000_000
    """Of a response's body, as sent and as decoded."""
    max_redirects: int = 5


@dataclass(frozen=True)
class HttpResponse:
    """A response, read in full."""

    status: int
    headers: tuple[tuple[str, str], ...]
    """Names in lower case, in the order they came."""
    content: bytes
    url: str
    """URL of the response after redirects, without the query."""

    def header(self, name: str) -> str:
        """Return the first header of a name; empty where there is none."""
        return next((value for known, value in self.headers if known == name.lower()), "")

    @property
    def media_type(self) -> str:
        """Return the media type, such as `application/json`; empty where the response does not say."""
        return self.header("content-type").partition(";")[0].strip().lower()

    @property
    def text(self) -> str:
        """Return the body in the charset that it declares, else in UTF-8; what does not fit is replaced."""
        declared = re.search(r"charset=\"?([A-Za-z0-9_.:-]{1,40})", self.header("content-type"), re.IGNORECASE)
        try:
            return self.content.decode(declared[1] if declared else "utf-8", "replace")
        except (LookupError, ValueError):
            return self.content.decode("utf-8", "replace")


@dataclass(frozen=True)
class _Request:
    method: str
    url: Url
    headers: dict[str, str]
    content: bytes | None = None
    redirects: int = 0


class HttpClient:
    """Sends requests of tools. Safe to share between threads, event loops and runs; holds no connection."""

    def __init__(
        self,
        *,
        allow: Iterable[str] = (),
        limits: HttpLimits = HttpLimits(),
        resolve: Resolve = system_resolver,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        """`allow`: `host:port` that may be reached although private. No proxy is used, the environment's neither.

        Raises ConfigurationError for a malformed entry, or where httpx2 is missing.
        """
        try:
            import httpcore2  # noqa: F401  # pyright: ignore[reportUnusedImport]
        except ImportError:
            raise ConfigurationError(f"HTTP tools need the extra openapi: {how_to_install('openapi')}") from None
        self.limits = limits
        self.guard = Guard(allow, resolve)
        self._given_context = ssl_context

    async def request(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        secrets: Mapping[str, str] | None = None,
        content: bytes | None = None,
        limits: HttpLimits | None = None,
    ) -> HttpResponse:
        """Return the response, whatever its status, after redirects. Raises HttpError.

        `secrets`: headers that hold credentials. Like all headers but Accept and User-Agent they stay with the origin
        of `url`; a body stays too: a redirect that would carry it to another origin is refused.
        """
        limits = limits or self.limits
        request = _Request(
            method.upper(), parse_url(url), _check_headers({**(headers or {}), **(secrets or {})}), content
        )
        if not _TOKEN.fullmatch(method):
            raise ForbiddenRequestError(f"method {method!r:.40} is refused")
        try:
            async with asyncio.timeout(limits.seconds):
                return await self._follow(request, limits)
        except TimeoutError:
            raise DeadlineError(f"no response within {limits.seconds:g} s") from None

    def request_blocking(self, method: str, url: str, **options: Any) -> HttpResponse:
        """Call `request` outside (or above) an event loop, on a loop and thread of its own."""
        done: Future[HttpResponse] = Future()

        def run() -> None:
            try:
                done.set_result(asyncio.run(self.request(method, url, **options)))
            except BaseException as error:
                done.set_exception(error)

        threading.Thread(target=run, name="http-request", daemon=True).start()  # Ctrl-C does not wait for it
        return done.result()

    async def _follow(self, request: _Request, limits: HttpLimits) -> HttpResponse:
        """Return the response, followed through redirects."""
        while True:
            response = await self._send(request, limits)
            location = response.header("location")
            if response.status not in _REDIRECTS or not location:
                return response
            if request.redirects >= limits.max_redirects:
                most = limits.max_redirects
                raise BadResponseError(f"more than {most} redirects" if most else "a redirect, which is not followed")
            request = _redirected(request, response.status, location)

    async def _send(self, request: _Request, limits: HttpLimits) -> HttpResponse:
        """Send a request over a connection of its own. Raises HttpError for what goes wrong."""
        import httpcore2

        origin, reads = request.url.origin, request.method in SAFE
        try:
            async with await self._pool(request.url) as pool:
                return await self._exchange(pool, request, limits)
        except HttpError:
            raise
        except httpcore2.LocalProtocolError as error:
            raise ForbiddenRequestError(f"the request cannot be sent: {_message(error)}") from None
        except httpcore2.RemoteProtocolError as error:
            if "complete" in str(error) or "disconnected" in str(error):
                raise ConnectionFailedError(f"{origin} closed the connection too early", transient=reads) from None
            raise BadResponseError(f"{origin} does not speak HTTP: {_message(error)}") from None
        except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
            refused_tls = "certificate" in str(error).lower()
            raise ConnectionFailedError(
                f"no connection to {origin}: {_message(error)}", transient=not refused_tls
            ) from None
        except (httpcore2.NetworkError, httpcore2.TimeoutException, OSError) as error:
            raise ConnectionFailedError(
                f"the connection to {origin} broke: {_message(error)}", transient=reads
            ) from None
        except (ValueError, RuntimeError) as error:
            raise BadResponseError(f"no response could be read from {origin}: {_message(error)}") from None

    async def _exchange(self, pool: Any, request: _Request, limits: HttpLimits) -> HttpResponse:
        """Send a request with the headers that it needs, and read the whole response."""
        import httpcore2

        origin = request.url.origin
        headers = {"Host": origin.netloc, "Accept-Encoding": ACCEPTED, "Connection": "close"} | request.headers
        if not any(name.lower() == "user-agent" for name in headers):
            headers["User-Agent"] = "smurfs-graph"
        if request.content is not None or request.method in ("POST", "PUT", "PATCH"):
            headers["Content-Length"] = str(len(request.content or b""))
        sent = httpcore2.Request(
            request.method.encode(),
            httpcore2.URL(
                scheme=origin.scheme.encode(),
                host=origin.host.encode(),
                port=origin.port,
                target=request.url.target.encode("ascii"),
            ),
            headers=[(name.encode(), value.encode("utf-8")) for name, value in headers.items()],
            content=request.content or b"",
        )
        response = await pool.handle_async_request(sent)
        try:
            received = tuple((_latin(name).lower(), _latin(value)) for name, value in response.headers)
            encoding = ", ".join(value for name, value in received if name == "content-encoding")
            empty = request.method == "HEAD" or response.status in (204, 304) or response.status in _REDIRECTS
            body = b"" if empty else await read_body(response.aiter_stream(), encoding, limits.max_bytes)
            return HttpResponse(response.status, received, body, request.url.shown)
        finally:
            await response.aclose()

    async def _pool(self, url: Url) -> Any:
        import httpcore2

        addresses = await self.guard.addresses(url.origin)
        backend: Any = PinnedBackend(url.origin, addresses, httpcore2.AnyIOBackend())
        return httpcore2.AsyncConnectionPool(
            ssl_context=self._ssl_context if url.origin.scheme == "https" else None,
            max_connections=1,
            max_keepalive_connections=0,
            network_backend=backend,
        )

    @cached_property
    def _ssl_context(self) -> ssl.SSLContext:
        import httpx2

        return self._given_context or httpx2.create_ssl_context(trust_env=False)


def _check_headers(headers: Mapping[str, str]) -> dict[str, str]:
    for name, value in headers.items():
        if not _TOKEN.fullmatch(name) or name.lower() in _OWN:
            raise ForbiddenRequestError(f"header {name!r:.80} is refused")
        if any((ord(char) < 32 and char != "\t") or ord(char) == 127 for char in value):
            raise ForbiddenRequestError(f"header {name!r:.80} has a line break or a control character in it")
    return dict(headers)


def _redirected(request: _Request, status: int, location: str) -> _Request:
    """Return the request that a redirect asks for. Raises ForbiddenRequestError where it would leak something."""
    url = redirect_target(request.url, location)
    if request.url.origin.scheme == "https" and url.origin.scheme == "http":
        raise ForbiddenRequestError("a redirect from https to http is refused")
    method, content, headers = request.method, request.content, request.headers
    if (status == 303 and method != "HEAD") or (status in (301, 302) and method == "POST"):
        method, content = "GET", None
        headers = {name: value for name, value in headers.items() if name.lower() != "content-type"}
    if url.origin != request.url.origin:
        if content is not None or method not in ("GET", "HEAD"):
            raise ForbiddenRequestError(f"a redirect that carries the request's body to {url.origin} is refused")
        headers = {name: value for name, value in headers.items() if name.lower() in _CARRIED}
    return _Request(method, url, headers, content, request.redirects + 1)


def _latin(raw: bytes) -> str:
    return raw.decode("latin-1")


def _message(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return (text or type(error).__name__)[:200]
