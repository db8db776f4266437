"""No call that decides nothing: several calls in one step, sub-tasks that need no tool, plans in one reply."""

from typing import Any

import pytest

from smurfs_graph import effects
from smurfs_graph.testing import ScriptedModel
from tests.scripts import FUSED, build, script

CITIES = ("Oslo", "Rome", "Bonn", "Kiel", "Gera")
SOLVED = {"answer": "all five", "hint": "", "status": "solved"}
WIDE: dict[str, Any] = {"profile": {"max_input_tokens": 100_000}}


@effects("read")
def weather(city: str) -> str:
    """The weather of a city."""
    if city == "Atlantis":
        raise ValueError("there is no such city")
    return f"{city}: {len(city)} degrees"


def step(*cities: str) -> dict[str, Any]:
    """One look-up for each city, in one step."""
    return {"thought": "", "calls": [{"tool": "weather", "arguments": {"city": city}} for city in cities]}


def test_five_look_ups_are_one_step_and_four_calls() -> None:
    """One answer is drawn from all responses; each call is an attempt with its evidence."""
    built = build([weather], script(executor_fused=step(*CITIES), answer_fused=SOLVED), **FUSED)
    result = built.run("the weather in five cities")
    assert built.calls() == ["planner", "executor.fused", "answer.fused", "deliverer"]
    assert result["usage"].tool_calls == 5
    assert [item.arguments["city"] for item in result["outcomes"]["s1"].evidence] == [*CITIES]
    (answered,) = built.sections("answer.fused")
    assert answered["call"].splitlines()[1] == '2. weather {"city":"Rome"}'
    assert "5. Gera: 4 degrees" in answered["response"]


def test_a_call_that_fails_stands_beside_the_others() -> None:
    """The answer sees why; the step counts; its arguments are shown as tried where the search goes on."""
    pending = {"answer": "Oslo: 4", "hint": "the other", "status": "pending"}
    replies = script(executor_fused=[step("Oslo", "Atlantis"), step("Rome")], answer_fused=[pending, SOLVED])
    built = build([weather], replies, **FUSED)
    result = built.run("two cities")
    assert "error: ValueError: there is no such city" in built.sections("answer.fused")[0]["response"]
    assert "Atlantis" not in built.sections("executor.fused")[1]["memory"]
    evidence = result["outcomes"]["s1"].evidence
    assert [(item.arguments["city"], item.ok) for item in evidence] == [
        ("Atlantis", False),
        ("Oslo", True),
        ("Rome", True),
    ]


def test_a_failed_argument_is_shown_with_its_reason_and_can_be_mended() -> None:
    """The tool stays: only the call is forbidden."""
    replies = [step("Atlantis"), step("Oslo")]
    built = build([weather], script(executor_fused=replies, answer_fused=SOLVED), **FUSED)
    result = built.run()
    assert result["stop_reason"] == "answered"
    tried = built.sections("executor.fused")[1]["tried"]
    assert tried == '- weather {"city":"Atlantis"}: failed (ValueError: there is no such city)'


TWO = {"needs_tool": True, "sub_tasks": ["the weather in Oslo", "is that warm?"], "order": "chain"}
SETTLED = {"thought": "s1 says it", "calls": []}


@pytest.mark.parametrize("shape", ["fused", "split"])
def test_what_the_dependencies_settle_needs_no_tool(shape: str) -> None:
    """Answer and verdict follow without a call, and the sub-task is solved."""
    replies = script(
        planner=TWO,
        executor_fused=[step("Oslo"), SETTLED],
        answer_fused=[SOLVED, {"answer": "no", "hint": "", "status": "solved"}],
        executor_arguments={"city": "Oslo"},
        executor_tool={"tool": "no tool needed"},
        answer=[{"answer": "4 degrees", "missing": ""}, {"answer": "no", "missing": ""}],
    )
    settings: dict[str, Any] = {**FUSED, "step_shape": shape}
    built = build([weather], replies, **settings)
    result = built.run()
    assert (result["outcomes"]["s2"].status, result["outcomes"]["s2"].answer) == ("solved", "no")
    assert result["usage"].tool_calls == 1
    assert (
        "- s1: the weather in Oslo"
        in built.sections("answer.fused" if shape == "fused" else "answer")[1]["dependencies"]
    )


def test_a_final_verdict_ends_the_search_and_causes_no_replan() -> None:
    """Both sides are reported as partial."""
    final = {"answer": "1961 or 1962", "hint": "the sources contradict each other", "status": "final"}
    built = build([weather], script(executor_fused=step("Oslo"), answer_fused=final), **FUSED, max_replans=3)
    result = built.run("Was it 1961 or 1962?")
    assert built.calls() == ["planner", "executor.fused", "answer.fused", "deliverer"]
    assert (result["stop_reason"], result["outcomes"]["s1"].answer) == ("partial", "1961 or 1962")


