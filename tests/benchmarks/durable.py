"""`make bench NAME=durable`: runs killed with -9, the cost and size of checkpoints, and five hundred runs at once.

python -m tests.benchmarks.durable [--kills 200] [--stride 1] [--aimed 100] [--only kills|overhead|size|runs]
"""

import argparse
import asyncio
import gc
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

from smurfs_graph import Settings, ToolError, build_graph, effects
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.testing import ScriptedModel
from tests.schedule.simulation import Simulation
from tests.servers.postgres.server import PostgresServer, UnavailableError

MODEL_SECONDS = 0.05
SERVICE = 50_000
"""New objects after which a service should have the garbage collector look, as the command line does."""


def main() -> None:
    """Print every figure with the one to reach."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="at random moments, per storage")
    parser.add_argument("--stride", type=int, default=1, help="every so-manieth superstep boundary")
    parser.add_argument("--aimed", type=int, default=100, help="kills right after the end of a call, per storage")
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--at-once", type=int, default=8, help="model calls under way over all runs, as by default")
    parser.add_argument("--only", choices=("kills", "overhead", "size", "runs"))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.only in (None, "overhead"):
            _overhead(Path(folder))
        if given.only in (None, "size"):
            _size(Path(folder))
        if given.only in (None, "runs"):
            asyncio.run(_runs(given.runs, given.at_once))
            usual = gc.get_threshold()
            gc.set_threshold(SERVICE)
            print("the same, with the garbage collector set as docs/embedding.md says for services:")
            asyncio.run(_runs(given.runs, given.at_once))
            gc.set_threshold(*usual)
        if given.only in (None, "kills"):
            _kills(Path(folder), given.kills, given.stride, given.aimed)


def _kills(folder: Path, kills: int, stride: int, aimed: int) -> None:
    print("kill -9 (wanted: as many resumed as victims; nothing repeated, twice or wrong)")
    _killed("SQLite", str(folder / "{}.sqlite"), kills, stride, aimed)
    _killed("SQLite, every call approved", str(folder / "approved{}.sqlite"), kills, 0, 0, "--approve")
    with ExitStack() as stack:
        try:
            server = stack.enter_context(PostgresServer())
        except UnavailableError as error:
            print(f"  PostgreSQL: not measured, {error}")
            return
        _killed("PostgreSQL", server.create_database("plain"), kills, stride, aimed)
        _killed("PostgreSQL, every call approved", server.create_database("approved"), kills, 0, 0, "--approve")


def _killed(title: str, address: str, kills: int, stride: int, aimed: int, *more: str) -> None:
    counts = ["--random", str(kills), "--stride", str(stride), "--aimed", str(aimed)]
    arguments = ["--address", address, *counts, *more]
    command = [sys.executable, "-m", "tests.durability.killing", *arguments]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    found: dict[str, Any] = json.loads(said.stdout) if said.returncode == 0 else {"failed": said.stderr[-500:]}
    print(f"  {title}: {', '.join(f'{name} {value}' for name, value in found.items() if value != [])}", flush=True)


def _overhead(folder: Path) -> None:
    """The difference per model call between runs with and without checkpoints, taken in turns; wall clock and CPU."""
    edges = {f"n{at}": [] for at in range(4)}
    taken: list[tuple[float, float]] = []
    with open_storage(folder / "overhead.sqlite") as storage:
        for number in range(25):
            seconds: list[tuple[float, float]] = []
            calls = 1
            for kept in (False, True):
                work = Simulation(edges)
                run = _graph(work, storage if kept else None).ainvoke(
                    {"query": "q"}, {"configurable": {"thread_id": f"t{number}"}}
                )
                started, cpu = time.perf_counter(), time.process_time()
                asyncio.run(run)
                seconds.append((time.perf_counter() - started, time.process_time() - cpu))
                calls = len(work.model.asked)
            (without, cpu_without), (with_, cpu_with) = seconds
            taken.append(((with_ - without) / calls * 1e3, (cpu_with - cpu_without) / calls * 1e3))
    walls, cpus = zip(*taken[2:], strict=True)  # the first ones import and make tables
    print(
        f"checkpoints (SQLite, sync): {statistics.median(walls):.2f} ms per model call at the median (at most 3 ms), "
        f"best {min(walls):.2f}; CPU {statistics.median(cpus):.2f} ms, best {min(cpus):.2f}"
    )


def _graph(work: Simulation, storage: Any) -> Any:
    options: dict[str, Any] = {"strategy": "full", "step_shape": "fused", "max_replans": 0}
    kept = {"checkpointer": storage.checkpointer, "store": storage.store} if storage is not None else {}
    settings = Settings(model="scripted:x", **options)
    return build_graph(settings, [work.tool()], models={"scripted:x": work.model}, **kept)


def _size(folder: Path) -> None:
    steps = (25, 50, 75, 100)
    sizes = [_bytes_after(folder, count) for count in steps]
    growth = [(more - less) / 25 for less, more in pairwise(sizes)]
    print(
        f"100 steps with responses of 20 kB: {sizes[-1] / 1e6:.2f} MB without payloads (at most 3 MB); growth per step "
        f"{', '.join(f'{item / 1e3:.1f}' for item in growth)} kB, spread {_spread(growth):.0%} (at most 10 %)"
    )


def _spread(values: Sequence[float]) -> float:
    return max(abs(value / statistics.mean(values) - 1) for value in values)


def _bytes_after(folder: Path, steps: int) -> int:
    """Size of the checkpoint file after a search of so many steps: a failed call and an answered one at each depth."""

    @effects("read")
    def breaks(number: int) -> str:
        """Break."""
        raise ToolError(f"{number} is out of order")

    @effects("read")
    def finds(number: int) -> str:
        """Find a lot."""
        return f"{number} " * (20_000 // len(f"{number} "))

    calls = 0

    def script(call: str, sections: dict[str, str]) -> Any:
        nonlocal calls
        if call == "executor.fused":
            calls += 1
            name = "breaks" if calls % 2 else "finds"
            return {"thought": f"call {calls}", "tool": name, "arguments": {"number": calls}}
        if call == "executor.arguments":  # of a tool that was named only
            return {"number": calls}
        if call == "answer.fused":
            return {"answer": f"found {calls}", "status": "pending", "hint": f"look for {calls}"}
        return {"needs_tool": True, "sub_tasks": ["find a lot"], "answer": "that is all"}

    path = folder / f"steps{steps}.sqlite"
    with open_storage(path) as storage:
        limits: dict[str, Any] = {"max_depth": 50, "max_steps": steps, "strategy": "smurfs", "step_shape": "fused"}
        graph = build_graph(
            Settings(model="scripted:x", **limits),
            [breaks, finds],
            models={"scripted:x": ScriptedModel(script)},
            checkpointer=storage.checkpointer,
            store=storage.store,
        )
        result = asyncio.run(graph.ainvoke({"query": "q"}, {"configurable": {"thread_id": "t"}}))
        if result["usage"].tool_calls != steps:
            raise SystemExit(f"{result['usage'].tool_calls} tool calls instead of {steps}")
    return path.stat().st_size


async def _runs(count: int, at_once: int) -> None:
    """Runs at once, which share a limit of calls under way; the ideal keeps that many under way all the time."""
    work = Simulation({"n0": [], "n1": []})
    work.model.latency = MODEL_SECONDS
    settings: dict[str, Any] = {"strategy": "full", "step_shape": "fused", "max_concurrent_calls": at_once}
    settings |= {"max_seconds": None, "model_timeout": 3600, "max_replans": 0}
    graph = build_graph(Settings(model="scripted:x", **settings), [work.tool()], models={"scripted:x": work.model})
    started, cpu = time.perf_counter(), time.process_time()
    results = await asyncio.gather(*(graph.ainvoke({"query": "q"}) for _ in range(count)), return_exceptions=True)
    took, busy = time.perf_counter() - started, time.process_time() - cpu
    wrong = [item for item in results if isinstance(item, BaseException) or item["stop_reason"] != "answered"]
    calls = len(work.model.asked)
    ideal = calls * MODEL_SECONDS / at_once
    rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{count} runs at once, {at_once} under way: {calls} calls of {MODEL_SECONDS * 1e3:g} ms in {took:.1f} s, "
        f"{ideal / took:.0%} of the ideal {ideal:.1f} s (at least 80 %); CPU {busy:.1f} s, {busy / calls * 1e3:.1f} ms "
        f"a call, which alone would allow {ideal / max(ideal, busy):.0%}; {rss:.0f} MB (at most 1000); "
        f"{len(wrong)} errors (0){f', as {wrong[0]!r:.200}' if wrong else ''}"
    )


if __name__ == "__main__":
    main()
