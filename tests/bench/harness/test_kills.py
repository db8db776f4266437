"""A bench that is ended by SIGKILL goes on without a lost or double case."""

import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from smurfs_graph.bench.results import RESULTS, read_rows

CASES = 60
PATIENCE = 120.0
"""Seconds until a process that should have done something counts as stuck."""
_RUN = f"""
import sys
from pathlib import Path
from tests.bench.harness.test_matrix import ONE, Sums, run
run(Sums({CASES}), Path(sys.argv[1]), ONE)
"""


def start(folder: Path) -> "subprocess.Popen[bytes]":
    """Run the cases that are left in a process of its own."""
    return subprocess.Popen([sys.executable, "-c", _RUN, str(folder)])


def rows_in(folder: Path) -> int:
    """Lines so far."""
    file = folder / RESULTS
    return file.read_bytes().count(b"\n") if file.exists() else 0


@pytest.mark.slow
def test_a_killed_bench_goes_on(tmp_path: Path) -> None:
    """In the end every case is there once."""
    process, deadline = start(tmp_path), time.monotonic() + PATIENCE
    while rows_in(tmp_path) < 8 and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert 0 < rows_in(tmp_path) < CASES
    assert start(tmp_path).wait(PATIENCE) == 0
    assert Counter(row.case for row in read_rows(tmp_path)) == {str(at): 1 for at in range(CASES)}
