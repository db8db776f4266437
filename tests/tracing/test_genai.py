"""What arrives at a collector by OpenTelemetry's protocol: messages, tools and kinds as pages that show them read."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from langchain_core.messages import AIMessage
from langchain_core.tools import BaseTool
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor

from smurfs_graph import Settings, ToolError, build_graph, effects
from smurfs_graph.testing import ScriptedModel
from smurfs_graph.tracing.messages import message_data, written

exporting = pytest.importorskip("opentelemetry.exporter.otlp.proto.http.trace_exporter", reason="no OTLP exporter")
received = pytest.importorskip("opentelemetry.proto.collector.trace.v1.trace_service_pb2", reason="no OTLP")

Span = dict[str, Any]
QUERY = "How many pieces of A-1 and A-9 are there?"


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Span]]:
    """The spans that a collector on loopback has been sent, with their names and attributes."""
    found: list[Span] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            message: Any = received.ExportTraceServiceRequest.FromString(body)
            for span in (span for one in message.resource_spans for scope in one.scope_spans for span in scope.spans):
                known = {each.key: getattr(each.value, each.value.WhichOneof("value")) for each in span.attributes}
                found.append({"name": span.name, "id": span.span_id, "parent": span.parent_span_id, **known})
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            return

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    provider = TracerProvider()
    exporter: Any = exporting.OTLPSpanExporter(f"http://127.0.0.1:{server.server_port}/v1/traces")
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(trace, "get_tracer", provider.get_tracer)
    monkeypatch.setenv("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "true")
    yield found
    provider.shutdown()
    server.shutdown()
    server.server_close()


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


def test_a_run_can_be_read(spans: list[Span]) -> None:
    """Every message has a role and parts, each call of a tool is one span with its id, nodes are of a kind."""
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
    tools = {span["gen_ai.tool.call.id"]: span for span in spans if span["name"].startswith("execute_tool")}
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
