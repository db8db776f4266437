"""Models that never do what they are asked: every run ends, with a stop reason, within a number of calls."""

from pathlib import Path
from typing import Any, get_args

import pytest
from langchain_core.messages import AIMessage, BaseMessage
from langgraph.checkpoint.memory import InMemorySaver

from smurfs_graph import StopReason
from smurfs_graph.testing import CALLS_BY_HEADING, ScriptedModel
from tests.graph.test_policy import policy_file
from tests.scripts import CONFIG, DEFAULTS, build, calling, script


def left(word: str) -> str:
    """Look to the left."""
    return f"{word} on the left"


def right(word: str, times: int = 1) -> str:
    """Look to the right."""
    if times > 1:
        raise ValueError("too often")
    return f"{word} on the right"


TOOLS = [left, right]
NOT_LEFT = "rules:\n  - {decision: deny, tools: left, arguments: {word: ^no}, because: it is dark}\n"
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


@pytest.mark.parametrize(
    ("shape", "called", "first", "most"),
    [
        ("native", ("right", {"word": "x", "times": "often"}), None, 4),
        ("native", ("right", {"words": "x"}), None, 4),
        ("native", ("nowhere", {"word": "x"}), None, 4),
        ("native", ("left", {"word": "no"}), None, 4),  # by the policy
        ("native", ("right", {"words": "x"}), ("left", {"word": "x"}), 5),
        ("native", ("broken", {"word": "x"}), None, 5),  # its first call is made, and withdraws it
        ("code", ("run_python", {"code": "await nowhere()"}), None, 6),  # after three it writes no more programs
    ],
)
def test_a_model_that_makes_a_refused_call_for_ever_is_asked_few_times(
    shape: str, called: tuple[str, Any], first: tuple[str, Any] | None, most: int, tmp_path: Path
) -> None:
    """Its repetitions bring nothing new, as those of a call that was made; it hears so, and the cause is said."""

    def broken(word: str) -> str:
        """Break."""
        raise ConnectionRefusedError("it is broken")

    replies: list[tuple[str, Any]] = []

    def reply(messages: list[BaseMessage], tools: list[dict[str, Any]]) -> AIMessage:
        name, arguments = first if first is not None and not replies else called
        replies.append((name, arguments))
        return calling(name, arguments)

    policy = policy_file(tmp_path, NOT_LEFT)
    model = ScriptedModel(script(), caller=reply)
    built = build([*TOOLS, broken], model=model, strategy="full", step_shape=shape, max_replans=0, policy=policy)
    result = built.run()
    assert len(replies) == most
    assert result["stop_reason"] == ("partial" if first else "no_evidence")
    assert called[0] in result["outcomes"]["s1"].reason


def test_other_calls_that_a_policy_forbids_for_one_reason_are_news(tmp_path: Path) -> None:
    """The model finds out what is allowed."""
    policy = policy_file(tmp_path, NOT_LEFT)
    words = ["no1", "no2", "no3", "no4", "yes"]
    replies: list[Any] = [*(calling("left", {"word": word}) for word in words), "yes is on the left"]
    model = ScriptedModel(script(), caller=lambda messages, tools: replies.pop(0))
    result = build(TOOLS, model=model, strategy="full", step_shape="native", policy=policy).run()
    assert result["answer"] == "yes is on the left"


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
    assert any("smurfs doctor" in warning for warning in result["warnings"])


@pytest.mark.parametrize(
    ("role", "reason"),
    [
        ("planner", "answered"),  # the query is the one sub-task
        ("executor.thought", "answered"),  # no thought
        ("executor.tool", "answered"),  # the nearest tool
        ("executor.arguments", "no_evidence"),  # a call without arguments is not made
        ("answer", "answered"),  # the beginning of the response
        ("verifier", "partial"),  # pending
        ("deliverer", "answered"),  # the outcomes, put together by code
    ],
)
def test_each_role_has_a_safe_default(role: str, reason: str) -> None:
    """It replies rubbish for ever; the others work; the run still ends well or says what is missing."""
    rubbish = "" if role in ("deliverer", "executor.thought") else "rubbish"  # of these, a text is taken as it is
    result = build(TOOLS, script(**{"executor.arguments": {"word": "x"}, role: rubbish})).run("find it")
    assert result["stop_reason"] == reason
    assert any(warning.startswith(f"{role}: gave up") for warning in result["warnings"])
    assert result["answer"]


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
    """The server's words are in the warnings; nothing is raised."""

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
    variants = (".code", ".fused", ".native", ".part", ".plan", ".conditions", ".formulate", ".react.pmc")
    assert set(DEFAULTS) == {
        call for call in CALLS_BY_HEADING.values() if not call.endswith(variants) and ".guided" not in call
    }
