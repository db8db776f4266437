"""Scores of the handling of held-out requests."""

from typing import Any

import pytest

from tests.heldout import score as scoring

score: Any = scoring


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


ANN, BOB = sample_call("ann lee"), sample_call("bob", limit=2)


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
        (sample_call("a", exact=True), sample_call("a", exact=True, limit=5), True),
        (sample_call("a"), sample_call("a", other=1), False),
        ({"tool": "unknown", "arguments": {"a": 1}}, {"tool": "unknown", "arguments": {"a": 1}}, True),
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
        ([ANN, BOB], GOOD_ANSWER, "right"),
        ([sample_call("bob", limit=2.0), sample_call("ann lee", limit=5)], GOOD_ANSWER, "right"),
        ([sample_call("Ms Ann Lee"), BOB], GOOD_ANSWER, "right"),
        ([sample_call("carol"), ANN, BOB], GOOD_ANSWER, "right"),
        ([ANN, ANN, BOB], GOOD_ANSWER, "right"),
        ([ANN, BOB], "The total is 1200.", "declined"),
        ([ANN, sample_call("carol")], GOOD_ANSWER, "declined"),
        (NO_CALLS, "Sorry, I cannot do that.", "declined"),
        (NO_CALLS, GOOD_ANSWER, "declined"),
        ([ANN, sample_call("bob", limit=3)], GOOD_ANSWER, "wrong_call"),
        ([ANN, BOB, sample_call("dan")], GOOD_ANSWER, "wrong_call"),
        ([UNKNOWN], "", "wrong_call"),
    ],
)
def test_classify(made: list[dict[str, Any]], answer: str, verdict: str) -> None:
    assert score.classify(SAMPLE, made, answer, SAMPLE_TOOLS) == verdict
