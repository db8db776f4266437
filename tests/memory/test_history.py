"""Every checkpoint shows M, τ, the hint and global memory, and can be gone back to."""

from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path

import pytest

from smurfs_graph.search.dfsdt import available
from tests.memory.history import CONFIG, before_first, moments, open_saver, search_with_rollback
from tests.scripts import Built


@pytest.fixture(params=["own file", "sync file"])
async def finished(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Built]:
    """A finished run whose search has rolled back, with this library's checkpointer and with one of a user's own."""
    async with open_saver(request.param, tmp_path) as saver:
        built = search_with_rollback(saver)
        await built.graph.ainvoke({"query": "where is it?"}, CONFIG)
        yield built


async def test_get_state_shows_the_search_at_a_historic_checkpoint(finished: Built) -> None:
    """Path, local and global memory, allowed tools and hint, as they were when the first rollback was due."""
    moment = await before_first(finished, "roll_back")
    snapshot = await finished.graph.aget_state(moment.config, subgraphs=True)
    search = snapshot.values["search"]
    assert [step.answer for step in search.local_memory] == ["it says nothing near", "it says nothing far"]
    assert [step.call.thought for step in search.local_memory] == ["thought 1", "thought 3"]
    assert search.hint == "hint 2"
    assert available(search) == ()
    assert search.popped[1] == {"near": "this very call has been made on this path"}
    assert [attempt.status for attempt in search.global_memory] == ["pending", "failed", "pending"]


async def test_a_rollback_is_in_the_history(finished: Built) -> None:
    """From one checkpoint to the next the path gets shorter, and nothing of global memory is lost."""
    history = [moment.search for moment in await moments(finished)]
    shrinks = [(before, after) for before, after in pairwise(history) if len(after.path) < len(before.path)]
    assert len(shrinks) == 4
    for before, after in shrinks:
        assert after.local_memory == before.local_memory[:-1]
        assert after.hint == before.local_memory[-1].made_under
        assert [attempt.call for attempt in after.global_memory] == [attempt.call for attempt in before.global_memory]


async def test_a_fork_from_before_the_rollback_can_be_continued_another_way(finished: Built) -> None:
    """The memory of that moment is back, exactly; this time the verifier is content, and the search ends there."""
    asked = len(finished.model.asked)
    moment = next(
        moment
        for moment in await moments(finished)
        if moment.next == "verifier" and [step.call.tool for step in moment.search.local_memory] == ["near"]
    )
    finished.model.script = lambda call, sections: {
        "verifier": {"status": "solved"},
        "deliverer": {"answer": sections.get("outcomes", "")},
    }[call]
    result = await finished.graph.ainvoke(None, moment.config)
    assert [question.call for question in finished.model.asked[asked:]] == ["verifier", "deliverer"]
    outcome = result["outcomes"]["s1"]
    assert (outcome.status, outcome.answer) == ("solved", "it says nothing far")
    assert [(item.tool, item.rolled_back) for item in outcome.evidence] == [
        ("near", False),
        ("near", False),
        ("far", False),
    ]
    assert result["stop_reason"] == "answered"


async def test_a_fork_asks_with_the_restored_memory_and_hint(finished: Built) -> None:
    """The first prompt of the fork is the one that was sent then, word for word; the checkpoints there were stay."""
    before = {moment.config["configurable"]["checkpoint_id"] for moment in await moments(finished)}
    moment = next(
        moment
        for moment in await moments(finished)
        if moment.next == "executor_thought" and moment.search.hint == "hint 1" and len(moment.search.attempts) == 2
    )
    then = next(
        asked
        for asked in finished.model.asked
        if asked.call == "executor.thought" and asked.sections.get("hint") == "hint 1" and "tried" in asked.sections
    )
    asked = len(finished.model.asked)
    finished.model.script = lambda call, sections: {"tool": "none of these", "thought": "t", "answer": "a"}
    await finished.graph.ainvoke(None, moment.config)
    assert finished.model.asked[asked].user == then.user
    every = finished.graph.checkpointer.alist(CONFIG)  # pyright: ignore
    assert before <= {item.config["configurable"]["checkpoint_id"] async for item in every}
