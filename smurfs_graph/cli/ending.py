"""Ending a run by signal (Ctrl-C, SIGTERM): calls under way may finish within a limit, then they are abandoned.

Either way the run stands as its last checkpoint and its journal have it, and can be resumed.
"""

import asyncio
import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Any

from langgraph.runtime import RunControl

SECONDS = 5.0
"""How long calls under way may take to finish."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def drained_on_signals(control: RunControl) -> Generator[None]:
    """For the task that runs a graph: a first signal drains the run, the limit or a second signal cancels the task."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    limit: list[asyncio.TimerHandle] = []

    def ended() -> None:
        if task is None or control.drain_requested:
            _cancel(task)
            return
        control.request_drain("interrupted")
        print(f"\nsmurfs: finishing what is under way, {SECONDS:g} s at most (again: at once)", file=sys.stderr)
        limit.append(loop.call_later(SECONDS, _cancel, task))

    before = {name: signal.getsignal(name) for name in _SIGNALS}
    try:
        for name in _SIGNALS:
            loop.add_signal_handler(name, ended)
    except (NotImplementedError, ValueError, RuntimeError):  # Windows, or not the main thread
        yield
        return
    try:
        yield
    finally:
        for timer in limit:
            timer.cancel()
        for name, handler in before.items():
            loop.remove_signal_handler(name)
            with suppress(TypeError, ValueError):  # one that was not installed from Python
                signal.signal(name, handler)


@contextmanager
def terminated_like_interrupted() -> Generator[None]:
    """While nothing is under way, SIGTERM ends the program as Ctrl-C does."""
    try:
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    except ValueError:  # not the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _cancel(task: "asyncio.Task[Any] | None") -> None:
    if task is not None:
        task.cancel()
