"""Attack: an agent behind a tool has the same tools, and no door: deepagents' `task`, and what is built like it."""

from collections.abc import Sequence
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableLambda
from langchain_core.tools import StructuredTool, tool

from smurfs_graph import ConfigurationError, effects
from smurfs_graph.middleware import Programs
from smurfs_graph.testing import ScriptedModel
from tests.attacks.agents import ALLOWED, APPROVE, BOTH_WAYS, Agent, called, is_asked, shown, told
from tests.scripts import asks_nobody, calling

MADE = list[str]()


@tool
@effects("money")
def pay(to: str) -> str:
    """Pay somebody."""
    MADE.append(to)
    return "paid"


@tool
@effects("read")
def price(item: str) -> str:
    """Find a price."""
    MADE.append(f"price {item}")
    return "1"


def inner(tools: Sequence[Any], *replies: Any, middleware: Sequence[Any] = ()) -> Any:
    """An agent that is run by a tool."""
    left = [*replies, AIMessage("the inner one is done")]
    model = ScriptedModel(asks_nobody, caller=lambda messages, tools: left.pop(0))
    return create_agent(model, tools, middleware=[*middleware])


def task_of(graph: Any) -> StructuredTool:
    """A tool of the shape of deepagents': its agents stand in a dictionary that its functions hold."""
    graphs = {"general-purpose": graph}

    def select(kind: str) -> Any:
        return graphs[kind]

    def task(description: str) -> str:
        given: Any = {"messages": [HumanMessage(description)]}
        return str(select("general-purpose").invoke(given)["messages"][-1].text)

    async def atask(description: str) -> str:
        given: Any = {"messages": [HumanMessage(description)]}
        return str((await select("general-purpose").ainvoke(given))["messages"][-1].text)

    return StructuredTool.from_function(task, atask, name="task", description="Give a task to another agent.")


SHAPES = {
    "a graph": lambda graph: graph,
    "with a config": lambda graph: graph.with_config({"run_name": "inner"}),
    "in a sequence": lambda graph: RunnableLambda(lambda given: given) | graph,
    "an agent's agent": lambda graph: inner([task_of(graph)], calling("task", {"description": "go"})),
}


@pytest.fixture(autouse=True)
def begin() -> None:
    """Begin with nothing."""
    MADE.clear()


@BOTH_WAYS
@pytest.mark.parametrize("given", [{}, {"policy": ALLOWED, "approve": {"pay"}}])
@pytest.mark.parametrize("shape", SHAPES)
def test_an_agent_without_a_door_is_refused(shape: str, given: Any, is_async: bool) -> None:
    """Before the model is asked, in a line that says what to do."""
    hidden = task_of(SHAPES[shape](inner([pay, price], calling("pay", {"to": "eve"}))))
    agent = Agent(
        [pay, price, hidden],
        called("task", {"description": "pay eve"}, direct=True),
        middleware=[Programs(direct={"task"}, **given)],
        is_async=is_async,
    )
    with pytest.raises(ConfigurationError, match=r"'task' runs an agent that has pay and no Programs.*middleware"):
        agent.start()
    assert MADE == [] and len(agent.replies) == 2


INNER: Any = None


def ask_inner(description: str) -> str:
    """Give a task to the agent of this module."""
    given: Any = {"messages": [HumanMessage(description)]}
    return str(INNER.invoke(given)["messages"][-1].text)


@BOTH_WAYS
def test_an_agent_of_the_tools_module_is_refused(is_async: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tool's function knows it by its name alone."""
    monkeypatch.setitem(globals(), "INNER", inner([pay], calling("pay", {"to": "eve"})))
    reply = called("ask_inner", {"description": "pay eve"}, direct=True)
    agent = Agent([pay, ask_inner], reply, middleware=[Programs(direct={"ask_inner"})], is_async=is_async)
    with pytest.raises(ConfigurationError, match="'ask_inner' runs an agent that has pay and no Programs"):
        agent.start()
    assert MADE == []


@BOTH_WAYS
@pytest.mark.parametrize("shape", SHAPES)
def test_an_agent_with_tools_that_nobody_is_asked_about_is_none_of_our_business(shape: str, is_async: bool) -> None:
    """They are allowed here and there."""
    hidden = task_of(SHAPES[shape](inner([price], calling("price", {"item": "x"}))))
    agent = Agent(
        [pay, price, hidden],
        called("task", {"description": "price x"}, direct=True),
        middleware=[Programs(policy=ALLOWED, approve={"pay"}, direct={"task"})],
        is_async=is_async,
    )
    assert told(agent.start()) == "the inner one is done" and MADE == ["price x"]


@BOTH_WAYS
def test_an_agent_with_a_door_of_its_own_asks(is_async: bool) -> None:
    """As the outer one does; nothing is made before."""
    graph = inner([pay], called("pay", {"to": "ann"}, direct=False), middleware=[Programs()])
    agent = Agent(
        [pay, task_of(graph)],
        called("task", {"description": "pay ann"}, direct=True),
        middleware=[Programs(policy=ALLOWED, approve={"pay"}, direct={"task"})],
        is_async=is_async,
    )
    asked = agent.start()
    assert is_asked(asked) and shown(asked) == [{"to": "ann"}] and MADE == []
    agent.answer(APPROVE)
    assert MADE == ["ann"]
