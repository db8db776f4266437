"""Limit a tool's calls: how many are under way, how fast they start, which of them can share one answer.

For all threads and event loops of a process at once: concurrent runs live on loops of their own.
"""

import asyncio
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

from smurfs_graph.concurrency.gate import Gate, Pace

T = TypeVar("T")


class Traffic(Generic[T]):
    """The calls of one graph, on their way. `T` is what a call brings."""

    def __init__(self) -> None:
        """Start with no calls under way."""
        self._lock = threading.Lock()
        self._gates: dict[str, Gate] = {}
        self._paces: dict[str, Pace] = {}
        self._under_way: dict[str, Future[T | None]] = {}

    @asynccontextmanager
    async def enter(self, tool: str, concurrency: int | None, per_minute: float | None) -> AsyncGenerator[None]:
        """Wait until a call of this tool may start; None stands for no limit."""
        with self._lock:
            gate = self._gates.setdefault(tool, Gate())
            pace = self._paces.setdefault(tool, Pace())
        if concurrency is None:
            await pace.wait(per_minute)
            yield
            return
        async with gate.entered(lambda: concurrency):
            await pace.wait(per_minute)
            yield

    async def share(self, key: str, make: Callable[[], Awaitable[T]]) -> tuple[T, bool]:
        """Return what a call of that key brings, and whether this very caller made it.

        Of several at once, one makes it and the others get what it got. If it is cancelled, the next one makes it.
        """
        while True:
            with self._lock:
                other = self._under_way.get(key)
                mine = None if other else self._under_way.setdefault(key, Future())
            if mine is not None:
                brought: T | None = None
                try:
                    brought = await make()
                    return brought, True
                finally:
                    with self._lock:
                        self._under_way.pop(key, None)
                    mine.set_result(brought)
            if other is not None:
                await asyncio.wait([asyncio.wrap_future(other)])  # `wait` does not cancel what it waits for
                if (shared := other.result()) is not None:
                    return shared, False
