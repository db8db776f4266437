"""What traces cost a run and the end of its process, with a collector that is well, away, failing or hanging.

`nameless`: its name is not found; `silent`: it takes connections and reads nothing.

`make bench NAME=tracing`; ARGS=--rounds N.
"""

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from tests.tracing.collector import collecting
from tests.tracing.test_exit import environment, unheeding

PROGRAM = """
import time
from smurfs_graph import Settings, build_graph
graph = build_graph(Settings(tracing={mode!r}), ["builtin:travel"])
started = time.perf_counter()
graph.invoke({{"query": "What is the distance between Paris and Rome?"}})
print(time.perf_counter() - started, time.time(), flush=True)
"""
NOBODY = "http://127.0.0.1:9"


def measured(mode: str, url: str) -> tuple[float, float]:
    """Seconds of the run, and from there to the end of the process."""
    command = [sys.executable, "-c", PROGRAM.format(mode=mode)]
    done = subprocess.run(command, env=environment(url), capture_output=True, text=True, check=True)
    ended = time.time()
    run, at = map(float, done.stdout.split())
    return run, ended - at


@contextmanager
def _listening(manner: Any) -> Generator[str]:
    """The address of a collector of some manner, or of none."""
    if manner == "silent":
        with unheeding(100) as url:
            yield url
    elif manner is None or manner.startswith("http"):
        yield manner or NOBODY
    else:
        with collecting(manner) as collector:
            yield collector.url


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    rounds: int = parser.parse_args().rounds
    print(f"median of {rounds}    run s   exit s")
    cases: list[tuple[str, str, Any]] = [
        ("off", "off", None), ("spans", "otel", None), ("well", "langsmith", "good"), ("away", "langsmith", None),
        ("nameless", "langsmith", "http://collector.invalid"), ("silent", "langsmith", "silent"),
        ("failing", "langsmith", "failing"), ("hanging", "langsmith", "hanging"),
    ]  # fmt: skip
    for name, mode, manner in cases:
        found: list[tuple[float, float]] = []
        for _ in range(rounds):
            with _listening(manner) as url:
                found.append(measured(mode, url))
        run, end = (statistics.median(each) for each in zip(*found, strict=True))
        print(f"{name:12} {run:8.2f} {end:8.2f}")


if __name__ == "__main__":
    main()
