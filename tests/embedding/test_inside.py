"""Inside other people's graphs and servers: their contexts are theirs, and a graph brings no store of its own."""

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import MessagesState, StateGraph
from langgraph.prebuilt import ToolRuntime
from langgraph.types import Command
from pydantic import BaseModel

from smurfs_graph import Settings, build_graph, effects
from smurfs_graph.running.anywhere import AnywhereGraph
from smurfs_graph.testing import ScriptedModel
from tests.conversations import Weather, reply, weather_model
from tests.graph.sides import call
from tests.scripts import CONFIG, build, finish, script
from tests.studio.conftest import new_thread, serving


@dataclass
class Theirs:
    """A context of an outer graph; two of its fields are called as settings are."""

    user: str = "ada"
    max_llm_calls: int = 1
    strategy: str = "none of ours"


class TheirModel(BaseModel):
    """The outer graph's context as a pydantic model."""

    user: str = "ada"
    max_llm_calls: int = 1


SEEN: list[Any] = []


def find_temperature(city: str, runtime: ToolRuntime[Any, Any]) -> dict[str, Any]:
    """Find the temperature of a city, in degrees."""
    SEEN.append(runtime.context)
    return {"city": city, "degrees": 4}


def weather_graph(strategy: str) -> AnywhereGraph:
    """Our graph, on a tool that looks at its context."""
    settings = Settings(model="scripted:x", strategy=strategy, step_shape="split", planning="always")  # pyright: ignore
    answers = script(
        planner={"needs_tool": True, "sub_tasks": ["Find the temperature of Oslo."]},
        executor_arguments={"city": "Oslo"},
        executor_react=_react,
    )
    return build_graph(settings, [find_temperature], models={"scripted:x": ScriptedModel(answers)})


def _react(sections: dict[str, str]) -> Any:
    return finish("4") if "history" in sections else call("find_temperature", city="Oslo")


@pytest.mark.parametrize("as_node", [True, False])
@pytest.mark.parametrize(
    ("strategy", "theirs"),
    [
        *((strategy, Theirs()) for strategy in ("full", "smurfs", "react", "pmc")),
        ("full", TheirModel()),
        ("full", {"user": "ada", "max_llm_calls": 1, "depth": "x"}),
    ],
)
def test_a_context_of_an_outer_graph_changes_no_setting_and_reaches_tools(
    theirs: Any, as_node: bool, strategy: str
) -> None:
    """This holds as a node and called in one, and where its keys are named like settings."""
    inner = weather_graph(strategy)
    outer: Any = StateGraph(MessagesState, context_schema=type(theirs) if not isinstance(theirs, dict) else None)

    async def ask(state: Any) -> Any:
        result = await inner.ainvoke({"messages": state["messages"]})
        return {"messages": result["messages"]}

    outer.add_node("ask", inner if as_node else ask)
    outer.set_entry_point("ask")
    SEEN.clear()
    graph = outer.compile(checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "t"}}
    run = graph.ainvoke({"messages": [("user", "How warm is it in Oslo?")]}, config, context=theirs)
    said = asyncio.run(run)["messages"][-1]
    assert said.additional_kwargs["stop_reason"] == "answered"
    assert [theirs] == SEEN


def test_keys_that_langgraphs_clients_add_to_a_context_are_no_settings() -> None:
    """They are left out; a misspelt setting beside them is still named."""
    weather = Weather()
    graph = build_graph(
        Settings(model="scripted:x"), [weather.find_temperature], models={"scripted:x": weather_model()}
    )
    context: Any = {"thread_id": "t", "assistant_id": "a", "run_id": "r", "max_llm_calls": 1}
    result = graph.invoke({"query": "How warm is it in Oslo?"}, context=context)
    assert result["stop_reason"] == "llm_call_budget"


def test_settings_may_be_extended_by_what_tools_need() -> None:
    """A subclass of `Settings` is both: settings of the call, and a context for the tools."""

    class Mine(Settings):
        user: str = ""

    SEEN.clear()
    weather_graph("smurfs").invoke({"query": "x"}, context=Mine(user="ada", max_depth=2))
    [seen] = SEEN
    assert (seen.user, seen.max_depth) == ("ada", 2)
    SEEN.clear()
    weather_graph("smurfs").invoke({"query": "x"}, context={"max_depth": 2})
    assert SEEN == [None]


@pytest.mark.parametrize("called", [False, True])
def test_a_checkpointer_of_its_own_does_no_harm_below_a_graph_without_one(called: bool) -> None:
    """The outer graph decides, as in LangGraph, and keeps nothing; as a node and called in one."""
    model = weather_model(native=True)
    inner = build_graph(
        Settings(model="scripted:x"),
        [Weather().find_temperature],
        models={"scripted:x": model},
        checkpointer=InMemorySaver(),
    )

    async def ask(state: MessagesState) -> Any:
        return {"messages": (await inner.ainvoke({"messages": state["messages"]}))["messages"]}

    outer = StateGraph(MessagesState)
    outer.add_node("smurfs", ask if called else inner)  # pyright: ignore
    outer.set_entry_point("smurfs")
    said: Any = asyncio.run(outer.compile().ainvoke({"messages": [("user", "How warm is it in Oslo?")]}))  # pyright: ignore
    assert said["messages"][-1].text == "Oslo has 4 degrees."


