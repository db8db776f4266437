"""Tools of a real service by its generated document."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from smurfs_graph import ToolError
from smurfs_graph.tools.calling import Response, Terms, call_tool
from smurfs_graph.tools.http import HttpLimits
from smurfs_graph.tools.openapi import openapi_tools
from smurfs_graph.tools.policy import Policy, Rule
from smurfs_graph.tools.tool import Tool
from tests.tools.http.local import Handler, LocalServer
from tests.tools.openapi import service
from tests.tools.openapi.test_documents import minimal

Tools = dict[str, Tool]
ID = "7f5c1e0a-3f4e-4f0e-9b0a-0f5c1e0a3f4e"
BOOK: dict[str, Any] = {"title": "Emma", "author": {"name": "Austen"}, "form": {"kind": "paper", "pages": 474}}


async def send(tool: Tool, **arguments: Any) -> Any:
    """Call a tool with validated arguments and return the result. Raises ToolError or ValueError."""
    return await tool.call(tool.validate(arguments))


async def test_parameters_arrive_from_every_place(tools: Tools) -> None:
    """Path, query, header and cookie, each with its type."""
    given = {"book_id": "7", "words": ["a,b", "c&d=ä"], "near": 0.5, "exact": True, "since": "2020-01-31"}
    sent = {**given, "x-trace": "t 1", "visitor": "v-1", "shelf": "poetry"}
    back = await send(tools["read_book"], **sent)
    assert back == {**given, "book_id": 7, "x_trace": "t 1", "visitor": "v-1", "shelf": "poetry"}


@pytest.mark.parametrize(
    ("name", "arguments", "complaint"),
    [
        ("read_book", {}, "book_id: is required"),
        ("read_book", {"book_id": 1, "shelf": "drama"}, "shelf: must be one of ['fiction', 'poetry']"),
        ("read_book", {"book_id": 1, "since": "yesterday"}, "since: breaks format 'date'"),
        ("read_book", {"book_id": 1, "x-trace": "a\r\nHost: b"}, "x-trace: a header takes plain ASCII"),
        ("read_book", {"book_id": 1, "visitor": "a; admin=1"}, "visitor: a cookie takes letters"),
        ("add_book", {**BOOK, "form": {"kind": "paper", "pages": 0}}, "form"),
        (
            "add_book",
            {**BOOK, "author": {"name": "A", "teacher": {"name": ""}}},
            "author.teacher.name: breaks minLength 1",
        ),
        ("put_note", {"book_id": 1, "note_id": "x", "text": "y"}, "note_id: breaks format 'uuid'"),
        ("read_file", {"file_path": "../secret"}, "file_path: must not be '.' or '..'"),
        ("read_file", {"file_path": "a/../../secret"}, "file_path: must not be '.' or '..'"),
    ],
)
def test_wrong_arguments_are_refused_before_anything_is_sent(
    tools: Tools, name: str, arguments: dict[str, Any], complaint: str
) -> None:
    """By the document itself; the complaint names the field."""
    with pytest.raises(ValueError) as caught:
        tools[name].validate(arguments)
    assert str(caught.value).startswith(complaint)


async def test_bodies_of_every_kind_arrive(tools: Tools) -> None:
    """JSON objects as arguments of their own, files, and none."""
    assert (await send(tools["add_book"], **BOOK, marks={"ä": 1}))["marks"] == {"ä": 1}
    sound = {**BOOK, "form": {"kind": "sound", "minutes": 90}, "author": {"name": "A", "teacher": {"name": "B"}}}
    assert (await send(tools["add_book"], **sound))["author"]["teacher"]["name"] == "B"
    note = await send(tools["put_note"], book_id=1, note_id=ID, text="line\nline", book="b")
    assert note == {"book_id": 1, "note_id": ID, "text": "line\nline", "book": "b"}
    assert await send(tools["take_file"], content="ä\r\nb", title="t") == {"size": 5, "title": "t"}
    assert await send(tools["read_file"], file_path="a/b c/ä?.txt") == "a/b c/ä?.txt"
    assert await send(tools["delete_book"], book_id=1) == "done (status 204)"


def test_what_a_model_sees_is_short(tools: Tools) -> None:
    """No references, no titles; recursion ends."""
    shown = tools["add_book"].parameters
    text = json.dumps(shown)
    assert "$ref" not in text
    assert len(text) < 2_000
    assert shown["required"] == ["title", "author", "form"]
    assert shown["properties"]["shelf"] == {
        "type": "string", "enum": ["fiction", "poetry"], "default": "fiction",
        "description": "An enum behind a reference.",
    }  # fmt: skip
    teacher = shown["properties"]["author"]["properties"]["teacher"]
    assert teacher == {"type": "object", "description": "the same once more"}
    assert tools["read_book"].parameters["properties"]["near"] == {"type": "number", "minimum": 0.0, "maximum": 1.0}
    assert tools["add_book"].response_fields[:3] == ("title", "author", "form")


def test_effects_come_from_the_method(tools: Tools) -> None:
    """Methods that only read may be repeated."""
    assert tools["read_book"].effects == {"read", "network"}
    assert tools["add_book"].effects == tools["delete_book"].effects == {"write", "network"}
    assert (tools["delete_book"].idempotent, tools["add_book"].idempotent) == (True, False)


CREDENTIALS = {
    "LIBRARY_TOKEN": "bearer-secret",
    "LIBRARY_USER": "ann",
    "LIBRARY_PASSWORD": "pass:word",
    "LIBRARY_KEY": "key-secret",
    "LIBRARY_CLIENT_ID": "me",
    "LIBRARY_CLIENT_SECRET": "client-secret",
}


@pytest.mark.parametrize(
    ("kind", "beside", "said"),
    [
        ("bearer", {}, "welcome you sent [key]"),
        ("basic", {}, "welcome"),
        ("header", {}, "welcome"),
        ("query", {"q": "a b"}, "welcome a b [key]"),
        ("cookie", {"visitor": "v1"}, "welcome v1"),
    ],
)
async def test_credentials_come_from_the_environment(
    kind: str, beside: dict[str, str], said: str, tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without them no request is sent, and the variable is named; they do not come back where the service says them."""
    for name in CREDENTIALS:
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ToolError, match=r"needs credentials: set LIBRARY_\w+"):
        await send(tools[f"with_{kind}"])
    for name, value in CREDENTIALS.items():
        monkeypatch.setenv(name, value)
    assert await send(tools[f"with_{kind}"], **beside) == said


