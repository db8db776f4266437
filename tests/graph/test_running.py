"""Running a graph from plain code, from inside a loop, many at once, and stopping it half way."""

import asyncio
import gc
import threading
import time
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from smurfs_graph import ConfigurationError
from smurfs_graph.testing import ScriptedModel
from tests.scripts import CONFIG, Built, build, script


def look(word: str = "x") -> str:
    """Look it up."""
    return f"{word} is known"


def graph_threads() -> list[threading.Thread]:
    """The threads that drive graphs."""
    return [thread for thread in threading.enumerate() if thread.name == "graph-stream"]


def patient(latency: float = 0.05, **replies: Any) -> Built:
    """A graph whose model takes its time."""
    return build([look], model=ScriptedModel(script(**replies), latency=latency))


async def test_every_way_of_running_gives_the_same_answer() -> None:
    """invoke, ainvoke, stream and astream inside a running loop; invoke in plain code, in a thread of its own."""
    graph = build([look]).graph
    query: Any = {"query": "q"}
    results: list[Any] = [graph.invoke(query), await graph.ainvoke(query), await asyncio.to_thread(graph.invoke, query)]
    results.append(list(graph.stream(query, stream_mode="values"))[-1])
    results.append([value async for value in graph.astream(query, stream_mode="values")][-1])
    assert {result["answer"] for result in results} == {results[0]["answer"]}


def test_context_variables_reach_the_nodes() -> None:
    """A tool sees the caller's context variables, as it would without the thread between."""
    from contextvars import ContextVar

    user: ContextVar[str] = ContextVar("user", default="nobody")

    def who() -> str:
        """Say who is asking."""
        return user.get()

    user.set("Ada")
    result = build([who]).run()
    assert result["outcomes"]["s1"].answer == "it says Ada"


@pytest.mark.parametrize("taken", [0, 1, 3])
def test_a_stream_closed_early_stops_the_run_and_its_thread(taken: int) -> None:
    """Closed by its reader, also before the first item: what was not asked yet is never asked."""
    built = patient()
    stream = built.graph.stream({"query": "q"}, stream_mode="updates")
    for _ in range(taken):
        next(stream)
    stream.close()
    asked = len(built.model.asked)
    assert graph_threads() == []
    time.sleep(0.15)
    assert len(built.model.asked) == asked < 7


def test_a_stream_that_its_reader_leaves_with_an_exception_leaves_nothing() -> None:
    """It is dropped, and collected."""
    with pytest.raises(RuntimeError, match="reader"):
        for _ in patient().graph.stream({"query": "q"}, stream_mode="updates"):
            raise RuntimeError("reader")
    gc.collect()
    assert graph_threads() == []


async def test_cancelling_a_run_leaves_no_task_behind() -> None:
    """At any point: the cancellation arrives, every task ends, nothing more is asked."""
    for delay in (0.0, 0.01, 0.06, 0.12, 0.2):
        built = patient(latency=0.04)
        before = asyncio.all_tasks()
        run = asyncio.create_task(built.graph.ainvoke({"query": "q"}))
        await asyncio.sleep(delay)
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        await asyncio.sleep(0)
        assert asyncio.all_tasks() - before == set()
        asked = len(built.model.asked)
        await asyncio.sleep(0.06)
        assert len(built.model.asked) == asked


def test_a_new_query_on_an_old_thread_starts_afresh() -> None:
    """Nothing of the first run is in the second but the conversation: no outcome, usage, warning, stop or memory."""
    replies = script(
        planner=[
            {"needs_tool": True, "sub_tasks": ["before"]},
            {"needs_tool": True, "sub_tasks": ["first", "second"]},
            {"needs_tool": True, "sub_tasks": ["third"]},
            {"needs_tool": False, "answer": "hello"},
        ],
        executor_thought=["", "", "", {"thought": "t"}],
    )
    built = build([look], replies, checkpointer=InMemorySaver())
    stopped = built.run("none", CONFIG, context={"max_llm_calls": 3})
    assert stopped["stop_reason"] == "llm_call_budget"
    first = built.run("one", CONFIG)
    asked = len(built.model.asked)
    second = built.run("two", CONFIG)
    third = built.run("three", CONFIG)
    assert (len(first["outcomes"]), len(first["warnings"])) == (2, 1)
    assert (list(second["outcomes"]), second["warnings"]) == (["s1"], [])
    assert second["usage"].calls == 7
    solving = [question for question in built.model.asked[asked:] if question.call not in ("planner", "deliverer")]
    assert solving and not any("first" in question.user for question in solving)
    assert (third["stop_reason"], third["outcomes"], third["plan"].sub_tasks) == ("answered_without_tools", {}, ())
    assert (third["answer"], third["usage"].calls) == ("hello", 1)


@pytest.mark.parametrize("config", [None, {"configurable": {}}, {"configurable": {"thread_id": None}}])
def test_with_a_checkpointer_and_no_thread_it_says_what_langgraph_says(config: Any) -> None:
    """A ValueError with LangGraph's words, before anything is called."""
    built = build([look], checkpointer=InMemorySaver())
    with pytest.raises(ValueError, match=r"Checkpointer requires one or more .* thread_id") as caught:
        built.graph.invoke({"query": "q"}, config)
    assert isinstance(caught.value, ConfigurationError)
    assert not built.model.asked
