"""Fixtures of the CLI's tests: a home of their own, a tool file, and a way to run the command in this process."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from smurfs_graph.cli import main

TOOLS = '''
from smurfs_graph import effects


@effects("read")
def find_stock(item: str) -> dict:
    """Find the stock of an item.

    Args:
        item: Id of the item.
    """
    return {"item": item, "stock": 4}


@effects("read")
def find_price(item: str, currency: str = "EUR") -> dict:
    """Find the price of an item.

    Args:
        item: Id of the item.
        currency: Currency of the price.
    """
    if item == "X-0":
        raise ValueError("there is no item X-0")
    return {"item": item, "price": 12.5, "currency": currency}
'''


class Done(NamedTuple):
    """The status and output of a command."""

    status: int
    out: str
    err: str


Run = Callable[..., Done]
Typed = Callable[[str], None]


@pytest.fixture
def tools_file(tmp_path: Path) -> Path:
    """A file of tools as a user would write it."""
    path = tmp_path / "my_tools.py"
    path.write_text(TOOLS)
    return path


@pytest.fixture
def smurfs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `smurfs ARGUMENTS...` in this process, with its data below a temporary folder."""
    monkeypatch.setenv("SMURFS_HOME", str(tmp_path / "home"))

    def run(*arguments: object) -> Done:
        capsys.readouterr()
        with pytest.raises(SystemExit) as exited:
            main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Done(int(exited.value.code or 0), captured.out, captured.err)

    return run


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Put text on standard input: `typed("yes\\n")`."""

    def put(text: str) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    return put