async def test_wrong_credentials_are_a_failure_without_the_secret(
    tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The service repeats them in its complaint."""
    monkeypatch.setenv("LIBRARY_TOKEN", "a-wrong-secret")
    with pytest.raises(ToolError, match=r"status 401: .*wrong credentials you sent \[key\]") as caught:
        await send(tools["with_bearer"])
    assert not caught.value.transient


async def test_client_credentials_bring_a_token_that_is_kept(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for once; again when the service refuses it."""
    monkeypatch.delenv("LIBRARY_TOKEN", raising=False)
    monkeypatch.delenv("LIBRARY_CLIENT_ID", raising=False)
    with pytest.raises(ToolError, match="needs credentials: set LIBRARY_CLIENT_ID and LIBRARY_CLIENT_SECRET"):
        await send(tools["with_oauth"])
    monkeypatch.setenv("LIBRARY_CLIENT_ID", "me")
    monkeypatch.setenv("LIBRARY_CLIENT_SECRET", "client-secret")
    before = service.counts.get("token", 0)
    for _ in range(3):
        assert await send(tools["with_oauth"]) == "welcome"
    assert service.counts["token"] == before + 1
    service.counts["token"] += 5  # the kept one is no longer good
    assert await send(tools["with_oauth"]) == "welcome"
    assert service.counts["token"] == before + 7


async def called(tool: Tool, timeout: float = 5.0, **arguments: Any) -> Response:
    """The call as a run makes it."""
    return await call_tool(tool, arguments, timeout=timeout, max_chars=2_000)


async def test_misbehaviour_is_a_failure_with_a_reason(tools: Tools) -> None:
    """Not to be tried again, unless the service says so; a success of another shape is one."""
    shape = await called(tools["shape"])
    assert (shape.failed, shape.text) == (False, '{"name": 5}')
    error = await called(tools["error"])
    assert (error.failed, error.reason) == (True, "no such author")
    assert not (await called(tools["findings"])).failed
    busy = await called(tools["status_of"], status=429, after="7")
    assert (busy.failed, busy.transient, busy.retry_after) == (True, True, 7)
    assert "as you wished" in busy.reason


async def test_redirects_to_forbidden_places_fail(tools: Tools, address: str) -> None:
    """To another local server; one within the service is followed."""
    with LocalServer() as secret:
        response = await called(tools["away"], to=secret.url)
    assert "loopback" in response.reason
    assert secret.connections == 0
    assert json.loads((await called(tools["away"], to=f"{address}/books/4")).full)["book_id"] == 4


async def test_limits_of_a_call_can_be_set(address: str) -> None:
    """Size and time."""
    limits = HttpLimits(seconds=0.3, max_bytes=10)
    made = {tool.name: tool for tool in openapi_tools(f"{address}/openapi.json", limits=limits)}
    assert "larger than 10 bytes" in (await called(made["read_book_books__book_id__get"], book_id=1)).reason
    assert "within 0.3 s" in (await called(made["slow_bad_slow_get"])).reason


async def test_many_calls_at_once(tools: Tools) -> None:
    """Do not get in each other's way."""
    back = await asyncio.gather(*(send(tools["read_book"], book_id=number) for number in range(40)))
    assert [one["book_id"] for one in back] == list(range(40))


async def test_calls_that_write_are_made_where_the_policy_allows_it(tools: Tools) -> None:
    """The choke point knows the effects."""
    refused = await call_tool(tools["add_book"], BOOK, timeout=5, max_chars=100)
    assert refused.failed
    assert "a person has to approve" in refused.reason
    terms = Terms(policy=Policy(rules=(Rule(decision="allow", effects=frozenset({"write", "network"})),)))
    made = await call_tool(tools["add_book"], BOOK, timeout=5, max_chars=100, terms=terms)
    assert not made.failed


def guarded_by(answer: Callable[[Handler], None]) -> LocalServer:
    """A service whose one operation needs a token, which `/token` answers for as it likes."""
    flow = {"clientCredentials": {"tokenUrl": "/token", "scopes": {}}}
    document = minimal(components={"securitySchemes": {"o": {"type": "oauth2", "flows": flow}}}, security=[{"o": []}])
    del document["servers"]

    def behave(handler: Handler) -> None:
        if handler.path == "/token":
            answer(handler)
        else:
            handler.send_data(document if handler.path == "/openapi.json" else "welcome")

    return LocalServer(behave)


async def use_token(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what the operation of `guarded_by` says."""
    monkeypatch.setenv("GUARDED_CLIENT_ID", "me")
    monkeypatch.setenv("GUARDED_CLIENT_SECRET", "client-secret")
    [tool] = await asyncio.to_thread(openapi_tools, f"{server.url}/openapi.json", name="guarded")
    return await send(tool)


@pytest.mark.parametrize("ends", ["9" * 400, f"-{'9' * 400}", "1e999", "-1", "NaN", '"3600"', "null", "true", "{}"])
async def test_a_token_counts_whatever_is_said_of_its_end(ends: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also an end that no number holds."""
    said = f'{{"access_token": "t-1", "expires_in": {ends}}}'.encode()
    with guarded_by(lambda handler: handler.reply(body=said)) as server:
        assert await use_token(server, monkeypatch) == "welcome"
        assert server.requests[-1].headers["Authorization"] == "Bearer t-1"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("elsewhere", [True, False])
async def test_no_redirect_of_a_token_endpoint_is_followed(
    status: int, elsewhere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither does another place see the client's secret, nor does one give the token out."""
    with LocalServer(lambda handler: handler.send_data({"access_token": "theirs"})) as other:
        monkeypatch.setenv("SMURFS_ALLOW_HOSTS", other.netloc)
        to = f"{other.url}/token" if elsewhere else "/other"
        with guarded_by(lambda handler: handler.redirect(to, status)) as server:
            with pytest.raises(ToolError, match="a redirect, which is not followed"):
                await use_token(server, monkeypatch)
            assert [each.path for each in server.requests] == ["/openapi.json", "/token"]
        assert other.connections == 0
