"""`smurfs run --approve` and `smurfs resume --answer`: nothing runs that was not approved."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

QUERY = "Find the stock of item A-17. Find the price of item A-17."


@pytest.fixture
def waiting(smurfs: Run, tools_file: Path) -> Run:
    """A run that waits for its plan to be approved; its sub-tasks come one after the other."""
    approval = ["--approve", "plan,tools", "--strategy", "smurfs"]
    done = smurfs("run", QUERY, "--tools", tools_file, *approval, "--thread", "t")
    assert done.status == 1
    assert "smurfs resume t" in done.err
    return smurfs


def test_approved_calls_are_made_one_question_after_the_other(waiting: Run) -> None:
    """The plan, then each call; the answer comes at the end."""
    for tool in ("find_stock", "find_price"):
        done = waiting("resume", "t", "--answer", "approve")
        assert done.status == 1
        assert f"wants to call {tool}" in done.err
    done = waiting("resume", "t", "--answer", "approve", "--json")
    assert done.status == 0
    assert json.loads(done.out)["usage"]["tool_calls"] == 2


@pytest.mark.parametrize("strategy", ["react", "full"])
def test_the_stand_in_says_that_nothing_is_left_after_a_refused_call(
    smurfs: Run, tools_file: Path, strategy: str
) -> None:
    """Not that it does not understand a request which it had just understood."""
    arguments = ["--tools", tools_file, "--approve", "tools", "--thread", "t", "--strategy", strategy]
    smurfs("run", "Find the stock of item A-17.", *arguments)
    done = smurfs("resume", "t", "--answer", "reject")
    assert "find_stock did not bring it, and no other tool is asked for" in done.err
    assert "understand" not in done.out + done.err


def test_a_rejected_plan_runs_nothing(waiting: Run) -> None:
    """No tool is called, and the stop reason says why."""
    done = waiting("resume", "t", "--answer", "reject", "--json")
    result = json.loads(done.out)
    assert (done.status, result["stop_reason"], result["usage"]["tool_calls"]) == (1, "rejected", 0)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("perhaps", "approve, reject, respond: TEXT or a JSON object"),
        ('{"decision": "perhaps"}', "decision"),
        ('{"decision": "approve", "pln": 1}', "pln"),
    ],
)
def test_rubbish_is_refused_and_the_question_stands(waiting: Run, answer: str, said: str) -> None:
    """A wrong answer loses nothing: the same question can be answered again."""
    done = waiting("resume", "t", "--answer", answer)
    assert done.status == 2
    assert said in done.err
    assert "wants to call find_stock" in waiting("resume", "t", "--answer", "approve").err


def test_an_answer_by_name_is_for_the_question_that_was_shown(waiting: Run) -> None:
    """Another one that waits under the same id, such as the same plan with a complaint, has another name."""
    shown = waiting("resume", "t")
    name = shown.err.partition("[--answer ")[2].partition("=")[0]
    edit = {"decision": "edit", "plan": {"sub_tasks": [{"id": "s1", "content": "x", "depends_on": ["s9"]}]}}
    again = waiting("resume", "t", "--answer", f"{name}={json.dumps(edit)}")
    assert "that did not pass" in again.err
    stale = waiting("resume", "t", "--answer", f"{name}=approve")
    assert (stale.status, f"no question '{name}' waits (any more)" in stale.err) == (2, True)
    other = again.err.partition("[--answer ")[2].partition("=")[0]
    assert "wants to call find_stock" in waiting("resume", "t", "--answer", f"{other}=approve").err


def test_without_an_answer_the_question_is_shown_again(waiting: Run) -> None:
    """`smurfs resume` alone says what the run waits for."""
    done = waiting("resume", "t", "--json")
    assert json.loads(done.out)["stop_reason"] == "waiting"
    assert "Find the stock" in json.loads(done.out)["questions"][0]


def test_a_fork_can_be_given_the_other_answer(waiting: Run) -> None:
    """The run that waits at that step goes one way, its fork the other; the run itself is as it was."""
    waiting("resume", "t", "--answer", "approve")
    rows = json.loads(waiting("runs", "show", "t", "--json").out)
    step = next(str(row["number"]) for row in rows if "approve_plan" in str(row["next"]))
    done = waiting("runs", "fork", "t", "--step", step, "--thread", "other", "--answer", "reject")
    assert done.status == 1
    states = {
        row["id"]: (row["state"], row["stop_reason"]) for row in json.loads(waiting("runs", "list", "--json").out)
    }
    assert states["other"] == ("finished", "rejected")
    assert states["t"][0] != "finished"
    assert "wants to call find_price" in waiting("resume", "t", "--answer", "approve").err
