"""Models that never do what they are asked: every run ends, with a stop reason, within a number of calls."""

import json
from collections.abc import Callable
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langgraph.checkpoint.memory import InMemorySaver

from smurfs_graph.planning.outcome import StopReason
from smurfs_graph.testing import CALLS_BY_HEADING
from tests.scripts import CONFIG, DEFAULTS, build, script


def left(word: str) -> str:
    """Look to the left."""
    return f"{word} on the left"


def right(word: str, times: int = 1) -> str:
    """Look to the right."""
    if times > 1:
        raise ValueError("too often")
    return f"{word} on the right"


TOOLS = [left, right]
STOP_REASONS = get_args(StopReason)


def call_bound(*, restarts: int, depth: int, steps: int, tools: int, sub_tasks: int) -> int:
    """The most model calls that a run can make, whatever the model replies."""
    asked = restarts + 1
    places = 1 + min(steps, depth)  # without rollback, each place on the path is met once
    decisions = places * (tools + 1)  # each pops a tool or goes deeper; one may find that none fits
    calls = min(steps, decisions)
    each = asked * (3 * decisions + 2 * calls + 1)  # thought, tool, arguments; answer, verdict; the closing answer
    return asked + sub_tasks * each + asked  # planner, deliverer


@pytest.mark.parametrize("shape", ["split", "fused"])
@pytest.mark.parametrize("name", ["left", "nowhere", "left, right", "", "tools"])
def test_a_model_that_names_one_tool_for_ever_ends(name: str, shape: str) -> None:
    """Popped, unknown, or no name at all: restarts, then a forced choice, then the end."""
    replies = script(
        executor_tool={"tool": name},
        executor_arguments={"word": "x"},
        executor_fused={"thought": "", "tool": name, "arguments": {"word": "x"}},
        answer_fused={"answer": "so so", "status": "pending"},
        verifier={"status": "pending"},
    )
    built = build(TOOLS, replies, step_shape=shape, max_depth=3, max_restarts=2)
    result = built.run()
    assert result["stop_reason"] in STOP_REASONS
    assert len(built.model.asked) <= call_bound(restarts=2, depth=3, steps=12, tools=2, sub_tasks=1)


def test_the_restart_names_the_complaint_and_the_choice() -> None:
    """A refused name comes back with the list to choose from; the forced choice is one of the list."""
    built = build(TOOLS, script(executor_tool={"tool": "nowhere"}, executor_arguments={"word": "x"}))
    result = built.run()
    asked = built.sections("executor.tool")
    assert "complaint" not in asked[0]
    assert "'nowhere' is not in the list; choose one of ['left', 'right']" in asked[1]["complaint"]
    assert len(asked) == 3
    assert result["outcomes"]["s1"].evidence[0].tool in ("left", "right")
    assert any("executor.tool: gave up after 2 restarts" in warning for warning in result["warnings"])


def test_no_restarts_allowed_means_one_question_each() -> None:
    """max_restarts=0 goes straight to the safe defaults."""
    built = build(TOOLS, lambda call, sections: "no JSON at all", max_restarts=0)
    result = built.run()
    assert built.calls() == ["planner", "executor.thought", "executor.tool", "executor.arguments", "executor.thought",
                             "executor.tool", "executor.arguments"]  # fmt: skip
    assert result["stop_reason"] == "malformed_replies"


def test_each_role_has_a_safe_default() -> None:
    """One role at a time replies rubbish for ever; the others work; the run still ends well or says what is missing."""
    expected = {
        "planner": "answered",  # the query is the one sub-task
        "executor.thought": "answered",  # no thought
        "executor.tool": "answered",  # the nearest tool
        "executor.arguments": "no_evidence",  # a call without arguments is not made
        "answer": "answered",  # the beginning of the response
        "verifier": "partial",  # pending
        "deliverer": "answered",  # the outcomes, put together by code
    }
    for role, reason in expected.items():
        working = script(executor_arguments={"word": "x"})

        def reply(call: str, sections: dict[str, str], role: str = role, working: Callable[..., Any] = working) -> Any:
            rubbish = "" if role == "deliverer" else "rubbish"  # which writes plain text
            return rubbish if call == role else working(call, sections)

        result = build(TOOLS, reply).run("find it")
        assert (role, result["stop_reason"]) == (role, reason)
        assert any(warning.startswith(f"{role}: gave up") for warning in result["warnings"])
        assert result["answer"]


