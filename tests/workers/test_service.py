"""docs/examples/queued_service.py as it stands, with a worker behind it: a question, an approval, a follow-up."""

import time
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from smurfs_graph.workers.queue import Queue
from tests.embedding.test_examples import served
from tests.workers.crew import CallLog, crew


@pytest.fixture
def client(queue: Queue, log: CallLog, monkeypatch: pytest.MonkeyPatch) -> Iterator[httpx2.Client]:
    """The service, and one worker that asks about calls that write."""
    monkeypatch.setenv("SMURFS_CHECKPOINT", queue.url)
    with crew(queue.url, log, 1, asks=1), served("queued_service") as serving:
        serving.headers["X-User"] = "ada"
        yield serving


def ended(client: httpx2.Client, thread: str) -> dict[str, Any]:
    """What has become of a run, once it has ended or waits."""
    deadline = time.monotonic() + 90
    while (found := client.get(f"/runs/{thread}", params={"wait": 20}).json())["state"] in ("queued", "running"):
        assert time.monotonic() < deadline, found
    return found


def test_a_question_an_approval_and_a_follow_up(client: httpx2.Client, log: CallLog) -> None:
    """The service only enqueues; each user sees their own runs; what was carried out is neither lost nor doubled."""
    thread = client.post("/messages", json={"query": "book a"}).json()["thread"]
    waiting = ended(client, thread)
    assert waiting["state"] == "waiting"
    [(question, asked)] = waiting["questions"].items()
    assert (asked["tool"], asked["arguments"]["name"]) == ("book", "a")
    foreign = client.get(f"/runs/{thread}", headers={"X-User": "eve"})
    assert foreign.status_code == 404
    refused = client.post(f"/runs/{thread}/answers", json={question: {"decision": "perhaps"}})
    assert refused.status_code == 409
    assert client.post(f"/runs/{thread}/answers", json={question: {"decision": "approve"}}).status_code == 200
    assert ended(client, thread)["answer"].startswith("1 calls")
    follow_up = client.post("/messages", json={"query": "look b", "thread": thread})
    assert follow_up.json() == {"thread": thread}
    assert ended(client, thread)["state"] == "finished"
    assert client.delete(f"/runs/{thread}").status_code == 409
    assert log.count()["end", "a"] == log.count()["end", "b"] == 1
