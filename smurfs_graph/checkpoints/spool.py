"""Write-ahead files of call results: on this machine's disk until the database has them.

A commit takes milliseconds in PostgreSQL, and in SQLite some hundred microseconds, made readable and in several
statements; a process that is killed meanwhile would take a finished call with it. So the result is written to a small
file first, as it came, by one system call: that outlives the process, though not a loss of power. The file is there,
open, before the call is made, and removed once the database has the result. A process that goes on with the run on this
machine finds it; one on another machine makes the call again.

One file has one page of a journal, whose name says which call it is of; a run's lease sees to it that one process
writes it. Nobody else may read it, a key encrypts it as it does the database, and what is not such a file, or not
whole, counts as nothing. Where there can be no file, everything goes on without.
"""

import logging
import os
import stat
import threading
import time
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import ormsgpack
from langgraph.checkpoint.serde.base import CipherProtocol

from smurfs_graph.canonical import digest
from smurfs_graph.checkpoints.serializing import decrypt, encrypt
from smurfs_graph.errors import ConfigurationError, StorageError
from smurfs_graph.user.home import data_directory

KEPT_FOR = 7 * 24 * 3600.0
"""Seconds after which a run that was not gone on with is not waited for any more."""
MOST_FILES, MOST_BYTES = 4096, 256 * 1024 * 1024
"""Of all files together, looked at when a storage is opened; the oldest go first."""
MOST_OPEN = 128
"""Of a process, which needs descriptors for other things; calls beyond go without."""
LARGEST = 16 * 1024 * 1024
"""Bytes of one; what is larger is left to the database alone."""
_MARK = b"smurfs-spool 1\n"
_HEAD = len(_MARK) + 8
_FLAGS = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_AS_IT_IS = (
    ormsgpack.OPT_PASSTHROUGH_DATACLASS
    | ormsgpack.OPT_PASSTHROUGH_DATETIME
    | ormsgpack.OPT_PASSTHROUGH_ENUM
    | ormsgpack.OPT_PASSTHROUGH_SUBCLASS
    | ormsgpack.OPT_PASSTHROUGH_UUID
)
"""Refuse to write values that would come back as something else."""
_logger = logging.getLogger("smurfs_graph.checkpoints")


class Spool:
    """The files of one database; used by several threads."""

    def __init__(self, address: str, cipher: CipherProtocol | None = None, folder: Path | None = None) -> None:
        """`address`: of the database, without a password; `folder`: `spool` in the user's data directory by default."""
        self._cipher, self._folder, self._database = cipher, folder, digest(address)[:16]
        self._is_there: bool | None = None
        """Whether there is a folder that is this user's alone; None: not looked yet."""
        self._has_complained = False
        self._open, self._counting = 0, threading.Lock()

    def page(self, name: str, *, make: bool = True) -> "SpooledPage | None":
        """Return a journal's page, with what an earlier process left on it; None where there is none and none can be
        made.
        """
        if not self._is_usable():
            return None
        path = cast("Path", self._folder) / f"{self._database}-{_of(name)}-{digest(name)}"
        try:
            try:
                descriptor = os.open(path, _FLAGS)
            except FileNotFoundError:
                if not make or self._open >= MOST_OPEN:
                    return None
                descriptor = os.open(path, _FLAGS | os.O_CREAT, 0o600)
        except OSError as error:
            self._complain(error)
            return None
        if not _is_private(descriptor):
            os.close(descriptor)
            return None
        self._count(1)
        return SpooledPage(path, name, descriptor, self._cipher, self._count)

    def delete_starting_with(self, prefix: str) -> None:
        """Delete the pages of a run, whose names start so; all of this database's where nothing is named."""
        if self._is_usable():
            for path in cast("Path", self._folder).glob(f"{self._database}-{_of(prefix) if prefix else ''}*"):
                with suppress(OSError):
                    path.unlink()

    def _count(self, more: int) -> None:
        with self._counting:
            self._open += more

    def _is_usable(self) -> bool:
        """Return whether pages can be kept; looks once, deletes what is too old, and says why where they cannot."""
        if self._is_there is None:
            try:
                self._folder = self._folder or data_directory() / "spool"
                self._is_there = _is_ours(self._folder)
                if self._is_there:
                    _sweep(self._folder)
                else:
                    self._complain(f"{self._folder} is not this user's alone")
            except (OSError, ConfigurationError) as error:
                self._is_there = False
                self._complain(error)
        return self._is_there

    def _complain(self, why: object) -> None:
        if not self._has_complained:
            _logger.warning("results are not kept on this machine until the database has them: %s", why)
        self._has_complained = True


