"""The environment with the extra `training`, which `make test-slow` makes beside that of the tests."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]


def training_python() -> str:
    """Its interpreter; the test is skipped where there is none."""
    python = Path(os.environ.get("TRAINING_PYTHON") or PROJECT / ".venv-training" / "bin" / "python")
    done = (
        subprocess.run([python, "-c", "import trl, peft"], capture_output=True, check=False)
        if python.exists()
        else None
    )
    if done is None or done.returncode:
        pytest.skip(
            "no environment with the extra training: requirements/install .venv-training requirements/training.txt"
        )
    return str(python)


def training_environment() -> Mapping[str, str]:
    """One thread, no network."""
    return {**os.environ, "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1", "PYTHONPATH": str(PROJECT)}
