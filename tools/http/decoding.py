"""Response bodies, read in pieces: never more than a limit, before or after they are decompressed."""

import zlib
from collections.abc import AsyncIterable, Iterator

from smurfs_graph.tools.http.errors import BadResponseError

ACCEPTED = "gzip, deflate"
"""What a request asks for. Other encodings (br, zstd) are refused: they were not asked for."""
_PIECE = 256 * 1024


async def read_body(stream: AsyncIterable[bytes], encoding: str, limit: int) -> bytes:
    """The decoded body. Raises BadResponseError for one over `limit` bytes (as sent, or decoded) or badly encoded."""
    body, sent = bytearray(), 0
    decoder = _decoder(encoding)
    async for chunk in stream:
        sent += len(chunk)
        if sent > limit:
            raise _too_large(limit)
        for piece in decoder.decode(chunk):
            body += piece
            if len(body) > limit:
                raise _too_large(limit)
    decoder.finish()
    return bytes(body)


def _too_large(limit: int) -> BadResponseError:
    return BadResponseError(f"the response is larger than {limit} bytes; ask for less")


def _decoder(encoding: str) -> "_Plain":
    name = encoding.strip().lower()
    if name in ("", "identity"):
        return _Plain()
    if name in ("gzip", "x-gzip"):
        return _Zlib(zlib.MAX_WBITS | 16)
    if name == "deflate":
        return _Deflate()
    raise BadResponseError(f"the response is encoded as {encoding!r:.40}, which was not asked for")


class _Plain:
    def decode(self, chunk: bytes) -> Iterator[bytes]:
        yield chunk

    def finish(self) -> None:
        """Nothing can be missing."""


class _Zlib(_Plain):
    def __init__(self, window: int) -> None:
        self._inflate = zlib.decompressobj(window)
        self._any = False

    def decode(self, chunk: bytes) -> Iterator[bytes]:
        self._any = self._any or bool(chunk)
        try:
            while chunk and not self._inflate.eof:
                yield self._inflate.decompress(chunk, _PIECE)
                chunk = self._inflate.unconsumed_tail
        except zlib.error:
            raise BadResponseError("the response is not compressed as it says") from None

    def finish(self) -> None:
        if self._any and not self._inflate.eof:
            raise BadResponseError("the compressed response is cut short")


class _Deflate(_Zlib):
    """zlib's format as the standard says, or a bare deflate stream as some servers send it."""

    def __init__(self) -> None:
        super().__init__(zlib.MAX_WBITS)

    def decode(self, chunk: bytes) -> Iterator[bytes]:
        if not self._any and chunk and not _is_zlib(chunk):
            self._inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        yield from super().decode(chunk)


def _is_zlib(start: bytes) -> bool:
    if start[0] & 0x0F != 8:
        return False
    return len(start) < 2 or (start[0] * 256 + start[1]) % 31 == 0
