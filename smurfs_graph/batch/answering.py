"""Answers one request of a batch on its thread: begun, or gone on with where its checkpoints end."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from smurfs_graph.batch.results import BatchOrder, BatchRow, row_of
from smurfs_graph.checkpoints.leases import hold
from smurfs_graph.checkpoints.storage import Storage, open_storage
from smurfs_graph.errors import ConfigurationError, RunBusyError
from smurfs_graph.graph import build_graph
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.running.anywhere import LEASE_HELD, AnywhereGraph
from smurfs_graph.settings import Settings

Answerer = Callable[[BatchOrder], Awaitable[BatchRow]]
_PATIENCE, _PAUSE = 60.0, 0.5
"""Seconds for which a run is waited for that another process holds, as one that was killed does for a moment."""


@dataclass(frozen=True)
class BatchEquipment:
    """What requests are answered with."""

    settings: Settings
    tools: list[Any]
    answer_schema: type[BaseModel] | None = None
    metadata: Callable[[str], dict[str, str]] = lambda thread: {}
    """Metadata of the checkpoints of a thread."""


@contextmanager
def open_answerer(address: str, equipment: BatchEquipment) -> Generator[Answerer]:
    """Yield what answers requests, whose runs are kept in the storage of an address. Raises ConfigurationError."""
    with open_storage(address) as storage:
        graph = build_graph(
            equipment.settings,
            equipment.tools,
            answer_schema=equipment.answer_schema,
            checkpointer=storage.checkpointer,
            store=storage.store,
        )

        async def answer(order: BatchOrder) -> BatchRow:
            config = {"configurable": {"thread_id": order.thread}, "metadata": equipment.metadata(order.thread)}
            return await _answer_patiently(storage, graph, order, config)

        yield answer


async def _answer_patiently(storage: Storage, graph: AnywhereGraph, order: BatchOrder, config: Any) -> BatchRow:
    """Return the row of a request, whatever goes wrong with it.

    Raises ConfigurationError for what is wrong with all of them.
    """
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            async with hold(storage.checkpointer, config):  # what another process has done is looked at only then
                return await _answer(graph, order, config)
        except RunBusyError as error:
            if time.monotonic() > deadline:
                return _failed(order, error)
            await asyncio.sleep(_PAUSE)
        except ConfigurationError:
            raise
        except Exception as error:
            return _failed(order, error)


async def _answer(graph: AnywhereGraph, order: BatchOrder, config: Any) -> BatchRow:
    state = await graph.aget_state(config)
    is_new = state.created_at is None
    if is_new or (state.tasks and not state.interrupts):  # `next` leaves out tasks that have written
        options: Any = {LEASE_HELD: True}
        await graph.ainvoke({"query": order.query} if is_new else None, config, **options)
        state = await graph.aget_state(config)
    return row_of(order, state.values, {each.id: each.value for each in state.interrupts})


def _failed(order: BatchOrder, error: Exception) -> BatchRow:
    said = Redactor(spared=order.query).text(" ".join(f"{type(error).__name__}: {error}".split()))
    return BatchRow(thread=order.thread, state="failed", message=said[:500])
