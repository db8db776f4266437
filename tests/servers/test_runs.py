"""Whole runs against a server that lies, over real HTTP: no uncaught exception, a typed stop reason, within bounds."""

import asyncio
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, get_args

import pytest
from langchain.chat_models import init_chat_model
from langchain_openai import ChatOpenAI
from pydantic import SecretStr

from smurfs_graph import Settings, StopReason, build_graph
from tests.servers import behaviours
from tests.servers.behaviours import HOPELESS, SOLVES
from tests.servers.hostile import HostileServer, add, translators

SECONDS = 20.0
"""What a run may take on a busy machine; the servers that never answer hold on for longer."""
QUERY = {"query": "What is 2 + 3?"}
SILENT = ("never_answers", "drips")


def graph(server: HostileServer, *tools: Any, **settings: Any) -> Any:
    """A graph that asks a server, with a tool that adds and further ones."""
    given: dict[str, Any] = {"model_timeout": 15.0, "model_retries": 1, "model_retry_wait": 0.01, "max_restarts": 1}
    return build_graph(Settings(model="openai:any", base_url=server.base_url, **(given | settings)), [add, *tools])


def run(server: HostileServer, *tools: Any, **settings: Any) -> tuple[dict[str, Any], float]:
    """One run against a server: its result and the seconds it took."""
    built, started = graph(server, *tools, **settings), time.monotonic()
    result = built.invoke(QUERY)
    return result, time.monotonic() - started


STEPS: dict[str, dict[str, Any]] = {
    "tools": {},
    "programs": {"step_shape": "code"},
    "formats": {"planning": "always", "step_shape": "split"},
}
"""A run that asks with its tools bound, one that asks for programs, and one for structured replies only."""


@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize("behaviour", SOLVES)
def test_a_server_that_lies_is_worked_with(behaviour: str, steps: str) -> None:
    """The run ends with the answer, whatever the server gets wrong on the way."""
    with HostileServer(getattr(behaviours, behaviour)) as server:
        result, seconds = run(server, max_restarts=4, **STEPS[steps])
    assert result["stop_reason"] == "answered", result["warnings"]
    assert "5" in result["answer"]
    assert seconds < SECONDS


@pytest.mark.slow
@pytest.mark.parametrize("behaviour", HOPELESS)
def test_a_hopeless_server_ends_the_run_soon_and_in_words(behaviour: str) -> None:
    """No exception, a typed stop reason other than success, an answer that says why, and no long wait."""
    with HostileServer(getattr(behaviours, behaviour)) as server:
        result, seconds = run(server, model_timeout=1.0 if behaviour in SILENT else 15.0)
    assert result["stop_reason"] in set(get_args(StopReason)) - {"answered", "answered_without_tools"}
    assert result["answer"]
    assert seconds < SECONDS


def test_no_server_at_all() -> None:
    """A refused connection ends the run with a line that names the address."""
    with HostileServer(behaviours.honest) as gone:
        pass
    result, _ = run(gone)
    assert result["stop_reason"] == "error"
    assert "openai:any" in " ".join(result["warnings"])


@pytest.mark.parametrize("steps", STEPS)
def test_a_small_window_is_learned_and_fitted(steps: str) -> None:
    """An overflow shrinks the prompt, or leaves the tools unbound, and is tried once more; what was cut is said."""
    with HostileServer(behaviours.small_window) as server:
        result, _ = run(server, *translators(60), shortlist_over=100, **STEPS[steps])
    assert result["stop_reason"] == "answered"
    assert any("cut to fit the window" in warning for warning in result["warnings"])
    assert result["usage"].summary()["cut_prompts"] > 0


def test_absurd_counts_are_estimated_and_marked() -> None:
    """A trillion tokens for one sentence are not believed."""
    for behaviour in (behaviours.usage_huge, behaviours.usage_negative, behaviours.usage_missing):
        with HostileServer(behaviour) as server:
            result, _ = run(server)
        usage = result["usage"]
        assert all(row.estimated == row.calls for row in usage.rows if row.model)
        assert 0 < usage.tokens < 10_000


def test_repeated_runs_use_their_connections_on_one_loop() -> None:
    """Every `invoke` has a loop of its own; a kept connection must not break the second one."""
    with HostileServer(behaviours.honest) as server:
        built = graph(server, model_retries=0)
        reasons = [built.invoke(QUERY)["stop_reason"] for _ in range(4)]
    assert reasons == ["answered"] * 4


def one_by_one(invoke: Callable[[Any], Any]) -> None:
    """Three calls in a row."""
    for number in range(3):
        invoke(number)


def in_threads(invoke: Callable[[Any], Any]) -> None:
    """Calls of several threads at once."""
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(invoke, range(12)))


def in_a_notebook(invoke: Callable[[Any], Any]) -> None:
    """Calls from inside a running event loop."""

    async def cells() -> None:
        one_by_one(invoke)

    asyncio.run(cells())


@pytest.mark.parametrize("call", [one_by_one, in_threads, in_a_notebook])
def test_a_model_object_sends_each_request_once(call: Callable[[Callable[[Any], Any]], None]) -> None:
    """Its client keeps connections, and each `invoke` has a loop of its own; graphs may share it."""
    with HostileServer(behaviours.honest) as server:
        model = ChatOpenAI(model="any", base_url=server.base_url, api_key=SecretStr("none"), max_retries=0)
        graphs = [build_graph(model=model, tools=[add]) for _ in range(2)]
        results: list[Any] = []
        call(lambda number: results.append(graphs[number % 2].invoke(QUERY)))
    assert {result["stop_reason"] for result in results} == {"answered"}
    assert len(server.requests) == 2 * len(results)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_process_asks_as_well() -> None:
    """Threads do not outlive a fork, that of the clients neither."""
    with HostileServer(behaviours.honest) as server:
        built = graph(server)
        built.invoke(QUERY)
        if (child := os.fork()) == 0:
            has_answer = built.invoke(QUERY)["stop_reason"] == "answered"
            os._exit(0 if has_answer else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


async def test_an_application_may_ask_the_same_server_on_its_own_loop() -> None:
    """LangChain shares connections between clients of one address and timeout; they belong to one loop each."""
    with HostileServer(behaviours.honest) as server:
        client: dict[str, Any] = {"base_url": server.base_url, "api_key": "none", "timeout": 15.0}
        own = init_chat_model("any", model_provider="openai", stream_usage=True, **client)
        built = graph(server, model_retries=0)
        for _ in range(3):
            await asyncio.gather(*(own.ainvoke("<query>x</query>") for _ in range(8)))
            assert (await built.ainvoke(QUERY))["stop_reason"] == "answered"


def test_the_server_is_asked_for_what_it_understands() -> None:
    """After a refusal the format is not asked for again, in this run or the next of the process."""
    with HostileServer(behaviours.refuses_formats) as server:
        run(server)
        formatted = [body for body in server.requests if "response_format" in body or "tools" in body]
        assert len(formatted) == 4  # the tools, and three formats
        run(server)
        assert len([body for body in server.requests if "response_format" in body or "tools" in body]) == 4


def test_a_tool_schema_goes_to_the_server() -> None:
    """The arguments are asked for under the tool's own schema; of one call, for this model was seen to make no more."""
    with HostileServer(behaviours.honest) as server:
        run(server, step_shape="split")
        formats = [body["response_format"] for body in server.requests if "response_format" in body]
    schemas = [each["json_schema"]["schema"] for each in formats]
    [asked] = [schema["properties"] for schema in schemas if {"a", "b"} <= schema["properties"].keys()]
    assert set(asked) == {"a", "b"}
