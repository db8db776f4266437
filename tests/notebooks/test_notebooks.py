"""The notebooks run, and what is stored in them is what they print."""

import re
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest

from tests.notebooks.executing import NOTEBOOKS, executed, shown

NAMES = [path.name for path in NOTEBOOKS]
_MACHINE = re.compile(r"(?<![\w.])/(tmp|home|root|work|Users|var|opt)/|[A-Z]:\\\\")
_SECRET = re.compile(r"\b(sk-|ghp_|xox[abp]-|AKIA|lsv2_)\w{8,}|-----BEGIN")


def test_there_are_five() -> None:
    """Quickstart, tree, constraints, model, comparison: in this order."""
    assert [name.split("_")[0] for name in NAMES] == ["1", "2", "3", "4", "5"]


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_stored_outputs_are_what_it_prints(path: Path) -> None:
    """A fresh execution prints the same, up to timings; `make notebooks` stores it anew."""
    stored = nbformat.read(path, as_version=4)  # pyright: ignore[reportUnknownMemberType]
    assert any(shown(stored))
    assert shown(stored) == shown(executed(path))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=NAMES)
def test_nothing_of_a_machine_is_stored(path: Path) -> None:
    """Neither a path nor a secret, and no error that was left standing."""
    text = path.read_text("utf-8")
    assert not _MACHINE.search(text)
    assert not _SECRET.search(text)
    assert '"output_type": "error"' not in text
    assert '"name": "stderr"' not in text


def test_the_notebook_of_the_solver_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra it ends at its first cell, with the command that installs it."""
    notebook: Any = nbformat.read(NOTEBOOKS[2], as_version=4)  # pyright: ignore[reportUnknownMemberType]
    first = next(cell.source for cell in notebook.cells if cell.cell_type == "code")
    monkeypatch.setitem(sys.modules, "ortools", None)
    with pytest.raises(ImportError, match=r"pip install .*solver"):
        exec(first, {})
