"""Every kind of storage, opened for a test."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver

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


CHECKPOINTERS = ("memory", "langgraph's sqlite", *KINDS)


@contextmanager
def open_checkpointer(kind: str, request: pytest.FixtureRequest, folder: Path) -> Generator[Any]:
    """An empty checkpointer: one of LangGraph's own, or that of a storage."""
    if kind == "memory":
        yield InMemorySaver()
    elif kind not in KINDS:
        with SqliteSaver.from_conn_string(str(folder / "own.sqlite")) as saver:
            yield saver
    else:
        with open_storage(address_of(kind, request, folder)) as opened:
            yield opened.checkpointer
