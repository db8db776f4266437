"""Budgets: never exceeded, named in the stop reason, and what is known is delivered all the same."""

import itertools
import time
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from pydantic import BaseModel

from smurfs_graph import effects
from smurfs_graph.testing import ScriptedModel
from tests.scripts import CONFIG, FUSED, Turns, build, calling, finish, results_in, script


def look(word: str = "x") -> str:
    """Look it up."""
    return f"{word} is known"


def slow() -> str:
    """Takes its time."""
    time.sleep(0.4)
    return "at last"


PLAN = {"needs_tool": True, "sub_tasks": ["first", "second", "third"], "order": "chain"}
PENDING = {"status": "pending", "hint": "more"}


@pytest.mark.parametrize("shape", ["split", "fused"])
@pytest.mark.parametrize("limit", [1, 2, 3, 5, 7, 8, 11, 16, 17, 18])
def test_llm_calls_never_exceed_their_budget(limit: int, shape: str) -> None:
    """No call too many, the right stop reason, and every solved answer delivered."""
    replies = script(
        planner=PLAN,
        executor_fused={"tool": "look", "arguments": {}},
        answer_fused={"answer": "x is known", "status": "solved"},
    )
    strategy = "smurfs" if shape == "split" else "full"
    built = build([look], replies, strategy=strategy, planning="always", max_llm_calls=limit, step_shape=shape)
    result = built.run()
    assert len(built.model.asked) <= limit
    assert result["usage"].calls == len(built.model.asked)
    needed = 2 + 3 * (5 if shape == "split" else 2)
    spare = 0 if shape == "split" else 2  # kept for branches under way
    if limit > needed + spare:  # the last search call leaves room for a closing answer, which was not needed
        assert result["stop_reason"] == "answered"
    elif limit < needed:
        assert result["stop_reason"] == "llm_call_budget"
    if any(outcome.answer for outcome in result["outcomes"].values()):
        assert "x is known" in result["answer"] or "as far as it goes" in result["answer"]
        assert built.calls()[-1] == "deliverer", "the delivery's call was kept"


@pytest.mark.parametrize("limit", [8, 11])
@pytest.mark.parametrize("first", ["solved", "pending"])
def test_a_run_that_goes_on_in_another_process_keeps_to_its_budget(first: str, limit: int) -> None:
    """What its other sub-tasks have used there counts, whether they are solved or wait for a person."""

    def answer(sections: dict[str, str]) -> Any:
        is_first = sections["sub_task"].startswith("first")
        return {"answer": "x is known"} | (PENDING | {"status": first} if is_first else PENDING)

    words, saver = itertools.count(), InMemorySaver()
    replies = script(
        planner={"needs_tool": True, "sub_tasks": ["first", "second"]},
        manager={"sub_tasks": [{"id": "a", "content": "first"}, {"id": "b", "content": "second"}]},
        executor_fused=lambda sections: {"tool": "look", "arguments": {"word": str(next(words))}},
        answer_fused=answer,
    )
    model = ScriptedModel(replies)

    def call(given: Any) -> Any:
        settings: dict[str, Any] = {**FUSED, "max_llm_calls": limit, "approve": ["tools"], "undeclared": "read"}
        return build([look], model=model, checkpointer=saver, **settings).graph.invoke(given, CONFIG)

    result = call({"query": "q"})
    while waiting := result.get("__interrupt__"):
        answered = waiting[0 if len(model.asked) < limit - 2 else -1]
        result = call(Command(resume={answered.id: {"decision": "approve"}}))
    assert result["usage"].calls == len(model.asked) <= limit


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 6, 20])
def test_tool_calls_never_exceed_their_budget(limit: int) -> None:
    """Across sub-tasks; what was found before is delivered."""
    calls: list[str] = []

    def counted(word: str) -> str:
        """Count the calls."""
        calls.append(word)
        return f"call {len(calls)}"

    numbers = [{"word": str(number)} for number in range(20)]
    replies = script(planner=PLAN, executor_arguments=numbers, verifier=[PENDING, {"status": "solved"}] * 3)
    result = build([counted], replies, max_tool_calls=limit).run()
    assert len(calls) == result["usage"].tool_calls == min(limit, 6)
    assert result["stop_reason"] == ("tool_call_budget" if limit < 6 else "answered")
    assert result["outcomes"]["s1"].answer


@pytest.mark.parametrize(
    ("limit", "last", "left"), [(6, "executor.arguments", "x is known"), (7, "answer", "it says x is known")]
)
def test_what_came_before_the_end_is_not_lost(limit: int, last: str, left: str) -> None:
    """The budget runs out before a response was answered, or before an answer was judged: it is evidence."""
    built = build([look], script(), max_llm_calls=limit)
    outcome = built.run()["outcomes"]["s1"]
    assert built.calls()[-3:] == [last, "answer.closing", "deliverer"]
    assert (outcome.status, outcome.evidence[0].text) == ("partial", left)


