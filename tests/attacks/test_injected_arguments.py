"""Attack: a tool that takes the agent's state or the id of its call declares its effects, and nobody is to know."""

from typing import Annotated, Any

import pytest
from langchain.tools import ToolRuntime
from langchain_core.tools import BaseTool, InjectedToolArg, InjectedToolCallId, tool
from langgraph.prebuilt import InjectedState, InjectedStore

from smurfs_graph import effects
from smurfs_graph.middleware import Programs
from smurfs_graph.tools.policy import Policy, Rule
from tests.attacks.agents import BOTH_WAYS, Agent, is_asked, shown, told
from tests.scripts import calling

MADE = list[str]()


@tool
@effects("money")
def by_state(to: str, state: Annotated[Any, InjectedState]) -> str:
    """Pay somebody."""
    MADE.append(f"{to} {len(state['messages'])}")
    return "paid"


@tool
@effects("money")
def by_field(to: str, messages: Annotated[Any, InjectedState("messages")]) -> str:
    """Pay somebody."""
    MADE.append(f"{to} {len(messages)}")
    return "paid"


@tool
@effects("money")
def by_call_id(to: str, call_id: Annotated[str, InjectedToolCallId]) -> str:
    """Pay somebody."""
    MADE.append(f"{to} {bool(call_id)}")
    return "paid"


@tool
@effects("money")
def by_all(
    to: str,
    state: Annotated[Any, InjectedState],
    call_id: Annotated[str, InjectedToolCallId],
    store: Annotated[Any, InjectedStore],
    runtime: ToolRuntime[Any, Any],
    hidden: Annotated[str, InjectedToolArg] = "hidden",
) -> str:
    """Pay somebody."""
    MADE.append(f"{to} {bool(state and call_id and store and runtime.tool_call_id == call_id)} {hidden}")
    return "paid"


class ByClass(BaseTool):
    """A tool as a class."""

    name: str = "by_class"
    description: str = "Pay somebody."
    metadata: dict[str, Any] | None = {"effects": ["money"]}  # noqa: RUF012

    def _run(self, to: str, state: Annotated[Any, InjectedState], call_id: Annotated[str, InjectedToolCallId]) -> str:
        MADE.append(f"{to} {bool(state and call_id)}")
        return "paid"


TOOLS = {
    "by_state": (by_state, "ann 2"),
    "by_field": (by_field, "ann 2"),
    "by_call_id": (by_call_id, "ann True"),
    "by_all": (by_all, "ann True hidden"),
    "by_class": (ByClass(), "ann True"),
}
DENIED = Policy(rules=(Rule(decision="deny", effects=frozenset({"money"})),))


@pytest.fixture(autouse=True)
def nothing_is_made() -> None:
    """Begin with nothing."""
    MADE.clear()


@BOTH_WAYS
@pytest.mark.parametrize("name", TOOLS)
def test_what_costs_money_is_asked_about(name: str, is_async: bool) -> None:
    """With the arguments that the model wrote, and runs with what it is injected."""
    own, made = TOOLS[name]
    agent = Agent([own], calling(name, {"to": "ann"}), middleware=[Programs()], is_async=is_async)
    asked = agent.start()
    assert is_asked(asked) and shown(asked) == [{"to": "ann"}] and MADE == []
    assert told(agent.answer({"type": "approve"})) == "paid" and [made] == MADE


@BOTH_WAYS
@pytest.mark.parametrize("name", TOOLS)
def test_what_costs_money_is_denied_where_a_policy_says_so(name: str, is_async: bool) -> None:
    """By its effects, not by its name."""
    own, _ = TOOLS[name]
    agent = Agent([own], calling(name, {"to": "ann"}), middleware=[Programs(policy=DENIED)], is_async=is_async)
    assert "the policy forbids this call" in told(agent.start()) and MADE == []


@BOTH_WAYS
@pytest.mark.parametrize("forged", [{"state": {"messages": []}}, {"call_id": "9"}, {"hidden": "forged"}])
def test_a_model_does_not_write_what_is_injected(forged: dict[str, Any], is_async: bool) -> None:
    """It is taken out before anybody decides."""
    agent = Agent([by_all], calling("by_all", {"to": "ann", **forged}), middleware=[Programs()], is_async=is_async)
    assert shown(agent.start()) == [{"to": "ann"}]
    agent.answer({"type": "approve"})
    assert MADE == ["ann True hidden"]