@effects("write")
def set_heating(city: str) -> str:
    """Turn the heating of a city on."""
    SEEN.append(city)
    return "on"


@pytest.mark.parametrize("way", ["a node", "called in a node", "called in a graph in a node"])
@pytest.mark.parametrize(("strategy", "parts"), [("full", 1), ("full", 2), ("pmc", 1), ("smurfs", 1)])
async def test_a_question_comes_out_of_an_outer_graph_once(strategy: str, parts: int, way: str) -> None:
    """Also where a scheduler's tasks wait below it; each of several has an id of its own, by which it is answered."""
    SEEN.clear()
    cities = ["Oslo", "Bergen"][:parts]
    replies = script(
        planner={"needs_tool": True, "sub_tasks": [f"Heat {city}." for city in cities]},
        executor_arguments=lambda sections: {"city": next(city for city in cities if city in sections["sub_task"])},
        executor_react=lambda sections: finish("on") if "history" in sections else call("set_heating", city="Oslo"),
    )
    inner = build([set_heating], replies, strategy=strategy, planning="always").graph

    async def ask(state: Any) -> Any:
        return {"messages": (await inner.ainvoke({"messages": state["messages"]}))["messages"][-1:]}

    between: Any = StateGraph(MessagesState).add_node("inner", ask).add_edge("__start__", "inner").compile()
    outer: Any = StateGraph(MessagesState)
    outer.add_node("inner", {"a node": inner, "called in a node": ask}.get(way, between))
    graph = outer.add_edge("__start__", "inner").compile(checkpointer=InMemorySaver())
    result = await graph.ainvoke({"messages": [("user", "Heat them.")]}, CONFIG)
    for _ in range(parts):
        waiting = (await graph.aget_state(CONFIG)).interrupts
        assert result["__interrupt__"] == list(waiting)
        assert len({question.id for question in waiting}) == len(waiting) > 0
        result = await graph.ainvoke(Command(resume={each.id: {"decision": "approve"} for each in waiting}), CONFIG)
        if "__interrupt__" not in result:
            break
    assert cities == SEEN and "__interrupt__" not in result


def test_full_responses_are_kept_without_a_store_too() -> None:
    """In the graph's own memory: an equal call takes its response from there, in a run with a thread and without."""
    weather = Weather()
    model = ScriptedModel(reply)
    settings = Settings(model="scripted:x", planning="always", step_shape="fused")
    graph = build_graph(settings, [weather.find_temperature], models={"scripted:x": model})
    assert graph.store is None
    result = graph.invoke({"query": "How warm is it in Oslo?"})
    assert result["outcomes"]["s1"].evidence[0].response


APP = '''
from langchain_core.messages import AIMessage, ToolMessage

from smurfs_graph import Settings, build_graph, effects
from smurfs_graph.prompting.prompts import parse_sections
from smurfs_graph.testing import ScriptedModel


def answer(messages, tools):
    sections = parse_sections(messages[1].text)
    if isinstance(messages[-1], ToolMessage):
        return messages[-1].text
    if "Remember" in sections["query"]:
        words = {"words": "I fly only in the mornings"}
        return AIMessage("", tool_calls=[{"name": "remember", "args": words, "id": "1"}])
    return sections.get("remembered", "nothing")


@effects("read")
def find_stock(item: str) -> dict:
    """Find the stock of an item.

    Args:
        item: Id of the item.
    """
    return {"item": item, "stock": 4}


graph = build_graph(Settings(), [find_stock])
model = ScriptedModel(lambda call, sections: "", caller=answer, profile={"tool_calling": True})
remembering = build_graph(Settings(model="scripted:x", memory=True), [find_stock], models={"scripted:x": model})
'''


@pytest.mark.slow
def test_langgraphs_server_loads_a_users_own_graph(tmp_path: Path) -> None:
    """From a file that says no more than `build_graph(...)`; a chat client's two turns work there, and its store keeps
    what users ask to be remembered.
    """
    (tmp_path / "app.py").write_text(APP)
    made = {"dependencies": ["."], "graphs": {"mine": "./app.py:graph", "remembering": "./app.py:remembering"}}
    (tmp_path / "langgraph.json").write_text(json.dumps(made))
    with serving(tmp_path) as server:
        client = server.client
        thread = new_thread(server)
        for item in ("A-17", "B-2"):
            said: Any = {"messages": [{"role": "user", "content": f"Find the stock of item {item}."}]}
            result: Any = client.runs.wait(thread, "mine", input=said)
            assert result["stop_reason"] == "answered", result
        state: Any = client.threads.get_state(thread)
        messages = state["values"]["messages"]
        assert [message["type"] for message in messages] == ["human", "ai"] * 2
        assert messages[-1]["additional_kwargs"]["stop_reason"] == "answered"
        told: Any = {"messages": [{"role": "user", "content": "Remember that I fly only in the mornings."}]}
        client.runs.wait(None, "remembering", input=told, config={"configurable": {"user_id": "ann"}})
        asked: Any = {"messages": [{"role": "user", "content": "When do I fly?"}]}
        for user, known in (("ann", "- I fly only in the mornings"), ("bob", "nothing")):
            result = client.runs.wait(None, "remembering", input=asked, config={"configurable": {"user_id": user}})
            assert result["answer"] == known
