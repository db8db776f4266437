"""`smurfs runs`: runs are listed, shown, forked, pruned, deleted, exported and imported."""

import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from smurfs_graph.cli.output import write_whole
from tests.cli.conftest import Run

QUERY = "Find the stock of item A-17. Find the price of item A-17."


@pytest.fixture
def finished(smurfs: Run, tools_file: Path) -> Run:
    """The command, with a run `t1` in its storage."""
    arguments = ["--tools", tools_file, "--strategy", "smurfs", "--thread", "t1", "-q"]
    assert smurfs("run", QUERY, *arguments).status == 0
    return smurfs


def steps(smurfs: Run, thread: str) -> list[dict[str, object]]:
    """The rows of `smurfs runs show`."""
    return json.loads(smurfs("runs", "show", thread, "--json").out)


def step_before(smurfs: Run, thread: str, node: str) -> int:
    """The number of the first step from which a node runs."""
    return next(int(str(row["number"])) for row in steps(smurfs, thread) if node in str(row["next"]))


def test_the_list_says_what_became_of_each_run(finished: Run, tools_file: Path) -> None:
    """Name, query, state, stop reason; as a table and as JSON."""
    finished("run", "Find the price of item X-0.", "--tools", tools_file, "--thread", "t2", "-q")
    first, second = json.loads(finished("runs", "list", "--json").out)
    assert (first["id"], first["query"], first["state"]) == ("t1", QUERY, "finished")
    assert (first["stop_reason"], first["steps"]) == ("answered", len(steps(finished, "t1")))
    assert second["id"] == "t2"
    assert second["started"] >= first["updated"]
    head, *rows = finished("runs", "list").out.splitlines()
    assert head.split() == ["id", "state", "started", "steps", "query"]
    assert [row.split()[:2] for row in rows] == [["t1", "answered"], ["t2", "no"]]
    assert rows[0].endswith(QUERY)  # one line each, and in a pipe all of it


def test_an_empty_storage_has_no_runs(smurfs: Run) -> None:
    """And says so."""
    assert smurfs("runs", "list", "--json").out == "[]\n"
    assert "no runs" in smurfs("runs", "list").err


def test_show_numbers_every_step(finished: Run) -> None:
    """From 1; steps of sub-tasks say whose they are and what is called."""
    rows = steps(finished, "t1")
    assert [row["number"] for row in rows] == [*range(1, len(rows) + 1)]
    assert {row["sub_task"] for row in rows} == {"", "s1", "s2"}
    assert any("find_stock(item='A-17')" in str(row["summary"]) for row in rows)
    assert "tool_call" in finished("runs", "show", "t1").out


def test_show_begins_with_the_run_itself(smurfs: Run, tools_file: Path) -> None:
    """Its state, user, strategy and times, what was asked, and what a person decided about the plan."""
    arguments = ["--tools", tools_file, "--thread", "t1", "--approve", "plan", "--set", "memory_user=ada"]
    smurfs("run", QUERY, *arguments)
    head, query, *_ = smurfs("runs", "show", "t1").out.splitlines()
    assert re.fullmatch(r"run t1: waiting, strategy full, [\d-]+ \d\d:\d\d to [\d-]+ \d\d:\d\d", head)
    assert query == f"query: {QUERY}"
    smurfs("resume", "t1", "--answer", "approve")
    head, _, decided, empty, *_ = smurfs("runs", "show", "t1").out.splitlines()
    assert head.startswith("run t1: answered,")
    assert re.fullmatch(r"The plan was approved as it stood by a person, [\d-]+ \d\d:\d\d", decided)
    assert empty == ""
    report = smurfs("report", "t1", "-o", tools_file.with_suffix(".html"))
    assert report.status == 0
    assert "The plan was approved as it stood by a person, " in tools_file.with_suffix(".html").read_text()


