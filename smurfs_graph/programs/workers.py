"""The worker processes of programs: one pool a process, whose programs and checks have a common limit of memory."""

import atexit
import os
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from smurfs_graph.errors import ConfigurationError

if TYPE_CHECKING:
    import pydantic_monty

PROGRAM_MEMORY = 200_000_000
"""Bytes that a program may take."""
CHECK_MEMORY = 1_000_000_000
"""Bytes that the check of a program may take."""
_WORKER = 30_000_000
"""Bytes of a worker whose program has none."""
_MOST, _FEWEST = 64, 8
"""Programs of this process that run at once: as many as take half of the memory, if all are at their limits."""
_CHECKOUTS = 500
"""Programs of one worker, after which it is replaced."""
_GRACE = 5.0
"""Seconds that a worker may be late with its own limit, before it is killed."""
PATIENCE = 300.0
"""Seconds that a program waits for a worker; those that have one may be waiting for it."""


def most_programs(memory: int) -> int:
    """Return how many programs may run at once on a machine of this memory, in bytes."""
    return min(_MOST, max(_FEWEST, memory // 2 // (PROGRAM_MEMORY + _WORKER)))


def _memory() -> int:
    """Return the bytes of memory that this process may use; some 8 GB where nothing says."""
    found = [8_000_000_000]
    with suppress(AttributeError, OSError, ValueError):  # not on Windows
        found = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    with suppress(OSError, ValueError):  # no container, or one without a limit ("max")
        found.append(int(Path("/sys/fs/cgroup/memory.max").read_text()))
    return min(found)


class NoFreeWorkerError(Exception):
    """No worker has become free."""


class Workers:
    """This process's workers; opened where they are first needed, once a process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: tuple[int, Any] | None = None
        """The id of the process that opened the pool, and the pool."""
        self.free = threading.Semaphore(0)
        """Workers that programs may still take."""
        self.checks = threading.Semaphore(0)
        """Checks that may still begin: they compute all the time, and each may take `CHECK_MEMORY`."""

    def get(self) -> "pydantic_monty.Monty":
        """Return this process's pool, opened by the first call. Raises ConfigurationError without the extra."""
        with self._lock:
            if self._open is None or self._open[0] != os.getpid():  # a forked child has no workers
                self._open = (os.getpid(), self._start())
                atexit.register(self._close, os.getpid())
            return self._open[1]

    def _start(self) -> "pydantic_monty.Monty":
        """Start a pool of as many workers as programs and checks may run at once."""
        try:
            import pydantic_monty
        except ImportError:
            raise ConfigurationError("programs need the extra: pip install 'smurfs-graph[programs]'") from None
        programs, checks = most_programs(_memory()), os.cpu_count() or 1
        self.free, self.checks = threading.Semaphore(programs), threading.Semaphore(checks)
        pool = pydantic_monty.Monty(
            max_processes=programs + checks,
            max_checkouts_per_worker=_CHECKOUTS,
            feed_duration_limit_grace=_GRACE,
        )
        pool.__enter__()
        return pool

    def take(self, free: threading.Semaphore) -> None:
        """Take one of the workers that are free; raises NoFreeWorkerError where none becomes so."""
        if not free.acquire(timeout=PATIENCE):
            raise NoFreeWorkerError

    def _close(self, process: int) -> None:
        if self._open is not None and self._open[0] == process == os.getpid():
            self._open[1].__exit__(None, None, None)
            self._open = None


WORKERS = Workers()
