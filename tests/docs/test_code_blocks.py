"""Every code block of the README, of CONTRIBUTING and of all pages in docs/ is run (`tests/docs/pages.py` says how)."""

import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from smurfs_graph.cli import main
from tests import warm
from tests.docs.pages import FILES, PAGES, ROOT, Block, Command, blocks, commands, python, written

_PYTHON = [(block, code) for page in PAGES for block, code in python(page)]
_STATUS = re.compile(r"# exit status (\d+)")


def _folder(page: str, at: Path) -> Path:
    folder = at / "page"
    shutil.copytree(FILES, folder)
    for name, text in written(page).items():
        (folder / name).write_text(text)
    return folder


@pytest.mark.parametrize(("block", "code"), _PYTHON, ids=[f"{block.page}:{block.line}" for block, _ in _PYTHON])
def test_python_block_runs(block: Block, code: str, tmp_path: Path) -> None:
    """A block runs in a process of its own, without a complaint, and shows or checks something."""
    status, shown, errors = warm.run(
        ["-c", code],
        environment={**os.environ, "SMURFS_HOME": str(tmp_path / "home")},
        folder=_folder(block.page, tmp_path),
        seconds=60,
    )
    assert status == 0, f"{block.page}:{block.line}: {errors}"
    assert shown.strip() or "assert " in code, f"{block.page}:{block.line}: a block that shows nothing"


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)])
def test_commands_run(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A page's commands run one after the other and print what the page says; `make` lines are run dry."""
    monkeypatch.chdir(_folder(page, tmp_path))
    monkeypatch.setenv("SMURFS_HOME", str(tmp_path / "home"))
    for command in commands(page):
        words = shlex.split(command.line, comments=True)
        if words[0] == "export":
            for pair in words[1:]:
                monkeypatch.setenv(*pair.split("=", 1))
            continue
        status, shown = _run(words, capsys)
        wanted = _STATUS.search(command.line)
        assert status == (int(wanted[1]) if wanted else 0), f"{page}: {command.line}: {shown}"
        assert not _missing(command, shown), f"{page}: {command.line} printed:\n{shown}"


def _run(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    if words[0] == "make":
        dry = subprocess.run(["make", "-n", *words[1:]], capture_output=True, text=True, check=False, cwd=ROOT)
        return dry.returncode, dry.stderr
    assert words[0] == "smurfs", f"neither smurfs nor make nor export: {words}"
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main(words[1:])
    return int(ended.value.code or 0), "".join(capsys.readouterr())


def _missing(command: Command, shown: str) -> list[str]:
    """The lines of a page's output that the command did not print; `...` stands for anything."""
    lines = [line.strip() for line in shown.splitlines()]
    patterns = [".*".join(map(re.escape, line.strip().split("..."))) for line in command.output]
    return [pattern for pattern in patterns if not any(re.fullmatch(pattern, line) for line in lines)]


def test_data_can_be_read() -> None:
    """Blocks of JSON (a document, or one a line) and of YAML are what they say."""
    for block in [block for page in PAGES for block in blocks(page)]:
        if block.language == "json":
            try:
                json.loads(block.body)
            except ValueError:
                assert [json.loads(line) for line in block.body.splitlines()], block
        elif block.language == "yaml":
            assert yaml.safe_load(block.body), block


def test_there_are_blocks_to_run() -> None:
    """The patterns find what they should."""
    assert len(_PYTHON) >= 8
    assert {"make demo", "make test"} <= {command.line.split("#")[0].strip() for command in commands("README.md")}
    assert all(python(page) or commands(page) for page in ("README.md", "docs/tools.md", "docs/people-in-the-loop.md"))
