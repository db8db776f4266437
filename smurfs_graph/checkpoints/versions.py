"""Versions of a state: which is kept whole, which as a difference, and the last ones, remembered within bounds."""

import threading
import zlib
from collections import OrderedDict
from dataclasses import dataclass

from smurfs_graph.checkpoints.deltas import MAX_BYTES, apply, difference

REMEMBERED_BYTES = 64 * 1024 * 1024
"""Of the versions that later ones are compared with; one that was forgotten costs a whole one."""
LONGEST_CHAIN = 500
"""Differences that may have to be applied to read one version."""
_LEVEL = 6
_SMALL = 200
"""Bytes of a value that is kept whole: looking for differences would cost more than it saves."""

Key = tuple[str, str]
"""A run and a namespace of it."""


@dataclass(frozen=True)
class Version:
    """One version of a state."""

    id: str
    base: str | None
    """The version that it is kept as a difference from; None: it is kept whole."""
    cost: int
    """Bytes of all differences since the last whole one, this one's included."""
    links: int
    """How many they are."""
    raw: bytes


class Versions:
    """The last version of each state, so that the next can be kept as a difference; used by several threads."""

    def __init__(self) -> None:
        """Remembers nothing yet."""
        self._last: OrderedDict[Key, Version] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def next(self, key: Key, name: str, raw: bytes, parent: str | None) -> tuple[Version, bytes]:
        """A new version and what is kept of it; to be remembered once it is safe."""
        last = self._of(key)
        if last is not None and parent == last.id and last.id != name:
            changes = zlib.compress(difference(last.raw, raw), _LEVEL)
            cost = last.cost + len(changes)
            if last.links < LONGEST_CHAIN and cost <= len(raw):  # a whole one compresses to a part of this
                return Version(name, last.id, cost, last.links + 1, raw), changes
        return self.whole(name, raw)

    @staticmethod
    def whole(name: str, raw: bytes) -> tuple[Version, bytes]:
        """The same, kept whole."""
        return Version(name, None, 0, 0, raw), zlib.compress(raw, _LEVEL)

    def beside(self, key: Key, name: str, value: bytes) -> tuple[bool, bytes]:
        """What is kept of a value that belongs to a version, and whether that is all of it."""
        last = self._of(key)
        if last is None or last.id != name or len(value) < _SMALL:
            return True, zlib.compress(value, _LEVEL)
        return False, zlib.compress(difference(last.raw, value), _LEVEL)

    @staticmethod
    def unpacked(old: bytes | None, data: bytes) -> bytes:
        """What was kept, whole again. Raises ValueError or zlib.error for what was never kept by this class."""
        stream = zlib.decompressobj()
        plain = stream.decompress(data, MAX_BYTES)
        if not stream.eof:
            raise ValueError("too much, or cut off")
        return plain if old is None else apply(old, plain)

    def known(self, key: Key, name: str) -> bytes | None:
        """A version that is remembered."""
        last = self._of(key)
        return last.raw if last is not None and last.id == name else None

    def keep(self, key: Key, version: Version) -> None:
        """Remember a version that was read, unless a newer one is remembered."""
        last = self._of(key)
        if last is None or last.id <= version.id:
            self.remember(key, version)

    def remember(self, key: Key, version: Version) -> None:
        """Remember a version as the last one of its state."""
        with self._lock:
            self._drop(key)
            self._last[key] = version
            self._bytes += len(version.raw)
            while self._bytes > REMEMBERED_BYTES and len(self._last) > 1:
                self._drop(next(iter(self._last)))

    def forget(self, thread: str) -> None:
        """Remember nothing of a run."""
        with self._lock:
            for key in [key for key in self._last if key[0] == thread]:
                self._drop(key)

    def _of(self, key: Key) -> Version | None:
        with self._lock:
            return self._last.get(key)

    def _drop(self, key: Key) -> None:
        if (old := self._last.pop(key, None)) is not None:
            self._bytes -= len(old.raw)
