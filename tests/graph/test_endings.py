"""A run says that it found nothing by what its calls brought, and not by a text."""

from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph import ToolError, effects
from tests.graph.test_native_steps import Run, calls, find_stock
from tests.scripts import CONFIG, FUSED, build, calling, finish, results_in, script


@effects("read")
def find_crate(item_id: str) -> str:
    """Find the crate of an item, in a hall that may be closed."""
    if item_id != "A-1":
        raise ToolError(f"the hall of {item_id} is closed", fault="tool")
    return "crate 7"


NOT_THERE = "There is no item A-9; there is an A-4."


@pytest.mark.parametrize("text", [NOT_THERE, f"{NOT_THERE}\nNot found: the stock of A-9", "Not done: an order of A-9."])
def test_look_ups_that_all_failed_found_nothing_whatever_is_said_of_them(text: str) -> None:
    """No evidence, no claim, no second plan; what the model said of it stands in the answer."""
    run = Run(calls("A-9"), text)
    result = run.result("How many pieces of A-9 are there?")
    assert (result["stop_reason"], result["claims"], result["usage"].calls) == ("no_evidence", [], 2)
    assert [item.status for item in result["not_found"]] == ["partial"]
    assert result["answer"] == (NOT_THERE if NOT_THERE in text else "Not done: an order of A-9")


def find_flights(day: str) -> list[str]:
    """Find flights on a day."""
    return []


def test_a_definite_no_is_an_answer() -> None:
    """The tool has answered; only a reply that is nothing but the agreed line says that it found nothing."""
    asked = calls("x", tool="find_flights")
    asked.tool_calls[0]["args"] = {"day": "2026-12-01"}
    assert Run(asked, "There are no flights.", tools=(find_flights,)).result()["stop_reason"] == "answered"
    result = Run(asked, "Not found: flights on that day", tools=(find_flights,)).result()
    assert result["stop_reason"] == "no_evidence"


MOVE = {"thought": "", "tool": "find_flights", "arguments": {"day": "1"}}


def test_a_closing_answer_may_say_that_nothing_was_found() -> None:
    """By being empty: then nothing is delivered as if it were an answer."""
    pending = {"answer": "There is no such city.", "status": "pending", "hint": "another city"}
    replies = script(executor_fused=MOVE, answer_fused=pending, answer_closing={"answer": ""})
    result = build([find_flights], replies, **FUSED, max_depth=1).run("Flights from Atlantis?")
    assert (result["stop_reason"], result["outcomes"]["s1"].answer) == ("no_evidence", "")


@pytest.mark.parametrize("closing", ["", "There are none."])
def test_so_may_that_of_a_chain(closing: str) -> None:
    """The calls' results are listed only where nobody could be asked."""
    replies = script(executor_react=MOVE, answer_closing={"answer": closing})
    result = build([find_flights], replies, strategy="react", chain_nodes=6).run("Flights from Atlantis?")
    assert result["stop_reason"] == ("partial" if closing else "no_evidence")
    assert result["outcomes"]["s1"].answer == closing


def test_a_chain_whose_calls_all_failed_has_no_evidence() -> None:
    """Whatever it finishes with."""
    look = {"thought": "", "tool": "find_stock", "arguments": {"item_id": "A-9"}}
    built = build([find_stock], script(executor_react=[look, finish("It is 7.")]), strategy="react")
    assert built.run("How many A-9?")["stop_reason"] == "no_evidence"


@pytest.mark.parametrize(
    ("items", "reason", "answer"), [(("A-1", "A-9"), "partial", "crate 7"), (("A-9",), "no_evidence", "")]
)
def test_a_model_hears_that_its_last_tool_is_withdrawn(items: tuple[str, ...], reason: str, answer: str) -> None:
    """One reply without calls in place of steps that are undone, a closing answer and another plan."""
    asked = [calls(item, tool="find_crate") for item in items]
    run = Run(*asked, f"{answer}\nNot found: A-9", own=(find_crate,))
    result = run.result("Which crate is it in?")
    told = [str(message.text) for message in run.seen[-1]]
    assert told[-2].startswith("error: the hall of A-9 is closed")
    assert "No tool is left" in told[-1]
    assert (result["stop_reason"], result["outcomes"]["s1"].answer.partition("\n")[0]) == (reason, answer)
    assert len(run.seen) == result["usage"].calls == len(items) + 1


