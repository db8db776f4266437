"""Attack: a run ends while a call is under way, and whoever goes on with it makes the call a second time."""

import asyncio
from typing import Any

import pytest
from langchain_core.tools import tool

from smurfs_graph import effects
from smurfs_graph.middleware import Programs
from tests.attacks.agents import ALLOWED, APPROVE, BOTH_CALLERS, Agent, called, is_asked, shown, told
from tests.scripts import CONFIG

MADE = list[str]()


@tool
@effects("money")
async def pay(to: str) -> str:
    """Pay somebody."""
    MADE.append(to)
    if len(MADE) == 1:
        await asyncio.sleep(60)
    return f"paid {to}"


@pytest.fixture(autouse=True)
def begin() -> None:
    """Begin with nothing."""
    MADE.clear()


def interrupted(direct: bool, **given: Any) -> Agent:
    """An agent that was ended while it paid; `tests/embedding/test_killed_agent.py` kills processes."""
    programs = Programs(**given, direct={"pay"} if direct else ())
    agent = Agent([pay], called("pay", {"to": "ann"}, direct=direct), middleware=[programs], is_async=True)

    async def run() -> None:
        await asyncio.wait_for(agent.graph.ainvoke({"messages": [("user", "go")]}, CONFIG), 0.5)

    with pytest.raises(TimeoutError):
        asyncio.run(run())
    agent.elsewhere(middleware=[Programs(**given, direct={"pay"} if direct else ())])
    return agent


@BOTH_CALLERS
@pytest.mark.parametrize(
    ("decision", "made", "said"),
    [
        ({"type": "reject"}, ["ann"], "whether it was made is not known"),
        ({"type": "respond", "message": "repeat"}, ["ann", "ann"], "paid ann"),
        ({"type": "respond", "message": "made: by hand"}, ["ann"], "by hand"),
    ],
)
def test_a_person_says_what_became_of_it(decision: Any, made: list[str], said: str, direct: bool) -> None:
    """It is not made again before; a yes is no answer."""
    agent = interrupted(direct, policy=ALLOWED)
    asked = asyncio.run(agent.graph.ainvoke(None, CONFIG))
    assert is_asked(asked) and shown(asked) == [{"to": "ann"}] and MADE == ["ann"]
    with pytest.raises(ValueError, match="repeat"):
        agent.answer(APPROVE)
    assert MADE == ["ann"]
    assert said in told(agent.answer(decision)) and made == MADE
