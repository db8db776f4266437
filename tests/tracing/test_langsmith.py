"""Traces in LangSmith: when they are sent, how they are named and nested, and what is not in them."""

import asyncio
from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from langchain_core.tracers.langchain import LangChainTracer
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langsmith import Client, tracing_context

from smurfs_graph import ConfigurationError, Settings, build_graph
from smurfs_graph.tracing import flush
from tests.scripts import build, script
from tests.tracing import leaks
from tests.tracing.collector import Collector
from tests.tracing.conftest import SECRET
from tests.tracing.leaks import SECRETS, TOOLS, leak

TWO = "What is the distance between Paris and Rome, and what is the distance between Berlin and Vienna?"


def look(word: str = "moon") -> str:
    """Look a word up."""
    return f"{word}: a satellite"


def graph(**settings: Any) -> Any:
    """The offline model on a plan of two branches."""
    return build_graph(Settings.checked(strategy="full", **settings), ["builtin:travel"])


def tracer_of(collector: Collector) -> LangChainTracer:
    """A tracer of an application's own, which masks nothing."""
    return LangChainTracer(client=Client(api_url=collector.url, api_key="k"))


def test_a_run_is_one_tree_with_parallel_sub_tasks_under_their_parent(collector: Collector) -> None:
    """Runs are named by role, tagged, and every one of them has ended; the root knows how the run did."""
    result = graph(tracing="langsmith").invoke({"query": TWO}, {"configurable": {"thread_id": "t-17"}})
    assert flush()
    root = collector.root()
    assert root["name"] == "smurfs"
    assert {run["trace_id"] for run in collector.runs.values()} == {root["id"]}
    assert [run["name"] for run in collector.runs.values() if not run.get("end_time")] == []
    assert [run["name"] for run in collector.runs.values() if run.get("error")] == []
    branches = [collector.named("solve.s1"), collector.named("solve.s2")]
    assert [collector.parent(run)["name"] for [run] in branches] == ["schedule", "schedule"]
    for number, call in enumerate(collector.named("executor.tool"), 1):
        above = collector.parent(call)
        assert (above["name"], call["run_type"]) == ("executor_tool", "llm")
        assert {"strategy:full", f"sub_task:s{number}", "depth:0", "attempt:1"} <= set(call["tags"])
        assert call["extra"]["metadata"]["smurfs_sub_task"] == f"s{number}"
    assert all("tool:get_distance" in run["tags"] for run in collector.named("tool_call"))
    for made in collector.named("get_distance"):
        assert (made["run_type"], collector.parent(made)["name"]) == ("tool", "tool_call")
        assert "distance_km" in made["outputs"]["output"]["content"]
    known = root["extra"]["metadata"]
    assert known["smurfs_stop_reason"] == "answered"
    assert known["smurfs_llm_calls"] == result["usage"].calls
    assert known["thread_id"] == "t-17"
    assert root["outputs"]["answer"] == result["answer"]


def test_restarts_are_told_apart(collector: Collector) -> None:
    """The second attempt of a role says so."""
    replies = script(verifier=["rubbish", {"status": "solved"}])
    build([look], replies, tracing="langsmith").graph.invoke({"query": "what is it?"})
    assert flush()
    attempts = [tag for run in collector.named("verifier") for tag in run["tags"] if tag.startswith("attempt")]
    assert sorted(attempts) == ["attempt:1", "attempt:1", "attempt:2", "attempt:2"]  # each node and its model call


def test_nothing_is_traced_unless_asked(collector: Collector) -> None:
    """A key alone asks for nothing."""
    graph().invoke({"query": TWO})
    assert flush()
    assert collector.requests == []


def test_the_environment_can_ask_and_langsmiths_own_switch_counts(asked_for_by_environment: Collector) -> None:
    """`tracing_context(enabled=False)` around a call counts, as in LangSmith's documentation."""
    with tracing_context(enabled=False):
        graph().invoke({"query": TWO})
    assert flush()
    assert asked_for_by_environment.requests == []
    graph().invoke({"query": TWO})
    assert flush()
    assert asked_for_by_environment.root()["name"] == "smurfs"


@pytest.mark.parametrize("by_context", [False, True])
def test_off_means_off_whatever_the_environment_says(asked_for_by_environment: Collector, by_context: bool) -> None:
    """Neither this library's tracer nor LangChain's sends anything, nor one that is handed down."""
    own = tracer_of(asked_for_by_environment)
    for config in ({}, {"callbacks": [own]}):
        if by_context:
            graph().invoke({"query": TWO}, config, context={"tracing": "off"})
        else:
            graph(tracing="off").invoke({"query": TWO}, config)
    assert flush()
    own.client.flush()
    assert asked_for_by_environment.requests == []


