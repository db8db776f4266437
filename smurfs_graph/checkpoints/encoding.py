"""Checkpoints as bytes, each value of a state encoded once for every version that it has.

A superstep changes a few channels of a state; the others are spliced in as they were encoded before. LangGraph's own
checkpointers rely on versions in the same way: they keep a channel's value under its version.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import ormsgpack

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
    """A checkpoint with its metadata as bytes, and its channels; `before`: the channels of one before it."""
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
