"""Checks of the development requests in ``dev_a``: they run, and their tools give the facts they expect."""

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
SET = HERE / "dev_a"


def load_module(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


score: Any = load_module(HERE.parent / "heldout" / "score.py", "dev_a_score")
REQUESTS: list[dict[str, Any]] = [
    json.loads(line) for line in (SET / "requests.jsonl").read_text(encoding="utf-8").splitlines()
]
TOOLSETS = sorted(path.stem for path in (SET / "toolsets").glob("*.py"))


def load_tools(toolset: str) -> dict[str, Callable[..., Any]]:
    """Load the tools afresh, so that no request sees what another one changed."""
    module = load_module(SET / "toolsets" / f"{toolset}.py", f"dev_a_toolset_{toolset}")
    return {
        name: function
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if not name.startswith("_") and function.__module__ == module.__name__
    }


TOOLS = {toolset: load_tools(toolset) for toolset in TOOLSETS}
each_request = pytest.mark.parametrize("request_", REQUESTS, ids=[request["id"] for request in REQUESTS])


def responses(request: dict[str, Any]) -> list[str]:
    tools = load_tools(request["toolset"])
    return [json.dumps(tools[call["tool"]](**call["arguments"]), ensure_ascii=False) for call in request["calls"]]


def test_seven_unique_requests_for_each_of_nine_toolsets() -> None:
    assert len(TOOLSETS) == 9
    assert Counter(request["toolset"] for request in REQUESTS) == dict.fromkeys(TOOLSETS, 7)
    assert len({request["id"] for request in REQUESTS}) == len(REQUESTS)
    assert len({request["query"] for request in REQUESTS}) == len(REQUESTS)


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
    answer = "\n".join(responses(request_))
    for fact in request_["facts"]:
        assert score.contains_fact(answer, fact), fact
        assert not score.contains_fact(request_["query"], fact), fact


@each_request
def test_permitted_calls_run_too(request_: dict[str, Any]) -> None:
    tools = load_tools(request_["toolset"])
    for call in request_["also_permitted"]:
        assert tools[call["tool"]](**call["arguments"]) is not None
        assert not any(score.same_call(call, required, tools) for required in request_["calls"])


@each_request
def test_every_call_is_needed_for_the_verdict(request_: dict[str, Any]) -> None:
    tools, answer = TOOLS[request_["toolset"]], "\n".join(responses(request_))
    calls = request_["calls"]
    assert score.classify(request_, calls, answer, tools) == "right"
    assert score.classify(request_, calls, "I am not sure.", tools) == "declined"
    for index in range(len(calls)):
        assert score.classify(request_, calls[:index] + calls[index + 1 :], answer, tools) == "declined"
    stray: list[dict[str, Any]] = [*calls, {"tool": "no_such_tool", "arguments": {}}]
    assert score.classify(request_, stray, answer, tools) == "wrong_call"


@each_request
def test_arguments_come_from_the_query_or_from_an_earlier_call(request_: dict[str, Any]) -> None:
    known = request_["query"].casefold()
    for call, response in zip(request_["calls"], responses(request_), strict=True):
        for value in call["arguments"].values():
            is_name = isinstance(value, str) and not value[:4].isdigit() and value not in {"USD", "EUR"}
            assert not is_name or value.casefold() in known, value
        known += response.casefold()


@pytest.mark.parametrize("toolset", TOOLSETS)
def test_unknown_ids_are_refused(toolset: str) -> None:
    refused = 0
    for function in TOOLS[toolset].values():
        parameters = inspect.signature(function).parameters
        if [parameter.annotation for parameter in parameters.values()] == [str] and "date" not in parameters:
            with pytest.raises((LookupError, ValueError)):
                function("no such thing")
            refused += 1
    assert refused
