"""How well `offline:rules` does on requests that its author has not seen: `make bench-offline`.

Runs the real graph over a folder of requests (`requests.jsonl`, `toolsets/*.py`; see tests/heldout) and prints the
share of each verdict. `--each` adds one line per request, `--wrong` the calls that should not have been made.
`--speed` prints instead how long the longest replies take.
"""

import argparse
import importlib.util
import inspect
import json
import sys
import time
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

from smurfs_graph import Settings, build_graph
from smurfs_graph.offline.model import respond
from smurfs_graph.outcome import Outcome

ROOT = Path(__file__).parents[1]
SETS = ("heldout", "promised")


def main() -> int:
    """Run the sets that are there; returns 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", choices=SETS, action="append", help="only this set")
    parser.add_argument("--each", action="store_true", help="one line per request")
    parser.add_argument("--wrong", action="store_true", help="show the wrong calls")
    parser.add_argument("--speed", action="store_true", help="time replies to 100 kB of text")
    options = parser.parse_args()
    if options.speed:
        slowest()
        return 0
    for name in options.set or SETS:
        folder = ROOT / name
        if folder.is_dir():
            report(name, measure(folder), each=options.each, wrong=options.wrong)
    return 0


def measure(folder: Path) -> list[dict[str, Any]]:
    """One record per request: id, verdict, calls made, stop reason, answer."""
    score = load(ROOT / "heldout" / "score.py")
    requests = [json.loads(line) for line in (folder / "requests.jsonl").read_text("utf-8").splitlines() if line]
    return [judged(request, folder, score) for request in requests]


def judged(request: dict[str, Any], folder: Path, score: ModuleType) -> dict[str, Any]:
    """Run one request through the graph and judge what came of it."""
    path = folder / "toolsets" / f"{request['toolset']}.py"
    result = build_graph(Settings(), tools=[str(path)]).invoke({"query": request["query"]})
    made = calls_of(result["outcomes"])
    functions = {name: value for name, value in vars(load(path)).items() if inspect.isfunction(value)}
    verdict = score.classify(request, made, result["answer"], functions)
    return {
        "id": request["id"],
        "verdict": verdict,
        "calls": made,
        "wrong": score.wrong_calls(request, made, functions),
        "stop_reason": result["stop_reason"],
        "answer": result["answer"],
    }


def calls_of(outcomes: dict[str, Outcome]) -> list[dict[str, Any]]:
    """The calls that were really made, in order; refused arguments never reached a tool."""
    return [
        {"tool": evidence.tool, "arguments": dict(evidence.arguments)}
        for outcome in outcomes.values()
        for evidence in outcome.evidence
        if evidence.called
    ]


def report(name: str, records: list[dict[str, Any]], *, each: bool, wrong: bool) -> None:
    """Print the shares of the verdicts."""
    counts = Counter(record["verdict"] for record in records)
    shares = ", ".join(f"{verdict} {count} ({count / len(records):.0%})" for verdict, count in counts.most_common())
    print(f"{name}: {len(records)} requests: {shares}")
    for record in records if each else ():
        print(f"  {record['id']} {record['verdict']} ({record['stop_reason']})")
    for record in records if wrong else ():
        for call in record["wrong"]:
            print(f"  {record['id']} wrong call: {call['tool']}({call['arguments']})")


def slowest() -> None:
    """Print the seconds that the planner and the executor take for 100 kB of several kinds of text."""
    for piece in ("a", "Aa ", "1 two ", "'a ", "B-1 ", "and then ", "x: 1; ", "((", "Find the X of the "):
        long = piece * (100_000 // len(piece))
        section = f"<query>\n{long}\n</query>\n\n<tools>\n- get_order: Look up an order.\n</tools>"
        task = f"<tools>\n- get_order: Look up an order.\n</tools>\n\n<sub_task>\n{long}\n</sub_task>"
        seconds: list[str] = []
        for texts in (["# Planner", section], ["# Executor: thought", task]):
            started = time.perf_counter()
            respond(texts)
            seconds.append(f"{time.perf_counter() - started:.2f} s")
        print(f"{piece!r}: planner {seconds[0]}, executor {seconds[1]}")


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
