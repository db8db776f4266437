"""Servers that drop the tools that are bound, because their chat template has none, and answer as if nothing was."""

from collections.abc import Iterator
from typing import Any

import pytest

from smurfs_graph import Settings, build_graph, effects
from smurfs_graph.bench.peer import Peer
from smurfs_graph.models.bounds import FIRST_TOKENS
from smurfs_graph.models.shown_tools import TOOLS_DROPPED
from smurfs_graph.testing import fresh_registry
from tests.servers.dropping import ENDLESS, Count, bound, counted, small_model, words, words_and_tools
from tests.servers.hostile import Body, Handler, HostileServer, completion

QUERY = "What is the temperature in Oslo?"


@effects("read")
def get_temperature(city: str) -> str:
    """Get the temperature in a city."""
    return f"18 degrees Celsius in {city}"


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Nothing is known of a server."""
    with fresh_registry():
        yield


def run(server: HostileServer, query: str = QUERY, **values: Any) -> dict[str, Any]:
    """The result of a request."""
    settings = Settings.checked(**{"model": "openai:any", "base_url": server.base_url, **values})
    return build_graph(settings, [get_temperature]).invoke({"query": query})


def warned(result: Any) -> list[str]:
    """The warnings about dropped tools."""
    return [warning for warning in result["warnings"] if TOOLS_DROPPED in warning]


def test_auto_takes_guided_steps_and_says_so() -> None:
    """One call more, of one token, tells it; the guess that the model wrote is no answer; nobody plans or revises."""
    with HostileServer(small_model(reply="It is 31 degrees in Oslo.")) as server:
        result = run(server)
        assert (result["answer"], result["stop_reason"]) == ("18 degrees Celsius in Oslo", "answered")
        assert len(warned(result)) == 1
        assert [bool(body.get("tools")) for body in server.requests] == [True, False, False]
        assert server.requests[1]["max_completion_tokens"] == 1
        assert result["usage"].calls == 3
        again = run(server)
        assert (again["answer"], again["usage"].calls, warned(again)) == (result["answer"], 1, [])
        assert len(bound(server)) == 1


def test_a_guess_without_an_end_is_ended_soon() -> None:
    """Nothing bounds a text that a small model writes: the first reply of an unknown one has a low limit."""
    answer = small_model()

    def behave(handler: Handler, body: Body) -> None:
        limit = body["max_completion_tokens"]
        if not body.get("tools"):
            answer(handler, body)
        else:
            handler.send(200, completion(ENDLESS * limit, finish="length", usage=counted(words(body), limit)))

    with HostileServer(behave) as server:
        result = run(server)
        assert (result["answer"], result["stop_reason"]) == ("18 degrees Celsius in Oslo", "answered")
        assert len(warned(result)) == 1
        assert [body["max_completion_tokens"] for body in bound(server)] == [FIRST_TOKENS]


def test_a_request_that_guided_steps_cannot_do_is_not_planned_again() -> None:
    """The model runs on where it is asked for a plan."""
    with HostileServer(small_model()) as server:
        result = run(server, "Write a poem about the sea.")
        assert len(server.requests) <= 6
    assert result["stop_reason"] != "answered"


@pytest.mark.parametrize("shape", ["native", "code"])
def test_shapes_that_are_set_are_taken_with_one_line(shape: Any) -> None:
    """It is no error: the user has the say."""
    with HostileServer(small_model()) as server:
        for _ in range(2):
            result = run(server, step_shape=shape)
            assert len(warned(result)) == 1
            assert f"{shape} steps" in warned(result)[0]
        assert len(bound(server)) >= 2
        assert sum(body.get("max_completion_tokens") == 1 for body in server.requests) == 1


@pytest.mark.parametrize(
    "count",
    [lambda _: None, lambda _: 100, lambda _: 3, words_and_tools],
    ids=["none", "always 100", "cached", "shown"],
)
def test_there_is_no_false_alarm(count: Count) -> None:
    """Of servers that count nothing, the same for all, or not what is cached; nor where tools stand in the text."""
    with HostileServer(small_model(count)) as server:
        assert warned(run(server, max_llm_calls=4)) == []
        run(server, max_llm_calls=4)
        assert len(bound(server)) >= 2
        assert sum(body.get("max_completion_tokens") == 1 for body in server.requests) <= 1


def test_who_calls_tools_is_asked_nothing_more() -> None:
    """Nor one whose profile says that it does."""

    def calls(handler: Handler, body: Body) -> None:
        made = {"id": "1", "type": "function", "function": {"name": "get_temperature", "arguments": '{"city": "Oslo"}'}}
        called = any(each["role"] == "tool" for each in body["messages"])
        answer = completion("18 degrees.") if called else completion(None, tool_calls=[made], finish="tool_calls")
        handler.send(200, answer)

    with HostileServer(calls) as server:
        assert run(server)["usage"].calls == len(server.requests) == 2
    with HostileServer(small_model()) as server:
        run(server, "Say hello.", model="openai:gpt-5-mini", max_llm_calls=3)
        assert not any(body.get("max_completion_tokens") == 1 for body in server.requests)


def test_a_count_that_fails_costs_nothing_else() -> None:
    """Some models refuse a limit of one token; the limits of other calls are sent as before."""
    answer = small_model(words)

    def behave(handler: Handler, body: Body) -> None:
        if body.get("max_completion_tokens") == 1:
            handler.send(400, {"error": {"message": "could not finish the message within max_tokens"}})
        else:
            answer(handler, body)

    with HostileServer(behave) as server:
        assert run(server)["answer"] == "18 degrees Celsius in Oslo"
        assert server.requests[-1]["max_completion_tokens"] > 1


async def test_create_agent_says_it_too() -> None:
    """Its figures would else be those of a model without tools."""
    with HostileServer(small_model()) as server:
        peer = Peer(Settings(model="openai:any", base_url=server.base_url), [get_temperature])
        assert len(warned(await peer.ainvoke({"query": QUERY}))) == 1
        assert len(warned(await peer.ainvoke({"query": QUERY}))) == 1
        assert sum(body.get("max_completion_tokens") == 1 for body in server.requests) == 1
