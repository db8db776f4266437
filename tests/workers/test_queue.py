"""The queue's own promises: order, times, names, and what is deleted beside it."""

import json
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest

from smurfs_graph.cli import runs
from smurfs_graph.errors import ConfigurationError, RunBusyError
from smurfs_graph.runs.saved import delete_run
from smurfs_graph.workers.ends import End
from smurfs_graph.workers.queue import Queue, open_queue
from smurfs_graph.workers.worker import WorkerOptions, run_worker
from tests.cli.conftest import Run
from tests.cli.conftest import smurfs as smurfs
from tests.servers.postgres.pooler import pooler
from tests.servers.postgres.server import PostgresServer, UnavailableError
from tests.workers.crew import CallLog, crew, equipment


def work(queue: Queue, log: CallLog) -> list[str]:
    """Work until nothing is queued; returns what the worker said."""
    said: list[str] = []
    run_worker(queue.url, equipment(log), WorkerOptions(wait=False), say=said.append)
    return said


def test_higher_priorities_come_first_and_equal_ones_in_turn(queue: Queue, log: CallLog) -> None:
    """Whatever the order they were enqueued in."""
    for name, priority in (("low", -1), ("first", 0), ("high", 7), ("second", 0)):
        queue.enqueue(f"look {name}", priority=priority)
    work(queue, log)
    begun = [line.split()[1] for line in log.path.read_text().splitlines() if line.startswith("start")]
    assert begun == ["high", "first", "second", "low"]


def test_a_scheduled_run_begins_when_it_is_due(queue: Queue, log: CallLog) -> None:
    """A worker that waits takes it then, and not before."""
    due = datetime.now(UTC) + timedelta(seconds=4)
    thread = queue.enqueue("look a", at=due)
    with crew(queue.url, log):
        assert queue.wait(thread, 60).state == "finished"
    assert datetime.now(UTC) >= due
    assert log.count()["start", "a"] == 1


def test_a_cancelled_scheduled_run_is_resumed_for_its_time(queue: Queue, log: CallLog) -> None:
    """It is not begun at once."""
    due = datetime(2999, 1, 1, tzinfo=UTC)
    thread = queue.enqueue("look a", at=due)
    queue.cancel(thread)
    queue.resume(thread)
    work(queue, log)
    job = queue.job_of(thread)
    assert job is not None
    assert (job.state, job.at) == ("queued", due)


def test_an_end_fits_into_a_notification() -> None:
    """Whatever stands in it: names have a longest length, and the reason gives way."""
    end = End("😀" * 255, "failed", "ü😀" * 4_000, "😀" * 255)
    payload = end.as_json()
    assert len(payload.encode()) < 8_000
    assert json.loads(payload)["user"] == end.user
    assert end.reason.startswith(json.loads(payload)["reason"])
    assert json.loads(End("t", "failed", "short", "u").as_json())["reason"] == "short"


def test_notifications_of_other_roles_are_passed_over(queue: Queue) -> None:
    """Each role of the database may notify; whoever waits for an end goes on waiting."""
    texts = ("no JSON", '"a"', "[1]", "{}", "[" * 7_000, '{"thread": "t1"}')
    with queue.listen() as ended, psycopg.connect(queue.url, autocommit=True) as other:
        for text in texts:
            other.execute("SELECT pg_notify('smurfs_runs', %s)", (text,))
        assert next(ended(60.0)) == "t1"


@pytest.mark.parametrize(("user", "thread"), [("x" * 256, None), ("", "x" * 256)])
def test_a_name_that_is_too_long_is_refused(queue: Queue, user: str, thread: str | None) -> None:
    """In a line, and nothing is enqueued."""
    with pytest.raises(ConfigurationError, match="at most 255 characters"):
        queue.enqueue("look a", user=user, thread=thread)
    assert queue.states() == {}


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ({"user": "\ud800"}, "of a user holds a character"),
        ({"thread": "\ud83d"}, "of a thread holds a character"),
        ({"thread": "a\0b"}, "of a thread holds a character"),
        ({"user": 5}, "of a user must be text, not int"),
        ({"thread": 5}, "of a thread must be text, not int"),
    ],
)
def test_a_name_that_cannot_be_kept_is_refused(queue: Queue, names: Any, said: str) -> None:
    """In a line, and nothing is written: neither a job nor a request."""
    with pytest.raises(ConfigurationError, match=said):
        queue.enqueue("look a", **names)
    assert queue.states() == {} and queue.storage.store.search(("smurfs", "requests")) == []


