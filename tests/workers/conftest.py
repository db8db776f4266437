"""The fixtures of this folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workers.crew import CallLog

pytest.importorskip("procrastinate", reason="the extra `workers` is not installed")

from smurfs_graph.workers.queue import Queue, open_queue


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written to the user's own data directory."""
    monkeypatch.setenv("SMURFS_HOME", str(tmp_path / "home"))


@pytest.fixture
def log(tmp_path: Path) -> CallLog:
    """The log of the tools' calls."""
    return CallLog(tmp_path / "calls.log")


@pytest.fixture
def queue(postgres_url: str) -> Iterator[Queue]:
    """The queue of an empty database."""
    with open_queue(postgres_url) as opened:
        yield opened
