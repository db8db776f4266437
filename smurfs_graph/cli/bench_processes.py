"""Runs a matrix in several processes, one for each core: this one hands cases out and takes their rows.

Each process loads the suite for itself. One that dies loses the cases that it had under way, which are run again, each
alone in a process; a case with which two processes have died is left out. Who writes results is this process alone.
"""

import asyncio
import multiprocessing
import os
import pickle
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import Any

from smurfs_graph.bench.configuration import Configuration
from smurfs_graph.bench.results import Row
from smurfs_graph.bench.runner import Bench
from smurfs_graph.bench.suite import Case
from smurfs_graph.errors import ConfigurationError

Order = tuple[str, int]
"""A case's id, and the place of a configuration among the matrix's."""
Opened = tuple[Bench, Iterable[Case], Sequence[Configuration]]
_MOST_DEATHS = 2
"""Processes that may die with a case."""
_CASES_A_PROCESS = 100
"""Fewer take less time than a process takes to begin."""
_LIMITS = ("max_concurrent_calls", "calls_per_minute")
"""Settings that hold for each process."""


@dataclass
class _Process:
    """A process at work, seen from this one."""

    process: Any
    connection: Any
    under_way: set[Order] = field(default_factory=set[Order])


def processes_for(cases: int, jobs: int, settings: Iterable[str]) -> int:
    """Return how many processes so many cases are worth; one where the user set a limit that holds for each."""
    if any(name in _LIMITS for name in settings):
        return 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(jobs, cores, cases // _CASES_A_PROCESS))


def run_in_processes(
    opened: Callable[[], Opened], orders: Iterable[Order], take: Callable[[Row], None], processes: int, jobs: int
) -> list[Order]:
    """Run cases, at most `jobs` at once in all, and hand each row over when it is there; return those left out.

    `opened`: makes the matrix in each process; it is pickled. Raises ConfigurationError for wrong settings.
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
                    order, row, wrong = worker.connection.recv()
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
                take(row)
    finally:
        for worker in workers:
            _end(worker)
    return lost


def _kept_apart(order: Order, under_way: Iterable[Order], deaths: Mapping[Order, int]) -> bool:
    """Return whether a case may not join others: what a process has died with is alone in the next one."""
    others = [*under_way]
    return bool(others) and any(deaths[each] for each in (order, *others))


def _start(opened: Callable[[], Opened]) -> _Process:
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(there, opened), daemon=True)
    process.start()
    there.close()
    return _Process(process, here)


def _send(connection: Any, order: Order) -> None:
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


def _serve(connection: Any, opened: Callable[[], Opened]) -> None:
    """Run the cases that are asked for, until the process that asks ends or ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the other process decides
    bench, chosen, configurations = opened()
    cases = {case.id: case for case in chosen}
    with bench:
        asyncio.run(_run_orders(connection, bench, cases, configurations))


async def _run_orders(
    connection: Any, bench: Bench, cases: dict[str, Case], configurations: Sequence[Configuration]
) -> None:
    under_way: set[asyncio.Task[None]] = set()

    async def run(order: Order) -> None:
        try:
            answer: Any = (order, await bench.run(cases[order[0]], configurations[order[1]]), "")
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
