"""`make bench NAME=recorder`: what `record=true` adds to a run in time and bytes.

Runs with and without it take turns on a SQLite storage: ten steps in each shape, responses of 1,500 characters, on a
model that takes 50 ms (hardly one is quicker) and on one that answers at once. Bytes of the record's rows as they are
stored, beside the prompts as characters and compressed one by one. python -m tests.benchmarks.recorder [--rounds 20]
"""

import argparse
import gc
import statistics
import tempfile
import time
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from langchain_core.messages import AIMessage, BaseMessage

from smurfs_graph import Settings, build_graph, effects
from smurfs_graph.checkpoints.payloads import CALL_KEY
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.runs.calls import call_rows
from smurfs_graph.runs.saved import payloads_of, read_run
from smurfs_graph.testing import ScriptedModel

STEPS = 10
MOST_TIME = 0.05
"""Of a run, for the record."""
CONFIG: Any = {"configurable": {"thread_id": "t"}}
SHAPES: Mapping[str, dict[str, Any]] = {
    "split": {"strategy": "full", "planning": "always", "step_shape": "split"},
    "fused": {"strategy": "full", "planning": "always", "step_shape": "fused"},
    "native": {"strategy": "full"},
}
WORDS = [
    "harbour",
    "ferry",
    "timetable",
    "platform",
    "ticket",
    "museum",
    "opening",
    "exchange",
    "parcel",
    "weather",
    "station",
    "delay",
]


@effects("read")
def look_up(page: int) -> str:
    """Look up a page of the register: names, dates, places and remarks of its entries."""
    names = ((WORDS[(page * 7 + at * at) % 12], WORDS[(at + page) % 12]) for at in range(80))
    entries = (f"{page * 100 + at}: {first} {second}" for at, (first, second) in enumerate(names))
    return "; ".join(entries)[:1500]


def script() -> Any:
    """Pages one after the other, each answered in a sentence."""
    read = [0]

    def reply(call: str, sections: dict[str, str]) -> Any:
        page = {"page": read[0]}
        thought, said = f"Page {read[0]} is missing.", f"It says {sections.get('response', '')[:160]}"
        verdict = {"status": "solved" if read[0] >= STEPS - 1 else "pending", "hint": f"page {read[0] + 1}"}
        if call in ("verifier", "answer.fused"):
            read[0] += 1
        return {
            "planner.plan": {"needs_tool": True, "sub_tasks": [{"id": "s1", "content": "Read the register."}]},
            "executor.thought": {"thought": thought},
            "executor.tool": {"tool": "look_up"},
            "executor.arguments": page,
            "executor.fused": {"thought": thought, "tool": "look_up", "arguments": page},
            "answer": {"answer": said},
            "answer.fused": {"answer": said, **verdict},
            "verifier": verdict,
        }.get(call, {"answer": "The register was read."})

    return reply


def caller() -> Any:
    """Make the model with tools bound: one page a reply."""

    def call(messages: list[BaseMessage], tools: list[dict[str, Any]]) -> AIMessage:
        done = sum(message.type == "tool" for message in messages)
        if done == STEPS:
            return AIMessage("The register was read.")
        arguments = {"name": "look_up", "args": {"page": done}, "id": f"call_{done}"}
        return AIMessage("", tool_calls=[arguments])

    return call


class Taken(NamedTuple):
    """Seconds of a run on the clock and of the processor, its model calls, and what its record takes."""

    seconds: float
    processor: float
    calls: int
    bytes: int
    prompts: int
    compressed: int


def run(folder: Path, shape: str, latency: float, record: bool) -> Taken:
    """One run on a new storage."""
    options = {"caller": caller(), "profile": {"tool_calling": True}} if shape == "native" else {}
    model = ScriptedModel(script(), latency=latency, **options)
    limits = {"max_depth": STEPS + 5, "max_steps": STEPS + 5, "context_window": 100_000}
    settings = Settings.checked(model="scripted:x", record=record, **limits, **SHAPES[shape])
    gc.collect()
    with open_storage(folder / f"{time.monotonic_ns()}.sqlite") as storage:
        kept: dict[str, Any] = {"checkpointer": storage.checkpointer, "store": storage.store}
        graph = build_graph(settings, [look_up], models={"scripted:x": model}, **kept)
        started, worked = time.perf_counter(), time.process_time()
        graph.invoke({"query": "Read the register."}, CONFIG)
        took = time.perf_counter() - started, time.process_time() - worked
        if not record:
            return Taken(*took, len(model.asked), 0, 0, 0)
        saved = read_run(storage, "t")
        prompts = [
            "\n".join(str(each) for each in row.messages) for row in call_rows(saved, payloads_of(storage, saved))
        ]
        with storage.store.database.reading() as connection:  # pyright: ignore
            rows = connection.execute("SELECT ns, key, data FROM payloads").fetchall()
    stored = sum(len(ns) + len(key) + len(data) + 8 for ns, key, data in rows if CALL_KEY.fullmatch(key))
    sizes = [len(prompt.encode()) for prompt in prompts], [len(zlib.compress(prompt.encode())) for prompt in prompts]
    assert len(prompts) == len(model.asked)
    return Taken(*took, len(prompts), stored, sum(sizes[0]), sum(sizes[1]))


def main() -> None:
    """Print every figure with the one to reach."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as scratch:
        for shape in SHAPES:
            for latency in (0.05, 0.0):
                count = 1 + (rounds // 4 if latency else rounds)
                pairs = [[run(Path(scratch), shape, latency, record=on) for on in (False, True)] for _ in range(count)]
                calls = pairs[0][1].calls
                clock = statistics.median(on.seconds - off.seconds for off, on in pairs[1:]) / calls
                work = statistics.median(on.processor - off.processor for off, on in pairs[1:]) / calls
                whole = statistics.median(off.seconds for off, _ in pairs[1:]) / calls
                print(
                    f"{shape}, {latency * 1000:.0f} ms a call: {clock * 1000:+.2f} ms a call on the clock, "
                    f"{work * 1000:+.2f} ms of the processor: {work / whole:+.1%} of the run"
                    + (f" (at most {MOST_TIME:.0%})" if latency else "")
                )
            on = pairs[-1][1]
            print(
                f"  {on.calls} calls: {on.bytes / on.calls:,.0f} bytes a call; prompts {on.prompts / on.calls:,.0f}, "
                f"compressed one by one {on.compressed / on.calls:,.0f} ({on.bytes / on.compressed:.2f} x, at most 1)"
            )


if __name__ == "__main__":
    main()
