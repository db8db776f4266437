"""Attack: a person's edit makes something of a call that the policy denies, or that no tool takes."""

from typing import Any

import pytest
from langchain_core.tools import tool

from smurfs_graph import effects
from smurfs_graph.middleware import Programs
from smurfs_graph.tools.policy import Policy, Rule
from tests.attacks.agents import BOTH_CALLERS, BOTH_WAYS, CALLERS_AND_WAYS, Agent, called, is_asked, told

MADE = list[str]()


@tool
@effects("money")
def pay(to: str = "eve", amount: int = 1) -> str:
    """Pay somebody."""
    MADE.append(f"{to} {amount}")
    return "paid"


RULES = Policy(rules=(Rule(decision="deny", arguments={"to": "eve"}), Rule(decision="ask")))

EDITS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "to what is allowed": ({"to": "bob", "amount": 2}, ["bob 2"]),
    "to what is denied": ({"to": "eve"}, []),
    "to a default that is denied": ({}, []),
    "to a name that hides one": ({"to": "e\u200bve"}, []),
    "to text with it inside": ({"to": "bob, eve"}, []),
    "to an unknown parameter": ({"to": "bob", "dest": "eve"}, []),
    "to another type": ({"to": ["eve"]}, []),
    "to an amount as text": ({"to": "bob", "amount": "3"}, ["bob 3"]),
}


@pytest.fixture(autouse=True)
def begin() -> None:
    """Begin with nothing."""
    MADE.clear()


@CALLERS_AND_WAYS
@pytest.mark.parametrize("kind", EDITS)
def test_an_edit_is_judged(kind: str, direct: bool, is_async: bool) -> None:
    """What is made of it runs as it was written, or it is refused in a line."""
    edited, made = EDITS[kind]
    agent = Agent(
        [pay],
        called("pay", {"to": "ann", "amount": 900}, direct=direct),
        middleware=[Programs(policy=RULES, direct={"pay"} if direct else ())],
        is_async=is_async,
    )
    assert is_asked(agent.start())
    result = agent.answer({"type": "edit", "edited_action": {"name": "pay", "args": edited}})
    assert made == MADE and (told(result).startswith("paid") == bool(made))


@BOTH_WAYS
@BOTH_CALLERS
@pytest.mark.parametrize("decision", [{"type": "reject"}, {"type": "reject", "message": "eve is a thief"}])
def test_a_rejection_is_told(decision: Any, direct: bool, is_async: bool) -> None:
    """With its reason; nothing is made."""
    agent = Agent(
        [pay],
        called("pay", {"to": "ann"}, direct=direct),
        middleware=[Programs(policy=RULES, direct={"pay"} if direct else ())],
        is_async=is_async,
    )
    agent.start()
    result = told(agent.answer(decision))
    assert "a person refused this call" in result and str(decision.get("message", "")) in result and MADE == []


@BOTH_WAYS
@BOTH_CALLERS
def test_a_person_may_answer_in_a_calls_place(direct: bool, is_async: bool) -> None:
    """Nothing is made."""
    agent = Agent(
        [pay],
        called("pay", {"to": "ann"}, direct=direct),
        middleware=[Programs(policy=RULES, direct={"pay"} if direct else ())],
        is_async=is_async,
    )
    agent.start()
    assert told(agent.answer({"type": "respond", "message": "paid by hand"})) == "paid by hand" and MADE == []
