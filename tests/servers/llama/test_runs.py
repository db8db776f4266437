"""Whole runs against llama.cpp's own server: whatever random weights write, a run ends in words and within budgets."""

import asyncio
import random
import threading
import time
from typing import Any, get_args

import pytest
from langchain_core.messages import AIMessageChunk

from smurfs_graph import Settings, build_graph
from smurfs_graph.settings import Sampling
from tests.models.promises import QUERY, TOOLS, broken_promises, drawn_limits
from tests.servers.llama.conftest import Servers
from tests.servers.llama.tiny import Kind

STRATEGIES = ("smurfs", "full")
SHAPES = ("split", "fused")
FORMATS = ("auto", "auto", "json_schema", "function_calling", "json_mode", "prompted")
PLANNED: dict[str, Any] = {"role_models": {"planner": "offline:rules"}}
"""The rules always plan; random weights answer half of the queries without a tool, and plan next to nothing."""
REPLY_TOKENS = 96
UNFINISHED = {"error", "partial", "no_evidence"}
RAW: dict[str, Any] = {"structured_output": "prompted"}
"""No grammar: random weights write what comes."""
RUNS_UNTIL_A_CALL = 20
"""Random weights also say that no tool fits: 8 of 40 runs of `full` ended without a call, 1 of 40 of `smurfs`."""


def settings_for(base_url: str, **values: Any) -> Settings:
    """Settings of a bounded run; `values` replace single ones."""
    given: dict[str, Any] = {
        "model": "openai:any",
        "base_url": base_url,
        "temperature": 1.0,
        "sampling": Sampling(max_output_tokens=REPLY_TOKENS),
        "model_retries": 1,
        "model_retry_wait": 0.01,
        "model_timeout": 30,
        "max_restarts": 1,
        "max_llm_calls": 16,
        "max_tool_calls": 6,
        "max_seconds": 60,
    }
    return Settings(**given | values)


def drawn_settings(base_url: str, seed: int) -> Settings:
    """Everything that a run can be asked for, drawn from a seed."""
    rng = random.Random(seed)
    drawn: dict[str, Any] = {
        **drawn_limits(rng),
        **(PLANNED if rng.random() < 0.5 else {}),
        "structured_output": rng.choice(FORMATS),
        "temperature": rng.choice((0.0, 0.7, 1.0, 1.5)),
        "sampling": Sampling(max_output_tokens=rng.choice((24, REPLY_TOKENS, REPLY_TOKENS)), seed=seed),
        "max_llm_calls": rng.choice((5, 10, 25, 40)),
        "max_tokens": rng.choice((None, None, 4_000, 20_000)),
        "max_seconds": rng.choice((1, 30)),
        "context_window": rng.choice((None, 2_048)),
    }
    return settings_for(base_url, **drawn)


def run(settings: Settings) -> dict[str, Any]:
    """The result of one run."""
    return build_graph(settings, tools=TOOLS).invoke({"query": QUERY})


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_replies_held_to_a_schema_by_a_grammar(servers: Servers, strategy: Any, shape: Any) -> None:
    """The server writes JSON of each role's schema, and counts every token, those of replies cut short included."""
    settings = settings_for(servers.one("ascii").base_url, strategy=strategy, step_shape=shape)
    made = [run(settings) for _ in range(3)]
    assert [broken_promises(result, settings, REPLY_TOKENS) for result in made] == [[]] * 3
    assert all(row.estimated == 0 for result in made for row in result["usage"].rows)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_tools_are_called_with_arguments_of_their_schema(servers: Servers, strategy: Any) -> None:
    """Even random weights write valid arguments where a grammar holds them to the tool's own schema."""
    settings = settings_for(
        servers.one("ascii").base_url, strategy=strategy, step_shape="split", max_llm_calls=40, **PLANNED
    )
    called = []
    for _ in range(RUNS_UNTIL_A_CALL):
        result = run(settings)
        assert broken_promises(result, settings, REPLY_TOKENS) == []
        called = [one for outcome in result["outcomes"].values() for one in outcome.evidence if one.called]
        if called:
            break
    assert called
    assert all(one.arguments.keys() <= {"a", "b", "text"} for one in called)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_raw_bytes_that_are_no_text(servers: Servers, strategy: Any, shape: Any) -> None:
    """Without a grammar the model writes invalid UTF-8, which the server passes on or fails on."""
    settings = settings_for(servers.one("bytes").base_url, strategy=strategy, step_shape=shape, **RAW)
    result = run(settings)
    assert broken_promises(result, settings, REPLY_TOKENS) == []
    assert result["warnings"]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("kind", get_args(Kind))
def test_any_settings_at_all(servers: Servers, kind: Kind, seed: int) -> None:
    """Formats, budgets, windows and temperatures drawn at random."""
    settings = drawn_settings(servers.one(kind).base_url, seed)
    assert broken_promises(run(settings), settings, REPLY_TOKENS) == []


