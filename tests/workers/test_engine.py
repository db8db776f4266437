"""The engine's tables: made once, brought up to date where they were made here, left alone where they were not."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from procrastinate import App

from smurfs_graph.checkpoints import state_version
from smurfs_graph.errors import StorageError
from smurfs_graph.runs.saved import latest_of
from smurfs_graph.workers import engine
from smurfs_graph.workers.queue import Queue, open_queue
from smurfs_graph.workers.worker import Worker, WorkerOptions
from tests.servers.postgres.server import PostgresServer
from tests.workers.crew import CallLog, crew, equipment, wait_until
from tests.workers.test_jobs import work


def execute(url: str, *statements: str) -> None:
    """Execute statements on a database."""
    with psycopg.connect(url, autocommit=True) as connection:
        for each in statements:
            connection.execute(each)  # pyright: ignore[reportArgumentType, reportCallIssue]


def noted(url: str) -> str:
    """What the table of jobs says of itself."""
    with psycopg.connect(url) as connection:
        [(text,)] = connection.execute("SELECT obj_description('procrastinate_jobs'::regclass)").fetchall()
    return str(text)


BEFORE_3_4 = (
    "DROP FUNCTION procrastinate_retry_job_v2",
    "ALTER TYPE procrastinate_job_event_type RENAME VALUE 'retried' TO 'was_retried'",
    "COMMENT ON TABLE procrastinate_jobs IS 'made by smurfs-graph with procrastinate 3.3.0'",
)
"""What takes the layout back to that of the release before the last migration."""


def test_an_older_layout_is_migrated_with_its_jobs(queue: Queue, log: CallLog) -> None:
    """A request that was enqueued before is carried out after it."""
    thread = queue.enqueue("look a")
    execute(queue.url, *BEFORE_3_4)
    with open_queue(queue.url):
        assert noted(queue.url) != "made by smurfs-graph with procrastinate 3.3.0"
    work(queue, log)
    assert queue.end_of(thread).state == "finished"


def test_a_newer_layout_is_refused_in_one_line(queue: Queue) -> None:
    """Nothing is changed in it."""
    execute(queue.url, "COMMENT ON TABLE procrastinate_jobs IS 'made by smurfs-graph with procrastinate 99.0.0'")
    with pytest.raises(StorageError, match=r"made with procrastinate 99\.0\.0"), open_queue(queue.url):
        pass


def test_another_programs_tables_are_used_as_they_are(queue: Queue, log: CallLog) -> None:
    """Whoever uses procrastinate for other things updates it themselves; their jobs are left alone."""
    execute(
        queue.url,
        "COMMENT ON TABLE procrastinate_jobs IS NULL",
        "INSERT INTO procrastinate_jobs (queue_name, task_name) VALUES ('default', 'theirs')",
    )
    thread = queue.enqueue("look a")
    work(queue, log)
    assert queue.end_of(thread).state == "finished"
    with psycopg.connect(queue.url) as connection:
        rows = connection.execute("SELECT task_name, status FROM procrastinate_jobs").fetchall()
    assert rows == [("theirs", "todo")]


def test_many_programs_may_begin_at_once(postgres_url: str) -> None:
    """The tables are made once."""
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda _: engine.set_up(postgres_url), range(6)))
    assert noted(postgres_url).startswith("made by smurfs-graph with procrastinate ")


def test_a_run_that_somebody_works_on_is_left_to_them(queue: Queue, log: CallLog) -> None:
    """A queue that believes a live worker dead does no harm: the lease refuses the second, and no try is counted."""
    thread = queue.enqueue("look a")
    with queue.storage.leases.take(thread):
        said = work(queue, log)
    assert any("is under way" in line for line in said)
    assert not log.count()
    assert queue.end_of(thread).state == "queued"
    execute(queue.url, "UPDATE procrastinate_jobs SET scheduled_at = now()")
    work(queue, log)
    assert queue.end_of(thread).state == "finished"


def test_a_job_whose_end_was_not_noted_does_nothing_again(queue: Queue, log: CallLog) -> None:
    """Its worker died between the end of the run and the end of its job, before or after it deleted the request."""
    thread = queue.enqueue("book a")
    job = queue.job_of(thread)
    assert job is not None
    request = queue.storage.store.search(("smurfs", "requests"))[0]
    work(queue, log)
    answered = latest_of(queue.storage, thread)
    for kept in (True, False):
        if kept:
            queue.storage.store.put(request.namespace, request.key, request.value, index=False)
        execute(
            queue.url,
            "INSERT INTO procrastinate_jobs (queue_name, task_name, lock, queueing_lock, args) VALUES"
            f" ('smurfs', 'smurfs.run', 'smurfs:{thread}', 'smurfs:{thread}',"
            f' \'{{"thread": "{thread}", "request": "{job.request}"}}\')',
        )
        work(queue, log)
        assert queue.end_of(thread).state == "finished"
        assert queue.jobs() == []
    assert log.count() == {("start", "a"): 1, ("end", "a"): 1}
    assert answered is not None
    assert latest_of(queue.storage, thread) == answered


def test_an_answer_given_while_a_dying_worker_notes_an_end_is_carried_out(queue: Queue, log: CallLog) -> None:
    """A stalled job does not stand before a newer one of its thread for ever."""
    thread = queue.enqueue("look a")
    execute(
        queue.url,
        "INSERT INTO procrastinate_jobs (queue_name, task_name, lock, queueing_lock, args, status) VALUES"
        f" ('smurfs', 'smurfs.run', 'smurfs:{thread}', 'smurfs:{thread}',"
        f' \'{{"thread": "{thread}", "request": "gone"}}\', \'doing\')',
    )
    with crew(queue.url, log, 1):
        wait_until(lambda: queue.jobs() == [])
    assert queue.end_of(thread).state == "finished"


def test_a_run_of_another_version_is_given_up_with_a_line(
    queue: Queue, log: CallLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its checkpoints cannot be read: after some tries, for the database might only have been away."""
    thread = queue.enqueue("book a")
    work(queue, log, asks=True)
    [question] = queue.questions(thread)[1]
    queue.answer(thread, {question: {"decision": "approve"}})
    execute(queue.url, "UPDATE procrastinate_jobs SET attempts = 70")  # pauses and takeovers, which count for nothing
    monkeypatch.setattr(state_version, "STATE", 99)
    work(queue, log, asks=True)
    assert queue.end_of(thread).state == "queued"
    [kept] = queue.storage.store.search(("smurfs", "requests"))
    assert kept.value["unread"] == 1
    queue.storage.store.put(kept.namespace, kept.key, kept.value | {"unread": 7}, index=False)
    execute(queue.url, "UPDATE procrastinate_jobs SET scheduled_at = now()")
    work(queue, log, asks=True)
    assert queue.end_of(thread).state == "failed"
    assert "saved by another version" in queue.end_of(thread).reason


