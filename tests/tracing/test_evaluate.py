"""A benchmark in LangSmith: its cases as a dataset, its metrics as feedback, on a local stand-in for its API."""

import json
from pathlib import Path
from typing import Any

import pytest
from langsmith import Client

from smurfs_graph import ConfigurationError
from smurfs_graph.bench.configuration import Configuration
from smurfs_graph.bench.langsmith import evaluate, upload
from smurfs_graph.bench.runner import Bench
from smurfs_graph.bench.suite import SuiteOptions
from smurfs_graph.bench.suites import load_suite
from smurfs_graph.tracing import flush
from tests.tracing.collector import Collector

CASES = [
    {"id": "far", "query": "What is the distance between Paris and Rome?", "reference": "1389"},
    {"id": "wrong", "query": "What is the distance between Berlin and Vienna?", "reference": "a lighthouse"},
]


@pytest.fixture
def suite(tmp_path: Path) -> Any:
    """Two cases of one's own."""
    file = tmp_path / "cases.jsonl"
    file.write_text("\n".join(json.dumps(case) for case in CASES))
    return load_suite("jsonl", SuiteOptions(file, ("builtin:travel",)))


def client_of(collector: Collector) -> Any:
    """LangSmith's own client, as a user makes it."""
    return Client(api_url=collector.url, api_key="canary-key-3", auto_batch_tracing=False)


async def test_an_experiment_has_the_figures_of_the_bench(collector: Collector, suite: Any) -> None:
    """Case by case, metric by metric; every run stands under its example."""
    import asyncio

    client, configuration = client_of(collector), Configuration(strategy="react", model="offline:rules")
    assert await asyncio.to_thread(upload, suite, client, "mine") == 2
    assert await asyncio.to_thread(upload, suite, client, "mine") == 2  # again: nothing twice
    assert len(collector.api.examples) == 2
    results = await asyncio.to_thread(evaluate, suite, configuration, client, "mine", max_concurrency=2)
    bench = Bench(suite, "jsonl")
    rows = [await bench.run(case, configuration) for case in suite.cases()]
    feedback = {
        str(result["example"].inputs["case"]): {
            each.key: float(each.score) for each in result["evaluation_results"]["results"]
        }
        for result in results
    }
    assert feedback == {row.case: row.metrics for row in rows}
    assert await asyncio.to_thread(flush)
    [session] = collector.api.sessions.values()
    assert session["name"].startswith("jsonl react / offline:rules")
    assert session["extra"]["metadata"]["strategy"] == "react"
    smurfs = collector.named("smurfs")
    assert len(smurfs) == 2
    assert {collector.parent(run)["name"] for run in smurfs} == {"Target"}
    assert collector.api.unknown == []


def test_a_suite_without_cases_is_refused(collector: Collector, tmp_path: Path) -> None:
    """Before anything is made."""
    (tmp_path / "cases.jsonl").write_text("\n")
    empty = load_suite("jsonl", SuiteOptions(tmp_path / "cases.jsonl", ("builtin:travel",)))
    with pytest.raises(ConfigurationError, match="no cases"):
        upload(empty, client_of(collector), "mine")
    assert collector.api.datasets == {}
