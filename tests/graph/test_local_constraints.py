"""Local constraints in a run: a solved verdict that a number contradicts becomes pending, and the search goes on."""

from typing import Any

import pytest
from langchain_core.messages import BaseMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph import effects
from smurfs_graph.testing import ScriptedModel
from tests.scripts import CONFIG, Built, build, calling, script


def dear_rooms() -> dict[str, Any]:
    """Find rooms in the first house."""
    return {"rooms": [{"name": "Gold", "price_usd": 120}, {"name": "Silver", "price_usd": 110}]}


def cheap_rooms() -> dict[str, Any]:
    """Find rooms in the second house."""
    return {"rooms": [{"name": "Tin", "price_usd": 80}]}


CHECK = {"kind": "each", "field": "price", "op": "<=", "value": 90, "unit": "USD"}
PLAN = {
    "sub_tasks": [
        {"id": "a", "content": "find a room", "constraints": [{"text": "at most 90 dollars", "check": CHECK}]},
        {"id": "b", "content": "say hello"},
    ]
}


@pytest.mark.parametrize("shape", ["split", "fused"])
def test_the_verdict_of_a_model_does_not_outrank_a_number(shape: str) -> None:
    """The verifier says solved both times; the first time the prices say no, and the next step is told why."""
    said = {"answer": "rooms", "status": "solved"}
    replies = script(
        planner={"needs_tool": True, "sub_tasks": ["find a room", "say hello"]},
        manager=PLAN,
        answer_fused=said,
        executor_fused=lambda sections: {
            "thought": "look",
            "tool": "cheap_rooms" if "memory" in sections else "dear_rooms",
            "arguments": {},
        },
        executor_tool=lambda sections: {"tool": "cheap_rooms" if "none of 2" in sections["thought"] else "dear_rooms"},
        executor_thought=lambda sections: {"thought": sections.get("hint", "look")},
    )
    model = ScriptedModel(replies)
    result = build([dear_rooms, cheap_rooms], model=model, strategy="full", step_shape=shape).graph.invoke(
        {"query": "q"}
    )
    outcome = result["outcomes"]["a"]
    assert outcome.status == "solved"
    assert [(item.tool, item.ok) for item in outcome.evidence] == [("dear_rooms", True), ("cheap_rooms", True)]
    hints = [asked.sections["hint"] for asked in model.asked if "hint" in asked.sections]
    assert len(hints) == 1
    assert hints[0].startswith(
        "at most 90 dollars: none of 2 records fits; record 1: 'price' is 120 USD, must be <= 90"
    )


def mixed_rooms() -> dict[str, Any]:
    """Find rooms in both houses."""
    return {"rooms": [{"name": "Gold", "price_usd": 120}, {"name": "Tin", "price_usd": 80}]}


def no_rooms() -> str:
    """Find no rooms."""
    return "There are no rooms."


def nightly_room() -> dict[str, Any]:
    """Find one room, whose price is for a night."""
    return {"rooms": [{"name": "Tin", "price_per_night": 80, "currency": "USD"}]}


SUM = {"kind": "sum", "field": "price", "op": "<=", "value": 150, "unit": "USD"}


@pytest.mark.parametrize(
    ("tool", "check", "status", "standing", "detail"),
    [
        (cheap_rooms, CHECK, "solved", "holds", ""),
        (mixed_rooms, CHECK, "solved", "holds", "1 of 2 records fit, not Gold"),
        (dear_rooms, CHECK, "partial", "violated", "none of 2 records fits; record 1: 'price' is 120 USD, must be"),
        (no_rooms, CHECK, "solved", "unknown", "there are no records to check"),
        (mixed_rooms, SUM, "solved", "unknown", "none of 2 records was chosen"),
        (nightly_room, SUM, "solved", "unknown", "an amount is per night, so that it is not known what they come to"),
    ],
    ids=["all fit", "some fit", "none fits", "nothing found", "of what is chosen", "no total"],
)
@pytest.mark.parametrize("shape", ["fused", "native"])
def test_the_result_says_whether_the_condition_of_a_sub_task_holds(
    shape: str, tool: Any, check: Any, status: str, standing: str, detail: str
) -> None:
    """As of those on the whole; a list of candidates meets a condition where one of them does: the rest is named."""
    room = {"id": "a", "content": "find a room", "constraints": [{"text": "dear or not", "check": check}]}
    replies = script(
        planner={"needs_tool": True, "sub_tasks": ["find a room", "say hello"]},
        manager={"sub_tasks": [room, {"id": "b", "content": "say hello"}]},
        answer_fused={"answer": "rooms", "status": "solved"},
        executor_fused={"thought": "", "tool": tool.__name__, "arguments": {}},
    )

    def caller(messages: list[BaseMessage], tools: list[Any]) -> Any:
        return (
            "rooms" if isinstance(messages[-1], ToolMessage) or "Go on" in str(messages) else calling(tool.__name__, {})
        )

    model = ScriptedModel(replies, caller=caller)
    options: dict[str, Any] = {"strategy": "full", "step_shape": shape, "planning": "always"}
    result = build([tool], model=model, max_depth=1 if shape == "fused" else 8, **options).run()
    assert result["outcomes"]["a"].status == status
    [verdict] = result["constraints"]
    assert (verdict.text, verdict.standing) == ("dear or not", standing)
    assert verdict.detail.startswith(detail) and bool(verdict.detail) == bool(detail)


