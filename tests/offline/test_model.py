"""The chat model as a whole: every call, any text, the same reply every time, and fast."""

import json
import os
import subprocess
import sys
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage

from smurfs_graph import replies
from smurfs_graph.offline import RulesModel
from smurfs_graph.offline.model import CALLS, MAX_QUERY
from smurfs_graph.offline.plan import MAX_SUB_TASKS
from smurfs_graph.prompts import load_prompt

SCHEMAS: dict[str, type[replies.Reply]] = {
    "planner": replies.PlannerReply,
    "manager": replies.ManagerReply,
    "supervisor": replies.SupervisorReply,
    "executor.thought": replies.ThoughtReply,
    "executor.tool": replies.ToolReply,
    "executor.arguments": replies.ArgumentsReply,
    "executor.fused": replies.ActionReply,
    "answer": replies.AnswerReply,
    "answer.fused": replies.JudgedAnswerReply,
    "answer.closing": replies.AnswerReply,
    "verifier": replies.VerdictReply,
    "deliverer": replies.DeliveryReply,
    "judge": replies.JudgeReply,
    "deliverer.inference": replies.DecisionReply,
    "deliverer.structured": replies.ArgumentsReply,
}
DOCUMENT = json.dumps(
    {
        "name": "get_order",
        "description": "Look up an order.",
        "parameters": {"properties": {"order_id": {"type": "string"}}, "required": ["order_id"]},
    }
)
SAMPLE = {
    "tools": "- get_order: Look up an order.",
    "query": "Show order B-1042.",
    "sub_task": "Show order B-1042",
    "sub_tasks": "- s1: Show order B-1042",
    "document": DOCUMENT,
    "documents": DOCUMENT,
    "response": '{"order_id": "B-1042", "status": "shipped"}',
    "answer": "order_id: B-1042; status: shipped",
    "attempts": '1. get_order {"order_id": "B-1042"}\n   answer: status: shipped',
    "outcomes": "- s1 [solved] Show order B-1042\n   answer: status: shipped",
}


def ask(call: str, values: dict[str, str]) -> AIMessage:
    prompt = load_prompt(call)
    return RulesModel().invoke(prompt.render({name: values.get(name, "") for name in prompt.variables}))


@pytest.mark.parametrize("call", SCHEMAS)
def test_every_call_is_answered_in_its_schema(call: str) -> None:
    SCHEMAS[call].model_validate_json(ask(call, SAMPLE).text)


def test_every_prompt_of_the_library_is_known() -> None:
    calls = [
        path.name.removesuffix(".md") for path in files("smurfs_graph.nodes").iterdir() if path.name.endswith(".md")
    ]
    headings = {load_prompt(call).system.splitlines()[0] for call in calls}
    assert headings == set(CALLS)


def test_a_fused_step_chooses_and_fills() -> None:
    reply = json.loads(ask("executor.fused", SAMPLE).text)
    assert (reply["tool"], reply["arguments"]) == ("get_order", {"order_id": "B-1042"})


def test_a_fused_step_declines_what_it_cannot_fill() -> None:
    assert json.loads(ask("executor.fused", {**SAMPLE, "sub_task": "Show the order"}).text)["tool"] == "none of these"


def test_usage_is_counted_and_marked_as_an_estimate() -> None:
    message = ask("planner", SAMPLE)
    assert message.usage_metadata is not None
    assert message.usage_metadata["output_tokens"] == -(-len(message.text) // 4)
    assert message.response_metadata["estimated_usage"] is True
    assert message.response_metadata["model_name"] == "offline:rules"


def test_options_of_a_call_change_nothing() -> None:
    prompt = load_prompt("planner").render({"tools": SAMPLE["tools"], "query": SAMPLE["query"], "answers": ""})
    plain = RulesModel().invoke(prompt)
    assert RulesModel().bind(response_format={"type": "json_object"}).invoke(prompt).text == plain.text


@pytest.mark.parametrize("system", ["# Poet\nWrite a poem.", "", "You are helpful."])
def test_an_unknown_prompt_gets_an_honest_error(system: str) -> None:
    reply = json.loads(RulesModel().invoke([SystemMessage(system), HumanMessage("hi")]).text)
    assert "offline:rules" in reply["error"]


def test_no_message_is_no_crash() -> None:
    assert "error" in json.loads(RulesModel().invoke([HumanMessage("")]).text)


PIECES = st.sampled_from(
    [
        *("Find ", "order B-1042 ", "and ", "then ", "the cheapest ", "in Oslo ", "'", '"', "(", ": ", "; ", "\n"),
        *("- x: y", "1. a\n   answer: b: c", "{", '{"a": [1, {"b": null}]}', "2026-13-45 ", "14 March "),
        *("\u20ac5 ", "\u2026", "\u2019s ", "0" * 30),
    ]
)
TEXT = st.one_of(st.text(max_size=120), st.lists(PIECES, max_size=14).map("".join))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(call=st.sampled_from(sorted(SCHEMAS)), values=st.dictionaries(st.sampled_from(sorted(
    {"tools", "query", "sub_task", "document", "documents", "dependencies", "memory", "popped", "hint", "thought",
     "constraints", "response", "answer", "attempts", "outcomes", "schema", "verdicts"})), TEXT))  # fmt: skip
def test_no_text_makes_it_raise_or_break_its_schema(call: str, values: dict[str, str]) -> None:
    SCHEMAS[call].model_validate_json(ask(call, values).text)


@pytest.mark.parametrize("piece", ["a", "Aa ", "1", "'a ", "B-1 ", "and then ", "x: 1; ", "((", "Find the X of the "])
@pytest.mark.parametrize("call", ["planner", "executor.arguments", "answer", "executor.thought"])
def test_a_hundred_kilobytes_get_a_reply_of_bounded_size(call: str, piece: str) -> None:
    long = piece * (100_000 // len(piece))
    values = {
        **SAMPLE,
        "query": long,
        "sub_task": long,
        "response": long,
        "dependencies": f"1. {long}\n   answer: {long}",
    }
    reply = ask(call, values).text
    assert len(reply) <= 3 * MAX_QUERY
    assert len(json.loads(reply).get("sub_tasks", ())) <= MAX_SUB_TASKS


def test_what_is_asked_far_into_a_long_request_is_read() -> None:
    told = "The house by the sea was quiet that year. " * 120
    reply = json.loads(ask("planner", {**SAMPLE, "query": f"{told}Get order B-1042."}).text)
    assert 5_000 < len(told) < MAX_QUERY
    assert any(task.startswith("Get order B-1042") for task in reply["sub_tasks"])


SCRIPT = """
import json, sys
from smurfs_graph.offline.model import respond
texts = json.loads(sys.argv[1])
print(json.dumps([respond(text) for text in texts]))
"""


def test_replies_are_the_same_in_every_process() -> None:
    texts: list[list[str]] = []
    for call in sorted(SCHEMAS):
        prompt = load_prompt(call)
        messages = prompt.render({name: SAMPLE.get(name, "") for name in prompt.variables})
        texts.append([str(message.text) for message in messages])
    found: set[str] = set()
    for seed in ("0", "1", "2"):
        environment: dict[str, Any] = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", SCRIPT, json.dumps(texts)]
        found.add(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert len(found) == 1
