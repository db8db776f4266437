"""`make demo`: a travel request that needs several tools, one of which fails, solved live with the embedded model."""

import asyncio
import sys
from typing import Any

from rich.console import Console
from rich.padding import Padding

from smurfs_graph.cli.screen import Lines, Screen, Terminal, plan_lines
from smurfs_graph.events import parse_event
from smurfs_graph.graph import build_graph
from smurfs_graph.outcome import ANSWERED
from smurfs_graph.run_view import RunView
from smurfs_graph.settings import Settings

QUERY = (
    "Find flights from Lisbon to Prague on 3 December 2026. "
    "Find restaurants in Prague with Italian cuisine. "
    "Get the distance from Prague to Vienna, and convert it to miles."
)
TOOLS = ("builtin:travel", "builtin:calc")


def main() -> int:
    """Run the demo; returns 0 where the request was answered."""
    console = Console()
    console.print("\n[bold]smurfs-graph demo[/bold]  model: offline:rules (rules, no language model)")
    console.print(Padding(QUERY, (0, 0, 1, 2)), style="italic")
    live = console.is_terminal and not console.is_dumb_terminal
    view = RunView()
    result = asyncio.run(solve(Terminal(console) if live else Lines(), view))
    if not live:
        console.print(*plan_lines(view, console.width), sep="\n")
    console.print(f"\n[bold]answer[/bold]  ({result['stop_reason'].replace('_', ' ')})")
    console.print(Padding(result["answer"], (0, 0, 0, 2)), markup=False, highlight=False)
    usage = result["usage"].summary()
    console.print(f"\n{usage['llm_calls']} model calls, {usage['tool_calls']} tool calls", style="dim")
    return 0 if result["stop_reason"] in ANSWERED else 1


async def solve(screen: Screen, view: RunView) -> dict[str, Any]:
    """Run the request, showing what happens; returns the run's result."""
    result: dict[str, Any] = {}
    graph = build_graph(Settings(), tools=TOOLS)
    with screen:
        stream = graph.astream({"query": QUERY}, stream_mode=["custom", "values"], subgraphs=True)
        async for namespace, mode, data in stream:
            if mode == "custom":
                event = parse_event(data)
                view.apply(event)
                screen.show(event)
            elif not namespace:
                result = data
    return result


if __name__ == "__main__":
    sys.exit(main())
