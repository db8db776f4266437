"""Real processes that are told to end, or killed: what is under way is finished or abandoned, and the run goes on."""

import os
import signal
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from tests import warm

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

    @contextmanager
    def running(self) -> Generator[warm.Writing]:
        """A run that is asking for the price."""
        tools = self.folder / "shop.py"
        tools.write_text(TOOLS.replace("SECONDS", str(self.seconds)).replace("EFFECT", self.effect))
        given = ["run", QUERY, "--tools", str(tools), "--strategy", "smurfs", "--thread", "t1"]
        if self.effect == "write":
            with command(self.folder, *given) as process:
                assert process.ended(60)[0] == 1  # a person has to approve the call
            given = ["resume", "t1", "--answer", "approve"]
        with command(self.folder, *given) as process:
            wait_for(self.folder / "shop.log", "price")
            yield process

    def resume(self, *arguments: str) -> tuple[int, str, str]:
        """Go on with the run; nothing hangs any more."""
        (self.folder / "shop.go").touch()
        with command(self.folder, "resume", "t1", *arguments) as process:
            return process.ended(60)

    @property
    def log(self) -> list[str]:
        """Return what the tools wrote."""
        return (self.folder / "shop.log").read_text().split()


@contextmanager
def command(folder: Path, *arguments: str) -> Generator[warm.Writing]:
    """`smurfs ARGUMENTS...` in a process of its own, with a home in that folder."""
    environment = {**os.environ, "SMURFS_HOME": str(folder / "home")}
    with warm.writing(["-m", "smurfs_graph", *arguments], environment=environment, folder=folder) as process:
        yield process


def signalled(running: warm.Writing, *signals: signal.Signals) -> tuple[int, str]:
    """Send signals; the process's status, and what it said on standard error."""
    for number in signals:
        os.kill(running.process.pid, number)
        time.sleep(0.3)
    status, _, said = running.ended(40)
    assert "Traceback" not in said
    return status, said


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=str)
def test_a_call_under_way_is_finished_and_kept(number: signal.Signals, tmp_path: Path) -> None:
    """Its response is there when the run goes on; nothing is called twice."""
    shop = Shop(tmp_path, seconds=0.8)
    with shop.running() as process:
        status, said = signalled(process, number)
    assert status == 130
    assert "finishing what is under way" in said
    assert "smurfs resume t1" in said
    status, answer, said = shop.resume()
    assert (status, "12.5" in answer) == (0, True), said
    assert shop.log == ["stock", "price", "price-done"]


def test_a_second_signal_does_not_wait(tmp_path: Path) -> None:
    """The call is abandoned, and made again, as it only reads; what was done before is not."""
    shop = Shop(tmp_path, seconds=60)
    with shop.running() as process:
        status, said = signalled(process, signal.SIGINT, signal.SIGINT)
    assert status == 130
    assert "smurfs resume t1" in said
    assert shop.resume()[0] == 0
    assert shop.log == ["stock", "price", "price", "price-done"]


def test_a_killed_run_asks_about_a_write(tmp_path: Path) -> None:
    """A person says whether it was made; the tool's log proves that it was not made twice."""
    shop = Shop(tmp_path, seconds=60, effect="write")
    with shop.running() as process:
        assert signalled(process, signal.SIGKILL)[0] == -signal.SIGKILL
    status, _, said = shop.resume("--answer", "approve")  # its approval was given to the process that ended
    assert status == 1
    assert "The process ended while it was calling find_price" in said
    assert shop.log == ["stock", "price"]
    told = 'made: {"item": "A-17", "price": 13.75}'
    status, answer, said = shop.resume("--answer", told)
    assert (status, "13.75" in answer) == (0, True), said
    assert shop.log == ["stock", "price"]


def test_an_import_that_takes_long_can_be_interrupted(tmp_path: Path) -> None:
    """At once, and no run is promised that was never begun."""
    tools = tmp_path / "slow.py"
    tools.write_text(
        'import pathlib, time\n\npathlib.Path(__file__).with_suffix(".log").write_text("on")\ntime.sleep(60)\n'
    )
    with command(tmp_path, "run", "Find it.", "--tools", str(tools)) as process:
        wait_for(tmp_path / "slow.log", "on")
        status, said = signalled(process, signal.SIGINT)
    assert status == 130
    assert said.split("\n", 1)[1].strip() == "smurfs: interrupted before anything was done"


def wait_for(path: Path, text: str) -> None:
    """Wait until a file holds a text."""
    for _ in range(600):
        if path.exists() and text in path.read_text():
            return
        time.sleep(0.05)
    pytest.fail(f"{path.name} never held {text!r}")
