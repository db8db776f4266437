"""Calling ToolBench's tools: through a server, from recorded responses, by a simulating model."""

import json
from pathlib import Path
from typing import Any

import pytest
from langchain_core.language_models import FakeListChatModel

from smurfs_graph import ConfigurationError
from smurfs_graph.tools.calling import Response, call_tool
from smurfs_graph.tools.toolbench import ApiDocument, Environment, toolbench_tools
from smurfs_graph.tools.toolbench.documents import ToolBenchParameter
from smurfs_graph.tools.toolbench.environments import Recorded, environment_of
from smurfs_graph.tools.toolbench.simulator import Simulator
from tests.tools.http.local import Handler, LocalServer


def document(api: str, method: str = "GET") -> ApiDocument:
    """A document with one number to give."""
    parameters = (
        ToolBenchParameter("id", "NUMBER", required=True),
        ToolBenchParameter("fast", "BOOLEAN"),
        ToolBenchParameter("q"),
    )
    return ApiDocument("News, Media", "Parcel Post", api, "About", method, parameters)


def virtual(handler: Handler) -> None:
    """Answer as StableToolBench's server: by the API's name an error, a price, busy, rubbish, or the arguments."""
    asked = json.loads(handler.body)
    match asked["api_name"]:
        case "broken":
            handler.send_data({"error": "Rate limit exceeded", "response": ""})
        case "price":
            handler.send_data({"error": "", "response": "{'price': 1500, 'parameter': 'timed out'}"})
        case "busy":
            handler.reply(503, b"later")
        case "rubbish":
            handler.reply(200, b"<html>")
        case _:
            handler.send_data({"error": "", "response": {"asked": asked["tool_input"], "of": asked["tool_name"]}})


async def called(environment: Environment, api: str, **arguments: Any) -> Response:
    """Call a tool and return the response."""
    (tool,) = toolbench_tools([document(api)], environment)
    return await call_tool(tool, {"id": 5, **arguments}, timeout=10, max_chars=2000)


async def test_a_server_is_asked_as_toolbench_asks_it() -> None:
    """Category, tool and API in its spelling; the key goes along."""
    with LocalServer(virtual) as server:
        response = await called(environment_of(server.url, key="secret"), "Track by ID", fast="true")
    assert not response.failed and json.loads(response.full)["of"] == "parcel_post"
    (seen,) = server.requests
    assert (seen.command, seen.path) == ("POST", "/virtual")
    assert json.loads(seen.body) == {
        "category": "News_Media",
        "tool_name": "parcel_post",
        "api_name": "track_by_id",
        "tool_input": {"id": 5, "fast": True},
        "strip": "",
        "toolbench_key": "secret",
    }


async def test_failure_is_what_the_server_declares() -> None:
    """A price of 1500 with the word "parameter" is a response; a declared error is a failure; a busy server passes."""
    with LocalServer(virtual) as server:
        environment = environment_of(server.url)
        priced = await called(environment, "price")
        failed = await called(environment, "broken")
        busy = await called(environment, "busy")
        rubbish = await called(environment, "rubbish")
    assert not priced.failed and json.loads(priced.full)["price"] == 1500
    assert failed.failed and failed.reason == "Rate limit exceeded"
    assert busy.failed and busy.transient and "503" in busy.reason
    assert rubbish.failed and "no JSON" in rubbish.reason


async def test_a_server_that_is_not_there() -> None:
    """A failed call with a reason, no exception."""
    response = await called(environment_of("http://127.0.0.1:9"), "Track by ID")
    assert response.failed and response.reason


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """Recorded responses, as StableToolBench keeps them: keyed by Python's spelling of the arguments."""
    file = tmp_path / "News_Media" / "parcel_post_for_News_Media" / "track_by_id.json"
    file.parent.mkdir(parents=True)
    recorded = {"{'id': 5}": {"error": "", "response": '{"city": "Ulm"}'}, "{'id': '6'}": {"error": "gone"}, "[": 1}
    file.write_text(json.dumps(recorded))
    return tmp_path


