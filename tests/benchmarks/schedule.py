"""`make bench NAME=schedule`: how much faster a plan is as a graph than as a list, and what scheduling itself costs.

python -m tests.benchmarks.schedule [--scale 1.0] [--sub-tasks 1000] [--width 50]

The solving of a plan is timed, from its first sub-task's start to its last one's end, under strategy `full`: with as
many sub-tasks at once as the plan allows, and with one at a time, on the same simulated model and tool. "Whole run" has
planning and delivery too.
"""

import argparse
import asyncio
import random
import time
import zlib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from langchain_core.outputs import ChatResult
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from smurfs_graph import Outcome, Plan, Settings, SubTask, Usage, build_graph, effects
from smurfs_graph.asking.resources import Resources
from smurfs_graph.nodes.schedule import schedule
from smurfs_graph.state import RunState, SubTaskResult, TaskState
from smurfs_graph.testing import ScriptedModel, call_of, parse_sections
from smurfs_graph.tools.python import from_function
from tests.schedule.simulation import Edges, Simulation

SHORTEST, LONGEST = 0.5, 2.0
"""Seconds of a simulated call."""
STEP = ("executor.thought", "executor.tool", "executor.arguments", "work", "answer", "verifier")
SOLVING = frozenset({*STEP, "executor.fused", "answer.fused"})


class Timed(NamedTuple):
    """One run."""

    solving: float
    whole: float
    answers: list[str]
    calls: Counter[tuple[str, str]]
    extra: Counter[str]


class Latencies:
    """The seconds of each call: equal for all sub-tasks, or drawn for each of them."""

    def __init__(self, scale: float, *, even: bool) -> None:
        self.scale = scale
        self.even = even

    def of(self, call: str, name: str) -> float:
        """Seconds."""
        seed = call if self.even else f"{call} {name}"
        drawn = random.Random(zlib.crc32(seed.encode())).uniform(SHORTEST, LONGEST)
        return drawn * self.scale


class SlowModel(ScriptedModel):
    """Takes as long for a call as the latencies say."""

    latencies: Any = None

    async def _agenerate(self, messages: Any, *args: Any, **kwargs: Any) -> ChatResult:
        call, sections = call_of(str(messages[0].text)), parse_sections(str(messages[-1].text))
        await asyncio.sleep(self.latencies.of(call, _name(sections)))
        return self._generate(messages, **kwargs)


def main() -> None:
    """Print every figure with the one to reach."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="of the simulated seconds")
    parser.add_argument("--sub-tasks", type=int, default=1000)
    parser.add_argument("--width", type=int, default=50)
    options = parser.parse_args()
    for title, even, edges, wanted in _plans():
        _compare(title, edges, Latencies(options.scale, even=even), wanted)
    for repeat in range(3):
        bare = asyncio.run(_bare(options.sub_tasks, options.width))
        print(
            f"scheduling overhead, CPU: {bare * 1e3 / options.sub_tasks:.2f} ms per sub-task ({options.sub_tasks}, "
            f"width {options.width}, no checkpointer, run {repeat + 1} of 3; at most 3 ms)"
        )
    whole = asyncio.run(_everything(options.sub_tasks, options.width))
    print(
        f"the whole library with an instant model and tool, CPU: {whole * 1e3 / options.sub_tasks:.2f} ms per sub-task"
    )


def _plans() -> list[tuple[str, bool, Edges, float]]:
    fans = {2: 1.9, 3: 0.0, 4: 0.0, 6: 0.0, 8: 5.0}
    plans: list[tuple[str, bool, Edges, float]] = [("chain of 4", True, _chain(4), 0.0)]
    plans += [(f"{width}-way fan", True, {f"n{at}": [] for at in range(width)}, fans[width]) for width in fans]
    plans += [(f"{width}-way fan, uneven", False, {f"n{at}": [] for at in range(width)}, 0.0) for width in (2, 8)]
    diamond = {"n0": [], "n1": ["n0"], "n2": ["n0"], "n3": ["n1", "n2"]}
    wide = {"n0": [], **{f"n{at}": ["n0"] for at in range(1, 7)}, "n7": [f"n{at}" for at in range(1, 7)]}
    return [*plans, ("diamond", True, diamond, 0.0), ("diamond of 6, uneven", False, wide, 0.0)]


def _chain(length: int) -> dict[str, list[str]]:
    return {f"n{at}": [f"n{at - 1}"] if at else [] for at in range(length)}


def _compare(title: str, edges: Edges, latencies: Latencies, wanted: float) -> None:
    listed, graph = _timed(edges, latencies, at_once=1), _timed(edges, latencies, at_once=100)
    made = frozenset(call for call, _ in graph.calls)
    critical, total = _critical_path(edges, latencies, made), sum(_seconds(name, latencies, made) for name in edges)
    same = listed.calls == graph.calls and listed.answers == graph.answers
    speed_up = listed.solving / graph.solving
    verdict = f" (at least {wanted:g})" if wanted else ""
    print(
        f"{title}: speed-up {speed_up:.2f}{verdict}; sequential {listed.solving:.2f} s of {total:.2f} s of calls, "
        f"as a graph {graph.solving:.2f} s, critical path {critical:.2f} s ({graph.solving / critical:.3f} x); "
        f"same calls and answers: {same}; besides: {dict(graph.extra)}; whole run {listed.whole / graph.whole:.2f}"
    )


def _timed(edges: Edges, latencies: Latencies, at_once: int) -> Timed:
    work, calls, extra = Simulation(edges), Counter[tuple[str, str]](), Counter[str]()

    @effects("read")
    async def tool(name: str) -> dict[str, str]:
        """Do one piece of work."""
        calls["work", name] += 1
        await asyncio.sleep(latencies.of("work", name))
        return {"done": name}

    tool.__name__ = "work"

    def script(call: str, sections: Mapping[str, str]) -> Any:
        if call in SOLVING:
            calls[call, _name(sections)] += 1
        else:
            extra[call] += 1
        return work.reply(call, dict(sections))

    settings: dict[str, Any] = {"step_shape": "split", "max_concurrent_calls": 100, "max_concurrency": at_once}
    model = SlowModel(script=script)
    model.latencies = latencies
    graph = build_graph(Settings(model="scripted:x", **settings), [tool], models={"scripted:x": model})
    return asyncio.run(_lived(graph, calls, extra))


async def _lived(graph: Any, calls: Counter[tuple[str, str]], extra: Counter[str]) -> Timed:
    begun, first, last, result = time.perf_counter(), 0.0, 0.0, {}
    modes = ["custom", "values"]
    async for _, mode, data in graph.astream({"query": "q"}, stream_mode=modes, subgraphs=True):
        now = time.perf_counter()
        if mode == "custom" and data["kind"] == "sub_task_started":
            first = first or now
        elif mode == "custom" and data["kind"] == "sub_task_finished":
            last = now
        elif mode == "values" and "outcomes" in data:
            result = data
    whole = time.perf_counter() - begun
    answers = sorted(outcome.answer for outcome in result["outcomes"].values())
    return Timed(last - first, whole, answers, calls, extra)


def _seconds(name: str, latencies: Latencies, made: frozenset[str]) -> float:
    """Of a sub-task's step; calls that decide nothing are not made."""
    return sum(latencies.of(call, name) for call in STEP if call in made)


