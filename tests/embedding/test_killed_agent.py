"""Programs in LangChain's agent when its process is killed: finished calls stand, doubtful ones are not made again."""

import os
import signal
from collections import Counter
from pathlib import Path

import pytest

from tests import warm

UNKNOWN = (
    "this call was under way when its process ended: whether it was made is not known; look before it is made again"
)


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    """A process of the agent: its status and what it prints."""
    command = ["-m", "tests.embedding.killed_agent", str(folder), *arguments]
    status, out, err = warm.run(command, environment=os.environ, folder=Path.cwd(), seconds=60)
    assert status in (0, -signal.SIGKILL), err
    return status, out.strip()


def test_an_agent_that_nobody_kills_does_each_thing_once(tmp_path: Path) -> None:
    """The other tests have to end like this one."""
    assert run(tmp_path) == (0, "ordered X\nordered Y\n131 67")
    assert (tmp_path / "done").read_text().split("\n")[2:-2] == ["ordered X", "returns X", "ordered Y", "returns Y"]


@pytest.mark.parametrize("moment", ["read A", "ordered X", "returns X", "ordered Y", "read C"])
def test_what_was_done_is_not_done_again_by_another_process(moment: str, tmp_path: Path) -> None:
    """Of an order that was under way the program hears; whoever writes the answer too."""
    assert run(tmp_path, moment)[0] == -signal.SIGKILL
    status, answer = run(tmp_path)
    done = Counter((tmp_path / "done").read_text().split("\n"))
    assert status == 0 and done["ordered X"] == done["ordered Y"] == 1
    doubtful = moment[-1] if moment[-1] in "XY" else ""
    lines = [f"{item} {UNKNOWN}" if item == doubtful else f"ordered {item}" for item in "XY"]
    assert answer.split("\n") == [*lines, "131 67"]
    if moment != "read A":  # what was read before stands too
        assert done["read A"] == done["read B"] == 1


def test_killed_again_and_again_it_comes_to_its_end(tmp_path: Path) -> None:
    """Each life goes on where the one before it ended."""
    for moment in ("read B", "returns X", "ordered Y", "read C"):
        assert run(tmp_path, moment)[0] == -signal.SIGKILL
    assert run(tmp_path)[1] == f"X {UNKNOWN}\nY {UNKNOWN}\n131 67"


def test_without_a_store_another_process_says_that_it_does_not_know(tmp_path: Path) -> None:
    """And calls nothing."""
    assert run(tmp_path, "returns X", "volatile")[0] == -signal.SIGKILL
    status, answer = run(tmp_path, "", "volatile")
    assert status == 0 and "its calls may have been made" in answer
    assert Counter((tmp_path / "done").read_text().split("\n"))["ordered X"] == 1
