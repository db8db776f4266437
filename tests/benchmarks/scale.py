"""`make bench NAME=scale`: queued runs on several workers, which are killed with -9 while PostgreSQL is started anew.

Every worker is a process, PostgreSQL a real server; the model is scripted and the tools log what they do, so that what
was done twice is counted. All figures are of the machine that they are printed on, whose cores carry PostgreSQL too.
python -m tests.benchmarks.scale [--quick] [--only kills|latency|speed|approvals]
"""

import argparse
import asyncio
import os
import random
import re
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from smurfs_graph import build_graph
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.workers.queue import Queue, open_queue
from tests.servers.postgres.server import PostgresServer
from tests.workers.crew import CallLog, crew, equipment, start, wait_until

CALLS = 3
WORKERS, CONCURRENCY = 4, 4
TOOL_SECONDS, MODEL_SECONDS = 0.05, 0.05
FLAGS: dict[str, Any] = {"concurrency": CONCURRENCY, "latency": MODEL_SECONDS}
PATIENCE = 900.0
"""Seconds within which everything has to have ended."""


class Size(NamedTuple):
    """How much is done."""

    runs: int
    kills: int
    restarts: int
    asked: int
    """Runs of `latency` and of `speed`."""
    approvals: int


WHOLE = Size(runs=400, kills=20, restarts=1, asked=40, approvals=1_000)
QUICK = Size(runs=12, kills=2, restarts=0, asked=4, approvals=10)


class Place(NamedTuple):
    """A server with an empty database, and the log of a benchmark's calls."""

    server: PostgresServer
    url: str
    log: CallLog


def main() -> None:
    """Print every figure with the one to reach."""
    parts: dict[str, Callable[[Place, Size], Iterable[str]]] = {
        "kills": kills, "latency": latency, "speed": speed, "approvals": approvals
    }  # fmt: skip
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="some seconds, to see that it works")
    parser.add_argument("--only", choices=parts)
    given = parser.parse_args()
    size = QUICK if given.quick else WHOLE
    with tempfile.TemporaryDirectory() as folder, PostgresServer() as server:
        os.environ["SMURFS_HOME"] = f"{folder}/home"
        for name, part in parts.items():
            if given.only in (None, name):
                place = Place(server, server.empty(), CallLog(Path(folder, f"{name}.log")))
                print(f"{name}: {'; '.join(part(place, size))}", flush=True)