def test_an_answer_that_says_what_is_missing_needs_no_verifier() -> None:
    """Except under the published rules."""
    answers = [{"answer": "half", "missing": "the rest"}, {"answer": "whole", "missing": ""}]
    arguments = [{"city": "Oslo"}, {"city": "Rome"}]
    counts: list[int] = []
    for strategy in ("full", "smurfs"):
        replies = script(
            answer=answers, executor_arguments=arguments, verifier=[{"status": "pending"}, {"status": "solved"}]
        )
        built = build([weather], replies, strategy=strategy, planning="always")
        built.run()
        counts.append(built.calls().count("verifier"))
    assert counts == [1, 2]


def test_a_wide_window_plans_in_one_call_and_skips_who_decides_nothing() -> None:
    """No manager, no supervisor; the verifier of a split step would see the response, the executor the request."""
    plan = [
        {"id": "a", "content": "the weather in Oslo", "depends_on": [], "tools": ["weather"]},
        {"id": "b", "content": "the weather in the city that is colder", "depends_on": ["a"], "tools": []},
    ]
    replies = script(
        planner_plan={"needs_tool": True, "sub_tasks": plan}, executor_fused=step("Oslo"), answer_fused=SOLVED
    )
    built = build([weather], model=ScriptedModel(replies, **WIDE), **FUSED)
    result = built.run("the whole request")
    assert built.calls() == ["planner.plan", *["executor.fused", "answer.fused"] * 2, "deliverer"]
    assert [task.depends_on for task in result["plan"].sub_tasks] == [(), ("a",)]
    first, second = built.sections("executor.fused")
    assert first["query"] == "the whole request" and first["dependants"] == f"- {plan[1]['content']}"
    assert "all five" in second["dependencies"]


@pytest.mark.parametrize("size", [2_400, 60_000])
def test_a_long_dependency_arrives_whole_or_is_cut_with_a_warning(size: int) -> None:
    """Nothing is cut to a constant: sixty kilobytes are more than a share of a window that is not known."""
    two = [{"answer": f"{'y' * size} the end", "hint": "", "status": "solved"}, SOLVED]
    built = build([weather], script(planner=TWO, executor_fused=step("Oslo"), answer_fused=two), **FUSED)
    warnings = built.run()["warnings"]
    cut = [each for each in warnings if "executor.fused: the prompt was cut" in each and "dependencies" in each]
    [seen] = [part["dependencies"] for part in built.sections("executor.fused") if "dependencies" in part]
    assert (bool(cut), "y" * size in seen) == (size > 2_400, size == 2_400)


def test_the_outcomes_of_replaced_sub_tasks_are_delivered() -> None:
    """A replan that finds nothing more does not forget the candidates that were found."""
    old = {"sub_tasks": [{"id": "s1", "content": "hotels in Oslo"}, {"id": "s2", "content": "a room in one"}]}
    new = {"sub_tasks": [{"id": "s3", "content": "rooms in Oslo"}]}
    found = {"answer": "Hotel A, Hotel B", "status": "final", "hint": "rooms"}
    replies = script(planner={"needs_tool": True, "sub_tasks": ["hotels", "a room"]}, manager=[old, new],
                     executor_fused=lambda sections: step("Oslo" if "hotels" in sections["sub_task"] else "Atlantis"),
                     answer_fused=found)  # fmt: skip
    built = build([weather], replies, **FUSED)
    result = built.run()
    assert [task.id for task in result["plan"].sub_tasks] == ["s3"]
    assert "Hotel A, Hotel B" in built.sections("deliverer")[0]["outcomes"]
    assert result["stop_reason"] == "partial"
    assert {item.sub_task for item in result["not_found"]} >= {"s1", "s2", "s3"}


def test_two_steps_without_news_are_the_reason_for_the_end() -> None:
    """Tools are left: the user does not read that there are none."""
    pending = {"answer": "4 degrees", "hint": "more", "status": "pending"}
    built = build([weather], script(executor_fused=step("Oslo"), answer_fused=pending), **FUSED)
    outcome = built.run()["outcomes"]["s1"]
    assert (outcome.status, outcome.reason) == ("partial", "2 steps in a row brought nothing new")


def test_a_manager_may_say_that_there_is_no_other_way() -> None:
    """The plan stays, and nothing is tried again."""
    replies = script(
        executor_fused=step("Atlantis"), manager={"reasoning": "none", "sub_tasks": [], "no_other_way": True}
    )
    built = build([weather], replies, **FUSED, max_replans=5)
    result = built.run()
    assert built.calls().count("manager") == 1
    assert result["stop_reason"] == "no_evidence"
