"""A bench that is ended by SIGKILL goes on without a lost or double case, in one process and in several."""

import time
from pathlib import Path

import pytest

from tests.benchmarks.harness import counted, rows_in, started

CASES = 40
PATIENCE = 120.0
"""Seconds until a process that should have done something counts as stuck."""


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


def _children(process: int) -> list[int]:
    """Where the system lists them."""
    listed = Path(f"/proc/{process}/task/{process}/children")
    return [int(name) for name in listed.read_text().split()] if listed.exists() else []


def _lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][:1] != "Z"
    except OSError:
        return False
