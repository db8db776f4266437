"""The difference between two versions of some bytes: a state that grows a little is kept at the cost of a little.

A difference is a list of what to copy from the old version and what to insert. Regions are found by the positions of
the old version's aligned blocks, as in Tridgell & Mackerras, The rsync algorithm (1996), but by the blocks themselves.
Pure: no I/O. What is applied may come from a hostile file: every number is checked, and the size is bounded.
"""

from typing import Any, cast

import ormsgpack

BLOCK = 32
"""Bytes of a block: what two versions share in one piece is found where it is twice as long."""
_PROBES = 8
MAX_BYTES = 256 * 1024 * 1024
"""What a version may have; a difference that makes more is refused."""


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
    size = 0
    for operation in cast("list[Any]", operations):
        part = operation if isinstance(operation, bytes) else _copied(old, operation)
        size += len(part)
        if size > MAX_BYTES:
            raise ValueError(f"no difference: makes more than {MAX_BYTES} bytes")
        parts.append(part)
    return b"".join(parts)


def _copied(old: bytes, operation: Any) -> bytes:
    match operation:
        case [int(start), int(length)] if start >= 0 and 0 < length <= len(old) - start:
            return old[start : start + length]
        case _:
            raise ValueError("no difference: a copy from outside of the old version")


def _operations(old: bytes, new: bytes) -> list[Any]:
    operations: list[Any] = []
    index: dict[bytes, int] | None = None
    inserted = at = expected = 0
    while at < len(new):
        length = _common(old, expected, new, at)
        if length >= BLOCK or (length and at + length == len(new)):
            if inserted < at:
                operations.append(new[inserted:at])
            operations.append([expected, length])
            at, expected = at + length, expected + length
            inserted = at
            continue
        found, start = _soon_again(old, expected, new, at)
        if found < 0:
            index = {old[k : k + BLOCK]: k for k in range(0, len(old) - BLOCK + 1, BLOCK)} if index is None else index
            found, start = _next_block(index, new, at)
        if found < 0:
            break
        while found > inserted and start > 0 and old[start - 1] == new[found - 1]:
            found, start = found - 1, start - 1
        at, expected = found, start
    if inserted < len(new):
        operations.append(new[inserted:])
    return operations


def _soon_again(old: bytes, expected: int, new: bytes, at: int) -> tuple[int, int]:
    """Where one of the old version's next few blocks stands, and its position there; -1 without.

    Most changes are small and in place, and this is much faster than looking at every position.
    """
    for start in range(expected, min(expected + _PROBES * BLOCK, len(old) - BLOCK + 1), BLOCK):
        if (found := new.find(old[start : start + BLOCK], at)) >= 0:
            return found, start
    return -1, 0


def _next_block(index: dict[bytes, int], new: bytes, at: int) -> tuple[int, int]:
    """The first position from `at` on where a block of the old version stands, and its position there; -1 without."""
    for position in range(at, len(new) - BLOCK + 1):
        if (start := index.get(new[position : position + BLOCK])) is not None:
            return position, start
    return -1, 0


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
