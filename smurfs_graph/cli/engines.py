"""`--engine`: what carries out many runs side by side, processes of this machine or actors of Ray."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from smurfs_graph.batch.processes import Opened, Order, Processes, spread
from smurfs_graph.errors import UnknownNameError

PROCESSES, RAY = "processes", "ray"


class Spreading(NamedTuple):
    """How runs are spread."""

    engine: str
    address: str | None
    """Of a cluster of Ray; None for Ray on this machine."""
    processes: int
    """Of this machine, where the engine is processes."""
    jobs: int
    """Runs under way at once, in all."""


def spread_over(
    how: Spreading, opened: Opened[Order, Any], orders: Iterable[Order], take: Callable[[Any], None]
) -> list[Order]:
    """Carry orders out and hand each result over; return the orders left out. Raises ConfigurationError."""
    if how.engine == PROCESSES:
        return spread(Processes(opened), orders, take, how.processes, how.jobs)
    from smurfs_graph.batch.actors import run_with_ray

    return run_with_ray(opened, orders, take, how.jobs, how.address)


def check_engine(name: str) -> str:
    """Return the name of an engine. Raises ConfigurationError for an unknown one."""
    if name not in (PROCESSES, RAY):
        raise UnknownNameError("engine", name, (PROCESSES, RAY))
    return name
