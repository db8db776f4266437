"""What happens between a look and the act that follows from it: two workers, two requests, a deletion."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from threading import Thread
from typing import Any

import psycopg
import pytest
from langgraph.runtime import RunControl

from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.errors import RunBusyError, SmurfsError
from smurfs_graph.workers import queue as queues
from smurfs_graph.workers.carrying import Carrier, GivenUpError
from smurfs_graph.workers.queue import Queue, open_queue
from smurfs_graph.workers.requests import Request, find_request, keep_request
from tests.workers.crew import CallLog, crew, equipment, wait_until
from tests.workers.test_jobs import rows, work


def execute(queue: Queue, sql: str, *values: Any) -> None:
    """Execute a statement on the queue's database."""
    with psycopg.connect(queue.url, autocommit=True) as connection:
        connection.execute(sql, values)  # pyright: ignore[reportArgumentType, reportCallIssue]


def request_of(queue: Queue, thread: str) -> str:
    """The name of a thread's request."""
    job = queue.job_of(thread)
    assert job is not None
    return job.request


def carry(carrier: Carrier, thread: str, name: str) -> Any:
    """Carry a request out."""
    return asyncio.run(carrier.carry(thread, name, RunControl(), 0))


def test_a_worker_that_comes_late_to_a_query_does_not_ask_it_again(
    queue: Queue, log: CallLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another one carried the job to its end just before this one got hold of the run."""
    thread = queue.enqueue("look a; book b", user="ada")
    name = request_of(queue, thread)
    with open_storage(queue.url) as theirs:
        first, second = (Carrier(each, equipment(log), lambda _: None) for each in (queue.storage, theirs))
        leases: Any = getattr(theirs.checkpointer, "leases")  # noqa: B009
        take = leases.take

        @contextmanager
        def take_late(run: str) -> Generator[None]:
            monkeypatch.setattr(leases, "take", take)
            assert carry(first, thread, name).state == "finished"
            asyncio.run(first.forget(thread, name))
            with take(run):
                yield

        monkeypatch.setattr(leases, "take", take_late)
        assert carry(second, thread, name) is None
    assert log.count()["start", "b"] == 1
    assert find_request(queue.storage.store, thread, name) is None


def test_a_request_that_somebody_looks_at_is_not_forgotten_yet(queue: Queue, log: CallLog) -> None:
    """They would write it down again: counted as one more try, for ever."""
    thread = queue.enqueue("look a")
    name = request_of(queue, thread)
    carrier = Carrier(queue.storage, equipment(log), lambda _: None)
    with open_storage(queue.url) as theirs, theirs.leases.take(thread), pytest.raises(RunBusyError):
        asyncio.run(carrier.forget(thread, name))
    assert find_request(queue.storage.store, thread, name) is not None


def test_of_two_requests_of_a_thread_at_once_one_is_refused(
    queue: Queue, log: CallLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a worker takes the one before the other is enqueued."""
    thread = queue.enqueue("look z")
    work(queue, log)
    said: list[str] = []
    check = queues.checked_query

    def send(sender: Queue, query: str) -> None:
        try:
            sender.enqueue(query, thread=thread)
            execute(queue, "UPDATE procrastinate_jobs SET status = 'doing' WHERE task_name = 'smurfs.run'")
            said.append("taken")
        except RunBusyError:
            said.append("refused")

    with open_queue(queue.url) as other:
        late = Thread(target=send, args=(other, "look b"))
        waits = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"

        def check_slowly(query: str, most: int) -> Any:
            monkeypatch.setattr(queues, "checked_query", check)
            late.start()
            wait_until(lambda: not late.is_alive() or bool(rows(queue, waits)))
            return check(query, most)

        monkeypatch.setattr(queues, "checked_query", check_slowly)
        send(queue, "look a")
        late.join()
    assert sorted(said) == ["refused", "taken"]
    assert len(queue.storage.store.search(("smurfs", "requests"))) == 1


def test_a_stalled_job_goes_before_a_newer_one(queue: Queue, log: CallLog) -> None:
    """Nothing is thrown away while its request exists: both are carried out, the older one first."""
    thread = queue.enqueue("look a")
    execute(queue, "UPDATE procrastinate_jobs SET status = 'doing'")
    keep_request(queue.storage.store, thread, "newer", Request("query", query="look b"))
    execute(
        queue,
        "INSERT INTO procrastinate_jobs (queue_name, task_name, lock, queueing_lock, args) SELECT queue_name,"
        ' task_name, lock, queueing_lock, args || \'{"request": "newer"}\' FROM procrastinate_jobs',
    )
    with crew(queue.url, log, 1):
        wait_until(lambda: queue.jobs() == [])
    assert [line.split()[1] for line in log.path.read_text().splitlines() if "start" in line] == ["a", "b"]


def test_a_query_does_not_run_over_a_question(queue: Queue, log: CallLog) -> None:
    """A job of the thread waits with a question; what came in beside it is given up."""
    thread = queue.enqueue("book a")
    work(queue, log, asks=True)
    keep_request(queue.storage.store, thread, "newer", Request("query", query="look b"))
    with pytest.raises(GivenUpError, match="has not ended"):
        carry(Carrier(queue.storage, equipment(log, asks=True), lambda _: None), thread, "newer")
    assert len(queue.questions(thread)[1]) == 1
    assert not log.count()


def test_a_run_that_a_worker_has_just_taken_is_not_forgotten(queue: Queue, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its request stays, and the error says that it runs."""
    thread = queue.enqueue("look a")
    is_open = Queue._is_open  # pyright: ignore[reportPrivateUsage]

    def look(self: Queue, job: Any) -> bool:
        found = is_open(self, job)
        execute(queue, "UPDATE procrastinate_jobs SET status = 'doing'")
        return found

    monkeypatch.setattr(Queue, "_is_open", look)
    with pytest.raises(RunBusyError, match="is running"):
        queue.forget(thread)
    assert find_request(queue.storage.store, thread, request_of(queue, thread)) is not None


def test_a_cancelled_request_keeps_its_thread_for_its_user(queue: Queue) -> None:
    """Nobody else begins a run under its name."""
    thread = queue.enqueue("look a", user="ada")
    queue.cancel(thread)
    with pytest.raises(SmurfsError, match="belongs to user 'ada'"):
        queue.enqueue("look b", user="eve", thread=thread)
    queue.enqueue("look b", user="ada", thread=thread)


def test_another_user_neither_answers_nor_cancels_nor_reads(queue: Queue) -> None:
    """The queue compares users where it is told who acts; nothing has changed for the run's own user."""
    thread = queue.enqueue("look a", user="ada")
    acts: list[Any] = [queue.cancel, queue.questions, partial(queue.answer, answers={})]
    for act in acts:
        for user in ("eve", ""):
            with pytest.raises(SmurfsError, match="belongs to somebody else"):
                act(thread, user=user)
    assert queue.states() == {thread: "queued"}
    assert queue.cancel(thread, user="ada") == "queued"


def test_a_run_stays_in_its_queue(queue: Queue, log: CallLog) -> None:
    """Whoever resumes or answers it needs not know the queue's name."""

    def queue_of(thread: str) -> str:
        job = queue.job_of(thread)
        return job.queue if job is not None else ""

    with open_queue(queue.url, "gpu") as other:
        cancelled, waiting = other.enqueue("look a"), other.enqueue("book b")
    queue.cancel(cancelled)
    queue.resume(cancelled)
    assert queue_of(cancelled) == "gpu"
    carry(Carrier(queue.storage, equipment(log, asks=True), lambda _: None), waiting, request_of(queue, waiting))
    execute(queue, "DELETE FROM procrastinate_jobs WHERE args ->> 'thread' = %s", waiting)
    [question] = queue.questions(waiting)[1]
    queue.answer(waiting, {question: {"decision": "approve"}})
    assert queue_of(waiting) == "gpu"
