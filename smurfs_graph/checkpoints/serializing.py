"""What checkpoints are turned into and built from: this library's own types and plain data, and nothing else.

LangGraph's default would import and construct any type that a checkpoint names.
"""

import copy
import os
import re
from typing import Any

from langgraph.checkpoint.serde.base import CipherProtocol, SerializerProtocol
from langgraph.checkpoint.serde.encrypted import EncryptedSerializer
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from smurfs_graph.errors import ConfigurationError, StorageError
from smurfs_graph.state import CHECKPOINTED

KEY_VARIABLE = "SMURFS_AES_KEY"
_KNOWN = ("null", "bytes", "bytearray", "msgpack")
_ENCRYPTION = "encryption at rest needs the extra: pip install 'smurfs-graph[encryption]'"


class StrictSerializer(JsonPlusSerializer):
    """Builds the types of a run's state only; what else a checkpoint names stays plain data."""

    def __init__(self) -> None:
        """The allow-list is `smurfs_graph.state.CHECKPOINTED`, besides LangGraph's own of harmless types."""
        super().__init__(allowed_msgpack_modules=[(kind.__module__, kind.__name__) for kind in CHECKPOINTED])

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """The value. Raises StorageError for a kind of data that this library never writes (JSON, pickle)."""
        if data[0] not in _KNOWN:
            raise StorageError(f"a checkpoint holds data of kind {data[0]!r:.40}, which is never read")
        return super().loads_typed(data)


class SealedSerializer(EncryptedSerializer):
    """Encrypts, and refuses what is not encrypted or not with this key."""

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """The value. Raises StorageError in one line where the key is another one, or none was used."""
        kind, plus, _ = data[0].partition("+")
        if not plus:
            raise StorageError(f"a checkpoint is not encrypted; unset {KEY_VARIABLE} to read it")
        return self.serde.loads_typed((kind, opened(self.cipher, data[1])))


def strict_serializer() -> JsonPlusSerializer:
    """A serializer for any LangGraph checkpointer that loads nothing but a run's types and plain data."""
    return StrictSerializer()


def sealed_serializer(cipher: CipherProtocol) -> SealedSerializer:
    """The strict serializer behind a cipher."""
    return SealedSerializer(cipher, strict_serializer())


def made_strict(serializer: SerializerProtocol) -> SerializerProtocol:
    """The same serializer, strict: LangGraph's own is replaced, also inside of its encrypting one; others are kept."""
    if type(serializer) is JsonPlusSerializer:
        return strict_serializer()
    if isinstance(serializer, EncryptedSerializer) and type(serializer.serde) is JsonPlusSerializer:
        clone = copy.copy(serializer)
        clone.serde = strict_serializer()
        return clone
    return serializer


def environment_cipher() -> CipherProtocol | None:
    """AES with the key of SMURFS_AES_KEY; None where it is not set. Raises ConfigurationError for what is no key."""
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


def opened(cipher: CipherProtocol, data: bytes) -> bytes:
    """What was encrypted. Raises StorageError in one line where the key does not fit."""
    try:
        return cipher.decrypt("aes", data)
    except ValueError:
        raise StorageError(f"the key in {KEY_VARIABLE} is not the one that the runs were encrypted with") from None


def closed(cipher: CipherProtocol, data: bytes) -> bytes:
    """The data, encrypted."""
    return cipher.encrypt(data)[1]
