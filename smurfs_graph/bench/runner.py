"""Running a matrix: every case under every configuration, several at once, each row handed over when it is there."""

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack
from functools import cached_property, partial
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any, Self

from langchain_core.language_models import BaseChatModel
from langgraph.checkpoint.base import BaseCheckpointSaver

from smurfs_graph.batch.processes import run_here
from smurfs_graph.bench.configuration import PEER, Configuration
from smurfs_graph.bench.judging import Judge, steps_of
from smurfs_graph.bench.peer import Peer
from smurfs_graph.bench.recording import RUNS, record
from smurfs_graph.bench.results import Row, counts_of, kept_answer
from smurfs_graph.bench.suite import Case, Suite, text_answer
from smurfs_graph.budgets.usage import Usage
from smurfs_graph.checkpoints.storage import Storage, open_storage
from smurfs_graph.concurrency.bounded import BoundedDict
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.graph import build_graph
from smurfs_graph.planning.plan import Plan
from smurfs_graph.redaction.redactor import Redactor
from smurfs_graph.running.anywhere import AnywhereGraph

ModelFactory = Callable[[Configuration, Case], Mapping[str, BaseChatModel]]
"""Models that are objects, by reference."""
_GRAPHS = 16


class Bench:
    """A suite and what its cases are run with; graphs are kept for cases that can share them."""

    def __init__(
        self,
        suite: Suite,
        suite_key: str,
        models: ModelFactory | None = None,
        judge: Judge | None = None,
        reports: Path | None = None,
    ) -> None:
        """`suite_key` says all that makes two runs of the suite comparable: name, tools, checker, judge.

        `reports`: the folder of the results, for a page of each run below it; none are written without. Runs that are
        recorded are kept in it, too, until the bench is closed.
        """
        self.suite, self.suite_key, self._models, self._judge = suite, suite_key, models, judge
        self._reports = reports
        self._stack = ExitStack()
        self._graphs: BoundedDict[tuple[str, str], AnywhereGraph | Peer] = BoundedDict(_GRAPHS)

    def __enter__(self) -> Self:
        """For `with`."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the storage of the runs, and the suite."""
        self._stack.close()
        self.suite.close()

    @cached_property
    def _storage(self) -> Storage:
        return self._stack.enter_context(open_storage((self._reports or Path()) / RUNS))

    def digest(self, configuration: Configuration) -> str:
        """Return the digest of a configuration on this suite."""
        return configuration.digest(self.suite_key)

    async def run(self, case: Case, configuration: Configuration) -> Row:
        """Run one case. Its row has whatever goes wrong; only cancellation and wrong settings are raised."""
        started = time.perf_counter()
        result: Mapping[str, Any] = {}
        report = ""
        metrics: Mapping[str, float] = self.suite.missed(case)
        prediction: Any = None
        error: BaseException | None = None
        try:
            result, report = await self._result(case, configuration)
            prediction = self._prediction(case, result)
            metrics = self.suite.score(case, result)
        except ConfigurationError:
            raise
        except Exception as caught:
            error = caught
        seconds = time.perf_counter() - started
        redactor = _redactor_of(case)
        return Row(
            suite=self.suite.name,
            main=self.suite.main,
            case=case.id,
            digest=self.digest(configuration),
            strategy=configuration.strategy,
            model=configuration.model,
            seed=configuration.seed,
            metrics={name: float(value) for name, value in metrics.items()},
            stop_reason=str(result.get("stop_reason") or "error"),
            error=type(error).__name__ if error is not None else "",
            message=redactor.text(_message(result, error))[:300],
            answer=kept_answer(result, redactor),
            report=report,
            path=critical_path(result),
            seconds=seconds,
            prediction=redactor.data(prediction),
            **await self._votes(case, result),
            **counts_of(result.get("usage")),
        )

    async def _result(self, case: Case, configuration: Configuration) -> tuple[Mapping[str, Any], str]:
        """Return the result and, where one is kept, the place of the run's report."""
        models: Mapping[str, BaseChatModel] = self._models(configuration, case) if self._models else {}
        settings = configuration.checked()
        if self.suite.asks_for_steps:
            if configuration.strategy == PEER:
                raise ConfigurationError(f"{self.suite.name} asks for single steps, and {PEER} makes whole runs only")
            return await self.suite.run(case, settings, models), ""
        if self.suite.holds_conversations:
            return await self.suite.converse(case, partial(self._build, configuration, models)), ""
        graph = self._graph(case, configuration, models)
        query = self.suite.query(case, configuration.strategy)
        if self._reports is None or isinstance(graph, Peer):
            return await graph.ainvoke({"query": query}), ""
        name = f"{case.id}, {configuration.label}, {self.digest(configuration)}"
        storage = self._storage if settings.record else None
        return await record(graph, query, self._reports, name, storage)

    def _prediction(self, case: Case, result: Mapping[str, Any]) -> Any:
        own = self.suite.prediction(case, result)
        if own is None and self._judge is None:
            return None
        return {"query": case.query, "answer": text_answer(result), "steps": steps_of(result), "own": own}

    async def _votes(self, case: Case, result: Mapping[str, Any]) -> dict[str, Any]:
        if self._judge is None:
            return {}
        found = await self._judge.judge_answer(case.query, text_answer(result), steps_of(result))
        names = {"judge": self._judge.reference, "votes": found.votes}
        return names | {"judge_problems": found.problems, "judge_tokens": found.tokens}

    def _graph(
        self, case: Case, configuration: Configuration, models: Mapping[str, BaseChatModel]
    ) -> AnywhereGraph | Peer:
        """Return the graph for a case, kept for later cases with the same tools and configuration."""
        toolset = self.suite.toolset(case)
        is_kept = configuration.strategy != PEER and configuration.checked().record and self._reports is not None
        parts = {"checkpointer": self._storage.checkpointer, "store": self._storage.store} if is_kept else {}
        build = partial(self._build, configuration, models, toolset.specs, **parts)
        if toolset.key is None or models:
            return build()
        key = (toolset.key, self.digest(configuration))
        graph = self._graphs.get(key)
        if graph is None:
            graph = build()
        self._graphs[key] = graph
        return graph

    @staticmethod
    def _build(
        configuration: Configuration,
        models: Mapping[str, BaseChatModel],
        tools: Sequence[Any],
        checkpointer: BaseCheckpointSaver[Any] | None = None,
        **parts: Any,
    ) -> AnywhereGraph | Peer:
        """Build the graph of a configuration, or the agent that it is compared with."""
        settings = configuration.checked()
        if configuration.strategy == PEER:
            return Peer(settings, tools, models, checkpointer)
        return build_graph(settings, tools, models=models, checkpointer=checkpointer, **parts)


