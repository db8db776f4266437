"""Leases on runs, one worker each: a run under way is refused to a second worker, in this process or another.

A lease ends with its process, however that one ends: a file lock that the system drops, or a lock of the database's
session. So a run can be taken over right after a crash, and nothing has to time out.
"""

import asyncio
import json
import os
import re
import socket
import threading
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol
from uuid import uuid4

from langchain_core.runnables import RunnableConfig

from smurfs_graph.canonical import digest
from smurfs_graph.errors import RunBusyError, StorageError

_HOLDER = re.compile(r"[0-9a-f]{32}\.holder")


class Leases(Protocol):
    """Locks on runs: one worker per run."""

    def take(self, thread: str) -> Any:
        """Return a context manager that holds a run. Raises RunBusyError where somebody else does."""
        ...


class ProcessLeases:
    """Leases within this process, for checkpoints that no other process sees."""

    at_hand = True
    """A lease is taken in less time than another thread takes to begin."""

    def __init__(self) -> None:
        """Start with no run leased."""
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
    """Leases among the processes of one machine: files in a folder beside the database, each naming its holder.

    A holder has one locked file for all of its runs, so that many runs at once need one descriptor. A run's own file is
    locked only while somebody looks whether its holder is alive.
    """

    at_hand = True

    def __init__(self, folder: Path) -> None:
        """`folder`: made when first needed."""
        self._folder = folder
        self._lock = threading.Lock()
        self._process = 0
        """The process that the fields below are of: a fork has none of them."""
        self._runs = 0
        """Runs that it holds."""
        self._holder = Path()
        """The file by which others see that it is alive, and its descriptor while it holds a run."""
        self._descriptor: int | None = None

    @contextmanager
    def take(self, thread: str) -> Generator[None]:
        """Hold a run. Raises RunBusyError where somebody else does, StorageError where no file can be made."""
        path = self._folder / f"{digest(thread)}.lock"
        with self._lock:
            try:
                self._begin()
                is_mine = _take_over(path, self._holder.name)
                self._runs += is_mine
            except OSError as error:
                raise StorageError(f"the lock file {str(path)!r} cannot be made: {error.strerror}") from error
            finally:
                self._end()
        if not is_mine:
            raise busy(thread, _holder(path))
        try:
            yield
        finally:
            with self._lock:
                with suppress(OSError):
                    path.unlink()
                self._runs -= 1
                self._end()

    def _begin(self) -> None:
        """Make the holder's file, and lock it, where this process has none: a fork is a holder of its own."""
        if self._process != os.getpid():
            if self._descriptor is not None:
                os.close(self._descriptor)
            self._process, self._runs, self._descriptor = os.getpid(), 0, None
        if self._descriptor is None:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._holder = self._folder / f"{uuid4().hex}.holder"
            self._descriptor = os.open(self._holder, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            take_lock(self._descriptor)

    def _end(self) -> None:
        """Remove the holder's file once it holds no run."""
        if self._runs == 0 and self._descriptor is not None:
            with suppress(OSError):
                self._holder.unlink()
            os.close(self._descriptor)
            self._descriptor = None


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
    """Return the error for a run that is under way."""
    return RunBusyError(f"run {thread!r} is under way in {holder}; wait for it to end, or give this one another name")


def _take_over(path: Path, holder: str) -> bool:
    """Write a holder into a run's file, unless another one that is alive stands there; return whether it was."""
    descriptor = _lock_file(path)
    if descriptor is None:
        return False
    try:
        found = _HOLDER.search(os.read(descriptor, 1_000).decode("utf-8", "replace"))
        if found and _is_alive(path.with_name(found[0])):
            return False
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, json.dumps({"holder": holder, "pid": os.getpid(), "host": socket.gethostname()}).encode())
        return True
    finally:
        os.close(descriptor)


def _is_alive(holder: Path) -> bool:
    """Return whether somebody has a holder's file locked; that of a process which was killed is removed."""
    try:
        descriptor = os.open(holder, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    except FileNotFoundError:
        return False
    try:
        if not take_lock(descriptor, shared=True):
            return True
        with suppress(OSError):
            holder.unlink()
        return False
    finally:
        os.close(descriptor)


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


def take_lock(descriptor: int, *, shared: bool = False) -> bool:
    """Lock a file for this holder alone, or `shared` with others that look; return at once whether it could be."""
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
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _holder(path: Path) -> str:
    try:
        found: Any = json.loads(path.read_text("utf-8"))
        pid = int(found["pid"])
    except (OSError, ValueError, KeyError, TypeError):
        return "another process"
    return "this process" if pid == os.getpid() else f"process {pid}"
