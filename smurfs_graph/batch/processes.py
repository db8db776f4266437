"""Orders carried out side by side: here, or in several processes, one for each core, to which this one hands them out.

Each process makes what it works with for itself. One that dies loses the orders that it had under way, which are
carried out again, each alone in a process; an order with which two processes have died is left out.
"""

import asyncio
import multiprocessing
import os
import pickle
import signal
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing.connection import wait
from typing import Any, TypeVar

from smurfs_graph.errors import ConfigurationError

Order = TypeVar("Order")
Result = TypeVar("Result")
Opened = Callable[[], AbstractContextManager[Callable[[Order], Awaitable[Result]]]]
"""Makes what carries out orders, until its context ends. It, orders and results are pickled for other processes."""
_MOST_DEATHS = 2
"""Processes that may die with an order."""
_ORDERS_A_PROCESS = 100
"""Fewer take less time than a process takes to begin."""
_LIMITS = ("max_concurrent_calls", "calls_per_minute")
"""Settings that hold for each process."""


@dataclass
class _Process:
    """A process at work, seen from this one."""

    process: Any
    connection: Any
    under_way: set[Any] = field(default_factory=set[Any])


def processes_for(orders: int, jobs: int, settings: Iterable[str]) -> int:
    """Return how many processes so many orders are worth; one where the user set a limit that holds for each."""
    if any(name in _LIMITS for name in settings):
        return 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(jobs, cores, orders // _ORDERS_A_PROCESS))


async def run_here(
    work: Callable[[Order], Awaitable[Result]], orders: Iterable[Order], take: Callable[[Result], None], jobs: int
) -> None:
    """Carry orders out, at most `jobs` at once, and hand each result over when it is there.

    Orders are read as they are begun. Whatever ends this, an exception of `take` included, what is under way is
    cancelled.
    """

    async def carry_out(order: Order) -> Result:
        return await work(order)

    left = iter(orders)
    running: set[asyncio.Task[Result]] = set()
    ready: set[asyncio.Task[Result]] = set()
    try:
        while True:
            running |= {asyncio.create_task(carry_out(order)) for order in islice(left, jobs - len(running))}
            if not running:
                return
            ready, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in ready:
                take(task.result())
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, *ready, return_exceptions=True)


def run_in_processes(
    opened: Opened[Order, Result],
    orders: Iterable[Order],
    take: Callable[[Result], None],
    processes: int,
    jobs: int,
) -> list[Order]:
    """Carry orders out, at most `jobs` at once in all, and hand each result over; return the orders left out.

    `opened` is called in each process. Raises ConfigurationError where one of them does.
    """
    left, deaths, lost = deque(orders), Counter[Order](), list[Order]()
    workers: list[_Process] = []
    at_once = [jobs // processes + (number < jobs % processes) for number in range(processes)]
    try:
        while left or any(worker.under_way for worker in workers):
            while left and len(workers) < processes:
                workers.append(_start(opened))
            for worker, most in zip(workers, at_once, strict=False):
                while left and len(worker.under_way) < most and not _kept_apart(left[0], worker.under_way, deaths):
                    worker.under_way.add(order := left.popleft())
                    _send(worker.connection, order)
            for connection in wait([worker.connection for worker in workers]):
                worker = next(each for each in workers if each.connection is connection)
                try:
                    order, result, wrong = worker.connection.recv()
                except (EOFError, OSError, pickle.UnpicklingError):
                    workers.remove(worker)
                    deaths.update(worker.under_way)
                    left += [each for each in worker.under_way if deaths[each] < _MOST_DEATHS]
                    lost += [each for each in worker.under_way if deaths[each] >= _MOST_DEATHS]
                    _end(worker)
                    continue
                if wrong:
                    raise ConfigurationError(wrong)
                worker.under_way.discard(order)
                take(result)
    finally:
        for worker in workers:
            _end(worker)
    return lost


def _kept_apart(order: Any, under_way: Iterable[Any], deaths: Mapping[Any, int]) -> bool:
    """Return whether an order may not join others: what a process has died with is alone in the next one."""
    others = [*under_way]
    return bool(others) and any(deaths[each] for each in (order, *others))


def _start(opened: Opened[Any, Any]) -> _Process:
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(there, opened), daemon=True)
    process.start()
    there.close()
    return _Process(process, here)


def _send(connection: Any, order: Any) -> None:
    try:
        connection.send(order)
    except OSError:  # it has died; what it had is seen when its answer is waited for
        return


def _end(worker: _Process) -> None:
    worker.process.terminate()
    worker.process.join(5)
    if worker.process.is_alive():
        worker.process.kill()
        worker.process.join()
    worker.connection.close()


def _serve(connection: Any, opened: Opened[Any, Any]) -> None:
    """Carry out the orders that come, until the process that gives them ends or ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the other process decides
    with opened() as work:
        asyncio.run(_answer_orders(connection, work))


async def _answer_orders(connection: Any, work: Callable[[Any], Awaitable[Any]]) -> None:
    under_way: set[asyncio.Task[None]] = set()

    async def run(order: Any) -> None:
        try:
            answer: Any = (order, await work(order), "")
        except ConfigurationError as error:
            answer = (order, None, str(error))
        connection.send(answer)

    while True:
        try:
            order = await asyncio.to_thread(connection.recv)
        except (EOFError, OSError):
            break
        under_way.add(task := asyncio.create_task(run(order)))
        task.add_done_callback(under_way.discard)
    for task in under_way:
        task.cancel()
