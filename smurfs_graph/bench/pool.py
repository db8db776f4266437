"""Running a matrix in several processes. One of them, the caller's, writes; the others run cases and hand over rows.

A worker ends when its pipe does, so that none outlives a caller that was killed; one that is killed is started again.
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
_AT_ONCE = 64
"""Orders that are handed to a worker at a time."""
_RESTARTS = 3
"""How often in a row a worker that was killed is started again without having brought a row."""


def run_in_processes(
    make: Callable[[], Bench],
    work: Sequence[Order],
    jobs: int,
    processes: int,
    take: Callable[[Row], None],
    warn: Callable[[str], None] = lambda text: None,
) -> None:
    """Run `work` in workers that each make a bench of their own; `take` gets each row, here, as it comes.

    `make` and the orders must be picklable. `jobs`: cases under way at once, in all. A worker that is killed, by the
    system for its memory, say, is started again with what it has not brought; `warn` is told.

    Raises:
        ConfigurationError: a worker could not go on; the text is its own.
    """
    each = max(1, -(-jobs // processes))
    count = min(processes, max(1, len(work)))
    workers = [_Worker(make, each, work[number::processes]) for number in range(count)]
    try:
        _gather(workers, take, warn)
    finally:
        for worker in workers:
            worker.end()


class _Worker:
    """A process that runs cases, with what it has left to do."""

    def __init__(self, make: Callable[[], Bench], jobs: int, work: Sequence[Order]) -> None:
        self._make, self._jobs = make, jobs
        self._left = [list(work[at : at + _AT_ONCE]) for at in range(0, len(work), _AT_ONCE)][::-1]
        self._under_way: dict[tuple[str, str, str, int], Order] = {}
        self._deaths = 0
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(self._make, self._jobs, theirs), daemon=True)
        process.start()
        theirs.close()  # else its end would never be seen
        self.connection: Any = ours
        self._process: BaseProcess = process

    def hand_over(self) -> bool:
        """Give it what is next to do; False where that is nothing."""
        orders = self._left.pop() if self._left else None
        self._under_way = {(case.id, of.strategy, of.model, of.seed): (case, of) for case, of in orders or ()}
        self.connection.send(orders)
        return orders is not None

    def brought(self, row: Row) -> None:
        """A row is there: its order is done."""
        self._under_way.pop((row.case, row.strategy, row.model, row.seed), None)
        self._deaths = 0

    def start_again(self) -> str:
        """After its death; says what it died of. Raises ConfigurationError where it ended by itself, or too often."""
        self._process.join()
        self.connection.close()
        status = self._process.exitcode or 0
        if status >= 0:
            raise ConfigurationError(f"a process that ran cases ended with status {status}")
        self._deaths += 1
        if self._deaths > _RESTARTS:
            raise ConfigurationError(
                f"a process that ran cases was killed {self._deaths} times in a row (signal {-status}); "
                "if memory is what lacks, take fewer --jobs or --processes"
            )
        if self._under_way:
            self._left.append(list(self._under_way.values()))
        self._start()
        return f"a process that ran cases was killed (signal {-status}); it is started again"

    def end(self) -> None:
        """Stop it, whatever it does."""
        self._process.terminate()
        self._process.join()
        self.connection.close()


def _gather(workers: Sequence[_Worker], take: Callable[[Row], None], warn: Callable[[str], None]) -> None:
    waiting = {worker.connection: worker for worker in workers}
    while waiting:
        for ready in wait(list(waiting)):
            worker = waiting.pop(ready)
            try:
                said: Any = worker.connection.recv()
                if said is True and not worker.hand_over():
                    continue
            except (EOFError, OSError):  # its end of the pipe is closed, perhaps in the middle of a row
                warn(worker.start_again())
            else:
                if isinstance(said, str):
                    raise ConfigurationError(said)
                if isinstance(said, Row):
                    worker.brought(said)
                    take(said)
            waiting[worker.connection] = worker


def _work(make: Callable[[], Bench], jobs: int, connection: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the caller ends this process
    try:
        with make() as bench:
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
