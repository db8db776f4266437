"""The examples of docs/examples, run as they stand there."""

import asyncio
import importlib.util
import json
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, ToolMessage
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import ElicitResult

FOLDER = Path(__file__).parents[2] / "docs" / "examples"
QUERY = "What is the distance between Paris and Rome?"


def example(name: str) -> Any:
    """The module of an example."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", FOLDER / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def service() -> Iterator[httpx2.Client]:
    """The FastAPI example, served on loopback."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()  # so that a request before the server is up waits
        config = uvicorn.Config(example("fastapi_app").app, log_level="warning")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        with httpx2.Client(base_url=url, timeout=30, trust_env=False) as client:
            yield client
        server.should_exit = True
        thread.join(10)


def events(client: httpx2.Client, path: str, data: Any) -> list[tuple[str, Any]]:
    """The server-sent events of one request: kinds and data."""
    with client.stream("POST", path, json=data) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        lines = [line for line in response.iter_lines() if line]
    kinds, values = lines[::2], lines[1::2]
    parts = zip(kinds, values, strict=True)
    return [(kind.removeprefix("event: "), json.loads(value.removeprefix("data: "))) for kind, value in parts]


def test_a_service_streams_progress_and_asks_for_approval(service: httpx2.Client) -> None:
    """To the question and, once it is answered, to the answer; a wrong answer changes nothing."""
    first = events(service, "/runs", {"query": QUERY})
    assert [kind for kind, _ in first].count("question") == 1
    assert "plan_made" in [data["kind"] for kind, data in first if kind == "progress"]
    thread, question = first[0][1], first[-1][1]
    assert question["about"]["kind"] == "plan"
    path = f"/runs/{thread}/answers"
    refused = events(service, path, {question["id"]: {"decision": "perhaps"}})
    assert [kind for kind, _ in refused] == ["thread", "refused", "question"]
    done = events(service, path, {question["id"]: {"decision": "approve"}})
    kind, answer = done[-1]
    assert (kind, answer["stop_reason"]) == ("answer", "answered")
    assert "1389" in answer["answer"]
    assert service.post(path, json={}).status_code == 404


async def test_a_bigger_graph_asks_and_goes_on() -> None:
    """The question comes out of the outer graph, and its answer goes in there."""
    letter = await example("inside_a_graph").main()
    assert letter.startswith("Dear traveller,\n")
    assert "1389" in letter


class ToolCaller(GenericFakeChatModel):
    """A model that says what it was told to, whatever its tools are."""

    def bind_tools(self, tools: Any, **options: Any) -> Any:
        """Tools change nothing."""
        return self


async def test_another_agent_hands_a_request_over() -> None:
    """And gets the answer as its tool's result."""
    call = {"name": "travel_desk", "args": {"request": QUERY}, "id": "1"}
    model = ToolCaller(messages=iter([AIMessage("", tool_calls=[call]), AIMessage("It is far.")]))
    result = await example("as_a_tool").make_agent(model).ainvoke({"messages": [("user", "How far is it?")]})
    [said] = [message for message in result["messages"] if isinstance(message, ToolMessage)]
    assert json.loads(str(said.content))["stop_reason"] == "answered"
    assert result["messages"][-1].content == "It is far."


async def test_an_mcp_client_uses_the_service_and_approves() -> None:
    """Over standard input and output, as a client starts it."""

    async def approve(context: Any, params: Any) -> ElicitResult:
        return ElicitResult(action="accept", content={"decision": "approve"})

    server = StdioServerParameters(command=sys.executable, args=[str(FOLDER / "mcp_service.py")])
    async with (
        stdio_client(server) as (read, write),
        ClientSession(read, write, elicitation_callback=approve) as client,
    ):
        await client.initialize()
        found: Any = await asyncio.wait_for(client.call_tool("answer", {"query": "Find the stock of item A-17."}), 60)
    assert found.structuredContent["stop_reason"] == "answered", found