@pytest.mark.parametrize("limit", [1, 300, 1000, 2000, 3000])
def test_tokens_stay_within_one_call_of_their_budget(limit: int) -> None:
    """Overspend is at most the one call that was under way."""
    built = build([look], script(planner=PLAN, verifier=PENDING), max_tokens=limit, max_depth=5)
    result = built.run()
    assert result["stop_reason"] == "token_budget"
    largest = max((len(a.system + a.user + a.reply) // 4 + 2 for a in built.model.asked), default=0)
    assert result["usage"].tokens <= limit + largest


def test_tokens_are_estimated_where_the_server_counts_none() -> None:
    """A server that reports no usage does not switch the budget off; the rows say that they are estimates."""
    model = ScriptedModel(script(planner=PLAN, verifier=PENDING), usage=False)
    result = build([look], model=model, max_tokens=2000).run()
    assert result["stop_reason"] == "token_budget"
    assert result["usage"].summary()["estimated_calls"] == len(model.asked) > 0


def test_seconds_stop_the_run_between_calls() -> None:
    """The time budget is checked before every call; the answer says what was found."""
    replies = script(planner=PLAN, verifier=PENDING)
    result = build([slow], replies, max_seconds=1.0, max_depth=50).run()
    assert result["stop_reason"] == "time_budget"
    assert result["outcomes"]["s1"].answer


def test_the_first_budget_that_ran_out_is_the_stop_reason() -> None:
    """A closing answer that meets another limit does not hide why the search ended."""
    numbers = [{"word": str(number)} for number in range(20)]
    replies = script(executor_arguments=numbers, verifier=PENDING, answer_closing="rubbish")
    built = build([look], replies, max_tool_calls=1, max_llm_calls=11)
    result = built.run()
    assert built.calls()[-2:] == ["answer.closing", "deliverer"], "the second closing question was over its budget"
    assert result["stop_reason"] == "tool_call_budget"


def test_steps_bound_each_sub_task_on_its_own() -> None:
    """max_steps counts attempts, failed ones included, and starts anew for the next sub-task."""

    def fails(word: str) -> str:
        """Fails."""
        raise ValueError(word)

    tools: list[Any] = [fails, look]
    result = build(
        tools,
        script(planner={"needs_tool": True, "sub_tasks": ["a", "b"]}, executor_arguments={"word": "x"}),
        max_steps=1,
    ).run()
    assert [outcome.status for outcome in result["outcomes"].values()] == ["failed", "failed"]
    assert result["usage"].tool_calls == 2
    assert "limit of 1 tool calls" in result["outcomes"]["s2"].reason


def told(messages: list[Any]) -> str:
    """An answer from all results that the model has seen."""
    return " and ".join(results_in(messages))


LOOKED = [calling("look", {"word": "a"}), calling("look", {"word": "b"})]


@pytest.mark.parametrize(
    ("limit", "replies", "answer", "reason"),
    [
        (1, ["Good morning"], "Good morning", "answered_without_tools"),
        (1, LOOKED, "a is known", "llm_call_budget"),
        (2, [LOOKED[0], told], "a is known", "answered"),
        (2, LOOKED, "a is known", "llm_call_budget"),
        (3, [*LOOKED, told], "a is known and b is known", "answered"),
    ],
    ids=["the first reply answers", "no call is left to answer", "two calls", "the last reply calls", "three calls"],
)
def test_native_steps_may_use_the_last_call(limit: int, replies: list[Any], answer: str, reason: str) -> None:
    """A loop of tool calls needs no closing answer and no delivery: its last call is an answer from what was found."""
    run = Turns(*replies, tools=[look], max_llm_calls=limit)
    result = run.result()
    assert (result["answer"], result["stop_reason"], result["usage"].calls) == (answer, reason, len(replies[:limit]))


def test_the_model_is_told_that_no_further_call_can_be_made() -> None:
    """With the last call of the budget, and not before."""
    run = Turns(*LOOKED, told, tools=[look], max_llm_calls=3)
    run.result()
    assert ["No further call can be made" in str(messages[-1].content) for messages in run.seen] == [False, False, True]


@pytest.mark.parametrize("limit", [1, 2])
def test_one_call_may_answer_without_tools(limit: int) -> None:
    """The planner's first reply may be the answer: nothing is kept for an end that is not needed."""
    direct = {"needs_tool": False, "answer": "Good morning"}
    result = build([look], script(planner=direct), max_llm_calls=limit).run()
    assert (result["answer"], result["stop_reason"]) == ("Good morning", "answered_without_tools")


def test_react_may_finish_with_its_first_call() -> None:
    """As in every loop, the first reply may be the answer."""
    built = build([look], script(executor_react=finish("Good morning")), strategy="react", max_llm_calls=1)
    result = built.run()
    assert (result["answer"], result["usage"].calls) == ("Good morning", 1)


class Word(BaseModel):
    """The answer as data."""

    word: str = ""


@pytest.mark.parametrize(("schema", "asked"), [(None, "answer.guided"), (Word, "deliverer.structured")])
def test_guided_steps_need_no_closing_call(schema: Any, asked: str) -> None:
    """Code closes them; the one call is the sentence's, or the data's where that is wanted."""

    @effects("read")
    def get_colour(word: str) -> str:
        """Get the colour of a word."""
        return f"{word} is blue"

    replies = script(answer_guided="Oslo is blue.", deliverer_structured={"word": "blue"})
    options: dict[str, Any] = {"strategy": "full", "step_shape": "guided", "answer_schema": schema}
    built = build([get_colour], replies, max_llm_calls=1, **options)
    assert "Oslo is blue" in built.run("What is the colour of Oslo?")["answer"]
    assert built.calls() == [asked]
