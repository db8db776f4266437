"""Recorded runs of an oracle, exported by this library: what a small model is trained on (`make bench NAME=study`).

The oracle answers as a server does, so that a prompt is the one that a real server gets. Runs whose call was not the
right one are left out: in guided steps, rules may take the wrong value without asking.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from shutil import rmtree
from typing import Any

from smurfs_graph import Settings, build_graph
from smurfs_graph.checkpoints.storage import Storage, open_storage
from smurfs_graph.runs.saved import payloads_of, read_run
from smurfs_graph.testing import fresh_registry
from smurfs_graph.training.episodes import Episode, read_episode
from smurfs_graph.training.export import OWN, Exported, ExportSelection, export
from tests.benchmarks.study_tools import Request
from tests.servers.behaviours import honest
from tests.servers.hostile import HostileServer

WAYS: Mapping[str, dict[str, Any]] = {
    "guided": {"strategy": "full", "step_shape": "guided"},
    "alpha-umi": {"strategy": "alpha-umi"},
    "react": {"strategy": "react"},
}
ENDINGS = frozenset({"answered", "answered_without_tools", "partial", "no_evidence"})
NONE = "none of these"


class Oracle:
    """Replies to the calls of guided steps for one request after another."""

    def __init__(self) -> None:
        """Begin without a request."""
        self.request: Request | None = None

    def __call__(self, call: str, sections: Mapping[str, str]) -> Any:
        """Return the reply to a prompt."""
        request = self.request
        assert request is not None
        gold = request.gold
        if call == "executor.guided.tool":
            return {"tool": gold.name if gold and gold.name in sections["tools"] else NONE}
        if call == "executor.guided.values":
            lines = sections["parameters"].splitlines()
            return {name: request.values[name] for name in (line[2:].partition(":")[0] for line in lines)}
        if call == "verifier.guided":
            return {"settles": "yes"}
        answer = request.fill_in(gold.answer) if gold else "None of the tools does that."
        if call == "answer.guided":
            return answer
        is_known = gold is None or request.fill_in(gold.response) in sections.get("history", "")
        thought = _thought(request, is_known=is_known)
        made = {"tool": gold.name, "arguments": dict(request.values)} if gold else {}
        following = "caller" if not is_known else "conclusion" if gold else "give up"
        ending = {"return_type": "give_answer", "final_answer": answer}
        return {
            "planner.umi": {"rationale": thought, "next": following},
            "caller": {"call": made},
            "summarizer": {"answer": answer},
            "executor.react": {
                "thought": thought,
                "call": {"tool": "Finish", "arguments": ending} if is_known else made,
            },
        }[call]


def _thought(request: Request, *, is_known: bool) -> str:
    if request.gold is None:
        return "No tool does that."
    if is_known:
        return "The response says it."
    values = " and ".join(f"{name} {value}" for name, value in request.values.items())
    return f"I call {request.gold.name} with {values}."


def record(requests: Sequence[tuple[str, Request]], folder: Path) -> Exported:
    """Run each request in its way, one of `WAYS`, and export what was asked and replied."""
    rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    oracle = Oracle()
    database = folder.with_suffix(".sqlite")
    database.unlink(missing_ok=True)
    with open_storage(database) as storage, HostileServer(honest, oracle) as server, fresh_registry():
        episodes = _episodes(requests, oracle, storage, server.base_url)
        return export(episodes, folder, ExportSelection(stop_reasons=ENDINGS, test_share=0.05))


def _episodes(
    requests: Sequence[tuple[str, Request]], oracle: Oracle, storage: Storage, base_url: str
) -> Iterator[Episode]:
    kept: dict[str, Any] = {"checkpointer": storage.checkpointer, "store": storage.store}
    for at, (way, request) in enumerate(requests):
        settings = Settings.checked(model="openai:any", base_url=base_url, record=True, model_timeout=60.0, **WAYS[way])
        oracle.request = request
        made: list[tuple[str, dict[str, Any]]] = []
        graph = build_graph(settings, request.tools(made), **kept)
        result = graph.invoke({"query": request.text}, {"configurable": {"thread_id": f"r{at}"}})
        wanted = [(request.gold.name, dict(request.values))] if request.gold else []
        if made != wanted:
            print(f"{way}: left out: {request.text!r}: {made}, not {wanted}; {result['stop_reason']}", flush=True)
            continue
        saved = read_run(storage, f"r{at}")
        episode = read_episode(f"r{at}", OWN, saved, payloads_of(storage, saved))
        if episode is not None:
            yield episode
