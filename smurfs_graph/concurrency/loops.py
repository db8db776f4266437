"""An event loop for runs that this library starts itself; and turns for many that begin at once on any loop."""

import asyncio
import contextvars
import sys
from collections import deque
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from asyncio import BaseEventLoop as PlatformLoop
elif sys.platform == "win32":
    from asyncio import ProactorEventLoop as PlatformLoop
else:
    from asyncio import SelectorEventLoop as PlatformLoop

T = TypeVar("T")

_beginning: "WeakKeyDictionary[asyncio.AbstractEventLoop, deque[asyncio.Future[None]]]" = WeakKeyDictionary()
"""Runs that wait to begin; none for a loop on which none has begun in this turn of it."""


class RunLoop(PlatformLoop):
    """The platform's loop, woken only by what comes from another thread.

    LangGraph hands over each chunk of a stream as if it came from one; asyncio then writes to a socket of its own.
    """

    def call_soon_threadsafe(
        self, callback: Callable[..., Any], *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.Handle:
        """As asyncio's; from what runs on the loop itself, without the wake-up that it does not need."""
        try:
            mine = asyncio.get_running_loop() is self
        except RuntimeError:
            mine = False
        if mine:
            return self.call_soon(callback, *args, context=context)
        return super().call_soon_threadsafe(callback, *args, context=context)


def run(work: Coroutine[Any, Any, T]) -> T:
    """Like `asyncio.run`, on such a loop."""
    with asyncio.Runner(loop_factory=RunLoop) as runner:
        return runner.run(work)


async def in_turn() -> None:
    """Wait until it is this run's turn to begin: one begins in each turn of the event loop.

    Hundreds that begin at once would else go on in step, and the first call of a model wait for the start of the last.
    """
    loop = asyncio.get_running_loop()
    if (waiting := _beginning.get(loop)) is None:
        _beginning[loop] = deque()
        loop.call_soon(_next, loop)
        return
    turn: asyncio.Future[None] = loop.create_future()
    waiting.append(turn)
    await turn


def _next(loop: asyncio.AbstractEventLoop) -> None:
    waiting = _beginning[loop]
    while waiting:
        turn = waiting.popleft()
        if not turn.done():  # else it was cancelled
            turn.set_result(None)
            loop.call_soon(_next, loop)
            return
    del _beginning[loop]