def test_tokens_are_counted_as_the_server_counts_them(servers: Servers) -> None:
    """The ledger holds what the server says that it read and wrote; what its cache held is a part of the input."""
    server = servers.one("ascii")
    before = server.metric("prompt_tokens_total"), server.metric("tokens_predicted_total")
    result = run(settings_for(server.base_url, max_llm_calls=40, **PLANNED))
    after = server.metric("prompt_tokens_total"), server.metric("tokens_predicted_total")
    rows = [row for row in result["usage"].rows if row.model == "openai:any"]
    assert sum(row.input_tokens - row.cached_tokens for row in rows) == after[0] - before[0]
    assert sum(row.output_tokens for row in rows) == after[1] - before[1]
    assert sum(row.cached_tokens for row in rows) > 0


async def test_several_runs_share_the_server(servers: Servers) -> None:
    """More runs at once than the server has slots."""
    settings = settings_for(servers.one("ascii").base_url, strategy="full")
    graph = build_graph(settings, tools=TOOLS)
    made = await asyncio.gather(*(graph.ainvoke({"query": QUERY}) for _ in range(6)))
    assert [broken_promises(result, settings, REPLY_TOKENS) for result in made] == [[]] * 6


async def test_an_answer_can_be_watched_as_it_is_written(servers: Servers) -> None:
    """The rules find out; what the server writes of it comes token by token, and joined it is the answer."""
    address = servers.one("ascii").base_url
    writer: dict[str, Any] = {"role_models": {"deliverer": "openai:any"}, "role_base_urls": {"deliverer": address}}
    graph = build_graph(Settings(temperature=1.0, **writer), tools=["builtin:calc"])
    for _ in range(RUNS_UNTIL_A_CALL):  # a reply of one token, or one like JSON, is said at once
        said, state = dict[str, list[str]](), dict[str, Any]()
        query = {"messages": [("user", "Convert 314 km to miles. Convert 3 kg to pounds.")]}
        async for mode, part in graph.astream(query, stream_mode=["messages", "values"]):
            if mode == "values":
                state = part
            elif isinstance(part[0], AIMessageChunk):
                said.setdefault(str(part[0].id), []).append(part[0].text)
        answer = state["messages"][-1]
        if len(said.get(answer.id, [])) > 1:
            assert "".join(said[answer.id]).strip() == answer.text
            return
    pytest.fail(f"nothing streamed in {RUNS_UNTIL_A_CALL} runs")


def test_a_prompt_beyond_the_window_is_cut(servers: Servers) -> None:
    """The server refuses it and names its window; the prompt is fitted and asked again, and that is on record."""

    def ramble() -> str:
        """Answer at great length."""
        return "and so on " * 10_000

    settings = settings_for(servers.one("ascii").base_url, step_shape="split", max_response_chars=100_000, **PLANNED)
    result = run_until_a_call(settings, ramble)
    assert any("cut to fit the window" in warning for warning in result["warnings"])


def test_a_server_that_dies_between_two_calls(servers: Servers) -> None:
    """Earlier results are still delivered, with a stop reason that is no success."""
    with servers.fresh("ascii") as server:

        def pull_the_plug() -> str:
            """Pull the plug."""
            server.kill()
            return "it is dark"

        result = run_until_a_call(settings_for(server.base_url, step_shape="split", **PLANNED), pull_the_plug)
    assert result["stop_reason"] in UNFINISHED


def run_until_a_call(settings: Settings, tool: Any) -> dict[str, Any]:
    """The result of the first run in which random weights call the one tool."""
    for _ in range(RUNS_UNTIL_A_CALL):
        result = build_graph(settings, tools=[tool]).invoke({"query": "Do it."})
        assert broken_promises(result, settings, REPLY_TOKENS) == []
        if result["usage"].tool_calls:
            return result
    pytest.fail(f"no call in {RUNS_UNTIL_A_CALL} runs")


def test_a_server_that_dies_in_the_middle_of_a_reply(servers: Servers) -> None:
    """The connection breaks under the call; the run ends soon after, and says which model could not be asked."""
    with servers.fresh("bytes") as server:
        watching = threading.Thread(target=_kill_when_busy, args=(server,))
        watching.start()
        settings = settings_for(server.base_url, sampling={"max_output_tokens": 7_000}, **RAW)
        started = time.monotonic()
        result = run(settings)
        watching.join()
    assert broken_promises(result, settings, REPLY_TOKENS) == []
    assert result["stop_reason"] in UNFINISHED
    assert "openai:any" in " ".join(result["warnings"])
    assert time.monotonic() - started < 30


def _kill_when_busy(server: Any) -> None:
    for _ in range(500):
        if server.metric("requests_processing"):
            break
        time.sleep(0.01)
    server.kill()
