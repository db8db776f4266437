"""Every code block of the README and of the guides is run."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", "CONTRIBUTING.md", "docs/people-in-the-loop.md", "docs/durability.md"]
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[tuple[str, str]]:
    """Every block of a language, with the page that it stands on."""
    return [
        (page, body)
        for page in PAGES
        for name, body in _BLOCK.findall((ROOT / page).read_text("utf-8"))
        if name == language
    ]


def shell_lines() -> list[str]:
    """The commands of the shell blocks, comments left out."""
    bodies = [body for _, body in blocks("sh")]
    return [line for body in bodies for line in body.splitlines() if line.strip() and not line.startswith("#")]


@pytest.mark.parametrize(("page", "code"), blocks("python"))
def test_python_block_runs(page: str, code: str, tmp_path: Path) -> None:
    """A block runs by itself, in a process of its own, and prints no complaint."""
    done = subprocess.run(
        [sys.executable, "-W", "error::SyntaxWarning", "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, f"{page}: {done.stderr}"
    assert done.stdout.strip(), f"{page}: a block that shows nothing"


@pytest.mark.parametrize("line", shell_lines())
def test_shell_line_runs(line: str, tmp_path: Path) -> None:
    """`smurfs` lines are run; `make` lines are run dry, since `make test` cannot run itself."""
    words = shlex.split(line, comments=True)
    if words[0] == "make":
        command, folder = ["make", "-n", *words[1:]], ROOT
    else:
        assert words[0] == "smurfs", line
        command, folder = [sys.executable, "-m", "smurfs_graph", *words[1:]], tmp_path
    environment = {**os.environ, "SMURFS_HOME": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=folder, env=environment)
    assert done.returncode == 0, done.stderr


def test_there_are_blocks_to_run() -> None:
    """The pattern above finds what it should."""
    assert len(blocks("python")) >= 2
    assert {"make demo", "make test"} <= {" ".join(shlex.split(line, comments=True)) for line in shell_lines()}
