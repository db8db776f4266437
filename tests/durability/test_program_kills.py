"""Programs in processes that are killed: right answers, no call twice; `make bench NAME=programs` has more of them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


def _findings(address: str, kills: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.durability.program_kills", "--address", address, "--kills", str(kills)]
    said = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert said.returncode == 0, said.stderr
    return json.loads(said.stdout)


def _assert_nothing_lost(found: dict[str, Any]) -> None:
    assert found["answered"] == found["victims"], found["problems"]
    assert (found["reads_repeated"], found["writes_twice"]) == (0, 0)


@pytest.mark.slow
def test_programs_killed_on_sqlite(tmp_path: Path) -> None:
    """At random moments between their calls, and in them."""
    _assert_nothing_lost(_findings(str(tmp_path / "{}.sqlite"), 6))


@pytest.mark.slow
def test_programs_killed_on_postgres(postgres_url: str) -> None:
    """Kills of programs lose nothing on a real server."""
    _assert_nothing_lost(_findings(postgres_url, 4))
