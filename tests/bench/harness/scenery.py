"""Fixtures of the bench tests: the command line in this process, suites of their own, rows of results."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from smurfs_graph import Evidence, Outcome, Plan, SubTask
from smurfs_graph.bench.configuration import Configuration
from smurfs_graph.bench.results import Ledger, Row
from smurfs_graph.bench.runner import Bench, run_matrix
from smurfs_graph.bench.suite import Case, Metrics, Suite, SuiteOptions
from smurfs_graph.cli import main


def smurfs(*arguments: str) -> int:
    """Run `smurfs ARGUMENTS`; gives the exit status."""
    try:
        main(list(arguments))
    except SystemExit as end:
        return int(end.code or 0)
    return 0


class Asked(Suite):
    """Cases of a test; an answer is right that holds the reference."""

    name = "asked"
    main = "right"

    def __init__(self, cases: Sequence[Case], *tools: Any) -> None:
        """`tools` are those of all cases."""
        super().__init__(SuiteOptions(Path(), tools))
        self._cases = cases

    def read(self) -> Iterator[Case]:
        """Yield the cases as they were given."""
        return iter(self._cases)

    def score(self, case: Case, result: Mapping[str, Any]) -> Metrics:
        """Score whether the answer contains the reference."""
        return {"right": float(str(case.reference) in str(result["answer"]))}


def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


class Sums(Asked):
    """So many sums; `score` breaks on the one of an id."""

    name = "sums"

    def __init__(self, count: int, broken: str = "") -> None:
        super().__init__([Case(str(at), f"What is {at} + 1?", str(at + 1)) for at in range(count)], add)
        self.broken = broken

    def score(self, case: Case, result: Mapping[str, Any]) -> Metrics:
        """Score whether the sum is right."""
        if case.id == self.broken:
            raise ZeroDivisionError("the scorer broke")
        return super().score(case, result)


def run_left(
    bench: Bench, folder: Path, configurations: Sequence[Configuration], jobs: int = 3, *, again: bool = False
) -> list[Row]:
    """Run what is left of a suite's cases, as the command line does; gives the rows that were written."""
    rows: list[Row] = []
    with Ledger(folder, again=again) as ledger:

        def take(row: Row) -> None:
            if ledger.append(row):
                rows.append(row)

        asyncio.run(run_matrix(bench, bench.suite.cases(), configurations, take, done=ledger.done, jobs=jobs))
    return rows


def row(case: str, score: float, answer: str = "It is 5.", strategy: str = "full", **more: Any) -> Row:
    """One case under one configuration, with a main metric called score; further metrics as `metrics`."""
    values: dict[str, Any] = {"suite": "s", "main": "score", "model": "m:x", "seed": 0, "stop_reason": "answered"}
    values |= {"digest": strategy, "llm_calls": 4, "path": 3, "input_tokens": 100, **more}
    values["metrics"] = {"score": score, **more.get("metrics", {})}
    return Row(case=case, strategy=strategy, answer=answer, **values)


def result_of(calls: Iterable[tuple[str, dict[str, Any], str]], answer: str) -> dict[str, Any]:
    """A result as the graph gives it, of one sub-task that made these calls: tool, arguments, and what they brought."""
    evidence = tuple(Evidence(tool=tool, arguments=given, ok=True, text=text) for tool, given, text in calls)
    return {
        "answer": answer,
        "stop_reason": "answered" if answer else "no_evidence",
        "plan": Plan(sub_tasks=(SubTask(id="s1", content="the balance of a person"),)),
        "outcomes": {"s1": Outcome(sub_task="s1", status="solved", answer=answer, evidence=evidence)},
    }
