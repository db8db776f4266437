"""The user's own signing key: under what a run was started with, and under the calls that a person approved.

Whoever can write a storage cannot sign with it; whoever can read the key file can.
"""

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from smurfs_graph.errors import ConfigurationError
from smurfs_graph.user.home import data_directory

_OF_THIS_PROCESS = secrets.token_bytes(32)


def user_key() -> bytes:
    """Return the user's key, made when it is first needed. Raises ConfigurationError where that cannot be."""
    path: Path = data_directory() / "signing.key"
    try:
        with suppress(FileNotFoundError):
            if len(key := _read(path)) == 32:
                return key
        return _make_key(path)
    except OSError as error:
        raise ConfigurationError(f"the key {str(path)!r} cannot be made or read: {error.strerror}") from None


def key_at_hand() -> bytes:
    """Return the user's key, or one of this process alone: what that one signs, no later process believes."""
    try:
        return user_key()
    except ConfigurationError:
        return _OF_THIS_PROCESS


def sign(key: bytes, parts: Iterable[str]) -> str:
    """Return a signature of these texts in this order."""
    return hmac.new(key, json.dumps([*parts]).encode(), hashlib.sha256).hexdigest()


def is_signed(signature: str, key: bytes, parts: Iterable[str]) -> bool:
    """Return whether this is the key's signature of these texts."""
    return hmac.compare_digest(signature.encode("utf-8", "replace"), sign(key, parts).encode())


def _read(path: Path) -> bytes:
    """Read the key. Raises ConfigurationError where others may know it, or may have written it."""
    with path.open("rb") as file:
        found = os.fstat(file.fileno())
        if hasattr(os, "geteuid") and (found.st_uid != os.geteuid() or found.st_mode & 0o077):
            raise ConfigurationError(
                f"the key {str(path)!r} is not this user's alone: remove it (what it signed is asked about again), "
                "or, if nobody else has read or written it, take the rights of others (chmod 600)"
            )
        return file.read(64)


def _make_key(path: Path) -> bytes:
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        with suppress(FileExistsError):
            fresh.touch(mode=0o600)
            fresh.write_bytes(secrets.token_bytes(32))
            os.link(fresh, path)  # whole, or not at all; who comes second takes the first one's
    finally:
        with suppress(OSError):
            fresh.unlink()
    if len(key := _read(path)) != 32:
        raise ConfigurationError(f"{str(path)!r} is no key of this program; move it away")
    return key
