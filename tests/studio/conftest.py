"""LangGraph's own development server, as Studio uses it: a real one, offline, on a free local port."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import pytest
from langgraph_sdk import get_sync_client
from langgraph_sdk.client import SyncLangGraphClient

CONFIG = Path(__file__).parents[2] / "langgraph.json"
START_SECONDS = 60
NOWHERE = "http://127.0.0.1:9"
"""A proxy that refuses every connection, so that nothing outside is reached."""
COMMAND = """
import asyncio
sleep = asyncio.sleep
asyncio.sleep = lambda seconds, *rest: sleep(0.01 if seconds == 0.5 else seconds, *rest)
from langgraph_cli.cli import cli
cli()
"""
"""`langgraph`, but that the server looks for new runs each hundredth of a second and not each half."""


class Server(NamedTuple):
    """A running development server."""

    client: SyncLangGraphClient
    log: Path
    port: int


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def offline_environment() -> dict[str, str]:
    """The environment without keys, tracing and telemetry, and with no way out."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LANG", "OPENAI", "SMURFS"))}
    return kept | {
        "LANGSMITH_TRACING": "false",
        "LANGGRAPH_CLI_NO_ANALYTICS": "1",
        "HTTP_PROXY": NOWHERE,
        "HTTPS_PROXY": NOWHERE,
        "NO_PROXY": "127.0.0.1,localhost",
        "NO_COLOR": "1",
        "LANGSMITH_ENDPOINT": "http://127.0.0.1:9",
    }


@contextmanager
def serving(folder: Path, *options: str, more: Mapping[str, str] = MappingProxyType({})) -> Generator[Server]:
    """`langgraph dev` in a folder; ended with all its children. Skips the test where it is not installed.

    `more`: of its environment.
    """
    pytest.importorskip("langgraph_api", reason="the development server is not installed (extra: studio)")
    port, log = free_port(), folder / "log"
    command = [sys.executable, "-c", COMMAND, "dev", "--no-browser", "--no-reload", "--host", "127.0.0.1"]
    with log.open("w") as output:
        process = subprocess.Popen(
            [*command, "--port", str(port), *options], cwd=folder, env={**offline_environment(), **more},
            stdin=subprocess.DEVNULL,
            stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
    try:
        wait_until_ready(process, f"http://127.0.0.1:{port}/ok", log)
        with get_sync_client(url=f"http://127.0.0.1:{port}", api_key=None) as client:
            yield Server(client, log, port)
    finally:
        end(process)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`langgraph dev` with the project's own langgraph.json."""
    with serving(tmp_path_factory.mktemp("server"), "--config", str(CONFIG)) as running:
        yield running


def wait_until_ready(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    """Wait until the server answers; fails with its log where it ends or takes too long."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    give_up = time.monotonic() + START_SECONDS
    while time.monotonic() < give_up and process.poll() is None:
        try:
            with opener.open(url, timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    pytest.fail(f"the server did not start:\n{log.read_text()[-3000:]}")


def end(process: subprocess.Popen[bytes]) -> None:
    """Stop the process and everything that it has started: politely, then not."""
    try:
        for kind, seconds in ((signal.SIGINT, 10), (signal.SIGTERM, 5), (signal.SIGKILL, 5)):
            os.killpg(process.pid, kind)
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                continue
            os.killpg(process.pid, signal.SIGKILL)  # children that outlived it
            return
    except ProcessLookupError:
        process.wait(5)


def new_thread(server: Server) -> str:
    """The id of a thread of its own."""
    return server.client.threads.create()["thread_id"]
