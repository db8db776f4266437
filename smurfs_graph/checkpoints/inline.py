"""Texts that PostgreSQL keeps as JSON, beside the values that are serialized: made fit for that, and encrypted too."""

import base64
import json
from typing import Any

from langgraph.checkpoint.serde.base import CipherProtocol

from smurfs_graph.checkpoints.serializing import KEY_VARIABLE, decrypt, encrypt
from smurfs_graph.errors import StorageError

_SEALED, _PACKED = "smurfs-sealed:", "smurfs-base64:"
_KEY = "smurfs-sealed"
_NEEDED = f"the run is encrypted; set {KEY_VARIABLE} to its key"


def to_inline(value: Any, cipher: CipherProtocol | None) -> Any:
    """Make a text one that JSON in PostgreSQL can hold: no NUL, no half of a surrogate pair; other values stay."""
    if not isinstance(value, str):
        return value
    if cipher is not None:
        return _SEALED + _base64(encrypt(cipher, _bytes(value)))
    if "\0" in value or not _is_utf8(value) or value.startswith((_SEALED, _PACKED)):
        return _PACKED + _base64(_bytes(value))
    return value


def from_inline(value: Any, cipher: CipherProtocol | None) -> Any:
    """Undo `to_inline`. Raises StorageError where the key is missing, is another one, or was not used."""
    if not isinstance(value, str):
        return value
    if value.startswith(_SEALED):
        if cipher is None:
            raise StorageError(_NEEDED)
        return decrypt(cipher, base64.b64decode(value.removeprefix(_SEALED))).decode("utf-8", "surrogatepass")
    if cipher is not None:
        raise StorageError(f"the run is not encrypted; unset {KEY_VARIABLE} to read it")
    if value.startswith(_PACKED):
        return base64.b64decode(value.removeprefix(_PACKED)).decode("utf-8", "surrogatepass")
    return value


def seal_value(value: dict[str, Any], cipher: CipherProtocol | None) -> dict[str, Any]:
    """A store's value as PostgreSQL is to keep it."""
    text = json.dumps(value)
    if cipher is not None:
        return {_KEY: _base64(encrypt(cipher, text.encode()))}
    if "\\u0000" in text or "\\ud" in text:
        return {_KEY: _base64(text.encode())}
    return value


def unseal_value(value: dict[str, Any], cipher: CipherProtocol | None) -> dict[str, Any]:
    """The inverse. Raises StorageError where the key is missing, is another one, or was not used."""
    if value.keys() != {_KEY}:
        if cipher is not None:
            raise StorageError(f"a payload is not encrypted; unset {KEY_VARIABLE} to read it")
        return value
    data = base64.b64decode(value[_KEY])
    if cipher is not None:
        return json.loads(decrypt(cipher, data))
    try:
        return json.loads(data)
    except ValueError:
        raise StorageError(_NEEDED) from None


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
