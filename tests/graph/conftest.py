"""A home of its own for each test: approvals are signed with the key in it."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's data directory, with their key."""
    monkeypatch.setenv("SMURFS_HOME", str(tmp_path / "home"))
    return tmp_path / "home"
