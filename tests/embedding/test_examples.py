"""The examples of docs/examples, run as they stand there."""

import asyncio
import importlib.util
import json
import sys
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, ToolMessage
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import ElicitResult

from tests.servers.applications import running

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
    """The service that streams progress."""
    with served("fastapi_app") as client:
        yield client


@contextmanager
def served(name: str) -> Generator[httpx2.Client]:
    """A FastAPI example, served on loopback."""
    with running(example(name).app) as url, httpx2.Client(base_url=url, timeout=30, trust_env=False) as client:
        yield client


def events(client: httpx2.Client, path: str, data: Any) -> list[tuple[str, Any]]:
    """The server-sent events of one request: kinds and data; none where it is refused."""
    with client.stream("POST", path, json=data) as response:
        if response.status_code != 200:
            return []
        assert response.headers["content-type"].startswith("text/event-stream")
        lines = [line for line in response.iter_lines() if line]
    parts = zip(lines[::2], lines[1::2], strict=True)
    return [(kind.removeprefix("event: "), json.loads(value.removeprefix("data: "))) for kind, value in parts]


def test_a_service_streams_progress_and_asks_for_approval(service: httpx2.Client) -> None:
    """To the question and, once it is answered, to the answer; a wrong answer changes nothing."""
    first = events(service, "/runs", {"query": QUERY})
    assert [kind for kind, _ in first].count("question") == 1
    assert "plan_made" in [data["kind"] for kind, data in first if kind == "progress"]
    thread, question = first[0][1], first[-1][1]
    assert question["about"]["kind"] == "plan"
    path = f"/runs/{thread}"
    refused = events(service, path, {question["id"]: {"decision": "perhaps"}})
    assert [kind for kind, _ in refused] == ["thread", "refused", "question"]
    done = events(service, path, {question["id"]: {"decision": "approve"}})
    kind, answer = done[-1]
    assert (kind, answer["stop_reason"]) == ("answer", "answered")
    assert "1389" in answer["answer"]
    assert service.post(path, json={question["id"]: {"decision": "approve"}}).status_code == 409
    assert events(service, path, None)[-1] == done[-1]
    assert service.post("/runs/unknown").status_code == 404


def test_a_run_whose_client_has_hung_up_goes_on_where_it_was(service: httpx2.Client) -> None:
    """The first event is read and the connection closed; another request gets to the question."""
    with service.stream("POST", "/runs", json={"query": QUERY}) as response:
        lines = response.iter_lines()
        assert next(lines) == "event: thread"
        thread = json.loads(next(lines).removeprefix("data: "))
        while not next(lines).startswith('data: {"'):
            pass
    found: list[tuple[str, Any]] = []
    for _ in range(50):  # the server learns of it in its own time
        found = events(service, f"/runs/{thread}", None)
        if found[-1][0] == "question":
            break
    else:
        pytest.fail(str(found))
    done = events(service, f"/runs/{thread}", {found[-1][1]["id"]: {"decision": "approve"}})
    assert done[-1][1]["stop_reason"] == "answered"


def test_two_who_approve_at_once_start_one_run(service: httpx2.Client) -> None:
    """Whoever is later is told so, or gets the answer; the tool is called once."""
    first = events(service, "/runs", {"query": QUERY})
    path, approval = f"/runs/{first[0][1]}", {first[-1][1]["id"]: {"decision": "approve"}}
    both: list[list[tuple[str, Any]]] = []
    together = threading.Barrier(2)

    def approve() -> None:
        together.wait()
        both.append(events(service, path, approval))

    threads = [threading.Thread(target=approve) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    told = [event for found in both for event in found]
    assert [data["kind"] for kind, data in told if kind == "progress"].count("tool_called") == 1
    assert any(kind == "answer" and data["stop_reason"] == "answered" for kind, data in told)


def test_a_chat_service_keeps_its_users_and_their_conversations_apart() -> None:
    """Two users say the same in conversations of one name; each tool call knows whose it is."""
    with served("chat_service") as client:
        for user, stock in (("ada", "4"), ("bob", "12")):
            mine: Any = {"headers": {"user": user}}
            asked: dict[str, Any] = {}
            for _ in range(2):
                response = client.post("/talks/stock", params={"text": "Find the stock of item A-17."}, **mine)
                *parts, asked = [
                    json.loads(line.removeprefix("data: ")) for line in response.text.splitlines() if "data: " in line
                ]
                assert asked["stop_reason"] == "answered" and stock in asked["answer"], asked
                assert "".join(part["text"] for part in parts) == asked["answer"]
            said = client.get("/talks/stock", **mine).json()
            assert [part["by"] for part in said] == ["human", "ai"] * 2
            assert said[-1]["text"] == asked["answer"]
        assert client.get("/talks/stock", headers={"user": "eve"}).json() == []
        assert client.get("/talks/stock").status_code == 422


def test_a_chat_service_asks_its_user_before_anything_is_changed() -> None:
    """The question ends the turn's stream; an answer that does not fit, or comes twice, is refused in words."""
    with served("chat_service") as client:
        mine: Any = {"headers": {"user": "ada"}}

        def sent(path: str, **request: Any) -> Any:
            told = client.post(f"/talks/{path}", **request, **mine).text
            return json.loads(told.rpartition("data: ")[2])

        waits = sent("stock", params={"text": "Discard the stock of item A-17."})
        [(name, question)] = waits["questions"].items()
        assert (waits["answer"], question["tool"], question["arguments"]) == ("", "discard_stock", {"item": "A-17"})
        wrong = sent("stock/answers", json={name: {"decision": "perhaps"}})
        assert "does not fit" in wrong["refused"] and name in wrong["questions"]
        done = sent("stock/answers", json={name: {"decision": "approve"}})
        assert (done["stop_reason"], done["questions"], done["refused"]) == ("answered", {}, "") and "4" in done[
            "answer"
        ]
        assert "no question waits" in sent("stock/answers", json={name: {"decision": "approve"}})["refused"]


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
    async with Client(stdio_client(server), elicitation_callback=approve) as client:
        found: Any = await asyncio.wait_for(client.call_tool("answer", {"query": "Find the stock of item A-17."}), 60)
    assert found.structured_content["stop_reason"] == "answered", found
