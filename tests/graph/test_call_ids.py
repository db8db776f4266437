"""Every call has an id of its own, whatever ids a server writes: no call is taken for another one."""

from typing import Any

import pytest
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph import effects
from tests.scripts import CONFIG, Turns, calling, results_in

STOCK = {"anchor": "7 anchors", "buoy": "12 buoys", "cleat": "3 cleats"}
paid: list[int] = []


@effects("read")
def stock_of(item: str) -> str:
    """How many pieces of an item are in stock."""
    return STOCK[item]


@effects("money")
def pay(amount: int) -> str:
    """Pay."""
    paid.append(amount)
    return f"paid {amount}"


def same_ids(tool: str, *arguments: dict[str, Any], identity: str = "call_0", content: Any = "") -> AIMessage:
    """A reply whose calls all have one id."""
    calls = [{"name": tool, "args": each, "id": identity, "type": "tool_call"} for each in arguments]
    return AIMessage(content, tool_calls=calls)


def ids_in(messages: list[BaseMessage]) -> tuple[list[str], list[str]]:
    """The ids of the calls that a conversation holds, and those of their results."""
    calls = [str(call["id"]) for message in messages if isinstance(message, AIMessage) for call in message.tool_calls]
    return calls, [message.tool_call_id for message in messages if isinstance(message, ToolMessage)]


@pytest.mark.parametrize("identity", ["call_0", ""])
def test_calls_of_one_id_are_each_told_their_own_result(identity: str) -> None:
    """In one reply, and in the next one; the model can tell which is which."""
    turns = Turns(
        same_ids("stock_of", {"item": "anchor"}, {"item": "buoy"}, identity=identity),
        same_ids("stock_of", {"item": "cleat"}, identity=identity),
        "all found",
        tools=[stock_of],
    )
    assert turns.result()["stop_reason"] == "answered"
    last = turns.seen[-1]
    calls, results = ids_in(last)
    assert calls == results and len({*calls}) == 3 and all(calls)
    assert results_in(last) == [*STOCK.values()]


def test_a_rejected_payment_is_not_told_as_paid() -> None:
    """Two payments of one id, one approved and one refused."""
    paid.clear()
    turns = Turns(same_ids("pay", {"amount": 5}, {"amount": 7}), "done", tools=[pay], checkpointer=InMemorySaver())
    turns.result()
    decisions = [{"type": "reject", "message": "too early"}, {"type": "approve"}]
    turns.graph.invoke(Command(resume={"decisions": decisions}), CONFIG)
    refused, made = results_in(turns.seen[-1])
    assert "too early" in refused and made == "paid 7" and paid == [7]


def test_ids_that_are_unique_go_back_as_they_came() -> None:
    """Providers know their own; blocks of a message name a call as its list does."""
    block = {"type": "tool_use", "id": "toolu_01", "name": "stock_of", "input": {"item": "anchor"}}
    turns = Turns(
        same_ids("stock_of", {"item": "anchor"}, identity="toolu_01", content=[{"type": "text", "text": "so"}, block]),
        same_ids("stock_of", {"item": "buoy"}, identity="toolu_01", content=[{**block, "input": {"item": "buoy"}}]),
        "done",
        tools=[stock_of],
    )
    turns.result()
    replies = [message for message in turns.seen[-1] if isinstance(message, AIMessage)]
    (first, second), _ = ids_in(turns.seen[-1])
    assert first == "toolu_01" != second
    assert [reply.content[-1]["id"] for reply in replies] == [first, second]  # pyright: ignore


def test_calls_have_ids_of_their_own_in_the_whole_run() -> None:
    """Listeners to a run hear of each call under another id, though two parts of it wrote the same."""

    class Heard(BaseCallbackHandler):
        def on_tool_start(self, serialized: Any, input_str: str, **more: Any) -> None:
            heard.append(str(more.get("tool_call_id")))

    heard: list[str] = []
    turns = Turns(
        same_ids("stock_of", {"item": "anchor"}, {"item": "buoy"}),
        same_ids("stock_of", {"item": "cleat"}),
        "done",
        tools=[stock_of],
    )
    turns.graph.invoke({"query": turns.query}, {"callbacks": [Heard()]})
    assert len({*heard}) == 3


def test_a_call_that_nobody_could_read_does_not_hide_a_call() -> None:
    """Its complaint is its own."""
    broken = {"name": "stock_of", "args": "anchor", "id": "call_0", "error": None, "type": "invalid_tool_call"}
    reply = same_ids("stock_of", {"item": "buoy"})
    turns = Turns(
        reply.model_copy(update={"invalid_tool_calls": [broken]}), calling("stock_of", {"item": "anchor"}), "done",
        tools=[stock_of],
    )  # fmt: skip
    turns.result()
    good, complaint, _ = results_in(turns.seen[-1])
    assert good == "12 buoys" and complaint.startswith("error: the arguments are no JSON object")
