"""MCP files over the real server of `everything.py`, and a watch on what they leave behind."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path
from socket import create_connection, socket
from typing import Any

import pytest

from smurfs_graph.tools.mcp.keeping import keep_sessions

EVERYTHING = Path(__file__).with_name("everything.py")

MakeFile = Callable[..., str]


def entry(**more: Any) -> dict[str, Any]:
    """An entry of the server, started as a process."""
    return {"command": sys.executable, "args": [str(EVERYTHING)], "trusted": True, **more}


@pytest.fixture
def mcp_file(tmp_path: Path) -> MakeFile:
    """Write a file with these servers; its spec."""

    def make(**servers: Any) -> str:
        path = tmp_path / "servers.json"
        path.write_text(json.dumps({"mcpServers": servers}))
        return f"mcp:{path}"

    return make


@pytest.fixture
def one_start() -> Generator[None]:
    """A server that is listed and called in a test is started once, as on the command line."""
    with keep_sessions():
        yield


def children() -> set[int]:
    """The processes of this one that are running, or waited for by nobody, except for those of the test runner."""
    found: set[int] = set()
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                line = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if int(fields[1]) == os.getpid() and (b"everything" in line or fields[0] == "Z"):
                found.add(int(folder.name))
    return found


@pytest.fixture(autouse=True)
def nothing_is_left_behind() -> Generator[None]:
    """Every test ends with as many processes as it began with."""
    before = children()
    yield
    end = time.monotonic() + 6
    while children() - before and time.monotonic() < end:
        time.sleep(0.05)
    assert not children() - before


@contextmanager
def served(port: int = 0, *, transport: str) -> Generator[str]:
    """The server over streamable HTTP or "sse", on a port of its own where none is given; its address."""
    if not port:
        with closing(socket()) as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, str(EVERYTHING), transport, str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        end = time.monotonic() + 30
        while True:
            try:
                create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                assert process.poll() is None
                assert time.monotonic() < end
                time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/{'sse' if transport == 'sse' else 'mcp'}"
    finally:
        process.kill()
        process.wait()
