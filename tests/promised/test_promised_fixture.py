"""Checks of the requests in the phrasing that docs/offline-model.md promises to understand.

Needs nothing else of the project but the scoring of the held-out requests.
"""

import importlib.util
import inspect
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

HERE = Path(__file__).parent


def load_module(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


score: Any = load_module(HERE.parent / "heldout" / "score.py", "promised_score")
REQUESTS: list[dict[str, Any]] = [
    json.loads(line) for line in (HERE / "requests.jsonl").read_text(encoding="utf-8").splitlines()
]
TOOLSETS = sorted(path.stem for path in (HERE / "toolsets").glob("*.py"))


def load_tools(toolset: str) -> dict[str, Callable[..., Any]]:
    module = load_module(HERE / "toolsets" / f"{toolset}.py", f"promised_toolset_{toolset}")
    return {
        name: function
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if not name.startswith("_") and function.__module__ == module.__name__
    }


TOOLS = {toolset: load_tools(toolset) for toolset in TOOLSETS}
each_request = pytest.mark.parametrize("request_", REQUESTS, ids=[request["id"] for request in REQUESTS])


def derived(query: str, response: object) -> Iterator[str]:
    """Give the count, totals and averages of a list of records, as far as the query asks for them."""
    if not isinstance(response, list) or not response:
        return
    if "how many" in query.casefold():
        yield f"count: {len(response)}"
    for key in response[0]:
        values = [record[key] for record in response]
        if key in query and all(isinstance(value, int | float) for value in values):
            if "total" in query:
                yield f"total {key}: {sum(values)}"
            if "average" in query:
                yield f"average {key}: {sum(values) / len(values)}"


def run(request: dict[str, Any]) -> str:
    """Return an answer made of the responses to the request's calls."""
    tools, lines = load_tools(request["toolset"]), list[str]()
    for call in request["calls"]:
        response = tools[call["tool"]](**call["arguments"])
        lines += [json.dumps(response, ensure_ascii=False), *derived(request["query"], response)]
    return "\n".join(lines)


def test_forty_unique_requests_spread_evenly_over_five_toolsets() -> None:
    assert [request["id"] for request in REQUESTS] == [f"p{number:02}" for number in range(1, 41)]
    assert len({request["query"] for request in REQUESTS}) == 40
    assert Counter(request["toolset"] for request in REQUESTS) == dict.fromkeys(TOOLSETS, 8)
    assert len(TOOLSETS) == 5


@pytest.mark.parametrize("toolset", TOOLSETS)
def test_toolset_is_typed_and_documented(toolset: str) -> None:
    assert 5 <= len(TOOLS[toolset]) <= 7
    for name, function in TOOLS[toolset].items():
        document = inspect.getdoc(function)
        assert document, name
        signature = inspect.signature(function)
        assert signature.return_annotation is not inspect.Signature.empty, name
        for parameter in signature.parameters.values():
            assert parameter.annotation is not inspect.Parameter.empty, (name, parameter.name)
            assert f"\n    {parameter.name}: " in document, (name, parameter.name)


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
    assert score.missing_facts(request_, run(request_)) == []


@each_request
def test_calls_run_alike_whatever_the_case_of_identifiers_and_names(request_: dict[str, Any]) -> None:
    tools = load_tools(request_["toolset"])
    for call in request_["calls"]:
        shouted = {
            name: value.upper() if isinstance(value, str) else value for name, value in call["arguments"].items()
        }
        expected, response = (
            json.dumps(tools[call["tool"]](**arguments)).casefold() for arguments in (call["arguments"], shouted)
        )
        assert response == expected


@each_request
def test_unknown_identifiers_are_refused(request_: dict[str, Any]) -> None:
    tools = load_tools(request_["toolset"])
    for call in request_["calls"]:
        for name in call["arguments"]:
            if name.endswith("_id"):
                with pytest.raises((LookupError, ValueError)):
                    tools[call["tool"]](**call["arguments"] | {name: "ZZ-0"})


@each_request
def test_permitted_calls_run_too(request_: dict[str, Any]) -> None:
    tools = load_tools(request_["toolset"])
    for call in request_["also_permitted"]:
        assert tools[call["tool"]](**call["arguments"]) is not None
        assert not any(score.same_call(call, required, tools) for required in request_["calls"])


@each_request
def test_facts_are_not_given_away_by_the_query(request_: dict[str, Any]) -> None:
    for fact in request_["facts"]:
        assert not score.contains_fact(request_["query"], fact), fact


@each_request
def test_every_call_is_needed_for_the_verdict(request_: dict[str, Any]) -> None:
    tools, answer = TOOLS[request_["toolset"]], run(request_)
    assert score.classify(request_, request_["calls"], answer, tools) == "right"
    assert score.classify(request_, request_["calls"], "I am not sure.", tools) == "declined"
    for index in range(len(request_["calls"])):
        fewer = request_["calls"][:index] + request_["calls"][index + 1 :]
        assert score.classify(request_, fewer, answer, tools) == "declined"
    stray = {"tool": "no_such_tool", "arguments": dict[str, Any]()}
    assert score.classify(request_, [*request_["calls"], stray], answer, tools) == "wrong_call"
