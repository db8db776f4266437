"""Running a matrix in several processes. One of them, the caller's, writes; the others run cases and hand over rows.

A worker ends when its pipe does, so that none outlives a caller that was killed.
"""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable, Sequence
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import Any

from smurfs_graph.bench.configuration import Configuration
from smurfs_graph.bench.results import Row
from smurfs_graph.bench.runner import Bench, consume, run_all
from smurfs_graph.bench.suite import Case
from smurfs_graph.errors import ConfigurationError

Order = tuple[Case, Configuration]
_Workers = dict[Any, tuple[BaseProcess, list[list[Order]]]]
_AT_ONCE = 64
"""Orders that are handed to a worker at a time."""


def run_in_processes(
    make: Callable[[], Bench], work: Sequence[Order], jobs: int, processes: int, take: Callable[[Row], None]
) -> None:
    """Run `work` in workers that each make a bench of their own; `take` gets each row, here, as it comes.

    `make` and the orders must be picklable. `jobs`: cases under way at once, in all.

    Raises:
        ConfigurationError: a worker could not go on; the text is its own.
    """
    context = multiprocessing.get_context("spawn")
    each = max(1, -(-jobs // processes))
    workers: _Workers = {}
    try:
        for number in range(min(processes, max(1, len(work)))):
            ours, theirs = context.Pipe()
            worker = context.Process(target=_work, args=(make, each, theirs), daemon=True)
            worker.start()
            theirs.close()  # else its end would never be seen
            mine = list(work[number::processes])
            workers[ours] = worker, [mine[at : at + _AT_ONCE] for at in range(0, len(mine), _AT_ONCE)][::-1]
        _gather(workers, take)
    finally:
        for connection, (worker, _) in workers.items():
            worker.terminate()
            worker.join()
            connection.close()


def _gather(workers: _Workers, take: Callable[[Row], None]) -> None:
    waiting = set(workers)
    while waiting:
        for ready in wait(list(waiting)):
            connection: Any = ready
            worker, left = workers[connection]
            try:
                said: Any = connection.recv()
            except (EOFError, ConnectionResetError):
                worker.join()
                raise ConfigurationError(f"a process that ran cases ended with status {worker.exitcode}") from None
            if isinstance(said, Row):
                take(said)
            elif isinstance(said, str):
                raise ConfigurationError(said)
            elif left:
                connection.send(left.pop())
            else:
                connection.send(None)
                waiting.discard(connection)


def _work(make: Callable[[], Bench], jobs: int, connection: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the caller ends this process
    try:
        bench = make()
        asyncio.run(_serve(bench, jobs, connection))
    except ConfigurationError as error:
        connection.send(str(error))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        os._exit(1)  # the caller is gone


async def _serve(bench: Bench, jobs: int, connection: Any) -> None:
    """Ask for orders until there are none."""

    def take(row: Row) -> None:
        connection.send(row)

    while True:
        connection.send(True)
        orders: list[Order] | None = await asyncio.to_thread(connection.recv)
        if orders is None:
            return
        await consume(run_all(bench, iter(orders), jobs), take)
