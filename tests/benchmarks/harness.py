"""`make bench NAME=harness`: a bench of 10,000 cases on a model that answers at once: pace, memory, killed and resumed.

Each case is a run of strategy `react` with one tool call. The matrix runs in a process of its own that is ended by
SIGKILL half-way and started again; then every case must be there once.
python -m tests.benchmarks.harness [--cases 10000]
"""

import argparse
import asyncio
import gc
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from smurfs_graph.bench.configuration import Configuration
from smurfs_graph.bench.results import RESULTS, Ledger, Row, read_rows
from smurfs_graph.bench.runner import Bench, run_matrix
from smurfs_graph.bench.suite import Case
from smurfs_graph.testing import ScriptedModel
from tests.bench.harness.scenery import Sums, add

PACE = 50
"""Cases per second to reach, in one process."""
JOBS = 8
CONFIGURATION = Configuration(strategy="react", model="instant:model", settings={"step_shape": "split"})


class InstantModel(ScriptedModel):
    """Remembers nothing of what it was asked."""

    def __init__(self) -> None:
        super().__init__(reply)

    def _generate(self, *args: Any, **options: Any) -> Any:
        self.asked.clear()
        return super()._generate(*args, **options)


def reply(call: str, sections: dict[str, str]) -> Any:
    """One addition, then its result."""
    if "history" in sections:
        told = sections["history"].rpartition("observation: ")[2].strip()
        return {"thought": "", "tool": "Finish", "arguments": {"return_type": "give_answer", "final_answer": told}}
    first = int(sections["sub_task"].split()[2])
    return {"thought": "add them", "tool": "add", "arguments": {"a": first, "b": 1}}


def instant_bench() -> Bench:
    """A bench whose graph is built once and shared by all cases."""
    from smurfs_graph.graph import build_graph

    graph = build_graph(CONFIGURATION.checked(), [add], models={CONFIGURATION.model: InstantModel()})

    class Shared(Sums):
        asks_for_steps = True

        async def run(self, case: Case, settings: Any, models: Any) -> Mapping[str, Any]:
            """On the one graph."""
            result: Mapping[str, Any] = await graph.ainvoke({"query": case.query})
            return result

    return Bench(Shared(0), "sums")


def run(folder: Path, count: int) -> None:
    """What is left of the matrix; on standard output a line of memory now and then: rows, MB."""
    bench, suite, seen = instant_bench(), Sums(count), 0
    with Ledger(folder) as ledger:

        def take(row: Row) -> None:
            nonlocal seen
            ledger.append(row)
            seen += 1
            if seen % max(1, count // 10) == 0:
                gc.collect()
                print(len(ledger.done), f"{_memory():.1f}", flush=True)

        asyncio.run(run_matrix(bench, suite.cases(), [CONFIGURATION], take, done=ledger.done, jobs=JOBS))


def _memory() -> float:
    """Resident MB of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def started(folder: Path, count: int) -> "subprocess.Popen[str]":
    """`run` in a process of its own."""
    command = [sys.executable, "-m", "tests.benchmarks.harness", "--run", str(folder), "--cases", str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def rows_in(folder: Path) -> int:
    """Lines so far."""
    file = folder / RESULTS
    return file.read_bytes().count(b"\n") if file.exists() else 0


def killed(folder: Path, count: int, after: int, limit: float = 600.0) -> int:
    """Run until `after` rows are there, end the process by SIGKILL, and give the rows that it left."""
    process = started(folder, count)
    deadline = time.monotonic() + limit
    while rows_in(folder) < after and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    return rows_in(folder)


def counted(folder: Path) -> Counter[str]:
    """How often each case is there."""
    return Counter(row.case for row in read_rows(folder))


def main() -> None:
    """Print every figure with the one to reach."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--run", type=Path, help="for the process that is killed")
    options = parser.parse_args()
    count: int = options.cases
    if options.run:
        run(options.run, count)
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        before = killed(folder, count, count // 2)
        print(f"killed by SIGKILL with {before:,} of {count:,} rows written")
        began = time.perf_counter()
        process = started(folder, count)
        lines = [line.split() for line in process.stdout or ()]
        if process.wait():
            sys.exit("the second run failed")
        seconds = time.perf_counter() - began
        found = counted(folder)
        doubles = sum(times - 1 for times in found.values())
        print(f"resumed: {len(found):,} cases, {count - len(found)} lost, {doubles} double (0 and 0)")
        pace = (count - before) / seconds
        print(f"pace: {pace:.0f} cases/s, the start included (at least {PACE})")
        memory = [float(megabytes) for _, megabytes in lines]
        print(f"memory: {' '.join(f'{each:.0f}' for each in memory)} MB, from tenth to tenth of the cases (flat)")


if __name__ == "__main__":
    main()
