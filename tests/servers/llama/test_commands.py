"""`smurfs doctor` and `smurfs run` against llama.cpp's own server, as a user types them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers.llama.conftest import Servers
from tests.servers.llama.server import WINDOW


def smurfs(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `smurfs ARGUMENTS...` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "smurfs_graph", *arguments],
        env={**os.environ, "SMURFS_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def model(servers: Servers) -> list[str]:
    """The options that name the model."""
    return ["--model", "openai:any", "--base-url", servers.one("ascii").base_url]


def test_the_doctor_sees_what_the_server_can_do(servers: Servers, tmp_path: Path) -> None:
    """The grammar holds even a model that knows nothing to the schema; the window is the server's own."""
    for _ in range(5):  # random weights may also write a text that comes to no end within its limit
        done = smurfs(tmp_path, "doctor", *model(servers), "--no-tasks", "--set", "temperature=1", "--json")
        found = json.loads(done.stdout)
        if any(rung["valid"] for rung in found["rungs"] if rung["rung"] == "json_schema"):
            break
    else:
        pytest.fail("the grammar never held a reply to the schema")
    assert done.returncode == 0, done.stderr
    assert found["window"] == WINDOW
    assert found["usage"] == "reported"
    assert "usage reported" in found["streaming"]
    assert found["max_tokens"] == "honoured"


def test_a_run_ends_with_json_and_a_status(servers: Servers, tmp_path: Path) -> None:
    """A typed stop reason, and the exit status that goes with it."""
    done = smurfs(
        tmp_path, "run", "What is 17 % of 2,340?", "--tools", "builtin:calc", *model(servers),
        "--set", "temperature=1", "--set", "max_llm_calls=12", "--json",
    )  # fmt: skip
    result = json.loads(done.stdout)
    assert done.returncode == (0 if result["stop_reason"] in ("answered", "answered_without_tools") else 1)
    assert 0 < result["usage"]["llm_calls"] <= 12