def _critical_path(edges: Edges, latencies: Latencies, made: frozenset[str]) -> float:
    """The longest chain of calls, the supervisor's included, which only a graph needs."""

    @cache
    def end(name: str) -> float:
        supervised = latencies.of("supervisor", name) if edges[name] else 0.0
        return supervised + _seconds(name, latencies, made) + max((end(before) for before in edges[name]), default=0.0)

    return max(map(end, edges))


def _name(sections: Mapping[str, str]) -> str:
    words = sections.get("sub_task", "").split()
    return words[1] if len(words) > 1 else ""


async def _bare(count: int, width: int) -> float:
    """CPU seconds of the scheduler alone, its sub-tasks' graph being one node that does nothing."""
    resources = Resources.of(Settings(max_concurrency=width), {"work": from_function(_nothing)})
    inner = StateGraph(TaskState, context_schema=Settings, output_schema=SubTaskResult)

    async def solved(state: TaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        return {"outcome": Outcome(sub_task=state["sub_task"].id, status="solved", answer="done")}

    inner.add_node("solved", solved)
    inner.add_edge(START, "solved")
    inner.add_edge("solved", END)
    outer = StateGraph(RunState, context_schema=Settings)
    outer.add_node("schedule", schedule(resources.calling, resources.rules, inner.compile(name="solve")))
    outer.add_edge(START, "schedule")
    outer.add_edge("schedule", END)
    graph = outer.compile()
    tasks = [
        SubTask(id=f"n{at}", content="x", depends_on=(f"n{at - width}",) if at >= width else ()) for at in range(count)
    ]
    started = time.process_time()
    result = await graph.ainvoke({"query": "q", "run_id": "r", "plan": Plan(sub_tasks=tuple(tasks)), "usage": Usage()})
    took = time.process_time() - started  # it never waits for anything, so that a busy machine does not count
    if len(result["outcomes"]) != count:
        raise SystemExit("sub-tasks were lost")
    return took


def _nothing(name: str) -> str:
    """Do nothing."""
    return name


async def _everything(count: int, width: int) -> float:
    edges = {f"n{at}": [f"n{at - width}"] if at >= width else [] for at in range(count)}
    graph = Simulation(edges).graph(max_concurrency=width, max_concurrent_calls=width)
    graph.checkpointer = None
    started = time.process_time()
    result = await graph.ainvoke({"query": "q"})
    took = time.process_time() - started
    if len(result["outcomes"]) != count or result["stop_reason"] != "answered":
        raise SystemExit("sub-tasks were lost")
    return took


if __name__ == "__main__":
    main()
