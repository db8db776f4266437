"""Limit how many calls are under way at once and start per minute: for threads and event loops alike.

Concurrent runs of a process live on different event loops; asyncio's own primitives belong to one loop each.
"""

import asyncio
import heapq
import threading
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import NamedTuple


class _WaitingCall(NamedTuple):
    """A waiting caller, ordered by when it is due."""

    due: float
    number: int
    limit: "Callable[[], int]"
    loop: asyncio.AbstractEventLoop
    turn: "asyncio.Future[None]"


class Gate:
    """A counting semaphore over all loops of a process, served by due time, and first come, first served."""

    def __init__(self) -> None:
        """Start with nothing under way."""
        self._lock = threading.Lock()
        self._inside = 0
        self._waiting: list[_WaitingCall] = []
        self._numbers = count()

    @asynccontextmanager
    async def entered(self, limit: Callable[[], int], due: float = 0.0) -> AsyncGenerator[None]:
        """Wait until fewer than `limit` are inside, then be inside; of those who wait, the one that is due first.

        `limit` may say another number whenever it is asked. Where limits differ, the greatest of those who wait counts:
        whoever has a small one neither stops the others nor waits until all of them have left.
        """
        await self.enter(limit, due)
        try:
            yield
        finally:
            self.leave()

    async def enter(self, limit: Callable[[], int], due: float = 0.0) -> None:
        """Wait for a place, as `entered` does; whoever has entered must leave."""
        loop = asyncio.get_running_loop()
        with self._lock:
            if self._inside < limit() and not self._waiting:
                self._inside += 1
                return
            waiting = _WaitingCall(due, next(self._numbers), limit, loop, loop.create_future())
            heapq.heappush(self._waiting, waiting)
            self._admit()
        try:
            await waiting.turn
        except asyncio.CancelledError:
            self._give_up(waiting)
            raise

    def _give_up(self, waiting: _WaitingCall) -> None:
        with self._lock:
            is_waiting = waiting in self._waiting
            if is_waiting:
                self._waiting.remove(waiting)
                heapq.heapify(self._waiting)
        if not is_waiting:  # its turn had come: the place is the next one's
            self.leave()

    def leave(self) -> None:
        """Make room for the next ones."""
        with self._lock:
            self._inside -= 1
            if self._waiting:
                self._admit()

    def _admit(self) -> None:
        """Let in who waits, while there is room; the lock is held."""
        while self._waiting and self._inside < max(each.limit() for each in self._waiting):
            waiting = heapq.heappop(self._waiting)
            with suppress(RuntimeError):  # its loop has closed; whoever waited is gone
                waiting.loop.call_soon_threadsafe(_grant, waiting.turn)
                self._inside += 1


def _grant(turn: "asyncio.Future[None]") -> None:
    if not turn.done():
        turn.set_result(None)


class Pace:
    """Starts per minute, evenly spread."""

    def __init__(self) -> None:
        """The first start is free."""
        self._lock = threading.Lock()
        self._next = 0.0

    async def wait(self, per_minute: float | None) -> None:
        """Wait for the next free start."""
        if per_minute is None:
            return
        with self._lock:
            now = time.monotonic()
            start = max(now, self._next)
            self._next = start + 60 / per_minute
        if start > now:
            await asyncio.sleep(start - now)