async def test_recorded_responses_are_found_by_their_arguments(cache: Path) -> None:
    """Whatever the spelling; what was never recorded fails and says so."""
    environment = environment_of(f"cache:{cache}")
    assert json.loads((await called(environment, "Track by ID")).full) == {"city": "Ulm"}
    assert "no response is recorded" in (await called(environment, "Track by ID", q="x")).reason
    assert "no response is recorded" in (await called(environment, "../../secret")).reason


async def test_a_simulator_answers_from_document_and_examples(cache: Path) -> None:
    """The model sees them; its reply is read as a server's is."""
    heard: list[str] = []

    class Heard(FakeListChatModel):
        def _call(self, messages: Any, *args: Any, **kwargs: Any) -> str:
            heard.append(str(messages[-1].content))
            return super()._call(messages, *args, **kwargs)

    model = Heard(responses=['Sure: {"error": "", "response": {"city": "Bonn"}}', '{"error": "bad id"}', "no"])
    environment = Simulator(model, Recorded(cache).records)
    assert json.loads((await called(environment, "Track by ID", q="x")).full) == {"city": "Bonn"}
    assert "Ulm" in heard[0] and "Parcel Post" in heard[0] and '"q": "x"' in heard[0]
    assert (await called(environment, "Track by ID")).failed
    assert "wrote no response" in (await called(environment, "Track by ID")).reason


async def test_environments_are_asked_in_turn(cache: Path) -> None:
    """Recorded first, the server for the rest; the source names both."""
    with LocalServer(virtual) as server:
        environment = environment_of(f"cache:{cache}; {server.url}")
        (tool,) = toolbench_tools([document("Track by ID")], environment)
        known = await call_tool(tool, {"id": 5}, timeout=10, max_chars=2000)
        other = await call_tool(tool, {"id": 7}, timeout=10, max_chars=2000)
    assert json.loads(known.full) == {"city": "Ulm"} and json.loads(other.full)["asked"] == {"id": 7}
    assert "recorded responses" in tool.source and "server 127.0.0.1" in tool.source


async def test_without_an_environment_a_call_fails_with_what_to_do() -> None:
    """Documents can be planned with, not called."""
    assert "SMURFS_TOOLBENCH" in (await called(environment_of(""), "Track by ID")).reason


@pytest.mark.parametrize(
    "wrong", ["ftp://x", "cache:/nowhere/at/all", "simulate:", "http://", "http://[", "http://a:b", "x"]
)
def test_an_environment_that_is_not_understood_costs_one_line(wrong: str) -> None:
    """Named by its variable."""
    with pytest.raises(ConfigurationError, match=r"^SMURFS_TOOLBENCH: [^\n]+$"):
        environment_of(wrong)


def test_effects_follow_the_method_and_the_environment(cache: Path) -> None:
    """GET reads; anything else may write; what no service stands behind changes nothing."""

    def effects(method: str, environment: Environment) -> frozenset[str]:
        return frozenset(toolbench_tools([document("x", method)], environment)[0].effects)

    server = environment_of("http://127.0.0.1:9")
    assert effects("GET", server) == {"read", "network"}
    assert effects("POST", server) == effects("", server) == {"write", "network"}
    assert effects("POST", environment_of(f"cache:{cache}")) == {"read"}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({}, "id: Field required"),
        ({"id": "five"}, "id: a number"),
        ({"id": True}, "id: a number"),
        ({"id": 1, "fast": "maybe"}, "fast: true or false"),
        ({"id": 1, "q": [1]}, "q: a text"),
        ({"id": 1, "z": 1}, "unknown parameter 'z'"),
    ],
)
def test_arguments_are_refused_by_field(arguments: dict[str, Any], complaint: str) -> None:
    """The complaint goes back to the model."""
    (tool,) = toolbench_tools([document("x")], environment_of(""))
    with pytest.raises(ValueError, match=complaint):
        tool.validate(arguments)
