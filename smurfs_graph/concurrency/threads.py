"""Running code that blocks beside the event loop, in threads that never keep a process from ending.

A thread that has done its work waits a moment for more, as starting one costs more than many a tool; then it ends.
"""

import asyncio
import contextvars
import os
import queue
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from functools import partial
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

AT_ONCE: ContextVar[Callable[[Callable[[], Any]], Any] | None] = ContextVar("AT_ONCE", default=None)
"""What makes a call of a tool in the thread that it runs in, and sees to what it brings before anybody hears of it."""


def with_result_settled(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, called by what `AT_ONCE` says; whatever the function itself calls is left alone."""
    settle = AT_ONCE.get()
    if settle is None:
        return function
    AT_ONCE.set(None)
    return lambda *args: settle(partial(function, *args))


IDLE_SECONDS = 2.0
"""How long a thread waits for more work before it ends."""
_MOST_IDLE = 16
_IDLE_NAME = "waiting"
_Work = Callable[[], None]


class _Idle(NamedTuple):
    """A thread that waits for work."""

    thread: threading.Thread
    inbox: "queue.SimpleQueue[_Work]"


_idle: deque[_Idle] = deque()
"""The latest last."""
if hasattr(os, "register_at_fork"):  # threads do not come along
    os.register_at_fork(after_in_child=_idle.clear)


async def run_in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Like asyncio.to_thread, in a daemon thread that it has for itself.

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

    _hand_over(work, f"tool-{getattr(function, '__name__', 'call')}")
    return await done


def _hand_over(work: _Work, name: str) -> None:
    """Have a thread do it that waits for work, or a new one. While it does, the thread bears the name."""
    try:
        idle = _idle.pop()
    except IndexError:
        inbox: queue.SimpleQueue[_Work] = queue.SimpleQueue()
        inbox.put(work)
        threading.Thread(target=_worker, args=(inbox,), name=name, daemon=True).start()
    else:
        idle.thread.name = name
        idle.inbox.put(work)


def _worker(inbox: "queue.SimpleQueue[_Work]") -> None:
    me = _Idle(threading.current_thread(), inbox)
    while (work := _next(me)) is not None:
        work()
        del work  # nothing of a call is held on to while waiting for the next one
        me.thread.name = _IDLE_NAME
        if len(_idle) >= _MOST_IDLE:
            return
        _idle.append(me)


def _next(me: "_Idle") -> _Work | None:
    try:
        return me.inbox.get(timeout=IDLE_SECONDS)
    except queue.Empty:
        with suppress(ValueError):  # it was chosen just now
            _idle.remove(me)
            return None
        return me.inbox.get()
