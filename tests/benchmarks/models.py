"""`make bench-models`: malformed replies recovered, runs against adversarial models, overhead of the asking layer.

python -m tests.benchmarks.models [--runs 1000]
"""

import argparse
import asyncio
import statistics
import time
from pathlib import Path

from smurfs_graph.models.asking import Asker
from smurfs_graph.prompts import load_prompt
from smurfs_graph.replies import ThoughtReply
from smurfs_graph.testing import ScriptedModel, fresh_registry
from tests.benchmarks.adversaries import violations
from tests.models.test_malformed import OWN, cases, wrong
from tests.real_data import REAL_DATA, WHERE

ROUNDS = 2_000
MILLISECOND = 1e-3


def main() -> None:
    """Print every figure with the one to reach."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000, help="runs against adversarial models")
    runs = parser.parse_args().runs
    _recovered("malformed replies, shared", REAL_DATA / "json" / "malformed.jsonl", "at least 43 of 45")
    _recovered("malformed replies, own", OWN, "at least 12 of 15")
    _adversaries(runs)
    bare, asked = asyncio.run(_overhead())
    over = (asked - bare) / MILLISECOND
    print(f"asking layer: {over:.3f} ms a call over a bare ainvoke of {bare / MILLISECOND:.3f} ms (at most 0.5 ms)")


def _recovered(name: str, path: Path, wanted: str) -> None:
    if not path.exists():
        print(f"{name}: {path.name} is not there; {WHERE}")
        return
    total, lost = sum(1 for _ in cases(path)), wrong(path)
    print(f"{name}: {total - len(lost)} of {total} recovered ({wanted}){f'; lost: {lost}' if lost else ''}")


def _adversaries(runs: int) -> None:
    started, broken = time.monotonic(), list[str]()
    for seed in range(runs):
        with fresh_registry():
            broken += violations(seed)
    print(f"adversarial models: {runs} runs, {len(broken)} broken promises (0), {time.monotonic() - started:.0f} s")
    for line in broken[:10]:
        print(f"  {line}")


async def _overhead() -> tuple[float, float]:
    """Median seconds of a bare call and of the same call through the asking layer, taken in turns."""
    model = ScriptedModel(lambda call, sections: {"thought": "the sum is missing"})
    names = ("tools", "sub_task", "dependencies", "memory", "popped", "hint")
    messages = load_prompt("executor.thought").render(dict.fromkeys(names, "x"))
    asker = Asker(model, "scripted:x", timeout=10)
    bare, asked = list[float](), list[float]()
    for _ in range(ROUNDS):
        started = time.perf_counter()
        await model.ainvoke(messages)
        between = time.perf_counter()
        await asker.ask(messages, ThoughtReply, role="executor")
        bare.append(between - started)
        asked.append(time.perf_counter() - between)
    return statistics.median(bare), statistics.median(asked)


if __name__ == "__main__":
    main()
