"""Approved is exactly what runs; an answer that cannot be used changes nothing and can be given again."""

import asyncio
import time
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph import ConfigurationError, Settings, build_graph, effects
from tests.graph.test_full_strategy import Work, task
from tests.scripts import CONFIG

QUERY = {"query": "Find the price of item A-17."}


class Shop:
    """A tool that can be stopped in mid-call."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.open = False
        self.reached = asyncio.Event()

    @effects("read")  # so that it may be called again after an interruption without a question of its own
    async def find_price(self, item: str) -> dict[str, Any]:
        """Find the price of an item.

        Args:
            item: Id of the item.
        """
        self.calls.append(item)
        self.reached.set()
        if not self.open:
            await asyncio.sleep(60)
        return {"item": item, "price": 12.5}

    def graph(self, **settings: Any) -> Any:
        """A graph with this tool; it keeps checkpoints. In `smurfs` the state of the inner graph can be seen."""
        given: dict[str, Any] = {"strategy": "smurfs", **settings}
        return build_graph(Settings(**given), [self.find_price], checkpointer=InMemorySaver())

    async def stopped(self, graph: Any, given: Any) -> None:
        """Run until the tool is being called, and stop there."""
        task = asyncio.create_task(graph.ainvoke(given, CONFIG, durability="sync"))
        reached = asyncio.create_task(self.reached.wait())
        await asyncio.wait([task, reached], return_when=asyncio.FIRST_COMPLETED)
        assert reached.done(), f"the tool was never called: {task!r}"
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        self.open = True


@pytest.mark.parametrize(
    "named", [{"configurable": {"thread_id": "t", "user_id": "ada"}}, {**CONFIG, "metadata": {"user_id": "ada"}}]
)
async def test_who_decided_about_a_plan_and_when_stays_with_the_run(named: Any) -> None:
    """Each decision that counted, by whom the caller names; an edit that did not pass is none."""
    shop = Shop()
    shop.open = True
    graph = shop.graph(approve=["plan"])
    config, before = named, time.time()
    await graph.ainvoke(QUERY, config)
    wrong = {"sub_tasks": [{"id": "s1", "content": "x", "depends_on": ["s9"]}]}
    for answer in ({"decision": "edit", "plan": wrong}, {"decision": "approve"}):
        await graph.ainvoke(Command(resume=answer), config)
    [made] = (await graph.aget_state(config)).values["plan_decisions"]
    assert (made.decision, made.by) == ("approve", "ada")
    assert before <= made.at <= time.time()
    await graph.ainvoke(QUERY, config)
    await graph.ainvoke(Command(resume={"decision": "reject"}), config)
    decisions = (await graph.aget_state(config)).values["plan_decisions"]
    assert [each.decision for each in decisions] == ["reject"]  # of this turn


def question(result: dict[str, Any]) -> Any:
    """The one question that a run waits with."""
    [only] = result["__interrupt__"]
    return only


async def test_a_call_that_was_ready_is_asked_about_where_the_settings_have_become_stricter() -> None:
    """A call that nobody approved does not run because it was decided on earlier."""
    shop, stricter = Shop(), {"approve": ["tools"]}
    graph = shop.graph()
    await shop.stopped(graph, QUERY)
    asked = question(await graph.ainvoke(None, CONFIG, context=stricter))
    assert shop.calls == ["A-17"]
    answer: Any = Command(resume={asked.id: {"decision": "edit", "arguments": {"item": "B-2"}}})
    await graph.ainvoke(answer, CONFIG, context=stricter)
    assert shop.calls == ["A-17", "B-2"]


PLAN = {"sub_tasks": [{"id": "s1", "content": "work a"}]}


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("yes", "PlanApproval"),
        ({"decision": "yes"}, "decision"),
        ({"decision": "edit"}, "edit needs plan"),
        ({"decision": "approve", "plan": PLAN}, "edit needs plan, and plan need the decision edit"),
        ({"decision": "edit", "plan": PLAN, "arguments": {}}, "arguments"),
        ({"decision": "edit", "plan": {"sub_tasks": [{"id": "a b", "content": "x"}]}}, "id"),
        ({"decision": "edit", "plan": {"sub_tasks": [{"id": "a", "content": "x", "depend_on": []}]}}, "'depend_on'"),
        ({"decision": "edit", "plan": {**PLAN, "constraints": []}}, "'constraints'"),
    ],
)
def test_an_answer_to_a_plan_that_does_not_fit_changes_nothing(answer: Any, said: str) -> None:
    """A misspelt key would silently be lost, and an edit beside an approval too: both are refused, in one line."""
    work = Work({"a": [], "b": []})
    graph = work.graph(approve={"plan"})
    asked = question(graph.invoke({"query": "q"}, CONFIG))
    with pytest.raises(ConfigurationError, match=said) as refused:
        graph.invoke(Command(resume={asked.id: answer}), CONFIG)
    assert "\n" not in str(refused.value)
    assert work.order == []
    result = graph.invoke(Command(resume={asked.id: {"decision": "approve"}}), CONFIG)
    assert sorted(work.order) == ["a", "b"]
    assert result["stop_reason"] == "answered"


def test_what_a_person_wrote_is_what_runs() -> None:
    """Sub-tasks, edges and conditions of the edited plan, and none of the old one."""
    work = Work({"a": [], "b": ["a"]})
    graph = work.graph(approve={"plan"})
    asked = question(graph.invoke({"query": "q"}, CONFIG))
    edited = asked.value["plan"]
    edited["sub_tasks"] = [
        {"id": "x", "content": "work c", "depends_on": ["y"]},
        {"id": "y", "content": "work d", "local_constraints": [{"text": "quick"}]},
    ]
    edited["global_constraints"] = [
        {"text": "cheap", "check": {"kind": "sum", "field": "price", "op": "<=", "value": 9, "unit": "EUR"}}
    ]
    result = graph.invoke(Command(resume={asked.id: {"decision": "edit", "plan": edited}}), CONFIG)
    assert work.order == ["d", "c"]
    assert [task.model_dump(exclude_defaults=True) for task in result["plan"].sub_tasks] == [
        {"id": "x", "content": "work c", "depends_on": ("y",)},
        {"id": "y", "content": "work d", "local_constraints": ({"text": "quick"},)},
    ]
    assert result["plan"].global_constraints[0].check.value == 9


def test_a_plan_that_code_refuses_is_asked_for_again_with_the_complaint() -> None:
    """The complaint stands in the next question."""
    graph = Work({"a": [], "b": []}).graph(approve={"plan"})
    asked = question(graph.invoke({"query": "q"}, CONFIG))
    circle = {"sub_tasks": [{"id": "a", "content": "work a", "depends_on": ["a"]}]}
    asked = question(graph.invoke(Command(resume={asked.id: {"decision": "edit", "plan": circle}}), CONFIG))
    assert "depends on itself" in asked.value["complaint"]
    result = graph.invoke(Command(resume={asked.id: {"decision": "approve"}}), CONFIG)
    assert result["stop_reason"] == "answered"


def replanned() -> tuple[Work, Any, Any]:
    """A run whose first plan was approved and failed in part, and whose revision waits."""
    work = Work({"a": [], "b": ["a"]}, failing=["b"], revised=lambda: [task("a"), task("b", "c", "a")])
    graph = work.graph(approve={"plan"}, max_replans=1)
    asked = question(graph.invoke({"query": "q"}, CONFIG))
    return work, graph, question(graph.invoke(Command(resume={asked.id: {"decision": "approve"}}), CONFIG))


def test_a_revised_plan_is_approved_like_the_first_one() -> None:
    """Approval was for the first plan, not for whatever a model makes of it later."""
    work, graph, asked = replanned()
    assert work.order == ["a", "b"]
    assert [task["content"] for task in asked.value["plan"]["sub_tasks"]] == ["work a", "work c"]
    result = graph.invoke(Command(resume={asked.id: {"decision": "approve"}}), CONFIG)
    assert work.order == ["a", "b", "c"]
    assert result["stop_reason"] == "answered"


def test_a_revised_plan_that_is_rejected_keeps_what_was_found() -> None:
    """Finished results are delivered; what did not run is rejected."""
    work, graph, asked = replanned()
    result = graph.invoke(Command(resume={asked.id: {"decision": "reject", "reason": "enough"}}), CONFIG)
    assert work.order == ["a", "b"]
    assert {task.id: result["outcomes"][task.id].status for task in result["plan"].sub_tasks} == {
        "a": "solved",
        "b_r1": "rejected",
    }
    assert "result of a" in result["answer"]
    assert result["stop_reason"] == "partial"


def test_what_has_run_cannot_be_edited() -> None:
    """A result belongs to the sub-task that it was found for."""
    work, graph, asked = replanned()
    edited = asked.value["plan"]
    edited["sub_tasks"][0]["content"] = "work z"
    asked = question(graph.invoke(Command(resume={asked.id: {"decision": "edit", "plan": edited}}), CONFIG))
    assert "'a' has run already" in asked.value["complaint"]
    assert work.order == ["a", "b"]


def test_one_answer_that_does_not_fit_uses_up_none_of_several() -> None:
    """All are checked before any counts; a mapping may answer some of them."""
    work = Work({"a": [], "b": []})
    graph = work.graph(approve={"tools"})
    first, second = graph.invoke({"query": "q"}, CONFIG)["__interrupt__"]
    good, bad = {"decision": "approve"}, {"decision": "edit"}
    with pytest.raises(ConfigurationError, match="edit needs arguments"):
        graph.invoke(Command(resume={first.id: good, second.id: bad}), CONFIG)
    with pytest.raises(ConfigurationError, match="2 questions wait"):
        graph.invoke(Command(resume=good), CONFIG)
    assert work.order == []
    graph.invoke(Command(resume={second.id: good}), CONFIG)
    with pytest.raises(ConfigurationError, match="does not wait"):
        graph.invoke(Command(resume={second.id: good, first.id: good}), CONFIG)
    assert len(work.order) == 1
    assert graph.invoke(Command(resume={first.id: good}), CONFIG)["stop_reason"] == "answered"
    assert sorted(work.order) == ["a", "b"]
