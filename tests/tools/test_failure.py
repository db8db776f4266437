"""The failure rule: what counts as a failed call, and the reason in words that a model can use."""

import math
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smurfs_graph import ToolError
from smurfs_graph.tools.failure import judge_exception, judge_response


@pytest.mark.parametrize(
    ("response", "reason"),
    [
        (None, "the tool returned nothing"),
        (math.nan, "nan"),
        (-math.inf, "-inf"),
        (b"\xff\xfe", "2 bytes that are no text"),
        (bytearray(b"\xff"), "1 bytes that are no text"),
        ({"error": "no such city"}, "no such city"),
        ({"error": "no such city", "code": 404, "message": "not found"}, "no such city"),
        ({"errors": ["a", "b"], "status": "failed"}, "['a', 'b']"),
        ({"error": " ", "errors": "no such city"}, "no such city"),
    ],
)
def test_a_response_that_is_a_failure(response: Any, reason: str) -> None:
    """Nothing, no number, no text, or nothing but an error."""
    judged = judge_response(response, returns_nothing=False)
    assert judged.failed
    assert reason in judged.reason


@pytest.mark.parametrize(
    "response",
    [
        0,
        0.0,
        False,
        "",
        [],
        {},
        b"text",
        "error: it says so in words",
        {"error": None, "result": 1},
        {"error": "", "message": "fine"},
        {"error": " \u200b", "message": "fine"},
        {"error": "partly", "rows": [1, 2]},
        {"errors": [], "status": "ok"},
        {"Error": "another key"},
        ["error"],
    ],
    ids=repr,
)
def test_a_response_that_is_none(response: Any) -> None:
    """Empty values are values, and an error beside data does not hide the data."""
    assert not judge_response(response, returns_nothing=False).failed


REFERRED = {"allOf": [{"$ref": "#/$defs/found"}]}
FINDINGS = {"type": "object", "required": ["errors"], "properties": {"errors": {"type": "array"}}}


@pytest.mark.parametrize(
    ("response", "schema", "failed"),
    [
        ({"errors": ["line 3: no such owner"]}, REFERRED | {"$defs": {"found": FINDINGS}}, False),
        ({"errors": ["no such city"]}, FINDINGS | {"required": []}, True),
        ({"errors": ["no such city"]}, {"type": "object", "required": ["temperature"]}, True),
        ({"errors": ["no such city"], "success": False}, FINDINGS, True),
        ({"errors": "no such city"}, FINDINGS, True),
        ({"errors": ["no such city"]}, None, True),
    ],
)  # fmt: skip
def test_a_list_of_errors_is_data_of_a_tool_that_always_returns_one(response: Any, schema: Any, failed: bool) -> None:
    """As of one that checks a file: its schema requires the list, and nothing else speaks of a failure."""
    assert judge_response(response, returns_nothing=False, schema=lambda: schema).failed == failed


def test_nothing_where_nothing_was_declared() -> None:
    """Is what was to be expected."""
    assert not judge_response(None, returns_nothing=True).failed


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ToolError("no direct flight\non that day"), "no direct flight on that day"),
        (ToolError(), "ToolError"),
        (ValueError("bad"), "ValueError: bad"),
        (KeyError("city"), "KeyError: 'city'"),
        (TimeoutError("x"), "no response within 3 s"),
        (RuntimeError("\x1b[31mred\x1b[0m \u202etext\ud800"), "RuntimeError: red text?"),
        (OSError(2, "No such file", "a.txt"), "FileNotFoundError: [Errno 2] No such file: 'a.txt'"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_a_tool_raises(error: Exception, reason: str) -> None:
    """Its own refusal in its own words, other errors with their type; in one clean line."""
    assert judge_exception(error, 3.0)[:3] == (True, reason, False)


def test_a_tool_may_say_that_a_call_can_be_repeated() -> None:
    """And when."""
    judged = judge_exception(ToolError("busy", transient=True, retry_after=2.0), 3.0)
    assert (judged.reason, judged.transient, judged.retry_after, judged.untouched) == ("busy", True, 2.0, True)
    assert not judge_exception(ToolError("no such city"), 3.0).transient


@given(st.text())
def test_reasons_are_short_and_clean(text: str) -> None:
    """Whatever an error says."""
    reason = judge_exception(ValueError(text * 50), 1.0).reason
    assert len(reason) <= 420
    assert not any(character in reason for character in "\n\r\x00\x1b\u202e")
    reason.encode()


@given(st.dictionaries(st.text(max_size=5) | st.sampled_from(["error", "errors", "status"]), st.integers() | st.text()))
def test_any_object_is_judged(response: dict[str, Any]) -> None:
    """Without an exception, and always with a reason for a failure."""
    judged = judge_response(response, returns_nothing=False)
    assert not judged.failed or judged.reason


def test_a_date_that_is_none_is_no_time_to_wait() -> None:
    """A server may write anything into Retry-After."""
    error: Any = ConnectionError("busy")
    headers = {"retry-after": "1 Jan 2020 00:00:00 +99999999999999999999"}
    error.response = SimpleNamespace(status_code=429, headers=headers)
    assert judge_exception(error, 3.0).retry_after is None
