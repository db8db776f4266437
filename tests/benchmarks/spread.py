"""`make bench NAME=spread`: cases of a bench in one process, in several and in actors of Ray, killed with -9.

Each figure is of a folder of its own, with the offline model and a tool that looks something up. `killed` ends what
carries out cases, and `driver` the command itself, which is given once more. Ray's part needs the extra `ray`.
python -m tests.benchmarks.spread [--cases N] [--only one|processes|ray]
"""

import argparse
import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

CASES = 2_000
PATIENCE = 1_800.0
"""Seconds within which a command has to have come to where it is killed."""
TOOLS = '''
import os
from pathlib import Path
from smurfs_graph import effects

@effects("read")
def find_stock(item: str) -> str:
    """Find the stock of an item.

    Args:
        item: The item's number.
    """
    with Path(__file__).with_name("calls.log").open("ab", buffering=0) as file:
        file.write(f"{item} {os.getpid()}\\n".encode())
    return f"{item} has {item.removeprefix('A-')} pieces"
'''


class Spread(NamedTuple):
    """What came of a bench."""

    cases: int
    rows: int
    """Distinct cases that have one."""
    doubles: int
    calls: int
    seconds: float


def spread(folder: Path, cases: int, *options: str, kills: tuple[str, ...] = ()) -> Spread:
    """Run a bench in a folder. `kills`: "worker" and "driver", each once so many of the cases are there."""
    (folder / "tools.py").write_text(TOOLS)
    lines = [{"id": f"A-{n}", "query": f"Find the stock of item A-{n}.", "reference": str(n)} for n in range(cases)]
    (folder / "cases.jsonl").write_text("".join(json.dumps({**line, "checker": "contains"}) + "\n" for line in lines))
    command = [sys.executable, "-m", "smurfs_graph", "bench", "jsonl", "-q", "--data", "cases.jsonl"]
    command += ["--tools", "tools.py", "-o", "out", *options]
    started, process = time.monotonic(), _start(command, folder)
    for at, kill in enumerate(kills, 1):
        _wait_for(folder, cases * at // (len(kills) + 1), process)
        victim = process.pid if kill == "driver" else int(_lines(folder / "calls.log")[-1].split()[1])
        os.kill(victim, signal.SIGKILL)
        if kill == "driver":
            process.wait()
            process = _start(command, folder)
    status, seconds = process.wait(), time.monotonic() - started
    found = [json.loads(line) for line in _lines(folder / "out" / "results.jsonl")]
    if status:
        failed = [row["message"] for row in found if row["error"] or row["stop_reason"] == "error"]
        raise RuntimeError(f"status {status}: {len(found)} rows, {len(failed)} failed, as in {failed[:2]}")
    rows = Counter(row["case"] for row in found)
    calls = len(_lines(folder / "calls.log"))
    return Spread(cases, len(rows), rows.total() - len(rows), calls, seconds)


def _start(command: list[str], folder: Path) -> "subprocess.Popen[bytes]":
    root = str(Path(__file__).parents[2])
    environment = {**os.environ, "SMURFS_HOME": str(folder / "home"), "PYTHONPATH": root}
    return subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL)


def _wait_for(folder: Path, rows: int, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + PATIENCE
    while len(_lines(folder / "out" / "results.jsonl")) < rows:
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"{rows} rows were not there")
        time.sleep(0.05)


def _lines(file: Path) -> list[str]:
    return file.read_text().splitlines() if file.exists() else []


def main() -> None:
    """Print a line for each way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=CASES)
    parser.add_argument("--only", choices=("one", "processes", "ray"))
    given = parser.parse_args()
    ways: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
        "one": (("--set", "calls_per_minute=1000000"), ()),  # a limit of each process: there is one
        "processes": (("--jobs", "8"), ("worker", "driver")),
        "ray": (("--jobs", "8", "--engine", "ray"), ("worker", "driver")),
    }
    for name, (options, kills) in ways.items():
        if given.only not in (None, name):
            continue
        if name == "ray" and importlib.util.find_spec("ray") is None:
            print("ray: not installed")
            continue
        with tempfile.TemporaryDirectory() as folder:
            done = spread(Path(folder), given.cases, *options, kills=kills)
        killed = f", killed: {' and '.join(kills)}" if kills else ""
        print(
            f"{name}{killed}: {done.rows:,} of {done.cases:,} cases have rows, {done.doubles} doubles, "
            f"{done.calls:,} calls, {done.seconds:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
