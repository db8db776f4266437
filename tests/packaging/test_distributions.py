"""Contents of the wheel and the source distribution."""

import tarfile
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from tests.packaging.project import SOURCES, Built

pytestmark = pytest.mark.slow

HOW_TO_SHIP = "a folder needs an __init__.py, other files a pattern in [tool.setuptools.package-data], to be shipped"


def installed_files(project: Path) -> set[str]:
    """The paths below site-packages at which a project's files must arrive."""
    found: set[str] = set()
    for source in SOURCES:
        for path in (project / source).rglob("*"):
            below = path.relative_to(project)
            if path.is_file() and not any(parent.is_symlink() for parent in path.parents):
                found.add(str(below if source == "smurfs_graph" else "smurfs_graph" / below))
    return found


@pytest.fixture(scope="module")
def wheel_files(built: Built) -> set[str]:
    """The paths in the wheel, its metadata left out."""
    with zipfile.ZipFile(built.wheel) as wheel:
        return {name for name in wheel.namelist() if ".dist-info/" not in name}


def test_the_wheel_holds_every_file_of_the_packages_and_no_other(built: Built, wheel_files: set[str]) -> None:
    """A package, prompt or database that was added but not shipped would be missed by users only."""
    expected = installed_files(built.copy)
    below = ("py.typed", "nodes/py.typed", "nodes/planner.md", "nodes/executor.py", "tools/travel/travel.sqlite")
    assert {f"smurfs_graph/{name}" for name in below} <= expected
    assert sorted(expected - wheel_files) == [], HOW_TO_SHIP
    assert sorted(wheel_files - expected) == []


def test_the_wheel_claims_one_import_name(wheel_files: set[str]) -> None:
    """Import names such as `tools` and `nodes` belong to the applications that install this library."""
    assert {PurePosixPath(name).parts[0] for name in wheel_files} == {"smurfs_graph"}


def test_the_source_distribution_holds_each_file_once(built: Built) -> None:
    """The links in smurfs_graph/ must not make a second copy of nodes/ and tools/."""
    with tarfile.open(built.sdist) as archive:
        names = [str(PurePosixPath(*PurePosixPath(name).parts[1:])) for name in archive.getnames()]
    assert {"pyproject.toml", "setup.py", "LICENSE", "nodes/planner.md", "tools/tool.py"} <= set(names)
    assert not [name for name in names if name.startswith(("smurfs_graph/nodes", "smurfs_graph/tools", "tests"))]
    assert len(names) == len(set(names))