class SpooledPage:
    """One page, open. Its file is removed by `end`; else it is there for the next process."""

    def __init__(
        self, path: Path, name: str, descriptor: int, cipher: CipherProtocol | None, count: Callable[[int], None]
    ) -> None:
        """`descriptor`: of the file; this object closes it, and tells `count` then that it is one less."""
        self.path, self._name, self._cipher, self._count = path, name, cipher, count
        self._descriptor: int | None = descriptor
        self._lock = threading.Lock()
        self._at = 0
        self.found = self._read(descriptor)
        """The page's content left by an earlier process; None where that is nothing, or cannot be trusted."""

    def write(self, value: Mapping[str, Any]) -> bool:
        """Put plain data on the page, in place of what is there; False where that cannot be."""
        try:
            body = ormsgpack.packb((self._name, value), None, _AS_IT_IS)
            data = encrypt(self._cipher, body) if self._cipher else body
            if len(data) > LARGEST:
                return False
            whole = b"".join((_MARK, len(data).to_bytes(4), zlib.crc32(data).to_bytes(4), data))
            with self._lock:
                if self._descriptor is None:
                    return False
                if self._at:
                    os.lseek(self._descriptor, 0, os.SEEK_SET)
                self._at = os.write(self._descriptor, whole)
                return self._at == len(whole)
        except (OSError, ValueError, TypeError):
            return False

    def end(self) -> None:
        """Remove the file: the database has its content."""
        if self.close():
            with suppress(OSError):
                self.path.unlink()

    def __del__(self) -> None:
        """Close the page of a call that was broken off."""
        self.close()

    def close(self) -> bool:
        """Leave the page to whoever goes on with the run; return whether it was open."""
        with self._lock:
            descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)
            self._count(-1)
        return descriptor is not None

    def _read(self, descriptor: int) -> dict[str, Any] | None:
        """Return what a page holds; None for one that is empty, broken, of another name or another key."""
        try:
            if not _HEAD < os.fstat(descriptor).st_size <= _HEAD + LARGEST:
                return None
            with open(descriptor, "rb", closefd=False) as file:
                head, data = file.read(_HEAD), file.read(LARGEST)
            os.lseek(descriptor, 0, os.SEEK_SET)
            mark, size, check = head[: len(_MARK)], head[len(_MARK) : -4], head[-4:]
            data = data[: int.from_bytes(size)]
            if mark != _MARK or len(data) != int.from_bytes(size) or zlib.crc32(data).to_bytes(4) != check:
                return None
            name, value = ormsgpack.unpackb(decrypt(self._cipher, data) if self._cipher else data)
            return cast("dict[str, Any]", value) if name == self._name and isinstance(value, dict) else None
        except (OSError, ValueError, TypeError, StorageError):
            return None


def _of(name: str) -> str:
    """Return the run's part of its files' names; a page's name is the run's id, a hyphen, and a digest."""
    return digest(name.rpartition("-")[0])[:16]


def _is_ours(folder: Path) -> bool:
    """Return whether the folder, made if missing, is this user's, and nobody else's to write or look at."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not hasattr(os, "geteuid"):  # Windows: the user's own directory is
        return True
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and _is_mine(found)


def _is_private(descriptor: int) -> bool:
    found = os.fstat(descriptor)
    single = stat.S_ISREG(found.st_mode) and found.st_nlink == 1
    return single and (not hasattr(os, "geteuid") or _is_mine(found))


def _is_mine(found: os.stat_result) -> bool:
    return found.st_uid == os.geteuid() and not found.st_mode & 0o077


def _sweep(folder: Path) -> None:
    """Remove what nobody came back for, and the oldest of what is too much."""
    files: list[tuple[float, int, Path]] = []
    for path in folder.iterdir():
        with suppress(OSError):
            found = path.lstat()
            files.append((found.st_mtime, found.st_size, path))
    count, size = 0, 0
    for changed, bytes_, path in sorted(files, reverse=True):
        count, size = count + 1, size + bytes_
        if count > MOST_FILES or size > MOST_BYTES or changed < time.time() - KEPT_FOR:
            with suppress(OSError):
                path.unlink()
