"""An event loop for runs that this library starts itself."""

import asyncio
import contextvars
import sys
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from asyncio import BaseEventLoop as PlatformLoop
elif sys.platform == "win32":
    from asyncio import ProactorEventLoop as PlatformLoop
else:
    from asyncio import SelectorEventLoop as PlatformLoop

T = TypeVar("T")


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
