"""What a model thought before a call goes back to its server as it came, with its signature: some refuse a history
without it.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from pydantic import SecretStr

from smurfs_graph import Settings, build_graph, effects
from smurfs_graph.testing import fresh_registry
from tests.servers.hostile import Behaviour, Body, Handler, HostileServer, completion, tool_call
from tests.servers.protocols import PROTOCOLS, send
from tests.servers.test_providers import keys, run, run_streamed

__all__ = ["keys"]  # a fixture

MARK = "c2lnbmF0dXJl"
"""A signature; Gemini's are base64."""
CALLED = {"a": 2, "b": 3}

_ANTHROPIC: Body = {
    "id": "m1",
    "type": "message",
    "role": "assistant",
    "model": "any",
    "content": [
        {"type": "thinking", "thinking": "It is a sum.", "signature": MARK},
        {"type": "tool_use", "id": "t1", "name": "add", "input": CALLED},
    ],
    "stop_reason": "tool_use",
    "stop_sequence": None,
    "usage": {"input_tokens": 50, "output_tokens": 20},
}
_PART: Body = {"functionCall": {"name": "add", "args": CALLED}, "thoughtSignature": MARK}
_GOOGLE: Body = {
    "candidates": [{"content": {"role": "model", "parts": [_PART]}, "finishReason": "STOP", "index": 0}],
    "usageMetadata": {"promptTokenCount": 50, "candidatesTokenCount": 20, "totalTokenCount": 70},
    "modelVersion": "any",
}
_REASONING: Body = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": MARK}
_RESPONSES: Body = {
    "id": "r1",
    "object": "response",
    "created_at": 0,
    "status": "completed",
    "model": "any",
    "output": [
        _REASONING,
        {"type": "function_call", "id": "f1", "call_id": "c1", "name": "add", "arguments": '{"a": 2, "b": 3}'},
    ],
    "parallel_tool_calls": False,
    "tool_choice": "auto",
    "tools": [],
}
FIRST: dict[str, Body] = {"anthropic": _ANTHROPIC, "google": _GOOGLE, "responses": _RESPONSES}


def thoughtful(provider: str, asked: list[Body]) -> Behaviour:
    """Thinks before its first call, and goes on as the protocol's honest server does."""

    def behaviour(handler: Handler, body: Body) -> None:
        asked.append(body)
        if len(asked) == 1:
            send(handler, body, FIRST[provider])
        else:
            PROTOCOLS[provider](handler, body)

    return behaviour


def sent_back(provider: str, body: Body) -> list[Any]:
    """What a request says of the model's own turn, in the provider's form."""
    if provider == "google":
        return [part for turn in body["contents"] if turn["role"] == "model" for part in turn["parts"]]
    if provider == "responses":
        return [item for item in body["input"] if item.get("type") == "reasoning"]
    return [part for turn in body["messages"] if turn["role"] == "assistant" for part in turn["content"]]


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("provider", FIRST)
async def test_thoughts_go_back_with_their_signatures(provider: str, streamed: bool) -> None:
    """In the request that brings the call's result."""
    asked: list[Body] = []
    behaviour = thoughtful(provider, asked)
    result = (await run_streamed(provider, behaviour))[0] if streamed else run(provider, behaviour)[0]
    assert result["stop_reason"] == "answered", result["warnings"]
    assert MARK in str(sent_back(provider, asked[1]))


QUERY = "What is 2 + 3?"
MISSING = "Missing `reasoning_content` field in the assistant message at message index {at}."
UNKNOWN = "'messages.{at}': property 'reasoning_content' is unsupported"
_NUMBER = re.compile(r"\d")


@effects("read")
def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b


def thought(turn: int, number: int) -> str:
    """What the model thinks before a reply: no two thoughts are the same."""
    return f"Turn {turn}, reply {number}: it is a sum."


def reasoning(takes: Callable[[Body, int], bool], says: str, times: int = 1) -> Behaviour:
    """A model that thinks before each reply, and makes two calls one after the other before it answers; its server
    refuses a history whose replies it does not take.
    """

    def behave(handler: Handler, body: Body) -> None:
        turn = number = 0
        for at, message in enumerate(body["messages"]):
            if message["role"] == "assistant" and message.get("tool_calls") and not takes(message, turn):
                handler.send(400, {"error": {"message": says.format(at=at)}})
                return
            turn += message["role"] == "user"
            number = 0 if message["role"] == "user" else number + (message["role"] == "tool")
        message = reply_to(body, number) | {"reasoning_content": thought(turn, number) * times}
        finish = "tool_calls" if message.get("tool_calls") else "stop"
        if body.get("stream"):
            streamed(handler, message, finish)
            return
        answer = completion(None, finish=finish)
        answer["choices"][0]["message"] = message
        handler.send(200, answer)

    return behave


def reply_to(body: Body, number: int) -> Body:
    """The model's reply after so many results."""
    if number == 2 or not body.get("tools"):
        return {"role": "assistant", "content": "The sum is 5."}
    is_program = body["tools"][-1]["function"]["name"] == "run_python"
    arguments = {"code": f"print(await add({number}, 3))"} if is_program else {"a": number, "b": 3}
    return {"role": "assistant", "content": None, "tool_calls": [tool_call(body, json.dumps(arguments))]}


