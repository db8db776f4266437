"""Real processes that are told to end, or killed: what is under way is finished or abandoned, and the run goes on."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.test_interrupt import COMMAND, wait_for

TOOLS = '''
import pathlib
import time

from smurfs_graph import effects

HERE = pathlib.Path(__file__)


def said(line):
    with HERE.with_suffix(".log").open("a") as log:
        log.write(line + "\\n")


@effects("read")
def find_stock(item: str) -> dict:
    """Find the stock of an item.

    Args:
        item: Id of the item.
    """
    said("stock")
    return {"item": item, "stock": 4}


@effects("EFFECT")
def find_price(item: str) -> dict:
    """Find the price of an item.

    Args:
        item: Id of the item.
    """
    said("price")
    time.sleep(0 if HERE.with_suffix(".go").exists() else SECONDS)
    said("price-done")
    return {"item": item, "price": 12.5}
'''
QUERY = "Find the stock of item A-17. Find the price of item A-17."


class Shop(NamedTuple):
    """A folder with tools and a home of the command's own."""

    folder: Path
    seconds: float
    effect: str = "read"

    def start(self) -> "subprocess.Popen[str]":
        """Start a run, and wait until the price is being asked for."""
        tools, policy = self.folder / "shop.py", self.folder / "policy.yaml"
        tools.write_text(TOOLS.replace("SECONDS", str(self.seconds)).replace("EFFECT", self.effect))
        policy.write_text("default: allow")
        arguments = [
            "run",
            QUERY,
            "--tools",
            str(tools),
            "--strategy",
            "smurfs",
            "--thread",
            "t1",
            "--set",
            f"policy={policy}",
        ]
        process = subprocess.Popen([*COMMAND, *arguments], env=self.environment, stderr=subprocess.PIPE, text=True)
        wait_for(self.folder / "shop.log", "price")
        return process

    def end(self, process: "subprocess.Popen[str]", *signals: signal.Signals) -> str:
        """Send signals; returns what the process said on standard error."""
        try:
            for number in signals:
                process.send_signal(number)
                time.sleep(0.3)
            return process.communicate(timeout=30)[1]
        finally:
            process.kill()

    def resume(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Go on with the run; nothing hangs any more."""
        (self.folder / "shop.go").touch()
        command = [*COMMAND, "resume", "t1", *arguments]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=60, check=False)

    @property
    def environment(self) -> dict[str, str]:
        """The process's environment."""
        return {**os.environ, "SMURFS_HOME": str(self.folder / "home")}

    @property
    def log(self) -> list[str]:
        """What the tools wrote."""
        return (self.folder / "shop.log").read_text().split()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=str)
def test_a_call_under_way_is_finished_and_kept(number: signal.Signals, tmp_path: Path) -> None:
    """Its response is there when the run goes on; nothing is called twice."""
    shop = Shop(tmp_path, seconds=1.5)
    process = shop.start()
    said = shop.end(process, number)
    assert process.returncode == 130
    assert "finishing what is under way" in said
    assert "smurfs resume t1" in said
    assert "Traceback" not in said
    resumed = shop.resume()
    assert resumed.returncode == 0, resumed.stderr
    assert "12.5" in resumed.stdout
    assert shop.log == ["stock", "price", "price-done"]


def test_a_second_signal_does_not_wait(tmp_path: Path) -> None:
    """The call is abandoned, and made again, as it only reads."""
    shop = Shop(tmp_path, seconds=60)
    process = shop.start()
    started = time.monotonic()
    shop.end(process, signal.SIGTERM, signal.SIGTERM)
    assert time.monotonic() - started < 20
    assert process.returncode == 130
    assert shop.resume().returncode == 0
    assert shop.log == ["stock", "price", "price", "price-done"]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_a_killed_run_asks_about_a_write(tmp_path: Path) -> None:
    """Whether it was made is for a person to say; the tool's log proves that it was not made twice."""
    shop = Shop(tmp_path, seconds=60, effect="write")
    process = shop.start()
    shop.end(process, signal.SIGKILL)
    waiting = shop.resume()
    assert waiting.returncode == 1
    assert "The process ended while it was calling find_price" in waiting.stderr
    assert shop.log == ["stock", "price"]
    told = '{"decision": "edit", "response": "{\\"item\\": \\"A-17\\", \\"price\\": 13.75}"}'
    resumed = shop.resume("--answer", told)
    assert resumed.returncode == 0, resumed.stderr
    assert "13.75" in resumed.stdout
    assert shop.log == ["stock", "price"]
