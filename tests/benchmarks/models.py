"""`make bench NAME=models`: hostile and malformed replies, adversarial models, overhead of the asking layer.

python -m tests.benchmarks.models [--runs 1000] [--only-hostile]
"""

import argparse
import asyncio
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from smurfs_graph.models.asking import Asker
from smurfs_graph.models.json_mending import mend
from smurfs_graph.models.json_scan import regions
from smurfs_graph.models.json_text import MAX_CHARS, MAX_REPAIRED_CHARS, candidates
from smurfs_graph.prompting.prompts import load_prompt
from smurfs_graph.prompting.replies import ThoughtReply
from smurfs_graph.testing import ScriptedModel, fresh_registry
from tests.benchmarks.adversaries import violations
from tests.models.hostile_texts import FAMILIES, hostile
from tests.models.test_malformed import OWN, cases, wrong
from tests.real_data import REAL_DATA, WHERE

ROUNDS = 2_000
LENGTHS = (50_000, 100_000, 200_000, 400_000, 800_000)
MILLISECOND = 1e-3


def main() -> None:
    """Print every figure with the one to reach."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000, help="runs against adversarial models")
    parser.add_argument("--only-hostile", action="store_true", help="how long hostile replies take, and nothing else")
    chosen = parser.parse_args()
    _hostile()
    if chosen.only_hostile:
        return
    runs = chosen.runs
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


def _hostile() -> None:
    """Each family: the scan alone, without any limit, at doubling lengths; and a whole reply at its worst lengths."""
    print(f"hostile replies: ms of the scan at {', '.join(f'{length // 1000}k' for length in LENGTHS)}; growth; whole")
    steepest, longest = 0.0, 0.0
    for family in FAMILIES:
        scans = [_seconds(_scan, hostile(family, length)) for length in LENGTHS]
        whole = max(_seconds(_read, hostile(family, length)) for length in (MAX_REPAIRED_CHARS, MAX_CHARS))
        growth = (max(scans[-1], MILLISECOND) / max(scans[0], MILLISECOND)) ** (1 / (len(LENGTHS) - 1))
        steepest, longest = max(steepest, growth), max(longest, whole)
        shown = " ".join(f"{seconds / MILLISECOND:7.1f}" for seconds in scans)
        print(f"  {family:40} {shown}   x{growth:.2f}   {whole / MILLISECOND:6.0f}")
    print(f"  each doubling at most x{steepest:.2f} (about 2), a whole reply at most {longest:.2f} s (1)")


def _scan(text: str) -> None:
    list(regions(text))
    mend(text)


def _read(text: str) -> None:
    list(candidates(text))


def _seconds(work: Callable[[str], None], text: str) -> float:
    """Of the processor, the least of three."""
    took: list[float] = []
    for _ in range(3):
        started = time.thread_time()
        work(text)
        took.append(time.thread_time() - started)
    return min(took)


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
