"""Attack: of calls that are made together one needs a person, and is to slip through beside the others."""

from typing import Any

import pytest
from langchain_core.messages import AIMessage
from langchain_core.tools import tool

from smurfs_graph import effects
from smurfs_graph.middleware import Programs
from smurfs_graph.tools.policy import Policy, Rule
from tests.attacks.agents import APPROVE, BOTH_CALLERS, BOTH_WAYS, Agent, is_asked, shown
from tests.scripts import calling

MADE = list[str]()


@tool
@effects("read")
def price(item: str) -> str:
    """Find a price."""
    MADE.append(f"price {item}")
    return "1"


@tool
@effects("money")
def pay(to: str) -> str:
    """Pay somebody."""
    MADE.append(f"paid {to}")
    return "paid"


@tool
def note(text: str) -> str:
    """Write a note; it declares nothing."""
    MADE.append(f"note {text}")
    return "noted"


RULES = Policy(rules=(Rule(decision="deny", tools=("pay",), arguments={"to": "eve"}),))
CALLS = [
    ("price", "item", "x"),
    ("pay", "to", "ann"),
    ("note", "text", "y"),
    ("pay", "to", "eve"),
    ("pay", "to", "bob"),
]


def reply(direct: bool) -> AIMessage:
    """All calls at once."""
    if direct:
        calls = [calling(name, {parameter: value}).tool_calls[0] for name, parameter, value in CALLS]
        return AIMessage("", tool_calls=calls)
    made = ", ".join(f"{name}({value!r})" for name, _, value in CALLS)
    return calling("run_python", {"code": f"print(await asyncio.gather({made}, return_exceptions=True))"})


@pytest.fixture(autouse=True)
def begin() -> None:
    """Begin with nothing."""
    MADE.clear()


@BOTH_WAYS
@BOTH_CALLERS
def test_only_what_was_approved_is_made(direct: bool, is_async: bool) -> None:
    """Each thing once; what is denied never, though others wait beside it."""
    programs = Programs(policy=RULES, direct={"price", "pay", "note"} if direct else ())
    agent = Agent([price, pay, note], reply(direct), middleware=[programs], is_async=is_async)
    first = agent.start()
    assert is_asked(first) and not [each for each in MADE if each.startswith("paid")]
    assert sorted(each["to"] for each in shown(first)) == ["ann", "bob"]

    decisions = {"ann": {"type": "reject"}, "bob": APPROVE}
    answers: dict[str, Any] = {
        question.id: {"decisions": [decisions[each["args"]["to"]] for each in question.value["action_requests"]]}
        for question in first["__interrupt__"]
    }
    agent.resume(answers)
    assert sorted(MADE) == ["note y", "paid bob", "price x"]