_TEXT = st.text(max_size=60)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=8,
)
_NAMES = st.sampled_from(["left", "right", "none of these", "nowhere", ""])
_NONSENSE = {
    "planner": st.fixed_dictionaries(
        {"needs_tool": st.booleans(), "sub_tasks": st.lists(_TEXT, max_size=3), "answer": _TEXT}
    ),
    "executor.thought": st.fixed_dictionaries({"thought": _TEXT}),
    "executor.tool": st.fixed_dictionaries({"tool": _NAMES | _TEXT}),
    "executor.arguments": st.fixed_dictionaries({}, optional={"word": _JSON, "times": _JSON, "other": _JSON}),
    "executor.fused": st.fixed_dictionaries(
        {"thought": _TEXT, "tool": _NAMES, "arguments": st.fixed_dictionaries({}, optional={"word": _JSON})}
    ),
    "answer": st.fixed_dictionaries({"answer": _TEXT}),
    "answer.fused": st.fixed_dictionaries(
        {"answer": _TEXT, "status": st.sampled_from(["solved", "pending"]), "hint": _TEXT}
    ),
    "answer.closing": st.fixed_dictionaries({"answer": _TEXT}),
    "verifier": st.fixed_dictionaries({"status": st.sampled_from(["solved", "pending", "Pending"]), "hint": _TEXT}),
    "deliverer": st.fixed_dictionaries({"answer": _TEXT, "sources": st.lists(_TEXT, max_size=2)}),
}


def written(reply: Any) -> str:
    """JSON as a model would write it, with lone surrogates and infinities as they are."""
    return reply if isinstance(reply, str) else json.dumps(reply)


@st.composite
def garbage(draw: st.DrawFn) -> dict[str, list[str]]:
    """For each call a few replies, given in turn: text, JSON, or nonsense that its schema accepts."""
    replies: dict[str, list[str]] = {}
    for call in CALLS_BY_HEADING.values():
        kind = draw(st.sampled_from(["text", "json", "nonsense", "nonsense"]))
        source = {"text": st.text(max_size=200), "json": _JSON, "nonsense": _NONSENSE.get(call, _JSON)}[kind]
        replies[call] = [written(reply) for reply in draw(st.lists(source, min_size=1, max_size=4))]
    return replies


def in_turn(replies: dict[str, list[str]]) -> Callable[[str, dict[str, str]], str]:
    """A script that goes round these replies."""
    asked = dict.fromkeys(replies, 0)

    def reply(call: str, sections: dict[str, str]) -> str:
        asked[call] += 1
        return replies[call][asked[call] % len(replies[call])]

    return reply


@given(garbage(), st.sampled_from(["split", "fused", "auto"]))
@settings(max_examples=15)
def test_garbage_from_every_role_ends_with_a_stop_reason(replies: dict[str, list[str]], shape: str) -> None:
    """And can be stored: no reply makes a checkpoint impossible."""
    limits: dict[str, Any] = {"max_depth": 2, "max_steps": 3, "max_restarts": 1, "max_llm_calls": 40}
    built = build(TOOLS, in_turn(replies), checkpointer=InMemorySaver(), step_shape=shape, **limits)
    result = built.run("q", CONFIG)
    assert result["stop_reason"] in STOP_REASONS
    assert isinstance(result["answer"], str)
    assert len(built.model.asked) <= 40


@pytest.mark.parametrize(
    "value",
    [2**63 - 1, 2**64, -(2**70), 10**300, 1e308, "\ud800", "\x00\x1b[31m", "é" * 1000, [[[["x"]]]], {"a": {"b": None}}],
    ids=lambda value: repr(value)[:20],
)
def test_any_argument_value_can_be_checkpointed(value: Any) -> None:
    """Large integers, lone surrogates and control characters among a call's arguments do not end a run."""

    def anything(value: Any) -> str:
        """Takes anything."""
        return f"got {type(value).__name__}"

    built = build([anything], script(executor_arguments={"value": value}), checkpointer=InMemorySaver())
    result = built.run("q", CONFIG)
    assert result["stop_reason"] == "answered"


def test_a_model_that_cannot_be_asked_ends_the_run_with_error() -> None:
    """What the server said is in the warnings; nothing is raised."""

    def refuse(call: str, sections: dict[str, str]) -> str:
        raise ConnectionError("connection refused by 10.0.0.1")

    result = build(TOOLS, refuse, model_retries=0).run()
    assert result["stop_reason"] == "error"
    assert "connection refused" in result["answer"]
    assert any("connection refused" in warning for warning in result["warnings"])


def test_a_model_that_dies_late_still_delivers_what_is_known() -> None:
    """The first sub-task's answer survives the server's end."""
    plan = {"needs_tool": True, "sub_tasks": ["first", "second"]}
    working = script(planner=plan, executor_arguments={"word": "x"})
    asked: list[str] = []

    def dies(call: str, sections: dict[str, str]) -> Any:
        asked.append(call)
        if len(asked) > 7:
            raise ConnectionError("gone")
        return working(call, sections)

    result = build(TOOLS, dies, model_retries=0).run()
    assert result["stop_reason"] == "error"
    assert "x on the left" in result["answer"]
    assert "Not found: second" in result["answer"]


def test_the_default_script_covers_every_split_call() -> None:
    """The tests' own model knows all calls of a split step, so that no test passes by accident."""
    variants = (".fused", ".native", ".part", ".plan", ".conditions", ".formulate", ".react.pmc")
    assert set(DEFAULTS) == {call for call in CALLS_BY_HEADING.values() if not call.endswith(variants)}
