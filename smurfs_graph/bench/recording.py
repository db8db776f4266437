"""A case's run with its report: one HTML file beside the results."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from langchain_core.runnables import RunnableConfig

from smurfs_graph.canonical import digest
from smurfs_graph.checkpoints.storage import Storage
from smurfs_graph.constraints.handover import NAMESPACE
from smurfs_graph.events.vocabulary import Event, parse_event
from smurfs_graph.report import report_html
from smurfs_graph.running.anywhere import AnywhereGraph
from smurfs_graph.runs.calls import CallRow, call_rows
from smurfs_graph.runs.saved import delete_run, payloads_of, read_run
from smurfs_graph.user.own_files import make_own_folder, open_own_unlinked

REPORTS = "reports"
RUNS = "runs.sqlite"
"""The runs themselves, where their model calls are recorded."""


async def record(
    graph: AnywhereGraph, query: str, folder: Path, name: str, storage: Storage | None = None
) -> tuple[Mapping[str, Any], str]:
    """Run the graph; returns its result and the place of its report below `folder`.

    `name`: of the run, in any text. `storage`: where the graph keeps it, with its model calls; it is kept under the
    name of the report, in place of an earlier one.
    """
    thread = digest(name)[:20]
    events: list[Event] = []
    result: Mapping[str, Any] = {}
    config: RunnableConfig | None = None
    if storage is not None:
        config = {"configurable": {"thread_id": thread}}
        if storage.checkpointer.get_tuple(config) is not None:
            delete_run(storage, thread)
    told = graph.astream({"query": query}, config, stream_mode=["custom", "values"], subgraphs=True)
    async for place, mode, data in told:
        if mode == "custom":
            events.append(parse_event(data))
        elif not place:
            result = data
    page = report_html(events, await _responses(graph, events), _calls(storage, thread), name=name)
    make_own_folder(folder / REPORTS)
    file = f"{REPORTS}/{thread}.html"
    with open(folder / file, "w", encoding="utf-8", opener=open_own_unlinked) as out:
        out.write(page)
    return result, file


def _calls(storage: Storage | None, thread: str) -> list[CallRow]:
    """Return the run's model calls that are on record."""
    if storage is None:
        return []
    run = read_run(storage, thread)
    return call_rows(run, payloads_of(storage, run))


async def _responses(graph: AnywhereGraph, events: list[Event]) -> dict[str, str]:
    """Return the full responses that the graph's store still has."""
    found: dict[str, str] = {}
    for reference in {event.reference for event in events if event.kind == "tool_answered" and event.reference}:
        item = await graph.store.aget(NAMESPACE, reference) if graph.store is not None else None
        if item is not None:
            found[reference] = str(item.value["full"])
    return found
