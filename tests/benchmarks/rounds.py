"""Rounds of calls that wait for nothing but each other: the longest chain of calls, without a clock."""

import asyncio
import time

_PAUSE = 0.02
_LATE = 0.01
_MOST_PAUSES = 50


class Rounds:
    """Calls that enter while others wait are one round; it ends when the event loop has nothing left to do."""

    def __init__(self) -> None:
        """No round yet."""
        self.count = 0
        self._waiting: list[asyncio.Future[None]] = []
        self._ending: asyncio.Task[None] | None = None

    async def enter(self) -> None:
        """Wait until nobody else is on the way to a call of the same round."""
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        if self._ending is None:
            self._ending = asyncio.create_task(self._end())
        await waiting

    async def _end(self) -> None:
        seen, quiet = -1, False
        for _ in range(_MOST_PAUSES):
            if quiet and seen == len(self._waiting):
                break
            seen, began = len(self._waiting), time.perf_counter()
            await asyncio.sleep(_PAUSE)
            quiet = time.perf_counter() - began < _PAUSE + _LATE  # else the loop was busy with somebody
        self.count += 1
        everybody, self._waiting, self._ending = self._waiting, [], None
        for waiting in everybody:
            if not waiting.done():
                waiting.set_result(None)
