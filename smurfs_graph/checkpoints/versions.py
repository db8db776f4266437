"""Versions of a state: which is kept whole, which as a difference, and the latest, remembered within bounds."""

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import ormsgpack

from smurfs_graph.checkpoints.deltas import difference

Dump = Callable[[Any], tuple[str, bytes]]
"""A serializer's `dumps_typed`."""


class Encoded(NamedTuple):
    """A channel's value in one of its versions."""

    version: Any
    data: bytes


Channels = Mapping[str, Encoded]


def encode_checkpoint(
    checkpoint: Mapping[str, Any], metadata: Any, before: Channels, dump: Dump
) -> tuple[bytes, Channels]:
    """Return a checkpoint with its metadata as bytes, and its channels; `before`: the channels of one before it.

    A superstep changes a few channels of a state; the others are spliced in as they were encoded before. LangGraph's
    own checkpointers rely on versions in the same way: they keep a channel's value under its version.
    """
    versions, values = checkpoint["channel_versions"], checkpoint["channel_values"]
    channels: dict[str, Encoded] = {}
    spliced: dict[str, Any] = {}
    for name, value in values.items():
        version, known = versions.get(name), before.get(name)
        if known is None or version is None or known.version != version:
            kind, data = dump(value)
            if kind != "msgpack":  # nothing, or bytes: as they are
                spliced[name] = value
                continue
            known = Encoded(version, data)
        channels[name] = known
        spliced[name] = ormsgpack.Fragment(known.data)
    kind, state = dump({**checkpoint, "channel_values": spliced})
    described = json.dumps(metadata, ensure_ascii=False).encode("utf-8", "ignore")
    return ormsgpack.packb([kind, state, described]), channels


REMEMBERED_BYTES = 32 * 1024 * 1024
"""Of memory, for the versions that later ones are compared with; one that was forgotten costs a whole one."""
LONGEST_CHAIN = 500
"""Differences that may have to be applied to read one version."""
_DEAREST_CHAIN = 8
"""Size of a chain's differences at most, in sizes of the version."""
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
    """The number of differences since the last whole one."""
    raw: bytes
    channels: Channels = field(default_factory=dict[str, Encoded], repr=False)
    """The values in it, as far as they are known."""

    def next(self, name: str, raw: bytes) -> "tuple[Version, bytes]":
        """Return the version after this one, and what is kept of it."""
        changes = difference(self.raw, raw)
        cost = self.cost + len(changes)
        if self.links >= LONGEST_CHAIN or cost > _DEAREST_CHAIN * len(raw):
            return whole_version(name, raw)
        return Version(name, self.id, cost, self.links + 1, raw), changes


def whole_version(name: str, raw: bytes) -> tuple[Version, bytes]:
    """Return a version that is kept whole, and how."""
    return Version(name, None, 0, 0, raw), difference(b"", raw)


class Versions:
    """Versions that were written or read last, so that the next can be kept as differences; used by several threads."""

    def __init__(self, most_bytes: int = REMEMBERED_BYTES) -> None:
        """Remembers nothing yet; `most_bytes`: of all versions together."""
        self._most = most_bytes
        self._known: OrderedDict[tuple[Key, str], Version] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def find(self, key: Key, name: str | None) -> Version | None:
        """Return a version that is remembered."""
        with self._lock:
            return self._known.get((key, name or ""))

    def keep(self, key: Key, version: Version, *, instead_of: str | None = None) -> None:
        """Remember a version; those that were remembered first are forgotten first."""
        with self._lock:
            for name in (version.id, instead_of or ""):
                self._forget((key, name))
            self._known[key, version.id] = version
            self._bytes += _size(version)
            while self._bytes > self._most and len(self._known) > 1:
                self._forget(next(iter(self._known)))

    def forget_run(self, thread: str) -> None:
        """Remember nothing of a run."""
        with self._lock:
            for known in [known for known in self._known if known[0][0] == thread]:
                self._forget(known)

    def _forget(self, known: tuple[Key, str]) -> None:
        if (old := self._known.pop(known, None)) is not None:
            self._bytes -= _size(old)


def _size(version: Version) -> int:
    values = sum(_AROUND_A_VALUE + len(each.data) for each in version.channels.values())
    return _AROUND_A_VERSION + len(version.raw) + values
