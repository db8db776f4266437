"""An event loop whose clock is virtual: it jumps to the next timer whenever nothing else is left to do."""

import asyncio
import selectors
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
_POLL = 0.0005
"""Real seconds between two looks at threads under way."""
_WORKER = "tool-"
"""How the threads of tools are called."""


class VirtualLoop(asyncio.SelectorEventLoop):
    """Time passes in sleeps and timeouts only; work, in threads too, takes none."""

    def __init__(self) -> None:
        """The clock starts at 0."""
        super().__init__(_Jumping(self))
        self.now = 0.0
        self.in_executor = 0

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:
        """Run in the executor, and count it."""
        future = super().run_in_executor(executor, func, *args)
        self.in_executor += 1
        future.add_done_callback(self._returned)
        return future

    def _returned(self, _: Any) -> None:
        self.in_executor -= 1

    def time(self) -> float:
        """Virtual seconds."""
        return self.now


class _Jumping(selectors.DefaultSelector):
    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._owner = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is not None and timeout <= 0:
            return super().select(0)
        while self._owner.in_executor or _tools_run() or timeout is None:
            if events := super().select(_POLL):
                return events
        if events := super().select(0):
            return events
        self._owner.now += timeout
        return []


def _tools_run() -> bool:
    return any(thread.name.startswith(_WORKER) for thread in threading.enumerate())


def run_virtually(work: Coroutine[Any, Any, T]) -> tuple[T, float]:
    """Run `work` and return its result, and the virtual seconds that it took."""
    loop = VirtualLoop()
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        result = runner.run(work)
        return result, loop.now