def _message(result: Mapping[str, Any], error: BaseException | None) -> str:
    """Say why a case ended in an error: what was raised, or the run's last warning; else why its
    suite calls it wrong.
    """
    if error is not None:
        return str(error)
    if why := result.get("why_wrong"):
        return str(why)
    warnings = [str(warning) for warning in result.get("warnings") or ()]
    return warnings[-1] if warnings and result.get("stop_reason") == "error" else ""


def _redactor_of(case: Case) -> Redactor:
    """Return the redactor of a case's run; it spares the case's own texts, which evaluators know."""
    return Redactor(spared=f"{case.query}\n{case.reference!r}\n{dict(case.data)!r}")


async def run_matrix(
    bench: Bench,
    cases: Iterable[Case],
    configurations: Sequence[Configuration],
    take: Callable[[Row], None],
    *,
    done: Collection[tuple[str, str]] = (),
    jobs: int = 4,
) -> None:
    """Run what is not `done`, at most `jobs` at once, and hand each row over when it is there.

    Each case is run under all configurations before the next case, so that early figures compare. Whatever ends this,
    an exception of `take` included, what is under way is cancelled.
    """
    digests = [(configuration, bench.digest(configuration)) for configuration in configurations]
    orders = ((case, each) for case in cases for each, digest in digests if (case.id, digest) not in done)
    await run_here(lambda order: bench.run(*order), orders, take, jobs)


def critical_path(result: Mapping[str, Any]) -> int:
    """Return the longest chain of model calls that wait for each other, from a run's plan and ledger.

    The calls of one sub-task follow each other, and a sub-task follows all that it depends on. Calls before the plan,
    after it, and of sub-tasks that a revision took out of it stand alone. Turns of a conversation follow each other.
    """
    if "turns" in result:
        return sum(map(critical_path, result["turns"]))
    usage: Usage = result.get("usage") or Usage()
    plan: Plan | None = result.get("plan")
    calls = Counter[str]()
    for row in usage.rows:
        calls[row.sub_task] += row.calls
    before = {task.id: task.depends_on for task in plan.sub_tasks} if plan else {}
    until: dict[str, int] = {}
    for name in TopologicalSorter(before).static_order():
        if name in before:
            until[name] = calls[name] + max((until.get(each, 0) for each in before[name]), default=0)
    alone = sum(count for name, count in calls.items() if name not in before)
    return alone + max(until.values(), default=0)
