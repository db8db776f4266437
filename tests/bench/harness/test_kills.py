"""A bench that is ended by SIGKILL, or of which one process is, goes on without a lost or double case."""

import os
import signal
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from smurfs_graph import ConfigurationError
from smurfs_graph.bench.pool import run_in_processes
from smurfs_graph.bench.results import Row
from smurfs_graph.bench.runner import Bench
from smurfs_graph.bench.suite import Case
from tests.benchmarks.harness import CONFIGURATION, Sums, counted, rows_in, started

CASES = 40
PATIENCE = 120.0
"""Seconds until a process that should have done something counts as stuck."""


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
def test_a_killed_bench_goes_on(tmp_path: Path, processes: int) -> None:
    """No worker outlives it, and in the end every case is there once."""
    process, deadline = started(tmp_path, CASES, processes), time.monotonic() + PATIENCE
    while rows_in(tmp_path) < 8 and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    workers = _children(process.pid)
    process.kill()
    process.communicate()
    left = rows_in(tmp_path)
    assert 0 < left < CASES
    while any(map(_lives, workers)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not any(map(_lives, workers))
    again = started(tmp_path, CASES, processes)
    again.communicate()
    assert again.returncode == 0
    found = counted(tmp_path)
    assert set(found) == {str(at) for at in range(CASES)}
    assert set(found.values()) == {1}


class Deadly(Sums):
    """Its case 5 kills the process that it runs in, so often."""

    def __init__(self, folder: Path, often: int) -> None:
        super().__init__(CASES)
        self.folder, self.often = folder, often

    async def run(self, case: Case, settings: Any, models: Any) -> Mapping[str, Any]:
        """Right, where it comes to an answer."""
        if case.id == "5" and len(list(self.folder.iterdir())) < self.often:
            (self.folder / uuid4().hex).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return {"answer": str(case.reference), "stop_reason": "answered"}


def deadly_bench(folder: Path, often: int) -> Bench:
    """In a worker."""
    return Bench(Deadly(folder, often), "deadly")


def rows_of(folder: Path, often: int, warnings: list[str]) -> list[str]:
    """The cases that two workers bring."""
    rows: list[Row] = []
    work = [(case, CONFIGURATION) for case in Sums(CASES).cases()]
    run_in_processes(partial(deadly_bench, folder, often), work, 2, 2, rows.append, warnings.append)
    return [row.case for row in rows]


@pytest.mark.slow
def test_a_process_that_is_killed_is_started_again(tmp_path: Path) -> None:
    """Every case is there once, and it is said that it happened."""
    warnings: list[str] = []
    assert sorted(rows_of(tmp_path, 2, warnings), key=int) == [str(at) for at in range(CASES)]
    assert len(warnings) == 2
    assert "signal 9" in warnings[0]


@pytest.mark.slow
def test_a_process_that_is_killed_for_ever_is_given_up(tmp_path: Path) -> None:
    """In a line."""
    with pytest.raises(ConfigurationError, match="was killed 4 times in a row"):
        rows_of(tmp_path, 99, [])
    assert len(list(tmp_path.iterdir())) <= 5  # the first one may have brought a row before it


def _children(process: int) -> list[int]:
    """Where the system lists them."""
    listed = Path(f"/proc/{process}/task/{process}/children")
    return [int(name) for name in listed.read_text().split()] if listed.exists() else []


def _lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][:1] != "Z"
    except OSError:
        return False
