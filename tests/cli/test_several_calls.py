"""A question about several calls, at the terminal and in `--answer`."""

from typing import Any

import pytest

from smurfs_graph.cli.editing import Drafts
from smurfs_graph.cli.questions import ask, parse_answer
from smurfs_graph.nodes.approve_calls import CallsApproval
from smurfs_graph.showing.describing import describe
from tests.cli.conftest import Typed

QUESTION: dict[str, Any] = {
    "kind": "tool_calls",
    "sub_task": "s1",
    "content": "Order both",
    "action_requests": [
        {"name": "order", "args": {"item": item}, "description": "Order it.", "effects": ["write"]}
        for item in ("A", "B")
    ],
    "review_configs": [{"action_name": "order", "allowed_decisions": ["approve", "edit", "reject", "respond"]}],
    "complaint": "",
}
YES, NO = {"type": "approve"}, {"type": "reject", "message": "too dear"}


def test_a_person_decides_about_one_call_after_the_other(typed: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    """Each is shown with its arguments; the answers are one."""
    typed("a\nr\ntoo dear\n")
    answer = ask(QUESTION, Drafts())
    assert answer == {"decisions": [YES, NO]}
    assert CallsApproval.model_validate(answer)
    shown = capsys.readouterr().err
    assert shown.index('order(item="A")') < shown.index("[a]pprove") < shown.index('order(item="B")')


@pytest.mark.parametrize(("text", "decision"), [("approve", YES), ("reject: too dear", NO)])
def test_a_word_answers_for_all_calls(text: str, decision: Any) -> None:
    """JSON says something of each."""
    assert parse_answer(text, QUESTION) == {"decisions": [decision, decision]}
    assert parse_answer('{"decisions": []}', QUESTION) == {"decisions": []}


def test_an_answer_by_hand_is_one_to_all_calls(typed: Typed) -> None:
    """At the terminal what was decided of the calls before it no longer counts."""
    by_hand = {"decisions": [{"type": "respond", "message": "done: both"}, {"type": "reject"}]}
    typed("a\ns\ndone: both\n")
    assert ask(QUESTION, Drafts()) == by_hand == parse_answer("respond: done: both", QUESTION)
    assert CallsApproval.model_validate(by_hand).answer == "done: both"


def test_all_calls_are_described() -> None:
    """With what each does."""
    said = describe(QUESTION)
    assert said.count("effects: write") == 2
    assert [said.count(f'order(item="{item}")') for item in ("A", "B")] == [1, 1]
