"""How many calls may be under way at once, and how many may start per minute: for threads and event loops alike.

Concurrent runs of a process live on different event loops; asyncio's own primitives belong to one loop each.
"""

import asyncio
import threading
import time
from collections import deque
from contextlib import suppress


class Gate:
    """A counting semaphore over all loops of a process, served first come, first served."""

    def __init__(self) -> None:
        """Nothing is under way."""
        self._lock = threading.Lock()
        self._inside = 0
        self._waiting: deque[tuple[asyncio.AbstractEventLoop, asyncio.Future[None]]] = deque()

    def entered(self, limit: int) -> "_Entered":
        """Wait until fewer than `limit` are inside, then be inside."""
        return _Entered(self, limit)

    async def enter(self, limit: int) -> None:
        """As `entered`; whoever has entered must leave."""
        loop = asyncio.get_running_loop()
        with self._lock:
            if self._inside < limit and not self._waiting:
                self._inside += 1
                return
            turn: asyncio.Future[None] = loop.create_future()
            self._waiting.append((loop, turn))
        try:
            await turn
        except asyncio.CancelledError:
            self._give_up(loop, turn)
            raise

    def _give_up(self, loop: asyncio.AbstractEventLoop, turn: "asyncio.Future[None]") -> None:
        with self._lock:
            waiting = (loop, turn) in self._waiting
            if waiting:
                self._waiting.remove((loop, turn))
        if not waiting:  # its turn had come: the place is the next one's
            self.leave()

    def leave(self) -> None:
        """Make room for the next one."""
        with self._lock:
            while self._waiting:
                loop, turn = self._waiting.popleft()
                with suppress(RuntimeError):  # its loop has closed; whoever waited is gone
                    loop.call_soon_threadsafe(_grant, turn)
                    return  # the place is handed over
            self._inside -= 1


class _Entered:
    """The stay inside of a gate."""

    def __init__(self, gate: Gate, limit: int) -> None:
        self._gate, self._limit = gate, limit

    async def __aenter__(self) -> None:
        await self._gate.enter(self._limit)

    async def __aexit__(self, *raised: object) -> None:
        self._gate.leave()


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
