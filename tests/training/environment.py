"""The environment with the extra `training`, which `make test-slow` makes beside that of the tests."""

import json
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


def make_base(folder: Path, data: Path, **shape: int) -> None:
    """Have a tiny base model made for the rows of an export; `shape` as `make_tiny` takes it."""
    command = [training_python(), "-m", "tests.training.tiny", str(folder), str(data), json.dumps(shape)]
    subprocess.run(command, env=training_environment(), check=True, cwd="/")


def start_training(settings: Path, text: str) -> "subprocess.Popen[str]":
    """The command on settings of this text."""
    python = training_python()
    settings.write_text(text)
    command = [python, "-m", "smurfs_graph.training", str(settings)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=training_environment(), cwd="/"
    )


def train(settings: Path, text: str) -> str:
    """Run the training to its end and return the command's output."""
    return start_training(settings, text).communicate(timeout=600)[0]
