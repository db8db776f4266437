"""Response bodies, read in pieces: never more than a limit, before or after they are decompressed."""

import zlib
from collections.abc import AsyncIterable, Iterator
from typing import Any

from smurfs_graph.tools.http.errors import BadResponseError

ACCEPTED = "gzip, deflate"
"""Encodings that a request asks for. Others (br, zstd) are refused."""
_PIECE = 256 * 1024


async def read_body(stream: AsyncIterable[bytes], encoding: str, limit: int) -> bytes:
    """Return the decoded body.

    Raises BadResponseError for one over `limit` bytes (as sent, or decoded) or badly encoded.
    """
    name = encoding.strip().lower() or "identity"
    if name not in ("identity", "gzip", "x-gzip", "deflate"):
        raise BadResponseError(f"the response is encoded as {encoding!r:.40}, which was not asked for")
    inflate = None if name == "identity" else zlib.decompressobj(zlib.MAX_WBITS | 32)  # zlib's format or gzip's
    body, sent = bytearray(), 0
    async for chunk in stream:
        sent += len(chunk)
        for piece in _pieces(inflate, chunk):
            body += piece
            if max(sent, len(body)) > limit:
                raise BadResponseError(f"the response is larger than {limit} bytes; ask for less")
    if inflate is not None and sent and not inflate.eof:
        raise BadResponseError("the compressed response is cut short")
    return bytes(body)


def _pieces(inflate: Any, chunk: bytes) -> Iterator[bytes]:
    """Yield a chunk as it was before it was compressed, piece by piece; what follows the compressed data is nothing."""
    if inflate is None or inflate.eof:
        yield chunk if inflate is None else b""
        return
    try:
        while chunk and not inflate.eof:
            yield inflate.decompress(chunk, _PIECE)
            chunk = inflate.unconsumed_tail
    except zlib.error:
        raise BadResponseError("the response is not compressed as it says") from None