def test_asking_without_a_key_or_an_address_is_refused_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings ask for traces; the run does not start."""
    for name in ("LANGSMITH_API_KEY", "LANGCHAIN_API_KEY", "LANGSMITH_ENDPOINT", "LANGCHAIN_ENDPOINT"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ConfigurationError, match="LANGSMITH_API_KEY"):
        graph(tracing="langsmith").invoke({"query": TWO})


async def test_runs_inside_an_application_stay_in_its_tree(asked_for_by_environment: Collector) -> None:
    """The node of the bigger graph is above them, and what they hold is masked, though its own tracer masks nothing."""
    inner = build([leaks.look], script(executor_arguments={"password": "canary-arg-123"})).graph

    async def research(state: dict[str, Any]) -> dict[str, Any]:
        return {"found": (await inner.ainvoke({"query": "what is seen?"}))["answer"]}

    state: Any = dict
    outer: Any = StateGraph(state)
    outer.add_node("research", research)
    outer.add_edge(START, "research")
    outer.add_edge("research", END)
    application = tracer_of(asked_for_by_environment)
    await outer.compile().ainvoke({"topic": "x"}, {"callbacks": [application]})
    assert await asyncio.to_thread(flush)
    await asyncio.to_thread(application.client.flush)
    runs = asked_for_by_environment
    [smurfs] = runs.named("smurfs")
    assert runs.parent(smurfs)["name"] == "research"
    assert len({run["trace_id"] for run in runs.runs.values()}) == 1
    assert "a lighthouse" in runs.said
    assert "canary-arg-123" not in runs.said


@pytest.mark.parametrize("strategy", ["full", "smurfs", "react", "alpha-umi"])
def test_no_secret_arrives(collector: Collector, monkeypatch: pytest.MonkeyPatch, strategy: str) -> None:
    """From arguments, responses, errors, environment, tags and metadata; what is no secret does."""
    built = build(TOOLS, leak(monkeypatch), tracing="langsmith", strategy=strategy)
    config: Any = {"tags": ["canary-env-77aa"], "metadata": {"api_key": "canary-meta-3", "note": "canary-env-77aa"}}
    built.graph.invoke({"query": "what is seen with password=canary-query-1?"}, config)
    assert flush()
    said = collector.said
    assert "what is seen" in said
    assert [secret for secret in (*SECRETS, "canary-meta-3", "canary-query-1") if secret in said] == []


def test_what_cannot_be_looked_through_is_masked(collector: Collector) -> None:
    """Redaction fails closed: no part of such a record goes out as it is."""
    from smurfs_graph.tracing.delivery import TracedRun, destination

    deep: Any = "canary-deep"
    for _ in range(200):
        deep = [deep]
    run = {"id": "1", "trace_id": "1", "dotted_order": "1", "name": "x", "run_type": "chain", "inputs": {"deep": deep}}
    destination().put(TracedRun("post", run))
    assert flush()
    assert "canary-deep" not in collector.said


def test_a_question_to_a_person_is_no_error(collector: Collector) -> None:
    """A run that waits ends its trace, and goes on in a second one of the same thread."""
    built = build_graph(
        Settings.checked(strategy="full", approve=["plan"], tracing="langsmith"),
        ["builtin:travel"],
        checkpointer=InMemorySaver(),
    )
    config: Any = {"configurable": {"thread_id": "asked"}}
    built.invoke({"query": TWO}, config)
    assert flush()
    [asking] = collector.named("approve_plan")
    assert not asking.get("error")
    assert asking["extra"]["metadata"]["smurfs_waits"] is True
    assert not collector.root().get("error")


@pytest.mark.parametrize("manner", ["failing", "hanging"])
def test_a_collector_that_fails_costs_nothing_but_the_trace(
    collector: Collector, caplog: pytest.LogCaptureFixture, manner: Any
) -> None:
    """The run answers while nothing has been taken; one line says so, without the key."""
    collector.manner = manner
    assert graph(tracing="langsmith").invoke({"query": TWO})["stop_reason"] == "answered"
    collector.hold.set()
    assert flush()
    said = [record.getMessage() for record in caplog.records if "traces cannot be sent" in record.getMessage()]
    assert len(said) == 1
    assert SECRET not in caplog.text


def test_an_old_server_gets_batches(collector: Collector) -> None:
    """One that knows no multipart."""
    collector.manner = "old"
    graph(tracing="langsmith").invoke({"query": TWO})
    assert flush()
    assert collector.root()["name"] == "smurfs"
    assert "/runs/batch" in collector.requests


def test_the_queue_has_a_bound() -> None:
    """Records beyond it are dropped and counted while nothing is taken."""
    from smurfs_graph.tracing import delivery

    full = delivery.Delivery(delivery.TraceTarget("http://127.0.0.1:9", "k", None))
    full._thread = object()  # pyright: ignore[reportAttributeAccessIssue] - one that takes nothing
    for _ in range(delivery._LIMIT + 7):
        full.put(delivery.TracedRun("post", {}))
    assert full.dropped == 7
    assert not full.flush(0.0)


async def test_calls_outside_of_runs_are_not_traced(asked_for_by_environment: Collector) -> None:
    """`smurfs tools call`, `smurfs doctor` and judges: LangChain would send them as they are."""
    from langchain_core.tracers.langchain import get_client

    from smurfs_graph.asking.chat_models import chat_model
    from smurfs_graph.models.asking import Asker
    from smurfs_graph.prompting.replies import AnswerReply
    from smurfs_graph.tools.calling import call_tool
    from smurfs_graph.tools.specs import load_tools

    tool = load_tools(["builtin:travel"])["get_distance"]
    arguments = {"origin": "Paris", "destination": "Rome"}
    assert not (await call_tool(tool, arguments, timeout=30, max_chars=1000)).failed
    asker = Asker(chat_model("offline:rules", Settings()), "offline:rules", timeout=30)
    await asker.ask([HumanMessage("What is seen?")], AnswerReply, role="answer")
    assert await asyncio.to_thread(flush)
    await asyncio.to_thread(get_client().flush)
    assert asked_for_by_environment.requests == []
