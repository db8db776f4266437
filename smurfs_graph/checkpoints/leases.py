"""One run, one worker: a run that is under way is refused to a second one, in this process or in another.

A lease ends with its process, however that one ends: a file lock that the system drops, or a lock of the database's
session. So a run can be taken over right after a crash, and nothing has to time out.
"""

import asyncio
import json
import os
import socket
import threading
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from langchain_core.runnables import RunnableConfig

from smurfs_graph.canonical import digest
from smurfs_graph.errors import RunBusyError, StorageError


class Leases(Protocol):
    """Who works on which run."""

    def take(self, thread: str) -> Any:
        """A context manager that holds a run. Raises RunBusyError where somebody else does."""
        ...


class ProcessLeases:
    """Leases within this process, for checkpoints that no other process sees."""

    at_hand = True
    """A lease is taken in less time than another thread takes to begin."""

    def __init__(self) -> None:
        """Nobody works on anything."""
        self._held: set[str] = set()
        self._lock = threading.Lock()

    @contextmanager
    def take(self, thread: str) -> Generator[None]:
        """Hold a run. Raises RunBusyError where this process works on it already."""
        with self._lock:
            if thread in self._held:
                raise busy(thread, "this process")
            self._held.add(thread)
        try:
            yield
        finally:
            with self._lock:
                self._held.discard(thread)


class FileLeases:
    """Leases among the processes of one machine: locked files in a folder beside the database."""

    at_hand = True

    def __init__(self, folder: Path) -> None:
        """`folder`: made when first needed."""
        self._folder = folder

    @contextmanager
    def take(self, thread: str) -> Generator[None]:
        """Hold a run. Raises RunBusyError where somebody else does, StorageError where no file can be made."""
        path = self._folder / f"{digest(thread)}.lock"
        try:
            try:
                descriptor = _lock_file(path)
            except FileNotFoundError:
                self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                descriptor = _lock_file(path)
        except OSError as error:
            raise StorageError(f"the lock file {str(path)!r} cannot be made: {error.strerror}") from error
        if descriptor is None:
            raise busy(thread, _holder(path))
        try:
            _write_holder(descriptor)
            yield
        finally:
            with suppress(OSError):  # removed while it is locked: whoever waits for it finds out and makes a new one
                path.unlink()
            os.close(descriptor)


@asynccontextmanager
async def hold(checkpointer: Any, config: RunnableConfig | None) -> AsyncGenerator[None]:
    """Hold the run of a config while its graph works on it, where there are checkpoints to be interleaved.

    Raises RunBusyError at once where somebody else holds it.
    """
    leases: Leases | None = getattr(checkpointer, "leases", None)
    thread = config.get("configurable", {}).get("thread_id") if config else None
    if leases is None or thread is None:
        yield
        return
    lease = leases.take(str(thread))
    if getattr(leases, "at_hand", False):
        with lease:
            yield
        return
    taking = asyncio.ensure_future(asyncio.to_thread(lease.__enter__))
    try:
        await asyncio.shield(taking)
    except asyncio.CancelledError:
        with suppress(Exception):  # what was being taken is given back
            await taking
            await asyncio.to_thread(lease.__exit__, None, None, None)
        raise
    try:
        yield
    finally:
        await asyncio.shield(asyncio.to_thread(lease.__exit__, None, None, None))


def busy(thread: str, holder: str) -> RunBusyError:
    """The one line for a run that is under way."""
    return RunBusyError(f"run {thread!r} is under way in {holder}; wait for it to end, or give this one another name")


def _lock_file(path: Path) -> int | None:
    """Lock the file for this holder alone and return its descriptor; None where somebody else holds it."""
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        try:
            if not take_lock(descriptor):
                os.close(descriptor)
                return None
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(descriptor), os.stat(path)):  # noqa: PTH116
                    return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)  # it was removed just before it was locked


def take_lock(descriptor: int) -> bool:
    """Lock a file for this holder alone, without waiting; whether it could be."""
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        try:
            os.lseek(descriptor, 1 << 20, os.SEEK_SET)
            locking: Any = msvcrt
            locking.locking(descriptor, locking.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _write_holder(descriptor: int) -> None:
    said = json.dumps({"pid": os.getpid(), "host": socket.gethostname()}).encode()
    with suppress(OSError):  # it is for the message only
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, said)


def _holder(path: Path) -> str:
    try:
        found: Any = json.loads(path.read_text("utf-8"))
        pid = int(found["pid"])
    except (OSError, ValueError, KeyError, TypeError):
        return "another process"
    return "this process" if pid == os.getpid() else f"process {pid}"
