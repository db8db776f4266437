"""A real model of 135 million weights behind llama.cpp's server: what a newcomer's first minutes bring."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers.llama.server import ROOT, WINDOW, LlamaServer, find_server
from tests.servers.llama.test_commands import smurfs

TOOLS = '''
from smurfs_graph import effects

TEMPERATURES = {"Oslo": 18, "Rome": 31}


@effects("read")
def get_temperature(city: str) -> str:
    """Get the temperature in a city."""
    return f"{TEMPERATURES[city]} degrees Celsius"
'''
SHORT = '{"max_output_tokens": 64}'
"""The tests' own build of the server writes some tokens a second."""


def find_weights() -> Path | None:
    """The model's file: what SMOLLM2 names, or what tests/servers/llama/weights has taken from its package."""
    found = [Path(named)] if (named := os.environ.get("SMOLLM2")) else [*(ROOT / ".cache" / "smollm2").glob("*/*.gguf")]
    return found[0] if found and found[0].is_file() else None


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """The options that name the model; tests are skipped without it."""
    program, weights = find_server(), find_weights()
    if program is None or weights is None:
        pytest.skip("a llama-server and the weights of SmolLM2 are needed, as make test-servers gets them")
    log = tmp_path_factory.mktemp("smollm2") / "log"
    with LlamaServer(program, weights, log, "--parallel", "1", "--ctx-size", str(WINDOW), "--no-repack") as server:
        yield ["--model", "openai:any", "--base-url", server.base_url]


def test_a_first_request_is_answered_though_the_server_drops_tools(model: list[str], tmp_path: Path) -> None:
    """The model's own template has none; nothing is set, and nothing was examined."""
    (tmp_path / "my_tools.py").write_text(TOOLS)
    asked = ["run", "What is the temperature in Oslo and Rome?", "--tools", str(tmp_path / "my_tools.py")]
    done = smurfs(tmp_path, *asked, *model, "--json", "--set", f"sampling={SHORT}")
    result = json.loads(done.stdout)
    assert (done.returncode, result["stop_reason"]) == (0, "answered"), done.stderr
    assert "18" in result["answer"] and "31" in result["answer"]
    assert any("does not show the bound tools" in warning for warning in result["warnings"])


def test_the_doctor_sees_that_tools_are_dropped(model: list[str], tmp_path: Path) -> None:
    """And that a grammar holds the model to a schema."""
    options = ["--no-tasks", "--max-window", "1024", "--set", f"sampling={SHORT}", "--json"]
    done = smurfs(tmp_path, "doctor", *model, *options)
    found = json.loads(done.stdout)
    assert done.returncode == 0, done.stderr
    assert found["shows_tools"] is False
    assert next(rung for rung in found["rungs"] if rung["rung"] == "json_schema")["valid"] == 2
    assert any(line.startswith("step shape: guided") for line in found["advice"])
