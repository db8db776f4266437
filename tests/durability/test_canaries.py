"""Canaries in the environment, in tools' arguments and responses are in no export, trace, log or progress."""

import asyncio
import gzip
import json
import logging
import threading
import zlib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import tracing
from tests.cli.conftest import Run
from tests.cli.conftest import smurfs as smurfs
from tests.scripts import build, script

CANARIES = ("canaryenv123", "canaryarg456", "canaryresp789", "canaryhead000")

TOOLS = '''
import os


def find_stock(item: str, api_key: str = "canaryarg456") -> dict:
    """Find the stock of an item.

    Args:
        item: Id of the item.
        api_key: The key.
    """
    key = os.environ["STOCK_API_KEY"]
    return {
        "item": item, "stock": 4, "note": f"asked with {key}", "password": "canaryresp789",
        "headers": {"Authorization": "Bearer canaryhead000"},
    }
'''


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """A secret in the environment."""
    monkeypatch.setenv("STOCK_API_KEY", "canaryenv123")


def test_neither_export_nor_progress_nor_list_has_a_canary(smurfs: Run, tmp_path: Path) -> None:
    """Unless it is asked for."""
    tools = tmp_path / "tools.py"
    tools.write_text(TOOLS)
    done = smurfs("run", "Find the stock of item A-17.", "--tools", tools, "--thread", "t1")
    assert done.status == 0, done.err
    file = tmp_path / "t1.smurfs"
    assert smurfs("runs", "export", "t1", "-o", file).status == 0
    shown = [done.err, file.read_text(), smurfs("runs", "list").out, smurfs("runs", "show", "t1").out]
    for canary in CANARIES:
        assert all(canary not in text for text in shown), canary
    assert smurfs("runs", "export", "t1", "-o", file, "--with-secrets").status == 0
    assert "canaryresp789" in file.read_text()
    assert file.stat().st_mode & 0o077 == 0


@pytest.fixture
def langsmith(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bytes]]:
    """A server that takes traces; what it got."""
    got: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            limits = {"size_limit": 100, "size_limit_bytes": 20_000_000, "scale_up_nthreads_limit": 4}
            settings = {"use_multipart_endpoint": False, "scale_up_qsize_trigger": 1000, "scale_down_nempty_trigger": 4}
            self._answer({"batch_ingest_config": limits | settings})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            elif self.headers.get("Content-Encoding") == "deflate":
                body = zlib.decompress(body)
            got.append(body)
            self._answer({})

        do_PATCH = do_POST  # noqa: N815

        def _answer(self, data: dict[str, Any]) -> None:
            text = json.dumps(data).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, format: str, *args: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for name in ("LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING_V2"):
        monkeypatch.setenv(name, "true")
    monkeypatch.setenv("LANGSMITH_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setenv("LANGSMITH_API_KEY", "canaryhead000")
    monkeypatch.setenv("LANGSMITH_DISABLE_RUN_COMPRESSION", "true")
    from langsmith.utils import get_env_var

    forget: Any = get_env_var
    forget.cache_clear()
    yield got
    monkeypatch.undo()
    forget.cache_clear()
    server.shutdown()
    server.server_close()


async def test_traces_hold_no_canary(langsmith: list[bytes]) -> None:
    """What LangSmith gets has the run in it, and none of its secrets; failures included."""

    def look(password: str = "canaryarg456") -> dict[str, str]:
        """Look."""
        return {"token": "canaryresp789", "seen": "a lighthouse", "note": "asked with canaryenv123"}

    def fail(password: str = "canaryarg456") -> str:
        """Fail."""
        raise RuntimeError(f"refused: Authorization: Bearer canaryhead000, password={password}")

    arguments = {"password": "canaryarg456"}
    built = build([fail, look], script(executor_arguments=arguments))
    await built.graph.ainvoke({"query": "what is seen?"})
    assert await asyncio.to_thread(tracing.flush)
    said = b"".join(langsmith).decode()
    assert "a lighthouse" in said
    assert [canary for canary in CANARIES if canary in said] == []


async def test_the_library_logs_no_canary(caplog: pytest.LogCaptureFixture) -> None:
    """At the most talkative level."""
    with caplog.at_level(logging.DEBUG):

        def look(password: str = "canaryarg456") -> dict[str, str]:
            """Look."""
            return {"token": "canaryresp789", "note": "asked with canaryenv123"}

        await build([look], script(executor_arguments={"password": "canaryarg456"})).graph.ainvoke({"query": "q"})
    said = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("smurfs"))
    assert [canary for canary in CANARIES if canary in said] == []
