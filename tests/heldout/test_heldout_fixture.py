"""Checks of the held-out requests themselves and of their scoring. Needs nothing else of the project."""

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


def lookup(key: str, limit: int = 5, exact: bool = False, site: str | None = None) -> str:
    """Stand-in tool for the tests of the scoring functions."""
    return f"{key} {limit} {exact} {site}"


NO_CALLS: list[dict[str, Any]] = []
UNKNOWN: dict[str, Any] = {"tool": "no_such_tool", "arguments": {}}
SAMPLE_TOOLS = {"lookup": lookup}
SAMPLE: dict[str, Any] = {
    "id": "x",
    "toolset": "x",
    "query": "?",
    "calls": [
        {"tool": "lookup", "arguments": {"key": "Ann Lee"}},
        {"tool": "lookup", "arguments": {"key": "bob", "limit": 2}},
    ],
    "also_permitted": [
        {"tool": "lookup", "arguments": {"key": "carol"}},
        {"tool": "lookup", "arguments": {"key": "Ms Ann Lee"}, "instead_of": 0},
    ],
    "facts": ["1200", "Blue Door"],
}
GOOD_ANSWER = "The total is 1,200 at the blue door."


def sample_call(key: str, **arguments: object) -> dict[str, Any]:
    return {"tool": "lookup", "arguments": {"key": key, **arguments}}


def test_fill_defaults() -> None:
    full = {"key": "a", "limit": 5, "exact": False, "site": None}
    assert score.fill_defaults({"key": "a"}, lookup) == full
    assert score.fill_defaults({"key": "a", "limit": 9}, lookup) == full | {"limit": 9}
    assert score.fill_defaults({"limit": 9}, lookup) == {"limit": 9, "exact": False, "site": None}
    assert score.fill_defaults({"key": "a", "other": 1}, lookup) == full | {"other": 1}
    assert score.fill_defaults({"a": 1}, None) == {"a": 1}


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (" Ann ", "ann", True),
        ("Ann", "Anna", False),
        (3, 3.0, True),
        (3, 3.5, False),
        (0.1 + 0.2, 0.3, True),
        ("3", 3, False),
        (True, 1, False),
        (True, True, True),
        (True, False, False),
        (None, None, True),
        (None, "", False),
        (["A", 1], ["a", 1.0], True),
        (["a"], ["a", "b"], False),
        ({"k": "A"}, {"k": "a"}, True),
        ({"k": "a"}, {"j": "a"}, False),
    ],
)
def test_same_value(left: object, right: object, same: bool) -> None:
    assert score.same_value(left, right) is same
    assert score.same_value(right, left) is same


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (sample_call("a"), sample_call("A", limit=5, exact=False, site=None), True),
        (sample_call("a"), sample_call("a", limit=6), False),
        (sample_call("a"), sample_call("a", other=1), False),
        (sample_call("a"), {"tool": "other", "arguments": {"key": "a"}}, False),
    ],
)
def test_same_call(left: dict[str, Any], right: dict[str, Any], same: bool) -> None:
    assert score.same_call(left, right, SAMPLE_TOOLS) is same


@pytest.mark.parametrize(
    ("text", "fact", "found"),
    [
        ("It costs 1,234.50 euros.", "1234.5", True),
        ("1,234,567 units", "1234567", True),
        ("There are 34.", "34", True),
        ("There are 134.", "34", False),
        ("34.5 left", "34", False),
        ("size 14mm", "14", True),
        ("The maximum was 8.0.", "8", True),
        ("shelf B-104", "104", False),
        ("on 2026-03-14", "14", False),
        ("on 2026-03-14", "2026", False),
        ("at 14:20", "14", False),
        ("at 14:20", "20", False),
        ("due 2026-03-14.", "2026-03-14", True),
        ("it was -14.3 degrees", "-14.3", True),
        ("it was \u221214.3 degrees", "-14.3", True),
        ("it was 14.3 degrees", "-14.3", False),
        ("it was -14.3 degrees", "14.3", False),
        ("{'total': 23.0}", "23", True),
        ("values [23,45]", "45", True),
        ("\u20ac3.40", "3.4", True),
        ("go to the  BLUE door", "Blue Door", True),
        ("the film Salted", "Salt", False),
        ("", "34", False),
    ],
)
def test_contains_fact(text: str, fact: str, found: bool) -> None:
    assert score.contains_fact(text, fact) is found


@pytest.mark.parametrize(
    ("made", "answer", "verdict"),
    [
        ([sample_call("ann lee"), sample_call("bob", limit=2)], GOOD_ANSWER, "right"),
        ([sample_call("bob", limit=2.0), sample_call("ann lee", limit=5)], GOOD_ANSWER, "right"),
        ([sample_call("Ms Ann Lee"), sample_call("bob", limit=2)], GOOD_ANSWER, "right"),
        ([sample_call("carol"), sample_call("ann lee"), sample_call("bob", limit=2)], GOOD_ANSWER, "right"),
        ([sample_call("ann lee"), sample_call("ann lee"), sample_call("bob", limit=2)], GOOD_ANSWER, "right"),
        ([sample_call("ann lee"), sample_call("bob", limit=2)], "The total is 1200.", "declined"),
        ([sample_call("ann lee"), sample_call("carol")], GOOD_ANSWER, "declined"),
        (NO_CALLS, "Sorry, I cannot do that.", "declined"),
        (NO_CALLS, GOOD_ANSWER, "declined"),
        ([sample_call("ann lee"), sample_call("bob", limit=3)], GOOD_ANSWER, "wrong_call"),
        (
            [sample_call("ann lee"), sample_call("bob", limit=2), sample_call("dan")],
            GOOD_ANSWER,
            "wrong_call",
        ),
        ([UNKNOWN], "", "wrong_call"),
    ],
)
def test_classify(made: list[dict[str, Any]], answer: str, verdict: str) -> None:
    assert score.classify(SAMPLE, made, answer, SAMPLE_TOOLS) == verdict


def test_parts_of_the_verdict() -> None:
    made = [sample_call("Ms Ann Lee"), sample_call("dan")]
    assert score.wrong_calls(SAMPLE, made, SAMPLE_TOOLS) == [sample_call("dan")]
    assert score.missing_calls(SAMPLE, made, SAMPLE_TOOLS) == [sample_call("bob", limit=2)]
    assert score.missing_facts(SAMPLE, "the blue door") == ["1200"]
