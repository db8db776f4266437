"""Local and global memory where a state is read, also while a person is waited for; no checkpoint holds them."""

import asyncio
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from smurfs_graph import Settings, build_graph
from smurfs_graph.running.state_edits import StateEditError
from tests.memory.history import CONFIG, moments, search_with_rollback
from tests.scripts import Built

THREE = {
    "query": "What is the distance between Paris and Rome? What is the distance between Berlin and Vienna? "
    "And what is the distance between Vienna and Rome?"
}
YES = {"decision": "approve"}


async def waiting(strategy: str) -> Any:
    """A graph whose run has made one call and waits for a person to approve another."""
    settings = Settings.checked(strategy=strategy, approve=["tools"])
    graph = build_graph(settings, ["builtin:travel"], checkpointer=InMemorySaver())
    first = await graph.ainvoke(THREE, CONFIG)
    result = await graph.ainvoke(Command(resume={first["__interrupt__"][-1].id: YES}), CONFIG)
    assert result["__interrupt__"]
    return graph


def origins(memory: dict[str, Any]) -> dict[str, list[str]]:
    """Return each sub-task's calls by their first argument."""
    return {name: [str(each.arguments["origin"]) for each in tried] for name, tried in memory.items()}


async def test_a_run_that_waits_shows_what_its_sub_tasks_have_tried() -> None:
    """By sub-task, in the run's own state; and each sub-task's state, below the node that runs them."""
    graph = await waiting("full")
    outer = await graph.aget_state(CONFIG)
    assert origins(outer.values["global_memory"]) == {"s1": [], "s2": [], "s3": ["Vienna"]}
    assert outer.values["local_memory"] == outer.values["global_memory"]
    whole = await graph.aget_state(CONFIG, subgraphs=True)
    [node] = whole.tasks
    assert {task.name: len(task.interrupts) for task in node.state.tasks} == {
        "solve.s1": 1,
        "solve.s2": 1,
        "solve.s3": 0,
    }
    shown = {task.state.values["sub_task"].id: task.state.values["global_memory"] for task in node.state.tasks}
    assert shown == outer.values["global_memory"]
    assert (await graph.aget_state(outer.tasks[0].state)).tasks == node.state.tasks  # as a client unfolds it
    assert (await asyncio.to_thread(graph.get_state, CONFIG, subgraphs=True)) == whole


@pytest.mark.parametrize("strategy", ["smurfs", "dfsdt"])
async def test_so_does_one_whose_only_sub_task_waits(strategy: str) -> None:
    """LangGraph has its state; the memories stand in both."""
    graph = await waiting(strategy)
    whole = await graph.aget_state(CONFIG, subgraphs=True)
    inner = whole.tasks[0].state.values
    assert whole.values["global_memory"][inner["sub_task"].id] == inner["global_memory"]
    assert all(each.thought for each in inner["local_memory"])
    assert sum(map(len, whole.values["local_memory"].values())) == 1


async def test_what_was_rolled_back_is_in_global_memory_only() -> None:
    """At every checkpoint of a search, and at the end of its run; none of them holds a view."""
    built = search_with_rollback(InMemorySaver())
    await built.graph.ainvoke({"query": "where is it?"}, CONFIG)
    sizes: list[tuple[int, int]] = []
    for moment in await moments(built):
        values = (await built.graph.aget_state(moment.config)).values
        steps = [(each.call.thought, each.answer) for each in moment.search.local_memory]
        assert [(each.thought, each.text) for each in values["local_memory"]] == steps
        assert [each.tool for each in values["global_memory"]] == [each.call.tool for each in moment.search.attempts]
        sizes.append((len(values["local_memory"]), len(values["global_memory"])))
    assert any(kept < tried for kept, tried in sizes)
    end = (await built.graph.aget_state(CONFIG)).values
    assert all(each.thought.startswith("thought ") for each in end["global_memory"]["s1"])
    assert [each.rolled_back for each in end["global_memory"]["s1"]].count(True) >= 2
    assert not any(each.rolled_back for each in end["local_memory"]["s1"])
    await assert_not_stored(built)


async def assert_not_stored(built: Built) -> None:
    """No checkpoint of the run holds a view."""
    saver: Any = built.graph.checkpointer
    stored = [each.checkpoint["channel_values"] async for each in saver.alist(CONFIG)]
    assert stored and not any(name.endswith("_memory") for values in stored for name in values)


async def test_a_view_that_comes_back_is_left_out_and_one_that_was_changed_is_refused() -> None:
    """Studio sends the whole state back; an edit that would do nothing says what to edit."""
    graph = await waiting("full")
    shown = await graph.aget_state(CONFIG)
    [listed, *_] = [each async for each in graph.aget_state_history(CONFIG)]
    for values in (shown.values, listed.values):
        views = {name: values[name] for name in ("local_memory", "global_memory")}
        await graph.aupdate_state(shown.config, {"replans": 0, **views}, as_node="manager")
    for wrong in ({"s1": []}, 5, None):
        with pytest.raises(StateEditError, match=r"^'global_memory' only shows what was called: edit 'search'.*$"):
            await asyncio.to_thread(graph.update_state, CONFIG, {"global_memory": wrong})


async def test_a_sub_task_that_waits_can_be_edited_where_it_is_shown() -> None:
    """Its run goes on with what was written; a wrong edit of it is refused."""
    graph = await waiting("full")
    [node] = (await graph.aget_state(CONFIG, subgraphs=True)).tasks
    place = node.state.tasks[0].state.config
    with pytest.raises(StateEditError, match="did you mean 'sub_task'"):
        await graph.aupdate_state(place, {"sub_tsk": 1})
    wanted = {"id": "s1", "content": "What is the distance between Berlin and Rome?"}
    await graph.aupdate_state(place, {"sub_task": wanted}, as_node="select")
    result: Any = None
    while questions := (await graph.aget_state(CONFIG)).interrupts:
        result = await graph.ainvoke(Command(resume={each.id: YES for each in questions}), CONFIG)
    assert origins({name: each.evidence for name, each in result["outcomes"].items()})["s1"] == ["Berlin"]


async def test_a_checkpoint_that_there_is_not_is_refused_in_a_line() -> None:
    """LangGraph would begin an empty state in its place, and the conversation would seem to be lost."""
    graph = await waiting("full")
    wrong: Any = {"configurable": {**CONFIG["configurable"], "checkpoint_id": "1f1e7573-b3b7-69c8-8003-07c4727583a9"}}
    for attempt in (graph.ainvoke(THREE, wrong), graph.ainvoke(None, wrong), graph.aupdate_state(wrong, THREE)):
        with pytest.raises(StateEditError, match=r"^there is no checkpoint '1f1e7573.*' in thread 't'; .*$"):
            await attempt
    with pytest.raises(StateEditError, match="there is no checkpoint"):
        await asyncio.to_thread(graph.update_state, wrong, THREE)
