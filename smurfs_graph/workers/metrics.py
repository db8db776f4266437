"""The queue as OpenTelemetry metrics, for the meter provider that the application, or its launcher, has set up."""

import importlib.util
import logging
from collections.abc import Callable, Iterable
from typing import Any

import psycopg

from smurfs_graph.workers import engine
from smurfs_graph.workers.ends import End

_STATES = ("queued", "running", "failed")
_COUNT = """
SELECT count(*) FILTER (WHERE status = 'todo'), count(*) FILTER (WHERE status = 'doing'),
       count(*) FILTER (WHERE status = 'failed')
  FROM procrastinate_jobs WHERE task_name = %s AND queue_name = %s
"""
_AGE = """
SELECT coalesce(max(extract(epoch FROM now() - greatest(event.at, job.scheduled_at))), 0)::float8
  FROM procrastinate_jobs job
  JOIN procrastinate_events event ON event.job_id = job.id AND event.type = 'deferred'
 WHERE job.status = 'todo' AND job.task_name = %s AND job.queue_name = %s
   AND (job.scheduled_at IS NULL OR job.scheduled_at <= now())
"""


def start_metrics(url: str, queue: str) -> Callable[[End], None]:
    """Have the queue measured whenever metrics are read; return a function that counts ends.

    Nothing is measured where OpenTelemetry is not installed, or has no meter provider.
    """
    if importlib.util.find_spec("opentelemetry") is None:
        return lambda end: None
    from opentelemetry.metrics import CallbackOptions, Observation, get_meter

    meter, labels = get_meter("smurfs_graph"), {"queue": queue}

    def jobs(options: CallbackOptions) -> Iterable[Observation]:
        counts = _row(url, _COUNT, queue)
        return [Observation(count, {**labels, "state": state}) for state, count in zip(_STATES, counts, strict=False)]

    def age(options: CallbackOptions) -> Iterable[Observation]:
        return [Observation(seconds, labels) for seconds in _row(url, _AGE, queue)]

    meter.create_observable_gauge("smurfs.queue.jobs", [jobs], "{job}", "Jobs of runs by state")
    meter.create_observable_gauge("smurfs.queue.age", [age], "s", "How long the oldest job that may begin has waited")
    ended = meter.create_counter("smurfs.queue.ended", "{job}", "Jobs that ended in this worker")
    return lambda end: ended.add(1, {**labels, "state": end.state})


def _row(url: str, sql: str, queue: str) -> tuple[Any, ...]:
    """Return a query's row; none where the database cannot be asked: metrics never end a worker."""
    try:
        with engine.connect(url) as connection:
            found: Any = connection.execute(sql, (engine.RUN, queue)).fetchone()  # pyright: ignore[reportArgumentType]
    except psycopg.Error as error:
        logging.getLogger(__name__).warning("the queue cannot be measured: %s", type(error).__name__)
        return ()
    return tuple(found)
