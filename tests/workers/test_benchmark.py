"""`make bench NAME=scale` at its smallest: it runs, and counts what it is said to count."""

import re
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
def test_the_benchmark_counts_what_was_done(postgres_url: str) -> None:
    """Workers are killed, everything ends, nothing is done twice; each approval is used once."""
    command = [sys.executable, "-m", "tests.benchmarks.scale", "--quick"]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    kills, latency, speed, approvals = done.stdout.strip().splitlines()
    assert "12 of 12 runs ended" in kills
    assert "2 workers killed" in kills
    assert "made twice 0 of 24" in kills
    assert "made twice 0 of 12" in kills
    assert re.search(r"queued over direct, median -?\d+ ms", latency)
    assert re.search(r"workers 2: [\d.]+ runs/s", speed)
    assert "10 of 10 answered runs ended" in approvals
    assert "calls made once 10 (10 wanted)" in approvals
