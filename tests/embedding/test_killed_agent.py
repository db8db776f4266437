"""Programs in LangChain's agent when its process is killed: finished calls stand, doubtful ones are asked about."""

import json
import os
import signal
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests import warm

UNKNOWN = "this call was under way when its process ended: whether it was made is not known"
LEAVE = {"type": "reject"}
REPEAT = {"type": "respond", "message": "repeat"}


def run(folder: Path, moment: str = "", decision: Any = None, *more: str) -> tuple[int, str]:
    """A process of the agent: its status and what it prints."""
    given = [moment, json.dumps(decision) if decision else "", *more]
    command = ["-m", "tests.embedding.killed_agent", str(folder), *given]
    status, out, err = warm.run(command, environment=os.environ, folder=Path.cwd(), seconds=60)
    assert status in (0, -signal.SIGKILL), err
    return status, out.strip()


def done_in(folder: Path) -> Counter[str]:
    """How often its tools have done what."""
    return Counter((folder / "done").read_text().split("\n"))


def unconfirmed(item: str, reason: str = UNKNOWN) -> str:
    """What is told of an order that was left, whatever the program printed."""
    return f'Not confirmed as done: order(item="{item}"): {reason}'


def test_an_agent_that_nobody_kills_does_each_thing_once(tmp_path: Path) -> None:
    """The other tests have to end like this one."""
    assert run(tmp_path) == (0, "ordered X\nordered Y\n131 67")
    assert (tmp_path / "done").read_text().split("\n")[2:-2] == ["ordered X", "returns X", "ordered Y", "returns Y"]


@pytest.mark.parametrize("moment", ["read A", "ordered X", "returns X", "ordered Y", "read C"])
def test_what_was_done_is_not_done_again_by_another_process(moment: str, tmp_path: Path) -> None:
    """Of an order that was under way a person is asked; one who leaves it is believed, and the program hears of it."""
    assert run(tmp_path, moment)[0] == -signal.SIGKILL
    doubtful = moment[-1] if moment[-1] in "XY" else ""
    if doubtful:
        asked, reviews = json.loads(run(tmp_path)[1])
        assert [each["args"] for each in asked] == [{"item": doubtful}]
        assert reviews == [{"action_name": "order", "allowed_decisions": ["reject", "respond"]}]
    status, answer = run(tmp_path, decision=LEAVE if doubtful else None)
    assert status == 0
    done = done_in(tmp_path)
    assert done["ordered X"] == done["ordered Y"] == 1
    lines = [f"{item} {UNKNOWN}" if item == doubtful else f"ordered {item}" for item in "XY"]
    left = [unconfirmed(doubtful)] if doubtful else []
    assert answer.split("\n") == [*lines, "131 67", *left]
    if moment != "read A":  # what was read before stands too
        assert done["read A"] == done["read B"] == 1


@pytest.mark.parametrize(
    ("decision", "orders", "line"),
    [
        ({"type": "reject", "message": "I cancelled it"}, 1, f"X {UNKNOWN}: I cancelled it"),
        (REPEAT, 2, "ordered X"),
        ({"type": "respond", "message": "made: order 7"}, 1, "order 7"),
    ],
)
def test_a_person_says_what_became_of_a_call(decision: Any, orders: int, line: str, tmp_path: Path) -> None:
    """It is left, made again, or they know what came of it; once, whatever happens after that."""
    assert run(tmp_path, "ordered X")[0] == -signal.SIGKILL
    run(tmp_path)
    assert run(tmp_path, "read C", decision)[0] == -signal.SIGKILL
    left = [unconfirmed("X", f"{UNKNOWN}: I cancelled it")] if UNKNOWN in line else []
    assert run(tmp_path)[1].split("\n") == [line, "ordered Y", "131 67", *left]
    assert done_in(tmp_path)["ordered X"] == orders and done_in(tmp_path)["ordered Y"] == 1


def test_an_approval_is_no_answer_to_a_doubt(tmp_path: Path) -> None:
    """Whoever says yes from habit has nothing made twice: the question goes on waiting."""
    assert run(tmp_path, "ordered X")[0] == -signal.SIGKILL
    run(tmp_path)
    for habit in ({"type": "approve"}, {"type": "respond", "message": "yes"}, {"type": "edit"}):
        assert "say repeat (make the call again)" in run(tmp_path, "", habit)[1]
    assert done_in(tmp_path)["ordered X"] == 1
    assert run(tmp_path, decision=LEAVE)[1].split("\n")[1:] == ["ordered Y", "131 67", unconfirmed("X")]


def test_killed_again_and_again_it_comes_to_its_end(tmp_path: Path) -> None:
    """Each life goes on where the one before it ended; a call that is in doubt again is asked about again."""
    assert run(tmp_path, "read B")[0] == -signal.SIGKILL
    assert run(tmp_path, "returns X")[0] == -signal.SIGKILL
    run(tmp_path)
    assert run(tmp_path, "ordered X", REPEAT)[0] == -signal.SIGKILL
    run(tmp_path)
    assert run(tmp_path, "ordered Y", LEAVE)[0] == -signal.SIGKILL
    run(tmp_path)
    assert run(tmp_path, "read C", LEAVE)[0] == -signal.SIGKILL
    printed = f"X {UNKNOWN}\nY {UNKNOWN}\n131 67"
    assert run(tmp_path)[1] == "\n".join([printed, unconfirmed("X"), unconfirmed("Y")])


def test_without_a_store_another_process_says_that_it_does_not_know(tmp_path: Path) -> None:
    """And calls nothing."""
    assert run(tmp_path, "returns X", None, "volatile")[0] == -signal.SIGKILL
    status, answer = run(tmp_path, "", None, "volatile")
    assert status == 0 and "its calls may have been made" in answer
    assert done_in(tmp_path)["ordered X"] == 1
