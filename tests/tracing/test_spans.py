"""OpenTelemetry spans of runs, by its conventions for generative AI, in a real exporter."""

import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from langchain_core.messages import AIMessage
from langchain_core.tools import BaseTool
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from smurfs_graph import ConfigurationError, Settings, ToolError, build_graph, effects
from smurfs_graph.testing import ScriptedModel
from smurfs_graph.tracing import flush
from smurfs_graph.tracing.spans import message_data, written
from tests.scripts import Turns, build, calling, script
from tests.tracing.collector import Collector
from tests.tracing.leaks import SECRETS, TOOLS, leak

PROGRAM = """
for item in ("A-1", "A-9"):
    try:
        print(await find_stock(item))
    except Exception as error:
        print(error)
"""
QUERY = "How many pieces of A-1 and A-9 are there?"
TWO = "What is the distance between Paris and Rome, and what is the distance between Berlin and Vienna?"


@pytest.fixture
def exporter(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    """An application's provider, for one test."""
    provider, found = TracerProvider(), InMemorySpanExporter()
    provider.add_span_processor(SimpleSpanProcessor(found))
    monkeypatch.setattr(trace, "get_tracer", provider.get_tracer)
    yield found
    provider.shutdown()


def attributes(span: ReadableSpan) -> dict[str, Any]:
    """A span's attributes as a plain mapping."""
    return dict(span.attributes or {})


def named(exporter: InMemorySpanExporter, name: str) -> list[ReadableSpan]:
    """The finished spans of a name."""
    return [span for span in exporter.get_finished_spans() if span.name == name]


def test_a_run_is_a_tree_of_spans(exporter: InMemorySpanExporter) -> None:
    """Agent, model calls and tool calls carry the standard attributes; sub-tasks stand under their parent."""
    graph = build_graph(Settings(strategy="full", step_shape="split", tracing="otel"), ["builtin:travel"])
    result = graph.invoke({"query": TWO}, {"configurable": {"thread_id": "t-9"}})
    spans = {span.context.span_id: span for span in exporter.get_finished_spans() if span.context}
    [agent] = [span for span in spans.values() if span.parent is None]
    assert agent.name == "invoke_agent smurfs"
    about = attributes(agent)
    assert about["gen_ai.operation.name"] == "invoke_agent"
    assert about["gen_ai.agent.name"] == "smurfs"
    assert about["gen_ai.conversation.id"] == "t-9"
    assert about["smurfs.stop_reason"] == "answered"
    assert about["gen_ai.usage.input_tokens"] == sum(row.input_tokens for row in result["usage"].rows)
    tools = named(exporter, "execute_tool get_distance")
    assert sorted(attributes(span)["smurfs.sub_task"] for span in tools) == ["s1", "s2"]
    assert {attributes(span)["gen_ai.operation.name"] for span in tools} == {"execute_tool"}
    calls = [span for span in spans.values() if attributes(span).get("gen_ai.operation.name") == "chat"]
    assert {span.kind for span in calls} == {trace.SpanKind.CLIENT}
    assert "executor.arguments" in {attributes(span)["smurfs.role"] for span in calls}
    assert all(attributes(span)["gen_ai.request.model"] for span in calls)
    [branch] = named(exporter, "solve.s2")
    assert branch.parent and spans[branch.parent.span_id].name == "schedule"
    assert {span.context.trace_id for span in spans.values() if span.context} == {
        agent.context and agent.context.trace_id
    }
    assert not any(span.name.startswith("after_") for span in spans.values())


def test_calls_of_a_program_are_spans_below_it(exporter: InMemorySpanExporter) -> None:
    """Each with its tool, whether it failed, and the program as the node that made it."""
    program = calling("run_python", {"code": PROGRAM})
    Turns(program, "7", tools=[find_stock], step_shape="code", tracing="otel").result()
    spans = {span.context.span_id: span for span in exporter.get_finished_spans() if span.context}
    tools = named(exporter, "execute_tool find_stock")
    assert [span.status.is_ok for span in tools].count(False) == 1 and len(tools) == 2
    assert {spans[span.parent.span_id].name for span in tools if span.parent} == {"run_program"}


def test_spans_stand_under_the_applications_own(exporter: InMemorySpanExporter) -> None:
    """The current span is their parent."""
    graph = build_graph(Settings(tracing="otel"), ["builtin:travel"])
    with trace.get_tracer("application").start_as_current_span("request"):
        graph.invoke({"query": TWO})
    [request] = named(exporter, "request")
    [agent] = named(exporter, "invoke_agent smurfs")
    assert agent.parent and request.context and agent.parent.span_id == request.context.span_id


@pytest.mark.parametrize("captured", ["", "true"])
def test_texts_are_attributes_only_where_asked_and_without_secrets(
    exporter: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch, captured: str
) -> None:
    """OpenTelemetry's own variable decides on texts; names, sizes and times are always there."""
    monkeypatch.setenv("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", captured)
    build(TOOLS, leak(monkeypatch), tracing="otel").graph.invoke({"query": "what is seen?"})
    said = "".join(span.to_json() for span in exporter.get_finished_spans())
    assert ("a lighthouse" in said) is bool(captured)
    assert ("what is seen?" in said) is bool(captured)
    assert [secret for secret in SECRETS if secret in said] == []


def test_failed_calls_and_attempts_can_be_seen(exporter: InMemorySpanExporter) -> None:
    """A tool that failed has an error status; a role that was asked again says so."""

    def fail(word: str = "x") -> str:
        """Fail."""
        raise ToolError("no such word")

    replies = script(planner=["rubbish", {"needs_tool": True, "sub_tasks": ["one"]}])
    build([fail], replies, tracing="otel").graph.invoke({"query": "what is it?"})
    [failed] = named(exporter, "execute_tool fail")
    assert attributes(failed)["error.type"] == "ToolError"
    assert failed.status.status_code is trace.StatusCode.ERROR
    assert "no such word" in (failed.status.description or "")
    assert [attributes(span)["smurfs.attempt"] for span in named(exporter, "planner")] == [1, 2]


def test_both_at_once(exporter: InMemorySpanExporter, collector: Collector) -> None:
    """LangSmith and OpenTelemetry get the same run."""
    build_graph(Settings(tracing="both"), ["builtin:travel"]).invoke({"query": TWO})
    assert flush()
    assert collector.root()["name"] == "smurfs"
    assert len(named(exporter, "invoke_agent smurfs")) == 1


def test_a_missing_package_is_said_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the extra to install."""
    monkeypatch.setitem(sys.modules, "opentelemetry.trace", None)
    with pytest.raises(ConfigurationError, match=r"smurfs-graph\[otel\]"):
        build_graph(Settings(tracing="otel"), ["builtin:travel"]).invoke({"query": TWO})


@effects("read")
def find_stock(item_id: str) -> dict[str, int]:
    """Find how many pieces of an item are in stock."""
    if item_id != "A-1":
        raise ToolError(f"there is no item {item_id}")
    return {"stock": 7}


class Stock(BaseTool):
    """A tool with code of its own, which LangChain calls."""

    name: str = "look_up"
    description: str = "Look an item up."

    def _run(self, item_id: str) -> str:
        return f"{item_id}: 7"


def test_a_run_can_be_read(exporter: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every message has a role and parts, each call of a tool is one span with its id, nodes are of a kind."""
    monkeypatch.setenv("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "true")
    names = ("find_stock", "find_stock", "look_up")
    calls: Any = [
        {"name": name, "args": {"item_id": item}, "id": f"c{at}"}
        for at, (name, item) in enumerate(zip(names, ("A-1", "A-9", "A-1"), strict=True))
    ]
    replies = [AIMessage("", tool_calls=calls), "There are 7."]
    model = ScriptedModel(lambda call, sections: None, caller=lambda messages, tools: replies.pop(0))
    settings = Settings(model="scripted:x", tracing="otel")
    graph = build_graph(settings, [find_stock, Stock()], models={"scripted:x": model})
    graph.invoke({"query": QUERY})
    spans: list[dict[str, Any]] = [
        {"name": span.name, "parent": span.parent, **attributes(span)} for span in exporter.get_finished_spans()
    ]
    kinds = {span["name"]: span.get("gen_ai.operation.name", span.get("openinference.span.kind")) for span in spans}
    assert set(kinds.values()) == {"invoke_agent", "chat", "execute_tool", "CHAIN"}
    [root] = [span for span in spans if not span["parent"]]
    asked = {"role": "user", "parts": [{"type": "text", "content": QUERY}]}
    answered = {"role": "assistant", "parts": [{"type": "text", "content": "There are 7."}], "finish_reason": "stop"}
    assert json.loads(root["gen_ai.input.messages"]) == [asked]
    assert json.loads(root["gen_ai.output.messages"]) == [answered]
    assert (root["input.value"], root["output.value"]) == (QUERY, "There are 7.")
    first, second = (span for span in spans if span.get("gen_ai.operation.name") == "chat")
    assert [message["role"] for message in json.loads(first["gen_ai.input.messages"])] == ["system", "user"]
    made = [{"type": "tool_call", "id": each["id"], "name": each["name"], "arguments": each["args"]} for each in calls]
    assert json.loads(first["gen_ai.output.messages"]) == [
        {"role": "assistant", "parts": made, "finish_reason": "tool_call"}
    ]
    results = [message["parts"] for message in json.loads(second["gen_ai.input.messages"]) if message["role"] == "tool"]
    assert results[0] == [{"type": "tool_call_response", "id": "c0", "response": '{"stock": 7}'}]
    assert json.loads(second["gen_ai.output.messages"]) == [answered]
    called = [span for span in spans if span["name"].startswith("execute_tool")]
    assert len({span["gen_ai.tool.call.id"] for span in called}) == 3, "each has an id of its own, whatever models say"
    named = [(each["name"], each["args"]) for each in calls]
    tools = {
        f"c{named.index((span['gen_ai.tool.name'], json.loads(span['gen_ai.tool.call.arguments'])))}": span
        for span in called
    }
    assert tools.keys() == {"c0", "c1", "c2"}
    assert tools["c0"]["gen_ai.tool.description"] == "Find how many pieces of an item are in stock."
    assert json.loads(tools["c0"]["gen_ai.tool.call.arguments"]) == {"item_id": "A-1"}
    assert tools["c0"]["gen_ai.tool.call.result"] == '{"stock": 7}'
    assert (tools["c1"]["error.type"], "gen_ai.tool.call.result" in tools["c1"]) == ("ToolError", False)
    assert len([span for span in spans if "look_up" in span["name"]]) == 1


def test_long_messages_stay_readable() -> None:
    """Texts lose their middle, JSON stays JSON, calls keep their names."""
    call: Any = {"name": "write", "args": {"text": "x" * 50_000}, "id": "c1"}
    message = message_data(AIMessage("y" * 50_000, tool_calls=[call]))
    read = json.loads(written([message] * 10, 20_000))
    assert [part.get("name") for part in read[9]["parts"]] == [None, "write"]
    assert sum(len(str(part)) for each in read for part in each["parts"]) < 25_000


def test_images_are_named_and_not_sent() -> None:
    """Nobody reads their bytes in a trace."""
    picture: Any = {"type": "image", "base64": "aGVsbG8=", "mime_type": "image/png"}
    data = message_data(AIMessage([{"type": "text", "text": "see"}, picture]))
    assert data["parts"] == [{"type": "text", "content": "see"}, {"type": "image"}]
