"""Checks of the fourth set of development requests: the calls run and their results state the facts."""

import importlib.util
import inspect
import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

HERE = Path(__file__).parent / "dev_d"


def load_module(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def load_tools(path: Path) -> dict[str, Callable[..., Any]]:
    module = load_module(path, f"dev_d_toolset_{path.stem}")
    return {
        name: function
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if not name.startswith("_") and function.__module__ == module.__name__
    }


score: Any = load_module(Path(__file__).parents[1] / "heldout" / "score.py", "dev_d_score")
REQUESTS: list[dict[str, Any]] = [
    json.loads(line) for line in (HERE / "requests.jsonl").read_text(encoding="utf-8").splitlines()
]
ANSWERABLE = [request for request in REQUESTS if request["calls"]]
UNANSWERABLE = [request for request in REQUESTS if not request["calls"]]
TOOLS = {path.stem: load_tools(path) for path in sorted((HERE / "toolsets").glob("*.py"))}


def test_ten_requests_for_each_of_six_toolsets() -> None:
    assert Counter(request["toolset"] for request in REQUESTS) == dict.fromkeys(TOOLS, 10)
    assert len(TOOLS) == 6
    assert len({request["id"] for request in REQUESTS}) == len({request["query"] for request in REQUESTS}) == 60


def test_a_few_requests_call_for_no_tool() -> None:
    assert 5 <= len(UNANSWERABLE) <= 10
    assert Counter(len(request["calls"]) for request in ANSWERABLE).keys() == {1, 2, 3}


def test_every_tool_is_documented_and_used() -> None:
    used = {(request["toolset"], call["tool"]) for request in REQUESTS for call in request["calls"]}
    assert used == {(toolset, name) for toolset, tools in TOOLS.items() for name in tools}
    assert all(4 <= len(tools) <= 8 for tools in TOOLS.values())
    assert all(inspect.getdoc(function) for tools in TOOLS.values() for function in tools.values())


@pytest.mark.parametrize("request_", REQUESTS, ids=[request["id"] for request in REQUESTS])
def test_request_has_the_form_of_the_other_sets(request_: dict[str, Any]) -> None:
    assert set(request_) == {"id", "toolset", "query", "calls", "also_permitted", "facts"}
    tools = TOOLS[request_["toolset"]]
    for call in request_["calls"] + request_["also_permitted"]:
        inspect.signature(tools[call["tool"]]).bind(**call["arguments"])
        assert tools[call["tool"]](**call["arguments"]) is not None
    for fact in request_["facts"]:
        assert not score.contains_fact(request_["query"], fact), fact


@pytest.mark.parametrize("request_", ANSWERABLE, ids=[request["id"] for request in ANSWERABLE])
def test_calls_run_and_give_the_facts(request_: dict[str, Any]) -> None:
    assert 1 <= len(request_["calls"]) <= 3 and 1 <= len(request_["facts"]) <= 4
    tools = TOOLS[request_["toolset"]]
    answer = "\n".join(json.dumps(tools[call["tool"]](**call["arguments"])) for call in request_["calls"])
    assert score.classify(request_, request_["calls"], answer, tools) == "right"
