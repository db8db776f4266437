"""Canaries in the environment, in tools' arguments and responses are in no export, trace, log or progress."""

import logging
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.conftest import smurfs as smurfs
from tests.scripts import build, script

CANARIES = ("canaryenv123", "canaryarg456", "canaryresp789", "canaryhead000")

TOOLS = '''
import os


def find_stock(item: str, api_key: str = "canaryarg456") -> dict:
    """Find the stock of an item.

    Args:
        item: Id of the item.
        api_key: The key.
    """
    key = os.environ["STOCK_API_KEY"]
    return {
        "item": item, "stock": 4, "note": f"asked with {key}", "password": "canaryresp789",
        "headers": {"Authorization": "Bearer canaryhead000"},
    }
'''


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """A secret in the environment."""
    monkeypatch.setenv("STOCK_API_KEY", "canaryenv123")


def test_neither_export_nor_progress_nor_list_has_a_canary(smurfs: Run, tmp_path: Path) -> None:
    """Unless it is asked for."""
    tools = tmp_path / "tools.py"
    tools.write_text(TOOLS)
    done = smurfs("run", "Find the stock of item A-17.", "--tools", tools, "--thread", "t1")
    assert done.status == 0, done.err
    file = tmp_path / "t1.smurfs"
    assert smurfs("runs", "export", "t1", "-o", file).status == 0
    shown = [done.err, file.read_text(), smurfs("runs", "list").out, smurfs("runs", "show", "t1").out]
    for canary in CANARIES:
        assert all(canary not in text for text in shown), canary
    assert smurfs("runs", "export", "t1", "-o", file, "--with-secrets").status == 0
    assert "canaryresp789" in file.read_text()
    assert file.stat().st_mode & 0o077 == 0


async def test_the_library_logs_no_canary(caplog: pytest.LogCaptureFixture) -> None:
    """At the most talkative level."""
    with caplog.at_level(logging.DEBUG):

        def look(password: str = "canaryarg456") -> dict[str, str]:
            """Look."""
            return {"token": "canaryresp789", "note": "asked with canaryenv123"}

        await build([look], script(executor_arguments={"password": "canaryarg456"})).graph.ainvoke({"query": "q"})
    said = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("smurfs"))
    assert [canary for canary in CANARIES if canary in said] == []
