"""The scheduler on random plans of up to 30 sub-tasks: each solved once, in its time, with its own result."""

import asyncio
import random
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langgraph.types import Command

from smurfs_graph.concurrency.threads import run_in_thread
from tests.schedule.simulation import CONFIG, Simulation, latencies, plans
from tests.schedule.virtual_time import run_virtually

EXAMPLES = 4
BETWEEN = 0.000_37
"""Seconds that keep a cut from falling on the very instant at which a call ends."""


def assert_each_solved_once(work: Simulation, result: dict[str, Any]) -> None:
    """Every sub-task was done once, and has its own result."""
    assert work.done == dict.fromkeys(work.edges, 1)
    answers = {name: outcome.answer for name, outcome in result["outcomes"].items()}
    assert answers == {name: f"result of {name}" for name in work.edges}


async def cut_off_after(seconds: float, run: Coroutine[Any, Any, dict[str, Any]]) -> dict[str, Any] | None:
    """The result of a run that is cancelled after so many seconds, if it has ended by then."""
    begun = asyncio.create_task(run)
    await asyncio.sleep(seconds + BETWEEN)
    begun.cancel()
    with suppress(asyncio.CancelledError):
        return await begun
    return None


@settings(max_examples=EXAMPLES)
@given(plan=plans(), data=st.data())
def test_the_makespan_is_the_critical_path(plan: dict[str, list[str]], data: st.DataObject) -> None:
    """Nobody waits for anything but its own dependencies; every sub-task has its own result, and is solved once."""
    work = Simulation(plan, latencies(data, plan))
    result, took = run_virtually(work.graph(max_concurrency=60).ainvoke({"query": "q"}, CONFIG))
    assert work.critical_path() * 0.999 <= took <= work.critical_path() * 1.05
    assert_each_solved_once(work, result)
    at = {name: number for number, name in enumerate(work.order)}
    assert all(at[before] < at[name] for name, needs in plan.items() for before in needs)


@settings(max_examples=EXAMPLES)
@given(plan=plans(), width=st.integers(1, 8), data=st.data())
def test_no_more_run_at_once_than_allowed(plan: dict[str, list[str]], width: int, data: st.DataObject) -> None:
    """And no place is left empty while a sub-task could use it (Graham's bound on any such schedule)."""
    work = Simulation(plan, latencies(data, plan))
    _, took = run_virtually(work.graph(max_concurrency=width).ainvoke({"query": "q"}, CONFIG))
    assert work.most_at_once <= width
    total, critical = sum(work.seconds.values()), work.critical_path()
    assert took <= (total / width + critical * (1 - 1 / width)) * 1.05


@settings(max_examples=EXAMPLES)
@given(plan=plans(), data=st.data())
def test_failures_block_what_depends_on_them(plan: dict[str, list[str]], data: st.DataObject) -> None:
    """Whatever fails and whenever: siblings go on and keep their results."""
    failing = data.draw(st.lists(st.sampled_from(sorted(plan)), min_size=1, max_size=5, unique=True))
    work = Simulation(plan, latencies(data, plan), failing)
    result, _ = run_virtually(work.graph(max_concurrency=60).ainvoke({"query": "q"}, CONFIG))
    for name in plan:
        expected = work.expected(name)
        assert result["outcomes"][name].status == expected, name
        assert work.done[name] == (0 if expected == "blocked" else 1)


@settings(max_examples=EXAMPLES)
@given(plan=plans(), data=st.data())
def test_failures_are_replanned_and_finished_work_is_kept(plan: dict[str, list[str]], data: st.DataObject) -> None:
    """The manager plans the failed work anew, under other names; nothing that was solved is solved again."""
    failing = data.draw(st.lists(st.sampled_from(sorted(plan)), min_size=1, max_size=3, unique=True))
    work = Simulation(plan, latencies(data, plan), failing)
    script = work.reply

    def reply(call: str, sections: dict[str, str]) -> Any:
        said = script(call, sections)
        if call == "manager" and "outcomes" in sections:
            work.failing = frozenset()
            for task in said["sub_tasks"]:
                task["content"] += " anew" if task["id"] in failing else ""
        return said

    work.model.script = reply
    result, _ = run_virtually(work.graph(max_concurrency=60, max_replans=1).ainvoke({"query": "q"}, CONFIG))
    assert {task.content.split()[1] for task in result["plan"].sub_tasks} == {*plan}
    assert {result["outcomes"][task.id].status for task in result["plan"].sub_tasks} == {"solved"}
    assert work.done == {name: 2 if name in failing and work.done[name] == 2 else 1 for name in plan}
    assert result["stop_reason"] == "answered"


@settings(max_examples=EXAMPLES)
@given(plan=plans(), data=st.data())
def test_a_run_that_is_cut_off_again_and_again_repeats_nothing(plan: dict[str, list[str]], data: st.DataObject) -> None:
    """At random moments; what was done stays done, and every result belongs to its own sub-task."""
    work = Simulation(plan, latencies(data, plan))
    lives = data.draw(st.lists(st.floats(0.01, 4.0), max_size=5))

    async def lived() -> dict[str, Any]:
        start: Any = {"query": "q"}
        for seconds in lives:
            if result := await cut_off_after(seconds, work.graph().ainvoke(start, CONFIG, durability="sync")):
                return result
            start = None
        return await work.graph().ainvoke(start, CONFIG, durability="sync")

    result, _ = run_virtually(lived())
    assert_each_solved_once(work, result)
    asked = [question.call for question in work.model.asked]
    assert asked.count("answer.fused") == len(plan)


@settings(max_examples=EXAMPLES)
@given(plan=plans(12), seed=st.integers(0, 1 << 32), data=st.data())
def test_questions_are_answered_in_any_order_between_cuts(
    plan: dict[str, list[str]], seed: int, data: st.DataObject
) -> None:
    """Every call waits for a person; some answers at a time, in random order, with runs cut off between them."""
    work, chance = Simulation(plan, latencies(data, plan)), random.Random(seed)
    options: dict[str, Any] = {"approve": {"tools"}, "max_concurrency": 60}

    async def lived() -> dict[str, Any]:
        start: Any = {"query": "q"}
        while True:
            result = await work.graph(**options).ainvoke(start, CONFIG, durability="sync")
            asked = {question.id: question.value for question in result.get("__interrupt__", ())}
            if not asked:
                return result
            some = chance.sample(sorted(asked), chance.randint(1, len(asked)))
            start = Command(resume={name: {"decision": "approve"} for name in some})
            if chance.random() < 0.5:
                run = work.graph(**options).ainvoke(start, CONFIG, durability="sync")
                await cut_off_after(chance.uniform(0.01, 1.5), run)
                start = None

    result, _ = run_virtually(lived())
    assert_each_solved_once(work, result)


def test_the_virtual_clock_counts_sleeps_and_nothing_else() -> None:
    """Two sleeps side by side take as long as the longer one; a thread takes no time."""

    async def both() -> None:
        await asyncio.gather(asyncio.sleep(1000), asyncio.sleep(300), run_in_thread(time.sleep, 0.01))

    _, took = run_virtually(both())
    assert took == pytest.approx(1000, abs=0.01)