def test_a_name_that_is_made_up_is_nobody_elses(queue: Queue) -> None:
    """It is not looked up: it has all the bits of a UUID, since a shorter one would meet another conversation."""
    names = {queue.enqueue("look a") for _ in range(3)}
    assert len(names) == 3 and all(UUID(name).version == 4 for name in names)


def ends_while(queue: Queue, act: Any) -> list[dict[str, Any]]:
    """What is said on the channel while something is done."""
    with psycopg.connect(queue.url, autocommit=True) as connection:
        connection.execute("LISTEN smurfs_runs")
        act()
        return [json.loads(each.payload) for each in connection.notifies(timeout=15, stop_after=1)]


def test_the_end_of_a_cancelled_run_says_whose_it_was(queue: Queue, log: CallLog) -> None:
    """Of one that was queued, and of one that a worker had."""
    thread = queue.enqueue("look a", user="ada")
    assert [end["user"] for end in ends_while(queue, lambda: queue.cancel(thread))] == ["ada"]
    with crew(queue.url, log):
        running = queue.enqueue("look b 60", user="eve")
        log.wait_for("start", "b")
        (end,) = ends_while(queue, lambda: queue.cancel(running))
    assert (end["thread"], end["state"], end["user"]) == (running, "cancelled", "eve")


def test_a_turn_that_comes_while_a_run_is_pruned_is_kept(
    queue: Queue, log: CallLog, smurfs: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is enqueued once the run is deleted, and begins anew."""
    monkeypatch.setenv("SMURFS_CHECKPOINT", queue.url)
    thread = queue.enqueue("look a")
    work(queue, log)
    coming = threading.Thread(target=queue.enqueue, args=("look b",), kwargs={"thread": thread})

    def delete_late(*given: Any) -> None:
        coming.start()
        time.sleep(0.5)
        delete_run(*given)

    monkeypatch.setattr(runs, "delete_run", delete_late)
    assert "1 run deleted" in smurfs("runs", "prune", "--keep", "0").err
    coming.join(30)
    assert queue.states() == {thread: "queued"}
    work(queue, log)
    assert queue.end_of(thread).state == "finished"
    assert log.count()["end", "b"] == 1


def test_what_was_queued_since_the_list_is_not_pruned(queue: Queue, log: CallLog) -> None:
    """It says that it is queued."""
    thread = queue.enqueue("look a")
    with pytest.raises(RunBusyError, match="is queued"), queue.forgetting(thread, queued=False):
        pass
    assert queue.states() == {thread: "queued"}


def test_the_last_of_many_are_listed(queue: Queue, log: CallLog) -> None:
    """Those that have begun and those that have not are counted together."""
    done = [queue.enqueue(f"look {name}") for name in "ab"]
    work(queue, log)
    waits = [queue.enqueue(f"look {name}") for name in "cde"]
    rows = queue.with_jobs(runs.run_rows(queue.storage, 2), 2)
    assert [(row.id, row.query, row.state) for row in rows] == [
        (waits[1], "look d", "queued"),
        (waits[2], "look e", "queued"),
    ]
    assert [row.id for row in queue.with_jobs(runs.run_rows(queue.storage, 4), 4)] == [done[1], *waits]


@pytest.mark.slow
def test_workers_and_whoever_enqueues_may_be_behind_pgbouncer(
    postgres: PostgresServer, queue: Queue, log: CallLog
) -> None:
    """In transaction mode: no notification comes, so that jobs are looked for, and a dead worker's lease runs out."""
    try:
        with pooler(postgres) as url, open_queue(url) as pooled:
            thread = pooled.enqueue("look a; look b 5; pay c")
            with crew(url, log, 1) as (first,):
                log.wait_for("start", "b", seconds=60)
                first.kill()
            with crew(url, log, 1):
                assert pooled.wait(thread, 120).state == "finished"
    except UnavailableError as error:
        pytest.skip(str(error))
    assert log.count()["start", "a"] == log.count()["paid", "c"] == 1


@pytest.mark.slow
def test_a_worker_in_its_grace_is_not_called_dead(queue: Queue, log: CallLog, tmp_path: Path) -> None:
    """Others leave its run to it for as long as it holds it, and go on with it then."""
    said = tmp_path / "said"
    with crew(queue.url, log) as (first,):
        thread = queue.enqueue("look a 8; look b")
        log.wait_for("start", "a")
        with crew(queue.url, log, said=said):
            first.terminate()
            assert queue.wait(thread, 60).state == "finished"
    assert "its worker is dead" not in said.read_text()
    assert log.count() == {(what, name): 1 for what in ("start", "end") for name in "ab"}
