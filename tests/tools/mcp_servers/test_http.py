"""MCP servers by streamable HTTP and by the older SSE: the same tools, the address rules of every other request."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Iterator
from urllib.parse import urlsplit

import pytest
from fastapi import FastAPI, Request
from fastapi.responses import Response, StreamingResponse

from smurfs_graph import ConfigurationError
from smurfs_graph.tools.calling import Response as Called
from smurfs_graph.tools.calling import call_tool
from smurfs_graph.tools.http import guard
from smurfs_graph.tools.scope import open_scope
from smurfs_graph.tools.specs import load_tools
from tests.servers.applications import running
from tests.tools.http.local import Handler, LocalServer, resolver_to
from tests.tools.mcp_servers.conftest import MakeFile, served

odd = FastAPI()


@odd.api_route("/closed/mcp", methods=["GET", "POST"])
@odd.api_route("/closed/sse", methods=["GET", "POST"])
def closed() -> Response:
    """A server that lets nobody in."""
    return Response(status_code=401, headers={"WWW-Authenticate": 'Bearer resource_metadata="http://a.example/x"'})


@odd.get("/{how}/sse")
def events(how: str, request: Request) -> StreamingResponse:
    """Streams of events that are not what they should be."""

    async def stream() -> AsyncGenerator[str]:
        if how == "elsewhere":
            yield "event: endpoint\ndata: http://127.0.0.1:1/messages\n\n"
        elif how == "rubbish":
            yield "event: endpoint\ndata: /rubbish/messages\n\nevent: message\ndata: {not json\n\n"
        elif how == "refusing":
            yield "event: endpoint\ndata: /refusing/messages\n\n"
        elif how == "endless":
            yield "data: "
            while not await request.is_disconnected():
                yield "x" * 1_000_000
        while how != "short" and not await request.is_disconnected():
            await asyncio.sleep(0.05)

    return StreamingResponse(stream(), media_type="text/event-stream")


@odd.post("/rubbish/messages", status_code=202)
def swallowed() -> None:
    """Messages are taken, and never answered."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The odd server's address."""
    with running(odd) as found:
        yield found


def complaint(spec: str) -> str:
    """The one line that stands for a server that cannot be had."""
    with pytest.raises(ConfigurationError) as refused:
        load_tools([spec])
    assert "\n" not in str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize("path", ["mcp", "sse"])
def test_a_server_that_wants_a_sign_in_is_told_a_token(mcp_file: MakeFile, address: str, path: str) -> None:
    """OAuth is not spoken; a token from the environment is, and a wrong one is said to be wrong."""
    bare = complaint(mcp_file(all={"url": f"{address}/closed/{path}"}))
    assert re.search(r"asks for authorization \(401\): .*OAuth is not supported.*Bearer \$\{", bare)
    wrong = complaint(
        mcp_file(all={"url": f"{address}/closed/{path}", "headers": {"Authorization": "Bearer s3cr3t-token"}})
    )
    assert "refuses the authorization of its headers (401)" in wrong
    assert "s3cr3t" not in wrong


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("elsewhere", "did not start within 0.5 s"),
        ("rubbish", "what is no message"),
        ("short", "ended its stream before it said where messages go"),
        ("refusing", "ended before it answered"),
        ("endless", "exceeded the 1048576 byte limit"),
    ],
)
def test_odd_streams_of_events_are_one_line(mcp_file: MakeFile, address: str, how: str, said: str) -> None:
    """Before its time is out, whatever comes over the stream, and no message goes to another origin."""
    line = complaint(
        mcp_file(all={"url": f"{address}/{how}/sse", "start_seconds": 0.5 if how in ("elsewhere", "rubbish") else 10})
    )
    assert re.search(said, line), line


