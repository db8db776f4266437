"""Versions of a state: which is kept whole, which as a difference, and the last ones, remembered within bounds."""

import threading
from collections import OrderedDict
from dataclasses import dataclass, field

from smurfs_graph.checkpoints.deltas import difference
from smurfs_graph.checkpoints.encoding import Channels, Encoded

REMEMBERED_BYTES = 32 * 1024 * 1024
"""Of memory, for the versions that later ones are compared with; one that was forgotten costs a whole one."""
LONGEST_CHAIN = 500
"""Differences that may have to be applied to read one version."""
_DEAREST_CHAIN = 8
"""What they may take together, in sizes of the version."""
_AROUND_A_VERSION, _AROUND_A_VALUE = 1_000, 400
"""Bytes of memory that they take beside their own; states have many small values."""

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
    channels: Channels = field(default_factory=dict[str, Encoded], repr=False)
    """The values in it, as far as they are known."""


class OnTheWay:
    """Versions that were made on the way to a later one: who reads a history backwards needs them. Bounded."""

    def __init__(self, most_bytes: int = 0) -> None:
        """None yet."""
        self._raws: OrderedDict[tuple[Key, str], bytes] = OrderedDict()
        self._bytes, self._most = 0, most_bytes

    def get(self, key: Key, name: str) -> bytes | None:
        """One that is still there."""
        return self._raws.get((key, name))

    def keep(self, key: Key, name: str, raw: bytes) -> None:
        """One that was made; the first ones go first, which are the furthest from where the way leads to."""
        if (key, name) not in self._raws:
            self._raws[key, name] = raw
            self._bytes += len(raw)
        while self._bytes > self._most and len(self._raws) > 1:
            self._bytes -= len(self._raws.popitem(last=False)[1])


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
            changes = difference(last.raw, raw)
            cost = last.cost + len(changes)
            if last.links < LONGEST_CHAIN and cost <= _DEAREST_CHAIN * len(raw):
                return Version(name, last.id, cost, last.links + 1, raw), changes
        return self.whole(name, raw)

    @staticmethod
    def whole(name: str, raw: bytes) -> tuple[Version, bytes]:
        """The same, kept whole."""
        return Version(name, None, 0, 0, raw), difference(b"", raw)

    def beside(self, key: Key, name: str, value: bytes) -> tuple[bool, bytes]:
        """What is kept of a value that belongs to a version, and whether that is all of it."""
        last = self._of(key)
        if last is None or last.id != name:
            return True, difference(b"", value)
        return False, difference(last.raw, value)

    def find(self, key: Key, name: str) -> bytes | None:
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
            self._bytes += _size(version)
            while self._bytes > REMEMBERED_BYTES and len(self._last) > 1:
                self._drop(next(iter(self._last)))

    def forget(self, thread: str) -> None:
        """Remember nothing of a run."""
        with self._lock:
            for key in [key for key in self._last if key[0] == thread]:
                self._drop(key)

    def clear(self) -> None:
        """Remember nothing."""
        with self._lock:
            self._last.clear()
            self._bytes = 0

    def channels(self, key: Key, name: str | None) -> Channels:
        """The values of a version that is remembered, as they were encoded."""
        last = self._of(key)
        return last.channels if last is not None and last.id == name else {}

    def _of(self, key: Key) -> Version | None:
        with self._lock:
            return self._last.get(key)

    def _drop(self, key: Key) -> None:
        if (old := self._last.pop(key, None)) is not None:
            self._bytes -= _size(old)


def _size(version: Version) -> int:
    values = sum(_AROUND_A_VALUE + len(each.data) for each in version.channels.values())
    return _AROUND_A_VERSION + len(version.raw) + values
