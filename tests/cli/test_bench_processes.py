"""`smurfs bench` in several processes: every case has one row, also where processes are killed."""

import json
from collections import Counter
from pathlib import Path

import pytest

from smurfs_graph.batch.processes import processes_for
from tests.cli.conftest import Run

TOOLS = '''
import os
from pathlib import Path
from smurfs_graph import effects

@effects("read")
def find_stock(item: str) -> str:
    """Find the stock of an item.

    Args:
        item: The item's number.
    """
    killed = Path(__file__).with_name(f"killed-{item}")
    if item == "A-14" or (item in ("A-11", "A-12") and not killed.exists()):
        killed.touch()
        os.kill(os.getpid(), 9)
    return f"{item} has {item.removeprefix('A-')} pieces"
'''


@pytest.fixture
def command(tmp_path: Path) -> list[str]:
    """A bench of twenty cases: with two of them a process dies once, with one it always does."""
    (tmp_path / "tools.py").write_text(TOOLS)
    cases = [
        {"id": f"A-{number}", "query": f"Find the stock of item A-{number}.", "reference": str(number)}
        for number in range(10, 30)
    ]
    (tmp_path / "cases.jsonl").write_text("\n".join(json.dumps(case | {"checker": "contains"}) for case in cases))
    paths = {name: str(tmp_path / name) for name in ("cases.jsonl", "tools.py", "out")}
    return ["bench", "jsonl", "--data", paths["cases.jsonl"], "--tools", paths["tools.py"], "-o", paths["out"]]


def rows_of(folder: Path) -> Counter[str]:
    """The rows of each case."""
    return Counter(json.loads(line)["case"] for line in (folder / "results.jsonl").read_text().splitlines())


@pytest.mark.slow
def test_killed_processes_lose_and_double_nothing(
    command: list[str], tmp_path: Path, smurfs: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What had been under way is run again; a case that kills every process is named, and the others have rows."""
    monkeypatch.setattr("smurfs_graph.cli.bench.processes_for", lambda *_: 2)
    done = smurfs(*command, "--strategy", "full", "--jobs", "4")
    assert done.status == 1
    assert "left out: A-14, with which two processes have died" in done.err
    expected = {f"A-{number}" for number in range(10, 30)} - {"A-14"}
    assert rows_of(tmp_path / "out") == Counter(dict.fromkeys(expected, 1))
    (tmp_path / "tools.py").write_text(TOOLS.replace('item == "A-14"', "False"))
    again = smurfs(*command, "--strategy", "full", "--jobs", "4")
    assert "19 of 20 are there already" in again.err
    assert again.status == 0
    assert rows_of(tmp_path / "out") == Counter(dict.fromkeys({*expected, "A-14"}, 1))


@pytest.mark.slow
def test_wrong_settings_of_a_case_end_all_processes_in_one_line(
    command: list[str], smurfs: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As they do in one process."""
    monkeypatch.setattr("smurfs_graph.cli.bench.processes_for", lambda *_: 2)
    done = smurfs(*command, "--model", "nosuch:model", "--strategy", "full")
    assert done.status == 2
    assert len(done.err.strip().splitlines()) == 1


def test_few_cases_and_own_limits_stay_in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process takes longer to begin than a few cases take, and has limits of its own."""
    monkeypatch.setattr("os.sched_getaffinity", lambda _: range(8), raising=False)
    assert processes_for(99, 8, {}) == 1
    assert processes_for(2_000, 8, {}) == 8
    assert processes_for(2_000, 3, {}) == 3
    assert processes_for(2_000, 8, {"calls_per_minute": 5}) == 1
