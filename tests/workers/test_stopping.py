"""Workers that are told to stop, runs cancelled while they are worked on, and a database that goes away."""

import signal
from pathlib import Path

import pytest

from smurfs_graph.workers.queue import Queue
from tests.servers.postgres.server import PostgresServer
from tests.workers.crew import CallLog, crew, start, wait_until


def test_a_worker_drains_at_sigterm(queue: Queue, log: CallLog, tmp_path: Path) -> None:
    """The call under way ends and is kept; the run is another worker's at its next step; nothing is called twice."""
    with crew(queue.url, log, 1, said=tmp_path / "said") as [worker]:
        thread = queue.enqueue("book a 2; book b")
        log.wait_for("start", "a")
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(30) == 0
    assert log.count()["end", "a"] == 1
    assert queue.end_of(thread).state == "queued"
    assert "handed back" in (tmp_path / "said").read_text()
    with crew(queue.url, log, 1):
        assert queue.wait(thread, 60).state == "finished"
    assert [log.count()[words] for words in (("start", "a"), ("start", "b"), ("end", "b"))] == [1, 1, 1]


def test_a_second_sigterm_stops_at_once(queue: Queue, log: CallLog, tmp_path: Path) -> None:
    """A call that only reads is made again by the next worker; what was completed is not."""
    said = tmp_path / "said"
    with crew(queue.url, log, 1, said=said) as [worker]:
        thread = queue.enqueue("book a; look b 12; book c")
        log.wait_for("start", "b")
        worker.send_signal(signal.SIGTERM)
        wait_until(lambda: "stopping" in said.read_text())  # two signals at once would count as one
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(10) == 0
    assert log.count()["end", "b"] == 0
    assert queue.end_of(thread).state == "queued"
    with crew(queue.url, log, 1):
        assert queue.wait(thread, 60).state == "finished"
    assert [log.count()["start", name] for name in "abc"] == [1, 2, 1]


def test_cancelling_reaches_the_worker(queue: Queue, log: CallLog) -> None:
    """The run stops at its last step, the worker goes on with others, and the run can be taken up again."""
    with crew(queue.url, log, 1):
        thread = queue.enqueue("book a; look b 60; book c")
        log.wait_for("start", "b")
        assert queue.cancel(thread) == "running"
        assert queue.wait(thread, 10).state == "cancelled"
        other = queue.enqueue("look d")
        assert queue.wait(other, 30).state == "finished"
    assert queue.end_of(thread).state == "cancelled"
    assert log.count()["start", "c"] == 0


@pytest.mark.slow
def test_a_run_that_kills_its_workers_is_given_up(queue: Queue, log: CallLog, tmp_path: Path) -> None:
    """Four tries that come no further than one another are the last; a line says so, and others go on."""
    said = tmp_path / "said"
    thread = queue.enqueue("look a; die b")
    running = [start(queue.url, log, said=said)]
    try:
        while queue.end_of(thread).state != "failed":
            if running[-1].poll() is not None:
                running.append(start(queue.url, log, said=said))
            wait_until(lambda: running[-1].poll() is not None or queue.end_of(thread).state == "failed", 60)
        assert log.count()["died", "b"] == 1 + 4  # the first worker had come a step further before
        assert "4 tries came to an end without getting any further" in queue.end_of(thread).reason
        other = queue.enqueue("look c")
        assert queue.wait(other, 30).state == "finished"
    finally:
        for each in running:
            each.kill()
            each.wait()


@pytest.mark.slow
def test_workers_live_through_a_restart_of_the_database(postgres: PostgresServer, queue: Queue, log: CallLog) -> None:
    """The run under way goes on, and so does the worker: the next request is answered as before."""
    with crew(queue.url, log, 1) as [worker]:
        thread = queue.enqueue("book a; look b 2; book c")
        log.wait_for("start", "b")
        postgres.kill()
        postgres.start()
        wait_until(lambda: log.count()["end", "c"] == 1, 60)
        assert queue.wait(thread, 60).state == "finished"
        other = queue.enqueue("look d")
        assert queue.wait(other, 60).state == "finished"
        assert worker.poll() is None
    assert [log.count()["start", name] for name in "ac"] == [1, 1]
