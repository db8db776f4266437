"""Measure `offline:rules` on requests that its authors have not seen: `make bench NAME=offline_model`.

Runs the real graph over `tests/heldout/requests.jsonl`, and over `promised.jsonl` beside it where there is one, on the
toolsets of that folder, and prints how many were right, wrong and declined. Sums only: whoever works on the rules sees
no single result.
"""

import importlib.util
import inspect
import json
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

from smurfs_graph import Outcome, Settings, build_graph

HELDOUT = Path(__file__).parents[1] / "heldout"
VERDICTS = {"right": "right", "wrong_call": "wrong", "declined": "declined"}


def main() -> int:
    """Run the sets that are there; returns 0."""
    score = load(HELDOUT / "score.py")
    for file in (HELDOUT / "requests.jsonl", HELDOUT / "promised.jsonl"):
        if file.is_file():
            requests = [json.loads(line) for line in file.read_text("utf-8").splitlines() if line]
            counts = Counter(verdict(request, score) for request in requests)
            sums = ", ".join(f"{said} {counts[name]}" for name, said in VERDICTS.items())
            print(f"{file.stem}: {len(requests)} requests: {sums}")
    return 0


def verdict(request: dict[str, Any], score: ModuleType) -> str:
    """Run one request through the graph and judge what came of it."""
    path = HELDOUT / "toolsets" / f"{request['toolset']}.py"
    result = build_graph(Settings(), tools=[str(path)]).invoke({"query": request["query"]})
    functions = {name: value for name, value in vars(load(path)).items() if inspect.isfunction(value)}
    return score.classify(request, calls_of(result["outcomes"]), result["answer"], functions)


def calls_of(outcomes: dict[str, Outcome]) -> list[dict[str, Any]]:
    """The calls that were really made, in order; refused arguments never reached a tool."""
    return [
        {"tool": evidence.tool, "arguments": dict(evidence.arguments)}
        for outcome in outcomes.values()
        for evidence in outcome.evidence
        if evidence.called
    ]


def load(path: Path) -> ModuleType:
    """A Python file as a module."""
    spec = importlib.util.spec_from_file_location(f"bench_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    sys.exit(main())
