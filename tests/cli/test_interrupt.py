"""Ctrl-C in a real process: status 130, and the run goes on where it stopped."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SLOW_TOOLS = '''
import pathlib
import time

from smurfs_graph import effects

LOG = pathlib.Path(__file__).with_suffix(".log")


@effects("read")
def find_stock(item: str) -> dict:
    """Find the stock of an item.

    Args:
        item: Id of the item.
    """
    with LOG.open("a") as log:
        log.write("stock\\n")
    return {"item": item, "stock": 4}


@effects("read")
def find_price(item: str) -> dict:
    """Find the price of an item.

    Args:
        item: Id of the item.
    """
    with LOG.open("a") as log:
        log.write("price\\n")
    if not pathlib.Path(__file__).with_suffix(".go").exists():
        time.sleep(60)
    return {"item": item, "price": 12.5}
'''

COMMAND = [sys.executable, "-m", "smurfs_graph"]


def test_an_interrupted_run_is_resumed_without_repeating_what_was_done(tmp_path: Path) -> None:
    """The first sub-task's call is not made again after Ctrl-C and `smurfs resume`."""
    tools = tmp_path / "slow.py"
    tools.write_text(SLOW_TOOLS)
    log = tmp_path / "slow.log"
    environment = {**os.environ, "SMURFS_HOME": str(tmp_path / "home")}
    query = "Find the stock of item A-17. Find the price of item A-17."
    arguments = ["run", query, "--tools", str(tools), "--strategy", "smurfs", "--thread", "t1"]
    process = subprocess.Popen([*COMMAND, *arguments], env=environment, stderr=subprocess.PIPE, text=True)
    try:
        wait_for(log, "price")
        process.send_signal(signal.SIGINT)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)  # does not wait for the call under way
        _, said = process.communicate(timeout=20)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "smurfs resume t1" in said
    assert "Traceback" not in said
    (tmp_path / "slow.go").touch()
    resumed = subprocess.run(
        [*COMMAND, "resume", "t1"], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert resumed.returncode == 0, resumed.stderr
    assert "12.5" in resumed.stdout
    assert log.read_text().split() == ["stock", "price", "price"]


def test_an_import_that_takes_long_can_be_interrupted(tmp_path: Path) -> None:
    """At once, and no run is promised that was never begun."""
    tools = tmp_path / "slow.py"
    tools.write_text(
        'import pathlib, time\n\npathlib.Path(__file__).with_suffix(".log").write_text("on")\ntime.sleep(60)\n'
    )
    environment = {**os.environ, "SMURFS_HOME": str(tmp_path / "home")}
    arguments = ["run", "Find it.", "--tools", str(tools)]
    process = subprocess.Popen([*COMMAND, *arguments], env=environment, stderr=subprocess.PIPE, text=True)
    try:
        wait_for(tmp_path / "slow.log", "on")
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
    finally:
        process.kill()
    assert process.returncode == 130
    assert said.split("\n", 1)[1].strip() == "smurfs: interrupted before anything was done"


def wait_for(path: Path, text: str) -> None:
    """Wait until a file holds a text."""
    for _ in range(300):
        if path.exists() and text in path.read_text():
            return
        time.sleep(0.1)
    pytest.fail(f"{path.name} never held {text!r}")
