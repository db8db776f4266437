"""The fixtures of this folder."""

from pathlib import Path

import pytest

from tests.durability.storages import address as address
from tests.durability.storages import storage as storage


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written to the user's own data directory."""
    monkeypatch.setenv("SMURFS_HOME", str(tmp_path / "home"))
