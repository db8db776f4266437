"""Builds of a clean copy of the project, once for all tests of the packaging."""

import subprocess
import sys

import pytest

from tests.packaging.project import Built, copy_project


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The source distribution, and the wheel that is built from it, as `make build` does it."""
    pytest.importorskip("build", reason="the package build is not installed")
    base = tmp_path_factory.mktemp("built")
    copy = copy_project(base / "project")
    command = [sys.executable, "-P", "-m", "build", "--no-isolation", "--outdir", str(base / "dist"), str(copy)]
    done = subprocess.run(command, cwd=base, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (base / "dist").glob("*.whl")
    (sdist,) = (base / "dist").glob("*.tar.gz")
    return Built(copy, wheel, sdist)
