"""Checks of the development requests in ``dev_b``: that their calls run and give the facts asked for."""

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

HERE = Path(__file__).parent / "dev_b"


def load_module(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


score: Any = load_module(Path(__file__).parents[1] / "heldout" / "score.py", "dev_b_score")
REQUESTS: list[dict[str, Any]] = [
    json.loads(line) for line in (HERE / "requests.jsonl").read_text(encoding="utf-8").splitlines()
]
TOOLSETS = sorted(path.stem for path in (HERE / "toolsets").glob("*.py"))


def load_tools(toolset: str) -> dict[str, Callable[..., Any]]:
    module = load_module(HERE / "toolsets" / f"{toolset}.py", f"dev_b_toolset_{toolset}")
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


def test_seven_unique_requests_for_each_of_nine_toolsets() -> None:
    assert len({request["id"] for request in REQUESTS}) == len({request["query"] for request in REQUESTS}) == 63
    assert Counter(request["toolset"] for request in REQUESTS) == dict.fromkeys(TOOLSETS, 7)
    assert len(TOOLSETS) == 9


@pytest.mark.parametrize("toolset", TOOLSETS)
def test_toolset_is_typed_and_documented(toolset: str) -> None:
    assert 6 <= len(TOOLS[toolset]) <= 8
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
        assert score.contains_fact(responses, fact), fact
        assert not score.contains_fact(request_["query"], fact), fact


@each_request
def test_permitted_calls_run_too(request_: dict[str, Any]) -> None:
    tools = load_tools(request_["toolset"])
    for call in request_["also_permitted"]:
        assert tools[call["tool"]](**call["arguments"]) is not None
        assert not any(score.same_call(call, required, tools) for required in request_["calls"])


@each_request
def test_every_call_is_needed_for_the_verdict(request_: dict[str, Any]) -> None:
    tools, answer = TOOLS[request_["toolset"]], run(request_)
    assert score.classify(request_, request_["calls"], answer, tools) == "right"
    assert score.classify(request_, [], answer, tools) == "declined"
    for index in range(len(request_["calls"])):
        fewer = request_["calls"][:index] + request_["calls"][index + 1 :]
        assert score.classify(request_, fewer, answer, tools) == "declined"