@pytest.mark.parametrize("strategy", ["smurfs", "full"])
def test_a_fork_goes_another_way_from_any_step(smurfs: Run, tools_file: Path, strategy: str) -> None:
    """Every step can be gone on from, in scheduled sub-tasks too; the original run stays as it is."""
    smurfs("run", QUERY, "--tools", tools_file, "--thread", "t1", "-q", "--strategy", strategy)
    before = smurfs("runs", "show", "t1", "--json").out
    numbers = range(1, len(json.loads(before)) + 1)
    for number in numbers[:: max(1, len(numbers) // 3)]:
        forked = smurfs("runs", "fork", "t1", "--step", number, "--json", "-q")
        assert forked.status == 0, (number, forked.err)
        result = json.loads(forked.out)
        assert "12.5" in result["answer"], number
        assert "4" in result["answer"]
        assert list(result["outcomes"]) == ["s1", "s2"]
    assert smurfs("runs", "show", "t1", "--json").out == before


def test_a_fork_with_another_query_is_planned_anew(finished: Run) -> None:
    """From the first step; the answer is to the other query."""
    forked = finished("runs", "fork", "t1", "--step", 1, "--query", "Find the stock of item B-2.", "--json", "-q")
    result = json.loads(forked.out)
    assert "B-2" in result["answer"]
    assert len(result["outcomes"]) == 1


def test_a_fork_with_other_settings_goes_on_under_them(finished: Run) -> None:
    """A budget that allows nothing more ends the fork with that reason."""
    number = step_before(finished, "t1", "tool_call")
    forked = finished(
        "runs", "fork", "t1", "--step", number, "--set", "max_tool_calls=1", "--thread", "t9", "--json", "-q"
    )
    result = json.loads(forked.out)
    assert result["thread"] == "t9"
    assert forked.status == 1
    assert result["stop_reason"] == "tool_call_budget"


def test_a_fork_lists_what_the_other_branch_has_changed(smurfs: Run, tools_file: Path) -> None:
    """Tools that declare nothing may have changed something; a fork from the end leaves nothing out."""
    tools_file.write_text(tools_file.read_text().replace('@effects("read")\n', ""))
    asked = smurfs("run", QUERY, "--tools", tools_file, "--strategy", "smurfs", "--thread", "t1", "-q")
    for _ in range(2):
        assert asked.status == 1
        asked = smurfs("resume", "t1", "--answer", "approve")
    assert asked.status == 0
    err = smurfs("runs", "fork", "t1", "--step", 1, "--no-run").err
    assert "done since then by that run, and not undone: find_stock(item=" in err
    last = len(json.loads(smurfs("runs", "show", "t1", "--json").out))
    assert "not undone" not in smurfs("runs", "fork", "t1", "--step", last, "--no-run").err


def test_a_fork_can_wait_to_be_resumed(finished: Run) -> None:
    """`--no-run` prints the new run's name and leaves it."""
    name = finished("runs", "fork", "t1", "--step", 8, "--no-run", "-q").out.strip()
    rows = {row["id"]: row for row in json.loads(finished("runs", "list", "--json").out)}
    assert rows[name]["state"] == "unfinished"
    assert rows[name]["steps"] == 8
    assert "12.5" in finished("resume", name, "-q").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--step", "0"], "no step 0"),
        (["--step", "9999"], "no step 9999"),
        (["--step", "8", "--set", "max_depht=1"], "max_depth"),
        (["--step", "8", "--thread", "t1"], "already"),
    ],
)
def test_a_wrong_fork_is_one_line_and_makes_nothing(finished: Run, arguments: list[str], said: str) -> None:
    """Status 2; no run is added."""
    done = finished("runs", "fork", "t1", *arguments)
    assert done.status == 2
    assert said in done.err
    assert len(done.err.strip().splitlines()) == 1
    assert len(json.loads(finished("runs", "list", "--json").out)) == 1


