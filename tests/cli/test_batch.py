"""`smurfs batch`: every request has its row, whatever ends the command in between."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run, Typed
from tests.servers.streaming import Reply, StreamingServer

TOOLS = '''
import os
from pathlib import Path
from smurfs_graph import effects

LOG = Path(__file__).with_name("calls.log")

def log(text):
    with LOG.open("ab", buffering=0) as file:
        file.write(f"{text}\\n".encode())

@effects("read")
def find_stock(item: str) -> str:
    """Find the stock of an item.

    Args:
        item: The item's number.
    """
    log(f"find {item}")
    fatal = Path(__file__).with_name(f"fatal-{item}")
    if fatal.exists():
        os.kill(os.getpid(), 9)
    return f"{item} has {item.removeprefix('A-')} pieces"

@effects("write")
def order(item: str) -> str:
    """Order an item.

    Args:
        item: The item's number.
    """
    log(f"order {item}")
    return f"{item} is ordered"
'''


@pytest.fixture(autouse=True)
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of tools with a log, in the working directory."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "allow.yaml").write_text("default: allow\n")
    path = tmp_path / "tools.py"
    path.write_text(TOOLS)
    return path


def write(*requests: dict[str, Any], file: str = "r.jsonl") -> None:
    """Write a file of requests."""
    Path(file).write_text("".join(json.dumps(each) + "\n" for each in requests))


def rows(folder: str = "batch-r") -> list[dict[str, Any]]:
    """All rows of the results."""
    return [json.loads(line) for line in (Path(folder) / "results.jsonl").read_text().splitlines()]


def calls() -> Counter[str]:
    """The calls that were made."""
    return Counter(Path("calls.log").read_text().splitlines())


BATCH = ("batch", "r.jsonl", "--tools", "tools.py")


def test_each_request_has_a_row_with_what_was_given(smurfs: Run) -> None:
    """The command again does nothing, and says the same."""
    write({"id": "a", "query": "Find the stock of item A-3.", "tag": "x"}, {"query": "Find the stock of item A-4."})
    done = smurfs(*BATCH)
    assert (done.status, done.out.startswith("2 requests: 2 answered; 8 model calls, 2 tool calls")) == (0, True)
    by_id = {row["id"]: row for row in rows()}
    assert by_id["a"]["request"] == {"id": "a", "query": "Find the stock of item A-3.", "tag": "x"}
    assert "has 3 pieces" in by_id["a"]["answer"]
    assert by_id["2"]["state"] == "finished"
    again = smurfs(*BATCH, "--json")
    assert json.loads(again.out)["endings"] == {"answered": 2}
    assert len(rows()) == 2
    assert calls().total() == 2


def test_requests_come_from_standard_input_too(smurfs: Run, typed: Typed) -> None:
    """As lines of text, or as JSON lines."""
    typed("Find the stock of item A-3.\n\nFind the stock of item A-4.\n")
    assert smurfs("batch", "-", "--tools", "tools.py").out.startswith("2 requests: 2 answered")
    assert sorted(row["id"] for row in rows("batch-stdin")) == ["1", "3"]


def test_a_changed_and_a_new_request_are_answered_and_the_others_kept(smurfs: Run) -> None:
    """A line is known by its id and query, wherever it stands."""
    write({"query": "Find the stock of item A-3."}, {"id": "b", "query": "Find the stock of item A-4."})
    smurfs(*BATCH)
    write({"query": "Find the stock of item A-5."}, {"query": "Find the stock of item A-3."},
          {"id": "b", "query": "Find the stock of item A-6."})  # fmt: skip
    assert smurfs(*BATCH).out.startswith("3 requests: 3 answered")
    assert calls() == {f"find A-{number}": 1 for number in (3, 4, 5, 6)}


def test_a_run_that_waits_is_taken_up_once_it_was_answered(smurfs: Run) -> None:
    """Until then its row stands once, however often the command is given."""
    write({"id": "a", "query": "Order item A-1."}, {"id": "b", "query": "Find the stock of item A-2."})
    first = smurfs(*BATCH)
    assert (first.status, first.out.startswith("2 requests: 1 waiting, 1 answered")) == (1, True)
    smurfs(*BATCH)
    (waiting,) = [row for row in rows() if row["state"] == "waiting"]
    assert 'order(item="A-1")' in next(iter(waiting["questions"].values()))
    command = next(line for line in first.err.splitlines() if "waits for a person" in line)
    assert f"smurfs resume {waiting['thread']} --checkpoint batch-r/runs.sqlite" in command
    answer = ("resume", waiting["thread"], "--checkpoint", "batch-r/runs.sqlite", "--answer", "approve")
    assert smurfs(*answer).status == 0
    assert smurfs(*BATCH).out.startswith("2 requests: 2 answered")
    assert [row["state"] for row in rows() if row["id"] == "a"] == ["waiting", "finished"]
    assert calls() == {"order A-1": 1, "find A-2": 1}


def test_what_failed_is_run_again_where_that_is_wanted(smurfs: Run) -> None:
    """Its run that ended in an error is left as it is; a new one is made."""
    write({"id": "a", "query": "Find the stock of item A-1."})
    lost = ("--model", "openai:none", "--base-url", "http://127.0.0.1:9/v1", "--set", "model_retries=0")
    os.environ.setdefault("OPENAI_API_KEY", "none")
    failed = smurfs(*BATCH, *lost)
    assert (failed.status, failed.out.startswith("1 request: 1 error")) == (1, True)
    assert "--again runs once more" in failed.err
    assert smurfs(*BATCH).out.startswith("1 request: 1 error")
    done = smurfs(*BATCH, "--again")
    assert (done.status, done.out.startswith("1 request: 1 answered")) == (0, True)
    first, second = rows()
    assert second["thread"] == f"{first['thread']}-2"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("batch", "none.jsonl", "--tools", "tools.py"), "none.jsonl cannot be read"),
        (("batch", "bad.jsonl", "--tools", "tools.py"), "bad.jsonl: line 1: no JSON"),
        (("batch", "good.txt"), "no tools"),
        (("batch", "good.txt", "--tools", "tools.py", "--database", "mysql://x"), "takes a file or postgresql"),
    ],
)
def test_what_cannot_work_is_said_in_a_line(smurfs: Run, given: tuple[str, ...], said: str) -> None:
    """And nothing is run."""
    Path("bad.jsonl").write_text("{\n")
    Path("good.txt").write_text("Find the stock of item A-1.\n")
    done = smurfs(*given)
    assert (done.status, done.out) == (2, "")
    assert said in done.err.splitlines()[-1]
    assert not Path("calls.log").exists()


def test_a_storage_that_cannot_be_used_is_not_remembered(smurfs: Run) -> None:
    """The command is mended and given again; then the runs have a place, and another one is refused."""
    write({"query": "Find the stock of item A-1."})
    assert smurfs(*BATCH, "--database", "batch-r").status == 2  # a folder
    assert smurfs(*BATCH, "--queue", "smurfs").status == 2  # of no database
    assert smurfs(*BATCH, "--database", "kept.sqlite").out.startswith("1 request: 1 answered")
    assert "were begun with --database" in smurfs(*BATCH).err
    assert smurfs(*BATCH, "--database", "kept.sqlite").status == 0


def test_a_request_that_is_nested_too_deep_is_named_before_anything_is_answered(smurfs: Run) -> None:
    """Its row could not be read back, or not be written."""
    for levels in (210, 260, 950):
        Path("r.jsonl").write_text('{"query": "Order item A-1.", "x": ' + "[" * levels + "]" * levels + "}\n")
        done = smurfs(*BATCH)
        assert (done.status, "line 1: it is nested too deep" in done.err) == (2, True)
    assert not Path("calls.log").exists()


def test_files_of_one_name_do_not_share_a_folder(smurfs: Run) -> None:
    """Unless that is said with -o."""
    write({"query": "Find the stock of item A-3."})
    assert smurfs(*BATCH).status == 0
    Path("r.csv").write_text("query\nFind the stock of item A-4.\n")
    other = ("batch", "r.csv", "--tools", "tools.py")
    refused = smurfs(*other)
    assert (refused.status, "batch-r has the results of r.jsonl" in refused.err) == (2, True)
    assert smurfs(*other, "-o", "batch-r").status == 0
    assert smurfs("batch", "./r.jsonl", "--tools", "tools.py").status == 0
    assert len(rows()) == 2


def test_two_commands_do_not_write_to_one_file(smurfs: Run) -> None:
    """The second one is refused."""
    from smurfs_graph.batch.results import BatchLedger

    write({"query": "Find the stock of item A-1."})
    with BatchLedger(Path("batch-r")):
        assert "another process is writing" in smurfs(*BATCH).err


def start(*more: str) -> "subprocess.Popen[bytes]":
    """Give the command in a process of its own."""
    command = [sys.executable, "-m", "smurfs_graph", *BATCH, "--policy", "allow.yaml", "-q", *more]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _orders(body: dict[str, Any]) -> Reply:
    """A model that orders the item it is asked for, and says what came of it."""
    said = body["messages"]
    if said[-1]["role"] == "tool":
        return Reply((said[-1]["content"],))
    [item] = {*re.findall(r"A-\d+", str(said[-1]["content"]))}
    return Reply(calls=(("order", {"item": item}),))


@pytest.mark.slow
def test_killed_again_and_again_it_answers_each_request_once(smurfs: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """No row is missing or double, and no order is made twice; where its fate is unknown, a person is asked."""
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    write(*({"id": number, "query": f"Order item A-{number}."} for number in range(60)))
    with StreamingServer(_orders) as server:
        model = ("--model", "openai:x", "--base-url", server.base_url, "--set", "step_shape=native")
        for wanted in (5, 20, 35):
            process = start("--jobs", "6", *model)
            deadline = time.monotonic() + 60
            while process.poll() is None and time.monotonic() < deadline:
                if Path("batch-r/results.jsonl").exists() and len(rows()) >= wanted:
                    break
                time.sleep(0.01)
            process.send_signal(signal.SIGKILL)
            process.wait()
        assert len(rows()) < 60
        smurfs(*BATCH, *model, "--policy", "allow.yaml")
    endings = {row["id"]: row["state"] for row in rows()}
    assert endings.keys() == {str(number) for number in range(60)}
    assert len(rows()) == 60
    assert set(calls().values()) == {1}
    assert {row["stop_reason"] for row in rows() if row["state"] == "finished"} == {"answered"}


@pytest.mark.slow
def test_processes_that_die_lose_and_double_nothing(smurfs: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request with which two have died is named and has no row; it is answered once it can be."""
    monkeypatch.setattr("smurfs_graph.cli.batch.processes_for", lambda *_: 2)
    Path("fatal-A-7").touch()
    write(*({"id": number, "query": f"Find the stock of item A-{number}."} for number in range(20)))
    done = smurfs(*BATCH)
    assert done.status == 1
    assert "left out: 7, with which two processes have died" in done.err
    assert done.out.startswith("20 requests: 19 answered, 1 not answered")
    Path("fatal-A-7").unlink()
    assert smurfs(*BATCH).out.startswith("20 requests: 20 answered")
    assert Counter(row["id"] for row in rows()) == {str(number): 1 for number in range(20)}
