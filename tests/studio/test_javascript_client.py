"""LangGraph's JavaScript client: a question, an approval and a follow-up in every stream mode that clients use."""

import importlib.util
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.studio.conftest import Server

SOURCE = Path(__file__).parent / "javascript"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(importlib.util.find_spec("langgraph_api") is None, reason="no development server"),
    pytest.mark.skipif(not (shutil.which("node") and shutil.which("npm")), reason="node or npm is not installed"),
]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The script beside the packages that its lock names; skips where they cannot be had."""
    folder = tmp_path_factory.mktemp("javascript")
    shutil.copytree(SOURCE, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("node_modules"))
    install = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"]
    done = subprocess.run(install, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        pytest.skip(f"npm cannot install the client: {done.stderr[-300:]}")
    return folder / "client.mjs"


def test_a_conversation_over_the_javascript_client(server: Server, client: Path) -> None:
    """Values, messages, updates and events are streamed, the answer's text among them; decisions need no id."""
    url = f"http://127.0.0.1:{server.port}"
    done = subprocess.run(["node", str(client), url], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    turns: list[dict[str, Any]] = json.loads(done.stdout)
    assert [turn["waiting"] for turn in turns] == [["get_distance"], [], ["get_distance"], []]
    for turn in turns:
        assert {"values", "updates", "custom"} <= set(turn["kinds"])
        assert turn["chunks"].keys() <= {message["id"] for message in turn["messages"]}
    for turn in (turns[1], turns[3]):
        answer = turn["messages"][-1]
        assert turn["chunks"][answer["id"]] == answer["content"]
        assert "answer_ready" in turn["events"]
    assert [message["type"] for message in turns[-1]["messages"]] == ["human", "ai", "human", "ai"]
    assert "1389" in turns[1]["messages"][-1]["content"]
