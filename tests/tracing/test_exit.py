"""The end of a process whose traces nobody takes: it does not wait for them, however it ends."""

import os
import signal
import socket
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph.tracing import delivery
from tests import warm
from tests.cli.test_ending import wait_for
from tests.tracing.collector import collecting

PROGRAM = """
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
import pathlib
import time
from smurfs_graph import effects


@effects("read")
def measure_lake(lake: str) -> dict:
    """Measure the depth of a lake.

    Args:
        lake: Name of the lake.
    """
    pathlib.Path(__file__).with_suffix(".log").write_text("called")
    time.sleep(0.5)
    return {"depth_m": 40.5}
'''
_LIMIT = 40
"""Seconds; a process that waits for its traces takes as long as the collector holds them."""


def environment(url: str) -> dict[str, str]:
    """Of a process that traces to an address."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LANG", "OTEL"))}
    return kept | {"LANGSMITH_ENDPOINT": url, "LANGSMITH_API_KEY": "canary-key-1"}


def run(url: str, program: str = PROGRAM) -> tuple[int, str, str]:
    """The program, to its end: its status, output and errors."""
    return warm.run(["-c", program], environment=environment(url), folder=Path.cwd(), seconds=_LIMIT)


@contextmanager
def unheeding(backlog: int) -> Generator[str]:
    """The address of a service that says nothing; without a backlog its queue is full, as where packets are dropped."""
    with socket.socket() as listener, ExitStack() as waiting:
        listener.bind(("127.0.0.1", 0))
        listener.listen(backlog)
        for _ in range(0 if backlog else 4):
            filler = waiting.enter_context(socket.socket())
            filler.setblocking(False)
            filler.connect_ex(listener.getsockname())
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


@contextmanager
def holding(manner: Any) -> Generator[str]:
    """The address of a collector that has been sent something and has not let go of it when the process is gone."""
    with collecting(manner) as collector:
        yield collector.url
        assert collector.requests
        assert not collector.hold.is_set()


@pytest.mark.parametrize(
    "service",
    [
        pytest.param(lambda: holding("hanging"), id="never answers"),
        pytest.param(lambda: holding("failing"), id="answers with an error"),
        pytest.param(lambda: nullcontext("http://127.0.0.1:9"), id="does not listen"),
        pytest.param(lambda: unheeding(0), id="never accepts", marks=pytest.mark.slow),
        pytest.param(lambda: nullcontext("http://collector.invalid"), id="is never found", marks=pytest.mark.slow),
    ],
)
def test_a_process_ends_whatever_becomes_of_its_traces(service: Callable[[], AbstractContextManager[str]]) -> None:
    """A name may be looked up for ever, too."""
    with service() as url:
        status, said, errors = run(url, SLEEPING + PROGRAM)
    assert (status, said.split()) == (0, ["answered", "ends"])
    assert "Traceback" not in errors
    assert "canary-key-1" not in errors


@pytest.mark.slow
def test_a_run_that_fails_ends_while_nobody_answers(tmp_path: Path) -> None:
    """On the command line; neither the model nor the collector answers."""
    with unheeding(100) as url:
        command = [*_command(tmp_path, "Find the stock."), "--model", "openai:x", "--base-url", "http://127.0.0.1:9/v1"]
        environment = _home(tmp_path, url) | {"OPENAI_API_KEY": "x"}
        status, said, errors = warm.run(command, environment=environment, folder=tmp_path, seconds=_LIMIT)
    assert status == 1
    assert "could not be asked" in said + errors
    assert "Traceback" not in errors


def test_an_interrupted_run_ends_while_nobody_answers(tmp_path: Path) -> None:
    """Ctrl-C at a tool call."""
    with unheeding(100) as url:
        command = _command(tmp_path, "Measure the lake Como.")
        with warm.writing(command, environment=_home(tmp_path, url), folder=tmp_path) as process:
            wait_for(tmp_path / "lakes.log", "called")
            os.kill(process.process.pid, signal.SIGINT)
            status, _, told = process.ended(_LIMIT)
    assert status == 130, told
    assert "interrupted; go on with" in told
    assert "Traceback" not in told


def test_whoever_presses_ctrl_c_once_more_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """And sees no traceback."""

    def interrupted(timeout: float) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(delivery, "flush_all", interrupted)
    delivery.end()


def _command(folder: Path, query: str) -> list[str]:
    (folder / "lakes.py").write_text(SLOW_TOOL)
    settings = ["--set", "tracing=langsmith", "--set", "model_retries=0", "--strategy", "smurfs"]
    return ["-m", "smurfs_graph", "run", query, "--tools", str(folder / "lakes.py"), *settings]


def _home(folder: Path, url: str) -> dict[str, str]:
    return environment(url) | {"SMURFS_HOME": str(folder / "home")}


def test_what_is_taken_at_once_arrives_before_the_end() -> None:
    """A process that ends right after its run has sent its whole trace."""
    with collecting() as collector:
        run(collector.url)
        root = collector.root()
    assert root["name"] == "smurfs"
    assert root["outputs"]["stop_reason"] == "answered"
