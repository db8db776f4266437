"""Every way to install the project brings packages that import, beside an application's own `tools` and `nodes`."""

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.packaging.project import Built, copy_project

IMPORTS = """
import json, sys
import nodes, tools
import smurfs_graph, smurfs_graph.tools, smurfs_graph.tools.travel
import smurfs_graph.nodes.executor as executor
from smurfs_graph.prompting.prompts import load_prompt

print(json.dumps({
    "own": [nodes.OWN, tools.OWN],
    "library": [smurfs_graph.__file__, smurfs_graph.tools.__file__, executor.__file__],
    "prompt": load_prompt("planner").call,
    "typed": (__import__("importlib.resources").resources.files("smurfs_graph.tools") / "py.typed").is_file(),
    "exports": [name for name in smurfs_graph.__all__ if getattr(smurfs_graph, name, None) is None],
}))
"""


@pytest.fixture
def application(tmp_path: Path) -> Path:
    """A folder with top-level packages that have the names of this project's folders."""
    for name in ("tools", "nodes"):
        package = tmp_path / "application" / name
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("OWN = True\n")
    return tmp_path / "application"


def fresh_environment(folder: Path) -> Path:
    """An empty virtual environment that borrows this one's packages (not its editable installs); its interpreter."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin" / "python"


def install(python: Path, *what: str) -> None:
    """Install with pip, without the network."""
    options = ["--no-deps", "--no-index", "--no-build-isolation", "--ignore-installed", "--quiet"]
    command = [str(python), "-m", "pip", "--disable-pip-version-check", "install", *options, *what]
    done = subprocess.run(
        command, cwd=python.parent, env=plain_environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def plain_environment() -> dict[str, str]:
    """The environment without what would change where Python finds modules."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


@pytest.mark.slow
@pytest.mark.parametrize("way", ["wheel", "sdist", "editable", "editable, strict"])
def test_packages_import_beside_an_applications_own(way: str, built: Built, application: Path, tmp_path: Path) -> None:
    """The library's packages and the application's own do not see each other."""
    python = fresh_environment(tmp_path / "environment")
    project = str(copy_project(tmp_path / "project")) if way.startswith("editable") else ""
    what = {
        "wheel": [str(built.wheel)],
        "sdist": [str(built.sdist)],
        "editable": ["--editable", project],
        "editable, strict": ["--config-settings", "editable_mode=strict", "--editable", project],
    }
    install(python, *what[way])
    command = [str(python), "-c", IMPORTS]
    done = subprocess.run(
        command, cwd=application, env=plain_environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["own"] == [True, True]
    assert all(Path(name).is_relative_to(tmp_path) for name in said["library"])
    assert said["prompt"] == "planner"
    assert said["typed"]
    assert said["exports"] == []


@pytest.mark.slow
def test_a_checkout_on_the_import_path_does_not_hide_what_is_installed(built: Built, tmp_path: Path) -> None:
    """`pip install .`, then Python in the checkout: the first thing that people do."""
    python = fresh_environment(tmp_path / "environment")
    install(python, str(built.wheel))
    command = [str(python), "-c", "import smurfs_graph.nodes.executor, smurfs_graph.tools.tool"]
    done = subprocess.run(command, cwd=built.copy, env=plain_environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