def test_a_deleted_run_is_gone(finished: Run, tools_file: Path) -> None:
    """Others stay; an unknown name deletes nothing."""
    finished("run", QUERY, "--tools", tools_file, "--thread", "t2", "-q")
    assert finished("runs", "delete", "t2", "nobody").status == 2
    assert finished("runs", "delete", "t2").status == 0
    assert [row["id"] for row in json.loads(finished("runs", "list", "--json").out)] == ["t1"]
    gone = finished("resume", "t2")
    assert gone.status == 2
    assert "no run 't2'" in gone.err


def test_nothing_of_a_deleted_run_stays_in_the_files(finished: Run, tmp_path: Path) -> None:
    """Neither checkpoints nor payloads nor the journal of its calls."""
    import sqlite3
    from contextlib import closing

    finished("runs", "delete", "t1")
    with closing(sqlite3.connect(tmp_path / "home" / "checkpoints.sqlite")) as database:
        tables = [table for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        counts = {table: database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables}
    assert not any(counts.values()), counts


def test_prune_keeps_the_latest_and_what_has_not_ended(finished: Run, tools_file: Path) -> None:
    """By count, by age, and never an unfinished run unless told to."""
    for name in ("t2", "t3"):
        finished("run", QUERY, "--tools", tools_file, "--thread", name, "-q")
    waiting = finished("runs", "fork", "t1", "--step", 8, "--no-run", "-q").out.strip()
    assert finished("runs", "prune").status == 2
    assert finished("runs", "prune", "--older-than", "1 year").status == 2
    assert finished("runs", "prune", "--older-than", "1h").out == ""
    assert finished("runs", "prune", "--keep", "1", "--dry-run").out.split() == ["t1", "t2"]
    assert finished("runs", "prune", "--keep", "1", "--older-than", "0s").err == "smurfs: 2 runs deleted\n"
    assert {row["id"] for row in json.loads(finished("runs", "list", "--json").out)} == {"t3", waiting}
    assert finished("runs", "prune", "--keep", "0", "--unfinished", "--dry-run").out.split() == ["t3", waiting]
    last = finished("runs", "prune", "--keep", "0", "--unfinished")
    assert (last.out, last.err) == ("", "smurfs: 2 runs deleted\n")


def test_a_run_moves_to_another_storage_in_one_file(finished: Run, tmp_path: Path, tools_file: Path) -> None:
    """Exported, imported elsewhere, forked and resumed there: the same steps, the same answer."""
    file, other = tmp_path / "t1.smurfs", tmp_path / "other.sqlite"
    assert finished("runs", "export", "t1", "-o", file).status == 0
    assert file.stat().st_mode & 0o077 == 0
    moved = finished("runs", "import", file, "--checkpoint", other)
    assert moved.status == 0, moved.err
    here = steps(finished, "t1")
    there = json.loads(finished("runs", "show", "t1", "--json", "--checkpoint", other).out)
    assert there == here
    again = ["runs", "fork", "t1", "--step", 8, "--checkpoint", other, "-q"]
    refused = finished(*again)
    assert refused.status == 2
    assert f"--tools {tools_file}" in refused.err
    assert "12.5" in finished(*again, "--trust").out
    assert finished("runs", "import", file, "--checkpoint", other).status == 2
    assert finished("runs", "import", file, "--checkpoint", other, "--thread", "t2").status == 0


def test_what_a_foreign_run_asks_for_is_shown_and_not_loaded(finished: Run, tmp_path: Path) -> None:
    """Code and servers that a file names need the user's word; tools can be given anew."""
    evil = tmp_path / "evil.py"
    evil.write_text(f"open({str(tmp_path / 'loaded')!r}, 'w')\n")
    file = tmp_path / "t1.smurfs"
    finished("runs", "export", "t1", "-o", file)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    for line in lines:
        if line.get("kind") == "checkpoint":
            line["metadata"]["smurfs_tools"] = json.dumps([str(evil)])
            settings = json.loads(line["metadata"]["smurfs_settings"])
            line["metadata"]["smurfs_settings"] = json.dumps({**settings, "base_url": "http://evil.example/v1"})
            line["metadata"]["smurfs_signature"] = "0" * 64
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert finished("runs", "import", file, "--thread", "foreign").status == 0
    for arguments in (["resume", "foreign"], ["resume", "foreign", "--tools", "builtin:calc"]):
        refused = finished(*arguments)
        assert refused.status == 2
        assert "http://evil.example/v1" in refused.err
        assert "--trust" in refused.err
    assert str(evil) in finished("resume", "foreign").err
    assert not (tmp_path / "loaded").exists()


def test_a_checkpoint_whose_tools_were_changed_behind_ones_back_is_not_resumed(finished: Run, tmp_path: Path) -> None:
    """Whoever can write the file cannot sign for the user."""
    from contextlib import closing
    from typing import Any

    from smurfs_graph.checkpoints.sqlite import SqliteCheckpointer

    name = finished("runs", "fork", "t1", "--step", 8, "--no-run", "-q").out.strip()
    with closing(SqliteCheckpointer(tmp_path / "home" / "checkpoints.sqlite")) as saver:
        found = saver.get_tuple({"configurable": {"thread_id": name}})
        assert found is not None
        changed = {**found.metadata, "smurfs_tools": json.dumps(["evil.py"])}
        forged: Any = {**found.checkpoint, "id": f"{found.checkpoint['id'][:-1]}x"}
        saver.put(found.parent_config or {}, forged, changed, {})  # pyright: ignore[reportArgumentType]
    refused = finished("resume", name)
    assert refused.status == 2
    assert "--tools evil.py" in refused.err


def recorded_calls(smurfs: Run, thread: str) -> list[dict[str, object]]:
    """The rows of `smurfs runs show --calls`."""
    return json.loads(smurfs("runs", "show", thread, "--calls", "--json").out)


def test_recorded_calls_are_shown_and_go_with_a_run(finished: Run, tools_file: Path, tmp_path: Path) -> None:
    """Calls are shown as a table and in full as JSON, go through a file, and a fork has those made by then."""
    assert "--set record=true" in finished("runs", "show", "t1", "--calls").err
    recorded = ["--tools", tools_file, "--strategy", "smurfs", "--set", "record=true", "-q"]
    assert finished("run", QUERY, *recorded, "--thread", "t2").status == 0
    calls, file = recorded_calls(finished, "t2"), tmp_path / "t2.run"
    head, first, *_ = finished("runs", "show", "t2", "--calls").out.partition("\n\n")[2].splitlines()
    assert head.split() == ["call", "sub-task", "step", "prompt", "model", "tokens", "fate", "reply"]
    assert first.split()[:3] == ["1", "planner", "offline:rules"]
    assert "A-17" in str(calls[0]["messages"])
    assert finished("runs", "export", "t2", "-o", file).status == 0
    assert finished("runs", "import", file, "--thread", "t3").status == 0
    assert recorded_calls(finished, "t3") == calls
    step = step_before(finished, "t2", "tool_call")
    name = finished("runs", "fork", "t2", "--step", step, "--no-run", "-q").out.strip()
    begun = recorded_calls(finished, name)
    assert [row["messages"] for row in begun] == [row["messages"] for row in calls[: len(begun)]]
    assert 0 < len(begun) < len(calls)
    assert finished("resume", name, "-q").status == 0
    assert [row["call"] for row in recorded_calls(finished, name)] == [row["call"] for row in calls]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    """A device such as the null device, too: as root, a file would take its place for everybody."""
    pipe, read = tmp_path / "pipe", list[str]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    write_whole(pipe, ["a\n", "b\n"])
    reader.join(10)
    assert (read, pipe.is_fifo()) == (["a\nb\n"], True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_said_in_a_line() -> None:
    """And is no internal error."""
    code = "from smurfs_graph.cli import main; main(['tools', 'list', '--tools', 'builtin:calc'])"
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([sys.executable, "-c", code], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("smurfs: ") and "No space left" in done.stderr and "internal" not in done.stderr
