"""The end of a process whose traces nobody takes: it does not wait for them, however it ends."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph.tracing import delivery
from tests.tracing.collector import collecting

PROGRAM = """
import sys
from smurfs_graph import Settings, build_graph
graph = build_graph(Settings(tracing="langsmith"), ["builtin:travel"])
print(graph.invoke({"query": "What is the distance between Paris and Rome?"})["stop_reason"], flush=True)
print("ends", flush=True)
"""
SLEEPING = """
import socket, time
found = socket.getaddrinfo
def resolver(host, *rest, **others):
    if host == "collector.invalid":
        time.sleep(90)
    return found(host, *rest, **others)
socket.getaddrinfo = resolver
"""
"""A resolver that does not answer."""
SLOW_TOOL = '''
import time
from smurfs_graph import effects


@effects("read")
def measure_lake(lake: str) -> dict:
    """Measure the depth of a lake.

    Args:
        lake: Name of the lake.
    """
    time.sleep(0.5)
    return {"depth_m": 40.5}
'''
_LIMIT = 40
"""Seconds; a process that waits for its traces takes as long as the collector holds them."""


def environment(url: str) -> dict[str, str]:
    """Of a process that traces to an address."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LANG", "OTEL"))}
    return kept | {"LANGSMITH_ENDPOINT": url, "LANGSMITH_API_KEY": "canary-key-1"}


def run(url: str, program: str = PROGRAM) -> subprocess.CompletedProcess[str]:
    """The program, to its end."""
    command = [sys.executable, "-c", program]
    return subprocess.run(command, env=environment(url), capture_output=True, text=True, timeout=_LIMIT, check=False)


@contextmanager
def silent() -> Generator[str]:
    """The address of a service that takes connections, reads nothing and says nothing."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(100)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


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


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "http://collector.invalid"])
def test_it_ends_where_nobody_listens_or_the_name_is_never_found(url: str) -> None:
    """A refused connection, and a resolver that hangs."""
    done = run(url, SLEEPING + PROGRAM)
    assert done.stdout.split() == ["answered", "ends"]
    assert "Traceback" not in done.stderr


def test_a_run_that_fails_ends_while_nobody_answers(tmp_path: Path) -> None:
    """On the command line; neither the model nor the collector answers."""
    with silent() as url:
        done = subprocess.run(
            [*_command(tmp_path, "Find the stock."), "--model", "openai:x", "--base-url", "http://127.0.0.1:9/v1"],
            env=_home(tmp_path, url) | {"OPENAI_API_KEY": "x"},
            capture_output=True,
            text=True,
            timeout=_LIMIT,
            check=False,
        )
    assert done.returncode == 1
    assert "could not be asked" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_an_interrupted_run_ends_while_nobody_answers(tmp_path: Path) -> None:
    """Ctrl-C at a tool call."""
    with silent() as url:
        command = _command(tmp_path, "Measure the lake Como. Then measure the lake Garda.")
        with subprocess.Popen(command, env=_home(tmp_path, url), stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr
            told: list[str] = []
            for line in process.stderr:
                told.append(line)
                if "calls measure_lake" in line:
                    process.send_signal(signal.SIGINT)
            status = process.wait(_LIMIT)
    assert status == 130, told
    assert "interrupted; go on with" in "".join(told)
    assert "Traceback" not in "".join(told)


def test_whoever_presses_ctrl_c_once_more_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """And sees no traceback."""

    def interrupted(timeout: float) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(delivery, "flush_all", interrupted)
    delivery.end()


def _command(folder: Path, query: str) -> list[str]:
    (folder / "lakes.py").write_text(SLOW_TOOL)
    settings = ["--set", "tracing=langsmith", "--set", "model_retries=0", "--strategy", "smurfs"]
    return [sys.executable, "-m", "smurfs_graph", "run", query, "--tools", str(folder / "lakes.py"), *settings]


def _home(folder: Path, url: str) -> dict[str, str]:
    return environment(url) | {"SMURFS_HOME": str(folder / "home")}


def test_what_is_taken_at_once_arrives_before_the_end() -> None:
    """A process that ends right after its run has sent its whole trace."""
    with collecting() as collector:
        run(collector.url)
        root = collector.root()
    assert root["name"] == "smurfs"
    assert root["outputs"]["stop_reason"] == "answered"
