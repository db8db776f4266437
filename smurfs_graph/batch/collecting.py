"""Has the workers of a queue answer requests, and collects how their runs have ended."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from smurfs_graph.batch.results import BatchOrder, BatchRow, row_of
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.runs.saved import latest_of
from smurfs_graph.workers.queue import Queue

_LOOK = 10.0
"""Seconds after which ends are looked for that no notification came of."""
_OPEN = ("queued", "running")


@dataclass(frozen=True)
class QueuedBatch:
    """How requests are enqueued."""

    settings: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Those that a request may set."""
    user: str = ""
    priority: int = 0
    again: bool = False
    """Whether runs that were given up or cancelled go on."""


def answer_by_workers(
    queue: Queue, orders: Iterable[BatchOrder], options: QueuedBatch, take: Callable[[BatchRow], None]
) -> None:
    """Enqueue the requests that are not there yet, and hand over each row once its run has ended or waits.

    What came while nobody collected is collected first. Raises ConfigurationError; what is enqueued stays so.
    """
    with queue.listen() as ended:
        states, left = queue.states(), dict[str, BatchOrder]()
        for order in orders:
            if (row := _begin(queue, order, states.get(order.thread), options)) is not None:
                take(row)
            else:
                left[order.thread] = order
        looked = time.monotonic()
        while left:
            found = {thread for thread in ended(1.0) if thread in left}
            if time.monotonic() - looked > _LOOK:
                states, looked = queue.states(), time.monotonic()
                found |= {thread for thread in left if states.get(thread) not in _OPEN}
            for thread in found:
                if (row := _collect(queue, left[thread])) is not None:
                    del left[thread]
                    take(row)


def _begin(queue: Queue, order: BatchOrder, state: str | None, options: QueuedBatch) -> BatchRow | None:
    """Enqueue a request, or go on with its run where it stopped; return its row where there is nothing to wait for."""
    if state in _OPEN:
        return None
    try:
        if state is None and latest_of(queue.storage, order.thread) is None:
            queue.enqueue(
                order.query,
                thread=order.thread,
                user=options.user,
                settings=options.settings,
                priority=options.priority,
            )
            return None
        row = _collect(queue, order)
        if row is None or not (options.again and row.state in ("failed", "cancelled")):
            return row
        queue.resume(order.thread)
    except ConfigurationError as error:
        raise type(error)(f"{order.thread}: {error}") from None
    return None


def _collect(queue: Queue, order: BatchOrder) -> BatchRow | None:
    """Return the row of a run that has ended or waits; None of one that is queued or under way."""
    end = queue.end_of(order.thread)
    if end.state in _OPEN:
        return None
    if end.state in ("finished", "waiting"):
        saved, questions = queue.questions(order.thread)
        return row_of(order, saved.values, questions if end.state == "waiting" else {})
    why = Redactor(spared=order.query).text(end.reason)
    if end.state == "cancelled":
        return BatchRow(thread=order.thread, state="cancelled", message=why)
    return BatchRow(thread=order.thread, state="failed", message=why or "its job is gone")
