"""Recorded runs of the scripted model, exported."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from smurfs_graph import Settings, build_graph
from smurfs_graph.checkpoints.storage import open_storage
from smurfs_graph.runs.calls import call_rows
from smurfs_graph.runs.saved import payloads_of, read_run
from smurfs_graph.testing import ScriptedModel
from tests.benchmarks.training_world import TOOLS, Request, needs, replies


def record_runs(
    folder: Path, train: Sequence[Request], test: Sequence[Request], strategies: Mapping[str, Mapping[str, Any]]
) -> None:
    """Run every request with a recorded, scripted model, the strategies in turn, and export the runs to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for split, requests in (("train", train), ("test", test)):
        rows: dict[str, list[Any]] = {"global": []}
        with open_storage(folder / f"{split}.sqlite") as storage:
            for at, request in enumerate(requests):
                name = list(strategies)[at % len(strategies)]
                settings = Settings.checked(
                    model="scripted:world", strategy=name, structured_output="prompted", record=True, **strategies[name]
                )
                model = ScriptedModel(replies(request))
                kept: dict[str, Any] = {"checkpointer": storage.checkpointer, "store": storage.store}
                graph = build_graph(settings, request.tools(), models={"scripted:world": model}, **kept)
                graph.invoke({"query": request.query}, {"configurable": {"thread_id": str(at)}})
                saved = read_run(storage, str(at))
                for call in call_rows(saved, payloads_of(storage, saved)):
                    said = {"prompt": call.messages, "completion": [call.reply], "meta": {"role": call.role}}
                    rows.setdefault(f"roles/{call.role}", []).append(said)
                rows["global"].append(_whole(request))
        for name, made in rows.items():
            (folder / name).mkdir(parents=True, exist_ok=True)
            (folder / name / f"{split}.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in made))


def _whole(request: Request) -> dict[str, Any]:
    said: list[Any] = [{"role": "user", "content": request.query}]
    for at, part in enumerate(request.parts):
        noun, kind = TOOLS[part.tool]
        function = {"name": part.tool, "arguments": json.dumps({kind: part.thing})}
        call = {"type": "function", "id": f"call_{at}", "function": function}
        said.append({"role": "assistant", "content": needs(part), "tool_calls": [call]})
        said.append({"role": "tool", "tool_call_id": f"call_{at}", "content": json.dumps({noun: part.value})})
    said.append({"role": "assistant", "content": " ".join(part.told for part in request.parts)})
    return {"messages": said, "tools": request.functions, "meta": {}}
