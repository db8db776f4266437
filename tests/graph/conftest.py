"""A home of its own for each test: approvals are signed with the key in it; and an empty log of calls."""

from pathlib import Path

import pytest

from tests.graph.sides import CALLED


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's data directory, with their key."""
    monkeypatch.setenv("SMURFS_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(autouse=True)
def nothing_called() -> None:
    """Each test starts with an empty log of calls."""
    CALLED.clear()
