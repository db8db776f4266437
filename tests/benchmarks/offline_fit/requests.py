"""The development requests, as they are learnt from."""

import importlib
import inspect
import json
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tests.offline.dev as own_sets
from smurfs_graph.tools.python import from_file, from_function
from smurfs_graph.tools.tool import Tool
from tests.benchmarks.offline_model import ROOT, load

SETS = (
    *(f"dev_{letter}" for letter in "abcdefgjklmpqrstuvwxyz"),
    *("dev_aa", "dev_ab", "dev_ac", "dev_ad", "dev_ae", "dev_af", "dev_ag"),
)
"""The sets that are learnt from; dev_h, dev_i, dev_n and dev_ah are kept aside, as the measured ones are."""
score = load(ROOT / "heldout" / "score.py")
Functions = Mapping[str, Any]


@dataclass(frozen=True)
class Case:
    """A request with its tools; `toolset` names them beyond its set; `path` is None for the own sets."""

    toolset: str
    request: dict[str, Any]
    tools: tuple[Tool, ...]
    functions: Functions
    path: Path | None


def cases() -> Iterator[Case]:
    """Every development request, the own sets first."""
    for module in pkgutil.iter_modules(own_sets.__path__):
        if module.name != "case":
            yield from _own(module.name)
    for name in SETS:
        folder = ROOT / "offline" / name
        for line in (folder / "requests.jsonl").read_text("utf-8").splitlines():
            request = json.loads(line)
            path = folder / "toolsets" / f"{request['toolset']}.py"
            functions = {key: value for key, value in vars(load(path)).items() if inspect.isfunction(value)}
            yield Case(f"{name}/{request['toolset']}", request, tuple(from_file(path)), functions, path)


def _own(name: str) -> Iterator[Case]:
    loaded = importlib.import_module(f"tests.offline.dev.{name}")
    functions = {function.__name__: function for function in loaded.TOOLS}
    tools = tuple(from_function(function) for function in loaded.TOOLS)
    for number, case in enumerate(loaded.CASES):
        request = {
            "id": f"{name}-{number}",
            "query": case.query,
            "calls": [{"tool": tool, "arguments": dict(given)} for tool, given in case.calls],
            "also_permitted": [{"tool": tool, "arguments": dict(given)} for tool, given in case.permitted],
        }
        yield Case(f"own/{name}", request, tools, functions, None)


def fold(toolset: str, names: list[str], folds: int) -> int:
    """Which of the folds leaves a toolset out."""
    return names.index(toolset) % folds
