"""Exported prompts are those that a server received, over three rounds of every strategy and step shape."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from smurfs_graph import Settings, build_graph
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.testing import fresh_registry
from tests.bench.harness.scenery import smurfs
from tests.durability.test_recording import SHAPES, add, replies
from tests.servers.behaviours import honest
from tests.servers.hostile import HostileServer

ROUNDS = 3
ANSWERED = [shape for shape in SHAPES if shape.get("strategy") != "pmc"]
"""Its executors, as published, make nothing of this server's replies."""


@pytest.mark.slow
def test_every_prompt_is_the_one_that_the_server_got(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages and tools, byte for byte as JSON; no call of a run that went well is missing."""
    monkeypatch.setenv("SMURFS_CHECKPOINT", str(tmp_path / "runs.sqlite"))
    with open_storage(tmp_path / "runs.sqlite") as storage, HostileServer(honest, replies) as server, fresh_registry():
        kept: dict[str, Any] = {"checkpointer": storage.checkpointer, "store": storage.store}
        for number in range(ROUNDS * len(ANSWERED)):
            options = {"model": "openai:any", "base_url": server.base_url, "record": True, "model_timeout": 30.0}
            settings = Settings(**options, **ANSWERED[number % len(ANSWERED)])
            result = build_graph(settings, [add], **kept).invoke(
                {"query": f"What is 2 + 3? It matters – says 'José', the {number}th of them."},
                {"configurable": {"thread_id": f"t{number}"}},
            )
            assert result["stop_reason"] == "answered", settings
    assert smurfs("export-training", "-o", str(tmp_path / "data"), "--test-share", "0") == 0
    exported = Counter[str]()
    for file in (tmp_path / "data" / "roles").rglob("train.jsonl"):
        for row in map(json.loads, file.read_text().splitlines()):
            exported[_said(row["prompt"], json.loads(row.get("tools", "null")))] += 1
    received = {_said(body["messages"], body.get("tools")) for body in server.requests}
    assert set(exported) == received


def _said(messages: Any, tools: Any) -> str:
    return json.dumps([messages, tools or None], sort_keys=True)
