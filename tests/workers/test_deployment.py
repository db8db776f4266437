"""docs/examples/deployment: what can be held true of images and a compose file where there is no Docker."""

import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.conftest import Run
from tests.cli.conftest import smurfs as smurfs

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "examples" / "deployment"
COMPOSE: dict[str, Any] = yaml.safe_load((FOLDER / "compose.yaml").read_text("utf-8"))
INSTRUCTIONS = [
    line.split(maxsplit=1)
    for line in (FOLDER / "Dockerfile").read_text("utf-8").splitlines()
    if line and not line.startswith(("#", " "))
]


def test_the_image_is_made_of_files_that_there_are() -> None:
    """What it copies is in the repository, and what it installs are extras of this package."""
    copied = [name for kind, rest in INSTRUCTIONS if kind == "COPY" for name in rest.split()[:-1]]
    assert copied
    assert all((ROOT / name).exists() for name in copied)
    [installed] = [rest for kind, rest in INSTRUCTIONS if kind == "RUN" and "pip install" in rest]
    extras = installed.partition("/src[")[2].partition("]")[0].split(",")
    known = (ROOT / "pyproject.toml").read_text("utf-8")
    assert extras
    assert all(f"\n{extra} = [" in known for extra in extras)


def test_services_share_what_they_must() -> None:
    """One database, one place for keys; the worker has longer to stop than its calls."""
    services = COMPOSE["services"]
    for name in ("worker", "service"):
        assert services[name]["environment"]["SMURFS_CHECKPOINT"].startswith("postgresql://smurfs@database/")
        assert services[name]["volumes"] == ["keys:/data"]
        assert services[name]["depends_on"]["database"]["condition"] == "service_healthy"
        assert (FOLDER / services[name]["build"]["context"]).resolve() == ROOT
        assert (ROOT / services[name]["build"]["dockerfile"]).is_file()
    assert int(services["worker"]["stop_grace_period"].removesuffix("s")) > 30


def test_the_worker_starts_as_it_is_told_to(
    smurfs: Run, postgres_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The command of the compose file, on the folder that the image has, answers a request."""
    (tmp_path / "tools.py").write_text((FOLDER / "tools.py").read_text("utf-8"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SMURFS_CHECKPOINT", postgres_url)
    program, *command = COMPOSE["services"]["worker"]["command"]
    [started] = [rest for kind, rest in INSTRUCTIONS if kind == "CMD"]
    assert [program, *command][:4] == shlex.split(started.strip("[]").replace(",", ""))
    assert program == "smurfs"
    name = smurfs("enqueue", "Find the stock of item X-1.").out.strip()
    assert f"run {name}: finished: answered" in smurfs(*command, "--once").err
