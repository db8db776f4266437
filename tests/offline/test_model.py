"""The model itself: what it declares, what it says of prompts that it does not know, and forms by their title."""

import json
from typing import Any

import pytest
from langchain_core.messages import HumanMessage, SystemMessage

from smurfs_graph import Settings, build_graph
from smurfs_graph.offline import RulesModel
from smurfs_graph.offline.model import CALLS, respond
from smurfs_graph.offline.planning import MAX_QUERY, sub_tasks
from smurfs_graph.prompting.prompts import load_prompt
from smurfs_graph.testing import CALLS_BY_HEADING
from tests.offline.shop import run


def test_it_declares_what_it_is() -> None:
    """Estimated usage, its name, and fused steps."""
    message = RulesModel().invoke([SystemMessage("# Planner"), HumanMessage("<query>\nhello\n</query>")])
    assert json.loads(str(message.content))["needs_tool"] is False
    assert message.usage_metadata and message.usage_metadata["output_tokens"] > 0
    assert message.response_metadata["estimated_usage"] is True
    assert RulesModel.fused_steps is True


PROMPTS = sorted(
    call
    for call in CALLS_BY_HEADING.values()
    if not call.startswith(("executor.native", "executor.code")) and ".guided" not in call
)


@pytest.mark.parametrize("call", PROMPTS)
def test_every_prompt_has_an_answer(call: str) -> None:
    """Whatever is in it, or nothing."""
    prompt = load_prompt(call)
    assert prompt.system.splitlines()[0] in CALLS
    for text in ("", "{", "1. x\n   answer: y", '- a: b\n{"name":"a"}', "* " * 50):
        messages = prompt.render(dict.fromkeys(prompt.variables, text))
        assert "error" not in respond([str(message.text) for message in messages])


def test_a_prompt_that_it_does_not_know_gets_an_error() -> None:
    """In words, not as an exception."""
    assert "knows only the prompts" in respond(["# Poet", "Write a poem."])["error"]
    assert "error" in respond([])


def test_a_form_that_it_does_not_know_stays_empty() -> None:
    """A trip's is filled from the request and what was answered; tests/tools/travel has what is read of it."""
    sections = '<schema>\n{"title": "Order"}\n</schema>\n\n<query>\ntwo teas\n</query>'
    assert respond(["# Planner: typed request", sections]) == {"wants_itinerary": False}


def test_long_requests_are_read_in_time_that_grows_with_them_up_to_a_bound() -> None:
    """Of a longer one nothing is done."""
    reply: dict[str, Any] = respond(
        ["# Planner", f"<tools>\n- a: A.\n</tools>\n\n<query>\n{'find a. ' * 50_000}\n</query>"]
    )
    [text] = reply["sub_tasks"]
    assert len(text) < MAX_QUERY + 40 and text.endswith("… (more than 6,000 characters)")


@pytest.mark.parametrize(
    ("query", "parts"),
    [
        ("Find a, and then find b", ["Find a", "Find b"]),
        ("Find 'x and find y'", ["Find 'x and find y'"]),
        ("Find the price and the stock", ["Find the price and the stock"]),
        ("Hello, could you please find a? Thanks!", ["Find a?"]),
        ("Find the way between Ulm and Bonn", ["Find the way between Ulm and Bonn"]),
        ("Find the age of Ann and of Bob", ["Find the age of Ann", "Find the age of Bob"]),
        ("Get orders B-1, B-2 and B-3", ["Get order B-1", "Get order B-2", "Get order B-3"]),
        ("Book a table for Ann and Bob", ["Book a table for Ann and Bob"]),
        ("Find a; convert it", ["Find a", "Convert it (using the answer to sub-task 1)"]),
    ],
)
def test_a_request_has_parts(query: str, parts: list[str]) -> None:
    """Sentences, joined verbs, and values in a row."""
    assert sub_tasks(query) == parts