async def test_a_worker_and_whoever_enqueues_find_a_server_that_comes_back(
    queue: Queue, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once: pools double their pauses, here a hundredfold in place of six outages of growing length."""
    monkeypatch.setattr("psycopg_pool.base.AttemptWithBackoff.DELAY_BACKOFF", 100.0)
    queue.states()
    app = App(connector=engine.worker_connector(queue.url))
    async with app.open_async():
        await asyncio.to_thread(postgres.kill)
        try:
            asked = asyncio.gather(app.job_manager.list_queues_async(), asyncio.to_thread(queue.states))
            await asyncio.sleep(2.0)  # a pool has tried twice by then
        finally:
            await asyncio.to_thread(postgres.start)
        await asyncio.wait_for(asked, 4.5)


def test_what_is_long_over_is_cleared_out_with_its_text(queue: Queue, log: CallLog) -> None:
    """Requests of cancelled runs and deliveries that nobody took; what is open stays."""
    queue.cancel(queue.enqueue("look secret", user="ada"))
    kept = queue.enqueue("look b")
    execute(
        queue.url,
        "INSERT INTO procrastinate_jobs (queue_name, task_name, status) VALUES"
        " ('smurfs.webhook', 'smurfs.tell', 'failed')",
        "INSERT INTO procrastinate_events (job_id, type) SELECT id, 'failed' FROM procrastinate_jobs"
        " WHERE status = 'failed'",
        "UPDATE procrastinate_events SET at = now() - interval '90 days'",
    )
    app = App(connector=engine.worker_connector(queue.url))
    worker = Worker(queue.storage, app, equipment(log), WorkerOptions(), lambda _: None)

    async def clear_out() -> None:
        async with app.open_async():
            await app.tasks[engine.CLEAR].func(0)

    asyncio.run(clear_out())
    assert worker is not None
    assert [job.thread for job in queue.jobs()] == [kept]
    assert [item.value["query"] for item in queue.storage.store.search(("smurfs", "requests"))] == ["look b"]
    assert not queue.app.job_manager.list_jobs(queue="smurfs.webhook")