@pytest.mark.parametrize(("transport", "other"), [("http", "sse"), ("sse", "http")])
async def test_the_server_is_used_dies_and_comes_back(mcp_file: MakeFile, transport: str, other: str) -> None:
    """One session for several calls; a call in which the server dies fails at once, and the next one connects again.

    Asked by the other transport, the server says by its status which one it speaks.
    """

    async def called(name: str, **arguments: str) -> Called:
        return await call_tool(tools[name], arguments, timeout=60, max_chars=500)

    async with open_scope():
        with served(transport=transport) as address:
            port = urlsplit(address).port or 0
            assert f"say type {transport}" in complaint(mcp_file(all={"url": address, "type": other}))
            spec = mcp_file(all={"url": address, "trusted": True, "headers": {"Authorization": "Bearer x"}})
            tools = load_tools([spec])
            assert json.loads((await called("weather", city="Rome")).text)["celsius"] == 21.5
            assert "no" in (await called("refuse", reason="no")).reason
            died = await called("die")
            assert (died.transient, "went away" in died.reason) == (True, True)
            gone = await called("weather", city="Rome")
            assert (gone.transient, "cannot be reached" in gone.reason) == (True, True)
        with served(port, transport=transport):
            assert json.loads((await called("weather", city="Rome")).text)["celsius"] == 21.5


@pytest.mark.parametrize("address", ["169.254.169.254", "10.0.0.1"])
def test_a_name_that_leads_inside_is_refused(mcp_file: MakeFile, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server is allowed to be local only where the file says so itself."""
    inside = resolver_to(address)
    monkeypatch.setattr(guard, "system_resolver", inside)
    monkeypatch.setattr(guard.Guard.__init__, "__defaults__", ((), inside))
    with pytest.raises(ConfigurationError, match=r"allowed by name: SMURFS_ALLOW_HOSTS=shop\.example:80"):
        load_tools([mcp_file(bad={"url": "http://shop.example/mcp"})])


@pytest.mark.parametrize("transport", ["http", "sse"])
def test_no_redirect_is_followed(mcp_file: MakeFile, transport: str) -> None:
    """Not on the same server either, though the SDK would: headers are for the address that the file names."""
    paths: list[str] = []

    def behave(handler: Handler) -> None:
        paths.append(handler.path)
        handler.reply(307, b"", {"Location": "/elsewhere"})

    with LocalServer(behave) as server:
        line = complaint(mcp_file(odd={"url": f"{server.url}/mcp", "type": transport, "headers": {"K": "secret-one"}}))
    assert "answers with the status 307" in line and set(paths) == {"/mcp"}


@pytest.mark.parametrize("body", [b"<html>busy</html>", b'{"jsonrpc": "2.0", "id": 2, "result": null}', b""])
async def test_a_response_that_cannot_be_read_is_said_at_once_over_http(mcp_file: MakeFile, body: bytes) -> None:
    """A proxy's page, a result that is none, and nothing at all in place of JSON: long before the call's timeout."""

    def behave(handler: Handler) -> None:
        asked = json.loads(handler.body or b"{}")
        match asked.get("method"):
            case "initialize":
                result = {"protocolVersion": asked["params"]["protocolVersion"], "capabilities": {"tools": {}}}
                result["serverInfo"] = {"name": "odd", "version": "1"}
            case "tools/list":
                result = {"tools": [{"name": "look", "inputSchema": {"type": "object"}}]}
            case "tools/call":
                handler.reply(200, body, {"Content-Type": "application/json"})
                return
            case _:
                handler.reply(202 if handler.command == "POST" else 405)
                return
        handler.send_data({"jsonrpc": "2.0", "id": asked["id"], "result": result})

    with LocalServer(behave) as server:
        file = mcp_file(odd={"url": f"{server.url}/mcp", "trusted": True, "effects": {"*": ["read"]}})
        [tool] = load_tools([file]).values()
        found = await call_tool(tool, {}, timeout=30, max_chars=500)
    assert found.failed and found.seconds < 15 and "no answer within" not in found.reason
    assert "message" in found.reason
