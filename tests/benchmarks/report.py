"""`make bench NAME=report`: when the first line of progress comes, what events cost, and a report of a thousand steps.

python -m tests.benchmarks.report [--steps 1000] [--repeat 5]

The run of a thousand steps is a real one: a scripted model, which never says solved, on a storage in a file. The page
is opened in Chromium; "responds" is the time from a click that opens all steps to the frame that shows them.
"""

import argparse
import asyncio
import os
import pty
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

from smurfs_graph import Settings, build_graph
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.cli.report import page_of
from smurfs_graph.cli.screen import Terminal
from smurfs_graph.demo import QUERY, TOOLS
from smurfs_graph.events import vocabulary as events
from smurfs_graph.events.vocabulary import parse_masked
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.testing import ScriptedModel
from tests.report.browser import CHROMIUM, browser

PER_TASK = 12
_CLICK = """
new Promise(done => {
  const start = performance.now();
  for (const each of document.querySelectorAll("#steps button")) if (/OPENS/.test(each.textContent)) each.click();
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
})
"""


def main() -> None:
    """Print a line for each figure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=1_000)
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    for kind in ("pipe", "terminal"):
        first = [first_line(terminal=kind == "terminal") for _ in range(options.repeat)]
        print(f"first line of progress, {kind}: median {statistics.median(first):.2f} s, worst {max(first):.2f} s")
    shares = [share for _ in range(options.repeat) for share in [event_share()]]
    print(
        f"events shown live: median {statistics.median(shares):.2%} of a run's processor time, worst {max(shares):.2%}"
    )
    with tempfile.TemporaryDirectory() as folder:
        large_report(Path(folder), options.steps)


def first_line(*, terminal: bool) -> float:
    """Seconds from the start of `smurfs run` in a new process to the first progress on standard error."""
    command = [
        sys.executable,
        "-m",
        "smurfs_graph",
        "run",
        QUERY,
        *(part for tool in TOOLS for part in ("--tools", tool)),
    ]
    with tempfile.TemporaryDirectory() as home:
        environment = os.environ | {"SMURFS_HOME": home, "TERM": "xterm", "COLUMNS": "80"}
        ours, theirs = pty.openpty() if terminal else os.pipe()
        started = time.perf_counter()
        with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=theirs) as process:
            os.close(theirs)
            seen, read = 0.0, b""
            while True:
                try:
                    part = os.read(ours, 65_536)
                except OSError:
                    break
                if not part:
                    break
                read += part
                if not seen and b"\n" in read:
                    seen = time.perf_counter() - started
            process.wait()
        os.close(ours)
    return seen


def event_share() -> float:
    """The part of a run's processor time that goes into making, masking, parsing and showing its events."""
    from io import StringIO

    from rich.console import Console

    import smurfs_graph.asking.emitting as emitting

    spent = 0.0
    emit: Any = emitting.emit

    def timed(work: Callable[..., Any]) -> Callable[..., Any]:
        def done(*args: Any, **kwargs: Any) -> Any:
            nonlocal spent
            began = time.thread_time()
            try:
                return work(*args, **kwargs)
            finally:
                spent += time.thread_time() - began

        return done

    kinds: list[Any] = [kind for kind in get_args(events.Event) if kind is not events.RunEnded]
    made = {kind: kind.__init__ for kind in kinds}
    for kind in kinds:
        kind.__init__ = timed(kind.__init__)
    patched = [
        module for name, module in sys.modules.items() if name.startswith("smurfs_graph") and hasattr(module, "emit")
    ]
    for module in patched:
        module.__dict__["emit"] = timed(emit)
    try:
        with tempfile.TemporaryDirectory() as folder, open_storage(Path(folder) / "runs.sqlite") as storage:
            graph = build_graph(Settings(), tools=TOOLS, checkpointer=storage.checkpointer, store=storage.store)
            screen = Terminal(Console(file=StringIO(), force_terminal=True, width=80, height=40))

            async def run() -> None:
                nonlocal spent
                config: Any = {"configurable": {"thread_id": "t"}}
                redactor = Redactor()
                with screen:
                    stream = graph.astream({"query": QUERY}, config, stream_mode="custom", subgraphs=True)
                    async for _, data in stream:
                        began = time.thread_time()
                        screen.show(parse_masked(data, redactor))
                        spent += time.thread_time() - began

            began = time.process_time()
            asyncio.run(run())
            return spent / (time.process_time() - began)
    finally:
        for module in patched:
            module.__dict__["emit"] = emit
        for kind, init in made.items():
            kind.__init__ = init


def large_report(folder: Path, steps: int) -> None:
    """Make a run of so many steps, its report, and open it."""
    tasks = -(-steps // PER_TASK)
    with open_storage(folder / "runs.sqlite") as storage:
        began = time.perf_counter()
        asyncio.run(_run(storage, tasks))
        ran = time.perf_counter() - began
        began = time.perf_counter()
        page = page_of(storage, "t")
        made = time.perf_counter() - began
    file = folder / "run.html"
    file.write_text(page, encoding="utf-8")
    counted = page.count("-step-")
    print(f"run of {counted} steps: {ran:.1f} s; its report: {len(page.encode()) / 1e6:.2f} MB, made in {made:.1f} s")
    if not CHROMIUM:
        print("no Chromium: the report is not opened")
        return
    with browser(folder / "profile") as tab:
        tab.open(file)
        loaded: Any = tab.value("performance.getEntriesByType('navigation')[0].toJSON()")
        paint: Any = tab.value("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
        print(f"opens: first paint {paint / 1000:.2f} s, loaded {loaded['loadEventEnd'] / 1000:.2f} s")
        for name in ("Open sub-tasks", "Open failed"):
            print(f"responds to {name!r}: {tab.value(_CLICK.replace('OPENS', name)) / 1000:.2f} s")
        print(f"complaints in the console: {len(tab.complaints)}")


async def _run(storage: Any, tasks: int) -> None:
    def look_up(word: str) -> dict[str, str]:
        """Look a word up.

        Args:
            word: The word.
        """
        return {"word": word, "meaning": f"what {word} means. " * 60}

    count = iter(range(1_000_000))

    def script(call: str, sections: dict[str, str]) -> Any:
        match call:
            case "planner":
                return {"needs_tool": True, "sub_tasks": [f"Look word {number} up." for number in range(tasks)]}
            case "executor.thought":
                return {"thought": "The next word is still missing, so it has to be looked up as well. " * 3}
            case "executor.tool":
                return {"tool": "look_up"}
            case "executor.arguments":
                return {"word": f"word-{next(count)}"}
            case "answer":
                return {"answer": "It means something that needs a longer explanation than fits here. " * 5}
            case "verifier":
                return {"status": "pending", "hint": "Look the next one up."}
            case _:
                return {"answer": "Nothing was settled."}

    model = ScriptedModel(script)
    limits: Any = {"max_depth": PER_TASK, "max_steps": PER_TASK, "max_sub_tasks": tasks}
    limits |= dict.fromkeys(("max_seconds", "max_tokens", "max_llm_calls", "max_tool_calls"))
    settings = Settings(model="scripted:test", strategy="smurfs", step_shape="split", **limits)
    models: Any = {"scripted:test": model}
    graph = build_graph(settings, [look_up], models=models, checkpointer=storage.checkpointer, store=storage.store)
    await graph.ainvoke({"query": "q"}, {"configurable": {"thread_id": "t"}})


if __name__ == "__main__":
    main()