def test_calls_in_the_last_word_are_not_made() -> None:
    """The search ends as it would without it; nothing is asked for ever."""
    asked = [calls(item, tool="find_crate") for item in ("A-8", "A-1")]
    run = Run(*asked, max_replans=0, own=(find_crate,))
    result = run.result()
    assert (result["usage"].tool_calls, result["stop_reason"], len(run.seen)) == (1, "no_evidence", 2)
    assert result["outcomes"]["s1"].status == "failed"


def test_a_model_hears_what_a_person_refused() -> None:
    """Also where the refused call was all that there was to do."""

    @effects("write")
    def buy(item_id: str) -> str:
        """Buy an item."""
        return f"bought {item_id}"

    run = Run(
        calls("A-1", tool="buy"), "I did not buy it: too dear.", checkpointer=InMemorySaver(), tools=(buy,), own=()
    )
    question = run.graph.invoke({"query": "Buy A-1"}, CONFIG)["__interrupt__"][0]
    said = {"decision": "reject", "reason": "too dear"}
    result = run.graph.invoke(Command(resume={question.id: said}), CONFIG)
    assert "error: a person refused this call: too dear" in results_in(run.seen[-1])
    assert (result["answer"], result["stop_reason"]) == (
        "I did not buy it: too dear.",
        "rejected",
    )
    assert result["outcomes"]["s1"].status == "rejected"


@effects("write")
def order(item_id: str) -> str:
    """Order an item."""
    return f"ordered {item_id}"


def say(graph: Any, result: dict[str, Any], *decisions: str) -> dict[str, Any]:
    """Answer the questions that a run waits with, one after the other, and return its result."""
    for decision in decisions:
        [asked] = result["__interrupt__"]
        answer: Any = {"decision": decision}
        if asked.value["kind"] == "tool_calls":
            answer = {"decisions": [{"type": decision} for _ in asked.value["action_requests"]]}
        result = graph.invoke(Command(resume={asked.id: answer}), CONFIG)
    return result


@pytest.mark.parametrize(
    ("items", "decisions", "reason"),
    [
        (("A-1", "A-2"), ("reject",), "rejected"),
        (("A-1",), ("approve",), "answered"),
    ],
    ids=["several calls", "approved"],
)
def test_a_run_whose_calls_were_all_rejected_is_rejected(
    items: tuple[str, ...], decisions: tuple[str, ...], reason: str
) -> None:
    """A person said no: that is how it ended, and not for want of evidence."""
    given: dict[str, Any] = {"checkpointer": InMemorySaver(), "tools": (order,), "own": ()}
    run = Run(calls(*items, tool="order"), "That is how it went.", **given)
    result = say(run.graph, run.graph.invoke({"query": "Order it"}, CONFIG), *decisions)
    assert result["stop_reason"] == reason


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ('print(await order("A-1"))', "rejected"),
        ('try:\n    print(await order("A-1"))\nexcept Exception:\n    print("they said no")', "rejected"),
        ('print(await find_crate("A-1"))\nprint(await order("A-1"))', "partial"),
    ],
    ids=["it ends", "it goes on", "it has found something"],
)
def test_a_program_whose_calls_were_all_rejected_has_brought_nothing(program: str, reason: str) -> None:
    """Whatever it prints: the run is rejected."""
    given: dict[str, Any] = {"checkpointer": InMemorySaver(), "tools": (order, find_crate), "own": ()}
    run = Run(calling("run_python", {"code": program}), "Nothing was ordered.", step_shape="code", **given)
    result = say(run.graph, run.graph.invoke({"query": "Order it"}, CONFIG), "reject")
    assert (result["answer"], result["stop_reason"]) == ("Nothing was ordered.", reason)


def test_what_was_found_beside_a_rejected_call_is_delivered() -> None:
    """The run went on and found something: it is not rejected, and not answered in full."""
    run = Run(calls("A-1", tool="order"), calls("A-1"), "1 piece.", checkpointer=InMemorySaver(), tools=(order,))
    result = say(run.graph, run.graph.invoke({"query": "Order A-1"}, CONFIG), "reject")
    assert (result["answer"], result["stop_reason"]) == ("1 piece.", "partial")


