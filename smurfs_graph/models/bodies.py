"""Bounds on the answers of a model's server: a body of limited size, and no redirect of the prompt to another host.

Hooks for HTTP clients of the httpx family (httpx, httpx2), which take them as `event_hooks`. One hook serves clients
that block and clients that do not, as some integrations hand the same arguments to both.
"""

import re
import zlib
from collections.abc import AsyncIterator, Generator, Iterator
from functools import cache
from importlib import import_module
from typing import Any

from smurfs_graph.models.completions import EventAnswer, WholeAnswer

MAX_BYTES = 8 * 1024 * 1024
"""Of one answer, as it comes and decompressed. A reply has some thousands, a long stream of thoughts some millions."""
_PIECE = 64 * 1024
_ACCEPTED = "gzip, deflate"
_ORIGIN = "smurfs_graph.origin"
_ASKED = "smurfs_graph.streamed"
"""Whether a stream was asked for; a redirected request has no body to look into."""
_COMPLETIONS = "/chat/completions"
_STREAMED = re.compile(rb'"stream":\s*true')


class RefusedAnswerError(Exception):
    """A server's answer that is not taken; the text says which and why, in one line."""


def event_hooks(*, of_completions: bool = False) -> dict[str, list[Any]]:
    """Return the `event_hooks` of an HTTP client; `of_completions`: for servers of OpenAI's chat interface."""
    return {"request": [_stay], "response": [_bound, *([_mend] if of_completions else [])]}


class _Done:
    """A hook's return value that clients may await or ignore."""

    def __await__(self) -> Generator[None, None, None]:
        yield from ()


def _stay(request: Any) -> _Done:
    """Refuse a request that a redirect has led elsewhere: redirected requests keep the extensions of the first."""
    request.headers["accept-encoding"] = _ACCEPTED
    first = request.extensions.setdefault(_ORIGIN, request.url)
    if _ASKED not in request.extensions and request.url.path.endswith(_COMPLETIONS):
        request.extensions[_ASKED] = _STREAMED.search(request.content) is not None
    if _origin(request.url) != _origin(first) and not _is_the_same_over_tls(first, request.url):
        raise RefusedAnswerError(
            f"{address(first)} redirects to {address(request.url)}, where the prompt was not sent; "
            "set base_url to the address that is meant"
        )
    return _Done()


def _bound(response: Any) -> _Done:
    """Have the body read in pieces, up to the limit."""
    encoding = response.headers.get("content-encoding", "identity").strip().lower()
    body = _Body(encoding, address(response.request.url))
    if encoding != "identity":
        del response.headers["content-encoding"]  # it is decompressed here
    response.stream = _stream_class(type(response).__module__.partition(".")[0])(response.stream, body)
    return _Done()


def _mend(response: Any) -> _Done:
    """Have a chat completion mended while it is read."""
    request = response.request
    if response.is_success and request.url.path.endswith(_COMPLETIONS):
        is_stream = "event-stream" in response.headers.get("content-type", "")
        answer = EventAnswer() if is_stream else WholeAnswer(streamed=request.extensions.get(_ASKED, False))
        response.stream = _stream_class(type(response).__module__.partition(".")[0])(response.stream, answer)
    return _Done()


class _Body:
    """The bytes of one answer, counted before and after they are decompressed."""

    def __init__(self, encoding: str, address: str) -> None:
        if encoding not in ("identity", "gzip", "x-gzip", "deflate"):
            raise RefusedAnswerError(f"{address} answers in the encoding {encoding!r:.40}, which was not asked for")
        self._inflate = zlib.decompressobj(zlib.MAX_WBITS | 32) if encoding != "identity" else None
        self._address = address
        self._sent = self._size = 0

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        """Yield a chunk as it was before it was compressed, piece by piece.

        Raises RefusedAnswerError over the limit.
        """
        self._sent += len(chunk)
        if self._inflate is None:
            self._count(chunk)
            yield chunk
            return
        while chunk and not self._inflate.eof:
            try:
                piece = self._inflate.decompress(chunk, _PIECE)
            except zlib.error:
                raise RefusedAnswerError(f"{self._address} answers with damaged {_ACCEPTED} data") from None
            self._count(piece)
            yield piece
            chunk = self._inflate.unconsumed_tail

    def end(self) -> Iterator[bytes]:
        """Yield nothing: all of it was passed on as it came."""
        yield from ()

    def _count(self, piece: bytes) -> None:
        self._size += len(piece)
        if max(self._size, self._sent) > MAX_BYTES:
            raise RefusedAnswerError(f"{self._address} answers with more than {MAX_BYTES:,} bytes; they were not read")


@cache
def _stream_class(library: str) -> type:
    """Return the class of streams that a library of the family takes, for both kinds of clients."""
    http: Any = import_module(library)

    class BoundedStream(http.SyncByteStream, http.AsyncByteStream):
        def __init__(self, stream: Any, body: _Body | WholeAnswer | EventAnswer) -> None:
            self._stream, self._body = stream, body

        def __iter__(self) -> Iterator[bytes]:
            for chunk in self._stream:
                yield from self._body.pieces(chunk)
            yield from self._body.end()

        async def __aiter__(self) -> AsyncIterator[bytes]:
            async for chunk in self._stream:
                for piece in self._body.pieces(chunk):
                    yield piece
            for piece in self._body.end():
                yield piece

        def close(self) -> None:
            self._stream.close()

        async def aclose(self) -> None:
            await self._stream.aclose()

    return BoundedStream


def _origin(url: Any) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port


def _is_the_same_over_tls(first: Any, then: Any) -> bool:
    return _origin(first) == ("http", then.host, None) and _origin(then) == ("https", first.host, None)


def address(url: Any) -> str:
    """Return the origin of a URL of the family, as people read it."""
    port = f":{url.port}" if url.port is not None else ""
    return f"{url.scheme}://{url.host}{port}"
