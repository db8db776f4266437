"""Real processes, really killed; `make bench NAME=durable` does it hundreds of times."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


def findings(address: str, *arguments: str) -> dict[str, Any]:
    """Run kills in a process of its own, for this one has threads and cannot be forked; return the findings."""
    command = [sys.executable, "-m", "tests.durability.killing", "--address", address, *arguments]
    said = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert said.returncode == 0, said.stderr
    return json.loads(said.stdout)


def assert_nothing_lost(found: dict[str, Any]) -> None:
    """Everybody got to the same end, and nothing was done twice."""
    assert found["resumed"] == found["victims"], found["problems"]
    assert not found["problems"]
    counted = ("reads_repeated", "writes_twice", "wrong_results", "model_calls_repeated")
    assert {name: found[name] for name in counted} == dict.fromkeys(counted, 0)


@pytest.mark.slow
def test_kills_on_sqlite(tmp_path: Path) -> None:
    """At some superstep boundaries and at some random moments."""
    found = findings(str(tmp_path / "{}.sqlite"), "--random", "4", "--stride", "20")
    assert_nothing_lost(found)
    assert found["kills_at_random"] >= 4
    assert found["kills_at_boundaries"] >= 2


@pytest.mark.slow
def test_kills_between_questions(tmp_path: Path) -> None:
    """Every call waits for a person, who answers some at a time, in random order."""
    assert_nothing_lost(findings(str(tmp_path / "{}.sqlite"), "--random", "3", "--stride", "0", "--approve"))


@pytest.mark.slow
def test_kills_on_postgres(postgres_url: str) -> None:
    """Kills lose nothing on a real server."""
    assert_nothing_lost(findings(postgres_url, "--random", "4", "--stride", "20"))
