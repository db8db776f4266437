"""The webhook of a worker: every end is posted, signed, and again where the other side does not take it."""

import hashlib
import hmac
import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import psycopg
import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.workers.ends import Webhook
from smurfs_graph.workers.queue import Queue
from smurfs_graph.workers.worker import WorkerOptions, run_worker
from tests.workers.crew import CallLog, equipment


class Receiver:
    """A server that answers with the statuses it is given, in turn, and keeps what it got."""

    def __init__(self) -> None:
        """Serves at once."""
        self.statuses: list[int] = []
        self.got: list[tuple[dict[str, Any], str, bytes]] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.got.append((json.loads(body), self.headers.get("X-Smurfs-Signature", ""), body))
                self.send_response(receiver.statuses.pop(0) if receiver.statuses else 204)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/ended"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A server on loopback."""
    made = Receiver()
    yield made
    made.server.shutdown()
    made.server.server_close()


def work(queue: Queue, log: CallLog, webhook: str) -> list[str]:
    """Work until nothing is queued; returns what the worker said."""
    said: list[str] = []
    run_worker(queue.url, equipment(log, asks=True), WorkerOptions(wait=False, webhook=webhook), say=said.append)
    return said


def test_ends_are_posted_and_signed(
    queue: Queue, log: CallLog, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has finished, and what waits; whose run it is; the signature is that of the body."""
    monkeypatch.setenv("SMURFS_WEBHOOK_SECRET", "a secret of the tests")
    first, second = queue.enqueue("look a", user="ada"), queue.enqueue("book b")
    work(queue, log, receiver.url)
    ends = {end["thread"]: (end["state"], end["reason"], end["user"]) for end, _, _ in receiver.got}
    assert ends == {first: ("finished", "answered", "ada"), second: ("waiting", "", "")}
    for _, signature, body in receiver.got:
        assert signature == f"sha256={hmac.new(b'a secret of the tests', body, hashlib.sha256).hexdigest()}"


def test_what_is_not_taken_is_posted_again(queue: Queue, log: CallLog, receiver: Receiver) -> None:
    """By the engine's retries, under the same number; the run itself is not touched."""
    receiver.statuses = [503]
    thread = queue.enqueue("look a")
    said = work(queue, log, receiver.url)
    assert any("status 503" in line for line in said)
    assert queue.end_of(thread).state == "finished"
    with psycopg.connect(queue.url, autocommit=True) as connection:  # some seconds later
        connection.execute("UPDATE procrastinate_jobs SET scheduled_at = now()")
    work(queue, log, receiver.url)
    assert [end["thread"] for end, _, _ in receiver.got] == [thread] * 2
    assert len({end["delivery"] for end, _, _ in receiver.got}) == 1
    assert log.count()["end", "a"] == 1


def test_a_delivery_outlives_its_worker(queue: Queue, log: CallLog, receiver: Receiver) -> None:
    """What a dead worker was about to post is posted by another one."""
    with psycopg.connect(queue.url, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO procrastinate_jobs (queue_name, task_name, args, status) VALUES"
            ' (\'smurfs.webhook\', \'smurfs.tell\', \'{"end": {"thread": "t", "state": "finished"}}\', \'doing\')'
        )
    deadline = time.monotonic() + 60
    while not receiver.got and time.monotonic() < deadline:
        work(queue, log, receiver.url)  # looks for stalled jobs, and ends
        time.sleep(0.2)
    assert [end["thread"] for end, _, _ in receiver.got] == ["t"]


def test_cancelled_runs_are_told_whoever_had_them(queue: Queue, log: CallLog, receiver: Receiver) -> None:
    """One that had not begun, and one whose worker died before it could stop it."""
    queued, running = queue.enqueue("look a"), queue.enqueue("look b")
    with psycopg.connect(queue.url, autocommit=True) as connection:
        connection.execute("UPDATE procrastinate_jobs SET status = 'doing' WHERE args ->> 'thread' = %s", (running,))
    assert (queue.cancel(queued), queue.cancel(running)) == ("queued", "running")
    deadline = time.monotonic() + 30
    while len(receiver.got) < 2 and time.monotonic() < deadline:
        work(queue, log, receiver.url)
        time.sleep(0.2)
    assert sorted((end["thread"], end["state"]) for end, _, _ in receiver.got) == sorted(
        (thread, "cancelled") for thread in (queued, running)
    )
    assert not log.count()


def test_a_webhook_reaches_no_private_place_by_a_name(queue: Queue, log: CallLog, receiver: Receiver) -> None:
    """A name that leads to this machine is refused when it is looked up; what is no address at once."""
    port = receiver.server.server_port
    queue.enqueue("look a")
    said = work(queue, log, f"http://localtest.invalid:{port}/")
    assert any("not known" in line for line in said)
    with pytest.raises(ConfigurationError, match="--webhook"):
        Webhook("file:///etc/passwd")
    assert receiver.got == []
