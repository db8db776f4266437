"""One event loop in one thread for the clients of hosted models.

A client keeps connections, and connections belong to an event loop. Runs come and go on loops of their own (`invoke`
starts one each time), so their second call would meet connections of a loop that has closed. The clients live here
instead; a call from any loop is carried over, with its context, and its cancellation with it.
"""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class ClientLoop:
    """Starts its thread when it is first used; the thread keeps no process from ending."""

    def __init__(self) -> None:
        """Nothing runs yet."""
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def run(self, call: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The result of a coroutine that runs on the client loop, in the caller's context."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(call(), self._running()))

    def close(self) -> None:
        """Stop the thread; calls under way are cancelled."""
        with self._lock:
            loop, self._loop = self._loop, None
        if loop is not None:
            loop.call_soon_threadsafe(_cancel_all, loop)

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None or self._loop.is_closed():
                self._loop = asyncio.new_event_loop()
                threading.Thread(target=self._loop.run_forever, name="model-clients", daemon=True).start()
            return self._loop


def _cancel_all(loop: asyncio.AbstractEventLoop) -> None:
    for task in asyncio.all_tasks(loop):
        task.cancel()
    loop.call_soon(loop.stop)
