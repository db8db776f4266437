"""Orders carried out side by side: here, or in other processes, to which this one hands them out.

Each process makes what it works with for itself. One that dies loses the orders that it had under way, which are
carried out again, each alone in a process; an order with which two processes have died is left out. Where processes
die before they can take orders, those that can go on without them; where none can, that ends all of it.
"""

import asyncio
import multiprocessing
import os
import pickle
import signal
import threading
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from multiprocessing.connection import wait
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, cast

from smurfs_graph.errors import ConfigurationError

Order = TypeVar("Order")
Result = TypeVar("Result")
Opened = Callable[[], AbstractContextManager[Callable[[Order], Awaitable[Result]]]]
"""Makes what carries out orders, until its context ends. It, orders and results are pickled for other processes."""
_MOST_DEATHS = 2
"""Processes that may die with an order."""
_MOST_STARTS = 3
"""Processes in a row that may die before one can take orders; after them no other one is started."""
_ORDERS_A_PROCESS = 100
"""Fewer take less time than a process takes to begin."""
_LIMITS = ("max_concurrent_calls", "calls_per_minute")
"""Settings that hold for each process."""


class WorkerReply(NamedTuple):
    """What a worker says of an order."""

    order: Any
    result: Any
    wrong: str
    """Says what ends all of it, a ConfigurationError's text or the words for another exception; empty for nothing."""


READY = WorkerReply(None, None, "")
"""A worker's first answer: it can take orders."""


@dataclass(eq=False)
class SpreadWorker:
    """A worker, seen from the process that hands orders out."""

    handle: Any
    under_way: set[Any] = field(default_factory=set[Any])
    is_ready: bool = False
    """Whether it has opened what it works with."""


class SpreadEngine(Protocol):
    """Starts and ends workers, in other processes."""

    def start(self) -> SpreadWorker:
        """Start a worker, without waiting for it."""
        ...

    def send(self, worker: SpreadWorker, order: Any) -> None:
        """Hand an order over; that a worker has died is said by `wait` only."""
        ...

    def wait(self, workers: Sequence[SpreadWorker]) -> Iterable[tuple[SpreadWorker, WorkerReply | None]]:
        """Wait for some of their answers; None of a worker that has died."""
        ...

    def end(self, worker: SpreadWorker) -> None:
        """End a worker, with what it has under way."""
        ...


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


@dataclass
class _Orders(Generic[Order]):
    """The orders that are left, and what has become of workers."""

    left: deque[Order]
    lost: list[Order] = field(default_factory=list[Order])
    deaths: Counter[Order] = field(default_factory=Counter[Order])
    unborn: int = 0
    """Workers in a row that have died before they were ready."""

    @property
    def is_hopeless(self) -> bool:
        """Return whether another worker would die before it is ready."""
        return self.unborn >= _MOST_STARTS

    def take_back(self, worker: SpreadWorker) -> None:
        """Take back what a worker had under way that has died."""
        if worker.is_ready:
            self.unborn = 0
            self.deaths.update(worker.under_way)
            self.left += [each for each in worker.under_way if self.deaths[each] < _MOST_DEATHS]
            self.lost += [each for each in worker.under_way if self.deaths[each] >= _MOST_DEATHS]
            return
        self.unborn += 1
        self.left.extendleft(worker.under_way)


