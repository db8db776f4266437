"""Programs in an agent of deepagents', where that is installed: it wants a newer LangChain than the tests' own lock."""

from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.store.memory import InMemoryStore
from langgraph.types import Command

from smurfs_graph import ConfigurationError
from smurfs_graph.middleware import Programs
from smurfs_graph.testing import ScriptedModel
from tests.embedding.test_programs_and_reviewers import code, last
from tests.embedding.test_programs_middleware import ASK, Town
from tests.scripts import CONFIG, Turns, asks_nobody, calling, results_in

deepagents: Any = pytest.importorskip("deepagents", reason="deepagents is not installed")

WRITE = {"file_path": "/notes.txt", "content": "one order"}


def gated(*middleware: Any) -> dict[str, Any]:
    """The sub-agent that deepagents would add without a door, with its own one."""
    return {
        "name": "general-purpose",
        "description": "Does anything.",
        "system_prompt": "Do it.",
        "middleware": [*middleware],
    }


def agent(town: Town, *replies: Any, **more: Any) -> Any:
    """An agent of deepagents' with programs, whose model replies in turn."""
    left = list(replies)

    def reply(messages: Any, tools: Any) -> Any:
        town.bound.append(tools)
        said = left.pop(0)
        return said(messages) if callable(said) else said

    model = ScriptedModel(asks_nobody, caller=reply)
    kept = {"checkpointer": InMemorySaver(), "store": InMemoryStore()}
    return deepagents.create_deep_agent(model, town.tools(), **kept, **more)


def test_its_own_tools_stay_bound_and_programs_call_the_users() -> None:
    """With an approval inside a program."""
    town = Town()
    source = 'print(await price("a"))\nprint(await order("x"))'
    replies = [calling("write_file", WRITE), code(source), calling("read_file", {"file_path": "/notes.txt"}), last]
    made = agent(town, *replies, middleware=[Programs()], subagents=[gated(Programs())])
    (question,) = made.invoke(ASK, CONFIG)["__interrupt__"]
    assert [each["name"] for each in question.value["action_requests"]] == ["order"] and town.done == ["price a"]
    result = made.invoke(Command(resume={"decisions": [{"type": "approve"}]}), CONFIG)
    assert town.done == ["price a", "order x"]
    assert "1\n{'ordered': 'x'}" in results_in(result["messages"])[1] and "one order" in result["messages"][-1].text
    names = {tool["function"]["name"] for tool in town.bound[0]}
    assert {"run_python", "write_file", "read_file", "task"} <= names and not {"price", "order"} & names


def test_its_approvals_of_tools_in_programs_are_refused() -> None:
    """It asks before the tools run, where it sees no call of a program."""
    town = Town()
    sub_agents = [gated(Programs())]
    source = code('print(await order("x"))')
    made = agent(town, source, middleware=[Programs()], interrupt_on={"order": True}, subagents=sub_agents)
    with pytest.raises(ConfigurationError, match=r"deepagents: interrupt_on.*approve=\{'order'\}"):
        made.invoke(ASK, CONFIG)
    assert town.done == []


@pytest.mark.parametrize("more", [{}, {"subagents": [gated()]}, {"subagents": [gated(), {**gated(), "name": "two"}]}])
def test_sub_agents_without_a_door_are_refused(more: Any) -> None:
    """The one that deepagents adds as well; before the model is asked."""
    town = Town()
    made = agent(town, calling("task", {"description": "order x", "subagent_type": "general-purpose"}),
                 middleware=[Programs()], **more)  # fmt: skip
    with pytest.raises(ConfigurationError, match="'task' runs an agent that has order and no Programs"):
        made.invoke(ASK, CONFIG)
    assert town.done == [] and town.bound == []


def test_a_sub_agent_with_a_door_asks() -> None:
    """What is approved there is made, once."""
    town = Town()
    task = calling("task", {"description": "order x", "subagent_type": "general-purpose"})
    replies = [task, code('print(await order("x"))'), "the sub-agent is done", last]
    made = agent(town, *replies, middleware=[Programs()], subagents=[gated(Programs())])
    (question,) = made.invoke(ASK, CONFIG)["__interrupt__"]
    assert [each["name"] for each in question.value["action_requests"]] == ["order"] and town.done == []
    result = made.invoke(Command(resume={"decisions": [{"type": "approve"}]}), CONFIG)
    assert town.done == ["order x"] and "the sub-agent is done" in result["messages"][-1].text


def test_a_graph_is_one_of_its_sub_agents() -> None:
    """The task's description is its request, and its answer comes back to the agent."""

    def stock(item: str) -> dict[str, int]:
        """Find the stock of an item."""
        return {"stock": len(item)}

    inner = Turns(calling("stock", {"item": "A-17"}), "There are 4 of A-17.", tools=[stock])
    sub_agent = deepagents.CompiledSubAgent(name="look-ups", description="Looks things up.", runnable=inner.graph)
    task = {"description": "How many of A-17 are there?", "subagent_type": "look-ups"}
    made = agent(Town(), calling("task", task), last, subagents=[sub_agent])
    assert "There are 4 of A-17." in results_in(made.invoke(ASK, CONFIG)["messages"])
    assert "How many of A-17 are there?" in inner.seen[0][-1].text
