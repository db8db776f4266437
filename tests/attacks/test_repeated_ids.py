"""Attack: a server uses the id of a call again, so that one call takes another one's place, approval or result."""

from typing import Any

import pytest
from langchain_core.messages import AIMessage
from langchain_core.tools import tool

from smurfs_graph import effects
from smurfs_graph.middleware import Programs
from tests.attacks.agents import APPROVE, BOTH_CALLERS, BOTH_WAYS, Agent, is_asked, shown
from tests.scripts import results_in

MADE = list[str]()


@tool
@effects("money")
def pay(to: str) -> str:
    """Pay somebody."""
    MADE.append(to)
    return f"paid {to} {len(MADE)}"


@tool
@effects("read")
def price(item: str) -> str:
    """Find a price."""
    MADE.append(item)
    return f"{item} {len(MADE)}"


def reply(*calls: tuple[str, str], direct: bool) -> AIMessage:
    """A reply with calls of one id, of a tool by its name with its argument."""
    if direct:
        made = [{"name": name, "args": {"to" if name == "pay" else "item": given}} for name, given in calls]
    else:
        made = [{"name": "run_python", "args": {"code": f"print(await {name}({given!r}))"}} for name, given in calls]
    return AIMessage("", tool_calls=[{**each, "id": "0"} for each in made])


def agent_of(*replies: Any, direct: bool, is_async: bool) -> Agent:
    """An agent with these replies."""
    programs = Programs(direct={"pay", "price"} if direct else ())
    return Agent([pay, price], *replies, middleware=[programs], is_async=is_async)


@pytest.fixture(autouse=True)
def begin() -> None:
    """Begin with nothing."""
    MADE.clear()


@BOTH_WAYS
@BOTH_CALLERS
def test_an_approval_is_for_one_reply(direct: bool, is_async: bool) -> None:
    """The same call under the same id in the next one is asked about anew."""
    again = [reply(("pay", "ann"), direct=direct) for _ in range(2)]
    agent = agent_of(*again, direct=direct, is_async=is_async)
    agent.start()
    second = agent.answer(APPROVE)
    assert is_asked(second) and MADE == ["ann"]
    agent.answer({"type": "reject"})
    assert MADE == ["ann"]


@BOTH_WAYS
@BOTH_CALLERS
def test_two_calls_of_one_id_are_two_calls(direct: bool, is_async: bool) -> None:
    """Equal ones too: each is made, and has its own result."""
    agent = agent_of(reply(("price", "x"), ("price", "x"), direct=direct), direct=direct, is_async=is_async)
    results = [each.strip() for each in results_in(agent.start()["messages"])]
    assert MADE == ["x", "x"] and sorted(results) == ["x 1", "x 2"]


@BOTH_WAYS
@BOTH_CALLERS
@pytest.mark.parametrize("second", ["ann", "bob"])
def test_two_questions_of_one_id_are_two_questions(second: str, direct: bool, is_async: bool) -> None:
    """A yes to the one is none to the other."""
    agent = agent_of(reply(("pay", "ann"), ("pay", second), direct=direct), direct=direct, is_async=is_async)
    questions = agent.start()["__interrupt__"]
    assert len(questions) == 2 and MADE == []
    no_first = {questions[0].id: {"decisions": [{"type": "reject"}]}, questions[1].id: {"decisions": [APPROVE]}}
    allowed = shown({"__interrupt__": [questions[1]]})[0]["to"]
    agent.resume(no_first)
    assert [allowed] == MADE
