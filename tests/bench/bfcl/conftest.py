"""BFCL's process with a world of our own, and with the real ones where its environment is."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from smurfs_graph.bench.bfcl.process import BfclProcess

PYTHON = Path(sys.executable)
_PROJECT = Path(__file__).parents[3]


def start_fake() -> BfclProcess:
    """A process with a world of our own."""
    return BfclProcess(PYTHON, Path(__file__).with_name("fake_worker.py"))


@pytest.fixture(scope="package")
def process() -> Iterator[BfclProcess]:
    """One that all tests share."""
    with start_fake() as started:
        yield started


@pytest.fixture(scope="package")
def real() -> Iterator[BfclProcess]:
    """BFCL itself; the test is skipped without its environment."""
    python = Path(os.environ.get("BFCL_PYTHON") or _PROJECT / ".venv-bfcl" / "bin" / "python")
    if not python.exists():
        pytest.skip("no environment with bfcl_eval: make env-bfcl")
    with BfclProcess(python) as started:
        yield started
