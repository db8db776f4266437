"""Several calls of one reply that need a person share one question, and each is made as it was decided."""

import asyncio
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph import effects
from smurfs_graph.errors import AnswerError
from tests.graph.test_forged_approval import changed_draft
from tests.graph.test_native_steps import Run, calls
from tests.scripts import CONFIG, results_in


class Orders:
    """A run that orders things in one reply, and what was ordered."""

    def __init__(self, *items: str, **settings: Any) -> None:
        self.made: list[str] = []

        @effects("write")
        def order(item_id: str) -> str:
            """Order an item."""
            self.made.append(item_id)
            return f"ordered {item_id}"

        self.run = Run(
            calls(*items, tool="order"), lambda messages: " | ".join(results_in(messages)), tools=(order,),
            checkpointer=InMemorySaver(), **settings,
        )  # fmt: skip
        self.graph = self.run.graph

    def ask(self) -> Any:
        """The first question of the run."""
        return self.graph.invoke({"query": "Order them."}, CONFIG)["__interrupt__"][0]

    def answer(self, question: Any, *decisions: Any) -> Any:
        """Resume the run with these decisions."""
        return self.graph.invoke(Command(resume={question.id: {"decisions": list(decisions)}}), CONFIG)


APPROVE = {"type": "approve"}


def test_all_calls_are_shown_before_any_is_made() -> None:
    """In the form of LangChain's middleware, with the effects besides."""
    orders = Orders("A", "B")
    asked = orders.ask().value
    assert (asked["kind"], orders.made) == ("tool_calls", [])
    assert asked["action_requests"] == [
        {
            "name": "order",
            "args": {"item_id": item},
            "description": "Order an item.",
            "effects": ["write"],
            "why": "its effects are write",
        }
        for item in ("A", "B")
    ]
    assert asked["review_configs"] == [
        {"action_name": "order", "allowed_decisions": ["approve", "edit", "reject", "respond"]}
    ]


def test_each_call_is_made_as_it_was_decided() -> None:
    """In their order; a refusal takes nothing from the others."""
    orders = Orders("A", "B", "C")
    edit = {"type": "edit", "edited_action": {"name": "order", "args": {"item_id": "C-2"}}}
    result = orders.answer(orders.ask(), {"type": "reject", "message": "too dear"}, APPROVE, edit)
    assert orders.made == ["B", "C-2"]
    assert results_in(orders.run.seen[-1]) == [
        "error: a person refused this call: too dear",
        "ordered B",
        "ordered C-2",
    ]
    assert (result["stop_reason"], result["usage"].tool_calls) == ("partial", 2)  # one act was not made


@pytest.mark.parametrize(
    "decisions",
    [
        [APPROVE],
        [APPROVE, {"type": "edit", "edited_action": {"name": "find_stock", "args": {"item_id": "A"}}}],
        [APPROVE, {"type": "edit", "edited_action": {"name": "order", "args": {"article": "A"}}}],
    ],
)
def test_what_does_not_fit_is_asked_again_as_a_whole(decisions: list[Any]) -> None:
    """No call is made by half an answer."""
    orders = Orders("A", "B")
    again = orders.answer(orders.ask(), *decisions)["__interrupt__"][0]
    assert again.value["complaint"]
    assert orders.made == []
    orders.answer(again, APPROVE, APPROVE)
    assert orders.made == ["A", "B"]


def test_an_answer_to_one_call_is_none_to_several() -> None:
    """It is refused, and the question waits."""
    orders = Orders("A", "B")
    question = orders.ask()
    with pytest.raises(AnswerError):
        orders.graph.invoke(Command(resume={question.id: {"decision": "approve"}}), CONFIG)
    orders.answer(question, APPROVE, APPROVE)
    assert orders.made == ["A", "B"]


async def test_an_approval_counts_for_its_own_call_only() -> None:
    """Whoever writes the storage swaps no arguments behind the signature."""
    seen: list[str] = []
    reached = asyncio.Event()

    @effects("read")
    async def look_up(item_id: str) -> str:
        """Look an item up."""
        seen.append(item_id)
        if not reached.is_set():
            reached.set()
            await asyncio.sleep(60)
        return f"seen {item_id}"

    run = Run(
        calls("A", "B", tool="look_up"), checkpointer=InMemorySaver(), tools=(look_up,), approve=frozenset({"tools"})
    )
    [question] = (await run.graph.ainvoke({"query": "Look."}, CONFIG))["__interrupt__"]
    resumed = Command(resume={question.id: {"decisions": [APPROVE, APPROVE]}})
    task = asyncio.create_task(run.graph.ainvoke(resumed, CONFIG, durability="sync"))
    await reached.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    saver: Any = run.graph.checkpointer
    saved = max((each for each in saver.list(CONFIG) if "together" in each.checkpoint["channel_values"]),
                key=lambda each: each.checkpoint["id"])  # fmt: skip
    [approved] = saved.checkpoint["channel_values"]["together"]
    saved.checkpoint["channel_values"]["together"] = [changed_draft(approved, {"arguments": {"item_id": "Z"}})]
    versions = {"together": saved.checkpoint["channel_versions"]["together"]}
    saver.put(saved.config, saved.checkpoint, saved.metadata, versions)
    asked = (await run.graph.ainvoke(None, CONFIG))["__interrupt__"][0]
    assert (asked.value["kind"], asked.value["arguments"]) == ("tool_call", {"item_id": "Z"})
    assert seen == ["A", "A"]
