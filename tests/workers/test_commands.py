"""`smurfs enqueue`, `worker` and `runs`, as they are typed."""

import json
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph.cli import runs, workers
from smurfs_graph.workers.queue import Queue
from tests.cli.conftest import Run
from tests.cli.conftest import smurfs as smurfs
from tests.cli.conftest import tools_file as tools_file

QUERY = "Find the stock of item A-17."


@pytest.fixture(autouse=True)
def database(queue: Queue, monkeypatch: pytest.MonkeyPatch) -> None:
    """All commands are about one database."""
    monkeypatch.setenv("SMURFS_CHECKPOINT", queue.url)


def listed(smurfs: Run) -> dict[str, str]:
    """The states of all runs."""
    rows: list[dict[str, Any]] = json.loads(smurfs("runs", "list", "--json").out)
    return {row["id"]: row["stop_reason"] or row["state"] for row in rows}


def test_a_request_is_enqueued_worked_on_and_listed(smurfs: Run, tools_file: Path) -> None:
    """The list has what is queued, with its query; what is scheduled waits."""
    name = smurfs("enqueue", QUERY).out.strip()
    later = smurfs("enqueue", QUERY, "--at", "2999-01-01T09:00").out.strip()
    assert QUERY in smurfs("runs", "list").out
    assert listed(smurfs) == {name: "queued", later: "queued"}
    assert "is queued, not before 2999-01-01 09:00" in smurfs("runs", "show", later).err
    done = smurfs("worker", "--tools", tools_file, "--once")
    assert (done.status, done.out) == (0, "")
    assert f"run {name}: finished: answered" in done.err
    assert listed(smurfs) == {name: "answered", later: "queued"}
    assert "answer:" in smurfs("runs", "show", name).out


def test_a_queued_run_is_cancelled_resumed_and_deleted(smurfs: Run, tools_file: Path) -> None:
    """It goes on with its request; once done there is nothing to cancel or to resume."""
    name = smurfs("enqueue", QUERY).out.strip()
    assert "it had not begun" in smurfs("runs", "cancel", name).err
    smurfs("worker", "--tools", tools_file, "--once")
    assert listed(smurfs) == {name: "cancelled"}
    assert smurfs("runs", "resume", name).status == 0
    assert "queued already" in smurfs("runs", "resume", name).err
    smurfs("worker", "--tools", tools_file, "--once")
    assert listed(smurfs) == {name: "answered"}
    assert "neither queued nor running" in smurfs("runs", "cancel", name).err
    assert "has ended" in smurfs("runs", "resume", name).err
    other = smurfs("enqueue", QUERY).out.strip()
    assert smurfs("runs", "delete", name, other).status == 0
    assert listed(smurfs) == {}


def test_prune_keeps_what_is_queued_or_went_on_meanwhile(
    smurfs: Run, tools_file: Path, queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two threads get their next turn once the list of runs was made: one is carried out by then, one waits."""
    done, waits, _ = (smurfs("enqueue", QUERY).out.strip() for _ in range(3))
    worker = ("worker", "--tools", tools_file, "--once")
    smurfs(*worker)
    later = smurfs("enqueue", QUERY, "--at", "2999-01-01T09:00").out.strip()
    choose = runs._rows_to_delete

    def choose_late(*listed: Any) -> Any:
        queue.enqueue(QUERY, thread=done)
        smurfs(*worker)
        queue.enqueue(QUERY, thread=waits)
        return choose(*listed)

    monkeypatch.setattr(runs, "_rows_to_delete", choose_late)
    pruned = smurfs("runs", "prune", "--keep", "0", "--unfinished")
    assert pruned.err.count("not deleted: run") == 2
    assert "smurfs: 1 run deleted" in pruned.err
    assert listed(smurfs) == {done: "answered", waits: "queued", later: "queued"}


def test_a_waiting_run_is_answered_by_a_command(smurfs: Run, tools_file: Path) -> None:
    """`runs resume --answer` has a worker go on."""
    name = smurfs("enqueue", QUERY).out.strip()
    worker = ("worker", "--tools", tools_file, "--approve", "tools", "--once")
    smurfs(*worker)
    assert listed(smurfs) == {name: "waiting"}
    shown = smurfs("runs", "resume", name)
    assert shown.status == 1 and 'wants to call find_stock(item="A-17")' in shown.err
    question = shown.err.partition("[--answer ")[2].partition("=")[0]
    assert smurfs("runs", "resume", name, "--answer", f"{question}=approve").status == 0
    smurfs(*worker)
    assert listed(smurfs) == {name: "answered"}


def test_an_answer_is_for_the_question_that_its_command_read(
    smurfs: Run, tools_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another one waits under its id by the time that it is handed over."""
    name = smurfs("enqueue", QUERY).out.strip()
    worker = ("worker", "--tools", tools_file, "--approve", "tools", "--once")
    smurfs(*worker)
    match, wrong = workers.match_answers, json.dumps({"decision": "edit", "arguments": {"itm": 1}})

    def match_late(*given: Any) -> Any:
        monkeypatch.setattr(workers, "match_answers", match)
        assert smurfs("runs", "resume", name, "--answer", wrong).status == 0
        smurfs(*worker)
        return match(*given)

    monkeypatch.setattr(workers, "match_answers", match_late)
    late = smurfs("runs", "resume", name, "--answer", "approve")
    assert "does not wait for an answer (any more)" in late.err
    assert "that did not pass" in smurfs("runs", "resume", name).err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["enqueue", "hello", "--set", "model=openai:x"], "decided by the worker"),
        (["enqueue", "hello", "--at", "tomorrow"], "--at takes a time"),
        (["enqueue", "", "--user", "ada"], "query"),
        (["enqueue", "hello", "--database", "runs.sqlite"], "PostgreSQL"),
        (["worker"], "no tools"),
        (["runs", "resume", "nothing"], "no run 'nothing'"),
        (["runs", "cancel", "nothing"], "neither queued nor running"),
    ],
)
def test_wrong_input_gets_one_line(smurfs: Run, arguments: list[str], complaint: str) -> None:
    """Nothing is enqueued."""
    done = smurfs(*arguments)
    assert (done.status, done.out) == (2, "")
    assert complaint in done.err
    assert done.err.count("\n") <= 2
    assert listed(smurfs) == {}
