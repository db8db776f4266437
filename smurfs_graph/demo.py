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
from smurfs_graph.cli.screen import Screen, Terminal, plan_lines
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
    console.print("\n[bold]smurfs-graph demo[/bold]  (answered by rules, no language model)", highlight=False)
    console.print(Padding(QUERY, (0, 0, 0, 2)), style="italic", highlight=False)
    live = console.is_terminal and not console.is_dumb_terminal
    view, store, told = RunView(), InMemoryStore(), list[Event]()
    result = asyncio.run(solve(Terminal(console, transient=True) if live else Screen(), view, store, told))
    show_result(console, view, result)
    try:
        write_whole(REPORT, [page(told, store)])
    except ConfigurationError as error:
        console.print(f"no report: {error}", markup=False)
    else:
        console.print(f"The whole run, for a browser: {REPORT}", highlight=False)
    return 0 if result["stop_reason"] in ANSWERED else 1


def show_result(console: Console, view: RunView, result: dict[str, Any]) -> None:
    """Print the answer, then the plan with the calls that it rests on."""
    ending = "" if result["stop_reason"] == "answered" else f"  ({result['stop_reason'].replace('_', ' ')})"
    console.print(f"\n[bold]Answer[/bold]{ending}\n")
    console.print(Padding(result["answer"], (0, 0, 0, 2)), markup=False, highlight=False)
    console.print("\n[bold]How it was found[/bold]\n")
    for line in plan_lines(view, console.width):
        console.print(line)
    usage = result["usage"].summary()
    console.print(f"\n{usage['llm_calls']} model calls, {usage['tool_calls']} tool calls", style="dim", highlight=False)


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
    """Return the run's report, with the responses that the store has."""
    items = store.search(RESPONSES, limit=1_000)
    return report_html(told, {item.key: str(item.value["full"]) for item in items if "full" in item.value}, name="demo")


if __name__ == "__main__":
    sys.exit(main())
