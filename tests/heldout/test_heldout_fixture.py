"""Checks of the held-out requests that are theirs alone; the others are in tests/offline/test_request_sets.py."""

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

HERE = Path(__file__).parent
UNKNOWN: dict[str, Any] = {"tool": "no_such_tool", "arguments": {}}


def load_module(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


score: Any = load_module(HERE / "score.py", "heldout_score")
REQUESTS: list[dict[str, Any]] = [
    json.loads(line) for line in (HERE / "requests.jsonl").read_text(encoding="utf-8").splitlines()
]
TOOLSETS = sorted(path.stem for path in (HERE / "toolsets").glob("*.py"))


def load_tools(toolset: str) -> dict[str, Callable[..., Any]]:
    module = load_module(HERE / "toolsets" / f"{toolset}.py", f"heldout_toolset_{toolset}")
    return {
        name: function
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if not name.startswith("_") and function.__module__ == module.__name__
    }


TOOLS = {toolset: load_tools(toolset) for toolset in TOOLSETS}
each_request = pytest.mark.parametrize("request_", REQUESTS, ids=[request["id"] for request in REQUESTS])


def run(request: dict[str, Any]) -> str:
    tools = load_tools(request["toolset"])
    return "\n".join(
        json.dumps(tools[call["tool"]](**call["arguments"]), ensure_ascii=False) for call in request["calls"]
    )


def test_sixty_unique_requests_over_the_toolsets() -> None:
    assert len(REQUESTS) == 60
    assert len({request["id"] for request in REQUESTS}) == 60
    assert len({request["query"] for request in REQUESTS}) == 60
    assert len(TOOLSETS) >= 6
    per_toolset = Counter(request["toolset"] for request in REQUESTS)
    assert set(per_toolset) == set(TOOLSETS)
    assert min(per_toolset.values()) >= 5


@pytest.mark.parametrize("toolset", TOOLSETS)
def test_toolset_is_typed_and_documented(toolset: str) -> None:
    assert 4 <= len(TOOLS[toolset]) <= 8
    for name, function in TOOLS[toolset].items():
        assert inspect.getdoc(function), name
        signature = inspect.signature(function)
        assert signature.return_annotation is not inspect.Signature.empty, name
        for parameter in signature.parameters.values():
            assert parameter.annotation is not inspect.Parameter.empty, (name, parameter.name)


def test_every_tool_is_used() -> None:
    used = {(request["toolset"], call["tool"]) for request in REQUESTS for call in request["calls"]}
    assert used == {(toolset, name) for toolset in TOOLSETS for name in TOOLS[toolset]}


@each_request
def test_request_has_the_documented_form(request_: dict[str, Any]) -> None:
    assert set(request_) == {"id", "toolset", "query", "calls", "also_permitted", "facts"}
    assert 2 <= len(request_["calls"]) <= 3
    assert 1 <= len(request_["facts"]) <= 4
    for call in request_["calls"]:
        assert set(call) == {"tool", "arguments"}
    for call in request_["also_permitted"]:
        assert set(call) - {"instead_of"} == {"tool", "arguments"}
        assert call.get("instead_of", 0) in range(len(request_["calls"]))


@each_request
def test_calls_run_and_give_the_facts(request_: dict[str, Any]) -> None:
    responses = run(request_)
    for fact in request_["facts"]:
        assert fact.casefold() in responses.casefold()
        assert score.contains_fact(responses, fact), fact


@each_request
def test_permitted_calls_run_too(request_: dict[str, Any]) -> None:
    tools = load_tools(request_["toolset"])
    for call in request_["also_permitted"]:
        response = tools[call["tool"]](**call["arguments"])
        assert response is not None
        assert not any(score.same_call(call, required, tools) for required in request_["calls"])


@each_request
def test_facts_are_not_given_away_by_the_query(request_: dict[str, Any]) -> None:
    for fact in request_["facts"]:
        assert not score.contains_fact(request_["query"], fact), fact


@each_request
def test_every_call_is_needed_for_the_verdict(request_: dict[str, Any]) -> None:
    tools, answer = TOOLS[request_["toolset"]], run(request_)
    assert score.classify(request_, request_["calls"], answer, tools) == "right"
    assert score.classify(request_, list(reversed(request_["calls"])), answer, tools) == "right"
    assert score.classify(request_, request_["calls"], "I am not sure.", tools) == "declined"
    assert score.classify(request_, [], answer, tools) == "declined"
    for index in range(len(request_["calls"])):
        fewer = request_["calls"][:index] + request_["calls"][index + 1 :]
        assert score.classify(request_, fewer, answer, tools) == "declined"
    stray = [*request_["calls"], UNKNOWN]
    assert score.classify(request_, stray, answer, tools) == "wrong_call"
