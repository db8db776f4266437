"""Progress on a real terminal: every other test of the CLI writes into pipes."""

import os
import pty
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from smurfs_graph.cli.screen import Terminal
from smurfs_graph.events import SubTaskStarted


def test_the_live_view_can_be_made_and_shows_what_happened() -> None:
    """Rich renders the view while it is being made, before any event."""
    written = StringIO()
    with Terminal(Console(file=written, force_terminal=True, width=40)) as screen:
        screen.show(SubTaskStarted(sub_task="s1", content="Find the stock of item A-17."))
    assert "s1" in written.getvalue()


@pytest.mark.parametrize("columns", ["20", "40", "200"])
def test_run_on_a_terminal(columns: str, tools_file: Path, tmp_path: Path) -> None:
    """A run whose standard error is a terminal draws its tree there and answers on standard output."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "smurfs_graph", "run", "Find the stock of item A-17.", "--tools", str(tools_file)]
    environment = os.environ | {"SMURFS_HOME": str(tmp_path / "home"), "TERM": "xterm", "COLUMNS": columns}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        drawn = _all_of(ours)
        assert process.stdout is not None
        answer = process.stdout.read()
    assert process.returncode == 0, drawn
    assert b"4" in answer
    assert b"find_stock" in drawn


def _all_of(terminal: int) -> bytes:
    """What is written to a terminal until it is closed, which Linux tells by an error."""
    parts: list[bytes] = []
    try:
        while part := os.read(terminal, 4096):
            parts.append(part)
    except OSError:
        pass
    finally:
        os.close(terminal)
    return b"".join(parts)
