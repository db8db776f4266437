"""The difference between two versions of some bytes: a state that grows a little is kept at the cost of a little.

A difference is a Zstandard frame whose dictionary is the old version, as `zstd --patch-from` makes one. Pure: no I/O.
What is applied may come from a hostile file: its size is looked at before anything is made of it, and bounded.
"""

from zstandard import (
    DICT_TYPE_RAWCONTENT,
    ZstdCompressionDict,
    ZstdCompressionParameters,
    ZstdCompressor,
    ZstdDecompressor,
    ZstdError,
    frame_content_size,
)

MAX_BYTES = 256 * 1024 * 1024
"""Bytes of a version, at most; a difference that makes more is refused."""
_LEVEL = 3
_FARTHEST = 28
"""Bits of how far back a frame may refer to."""


def difference(old: bytes, new: bytes) -> bytes:
    """Return the delta from which `apply` makes `new` out of `old`."""
    far = min(_FARTHEST, max(10, (len(old) + len(new)).bit_length()))
    sizes = {"source_size": len(new), "dict_size": len(old), "window_log": far}
    parameters = ZstdCompressionParameters.from_level(_LEVEL, write_checksum=True, write_dict_id=False, **sizes)
    return ZstdCompressor(dict_data=_dictionary(old), compression_params=parameters).compress(new)


def apply(old: bytes, changes: bytes, *, most: int = MAX_BYTES) -> bytes:
    """Return the new version. Raises ValueError where `changes` is no difference from `old`, or makes more bytes."""
    try:
        size = frame_content_size(changes)
        if not 0 <= size <= most:
            raise ValueError(f"no difference: makes more than {most} bytes, or does not say how many")
        reader = ZstdDecompressor(dict_data=_dictionary(old), max_window_size=2**_FARTHEST)
        return reader.decompress(changes, allow_extra_data=False)
    except ZstdError as error:
        raise ValueError(f"no difference: {error}") from None


def _dictionary(old: bytes) -> ZstdCompressionDict | None:
    return ZstdCompressionDict(old, dict_type=DICT_TYPE_RAWCONTENT) if old else None
