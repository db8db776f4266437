"""Edits of a run's state that come as JSON data."""

from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph import ConfigurationError, Plan, Settings, build_graph
from smurfs_graph.state_edits import typed_input, typed_update

QUERY = {"query": "What is the distance between Paris and Rome, and what is the distance between Berlin and Vienna?"}
PLAN = {"sub_tasks": [{"id": "mine", "content": "What is the distance between Berlin and Vienna?"}]}


async def test_an_edited_plan_is_a_plan_and_runs() -> None:
    """As Studio sends it, to a run that went another way."""
    graph = build_graph(Settings(strategy="full"), ["builtin:travel"], checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "edited"}}
    await graph.ainvoke(QUERY, config)
    history = [each async for each in graph.aget_state_history(config)]
    before = next(each for each in history if each.next == ("schedule",))
    forked = await graph.aupdate_state(before.config, {"plan": PLAN}, as_node="manager")
    result = await graph.ainvoke(None, forked)
    assert isinstance(result["plan"], Plan)
    assert list(result["outcomes"]) == ["mine"]


@pytest.mark.parametrize(
    "values",
    [{"plan": {"sub_tasks": 3}}, {"plan": "x"}, {"outcomes": {"s1": {"status": "great"}}}, {"replans": "many"}],
)
async def test_what_is_no_state_is_refused_in_a_line(values: Any) -> None:
    """Nothing is written."""
    graph = build_graph(Settings(strategy="full"), ["builtin:travel"], checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "refused"}}
    await graph.ainvoke(QUERY, config)
    count = len([each async for each in graph.aget_state_history(config)])
    with pytest.raises(ConfigurationError, match=next(iter(values))):
        await graph.aupdate_state(config, values)
    assert len([each async for each in graph.aget_state_history(config)]) == count


def test_the_rest_stays_as_it_is() -> None:
    """Unknown keys, typed values, answers and inputs."""
    plan = Plan.model_validate(PLAN)
    assert typed_update({"plan": plan, "mine": {"a": 1}}) == {"plan": plan, "mine": {"a": 1}}
    assert typed_update(None) is None
    assert typed_input(QUERY) is QUERY
    command: Any = Command(update={"plan": PLAN}, resume={"x": 1}, goto="schedule")
    made = typed_input(command)
    assert (made.update, made.resume, made.goto) == ({"plan": plan}, {"x": 1}, "schedule")
