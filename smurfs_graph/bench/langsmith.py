"""Benchmarks in LangSmith: a suite's cases as a dataset, and an experiment scored by the suite's own metrics.

Cases go there as they are, and answers do too: give no data to a service that may not have them. Runs are masked, as
every trace is, and so are the outputs of an experiment.
"""

import asyncio
from collections.abc import Mapping
from typing import Any, cast
from uuid import NAMESPACE_URL, uuid5

from smurfs_graph.bench.configuration import Configuration
from smurfs_graph.bench.runner import Bench
from smurfs_graph.bench.suite import Case, Suite
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.redaction.redactor import Redactor

_AT_ONCE = 100


def upload(suite: Suite, client: Any, dataset: str, limit: int | None = None) -> int:
    """Write a suite's cases into a dataset, made if need be; returns how many there are.

    A case keeps its id from upload to upload. Raises ConfigurationError for a suite without cases.
    """
    cases = [case for case, _ in zip(suite.cases(), range(limit or 10**9), strict=False)]
    if not cases:
        raise ConfigurationError(f"{suite.name} has no cases to upload")
    if not client.has_dataset(dataset_name=dataset):
        client.create_dataset(dataset, description=f"Cases of {suite.name}, scored by {suite.main}.")
    known = {str(example.id) for example in client.list_examples(dataset_name=dataset)}
    made = [example for case in cases if (example := _example(case, dataset))["id"] not in known]
    for at in range(0, len(made), _AT_ONCE):
        client.create_examples(dataset_name=dataset, examples=made[at : at + _AT_ONCE])
    return len(cases)


def evaluate(suite: Suite, configuration: Configuration, client: Any, dataset: str, **options: Any) -> Any:
    """Run a dataset's cases under a configuration, as an experiment; each metric of the suite is a feedback.

    `options` as for LangSmith's `evaluate`; returns what it returns.
    """
    cases = {case.id: case for case in suite.cases()}
    bench = Bench(suite, suite.name)

    def target(inputs: dict[str, Any]) -> dict[str, Any]:
        row = asyncio.run(bench.run(_case(cases, inputs), configuration))
        kept = {"answer", "stop_reason", "error", "message", "metrics", "llm_calls", "tool_calls", "cost_usd"}
        return cast("dict[str, Any]", Redactor().data(row.model_dump(include=kept)))

    def metrics(outputs: dict[str, Any]) -> list[dict[str, Any]]:
        scored = cast("Mapping[str, float]", outputs.get("metrics") or {})
        if suite.main not in scored:  # a case that ended in an error counts as wrong, as in `smurfs bench`
            scored = {**scored, suite.main: 0.0}
        return [{"key": name, "score": value} for name, value in scored.items()]

    about = {"strategy": configuration.strategy, "model": configuration.model, "seed": configuration.seed}
    given = {"experiment_prefix": f"{suite.name} {configuration.label}", "metadata": about, **options}
    return client.evaluate(target, data=dataset, evaluators=[_as_evaluator(metrics)], **given)


def _example(case: Case, dataset: str) -> dict[str, Any]:
    return {
        "id": str(uuid5(NAMESPACE_URL, f"smurfs-graph/{dataset}/{case.id}")),
        "inputs": {"query": case.query, "case": case.id},
        "reference_outputs": {"reference": case.reference},
    }


def _case(cases: Mapping[str, Case], inputs: Mapping[str, Any]) -> Case:
    case = cases.get(str(inputs.get("case")))
    if case is None:
        raise ConfigurationError(f"the dataset has a case that the suite has not: {inputs.get('case')!r:.80}")
    return case


def _as_evaluator(metrics: Any) -> Any:
    def suite_metrics(outputs: dict[str, Any]) -> dict[str, Any]:
        return {"results": metrics(outputs)}

    return suite_metrics
