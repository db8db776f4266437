"""A case's run with its report: one HTML file beside the results."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from smurfs_graph.canonical import digest
from smurfs_graph.constraints.handover import NAMESPACE
from smurfs_graph.events.vocabulary import Event, parse_event
from smurfs_graph.report import report_html
from smurfs_graph.running.anywhere import AnywhereGraph
from smurfs_graph.user.own_files import make_own_folder, open_own

REPORTS = "reports"
RUNS = "runs.sqlite"
"""The runs themselves, where their model calls are recorded."""


async def record(graph: AnywhereGraph, query: str, folder: Path, name: str) -> tuple[Mapping[str, Any], str]:
    """Run the graph; returns its result and the place of its report below `folder`. `name`: of the run, in any text."""
    events: list[Event] = []
    result: Mapping[str, Any] = {}
    told = graph.astream({"query": query}, stream_mode=["custom", "values"], subgraphs=True)
    async for place, mode, data in told:
        if mode == "custom":
            events.append(parse_event(data))
        elif not place:
            result = data
    page = report_html(events, await _responses(graph, events), name=name)
    make_own_folder(folder / REPORTS)
    file = f"{REPORTS}/{digest(name)[:20]}.html"
    with open(folder / file, "w", encoding="utf-8", opener=open_own) as out:
        out.write(page)
    return result, file


async def _responses(graph: AnywhereGraph, events: list[Event]) -> dict[str, str]:
    """The full responses that the graph's store still has."""
    found: dict[str, str] = {}
    for reference in {event.reference for event in events if event.kind == "tool_answered" and event.reference}:
        item = await graph.store.aget(NAMESPACE, reference) if graph.store is not None else None
        if item is not None:
            found[reference] = str(item.value["full"])
    return found
