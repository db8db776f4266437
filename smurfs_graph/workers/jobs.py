"""The jobs of the engine's table, by the threads that they are of."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, cast

from procrastinate import App
from procrastinate.exceptions import NoResult
from procrastinate.jobs import Job

from smurfs_graph.workers.engine import RUN

_STATES = {"todo": "queued", "doing": "running", "failed": "failed", "cancelled": "cancelled", "aborted": "cancelled"}


class JobRow(NamedTuple):
    """One job of the queue: the latest of its thread."""

    thread: str
    state: str
    """queued, running, failed (given up), cancelled."""
    request: str
    job: int
    priority: int
    at: datetime | None
    """Time before which it does not begin; None: at once."""
    queue: str
    stops: bool
    """Whether the worker that has it was told to stop it."""


@dataclass(frozen=True)
class Turn:
    """A transaction that enqueues something of a thread, and what it has replaced among the requests."""

    thread: str
    connection: Any
    last: JobRow | None
    replaced: list[str] = field(default_factory=list[str])


def latest_jobs(app: App, *, locks: Iterable[str] | None = None, last: int | None = None) -> list[JobRow]:
    """Return the latest job of each lock whose job has not been carried out, the oldest first.

    `locks`: only these. `last`: only so many, those that were enqueued last.
    """
    sql = (
        "SELECT * FROM (SELECT DISTINCT ON (lock) * FROM procrastinate_jobs WHERE task_name = %(task)s"
        " AND status <> 'succeeded' AND (%(locks)s::text[] IS NULL OR lock = ANY(%(locks)s)) ORDER BY lock, id DESC)"
        " AS latest ORDER BY id DESC LIMIT %(last)s"
    )
    given: dict[str, Any] = {"task": RUN, "locks": None if locks is None else [*locks], "last": last}
    rows = app.connector.get_sync_connector().execute_query_all(sql, **given)
    return [job_row(Job.from_row(row)) for row in rows][::-1]


def latest_job(app: App, connection: Any, lock: str) -> JobRow | None:
    """Return the latest run's job with a lock."""
    found = app.connector.get_sync_connector()
    sql = "SELECT * FROM procrastinate_jobs WHERE task_name = %(task)s AND lock = %(lock)s ORDER BY id DESC LIMIT 1"
    try:
        return job_row(Job.from_row(found.execute_query_one_with_connection(connection, sql, task=RUN, lock=lock)))
    except NoResult:
        return None


def states(app: App) -> dict[str, str]:
    """Return the states of the latest jobs that were not carried out, by their threads."""
    sql = (
        "SELECT DISTINCT ON (lock) args ->> 'thread' AS thread, status::text FROM procrastinate_jobs"
        " WHERE task_name = %(task)s AND status <> 'succeeded' ORDER BY lock, id DESC"
    )
    rows = app.connector.get_sync_connector().execute_query_all(sql, task=RUN)
    return {str(row["thread"]): _STATES.get(str(row["status"]), "running") for row in rows}


def forget_closed(connection: Any, lock: str) -> list[str]:
    """Delete the jobs with a lock that were given up or cancelled; return their requests.

    A newer job takes their place. The engine deletes such jobs by their age only.
    """
    sql = (
        "DELETE FROM procrastinate_jobs WHERE lock = %s AND status IN ('failed', 'cancelled', 'aborted')"
        " RETURNING args ->> 'request'"
    )
    return [str(request) for (request,) in connection.execute(sql, (lock,)).fetchall()]


def job_row(job: Job) -> JobRow:
    """Return a job of the engine as a row."""
    state = "cancelled" if job.abort_requested and job.status == "failed" else _STATES.get(str(job.status), "running")
    stops = job.abort_requested and job.status == "doing"
    thread, request = str(job.task_kwargs["thread"]), str(job.task_kwargs["request"])
    return JobRow(thread, state, request, cast("int", job.id), job.priority, job.scheduled_at, job.queue, stops)
