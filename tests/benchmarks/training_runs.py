"""Recorded runs of a scripted model in the synthetic world, exported as training data (`make bench NAME=training`)."""

from collections.abc import Mapping, Sequence
from itertools import cycle
from pathlib import Path
from shutil import rmtree
from typing import Any

from smurfs_graph import Settings, build_graph
from smurfs_graph.checkpoints.storage import Storage, open_storage
from smurfs_graph.runs.saved import payloads_of, read_run
from smurfs_graph.testing import ScriptedModel
from smurfs_graph.training.episodes import Episode, read_episode
from smurfs_graph.training.export import OWN, ExportSelection, export
from tests.benchmarks.training_world import Request, replies


def record_runs(
    folder: Path, train: Sequence[Request], test: Sequence[Request], strategies: Mapping[str, Mapping[str, Any]]
) -> None:
    """Run every request with a recorded, scripted model, the strategies in turn, and export the runs to a folder."""
    rmtree(folder, ignore_errors=True)
    for split, requests in (("train", train), ("test", test)):
        (folder / split).mkdir(parents=True)
        with open_storage(folder / f"{split}.sqlite") as storage:
            turns = zip(requests, cycle(strategies.items()), strict=False)
            episodes = (_run(storage, str(at), request, *turn) for at, (request, turn) in enumerate(turns))
            export(episodes, folder / split, ExportSelection(test_share=0))
        for file in [*(folder / split).rglob("train.jsonl")]:
            place = folder / file.relative_to(folder / split).with_name(f"{split}.jsonl")
            place.parent.mkdir(parents=True, exist_ok=True)
            file.rename(place)


def _run(storage: Storage, thread: str, request: Request, name: str, options: Mapping[str, Any]) -> Episode:
    settings = Settings.checked(
        model="scripted:world", strategy=name, structured_output="prompted", record=True, **options
    )
    model = ScriptedModel(replies(request))
    kept: dict[str, Any] = {"checkpointer": storage.checkpointer, "store": storage.store}
    graph = build_graph(settings, request.tools(), models={"scripted:world": model}, **kept)
    graph.invoke({"query": request.query}, {"configurable": {"thread_id": thread}})
    saved = read_run(storage, thread)
    episode = read_episode(thread, OWN, saved, payloads_of(storage, saved))
    assert episode is not None
    return episode
