"""Every kind of storage, opened for a test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from smurfs_graph.checkpoints.storage import Storage, open_storage

KINDS = ("sqlite", "postgres")


def address_of(kind: str, request: pytest.FixtureRequest, folder: Path) -> str:
    """The address of an empty storage of a kind."""
    return str(folder / "runs.sqlite") if kind == "sqlite" else request.getfixturevalue("postgres_url")


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty storage, of each kind."""
    return address_of(request.param, request, tmp_path)


@pytest.fixture
def storage(address: str) -> Iterator[Storage]:
    """An empty storage of each kind, open."""
    with open_storage(address) as opened:
        yield opened
