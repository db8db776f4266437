"""Attack: a person's answer cannot be read, and the thread is to stand still for ever, or the call to be made."""

from typing import Any

import pytest
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain_core.tools import tool
from langgraph.errors import is_invalid_resume

from smurfs_graph import effects
from smurfs_graph.middleware import Programs
from tests.attacks.agents import ALLOWED, APPROVE, BOTH_CALLERS, BOTH_WAYS, Agent, called, is_asked
from tests.scripts import calling

MADE = list[str]()


@tool
@effects("money")
def pay(to: str) -> str:
    """Pay somebody."""
    MADE.append(to)
    return "paid"


def edit(name: str, arguments: Any) -> dict[str, Any]:
    """An edit."""
    return {"type": "edit", "edited_action": {"name": name, "args": arguments}}


UNREADABLE: dict[str, Any] = {
    "text": "yes",
    "a number": 1,
    "true": True,
    "a list": [APPROVE],
    "one decision alone": APPROVE,
    "no decisions": {"decisions": []},
    "too many decisions": {"decisions": [APPROVE, APPROVE]},
    "decisions that are text": {"decisions": "approve"},
    "a decision that is text": {"decisions": ["approve"]},
    "an unknown type": {"decisions": [{"type": "accept"}]},
    "a type that is no text": {"decisions": [{"type": True}]},
    "no type": {"decisions": [{}]},
    "an edit of another tool": {"decisions": [edit("price", {"to": "ann"})]},
    "an edit without arguments": {"decisions": [{"type": "edit"}]},
    "an edit to text": {"decisions": [edit("pay", "ann")]},
    "a response without text": {"decisions": [{"type": "respond"}]},
    "a response that is no text": {"decisions": [{"type": "respond", "message": 1}]},
}


@pytest.fixture(autouse=True)
def begin() -> None:
    """Begin with nothing."""
    MADE.clear()


@BOTH_WAYS
@BOTH_CALLERS
def test_they_are_turned_away_and_the_question_waits(direct: bool, is_async: bool) -> None:
    """Each in a line, however many come; a good answer goes on, also in another process."""
    programs = Programs(direct={"pay"} if direct else ())
    agent = Agent([pay], called("pay", {"to": "ann"}, direct=direct), middleware=[programs], is_async=is_async)
    assert is_asked(agent.start())
    for kind, answer in UNREADABLE.items():
        with pytest.raises(ValueError) as raised:
            agent.resume(answer)
        assert is_invalid_resume(raised.value), kind
        assert MADE == [], kind
    agent.elsewhere(middleware=[Programs(direct={"pay"} if direct else ())])
    agent.answer(APPROVE)
    assert MADE == ["ann"]


@BOTH_WAYS
def test_of_two_calls_one_decision_too_few(is_async: bool) -> None:
    """None of them is made; then both are decided about."""
    source = "print(await asyncio.gather(pay('ann'), pay('bob')))"
    agent = Agent([pay], calling("run_python", {"code": source}), middleware=[Programs()], is_async=is_async)
    agent.start()
    with pytest.raises(ValueError, match="2 decisions are needed"):
        agent.answer(APPROVE)
    assert MADE == []
    agent.answer(APPROVE, APPROVE)
    assert sorted(MADE) == ["ann", "bob"]


@BOTH_WAYS
@BOTH_CALLERS
@pytest.mark.parametrize("bad", ["yes", {"type": "accept"}, {"decisions": [APPROVE]}])
def test_other_middlewares_question_waits_too(bad: Any, direct: bool, is_async: bool) -> None:
    """Of LangChain's own approvals, call by call, behind the door."""
    reviewer: Any = HumanInTheLoopMiddleware(interrupt_on={"pay": True}, interrupt_mode="per_call")
    programs = Programs(policy=ALLOWED, direct={"pay"} if direct else ())
    agent = Agent(
        [pay], called("pay", {"to": "ann"}, direct=direct), middleware=[programs, reviewer], is_async=is_async
    )
    assert is_asked(agent.start())
    with pytest.raises(ValueError):
        agent.resume(bad)
    assert MADE == []
    agent.resume(APPROVE)
    assert MADE == ["ann"]