def streamed(handler: Handler, message: Body, finish: str) -> None:
    """A reply in parts, its thought first."""
    handler.begin_events()
    said = message.pop("reasoning_content")
    for part in (said[:9], said[9:]):
        handler.write_delta({"role": "assistant", "reasoning_content": part})
    for at, call in enumerate(message.get("tool_calls", ())):
        call["index"] = at
    handler.write_delta(message)
    handler.end_events(finish)


def as_it_came(message: Body, turn: int) -> bool:
    """Whether a call comes back with what was thought before it."""
    number = _NUMBER.search(message["tool_calls"][0]["function"]["arguments"])
    return number is not None and message.get("reasoning_content") == thought(turn, int(number[0]))


def without_any(message: Body, turn: int) -> bool:
    """Whether a call comes back without what was thought before it."""
    return "reasoning_content" not in message


def never(message: Body, turn: int) -> bool:
    """Takes no call back."""
    return False


def thinking_graph(server: HostileServer, *, is_object: bool = False, **options: Any) -> Any:
    """A graph that asks the server, by its address or through a client of the user's."""
    names = Settings.model_fields.keys() & options.keys()
    settings = Settings.checked(**{"step_shape": "native"} | {name: options.pop(name) for name in names})
    if is_object:
        key = SecretStr("none")
        options["model"] = ChatOpenAI(model="any", base_url=server.base_url, api_key=key, max_retries=0)
    else:
        settings = settings.model_copy(update={"model": "openai:any", "base_url": server.base_url})
    return build_graph(settings, [add], **options)


@pytest.fixture
def fresh() -> Iterator[None]:
    """Nothing is known of a server."""
    with fresh_registry():
        yield


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("shape", ["native", "code"])
@pytest.mark.parametrize("is_object", [False, True], ids=["address", "object"])
@pytest.mark.parametrize("is_streamed", [False, True], ids=["whole", "streamed"])
async def test_reasoning_goes_back_to_a_server_that_demands_it(
    shape: str, *, is_object: bool, is_streamed: bool
) -> None:
    """Three replies are three requests."""
    with HostileServer(reasoning(as_it_came, MISSING)) as server:
        graph = thinking_graph(server, is_object=is_object, step_shape=shape)
        if is_streamed:
            parts = [part async for part in graph.astream({"query": QUERY}, stream_mode=["messages", "values"])]
            result = parts[-1][1]
            assert not any("it is a sum" in str(part[1][0].text) for part in parts if part[0] == "messages")
        else:
            result = await graph.ainvoke({"query": QUERY})
        assert (result["stop_reason"], len(server.requests)) == ("answered", 3)


@pytest.mark.usefixtures("fresh")
def test_reasoning_is_kept_with_the_run_and_with_its_conversation() -> None:
    """Another process goes on after a person's answer, and the next turn shows the calls of the one before."""
    saver = InMemorySaver()
    config: Any = {"configurable": {"thread_id": "1"}}
    with HostileServer(reasoning(as_it_came, MISSING)) as server:
        given: Any = {"query": QUERY}
        results: list[Any] = []
        for _ in range(3):
            graph = thinking_graph(server, approve=["tools"], checkpointer=saver)
            results.append(graph.invoke(given, config))
            given = Command(resume={"decision": "approve"})
        assert ["__interrupt__" in result for result in results] == [True, True, False]
        assert (results[-1]["stop_reason"], len(server.requests)) == ("answered", 3)
        again = thinking_graph(server, checkpointer=saver).invoke({"query": "And again?"}, config)
        assert (again["stop_reason"], len(server.requests)) == ("answered", 6)


@pytest.mark.usefixtures("fresh")
def test_long_reasoning_gives_way_where_a_window_is_full() -> None:
    """The oldest goes first, before any result of a call."""
    with HostileServer(reasoning(lambda message, turn: True, "", times=800)) as server:
        result = thinking_graph(server, context_window=8_192).invoke({"query": QUERY})
        sent = ["reasoning_content" in message for message in server.requests[-1]["messages"]]
    assert result["stop_reason"] == "answered"
    assert sent == [False, False, False, False, True, False]
    assert any("1 of the earlier replies lost their reasoning" in warning for warning in result["warnings"])


@pytest.mark.usefixtures("fresh")
def test_a_server_that_knows_no_reasoning_in_a_history_is_sent_none() -> None:
    """One request more tells it, once."""
    with HostileServer(reasoning(without_any, UNKNOWN)) as server:
        graph = thinking_graph(server)
        counts = []
        for _ in range(2):
            before = len(server.requests)
            assert graph.invoke({"query": QUERY})["stop_reason"] == "answered"
            counts.append(len(server.requests) - before)
        assert counts == [4, 3]


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("shape", ["native", "code"])
def test_a_server_that_refuses_every_history_ends_the_run_in_a_line(shape: str) -> None:
    """Whatever it is sent of the reasoning: calls written as text are made again and again."""
    with HostileServer(reasoning(never, MISSING)) as server:
        result = thinking_graph(server, step_shape=shape).invoke({"query": QUERY})
        assert len(server.requests) <= 4
    assert result["stop_reason"] == "error"
    assert "Missing `reasoning_content`" in " ".join(result["warnings"])
