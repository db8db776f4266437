"""`smurfs batch --queue`: workers answer, the command collects, and whoever is killed loses and doubles nothing."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph.workers.queue import Queue
from tests.cli.conftest import Run
from tests.cli.conftest import smurfs as smurfs
from tests.workers.crew import CallLog, crew, wait_until

BATCH = ("batch", "r.txt", "--queue", "smurfs")


@pytest.fixture(autouse=True)
def place(queue: Queue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working directory, and the database of all commands."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SMURFS_CHECKPOINT", queue.url)


def rows() -> list[dict[str, Any]]:
    """All rows of the results."""
    return [json.loads(line) for line in Path("batch-r/results.jsonl").read_text().splitlines()]


def test_workers_answer_and_a_killed_one_is_replaced(smurfs: Run, queue: Queue, log: CallLog) -> None:
    """Every request has one row, and every payment is made once."""
    Path("r.txt").write_text("".join(f"look a{number} 0.2; pay b{number}\n" for number in range(8)))
    with crew(queue.url, log, 2, concurrency=2) as workers:
        process = subprocess.Popen([sys.executable, "-m", "smurfs_graph", *BATCH, "-q"], stdout=subprocess.PIPE)
        log.wait_for("end", "a0")
        workers[0].kill()
        out, _ = process.communicate(timeout=90)
    assert process.returncode == 0
    assert out.decode().startswith("8 requests: 8 answered; 24 model calls, 16 tool calls")
    assert sorted(int(row["id"]) for row in rows()) == [*range(1, 9)]
    assert all(log.count()["paid", f"b{number}"] == 1 for number in range(8))


def test_a_killed_batch_collects_what_came_meanwhile(smurfs: Run, queue: Queue, log: CallLog) -> None:
    """It enqueues nothing twice, also where it was killed in the middle."""
    Path("r.txt").write_text("".join(f"pay b{number}\n" for number in range(6)))
    command = [sys.executable, "-m", "smurfs_graph", *BATCH, "-q"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    wait_until(lambda: len(queue.states()) >= 2)
    process.kill()
    process.wait()
    with crew(queue.url, log):
        wait_until(lambda: not queue.states())
        done = smurfs(*BATCH)
    assert done.out.startswith("6 requests: 6 answered")
    assert len(rows()) == 6
    assert log.count() == {**{("paid", f"b{n}"): 1 for n in range(6)}, **{k: 1 for k in log.count() if k[0] == "key"}}


def test_runs_wait_and_are_given_up_in_rows_of_their_own(smurfs: Run, queue: Queue, log: CallLog) -> None:
    """The next time what was answered has its row; --again has what was given up tried once more."""
    Path("r.txt").write_text("book a\ndie b\n")
    with crew(queue.url, log, 1, asks=1) as workers:
        process = subprocess.Popen([sys.executable, "-m", "smurfs_graph", *BATCH, "-q"])
        wait_until(lambda: Path("batch-r/results.jsonl").exists() and any(r["state"] == "waiting" for r in rows()), 60)
        process.kill()
        process.wait()
        for each in workers:
            each.kill()
    waiting = next(row for row in rows() if row["state"] == "waiting")
    (question,) = waiting["questions"]
    queue.answer(waiting["thread"], {question: {"decision": "approve"}})
    other = next(thread for thread in queue.states() if thread != waiting["thread"])
    queue.cancel(other)
    with crew(queue.url, log, 1, asks=1):
        done = smurfs(*BATCH)
    assert done.status == 1
    assert {row["id"]: row["state"] for row in rows()} == {"1": "finished", "2": "cancelled"}
    assert "gone" not in rows()[-1]["message"]
    assert "smurfs: 2 was cancelled" in done.err
    assert log.count()["end", "a"] == 1


def test_runs_are_not_begun_in_a_second_place(smurfs: Run, queue: Queue, tmp_path: Path) -> None:
    """Results whose runs are in a queue take no runs of another place, where all would be done again."""
    Path("r.txt").write_text("pay b\n")
    process = subprocess.Popen([sys.executable, "-m", "smurfs_graph", *BATCH, "-q"])
    wait_until(lambda: len(queue.states()) == 1)
    process.kill()
    process.wait()
    done = smurfs("batch", "r.txt", "--tools", "builtin:calc")
    assert done.status == 2
    assert "were begun with --database postgresql" in done.err
    assert "and --queue smurfs" in done.err
    refused = smurfs(*BATCH, "--tools", "builtin:calc")
    assert (refused.status, "are the workers'" in refused.err) == (2, True)
    assert not (tmp_path / "batch-r" / "runs.sqlite").exists()
