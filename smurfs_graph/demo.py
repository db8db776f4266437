"""`make demo`: a travel request that needs several tools, one of which fails, solved live with the embedded model."""

import asyncio
import sys
from pathlib import Path
from typing import Any

from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore
from rich.console import Console
from rich.padding import Padding

from smurfs_graph.checkpoints.payloads import RESPONSES
from smurfs_graph.cli.output import write_whole
from smurfs_graph.cli.screen import Lines, Screen, Terminal, plan_lines
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.events.run_view import RunView
from smurfs_graph.events.vocabulary import Event, UsageKnown, parse_event, run_ended
from smurfs_graph.graph import build_graph
from smurfs_graph.planning.outcome import ANSWERED
from smurfs_graph.report import report_html
from smurfs_graph.settings import Settings

QUERY = (
    "Find flights from Lisbon to Prague on 3 December 2026. "
    "Find restaurants in Prague with Italian cuisine. "
    "Get the distance from Prague to Vienna, and convert it to miles."
)
TOOLS = ("builtin:travel", "builtin:calc")
REPORT = Path("smurfs-demo.html")


def main() -> int:
    """Run the demo; returns 0 where the request was answered."""
    console = Console()
    console.print("\n[bold]smurfs-graph demo[/bold]  model: offline:rules (rules, no language model)")
    console.print(Padding(QUERY, (0, 0, 1, 2)), style="italic")
    live = console.is_terminal and not console.is_dumb_terminal
    view, store, told = RunView(), InMemoryStore(), list[Event]()
    result = asyncio.run(solve(Terminal(console) if live else Lines(), view, store, told))
    if not live:
        console.print(*plan_lines(view, console.width), sep="\n")
    console.print(f"\n[bold]answer[/bold]  ({result['stop_reason'].replace('_', ' ')})")
    console.print(Padding(result["answer"], (0, 0, 0, 2)), markup=False, highlight=False)
    usage = result["usage"].summary()
    console.print(f"\n{usage['llm_calls']} model calls, {usage['tool_calls']} tool calls", style="dim")
    try:
        write_whole(REPORT, [page(told, store)])
    except ConfigurationError as error:
        console.print(f"no report: {error}", markup=False)
    else:
        console.print(f"report: {REPORT} (open it in a browser)")
    return 0 if result["stop_reason"] in ANSWERED else 1


async def solve(
    screen: Screen, view: RunView, store: BaseStore | None = None, told: list[Event] | None = None
) -> dict[str, Any]:
    """Run the request, showing what happens; returns the run's result. Its events are added to `told`."""
    result: dict[str, Any] = {}
    events: list[Event] = [] if told is None else told
    graph = build_graph(Settings(), tools=TOOLS, store=store)
    with screen:
        stream = graph.astream({"query": QUERY}, stream_mode=["custom", "values"], subgraphs=True)
        async for namespace, mode, data in stream:
            if mode == "custom":
                events.append(parse_event(data))
                view.apply(events[-1])
                screen.show(events[-1])
            elif not namespace:
                result = data
    end = run_ended(result)
    events += [UsageKnown(at=end.at, usage=result["usage"]), end]
    return result


def page(told: list[Event], store: BaseStore) -> str:
    """The run's report, with the responses that the store has."""
    items = store.search(RESPONSES, limit=1_000)
    return report_html(told, {item.key: str(item.value["full"]) for item in items if "full" in item.value}, name="demo")


if __name__ == "__main__":
    sys.exit(main())
