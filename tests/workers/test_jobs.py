"""Jobs carried out by a worker of this process: what a queue is asked, and what comes of it."""

import json
from typing import Any

import psycopg
import pytest

from smurfs_graph import ConfigurationError, Settings, UnknownNameError
from smurfs_graph.errors import AnswerError, RunBusyError
from smurfs_graph.runs.saved import latest_of
from smurfs_graph.workers.engine import RUN
from smurfs_graph.workers.queue import Queue, open_queue
from smurfs_graph.workers.requests import Request, find_request, keep_request, settings_for
from smurfs_graph.workers.worker import WorkerOptions, run_worker
from tests.workers.crew import CallLog, equipment


def work(queue: Queue, log: CallLog, **settings: Any) -> list[str]:
    """Work until nothing is queued; returns what the worker said."""
    said: list[str] = []
    run_worker(queue.url, equipment(log, **settings), WorkerOptions(wait=False), say=said.append)
    return said


def metadata_and_values(queue: Queue, thread: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The last checkpoint of a run."""
    saved = latest_of(queue.storage, thread)
    assert saved is not None
    return saved.metadata, saved.values


def rows(queue: Queue, sql: str) -> list[Any]:
    """The rows of a query of the database."""
    with psycopg.connect(queue.url) as connection:
        return connection.execute(sql).fetchall()  # pyright: ignore[reportArgumentType, reportCallIssue]


def test_a_query_is_answered(queue: Queue, log: CallLog) -> None:
    """It is queued, then finished; nothing of what is done is left in the queue or among the requests."""
    thread = queue.enqueue("look a; look b", user="ada")
    assert queue.end_of(thread).state == "queued"
    work(queue, log)
    end = queue.end_of(thread)
    assert (end.state, end.reason, end.user) == ("finished", "answered", "ada")
    assert metadata_and_values(queue, thread)[1]["answer"].startswith("2 calls")
    assert queue.jobs() == []
    assert rows(queue, "SELECT * FROM store WHERE prefix LIKE 'smurfs.requests%'") == []
    assert log.count() == {("start", "a"): 1, ("end", "a"): 1, ("start", "b"): 1, ("end", "b"): 1}


def test_a_run_that_died_before_its_last_checkpoint_is_ended(queue: Queue, log: CallLog) -> None:
    """A worker was killed when the last step had written its results, and not yet the checkpoint that takes them in."""
    thread = queue.enqueue("look a")
    [job] = queue.jobs()
    request = find_request(queue.storage.store, thread, job.request)
    assert request is not None
    work(queue, log)
    with psycopg.connect(queue.url) as connection:
        connection.execute(
            "DELETE FROM smurfs_checkpoints WHERE ns = '' AND thread = %(thread)s AND id ="
            " (SELECT max(id) FROM smurfs_checkpoints WHERE ns = '' AND thread = %(thread)s)",
            {"thread": thread},
        )
    assert queue.end_of(thread).state == "unfinished"
    keep_request(queue.storage.store, thread, job.request, request)
    queue.app.configure_task(RUN, allow_unknown=True, queue=job.queue).defer(thread=thread, request=job.request)
    work(queue, log)
    end = queue.end_of(thread)
    assert (end.state, end.reason) == ("finished", "answered")
    assert log.count()["end", "a"] == 1


def test_a_job_holds_no_text(postgres_url: str, log: CallLog, monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs name a thread and a request; with a key, the database has no request in clear anywhere."""
    monkeypatch.setenv("SMURFS_AES_KEY", "0" * 32)
    with open_queue(postgres_url) as queue:
        thread = queue.enqueue("look secret", user="ada")
        [(arguments,)] = rows(queue, "SELECT args FROM procrastinate_jobs")
        assert arguments.keys() == {"thread", "request"}
        assert "look secret" not in json.dumps(rows(queue, "SELECT value FROM store"))
        work(queue, log)
        assert queue.end_of(thread).state == "finished"


def test_a_run_that_waits_ends_its_job_and_its_answer_is_a_new_one(queue: Queue, log: CallLog) -> None:
    """A call is approved; what was asked for at the start (user, settings) still holds."""
    thread = queue.enqueue("look a; book b", user="ada", settings={"max_steps": 5})
    work(queue, log, asks=True)
    assert queue.end_of(thread).state == "waiting"
    assert queue.jobs() == []
    [question] = queue.questions(thread)[1]
    with pytest.raises(AnswerError, match="does not fit"):
        queue.answer(thread, {question: {"decision": "perhaps"}})
    with pytest.raises(AnswerError, match="does not wait"):
        queue.answer(thread, {"0" * 32: {"decision": "approve"}})
    queue.answer(thread, {question: {"decision": "approve"}})
    with pytest.raises(RunBusyError):
        queue.answer(thread, {question: {"decision": "approve"}})
    work(queue, log, asks=True)
    assert (queue.end_of(thread).state, queue.end_of(thread).user) == ("finished", "ada")
    assert json.loads(metadata_and_values(queue, thread)[0]["smurfs_asked"]) == {"max_steps": 5}
    assert log.count()["end", "a"] == log.count()["end", "b"] == 1


def test_an_answer_of_another_key_approves_nothing(
    queue: Queue, log: CallLog, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    """Who can write the database, and has no key, approves no call."""
    thread = queue.enqueue("book b")
    work(queue, log, asks=True)
    [question] = queue.questions(thread)[1]
    with monkeypatch.context() as other:
        other.setenv("SMURFS_HOME", str(tmp_path / "somebody else"))
        queue.answer(thread, {question: {"decision": "approve"}})
    work(queue, log, asks=True)
    assert queue.end_of(thread).state == "failed"
    assert "signed with another key" in queue.end_of(thread).reason
    assert not log.count()
    queue.answer(thread, {question: {"decision": "approve"}})
    work(queue, log, asks=True)
    assert queue.end_of(thread).state == "finished"


def test_a_next_turn_goes_on_a_thread_of_the_same_user(queue: Queue, log: CallLog) -> None:
    """A conversation is one user's, and one turn at a time."""
    thread = queue.enqueue("look a", user="ada", thread="ada/1")
    with pytest.raises(RunBusyError, match="queued"):
        queue.enqueue("look b", user="ada", thread=thread)
    work(queue, log)
    with pytest.raises(ConfigurationError, match="belongs to user 'ada'"):
        queue.enqueue("look b", user="eve", thread=thread)
    queue.enqueue("look b", user="ada", thread=thread)
    work(queue, log)
    assert [message.type for message in metadata_and_values(queue, thread)[1]["messages"]] == ["human", "ai"] * 2
    assert log.count()["end", "a"] == log.count()["end", "b"] == 1


def test_a_request_sets_what_a_foreign_run_may(queue: Queue, log: CallLog) -> None:
    """No model, no server; limits may be lowered and not raised."""
    with pytest.raises(ConfigurationError, match="decided by the worker"):
        queue.enqueue("look a", settings={"base_url": "http://127.0.0.1:1/v1"})
    with pytest.raises(UnknownNameError):
        queue.enqueue("look a", settings={"max_stepps": 3})
    for most in (1, 50):
        queue.enqueue("look a; look b; look c", settings={"max_steps": most})
    work(queue, log, max_steps=2)
    assert {name: log.count()["end", name] for name in "abc"} == {"a": 2, "b": 1, "c": 0}


def test_a_request_raises_no_limit() -> None:
    """Neither one that a worker was given nor one that it has by default, nor does it turn memory on."""
    asked = {
        "tool_timeout": 3600.0,
        "max_seconds": None,
        "max_llm_calls": 9_999,
        "max_tool_calls": 3,
        "max_questions": 2,
    }
    request = Request("query", query="look a", user="ada", settings=asked)
    given = settings_for(request, Settings.checked(memory=False, tool_timeout=5.0))
    assert (given.tool_timeout, given.max_seconds, given.max_llm_calls) == (5.0, 600.0, 500)
    assert (given.max_tool_calls, given.max_questions) == (3, 2)
    assert not given.memory
    assert settings_for(request, Settings()).memory_user == "ada"


@pytest.mark.parametrize("name", ["max_questions", "max_repairs", "max_replans", "max_restarts"])
def test_a_limit_of_nothing_is_one(name: str) -> None:
    """A worker that allows none gives none."""
    assert getattr(settings_for(Request("query", settings={name: 5}), Settings.checked(**{name: 0})), name) == 0


def test_other_storages_are_refused(tmp_path: Any) -> None:
    """A file is no place for several machines."""
    with pytest.raises(ConfigurationError, match="PostgreSQL"), open_queue(str(tmp_path / "runs.sqlite")):
        pass
