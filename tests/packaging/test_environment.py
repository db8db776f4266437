"""`requirements/install` makes an environment once, again after a change or an interruption, and refuses in one line.

The interpreter is a stand-in that notes what pip is asked for; everything else is the real script.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.project import PROJECT

STAND_IN = """#!/bin/sh
case "$*" in
    *{refuses}*) exit 1 ;;
    -V) echo "Python {version}" ;;
    "-m venv "*) mkdir -p "$3/bin"; cp "$0" "$3/bin/python" ;;
    "-m pip "*) echo "$@" >>{place}/asked; if [ -e {place}/broken ]; then exit 1; fi ;;
    *) exec {python} "$@" ;;
esac
"""


class Place:
    """A folder with the script, two locks and a stand-in for Python."""

    def __init__(self, folder: Path) -> None:
        """Everything that the script reads is put into `folder`."""
        self.folder = folder
        (folder / "requirements").mkdir()
        shutil.copy2(PROJECT / "requirements" / "install", folder / "requirements" / "install")
        for name in ("requirements/build.txt", "requirements/dev.txt", "pyproject.toml", "setup.py"):
            (folder / name).write_text("")
        self.interpreter()

    def interpreter(self, refuses: str = "nothing at all", version: str = "3.12.1") -> None:
        """Make the stand-in: it fails where it is asked for something that contains `refuses`."""
        text = STAND_IN.format(refuses=f'"{refuses}"', version=version, place=self.folder, python=sys.executable)
        (self.folder / "python").write_text(text)
        (self.folder / "python").chmod(0o755)

    def install(self) -> subprocess.CompletedProcess[str]:
        """Run the script."""
        command = ["requirements/install", ".venv", "requirements/dev.txt"]
        environment = {"PATH": "/usr/bin:/bin", "PYTHON": str(self.folder / "python")}
        return subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False, timeout=60
        )

    def asked(self) -> list[str]:
        """Return what pip has been asked for since the last look: a lock file, `check`, or the project."""
        log = self.folder / "asked"
        lines = log.read_text().splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return [line.split()[-1] for line in lines]


ALL = ["requirements/build.txt", "requirements/dev.txt", "check", "."]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A place where nothing is installed yet."""
    return Place(tmp_path)


def test_everything_is_installed_once(place: Place) -> None:
    """The second run finds everything as it should be and asks for nothing."""
    assert place.install().returncode == 0
    assert place.asked() == ALL
    assert place.install().returncode == 0
    assert place.asked() == []


@pytest.mark.parametrize(("changed", "asked"), [("requirements/dev.txt", ALL), ("pyproject.toml", ["."])])
def test_a_changed_lock_remakes_the_environment(changed: str, asked: list[str], place: Place) -> None:
    """Packages of an old lock do not stay behind; a new entry point of the project needs no new environment."""
    place.install()
    (place.folder / ".venv" / "left-behind").touch()
    place.asked()
    (place.folder / changed).write_text("# changed\n")
    assert place.install().returncode == 0
    assert place.asked() == asked
    assert (place.folder / ".venv" / "left-behind").exists() == (asked != ALL)


def test_a_copy_of_the_project_is_replaced_by_the_checkout(place: Place) -> None:
    """A copy left by `pip install .` would be tested in place of the code beside it."""
    place.install()
    copy = place.folder / ".venv" / "lib" / "python3.12" / "site-packages" / "smurfs_graph"
    copy.mkdir(parents=True)
    (copy / "__init__.py").touch()
    place.asked()
    done = place.install()
    assert done.returncode == 0 and "holds a copy of the project" in done.stdout
    assert place.asked() == ["."] and not copy.exists()


def test_an_interrupted_install_is_made_again(place: Place) -> None:
    """Half an environment is never taken for a whole one."""
    (place.folder / "broken").touch()
    assert place.install().returncode != 0
    (place.folder / "broken").unlink()
    place.asked()
    assert place.install().returncode == 0
    assert place.asked() == ALL


def test_an_environment_made_by_hand_is_left_alone(place: Place) -> None:
    """Nobody's own environment is ever deleted."""
    (place.folder / ".venv").mkdir()
    (place.folder / ".venv" / "mine").touch()
    done = place.install()
    assert done.returncode == 2
    assert (place.folder / ".venv" / "mine").exists()


@pytest.mark.parametrize(
    ("refuses", "says"),
    [("version_info", "Python 3.11 to 3.14 is needed"), ("ensurepip", "python3-venv")],
    ids=["too old", "no ensurepip"],
)
def test_an_unfit_python_is_refused_in_one_line(place: Place, refuses: str, says: str) -> None:
    """The line names the interpreter's fault and what to do; nothing is left behind."""
    place.interpreter(refuses=refuses, version="3.9.18")
    done = place.install()
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (place.folder / ".venv").exists()
