"""The queue as metrics: how many wait and for how long, what failed, what ended."""

import time
from typing import Any

import pytest

from smurfs_graph.workers.ends import End
from smurfs_graph.workers.metrics import start_metrics
from smurfs_graph.workers.queue import Queue

metrics = pytest.importorskip("opentelemetry.metrics", reason="the extra `otel` is not installed")


def test_jobs_age_and_ends_are_measured(queue: Queue) -> None:
    """What is scheduled for later counts as queued, and does not age; a database that is gone ends nothing."""
    from opentelemetry.sdk.metrics import MeterProvider
    from opentelemetry.sdk.metrics.export import InMemoryMetricReader

    reader = InMemoryMetricReader()
    metrics.set_meter_provider(MeterProvider([reader]))
    queue.enqueue("look a")
    count = start_metrics(queue.url, queue.name)
    start_metrics("postgresql://nobody@127.0.0.1:1/nothing", "elsewhere")
    count(End("t", "finished", "answered"))
    count(End("u", "failed", "why"))
    time.sleep(0.3)

    def read() -> dict[tuple[str, str], float]:
        data: Any = reader.get_metrics_data()
        found = [each for scope in data.resource_metrics[0].scope_metrics for each in scope.metrics]
        points = [(each.name, point) for each in found for point in each.data.data_points]
        return {(name, str(point.attributes.get("state", ""))): point.value for name, point in points}

    measured = read()
    assert measured["smurfs.queue.jobs", "queued"] == 1
    assert measured["smurfs.queue.jobs", "failed"] == 0
    assert measured["smurfs.queue.age", ""] >= 0.3
    assert measured["smurfs.queue.ended", "finished"] == measured["smurfs.queue.ended", "failed"] == 1
