"""Seven sets of sixty requests over twelve tools each, by seven authors who had not read the rules of guided steps.

The authors were asked for plain tools and for requests as people type them, neither hard nor easy: 24 for one call, 8
for several, 8 chains, 6 with a spelling that an error corrects, 4 for a tool that is down, and 10 that no tool serves.
Each row of `NAME.jsonl` has the calls that are right, without arguments left at their default, and texts that the
answer has to hold: of each list any one.
"""

import inspect
import json
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from smurfs_graph import effects
from tests.benchmarks.guided_requests import Request

SETS = ("club", "garage", "harbour", "studio", "guild", "huts", "canal")


@cache
def tools(name: str) -> list[Callable[..., Any]]:
    """Return the tools of a set: its public functions, which only read."""
    module = import_module(f"{__name__}.{name}")
    found = [each for _, each in inspect.getmembers(module, inspect.isfunction) if each.__module__ == module.__name__]
    return [effects("read")(each) for each in found if not each.__name__.startswith("_")]


def requests(name: str) -> list[Request]:
    """Return the requests of a set."""
    by_name = {each.__name__: each for each in tools(name)}
    lines = Path(__file__).with_name(f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [_request(json.loads(line), by_name) for line in lines]


def _request(row: dict[str, Any], by_name: dict[str, Callable[..., Any]]) -> Request:
    calls = [(tool, _in_order(by_name[tool], arguments)) for tool, arguments in row["calls"]]
    return Request(row["kind"], row["text"], tuple(calls), tuple("|".join(any_of) for any_of in row["values"]))


def _in_order(tool: Callable[..., Any], arguments: dict[str, Any]) -> tuple[Any, ...]:
    bound = inspect.signature(tool).bind(**arguments)
    bound.apply_defaults()
    return bound.args
