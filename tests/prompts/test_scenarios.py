"""The capable model of `make bench-costs`: how it uses tools, schemas and results, and what requests cost it."""

import pytest
from langchain_core.messages import BaseMessage, HumanMessage

from tests.benchmarks.capable_model import CapableModel
from tests.benchmarks.contestants import PEER, SHAPES, figure
from tests.benchmarks.cost_scenarios import Scenario, chat, german, long, scenarios
from tests.benchmarks.costs import kept
from tests.benchmarks.pages import MOST, Case, cases, replay


@pytest.mark.parametrize("scenario", scenarios(), ids=lambda scenario: scenario.name)
def test_native_steps_are_as_right_as_create_agent_in_no_more_calls(scenario: Scenario) -> None:
    """And within the limits on calls, where there are any."""
    peer, native = figure(scenario, PEER), figure(scenario, "native")
    limit = scenario.at_most.get("native")
    assert peer.right
    assert native.right, native.answer
    assert native.calls <= peer.calls or (limit is not None and limit.path)  # parts of a plan wait for each other less
    assert limit is None or kept(limit, native, peer)


@pytest.mark.parametrize(
    "scenario", [each for each in scenarios() if "code" in each.at_most], ids=lambda each: each.name
)
def test_long_requests_cost_little_as_programs(scenario: Scenario) -> None:
    """They are as right as `create_agent`, within the limits on tokens and waiting."""
    peer, programs = figure(scenario, PEER), figure(scenario, "code")
    assert programs.right, programs.answer
    assert kept(scenario.at_most["code"], programs, peer)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
def test_long_requests_over_pages_cost_what_they_cost_create_agent(case: Case) -> None:
    """The right answer is one, at the first try: nothing is asked again for a computation that stands nowhere."""
    peer, full = replay(case, peer=True), replay(case, peer=False)
    assert (full.stop, full.warnings) == ("answered", [])
    assert full.tokens <= MOST * peer.tokens


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
    others = [tool for tool in scenario.tools if tool.name != "free_storage"]
    bound = [{"type": "function", "function": {"name": tool.name, "parameters": tool.schema}} for tool in others]
    asked: list[BaseMessage] = [HumanMessage(scenario.knowledge.request)]
    reply = CapableModel(knowledge=scenario.knowledge, one_call=scenario.one_call).reply(
        asked, schema=None, bound=bound
    )
    assert not reply.tool_calls
    assert "Not found" in str(reply.text)
    assert "412" not in str(reply.text)