def kills(place: Place, size: Size) -> Iterable[str]:
    """Enqueue runs, kill workers at random moments, each replaced by a new one, and count what was done twice."""
    gang = Gang(place)
    with open_queue(place.url) as queue:
        began = time.time()
        threads = [queue.enqueue(_calls(number)) for number in range(size.runs)]
        enqueuing = (time.time() - began) / size.runs
        with gang.working():
            for number in range(size.kills):
                gang.wait_for((number + 1) * size.runs // (size.kills + 2))
                if size.restarts and number == size.kills // 2:
                    place.server.kill()
                    place.server.start()
                gang.kill_one()
            wait_until(lambda: not queue.jobs(), PATIENCE, "the end of all runs")
        took = time.time() - began
        ended = [queue.end_of(thread) for thread in threads]
    log, gaps = place.log.count(), gang.gaps()
    amiss = [end for end in ended if (end.state, end.reason) != ("finished", "answered")]
    finished = len(ended) - len(amiss)
    done, paid = ([count for words, count in log.items() if words[0] == what] for what in ("end", "paid"))
    yield f"{finished} of {size.runs} runs ended ({size.runs} wanted) in {took:.0f} s"
    yield from (f"not so {end.thread}: {end.state} {end.reason}" for end in amiss)
    yield f"{len(gang.killed)} workers killed, PostgreSQL started anew {size.restarts} times"
    yield f"completed calls made twice {sum(n > 1 for n in done)} of {len(done)} (0 wanted)"
    yield f"writes made twice {sum(n > 1 for n in paid)} of {len(paid)} (0 wanted)"
    yield f"enqueue {enqueuing * 1e3:.1f} ms (15 at most)"
    if gaps:
        half = statistics.median(gaps)
        yield f"{len(gaps)} runs of dead workers went on after {half:.1f} s (6), {max(gaps):.1f} s at most (15)"


class Gang:
    """Workers that are killed and replaced."""

    def __init__(self, place: Place) -> None:
        """None is started yet."""
        self._place, self._chance = place, random.Random(7)
        self._running: list[tuple[subprocess.Popen[bytes], Path]] = []
        self._said: list[Path] = []
        self.killed: list[tuple[float, Path]] = []
        """When, and what the worker had said."""

    @contextmanager
    def working(self) -> Generator[None]:
        """Start the workers; they have ended behind the context."""
        self._running = [self._start() for _ in range(WORKERS)]
        try:
            yield
        finally:
            for process, _ in self._running:
                process.kill()
                process.wait()

    def wait_for(self, runs: int) -> None:
        """Return once so many runs have made their last calls, and a moment later."""

        def ended() -> bool:
            return sum(words[0] == "end" and words[1].endswith("-c") for words in self._place.log.count()) >= runs

        wait_until(ended, PATIENCE, f"{runs} runs")
        time.sleep(self._chance.uniform(0, 0.5))

    def kill_one(self) -> None:
        """Kill a worker and start another one."""
        process, said = self._running.pop(self._chance.randrange(WORKERS))
        process.kill()
        self.killed.append((time.time(), said))
        process.wait()
        self._running.append(self._start())

    def gaps(self) -> list[float]:
        """Return, for each run that a worker died with, the seconds until another worker went on with it."""
        begun: dict[str, list[float]] = {}
        for said in self._said:
            for at, run, what in _lines(said):
                if what.startswith(("begins", "goes on")):
                    begun.setdefault(run, []).append(at)
        found: list[float] = []
        for died, said in self.killed:
            open_runs: set[str] = set()
            for _, run, what in _lines(said):
                if what.startswith(("begins", "goes on")):
                    open_runs.add(run)
                elif not what.startswith("its worker"):
                    open_runs.discard(run)
            found += [min(later) - died for run in open_runs if (later := [at for at in begun[run] if at > died])]
        return found

    def _start(self) -> tuple["subprocess.Popen[bytes]", Path]:
        said = self._place.log.path.with_name(f"said-{len(self._said)}")
        self._said.append(said)
        return start(self._place.url, self._place.log, said=said, **FLAGS), said


def _lines(said: Path) -> list[tuple[float, str, str]]:
    """Return what a worker said of runs: when, which run, what."""
    found = re.findall(r"^([0-9.]+) run ([0-9a-z]+): (.*)$", said.read_text("utf-8", "replace"), re.MULTILINE)
    return [(float(at), run, what) for at, run, what in found]


def latency(place: Place, size: Size) -> Iterable[str]:
    """Measure a queued request, one at a time, beside the same in this process."""
    queued, direct, enqueuing = list[float](), list[float](), list[float]()
    with crew(place.url, place.log, 1, **FLAGS), open_queue(place.url) as queue, _direct(place) as run:
        queue.wait(queue.enqueue("look warm"), 60)
        run("look warm")
        for number in range(size.asked):
            began = time.perf_counter()
            thread = queue.enqueue(_calls(number))
            enqueuing.append(time.perf_counter() - began)
            queue.wait(thread, 60)
            queued.append(time.perf_counter() - began)
            began = time.perf_counter()
            run(_calls(number))
            direct.append(time.perf_counter() - began)
    over = statistics.median(a - b for a, b in zip(queued, direct, strict=True))
    yield f"enqueue {statistics.median(enqueuing) * 1e3:.1f} ms (15 at most)"
    yield f"queued {statistics.median(queued) * 1e3:.0f} ms, direct {statistics.median(direct) * 1e3:.0f} ms"
    yield f"queued over direct, median {over * 1e3:.0f} ms (300 at most)"


def speed(place: Place, size: Size) -> Iterable[str]:
    """Measure the processor time of a queued run beside that of a plain loop, and two workers beside one."""
    runs = size.asked * 2
    with _direct(place) as run:
        run("look warm")
        before = _seconds_of(os.getpid())
        for number in range(runs):
            run(_calls(number))
        plain = (_seconds_of(os.getpid()) - before) / runs
    yield f"a plain loop takes {plain * 1e3:.0f} ms of processor a run"
    seconds: list[float] = []
    for workers in (1, 2):
        with open_queue(place.server.empty()) as queue:
            took, used = _work_off(queue, place.log, workers, runs)
        seconds.append(took)
        each = used / runs
        yield f"workers {workers}: {runs / took:.1f} runs/s, {each * 1e3:.0f} ms of processor a run"
        yield f"{each / plain:.2f} times the loop (1.2 at most)"
    yield f"two workers take {seconds[1] / seconds[0]:.2f} of the time of one, at a model latency of 0.2 s"


def approvals(place: Place, size: Size) -> Iterable[str]:
    """Have many runs wait for an approval; answer them in random order, from several threads, with two workers."""
    with crew(place.url, place.log, 2, **FLAGS, asks=1), open_queue(place.url) as queue:
        threads = [queue.enqueue(f"book b{number}") for number in range(size.approvals)]
        wait_until(lambda: not queue.jobs(), PATIENCE, "all questions")
        random.Random(7).shuffle(threads)
        began = time.time()
        with ThreadPoolExecutor(4) as answering:
            list(answering.map(lambda thread: _approve(queue, thread), threads))
        wait_until(lambda: not queue.jobs(), PATIENCE, "the end of all runs")
        took = time.time() - began
        finished = sum(queue.end_of(thread).state == "finished" for thread in threads)
    made = [place.log.count()["end", f"b{number}"] for number in range(size.approvals)]
    yield f"{finished} of {size.approvals} answered runs ended in {took:.0f} s"
    yield f"calls made once {made.count(1)} ({size.approvals} wanted), twice or never {len(made) - made.count(1)} (0)"


def _calls(number: int) -> str:
    """Three calls: a look-up, a payment, another look-up."""
    seconds = TOOL_SECONDS
    name = f"{number}-{time.time_ns()}"
    return f"look {name}-a {seconds}; pay {name}-b {seconds}; look {name}-c {seconds}"


def _approve(queue: Queue, thread: str) -> None:
    [question] = queue.questions(thread)[1]
    queue.answer(thread, {question: {"decision": "approve"}})


@contextmanager
def _direct(place: Place) -> Generator[Callable[[str], None]]:
    """Lend a function that runs a request in this process, with checkpoints in the same database."""
    made = equipment(place.log, latency=MODEL_SECONDS)
    with open_storage(place.url) as storage, asyncio.Runner() as loop:
        graph = build_graph(
            made.settings, made.tools, models=made.models, checkpointer=storage.checkpointer, store=storage.store
        )

        def run(query: str) -> None:
            loop.run(graph.ainvoke({"query": query}, {"configurable": {"thread_id": f"direct-{time.time_ns()}"}}))

        yield run


def _work_off(queue: Queue, log: CallLog, workers: int, runs: int) -> tuple[float, float]:
    """Return the seconds, and those of the processor, in which workers that are warm carry out runs."""
    with crew(queue.url, log, workers, **{**FLAGS, "latency": 0.2}) as started:
        for _ in range(2 * CONCURRENCY * workers):
            queue.enqueue("look warm 0.2")
        wait_until(lambda: not queue.jobs(), PATIENCE)
        warm = sum(_seconds_of(each.pid) for each in started)
        began = time.time()
        for number in range(runs):
            queue.enqueue(_calls(number))
        wait_until(lambda: not queue.jobs(), PATIENCE)
        return time.time() - began, sum(_seconds_of(each.pid) for each in started) - warm


def _seconds_of(pid: int) -> float:
    """Return the processor time of a process, as Linux counts it."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
