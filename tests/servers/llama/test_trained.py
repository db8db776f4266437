"""Adapters that were trained here, behind llama.cpp's server: a server per role, and a run that asks all three."""

import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest

from smurfs_graph import Settings, build_graph
from tests.servers.llama.server import LlamaServer, find_server
from tests.servers.llama.trained import convert_adapter, convert_model
from tests.training.environment import make_base, train, training_environment, training_python
from tests.training.toy import ROLES, write_toy

SETTINGS = """
data: data
out: out
base: base
threads: 1
max_length: 2048
global: {max_steps: 30, learning_rate: 3e-3}
local: {max_steps: 15, learning_rate: 3e-3, method: lora}
"""
WRITE = """
import sys
from pathlib import Path
from langchain_core.messages import HumanMessage, SystemMessage
from tests.benchmarks.trained_model import TrainedModel
for role in sys.argv[2:]:
    print(TrainedModel(folder=Path(sys.argv[1]) / "roles" / role).invoke(
        [SystemMessage(f"You are the {role}."), HumanMessage("Find weather 7.")]).text)
"""


@pytest.mark.slow
def test_adapters_say_behind_the_server_what_they_say_here(tmp_path: Path) -> None:
    """Converted weights give the same words, one adapter per server, in a run whose roles have a server each."""
    program, python = find_server(), training_python()
    if program is None:
        pytest.skip("llama-server is not built; make test-servers builds it")
    write_toy(tmp_path / "data")
    make_base(tmp_path / "base", tmp_path / "data", width=64, layers=2, heads=2, vocabulary=400)
    said, out = train(tmp_path / "s.yaml", SETTINGS), tmp_path / "out"
    assert all((out / "roles" / role / "done.json").exists() for role in ROLES), said
    convert_model(out / "global", tmp_path / "model.gguf")
    command = [python, "-c", WRITE, str(out), *ROLES]
    here = subprocess.run(command, capture_output=True, text=True, check=True, env=training_environment()).stdout
    with ExitStack() as stack:
        urls: dict[str, str] = {}
        for role in ROLES:
            convert_adapter(out / "roles" / role, out / "global", tmp_path / f"{role}.gguf")
            served = LlamaServer(
                program, tmp_path / "model.gguf", tmp_path / f"{role}.log", "--lora", str(tmp_path / f"{role}.gguf")
            )
            urls[role] = stack.enter_context(served).base_url
        assert [ask(urls[role], role) for role in ROLES] == here.splitlines()
        settings = Settings.checked(
            strategy="alpha-umi", model="openai:any", role_base_urls=urls, base_url=urls["planner"], max_llm_calls=6
        )
        result = build_graph(settings, [look_up]).invoke({"query": "Find weather 7."})
        assert result["usage"].calls
        assert result["stop_reason"] != "error"


def look_up(weather: int) -> str:
    """Look the weather up."""
    return str(weather)


def ask(base_url: str, role: str) -> str:
    """A role's reply, greedily."""
    import httpx2

    said = [{"role": "system", "content": f"You are the {role}."}, {"role": "user", "content": "Find weather 7."}]
    body = {"model": "any", "messages": said, "temperature": 0, "max_tokens": 72}
    answer = httpx2.post(f"{base_url}/chat/completions", json=body, timeout=60).json()
    return str(answer["choices"][0]["message"]["content"])
