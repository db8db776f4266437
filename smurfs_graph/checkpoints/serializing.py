"""Serialize checkpoints strictly: this library's own types and plain data, and nothing else.

LangGraph's default would import and construct any type that a checkpoint names.
"""

import copy
import os
import re
import threading
from collections.abc import Callable
from typing import Any
from uuid import UUID

import ormsgpack
from langgraph.checkpoint.serde.base import CipherProtocol
from langgraph.checkpoint.serde.encrypted import EncryptedSerializer
from langgraph.checkpoint.serde.jsonplus import EXT_PYDANTIC_V2, JsonPlusSerializer

from smurfs_graph.checkpoints.state_version import STATE
from smurfs_graph.errors import ConfigurationError, StorageError, how_to_install
from smurfs_graph.state import CHECKPOINTED

KEY_VARIABLE = "SMURFS_AES_KEY"
_BUILT = UUID(int=0)
"""Of a type that LangGraph's serializer builds however strict it is."""
_KNOWN = ("null", "bytes", "bytearray", "msgpack")
_ENCRYPTION = f"encryption at rest needs the extra encryption: {how_to_install('encryption')}"


class StrictSerializer(JsonPlusSerializer):
    """Builds the types of a run's state only; what else a checkpoint names stays plain data."""

    def __init__(self) -> None:
        """The allow-list is `smurfs_graph.state.CHECKPOINTED`, besides LangGraph's own of harmless types."""
        others = JsonPlusSerializer(allowed_msgpack_modules=[(kind.__module__, kind.__name__) for kind in CHECKPOINTED])
        super().__init__(__unpack_ext_hook__=_building(others))

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """Return the value. Raises StorageError for a kind of data that this library never writes (JSON, pickle).

        And for a value of one of its own types that does not fit the type any more: LangGraph would leave it plain.
        """
        if "+" in data[0]:
            raise StorageError(f"the run is encrypted; set {KEY_VARIABLE} to its key")
        if data[0] not in _KNOWN:
            raise StorageError(f"a checkpoint holds data of kind {data[0]!r:.40}, which is never read")
        before, _unfit.names = _unfit.names, list[str]()
        try:
            value, names = super().loads_typed(data), _unfit.names
        finally:
            _unfit.names = before
        if names:
            raise StorageError(
                f"a checkpoint holds a {names[0]} as another version of smurfs-graph wrote it; "
                f"this one reads state {STATE}"
            )
        return value


class SealedSerializer(EncryptedSerializer):
    """Encrypts, and refuses what is not encrypted or not with this key."""

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """Return the value. Raises StorageError in one line where the key is another one, or none was used."""
        kind, plus, _ = data[0].partition("+")
        if not plus:
            raise StorageError(f"a checkpoint is not encrypted; unset {KEY_VARIABLE} to read it")
        return self.serde.loads_typed((kind, decrypt(self.cipher, data[1])))


def _building(others: JsonPlusSerializer) -> Callable[[int, bytes], Any]:
    """Return a function that builds a part of a checkpoint, and notes what does not fit a type of this library.

    `others`: builds what is of no type of this library.
    """

    def build(code: int, data: bytes) -> Any:
        return others.loads_typed(("msgpack", ormsgpack.packb(ormsgpack.Ext(code, data))))

    def rebuild(code: int, data: bytes) -> Any:
        if code != EXT_PYDANTIC_V2:
            return build(code, data)
        name = "value"
        try:
            named: Any = ormsgpack.unpackb(data, ext_hook=rebuild, option=ormsgpack.OPT_NON_STR_KEYS)
            name = f"{named[0]}.{named[1]}"[:80]
            kind = _OWN.get(named[1]) if named[0].startswith("smurfs_graph.") else None
            return kind(**named[2]) if kind is not None else build(code, data)
        except (ValueError, TypeError, LookupError):
            _unfit.names.append(name)
            return None

    return rebuild


class _Unfit(threading.local):
    def __init__(self) -> None:
        self.names: list[str] = []


_unfit = _Unfit()
_OWN = {kind.__name__: kind for kind in CHECKPOINTED}
"""By name alone: a type that has moved to another module since is the same type."""


def strict_serializer() -> JsonPlusSerializer:
    """Return a serializer for any LangGraph checkpointer that loads nothing but a run's types and plain data."""
    return StrictSerializer()


def make_strict(serializer: Any) -> Any:
    """Make a serializer strict: one of LangGraph's is replaced, also inside of its encrypting one; others are kept.

    So is one that reads without building anything, for showing.
    """
    if isinstance(serializer, EncryptedSerializer):
        clone = copy.copy(serializer)
        clone.serde = make_strict(serializer.serde)
        return clone if clone.serde is not serializer.serde else serializer
    if not isinstance(serializer, JsonPlusSerializer) or isinstance(serializer, StrictSerializer):
        return serializer
    builds = isinstance(serializer.loads_typed(serializer.dumps_typed(_BUILT)), UUID)
    return strict_serializer() if builds else serializer


def environment_cipher() -> CipherProtocol | None:
    """Return AES with the key of SMURFS_AES_KEY; None where it is not set.

    Raises ConfigurationError for an unusable key.
    """
    text = os.environ.get(KEY_VARIABLE, "")
    if not text:
        return None
    key = bytes.fromhex(text) if re.fullmatch(r"(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{48}|[0-9a-fA-F]{64})", text) else b""
    if not key:
        raise ConfigurationError(f"{KEY_VARIABLE} takes 32, 48 or 64 hexadecimal digits: openssl rand -hex 32")
    try:
        return EncryptedSerializer.from_pycryptodome_aes(strict_serializer(), key=key).cipher
    except ImportError:
        raise ConfigurationError(_ENCRYPTION) from None


def decrypt(cipher: CipherProtocol, data: bytes) -> bytes:
    """Decrypt the data. Raises StorageError in one line where the key does not fit."""
    try:
        return cipher.decrypt("aes", data)
    except ValueError:
        raise StorageError(f"the key in {KEY_VARIABLE} is not the one that the runs were encrypted with") from None


def encrypt(cipher: CipherProtocol, data: bytes) -> bytes:
    """Encrypt the data."""
    return cipher.encrypt(data)[1]
