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


KEYS = list[str]()


@tool
@effects("money", idempotency_key="request_id")
async def pay_by_key(to: str, request_id: str = "") -> str:
    """Pay somebody, once for a key."""
    KEYS.append(request_id)
    if len(KEYS) == 1:
        await asyncio.sleep(60)
    return f"paid {to}"


@pytest.fixture(autouse=True)
def begin() -> None:
    """Begin with nothing."""
    MADE.clear()
    KEYS.clear()


def interrupted(own: Any, direct: bool) -> Agent:
    """An agent that was ended while it paid; `tests/embedding/test_killed_agent.py` kills processes."""
    name = str(own.name)
    given: Any = {"policy": ALLOWED, "direct": {name} if direct else ()}
    agent = Agent([own], called(name, {"to": "ann"}, direct=direct), middleware=[Programs(**given)], is_async=True)

    async def run() -> None:
        going = asyncio.ensure_future(agent.graph.ainvoke({"messages": [("user", "go")]}, CONFIG))
        while not (MADE or KEYS or going.done()):
            await asyncio.sleep(0.01)
        going.cancel()
        await going

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(run())
    agent.elsewhere(middleware=[Programs(**given)])
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
    agent = interrupted(pay, direct)
    asked = asyncio.run(agent.graph.ainvoke(None, CONFIG))
    assert is_asked(asked) and shown(asked) == [{"to": "ann"}] and MADE == ["ann"]
    with pytest.raises(ValueError, match="repeat"):
        agent.answer(APPROVE)
    assert MADE == ["ann"]
    assert said in told(agent.answer(decision)) and made == MADE


@BOTH_CALLERS
def test_a_call_with_a_key_is_made_again_under_it(direct: bool) -> None:
    """Nobody has to be asked: its tool knows it again."""
    agent = interrupted(pay_by_key, direct)
    assert told(asyncio.run(agent.graph.ainvoke(None, CONFIG))).strip() == "paid ann"
    assert len(KEYS) == 2 and len({*KEYS}) == 1 and KEYS[0]