def spread(
    engine: SpreadEngine, orders: Iterable[Order], take: Callable[[Any], None], workers: int, jobs: int
) -> list[Order]:
    """Carry orders out, at most `jobs` at once in all, and hand each result over; return the orders left out.

    Raises ConfigurationError where anything is raised in a worker, or all workers die before they are ready.
    """
    these, started = _Orders(deque(orders)), list[SpreadWorker]()
    left, deaths = these.left, these.deaths
    at_once = [jobs // workers + (number < jobs % workers) for number in range(workers)]
    try:
        while left or any(worker.under_way for worker in started):
            while left and len(started) < workers and not these.is_hopeless:
                started.append(engine.start())
            if not started:
                raise ConfigurationError(
                    f"{these.unborn} processes in a row died before they could carry anything out: they run out of "
                    "memory, or are ended by what they import"
                )
            for worker, most in zip(started, at_once, strict=False):
                while left and len(worker.under_way) < most and not _kept_apart(left[0], worker.under_way, deaths):
                    worker.under_way.add(order := left.popleft())
                    engine.send(worker, order)
            for worker, answer in engine.wait(started):
                if answer is None:
                    started.remove(worker)
                    engine.end(worker)
                    these.take_back(worker)
                elif answer.wrong:
                    raise ConfigurationError(answer.wrong)
                elif answer == READY:
                    worker.is_ready, these.unborn = True, 0
                else:
                    worker.under_way.discard(answer.order)
                    take(answer.result)
    finally:
        for worker in started:
            engine.end(worker)
    return these.lost


def _kept_apart(order: Any, under_way: Iterable[Any], deaths: Mapping[Any, int]) -> bool:
    """Return whether an order may not join others: what a process has died with is alone in the next one."""
    others = [*under_way]
    return bool(others) and any(deaths[each] for each in (order, *others))


async def answer_to(order: Any, work: Callable[[Any], Awaitable[Any]]) -> WorkerReply:
    """Carry an order out, for a process that does not see what is raised here."""
    try:
        return WorkerReply(order, await work(order), "")
    except (Exception, asyncio.CancelledError) as error:
        return WorkerReply(order, None, words_for(error))


def words_for(error: BaseException) -> str:
    """Say what was raised in a worker, never with an empty text."""
    if isinstance(error, ConfigurationError) and str(error):
        return str(error)
    return " ".join(f"a process that carries out a part ended with {type(error).__name__}: {error}".split())[:500]


class Processes:
    """Workers that are processes of this machine, spoken to through pipes."""

    def __init__(self, opened: Opened[Any, Any]) -> None:
        """`opened` is called in each of them."""
        self._opened = opened

    def start(self) -> SpreadWorker:
        """Start a process."""
        here, there = multiprocessing.Pipe()
        process = multiprocessing.get_context("spawn").Process(target=_serve, args=(there, self._opened), daemon=True)
        process.start()
        there.close()
        return SpreadWorker((process, here))

    def send(self, worker: SpreadWorker, order: Any) -> None:
        """Hand an order over."""
        with suppress(OSError):  # it has died; what it had is seen when its answer is waited for
            worker.handle[1].send(order)

    def wait(self, workers: Sequence[SpreadWorker]) -> Iterable[tuple[SpreadWorker, WorkerReply | None]]:
        """Wait for some answers."""
        by_pipe: dict[Any, SpreadWorker] = {worker.handle[1]: worker for worker in workers}
        for pipe in cast("Sequence[Any]", wait([*by_pipe])):
            try:
                yield by_pipe[pipe], pipe.recv()
            except (EOFError, OSError, pickle.UnpicklingError):
                yield by_pipe[pipe], None

    def end(self, worker: SpreadWorker) -> None:
        """End a process."""
        process, pipe = worker.handle
        process.terminate()
        process.join(5)
        if process.is_alive():
            process.kill()
            process.join()
        pipe.close()


def _serve(connection: Any, opened: Opened[Any, Any]) -> None:
    """Carry out the orders that come, until the process that gives them ends or ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the other process decides
    try:
        with opened() as work:
            _send(connection, READY)
            asyncio.run(_answer_orders(connection, work))
    except Exception as error:
        _send(connection, WorkerReply(None, None, words_for(error)))


async def _answer_orders(connection: Any, work: Callable[[Any], Awaitable[Any]]) -> None:
    """Answer the orders that come over a connection, side by side, until it closes."""
    orders, under_way = asyncio.Queue[Any](), set[asyncio.Task[None]]()
    put = partial(asyncio.get_running_loop().call_soon_threadsafe, orders.put_nowait)
    threading.Thread(target=_receive, args=(connection, put), daemon=True).start()

    async def run(order: Any) -> None:
        _send(connection, await answer_to(order, work))

    while not isinstance(order := await orders.get(), BaseException):
        under_way.add(task := asyncio.create_task(run(order)))
        task.add_done_callback(under_way.discard)
    for task in under_way:
        task.cancel()
    if not isinstance(order, EOFError | OSError):
        raise order


def _receive(connection: Any, put: Callable[[Any], Any]) -> None:
    """Hand over orders until there are none any more, then the exception that says so.

    In a thread that does nothing else: who sends an order reads no answer meanwhile, and an answer waits to be read.
    """
    try:
        while True:
            put(connection.recv())
    except Exception as error:
        put(error)


def _send(connection: Any, answer: WorkerReply) -> None:
    """Send an answer, or why it cannot be sent; a process that has ended gets none."""
    try:
        connection.send(answer)
    except OSError:
        pass
    except Exception as error:  # of pickle, or of what is pickled
        with suppress(OSError):
            connection.send(WorkerReply(None, None, words_for(error)))
