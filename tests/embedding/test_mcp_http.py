"""`smurfs mcp` over streamable HTTP: who is let in, and who is not."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from socket import create_connection, create_server, socket
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from smurfs_graph import ConfigurationError, Settings, build_graph
from smurfs_graph.cli import main
from smurfs_graph.serving.mcp_http import TOKEN_VARIABLE, http_app, read_token
from smurfs_graph.serving.mcp_server import mcp_server
from tests.servers.applications import running

TOKEN = "correct-horse-battery"
QUERY = {"query": "What is the distance between Paris and Rome?"}


def served(token: str = "", *names: str) -> Any:
    """The application of a graph with tools."""
    return http_app(mcp_server(build_graph(Settings(), ["builtin:travel"])), "127.0.0.1", names, token)


async def answer_of(address: str, mode: str, token: str = "") -> str:
    """What a client gets over HTTP."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
        transport = streamable_http_client(f"{address}/mcp", http_client=http)
        async with Client(transport, mode=mode) as client:
            found: Any = await client.call_tool("answer", QUERY)
    return str(found.structured_content["answer"])


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_client_with_the_token_gets_an_answer(mode: str) -> None:
    """By both protocols; on this machine a token may be asked for, too."""
    with running(served(TOKEN)) as address:
        assert "1389" in await answer_of(address, mode, TOKEN)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": "Bearer wrong-horse-battery"}, 401),
        ({"Authorization": TOKEN}, 401),
        ({"Authorization": f"Bearer {TOKEN}", "Host": "evil.example"}, 403),
        ({"Authorization": f"Bearer {TOKEN}", "Host": "localhost:8600.evil.example"}, 403),
        ({"Authorization": f"Bearer {TOKEN}", "Host": "agents.example:8600@evil.example"}, 403),
        ({"Authorization": f"Bearer {TOKEN}", "Host": "here.example:1"}, 403),
        ({"Authorization": f"Bearer {TOKEN}", "Host": "here.example:8600"}, 200),
        ({"Authorization": f"Bearer {TOKEN}", "Origin": "http://localhost:8600.evil.example"}, 403),
        ({"Authorization": f"Bearer {TOKEN}", "Origin": "http://agents.example"}, 200),
        ({"Authorization": f"Bearer {TOKEN}", "Origin": "http://evil.example"}, 403),
        ({"Authorization": f"Bearer {TOKEN}", "Host": "agents.example:8600"}, 200),
    ],
    ids=str,
)
def test_who_is_let_in(headers: dict[str, str], status: int) -> None:
    """With the token, by a name that was given, and from no page of another server."""
    start = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "a", "version": "1"},
        },
    }
    with running(served(TOKEN, "agents.example", "here.example:8600")) as address:
        accept = {"Accept": "application/json, text/event-stream"}
        found = httpx2.post(f"{address}/mcp", json=start, headers={**accept, **headers})
    assert found.status_code == status, found.text


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (["--port", "8600", "--host", "0.0.0.0"], "'0.0.0.0' can be reached from other machines, so that a token"),
        (["--port", "8600", "--host", "::"], "a token is needed"),
        (["--host", "127.0.0.1"], "say --port N"),
        (["--port", "8600", "--token-file", "no-such-file"], "'no-such-file' cannot be read"),
    ],
)
def test_what_cannot_be_served_is_one_line(
    options: list[str], line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before a port is opened."""
    monkeypatch.delenv(TOKEN_VARIABLE, raising=False)
    with pytest.raises(SystemExit) as ended:
        main(["mcp", "--tools", "builtin:calc", *options])
    said = capsys.readouterr().err
    assert ended.value.code == 2 and line in said and said.count("\n") == 1


def test_a_port_that_is_taken_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """In one line, too."""
    with create_server(("127.0.0.1", 0)) as taken, pytest.raises(SystemExit) as ended:
        main(["mcp", "--tools", "builtin:calc", "--port", str(taken.getsockname()[1])])
    assert ended.value.code == 2 and "cannot be served on: Address already in use" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["short", "", "two words are no token", "a" * 20 + "\n" + "b" * 20, "é" * 20])
def test_what_is_no_token_is_refused(tmp_path: Path, text: str) -> None:
    """A token that can be guessed, or cannot be sent, is none; its text is in no message."""
    file = tmp_path / "token"
    file.write_text(text)
    with pytest.raises(ConfigurationError, match="is no token") as refused:
        read_token(file)
    assert not text or text not in str(refused.value)


async def test_the_command_serves_until_it_is_interrupted(tmp_path: Path) -> None:
    """With the token of a file; nothing is left of it after Ctrl-C."""
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "smurfs_graph", "mcp", "--tools", "builtin:travel", "--port", str(port)]
    process = subprocess.Popen([*command, "--token-file", str(tmp_path / "token")], env={**os.environ})
    try:
        end = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < end:
            try:
                create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        assert "1389" in await answer_of(f"http://127.0.0.1:{port}", "auto", TOKEN)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) in (0, 130)
    finally:
        process.kill()
        process.wait()