def test_small_talk_and_no_tools_are_answered_with_how_to_set_a_model() -> None:
    """Nothing is planned."""
    result = run("Hello!")
    assert result["stop_reason"] == "answered_without_tools" and "--model" in result["answer"]
    alone = respond(["# Planner", "<query>\nFind the stock of item A-17.\n</query>"])
    assert alone["needs_tool"] is False and "no tools" in alone["answer"]


DOCUMENT = json.dumps({
    "name": "find_stock",
    "description": "Find how many pieces of an item are in stock.",
    "parameters": {"properties": {"item_id": {"type": "string", "description": "Id."}}, "required": ["item_id"]},
})  # fmt: skip


def next_calls(**sections: str) -> list[dict[str, Any]]:
    """The calls of a fused step about the stock of an item."""
    shown = {"documents": DOCUMENT, "sub_task": "Find the stock of item A-17", **sections}
    text = "\n\n".join(f"<{name}>\n{value}\n</{name}>" for name, value in shown.items())
    return respond(["# Executor: next call", text])["calls"]


@pytest.mark.parametrize(
    ("tried", "made"),
    [
        ("", True),
        ('- find_stock {"item_id":"A-17"}: failed (there is none)', False),
        ('- find_stock {"item_id":"A-17"}: led nowhere (answer: Nothing was found.)', False),
        ("- find_stock: withdrawn (out of order)", False),
        ("- find_shelf: withdrawn (out of order)", False),
        ("- find_shelf: withdrawn (out of order, use find_stock)", True),
        ('- find_shelf {"at":"}: failed (use find_stock)"}: failed (there is none)', False),
        ("- find_shelf: failed (x: withdrawn (none of them fits))", False),
        ("- find_shelf: withdrawn (none of them fits)", True),
    ],
)
def test_what_was_tried_is_used_up_and_names_what_to_try_next(tried: str, made: bool) -> None:
    """The failed call's own arguments name nothing."""
    call = {"tool": "find_stock", "arguments": {"item_id": "A-17"}}
    assert next_calls(tried=tried) == [call if made else {"tool": "none of these", "arguments": {}}]


def test_after_a_step_nothing_is_left_to_call() -> None:
    """The answer of one call is known, and needs no other."""
    step = '1. Next: `find_stock`.\n   call: find_stock {"item_id":"A-17"}\n   answer: 4'
    assert next_calls(memory=step) == []


def test_a_tool_of_which_only_the_name_is_shown_is_asked_for_where_it_says_all() -> None:
    """Its document comes next."""
    wanted = {"tool": "calculate", "arguments": {}}
    assert next_calls(sub_task="What is 12 * 7?", other_tools="- today\n- calculate") == [wanted]
    assert next_calls(sub_task="Find the stock today", other_tools="- today")[0]["tool"] == "none of these"


@pytest.mark.parametrize(
    ("query", "order", "needs"),
    [
        ("Find the stock of items A-17 and B-2.", "independent", [[], []]),
        ("Search rooms in Bern, then book the cheapest one on 14 March 2027.", "chain", [[], ["s1"]]),
    ],
)
def test_a_plan_says_what_builds_on_what(query: str, order: str, needs: list[list[str]]) -> None:
    """It says so as an order of the parts, and at once as a graph."""
    tools = (
        "find_stock: Find the stock of an item.",
        "search_rooms: Search rooms.",
        "book_room: Book a room for a day.",
    )
    listed = "".join(f"\n- {tool}" for tool in tools)
    sections = f"<tools>{listed}\n</tools>\n\n<query>\n{query}\n</query>"
    assert respond(["# Planner", sections])["order"] == order
    assert [task["depends_on"] for task in respond(["# Planner: plan", sections])["sub_tasks"]] == needs


def test_guided_steps_are_split_ones_for_it() -> None:
    """It is asked none of their prompts."""
    graph = build_graph(Settings(step_shape="guided"), ["builtin:dates"])
    result = graph.invoke({"query": "How many days are there between 2026-12-01 and 2026-12-24?"})
    assert "23" in result["answer"] and result["stop_reason"] == "answered"
