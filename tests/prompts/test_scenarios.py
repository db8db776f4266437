"""What the capable model of `make bench-costs` makes of tools, schemas and results, and what requests cost it."""

from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from tests.benchmarks.capable_model import CapableModel, fitted
from tests.benchmarks.contestants import PEER, SHAPES, figure
from tests.benchmarks.cost_scenarios import Scenario, chat, german, long, look_ups, scenarios
from tests.benchmarks.costs import kept

RUN_CALLS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "calls": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "id": {"type": "string"},
                    "tool": {"type": "string"},
                    "arguments": {"type": "object"},
                    "keep": {"type": "array", "items": {"type": "string"}},
                },
            },
        }
    },
}
MAKE_PLAN: dict[str, Any] = {
    "type": "object",
    "properties": {
        "parts": {"type": "array", "items": {"type": "object", "properties": {"content": {"type": "string"}}}}
    },
}


def bound(scenario: Scenario, **others: dict[str, Any]) -> list[dict[str, Any]]:
    """The scenario's tools and others, as they are sent."""
    schemas = {spec.name: spec.schema for spec in scenario.tools} | others
    return [{"type": "function", "function": {"name": name, "parameters": each}} for name, each in schemas.items()]


def asked(scenario: Scenario, tools: list[dict[str, Any]]) -> AIMessage:
    """The model's reply to the request."""
    model = CapableModel(knowledge=scenario.knowledge, one_call=scenario.one_call)
    messages: list[BaseMessage] = [HumanMessage(scenario.knowledge.request)]
    return model.reply(messages, schema=None, bound=tools)


@pytest.mark.parametrize("scenario", scenarios(), ids=lambda scenario: scenario.name)
def test_native_steps_are_as_right_as_create_agent_in_no_more_calls(scenario: Scenario) -> None:
    """And within the limits on calls, where there are any."""
    peer, native = figure(scenario, PEER), figure(scenario, "native")
    limit = scenario.at_most.get("native")
    assert peer.right
    assert native.right, native.answer
    assert native.calls <= peer.calls
    assert limit is None or limit.calls is None or kept(limit, native, peer)


def test_branches_wait_for_each_other_no_longer_than_they_must() -> None:
    """The critical path of sub-tasks that run at once is that of one of them."""
    fused = figure(long(), "fused")
    assert fused.path < fused.calls / 2


@pytest.mark.parametrize("shape", SHAPES)
def test_a_model_that_only_chats_ends_as_one_that_follows_no_format(shape: str) -> None:
    """Within twenty calls; no tool is called by rule."""
    found = figure(chat(), shape, chats=True)
    assert (found.stop, found.tool_calls) == ("malformed_replies", 0)
    assert found.calls <= 20


def test_it_knows_nothing_that_it_is_not_shown() -> None:
    """Without the tool, and without results, there is nothing to say."""
    scenario = german()
    others = [tool for tool in bound(scenario) if tool["function"]["name"] != "free_storage"]
    reply = asked(scenario, others)
    assert not reply.tool_calls
    assert "Not found" in str(reply.text)
    assert "412" not in str(reply.text)


def test_it_refers_to_results_that_are_not_there_yet_where_it_can() -> None:
    """Dependent calls are one `run_calls`; what is left of independent ones is called directly."""
    scenario = long()
    (call,) = asked(scenario, bound(scenario, run_calls=RUN_CALLS)).tool_calls
    first, second = call["args"]["calls"][:2]
    assert first["arguments"] == {"name": "Ada Moor"}
    assert second["arguments"] == {"customer_id": f"${first['id']}.customer_id"}
    assert len(call["args"]["calls"]) == 12
    plain = look_ups(3)
    assert len(asked(plain, bound(plain, run_calls=RUN_CALLS)).tool_calls) == 3


def test_it_plans_where_it_makes_one_call_a_reply() -> None:
    """Parts that take several calls each are planned; a model that batches has no use for that."""
    held, free = long(one_call=True), long()
    (call,) = asked(held, bound(held, make_plan=MAKE_PLAN)).tool_calls
    assert call["name"] == "make_plan"
    assert len(call["args"]["parts"]) == 4
    assert {call["name"] for call in asked(free, bound(free, make_plan=MAKE_PLAN)).tool_calls} == {"find_customer"}


def test_it_fills_schemas_and_shapes_by_their_names() -> None:
    """A schema that is sent and a shape in the prompt lead to the same reply; arguments become text where asked."""
    scenario = look_ups(1)
    model = CapableModel(knowledge=scenario.knowledge)
    documents = HumanMessage('{"name":"get_weather","parameters":{"properties":{"city":{}}}}\nOslo')
    shape = 'Reply with JSON: {"thought": "...", "tool": "...", "arguments": {}}'
    schema: dict[str, Any] = {"properties": {name: {} for name in ("thought", "tool", "arguments")}}
    sent = model.reply([SystemMessage("Go on."), documents], schema=schema, bound=[])
    read = model.reply([SystemMessage(shape), documents], schema=None, bound=[])
    assert sent.text == read.text
    assert '"city": "Oslo"' in str(sent.text)
    assert fitted({"arguments": {"a": 1}}, {"properties": {"arguments": {"type": "string"}}}) == {
        "arguments": '{"a": 1}'
    }
