"""Whole runs through the providers' own clients, against loopback servers that speak their protocols."""

import re
from typing import Any

import pytest

from smurfs_graph import Settings, build_graph
from tests.servers.hostile import Behaviour, HostileServer, add
from tests.servers.protocols import PROTOCOLS, overloaded
from tests.servers.test_runs import STEPS

KEY = "sk-canary-0123456789"
SETTINGS: dict[str, dict[str, Any]] = {
    "anthropic": {"model": "anthropic:claude-any"},
    "google": {"model": "google:gemini-any"},
    "ollama": {"model": "ollama:any"},
    "responses": {"model": "openai:any", "openai_api": "responses"},
}


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each client wants a key, which must never come back out."""
    for name in ("ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.setenv(name, KEY)
    monkeypatch.delenv("SMURFS_FORBID_REAL_MODELS", raising=False)


def run(provider: str, behaviour: Behaviour, **settings: Any) -> tuple[dict[str, Any], HostileServer]:
    """One run, and the server that it was made against."""
    with HostileServer(behaviour) as server:
        address = server.base_url if provider == "responses" else server.base_url.removesuffix("/v1")
        values: dict[str, Any] = SETTINGS[provider] | {"base_url": address, "model_retry_wait": 0.01} | settings
        result = build_graph(Settings(**values), tools=[add]).invoke({"query": "What is 2 + 3?"})
    return result, server


async def run_streamed(provider: str, behaviour: Behaviour, **settings: Any) -> tuple[dict[str, Any], str]:
    """One run whose answer is streamed: its result, and the answer's text as it came."""
    with HostileServer(behaviour) as server:
        address = server.base_url if provider == "responses" else server.base_url.removesuffix("/v1")
        values: dict[str, Any] = SETTINGS[provider] | {"base_url": address, "model_retry_wait": 0.01} | settings
        graph, result, told = build_graph(Settings(**values), tools=[add]), dict[str, Any](), ""
        async for kind, item in graph.astream({"query": "What is 2 + 3?"}, stream_mode=["values", "messages"]):
            if kind == "values":
                result = item
            else:
                told += item[0].text
    return result, told


def counted(rows: Any, *names: str) -> list[int]:
    """Sums over the rows of a ledger."""
    return [sum(getattr(row, name) for row in rows) for name in names]


@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize("provider", SETTINGS)
def test_a_run_through_the_client_is_answered_and_counted(provider: str, steps: str) -> None:
    """Calls and the native format work, each call's usage is what the server reported, and no key is in the result."""
    result, server = run(provider, PROTOCOLS[provider], **STEPS[steps])
    assert result["stop_reason"] == "answered", result["warnings"]
    assert "5" in result["answer"]
    assert result["warnings"] == []
    calls = len(server.requests)
    rows = result["usage"].rows
    cached = 0 if provider == "ollama" else 10 * calls
    assert counted(rows, "calls", "input_tokens", "output_tokens") == [calls, 100 * calls, 20 * calls]
    assert counted(rows, "cached_tokens", "estimated", "restarts") == [cached, 0, 0]
    assert KEY not in repr(result)


@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize("provider", SETTINGS)
async def test_a_streamed_run_is_answered_and_counted_alike(provider: str, steps: str) -> None:
    """The answer comes in parts, and usage is what the server reported at its stream's end."""
    result, told = await run_streamed(provider, PROTOCOLS[provider], **STEPS[steps])
    whole, _ = run(provider, PROTOCOLS[provider], **STEPS[steps])
    assert (result["stop_reason"], result["warnings"]) == ("answered", [])
    assert (result["answer"], result["usage"].calls) == (whole["answer"], whole["usage"].calls)
    assert result["answer"] in told
    names = ("input_tokens", "output_tokens", "cached_tokens", "estimated", "restarts")
    assert counted(result["usage"].rows, *names) == counted(whole["usage"].rows, *names)


@pytest.mark.parametrize("provider", SETTINGS)
def test_programs_are_one_text_in_each_providers_form(provider: str) -> None:
    """One tool with one parameter, whose schema comes to the server as it is."""
    result, server = run(provider, PROTOCOLS[provider], step_shape="code")
    assert [each.tool for each in result["outcomes"]["s1"].evidence] == ["add", "run_python"], result["warnings"]
    declared = re.findall(r"'code': (\{[^{}]*\})", str([body["tools"] for body in server.requests]))
    assert declared and all("the program" in each and "string" in each.lower() for each in declared)


@pytest.mark.parametrize("output", ["function_calling", "prompted"])
@pytest.mark.parametrize("provider", SETTINGS)
def test_other_formats_work_too(provider: str, output: str) -> None:
    """A tool call, where the protocol's server answers with one, and JSON in the text."""
    result, _ = run(provider, PROTOCOLS[provider], structured_output=output, **STEPS["formats"])
    assert result["stop_reason"] == "answered", result["warnings"]


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize("provider", SETTINGS)
def test_a_busy_server_is_asked_again_by_one_layer(provider: str, status: int) -> None:
    """The clients' own retries are off: one refusal is one further request."""
    honest, _ = run(provider, PROTOCOLS[provider])
    result, server = run(provider, overloaded(status, PROTOCOLS[provider]))
    assert result["stop_reason"] == "answered", result["warnings"]
    assert len(server.requests) == honest["usage"].calls + 1


@pytest.mark.parametrize("provider", SETTINGS)
def test_a_refused_key_is_named_and_not_shown(provider: str) -> None:
    """401 ends the run in words, without the key."""

    def refuses(handler: Any, body: dict[str, Any]) -> None:
        handler.send(401, {"error": {"message": f"invalid key {KEY}", "type": "authentication_error"}})

    result, server = run(provider, refuses)
    assert result["stop_reason"] == "error"
    assert KEY not in repr(result)
    assert len(server.requests) <= 2


@pytest.mark.parametrize("provider", SETTINGS)
def test_a_dead_server_is_said_once_with_its_address(provider: str) -> None:
    """One line, whatever the client calls it."""
    with HostileServer(PROTOCOLS[provider]) as gone:
        address = gone.base_url.removesuffix("/v1")
    result, _ = run(provider, PROTOCOLS[provider], base_url=address)
    (said,) = result["warnings"]
    assert said.count(address) == said.count("cannot be reached") == 1
    assert "\n" not in said


def marks(message: Any) -> list[bool]:
    """Return for each part of a message's content whether it is marked for the cache; a string is one part."""
    parts = message["content"] if isinstance(message["content"], list) else [message["content"]]
    return [isinstance(part, dict) and "cache_control" in part for part in parts]


def test_anthropic_is_told_what_to_cache() -> None:
    """The system message, which tools stand before, and the end of a conversation of calls; nothing else, and nobody
    else: others cache by themselves, and some refuse what they do not know.
    """
    _, server = run("anthropic", PROTOCOLS["anthropic"])
    first, *later = server.requests
    assert [part["cache_control"] for part in first["system"]] == [{"type": "ephemeral"}]
    assert [marks(message) for message in first["messages"]] == [[False]]
    assert later
    for body in later:
        *before, last = [any(marks(message)) for message in body["messages"]]
        assert last
        assert not any(before)
    for provider in ("google", "ollama", "responses"):
        assert "cache_control" not in repr(run(provider, PROTOCOLS[provider])[1].requests)
