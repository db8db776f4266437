"""Running code that blocks beside the event loop, in threads that never keep a process from ending."""

import asyncio
import contextvars
import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from functools import partial
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

AT_ONCE: ContextVar[Callable[[Callable[[], Any]], Any] | None] = ContextVar("AT_ONCE", default=None)
"""Function that makes a tool's call in its thread, and handles the result before anybody hears of it."""


def with_result_settled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function, called by what `AT_ONCE` says; whatever the function itself calls is left alone."""
    settle = AT_ONCE.get()
    if settle is None:
        return function
    AT_ONCE.set(None)
    return lambda *args: settle(partial(function, *args))


async def run_in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run like asyncio.to_thread, in a daemon thread of its own.

    A function that never returns then costs a thread, not the exit of the process; a caller that was cancelled or
    timed out gets its loop back at once.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()
    context = contextvars.copy_context()

    def settle(result: T | None, error: BaseException | None) -> None:
        if done.done():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(cast("T", result))

    def work() -> None:
        result, error = None, None
        try:
            result = context.run(function, *args, **kwargs)
        except BaseException as raised:  # also SystemExit: a tool must not end the run
            error = raised if isinstance(raised, Exception) else RuntimeError(f"{type(raised).__name__}: {raised}")
        if isinstance(error, StopIteration):  # a future refuses it
            error = RuntimeError("StopIteration")
        with suppress(RuntimeError):  # the loop has closed: nobody waits any more
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=work, name=f"tool-{getattr(function, '__name__', 'call')}", daemon=True).start()
    return await done
