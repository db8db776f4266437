"""Orders carried out by actors of Ray, on this machine or on a cluster. Needs the extra `ray`."""

import asyncio
import importlib
import importlib.util
import os
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from smurfs_graph.batch.processes import READY, Opened, Order, SpreadWorker, WorkerReply, answer_to, spread, words_for
from smurfs_graph.errors import ConfigurationError, how_to_install

_OBJECTS = 128 * 1024 * 1024
"""Bytes of shared memory for objects on this machine: rows are small."""


class Actor:
    """Carries orders out; each actor is a process."""

    def __init__(self, opened: Opened[Any, Any], folder: str) -> None:
        """Take what makes the work; `folder`: of the command, to which its paths are relative."""
        self._opened, self._folder = opened, folder
        self._open = ExitStack()
        self._work: Any = None
        self._is_open = asyncio.Event()

    async def open(self) -> WorkerReply:
        """Make what carries out orders; return READY, or what is to be said of what was raised."""
        with suppress(OSError):  # not there, on another machine
            os.chdir(self._folder)
        try:
            self._work = await asyncio.to_thread(self._open.enter_context, self._opened())
        except Exception as error:
            return WorkerReply(None, None, words_for(error))
        self._is_open.set()
        return READY

    async def carry_out(self, order: Any) -> WorkerReply:
        """Return what is to be said of an order."""
        await self._is_open.wait()
        return await answer_to(order, self._work)


class Actors:
    """Workers that are actors, one for each processor of the cluster."""

    def __init__(self, ray: Any, opened: Opened[Any, Any], at_once: int) -> None:
        """`at_once`: orders of an actor."""
        self._ray, self._opened = ray, opened
        self._actor: Any = ray.remote(Actor).options(num_cpus=1, max_restarts=0, max_concurrency=at_once + 2)
        self._answers: dict[Any, SpreadWorker] = {}

    def start(self) -> SpreadWorker:
        """Start an actor."""
        worker = SpreadWorker(self._actor.remote(self._opened, str(Path.cwd())))
        self._answers[worker.handle.open.remote()] = worker
        return worker

    def send(self, worker: SpreadWorker, order: Any) -> None:
        """Hand an order over."""
        self._answers[worker.handle.carry_out.remote(order)] = worker

    def wait(self, workers: Sequence[SpreadWorker]) -> Iterable[tuple[SpreadWorker, WorkerReply | None]]:
        """Wait for some answers."""
        ready, _ = self._ray.wait([*self._answers], num_returns=1)
        for reference in ready:
            worker = self._answers.pop(reference)
            try:
                yield worker, self._ray.get(reference)
            except self._ray.exceptions.RayActorError:
                self._answers = {each: of for each, of in self._answers.items() if of is not worker}
                yield worker, None
            except self._ray.exceptions.RayError as error:  # a result that cannot be handed over, for one
                yield worker, WorkerReply(None, None, words_for(error))

    def end(self, worker: SpreadWorker) -> None:
        """End an actor."""
        self._ray.kill(worker.handle)


def run_with_ray(
    opened: Opened[Order, Any], orders: Iterable[Order], take: Callable[[Any], None], jobs: int, address: str | None
) -> list[Order]:
    """Carry orders out, at most `jobs` at once in all, and hand each result over; return the orders left out.

    `address`: of a cluster; None starts Ray on this machine, and ends it. Raises ConfigurationError.
    """
    with _running_ray(address) as ray:
        actors = max(1, min(jobs, int(ray.cluster_resources().get("CPU", 1))))
        return spread(Actors(ray, opened, -(-jobs // actors)), orders, take, actors, jobs)


@contextmanager
def _running_ray(address: str | None) -> Generator[Any]:
    """Lend Ray, started here or found at an address. Raises ConfigurationError where it cannot be used."""
    if importlib.util.find_spec("ray") is None:
        raise ConfigurationError(f"--engine ray needs the extra `ray`; {how_to_install('ray')}")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # Ray reports its use to its makers otherwise
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    ray: Any = importlib.import_module("ray")
    here: Any = {} if address else {"include_dashboard": False, "object_store_memory": _OBJECTS}
    try:
        ray.init(address=address or "local", log_to_driver=False, logging_level="ERROR", **here)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise ConfigurationError(f"Ray cannot be used: {' '.join(str(error).split())[:300]}") from None
    try:
        yield ray
    finally:
        ray.shutdown()
