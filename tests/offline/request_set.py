"""A folder of requests with the toolsets that they are for, as the development and the measuring sets have it.

`requests.jsonl` holds one request a line (`id, toolset, query, calls, also_permitted, facts`), `toolsets/*.py` plain
functions.
"""

import importlib.util
import inspect
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

TESTS = Path(__file__).parents[1]
Request = dict[str, Any]
Tools = dict[str, Callable[..., Any]]


def load_module(path: Path, name: str) -> ModuleType:
    """A Python file as a module, loaded afresh."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


score: Any = load_module(TESTS / "heldout" / "score.py", "request_set_score")


@dataclass(frozen=True)
class RequestSet:
    """One folder, and how many requests it has."""

    folder: str
    size: int
    least_calls: int = 2
    counted: frozenset[str] = frozenset()
    """Requests whose facts are counted or added up from what the tools return."""

    @property
    def path(self) -> Path:
        """The folder itself."""
        return TESTS / self.folder

    @cached_property
    def requests(self) -> list[Request]:
        """The requests in their order."""
        lines = (self.path / "requests.jsonl").read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines if line.strip()]

    @property
    def answerable(self) -> list[Request]:
        """The requests that call for a tool."""
        return [request for request in self.requests if request["calls"]]

    @cached_property
    def tools(self) -> dict[str, Tools]:
        """The tools of each toolset; for calls that change nothing that counts."""
        return {path.stem: self.fresh(path.stem) for path in sorted((self.path / "toolsets").glob("*.py"))}

    def fresh(self, toolset: str) -> Tools:
        """The tools of one toolset, loaded afresh: no request sees what another one changed."""
        name = f"request_set_{self.folder.replace('/', '_')}_{toolset}"
        module = load_module(self.path / "toolsets" / f"{toolset}.py", name)
        return {
            name: function
            for name, function in inspect.getmembers(module, inspect.isfunction)
            if not name.startswith("_") and function.__module__ == module.__name__
        }

    def responses(self, request: Request) -> str:
        """What the expected calls of a request return, as text."""
        tools = self.fresh(request["toolset"])
        results = [tools[call["tool"]](**call["arguments"]) for call in request["calls"]]
        return "\n".join(json.dumps(result, ensure_ascii=False) for result in results)
