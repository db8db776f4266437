"""Running code that blocks beside the event loop, in threads that never keep a process from ending."""

import asyncio
import contextvars
import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

_Report = Callable[[], object]
_Job = tuple[Callable[[], _Report], str]
"""A function, which returns how to report its result, and the name of its thread meanwhile."""
PATIENCE = 1.0
"""Seconds that an idle thread waits for another job, before it ends."""
_idle: deque[SimpleQueue[_Job]] = deque()
"""The queues of threads that wait for a job; the one that was used last is taken first."""
if hasattr(os, "register_at_fork"):  # threads do not outlive a fork, and Windows has none
    os.register_at_fork(after_in_child=_idle.clear)


async def run_in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run like asyncio.to_thread, in a daemon thread that nothing else uses meanwhile: an idle one, or a new one.

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

    def work() -> _Report:
        result, error = None, None
        try:
            result = context.run(function, *args, **kwargs)
        except BaseException as raised:  # also SystemExit: a tool must not end the run
            error = raised if isinstance(raised, Exception) else RuntimeError(f"{type(raised).__name__}: {raised}")
        if isinstance(error, StopIteration):  # a future refuses it
            error = RuntimeError("StopIteration")
        return lambda: loop.call_soon_threadsafe(settle, result, error)

    try:
        jobs = _idle.pop()
    except IndexError:
        jobs = SimpleQueue[_Job]()
        threading.Thread(target=_work, args=(jobs,), daemon=True).start()
    jobs.put((work, f"tool-{getattr(function, '__name__', 'call')}"))
    return await done


def _work(jobs: SimpleQueue[_Job]) -> None:
    """Do one job after another, until none comes for a while.

    On a busy machine a thread that is started waits some milliseconds for its turn; one that slept is woken at once.
    """
    thread = threading.current_thread()
    while True:
        try:
            work, thread.name = jobs.get(timeout=PATIENCE)
        except Empty:
            try:
                _idle.remove(jobs)
                return
            except ValueError:  # somebody has just taken it
                work, thread.name = jobs.get()
        sys.setprofile(threading.getprofile())  # profilers and debuggers see a job as they see a new thread
        sys.settrace(threading.gettrace())
        report = work()
        thread.name = "idle"
        _idle.append(jobs)  # first: whoever hears of the result may have the next job
        with suppress(RuntimeError):  # the loop has closed: nobody waits any more
            report()
        del work, report  # and the result, which they hold
