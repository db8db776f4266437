"""A request's own values reach the tools, unseen by models; unknown ones are refused when tools load."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import pytest
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool, InjectedToolArg, InjectedToolCallId, tool
from langgraph.prebuilt import InjectedState, InjectedStore, ToolRuntime
from langgraph.store.base import BaseStore
from langgraph.store.memory import InMemoryStore

from smurfs_graph import ConfigurationError, Settings, build_graph, effects
from smurfs_graph.testing import ScriptedModel
from smurfs_graph.tools.specs import load_tools
from tests.scripts import build, script


@dataclass
class Request:
    """A service's knowledge of who asks."""

    user: str


@effects("read")
def by_runtime(item: str, runtime: ToolRuntime[Request, Any]) -> str:
    """Find the owner of an item.

    Args:
        item: Id of the item.
    """
    return f"{item} is {runtime.context.user}'s"


@effects("read")
async def by_runtime_async(item: str, runtime: ToolRuntime[Any, Any]) -> str:
    """Find the owner of an item."""
    return f"{item} is {runtime.context.user}'s"


@tool
def by_runtime_tool(item: str, runtime: ToolRuntime[Any, Any]) -> str:
    """Find the owner of an item."""
    return f"{item} is {runtime.context.user}'s"


def by_config(item: str, config: RunnableConfig) -> str:
    """Find the owner of an item."""
    return f"{item} is {config.get('configurable', {})['user']}'s"


@tool
async def by_config_async(item: str, config: RunnableConfig) -> str:
    """Find the owner of an item."""
    return f"{item} is {config.get('configurable', {})['user']}'s"


def by_store(item: str, store: Annotated[BaseStore, InjectedStore()]) -> str:
    """Find the owner of an item."""
    found = store.get(("owners",), item)
    return f"{item} is {found.value['user'] if found else 'nobody'}'s"


class OfItsOwn(BaseTool):
    """A tool as a class."""

    name: str = "of_its_own"
    description: str = "Find the owner of an item."

    def _run(self, item: str, runtime: ToolRuntime[Any, Any]) -> str:
        return f"{item} is {runtime.context.user}'s"


WAYS: list[Any] = [by_runtime, by_runtime_async, by_runtime_tool, by_config, by_config_async, OfItsOwn()]
CALLS: dict[str, Any] = {"executor_arguments": {"item": "A-1"}}


def names(way: Any) -> str:
    """For the tests' names."""
    return str(getattr(way, "name", getattr(way, "__name__", way)))


@pytest.mark.parametrize(
    ("way", "strategy"), [*((way, "full") for way in WAYS), (by_runtime, "smurfs"), (by_runtime, "react")], ids=names
)
def test_each_request_reaches_its_own_tool_calls(way: Any, strategy: str) -> None:
    """Two users, one graph; no model sees the parameter."""
    replies = script(
        **CALLS,
        executor_fused={"thought": "x", "calls": [{"tool": names(way), "arguments": {"item": "A-1"}}]},
        executor_react=lambda sections: _react(sections, names(way)),
        answer_fused=lambda sections: {"answer": sections["response"], "status": "solved"},
    )
    built = build([way], replies, strategy=strategy)
    for user in ("ada", "bob"):
        config: Any = {"configurable": {"user": user}}
        result = built.graph.invoke({"query": "Whose is A-1?"}, config, context=Request(user))
        assert f"A-1 is {user}'s" in result["outcomes"]["s1"].evidence[0].text
    assert not any('"runtime"' in asked.user or '"config"' in asked.user for asked in built.model.asked)


def _react(sections: dict[str, str], name: str) -> Any:
    if "history" in sections:
        return {"thought": "x", "tool": "Finish", "arguments": {"return_type": "give_answer", "final_answer": "found"}}
    return {"thought": "x", "tool": name, "arguments": {"item": "A-1"}}


def test_a_store_is_the_graphs() -> None:
    """And where it has none, the call fails with a reason, as any call."""
    store = InMemoryStore()
    store.put(("owners",), "A-1", {"user": "ada"})
    model = ScriptedModel(script(**CALLS))
    settings = Settings(model="scripted:x", strategy="smurfs", max_replans=0)
    with_store, without = (
        build_graph(settings, [by_store], models={"scripted:x": model}, store=each) for each in (store, None)
    )
    found = with_store.invoke({"query": "x"})
    assert found["outcomes"]["s1"].evidence[0].text == "it says A-1 is ada's"
    lacking = without.invoke({"query": "x"})["outcomes"]["s1"]
    assert lacking.status == "failed" and "the graph has none" in lacking.reason


def test_a_cache_of_responses_gives_nobody_what_is_anothers(tmp_path: Path) -> None:
    """The result of a tool that knows its request is kept for no other run."""
    built = build([by_runtime], script(**CALLS), tool_cache=str(tmp_path / "cache.sqlite"))
    texts = [
        built.graph.invoke({"query": "x"}, context=Request(user))["outcomes"]["s1"].evidence[0].text
        for user in ("ada", "bob")
    ]
    assert texts == ["it says A-1 is ada's", "it says A-1 is bob's"]


def by_state(item: str, state: Annotated[dict[str, Any], InjectedState]) -> str:
    """Find an item."""
    return item


def by_call_id(item: str, call: Annotated[str, InjectedToolCallId]) -> str:
    """Find an item."""
    return item


def by_hand(item: str, user: Annotated[str, InjectedToolArg()]) -> str:
    """Find an item."""
    return item


@pytest.mark.parametrize("way", [by_state, by_call_id, by_hand, tool(by_state)], ids=names)
def test_what_nobody_can_fill_in_is_refused_when_tools_load(way: Callable[..., Any]) -> None:
    """In a line that names the tool, the parameter, and what can be had."""
    with pytest.raises(ConfigurationError, match=r"'by_\w+' cannot be a tool here: .*ToolRuntime") as refused:
        load_tools([way])
    assert "\n" not in str(refused.value)
