"""The terminal and the report of the demo's run, as the documentation shows them.

python -m tests.report.pictures [FOLDER]; `docs` for those of the documentation
"""

import asyncio
import re
import sys
import tempfile
from io import StringIO
from pathlib import Path
from typing import Any

from langgraph.store.memory import InMemoryStore
from rich.console import Console

from smurfs_graph import Event
from smurfs_graph.cli.screen import Screen, plan_lines, status_line
from smurfs_graph.demo import page, show_result, solve
from smurfs_graph.events.run_view import RunView
from tests.report.browser import CHROMIUM, browser

WIDTH, COLUMNS = 1280, 80


def main(folder: Path) -> None:
    """Write `terminal.svg` and `report.png`."""
    told: list[Event] = []
    store = InMemoryStore()
    result = asyncio.run(solve(Screen(), RunView(), store, told))
    (folder / "terminal.svg").write_text(terminal(told, result), encoding="utf-8")
    if not CHROMIUM:
        sys.exit("report.png needs Chromium (Debian's package chromium)")
    with tempfile.TemporaryDirectory() as home:
        file = Path(home) / "demo.html"
        file.write_text(page(told, store), encoding="utf-8")
        with browser(Path(home) / "profile") as tab:
            tab.colours("light")
            tab.open(file, WIDTH, 900, "#plan")
            tab.value("document.querySelector('#task-s1-step-0 > details').open = true")
            tab.value("new Promise(done => setTimeout(done, 300))")
            tab.value("scrollTo(0, document.querySelector('#plan').offsetTop - 60)")
            tab.value("new Promise(done => setTimeout(done, 500))")
            tab.picture(folder / "report.png")


def terminal(told: list[Event], result: dict[str, Any]) -> str:
    """The live view when the run is half through, and what the demo leaves standing, as rich draws a terminal."""
    console = Console(record=True, width=COLUMNS, file=StringIO(), force_terminal=True)
    half, whole = RunView(), RunView()
    answered = [at for at, event in enumerate(told) if event.kind == "tool_answered"]
    for event in told[: answered[2] + 1]:
        half.apply(event)
    for event in told:
        whole.apply(event)
    for line in plan_lines(half, COLUMNS, whole=False):
        console.print(line)
    console.print(status_line(half, half.last - half.started, COLUMNS, over=False), style="dim", highlight=False)
    show_result(console, whole, result)
    drawn = console.export_svg(title="make demo")
    return re.sub(r"@font-face\s*\{.*?\}", "", drawn, flags=re.DOTALL)  # which would be fetched


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs"))
