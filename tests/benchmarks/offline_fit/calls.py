"""Which calls are right: trees learn it from the proposals of whole runs in which only right calls are made."""

from collections import Counter, defaultdict
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from smurfs_graph import Settings, build_graph
from smurfs_graph.offline import executor
from smurfs_graph.offline.joint import executing
from smurfs_graph.offline.joint.weighing import Weighed
from smurfs_graph.replies import NONE_OF_THESE
from tests.benchmarks.boosting import Boosting, Forest, boost
from tests.benchmarks.offline_fit.requests import Case, score
from tests.benchmarks.offline_model import calls_of

HOW = Boosting(trees=500, leaves=32, rate=0.04, least=20, ridge=8.0, rows=0.7, columns=0.5, extra=True)


@dataclass(frozen=True)
class Step:
    """One decision: the features of each proposed call, and what it is: 2 wanted, 1 permitted, 0 wrong."""

    rows: tuple[Mapping[str, float], ...]
    kinds: tuple[int, ...]


@dataclass(frozen=True)
class Run:
    """The decisions of one request in a run that makes right calls only, and whether it came to a right end."""

    toolset: str
    steps: tuple[Step, ...]
    right: bool


def run(case: Case) -> Run:
    """Run a request through the graph with fused steps, and take the right call wherever it is proposed."""
    guide = _Guide(case)
    assert case.path is not None
    with _guided(guide):
        graph = build_graph(Settings(step_shape="fused"), tools=[str(case.path)])
        result = graph.invoke({"query": case.request["query"]})
    verdict = score.classify(case.request, calls_of(result["outcomes"]), result["answer"], case.functions)
    return Run(case.toolset, tuple(guide.steps), verdict == "right")


@contextmanager
def _guided(guide: "_Guide") -> Generator[None]:
    kept, executor.together = executor.together, guide.together
    try:
        yield
    finally:
        executor.together = kept


class _Guide:
    """Stands where `executing.together` decides, and knows what is wanted."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.left = list(case.request["calls"])
        self.done: list[dict[str, Any]] = []
        self.steps: list[Step] = []

    def together(self, ruled: Mapping[str, Any], sections: Mapping[str, str]) -> dict[str, Any]:
        """The reply with a wanted call, if one is proposed."""
        found = executing.proposed(ruled, sections)
        if found is None:
            return executing.together(ruled, sections)
        kinds = tuple(self._kind(one) for one in found)
        self.steps.append(Step(tuple(one.features for one in found), kinds))
        if 2 not in kinds:
            return {**ruled, "tool": NONE_OF_THESE, "arguments": {}}
        best = found[kinds.index(2)]
        self._make(best)
        return executing.reply(best, ruled)

    def _kind(self, one: Weighed) -> int:
        if self._find(one, self.left):
            return 2
        return 1 if self._find(one, [*self.case.request["also_permitted"], *self.done]) else 0

    def _find(self, one: Weighed, calls: list[dict[str, Any]]) -> dict[str, Any] | None:
        mine = {"tool": one.tool, "arguments": dict(one.arguments)}
        return next((each for each in calls if score.same_call(mine, each, self.case.functions)), None)

    def _make(self, one: Weighed) -> None:
        if call := self._find(one, self.left):
            self.left.remove(call)
            self.done.append(call)


def fit(runs: list[Run], names: tuple[str, ...]) -> Forest:
    """Trees from all proposals of some runs."""
    rows = [[float(row[name]) for name in names] for one in runs for step in one.steps for row in step.rows]
    right = [kind > 0 for one in runs for step in one.steps for kind in step.kinds]
    return boost(np.array(rows), np.array(right, dtype=float), HOW)


Chances = list[tuple[float, ...]]


def chances(one: Run, forest: Forest, names: tuple[str, ...]) -> Chances:
    """The chance of each proposal of each step."""
    return [
        tuple(forest.chances(np.array([[float(row[name]) for name in names] for row in step.rows])))
        if step.rows
        else ()
        for step in one.steps
    ]


def verdict(one: Run, told: Chances, least: float) -> str:
    """What a request comes to when the likeliest call of each step is made if it is likely enough.

    Stricter than the graph, which has further tries where nothing was made.
    """
    for step, found in zip(one.steps, told, strict=True):
        if not found:
            continue
        at = int(np.argmax(found))
        if found[at] >= least:
            if step.kinds[at] == 0:
                return "wrong"
        elif 2 in step.kinds:
            return "left"
    return "right" if one.right else "left"


def table(runs: list[Run], told: list[Chances], grid: Sequence[float]) -> str:
    """Right and wrong requests, by sets, for some least chances."""
    lines: list[str] = []
    for least in grid:
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for one, found in zip(runs, told, strict=True):
            what = verdict(one, found, least)
            for name in ("all", one.toolset.split("/")[0]):
                counts[name][what] += 1
        shares = [f"{name} {_share(count, 'right')}/{_share(count, 'wrong')}" for name, count in sorted(counts.items())]
        lines.append(f"{least}: " + ", ".join(shares))
    return "\n".join(lines)


def _share(count: Counter[str], what: str) -> str:
    return f"{100 * count[what] / count.total():.0f}"
