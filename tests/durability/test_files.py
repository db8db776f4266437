"""Files that commands write are the user's alone and hold no canary; what commands print is masked."""

import json
import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.models.cache import ResponseCache
from smurfs_graph.redaction.known_secrets import Handed
from smurfs_graph.redaction.redactor import MASK, Redactor
from smurfs_graph.tools.mcp.config import load_servers, mask_secrets_of
from tests.cli.conftest import Run
from tests.cli.conftest import smurfs as smurfs
from tests.scripts import build, script

QUERY = "Find the stock of item A-17."
CANARIES = ("canaryenv123", "canaryarg456", "canaryresp789", "canaryhead000")

TOOLS = '''
import os

from smurfs_graph import effects


@effects("read")
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
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="rights of files are those of POSIX")


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A secret, a process that hides nothing by itself, and nothing handed to servers so far."""
    monkeypatch.setenv("STOCK_API_KEY", "canaryenv123")
    handed = Handed()
    for module in ("redaction.redactor", "tools.mcp.config", "tools.openapi.auth"):
        monkeypatch.setattr(f"smurfs_graph.{module}.HANDED", handed)
    before = os.umask(0)
    yield
    os.umask(before)


def test_whatever_leaves_a_run_is_masked_and_every_file_is_the_users_alone(smurfs: Run, tmp_path: Path) -> None:
    """Runs, exports, reports and benchmarks; the storage holds what was said, and so only its rights are looked at."""
    tools, cases, out = tmp_path / "tools.py", tmp_path / "cases.jsonl", tmp_path / "out"
    tools.write_text(TOOLS)
    cases.write_text(json.dumps({"id": "one", "query": QUERY, "reference": "4"}))
    kept = tmp_path / "kept"
    for folder in (kept, out):
        folder.mkdir()
    storage = ["--checkpoint", kept / "runs.sqlite"]
    bench = ["bench", "jsonl", "--data", cases, "--tools", tools, "--judge", "offline:rules"]
    commands = [
        ["run", QUERY, "--tools", tools, "--thread", "t1", "--set", f"response_cache={kept / 'cache'}", *storage],
        ["runs", "fork", "t1", "--step", "3", "--thread", "t2", *storage],
        ["runs", "list", *storage],
        ["runs", "show", "t1", *storage],
        ["runs", "export", "t1", "-o", out / "t1.smurfs", *storage],
        ["report", "t1", "-o", out / "t1.html", *storage],
        [*bench, "-o", out / "first"],
        [*bench, "-o", out / "second"],
        ["bench", "compare", out / "first", out / "second", "--judge", "offline:rules"],
    ]
    for command in commands:
        done = smurfs(*command)
        assert done.status in (0, 1), (command, done.err)
        said = done.out + done.err
        assert [canary for canary in CANARIES if canary in said] == [], command
    files = [file for file in out.rglob("*") if file.is_file()]
    names = {"t1.smurfs", "t1.html", "results.jsonl", "predictions.jsonl", "results.html", "preferences.jsonl"}
    assert names <= {file.name for file in files}
    for file in files:
        said = file.read_text()
        assert [canary for canary in CANARIES if canary in said] == [], file
    assert MASK in (out / "first" / "results.jsonl").read_text()
    whole = out / "whole.smurfs"
    assert smurfs("runs", "export", "t1", "-o", whole, "--with-secrets", *storage).status == 0
    assert "canaryresp789" in whole.read_text()
    for file in (*files, whole, *kept.rglob("*"), *(tmp_path / "home").rglob("*")):
        assert file.stat().st_mode & 0o077 == 0, file


def test_files_of_an_open_storage_and_of_the_reply_cache_are_the_users_alone(tmp_path: Path) -> None:
    """Logs and indexes too, while they are there; those that were made open to others are closed to them."""
    for name in ("runs.sqlite", "cache"):
        (tmp_path / name).touch(0o644)
    for round_ in (1, 2):
        cache = ResponseCache(str(tmp_path / "cache"))
        with open_storage(tmp_path / "runs.sqlite") as storage:
            storage.store.put(("responses",), "key", {"full": "text"})
            found = {file.name: oct(file.stat().st_mode & 0o777) for file in tmp_path.iterdir() if file.is_file()}
            assert {"runs.sqlite-wal", "cache-wal"} <= found.keys()
            assert set(found.values()) == {"0o600"}, (round_, found)
        for file in tmp_path.iterdir():
            file.chmod(0o644 if file.is_file() else 0o700)
        del cache


def test_a_password_in_the_request_is_masked_in_the_answer_as_in_progress(smurfs: Run, tmp_path: Path) -> None:
    """Or shown in both, where somebody asks for that."""
    tools = tmp_path / "tools.py"
    tools.write_text(TOOLS)
    request = ["run", "Find the stock of item sk-canaryreq555abc.", "--tools", tools]
    for more in ((), ("--json",)):
        done = smurfs(*request, *more)
        assert "canaryreq555" not in done.out + done.err, done
        assert MASK in done.out
    shown = smurfs(*request, "--with-secrets")
    assert "canaryreq555" in shown.out
    assert "canaryreq555" in shown.err


def test_what_an_mcp_file_hands_to_its_servers_is_masked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the variable is called; also where one of them is not set any more. Values of no secret stay."""
    monkeypatch.setenv("NOTES_SETTING", "violet-harbour")
    servers = {
        "gone": {"command": "gone", "env": {"A": "${NO_SUCH_VARIABLE}"}},
        "notes": {"command": "notes", "env": {"MODE": "${NOTES_SETTING}", "COLOUR": "ultramarine"}},
        "maps": {"url": "https://maps.example/mcp", "headers": {"Authorization": "Bearer amber-lantern"}},
    }
    file = tmp_path / "servers.json"
    file.write_text(json.dumps({"mcpServers": servers}))
    redactor = Redactor()
    assert redactor.text("violet-harbour, amber-lantern") == "violet-harbour, amber-lantern"
    mask_secrets_of(str(file))
    assert redactor.text("violet-harbour, amber-lantern, ultramarine") == f"{MASK}, {MASK}, ultramarine"
    del servers["gone"]
    file.write_text(json.dumps({"mcpServers": servers}))
    assert [server.env.get("MODE") for server in load_servers(str(file))] == ["violet-harbour", None]
    mask_secrets_of(str(tmp_path / "nowhere"))


async def test_the_library_logs_no_canary(caplog: pytest.LogCaptureFixture) -> None:
    """At the most talkative level."""
    with caplog.at_level(logging.DEBUG):

        def look(password: str = "canaryarg456") -> dict[str, str]:
            """Look."""
            return {"token": "canaryresp789", "note": "asked with canaryenv123"}

        await build([look], script(executor_arguments={"password": "canaryarg456"})).graph.ainvoke({"query": "q"})
    said = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("smurfs"))
    assert [canary for canary in CANARIES if canary in said] == []
