"""A bench that is ended by SIGKILL goes on without a lost or double case."""

import time
from pathlib import Path

import pytest

from tests.benchmarks.harness import counted, rows_in, started

CASES = 40
PATIENCE = 120.0
"""Seconds until a process that should have done something counts as stuck."""


@pytest.mark.slow
def test_a_killed_bench_goes_on(tmp_path: Path) -> None:
    """In the end every case is there once."""
    process, deadline = started(tmp_path, CASES), time.monotonic() + PATIENCE
    while rows_in(tmp_path) < 8 and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    process.kill()
    process.communicate()
    left = rows_in(tmp_path)
    assert 0 < left < CASES
    again = started(tmp_path, CASES)
    again.communicate()
    assert again.returncode == 0
    found = counted(tmp_path)
    assert set(found) == {str(at) for at in range(CASES)}
    assert set(found.values()) == {1}
