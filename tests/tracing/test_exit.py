"""The end of a process whose traces nobody takes: it does not wait for them."""

import os
import socket
import subprocess
import sys
from typing import Any

import pytest

from tests.tracing.collector import collecting

PROGRAM = """
import sys
from smurfs_graph import Settings, build_graph
graph = build_graph(Settings(tracing="langsmith"), ["builtin:travel"])
print(graph.invoke({"query": "What is the distance between Paris and Rome?"})["stop_reason"], flush=True)
print("ends", flush=True)
"""
_LIMIT = 40
"""Seconds; a process that waits for its traces takes as long as the collector holds them."""


def environment(url: str) -> dict[str, str]:
    """Of a process that traces to an address."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LANG", "OTEL"))}
    return kept | {"LANGSMITH_ENDPOINT": url, "LANGSMITH_API_KEY": "canary-key-1"}


def run(url: str) -> subprocess.CompletedProcess[str]:
    """The program, to its end."""
    command = [sys.executable, "-c", PROGRAM]
    return subprocess.run(command, env=environment(url), capture_output=True, text=True, timeout=_LIMIT, check=False)


@pytest.mark.parametrize("manner", ["hanging", "failing"])
def test_it_ends_while_the_collector_holds_what_it_got(manner: Any) -> None:
    """The collector has not let go when the process is gone."""
    with collecting(manner) as collector:
        done = run(collector.url)
        assert collector.requests
        assert not collector.hold.is_set()
    assert done.stdout.split() == ["answered", "ends"]
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "canary-key-1" not in done.stderr


def test_it_ends_where_connections_are_never_accepted() -> None:
    """A listener whose queue is full, as a firewall that drops packets."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        fillers = [socket.socket() for _ in range(4)]
        for filler in fillers:
            filler.setblocking(False)
            filler.connect_ex(listener.getsockname())
        done = run(f"http://127.0.0.1:{listener.getsockname()[1]}")
        for filler in fillers:
            filler.close()
    assert done.stdout.split() == ["answered", "ends"]


def test_what_is_taken_at_once_arrives_before_the_end() -> None:
    """A process that ends right after its run has sent its whole trace."""
    with collecting() as collector:
        run(collector.url)
        root = collector.root()
    assert root["name"] == "smurfs"
    assert root["outputs"]["stop_reason"] == "answered"
