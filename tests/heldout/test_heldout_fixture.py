"""Checks of the held-out requests: they are whole, and what they expect can be had from their toolsets.

The requests of ``promised.jsonl`` are phrased as the page of the offline model promises; those without calls are
to be declined.
"""

import importlib.util
import inspect
import json
import re
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


def read_requests(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


REQUESTS, PROMISED = read_requests("requests.jsonl"), read_requests("promised.jsonl")
ASKED = [*REQUESTS, *(request for request in PROMISED if request["calls"])]
DECLINED = [request for request in PROMISED if not request["calls"]]
TOOLSETS = sorted(path.stem for path in (HERE / "toolsets").glob("*.py"))


def load_tools(toolset: str) -> dict[str, Callable[..., Any]]:
    module = load_module(HERE / "toolsets" / f"{toolset}.py", f"heldout_toolset_{toolset}")
    return {
        name: function
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if not name.startswith("_") and function.__module__ == module.__name__
    }


TOOLS = {toolset: load_tools(toolset) for toolset in TOOLSETS}
each_request = pytest.mark.parametrize("request_", ASKED, ids=[request["id"] for request in ASKED])


def run(request: dict[str, Any]) -> str:
    tools = load_tools(request["toolset"])
    responses = [tools[call["tool"]](**call["arguments"]) for call in request["calls"]]
    if re.search("what the (total|average)", request["query"]):
        responses += [sums(records) for records in responses]
    return "\n".join(json.dumps(response, ensure_ascii=False) for response in responses)


def sums(records: list[dict[str, Any]]) -> dict[str, list[float]]:
    """The total and the average of each amount in a list of records."""
    columns = {key: [record[key] for record in records] for key in records[0]}
    amounts = {key: values for key, values in columns.items() if isinstance(values[0], int | float)}
    return {key: [sum(values), sum(values) / len(values)] for key, values in amounts.items()}


@pytest.mark.parametrize(("requests", "count", "toolsets"), [(REQUESTS, 60, 8), (PROMISED, 40, 4)])
def test_unique_requests_over_toolsets_of_their_own(requests: list[dict[str, Any]], count: int, toolsets: int) -> None:
    assert len({request["id"] for request in requests}) == len(requests) == count
    assert len({request["query"] for request in requests}) == count
    per_toolset = Counter(request["toolset"] for request in requests)
    assert len(per_toolset) == toolsets
    assert min(per_toolset.values()) >= 5


def test_every_toolset_belongs_to_one_set_of_requests() -> None:
    general, promised = ({request["toolset"] for request in requests} for requests in (REQUESTS, PROMISED))
    assert general.isdisjoint(promised)
    assert general | promised == set(TOOLSETS)


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
    used = {(request["toolset"], call["tool"]) for request in ASKED for call in request["calls"]}
    assert used == {(toolset, name) for toolset in TOOLSETS for name in TOOLS[toolset]}


@each_request
def test_a_request_is_whole_and_gives_nothing_away(request_: dict[str, Any]) -> None:
    assert set(request_) == {"id", "toolset", "query", "calls", "also_permitted", "facts"}
    assert (1 if request_ in PROMISED else 2) <= len(request_["calls"]) <= 3
    assert 1 <= len(request_["facts"]) <= 4
    assert all(set(call) == {"tool", "arguments"} for call in request_["calls"])
    for call in request_["also_permitted"]:
        assert set(call) - {"instead_of"} == {"tool", "arguments"}
        assert call.get("instead_of", 0) in range(len(request_["calls"]))
    assert not [fact for fact in request_["facts"] if score.contains_fact(request_["query"], fact)]


@each_request
def test_its_calls_give_the_facts_and_each_is_needed_for_the_verdict(request_: dict[str, Any]) -> None:
    tools, answer, calls = TOOLS[request_["toolset"]], run(request_), request_["calls"]
    assert all(fact.casefold() in answer.casefold() for fact in request_["facts"])
    assert score.classify(request_, calls, answer, tools) == "right"
    assert score.classify(request_, list(reversed(calls)), answer, tools) == "right"
    assert score.classify(request_, calls, "I am not sure.", tools) == "declined"
    for fewer in [[], *(calls[:index] + calls[index + 1 :] for index in range(len(calls)))]:
        assert score.classify(request_, fewer, answer, tools) == "declined"
    assert score.classify(request_, [*calls, UNKNOWN], answer, tools) == "wrong_call"
    fresh = load_tools(request_["toolset"])
    for call in request_["also_permitted"]:
        assert fresh[call["tool"]](**call["arguments"]) is not None
        assert not any(score.same_call(call, required, tools) for required in calls)


@pytest.mark.parametrize("request_", DECLINED, ids=[request["id"] for request in DECLINED])
def test_any_call_is_wrong_for_what_is_to_be_declined(request_: dict[str, Any]) -> None:
    tools = TOOLS[request_["toolset"]]
    assert (request_["also_permitted"], request_["facts"]) == ([], [])
    assert score.classify(request_, [], "I cannot do that.", tools) == "right"
    assert score.classify(request_, [UNKNOWN], "I cannot do that.", tools) == "wrong_call"