def test_a_run_whose_sub_task_has_found_only_what_breaks_its_condition_has_not_answered() -> None:
    """Also where a model said, calling nothing more, that it is solved."""
    room = {"id": "a", "content": "find a room", "constraints": [{"text": "at most 90 dollars", "check": CHECK}]}
    replies = script(
        planner={"needs_tool": True, "sub_tasks": ["find a room", "say hello"]},
        manager={"sub_tasks": [room]},
        answer_fused={"answer": "rooms", "status": "solved"},
        executor_fused=[
            {"thought": "", "calls": [{"tool": "dear_rooms", "arguments": {}}]},
            {"thought": "that will do", "calls": []},
        ],
    )
    result = build([dear_rooms], replies, strategy="full", step_shape="fused", planning="always").run()
    assert result["outcomes"]["a"].status == "solved"
    assert [item.standing for item in result["constraints"]] == ["violated"]
    assert result["stop_reason"] == "partial"


def dear_flights() -> dict[str, Any]:
    """Find flights, none of which costs as little as a room may."""
    return {"flights": [{"name": "F1", "price_usd": 250}, {"name": "F2", "price_usd": 300}]}


def test_records_of_another_tool_break_no_condition() -> None:
    """Code cannot tell which of two lists a condition means, and says so."""
    room = {"id": "a", "content": "find both", "constraints": [{"text": "room: at most 90 dollars", "check": CHECK}]}
    made = [{"tool": name, "arguments": {}} for name in ("cheap_rooms", "dear_flights")]
    replies = script(
        planner={"needs_tool": True, "sub_tasks": ["find both", "say hello"]},
        manager={"sub_tasks": [room]},
        answer_fused={"answer": "Tin and F1", "status": "solved"},
        executor_fused=[{"thought": "", "calls": made}, {"thought": "that will do", "calls": []}],
    )
    settings: dict[str, Any] = {"strategy": "full", "step_shape": "fused", "planning": "always", "undeclared": "read"}
    result = build([cheap_rooms, dear_flights], replies, **settings).run()
    assert [item.standing for item in result["constraints"]] == ["unknown"]
    assert result["stop_reason"] == "answered"


@effects("write")
def book(room: str) -> str:
    """Book a room."""
    return f"booked {room}"


def test_what_a_person_answers_is_held_to_no_condition() -> None:
    """They have seen what was found before, and have the last word."""
    room = {"id": "a", "content": "book a room", "constraints": [{"text": "at most 90 dollars", "check": CHECK}]}
    replies = script(
        planner={"needs_tool": True, "sub_tasks": ["book a room", "say hello"]},
        manager={"sub_tasks": [room]},
        answer_fused={"answer": "rooms", "status": "pending"},
        executor_fused=[{"tool": "dear_rooms", "arguments": {}}, {"tool": "book", "arguments": {"room": "Gold"}}],
    )
    settings: dict[str, Any] = {"strategy": "full", "step_shape": "fused", "planning": "always"}
    built = build([dear_rooms, book], replies, checkpointer=InMemorySaver(), **settings)
    [asked] = built.run("q", CONFIG)["__interrupt__"]
    by_hand = {asked.id: {"decision": "respond", "answer": "I have taken Gold, at a discount."}}
    result = built.graph.invoke(Command(resume=by_hand), CONFIG)
    assert (result["outcomes"]["a"].by_person, result["constraints"], result["stop_reason"]) == (True, [], "answered")


