"""The difference between two versions of some bytes: a state that grows a little is kept at the cost of a little.

A difference is a list of operations: copy a stretch of the old version, insert bytes as they are, or inflate bytes that
were deflated with a stretch of the old version as dictionary. Long stretches in common are found by probes of the new
version and copied; what lies between them is left to zlib, which finds what is small, moved or edited. Pure: no I/O.
What is applied may come from a hostile file: every number is checked, and the size is bounded.
"""

import zlib
from typing import Any, cast

import ormsgpack

MAX_BYTES = 256 * 1024 * 1024
"""What a version may have; a difference that makes more is refused."""
_LONG = 1024
"""Bytes in common that are copied; deflating them costs more than naming them."""
_SHORT = 128
"""Bytes that are inserted as they are."""
_FEW = 4096
"""Bytes that are deflated without looking for what could be copied."""
_PIECE = 16 * 1024
"""Bytes that are deflated at once, with a dictionary of as much and a margin at either end: zlib looks 32 KiB back."""
_MARGIN = 6 * 1024
_REACH = 32 * 1024 - 512
"""Bytes that zlib looks back."""
_PROBE, _STRIDE = 32, 256
"""Bytes of a probe, and from one to the next."""
_FAR = 8
"""Probes that are looked for in the whole of the old version; those after them only where they are expected."""
_LEVEL = 6


def difference(old: bytes, new: bytes) -> bytes:
    """What `apply` needs besides `old` to make `new`."""
    return ormsgpack.packb(_operations(old, new))


def apply(old: bytes, changes: bytes) -> bytes:
    """The new version. Raises ValueError where `changes` is no difference from `old`."""
    try:
        operations: Any = ormsgpack.unpackb(changes)
    except ormsgpack.MsgpackDecodeError as error:
        raise ValueError(f"no difference: {error}") from None
    if not isinstance(operations, list):
        raise ValueError("no difference: not a list")
    parts: list[bytes] = []
    left = MAX_BYTES
    for operation in cast("list[Any]", operations):
        part = operation if isinstance(operation, bytes) else _apply(old, operation, left)
        left -= len(part)
        if left < 0:
            raise ValueError(f"no difference: makes more than {MAX_BYTES} bytes")
        parts.append(part)
    return b"".join(parts)


def inflate(data: bytes, dictionary: bytes = b"", *, raw: bool = True, most: int | None = None) -> bytes:
    """Undo the deflating. Raises ValueError for what is no such data, was cut off, or makes more than `most` bytes."""
    most = MAX_BYTES if most is None else most
    stream = zlib.decompressobj(-zlib.MAX_WBITS, dictionary) if raw else zlib.decompressobj()
    try:
        plain = stream.decompress(data, max(1, most))
    except zlib.error as error:
        raise ValueError(f"no difference: {error}") from None
    if not stream.eof:
        raise ValueError(f"no difference: makes more than {most} bytes, or is cut off")
    return plain


def _apply(old: bytes, operation: Any, most: int) -> bytes:
    match operation:
        case [int(start), int(length)] if start >= 0 and 0 < length <= len(old) - start:
            return old[start : start + length]
        case [int(start), int(length), bytes(data)] if start >= 0 and 0 <= length <= len(old) - start:
            return inflate(data, old[start : start + length], most=most)
        case _:
            raise ValueError("no difference: a copy from outside of the old version")


def _operations(old: bytes, new: bytes) -> list[Any]:
    operations: list[Any] = [] if old or not new else [_insertion(old, 0, 0, new)]
    at = expected = 0
    while old and at < len(new):
        length = _common(old, expected, new, at)
        if length >= _LONG or (length and at + length == len(new)):
            operations.append([expected, length])
            at, expected = at + length, expected + length
            continue
        end, start, near = _next_in_common(old, expected, new, at)
        operations.append(_insertion(old, near, start, new[at:end]))
        at, expected = end, start
    return operations


def _insertion(old: bytes, start: int, end: int, data: bytes) -> Any:
    """Bytes that stand where the old version had others; what is around those is the dictionary."""
    if len(data) <= _SHORT:
        return data
    room = _REACH - len(data)
    low, high = 0, len(old)
    if high > room:
        low = max(0, start - _MARGIN)
        high = min(high, low + min(room, max(end - start, len(data)) + 2 * _MARGIN))
    around = old[low:high]
    bits = max(10, min(zlib.MAX_WBITS, (len(around) + len(data)).bit_length()))  # a small window is a fast one
    memory = max(1, min(8, bits - 7))
    coder = zlib.compressobj(_LEVEL, zlib.DEFLATED, -bits, memory, zlib.Z_DEFAULT_STRATEGY, around)
    return [low, len(around), coder.compress(data) + coder.flush()]


def _next_in_common(old: bytes, expected: int, new: bytes, at: int) -> tuple[int, int, int]:
    """Where the next long stretch in common begins, in the new version and in the old; or where a piece ends.

    The third is where the old version has what comes before that, as far as it can be told.
    """
    end = min(at + _PIECE, len(new))
    few = end - at <= _FEW
    stride = max(_PROBE, (end - at) // _FAR) if few else _STRIDE
    if few and len(old) <= _REACH - _FEW:  # all of it will be the dictionary
        return end, min(expected + end - at, len(old)), expected
    near, longest, far = expected, 0, _FAR
    for position in range(at + stride, end - _PROBE, stride):
        low, high = (0, len(old)) if far else (expected, expected + position - at + _MARGIN)
        start = old.find(new[position : position + _PROBE], low, high)
        far = max(0, far - 1)
        if start < 0:
            continue
        length = _common(old, start, new, position)
        before = _common_before(old, start, new, position, min(position - at, start))
        if length >= _LONG:
            return position - before, start - before, near
        if length + before > longest:
            near, longest = max(0, start - (position - at)), length + before
    return end, min(expected + end - at, len(old)), near


def _common(old: bytes, i: int, new: bytes, j: int) -> int:
    """The length of what both have in common from two positions on."""
    most = min(len(old) - i, len(new) - j)
    length, step = 0, 64
    while (
        length < most
        and old[i + length : i + min(length + step, most)] == new[j + length : j + min(length + step, most)]
    ):
        length = min(length + step, most)
        step *= 2
    low, high = length, min(length + step, most)
    while low < high:  # they differ somewhere in between
        middle = (low + high + 1) // 2
        if old[i + low : i + middle] == new[j + low : j + middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_before(old: bytes, i: int, new: bytes, j: int, most: int) -> int:
    """The length of what both have in common up to two positions, `most` at most."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if old[i - middle : i - low] == new[j - middle : j - low]:
            low = middle
        else:
            high = middle - 1
    return low
