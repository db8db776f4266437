"""The lock files: complete, with hashes, and naming no place to download from."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.packaging.project import PROJECT

_NAMES = ("build", "demo", "dev", "docs", "training", "ray")
LOCKS = [PROJECT / "requirements" / f"{name}.txt" for name in _NAMES]
BESIDE = [*sorted((PROJECT / "requirements").glob("llama-*.txt")), PROJECT / "requirements" / "bfcl.txt"]
"""What llama.cpp's server is built from and with, and BFCL; none goes into an environment with the project."""
_PIN = re.compile(r"^(?P<name>[a-z0-9-]+)==(?P<version>[^\s;\\]+)", re.MULTILINE)
_RELOCK = "run make relock"
_EXTRAS_NOT_LOCKED = {"llamacpp", "training", "ray"}
"""One would be compiled, two have locks of their own; requirements/relock names the extras that are locked."""


def pins(lock: Path) -> dict[str, str]:
    """The pinned version of each distribution, by its normalized name."""
    return {match["name"]: match["version"] for match in _PIN.finditer(lock.read_text())}


def wanted(requirements: list[Any]) -> set[str]:
    """The normalized names of some requirements; included groups are left out."""
    names = [re.split(r"[\s\[<>=!~;]", item)[0] for item in requirements if isinstance(item, str)]
    return {re.sub(r"[-_.]+", "-", name).lower() for name in names}


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    """pyproject.toml."""
    return tomllib.loads((PROJECT / "pyproject.toml").read_text())


@pytest.mark.parametrize("lock", LOCKS + BESIDE, ids=lambda lock: lock.name)
def test_every_pin_has_hashes_and_no_line_names_a_place(lock: Path) -> None:
    """With hashes it does not matter where a file comes from, so the user's own pip settings decide that."""
    entries = re.split(r"\n(?=[a-z0-9])", lock.read_text())
    assert [entry.splitlines()[0] for entry in entries[1:] if "--hash=sha256:" not in entry] == []
    assert not re.search(r"://|--index-url|--extra-index-url|--find-links|--trusted-host", lock.read_text())


def test_the_locks_cover_what_pyproject_asks_for(project: dict[str, Any]) -> None:
    """A dependency that was added and not locked would be missing after `make demo` or `make test`."""
    optional = project["project"]["optional-dependencies"]
    extras = [name for extra in optional.keys() - _EXTRAS_NOT_LOCKED for name in optional[extra]]
    groups = project["dependency-groups"]
    runtime = wanted(project["project"]["dependencies"]) | wanted(groups["build"])
    assert (runtime | wanted(optional["solver"])) - pins(LOCKS[1]).keys() == set(), _RELOCK
    assert (runtime | wanted(optional["training"])) - pins(LOCKS[4]).keys() == set(), _RELOCK
    assert (runtime | wanted(optional["ray"]) | wanted(groups["dev"])) - pins(LOCKS[5]).keys() == set(), _RELOCK
    assert wanted(groups["docs"]) - pins(LOCKS[3]).keys() == set(), _RELOCK
    assert (runtime | wanted(extras) | wanted(groups["dev"])) - pins(LOCKS[2]).keys() == set(), _RELOCK


def test_the_locks_agree_with_each_other() -> None:
    """The demo runs the versions that were tested."""
    tested = pins(LOCKS[2])
    for lock in LOCKS:
        assert {name: tested.get(name, version) for name, version in pins(lock).items()} == pins(lock), _RELOCK
    assert pins(LOCKS[1]).keys() <= tested.keys(), _RELOCK


def test_the_build_group_is_what_the_build_system_requires(project: dict[str, Any]) -> None:
    """The environments install the project without build isolation, from what this group locks."""
    assert project["dependency-groups"]["build"] == project["build-system"]["requires"]