QUIET = {"sub_tasks": [{"id": "a", "content": "find a room", "constraints": ["quiet"]}]}


def looks(messages: list[BaseMessage], tools: list[Any]) -> Any:
    """Look into the first house, and into the second one where the first does not do; then answer."""
    heard = "\n".join(str(message.text) for message in messages)
    if isinstance(messages[-1], ToolMessage):
        return "another room" if "Go on" in heard else "a room"
    return calling("cheap_rooms" if "Go on" in heard else "dear_rooms", {})


def insists(messages: list[BaseMessage], tools: list[Any]) -> Any:
    """Look into one house, and stay with it."""
    said = any(isinstance(message, ToolMessage) for message in messages)
    return "the room" if said else calling("dear_rooms", {})


def solved_with_tools_bound(*verdicts: Any, caller: Any = looks, **settings: Any) -> Built:
    """A sub-task with a condition in words, and what the verifier says of its answers."""
    two = {"needs_tool": True, "sub_tasks": ["find a room"], "constraints": ["quiet"]}
    replies = script(planner=two, planner_plan=two | QUIET, manager=QUIET, verifier=[*verdicts])
    model = ScriptedModel(replies, caller=caller, profile={"tool_calling": True})
    return build(
        [dear_rooms, cheap_rooms], model=model, strategy="full", step_shape="auto", planning="always", **settings
    )


def test_a_condition_in_words_is_verified_where_tools_are_bound() -> None:
    """No code can tell whether it holds; the verifier sees the calls behind the answer."""
    built = solved_with_tools_bound({"status": "solved"})
    assert built.run()["outcomes"]["a"].status == "solved"
    [seen] = built.sections("verifier")
    assert (seen["constraints"], seen["answer"]) == ("- quiet", "a room")
    assert seen["call"] == "dear_rooms {}"


def test_a_doubted_answer_goes_back_to_the_model_with_the_hint() -> None:
    """It calls another tool, and its next answer is verified."""
    built = solved_with_tools_bound({"status": "pending", "hint": "Gold is on the motorway"}, {"status": "solved"})
    outcome = built.run()["outcomes"]["a"]
    assert (outcome.status, outcome.answer) == ("solved", "another room")
    assert [item.tool for item in outcome.evidence] == ["dear_rooms", "cheap_rooms"]


def test_a_model_that_insists_ends_with_a_partial_answer() -> None:
    """What the verifier misses is the reason; nobody is asked for ever."""
    built = solved_with_tools_bound({"status": "pending", "hint": "is it quiet?"}, caller=insists)
    outcome = built.run()["outcomes"]["a"]
    assert (outcome.status, outcome.answer, outcome.reason) == ("partial", "the room", "not found: is it quiet?")
    assert built.calls().count("verifier") == 2


@pytest.mark.parametrize(
    ("settings", "asked", "reason"),
    [({}, 3, "partial"), ({"max_llm_calls": 5}, 0, "llm_call_budget"), ({"sub_task_max_llm_calls": 2}, 0, "partial")],
    ids=["unreadable", "budget of the run", "budget of the sub-task"],
)
def test_an_answer_that_nobody_could_verify_stands_as_partial(settings: Any, asked: int, reason: str) -> None:
    """It is not lost, and the executor, whose replies were right, goes on in no other shape."""
    built = solved_with_tools_bound("no verdict", caller=insists, **settings)
    result = built.run()
    outcome = result["outcomes"]["a"]
    assert (outcome.status, outcome.answer) == ("partial", "the room")
    assert outcome.reason == "not found: whether its conditions hold"
    assert result["stop_reason"] == reason
    assert built.calls()[2:] == [*["executor.native.part"] * 2, *["verifier"] * asked, "deliverer"]


def test_a_verdict_that_is_read_in_the_end_leaves_the_tools_bound() -> None:
    """Two restarts of the verifier are none of the executor's."""
    pending = {"status": "pending", "hint": "Gold is on the motorway"}
    built = solved_with_tools_bound("what?", "what?", pending, {"status": "solved"})
    assert built.run()["outcomes"]["a"].answer == "another room"
    assert not [call for call in built.calls() if call.startswith("executor.thought")]
