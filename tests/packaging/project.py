"""The project as its packaging sees it: its folder, what a build reads, and what is built."""

import shutil
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).parents[2]
SOURCES = ("smurfs_graph", "nodes", "tools")
NEEDED = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE")


class Built(NamedTuple):
    """A clean copy of the project, and its two distributions."""

    copy: Path
    wheel: Path
    sdist: Path


def copy_project(to: Path) -> Path:
    """The files that a build reads, links kept, without anything that earlier builds or runs have left behind."""
    to.mkdir()
    for name in NEEDED:
        shutil.copy2(PROJECT / name, to / name)
    for name in SOURCES:
        shutil.copytree(PROJECT / name, to / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    return to