@pytest.mark.parametrize(
    ("strategy", "questions"), [("smurfs", 2), ("smurfs-no-planner", 1), ("react", 1), ("pmc", 1), ("full", 1)]
)
def test_every_strategy_ends_as_rejected(strategy: Any, questions: int) -> None:
    """Nobody looks for another way to what a person refused: the plan is not revised, and what builds on it is blocked,
    but in a row, where every sub-task has its turn.
    """
    plan = {"sub_tasks": [{"id": "a", "content": "order"}, {"id": "b", "content": "tell", "depends_on": ["a"]}]}
    replies = script(
        planner={"needs_tool": True, "sub_tasks": ["order", "tell"], "order": "chain"},
        manager=plan,
        manager_pmc=plan,
        executor_react=[{"thought": "", "tool": "order", "arguments": {"item_id": "A-1"}}, finish()],
        executor_arguments={"item_id": "A-1"},
    )
    options: dict[str, Any] = {"planning": "always", "step_shape": "split", "strategy": strategy, "passes": 1}
    built = build([order], replies, checkpointer=InMemorySaver(), **options)
    result = say(built.graph, built.run("q", CONFIG), *["reject"] * questions)
    statuses = [outcome.status for outcome in result["outcomes"].values()]
    assert statuses[:questions] == ["rejected"] * questions
    assert {*statuses[questions:]} <= {"blocked"}
    assert (result["stop_reason"], "manager" in built.calls()[1:]) == ("rejected", False)


@pytest.mark.parametrize("strategy", ["react", "dfsdt"])
def test_a_call_that_was_mended_before_it_was_rejected_is_none_beside_it(strategy: Any) -> None:
    """Nobody was asked about the wrong one, and it was not made."""
    said = [{"thought": "", "tool": "order", "arguments": arguments} for arguments in ({"it": 1}, {"item_id": "A-1"})]
    replies = script(executor_react=[*said, finish("I did not order it.")])
    built = build([order], replies, checkpointer=InMemorySaver(), strategy=strategy)
    result = say(built.graph, built.run("q", CONFIG), "reject")
    assert (result["answer"], result["stop_reason"]) == ("I did not order it.", "rejected")


SHORT = "Its form: the bare name, number"


@pytest.mark.parametrize("strategy", ["react", "dfsdt", "alpha-umi"])
def test_whoever_writes_what_is_reported_knows_its_form(strategy: Any) -> None:
    """No deliverer comes after them; nothing is said where nothing is set."""
    for style in ("short", "full"):
        replies = script(executor_react=finish("1"), planner_umi={"rationale": "", "next": "conclusion"})
        built = build([find_stock], replies, strategy=strategy, answer_style=style)
        built.run("How many A-1?")
        assert {SHORT in asked.sections["sub_task"] for asked in built.model.asked} == {style == "short"}


def test_a_short_answer_is_short_after_native_steps_were_given_up_too() -> None:
    """The request is still one sub-task, and its answer is delivered as it is."""
    seen: dict[str, str] = {}

    def split(call: str, sections: dict[str, str]) -> Any:
        seen[call] = sections["sub_task"]
        if call == "executor.arguments":
            return {"item_id": "A-2"}
        return {"thought": "look it up", "tool": "find_stock", "answer": "2", "status": "solved", "hint": ""}

    run = Run(calls("A-1"), "", "", script=split, answer_style="short", max_restarts=1)
    run.result()
    assert SHORT in seen["answer"]


def test_a_plan_that_is_revised_and_approved_runs_also_where_a_call_was_rejected() -> None:
    """What a person said of a call is not what they say of the plan."""

    def plan(item: str, name: str) -> dict[str, Any]:
        tasks = [("a", "order", "A-1"), (name, "find_crate", item)]
        return {"sub_tasks": [{"id": id_, "content": f"{tool} {of}", "tools": [tool]} for id_, tool, of in tasks]}

    replies = script(
        planner={"needs_tool": True, "sub_tasks": ["order", "find"], "order": "mixed"},
        manager=[plan("A-9", "b"), plan("A-1", "c")],
        executor_arguments=lambda sections: {"item_id": sections["sub_task"].split()[1]},
    )
    options: dict[str, Any] = {**FUSED, "step_shape": "split", "approve": ["plan"], "max_steps": 1}
    built = build([order, find_crate], replies, checkpointer=InMemorySaver(), **options)
    result = built.run("q", CONFIG)
    while waiting := result.get("__interrupt__"):
        said = {each.id: {"decision": "approve" if each.value["kind"] == "plan" else "reject"} for each in waiting}
        result = built.graph.invoke(Command(resume=said), CONFIG)
    assert {task.id: result["outcomes"][task.id].status for task in result["plan"].sub_tasks} == {
        "a": "rejected",
        "c": "solved",
    }
    assert result["stop_reason"] == "partial"
