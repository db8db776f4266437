"""Schedule: runs the plan graph as dataflow; a sub-task starts once its own dependencies are done (PMC section 4.2).

Every sub-task is a LangGraph task, called at once and in plan order (its order is its identity on resume), and waits
inside for its dependencies. Branches return outcomes and never raise, except for a person to be asked; then running
siblings settle first. A failed sub-task never loses a sibling's work: its dependants are blocked.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from typing import Any, Literal

from langgraph.errors import GraphBubbleUp, GraphInterrupt, is_invalid_resume
from langgraph.func import task as langgraph_task
from langgraph.runtime import Runtime

from smurfs_graph.asking.answer_stream import relaying
from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.emitting import emit
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.live_runs import LiveRuns
from smurfs_graph.asking.run_settings import own_context
from smurfs_graph.asking.strategy_rules import StrategyRules
from smurfs_graph.budgets.usage import Usage
from smurfs_graph.errors import StorageError
from smurfs_graph.events.vocabulary import PlanMade, SubTaskFinished, SubTaskStarted
from smurfs_graph.nodes.base import Node, SolveGraph
from smurfs_graph.nodes.sub_task import Limits, inner_state, refuse_waiting_plan
from smurfs_graph.planning.outcome import Outcome
from smurfs_graph.planning.plan import TASK, Plan, SubTask, changes_in_turn
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState, SubTaskResult, TaskState

UNFINISHED = frozenset({"failed", "exhausted", "blocked"})
"""Endings of a sub-task that a revised plan might better."""

_Done = dict[str, "asyncio.Future[Outcome | None]"]
_First = Callable[[RunState, SubTask, Mapping[str, Outcome], Runtime[Settings]], Awaitable[TaskState]]
"""Makes the first state of a sub-task's graph."""


def schedule(calling: Calling, rules: StrategyRules, solve: SolveGraph, limits: Limits | None = None) -> Node[RunState]:
    """Return the scheduler's node function. `solve` is an argument, so that the drawing finds the inner graph.

    `limits`: of the tree, where sub-tasks are solved by one.
    """

    first = partial(inner_state, calling, rules, limits=limits)

    async def schedule(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        settings = calling.settings_of(runtime)
        run_id, live = state.get("run_id", ""), calling.live
        live.meter(run_id).observe(state.get("usage") or Usage())  # a new process knows nothing
        live.epochs.of(run_id).renew()  # a person may have been waited for
        refuse_waiting_plan(state)
        known = state.get("outcomes", {})
        plan = state["plan"].sub_tasks
        slots = asyncio.Semaphore(settings.max_concurrency)  # LangGraph's own limit counts waiting tasks and deadlocks
        done: _Done = {item.id: asyncio.get_running_loop().create_future() for item in plan}
        for item in plan:
            if item.id in known:
                done[item.id].set_result(known[item.id])
        turns = changes_in_turn(state["plan"], _in_order(calling.toolset, rules, settings, plan))
        branches = [
            _branch(live, first, solve, state, runtime, item, done, slots, turns.get(item.id))
            for item in plan
            if item.id not in known
        ]
        update = _merged(await asyncio.gather(*branches, return_exceptions=True))
        if "plan" in update:
            emit(runtime, PlanMade(plan=update["plan"]))
        return update

    return schedule


def after_schedule(state: RunState) -> Literal["replan", "deliver"]:
    """Have the plan revised where it did not work out, as often as allowed; else deliver."""
    if state.get("stop") or state.get("replans", 0) >= state.get("max_replans", 0):
        return "deliver"
    found = state.get("outcomes", {})
    statuses = {found[item.id].status for item in state["plan"].sub_tasks if item.id in found}
    if "rejected" in statuses:  # a person said no to what others wait for: there is no way around them
        statuses -= {"blocked"}
    return "replan" if statuses & UNFINISHED or _is_cut_short(state["plan"], found) else "deliver"


def _is_cut_short(plan: Plan, found: Mapping[str, Outcome]) -> bool:
    """Return whether a limit ended a part that another plan might divide, unless others have built on what it found."""
    built_on = {
        name for task in plan.sub_tasks if task.id in found and found[task.id].answer for name in task.depends_on
    }
    return any(
        not task.whole and task.id in found and found[task.id].at_limit and task.id not in built_on
        for task in plan.sub_tasks
    )


def _in_order(toolset: GraphTools, rules: StrategyRules, settings: Settings, plan: Iterable[SubTask]) -> set[str]:
    """Return the ids of the sub-tasks that take turns, as their candidate tools may change something."""
    in_order = {name for name, tool in toolset.offered.items() if rules.holds_order(tool, settings)}
    return {item.id for item in plan if in_order.intersection(item.tools or toolset.offered)}


async def _branch(
    live: LiveRuns,
    first: _First,
    solve: SolveGraph,
    state: RunState,
    runtime: Runtime[Settings],
    item: SubTask,
    done: _Done,
    slots: asyncio.Semaphore,
    before: str | None,
) -> SubTaskResult:
    """Solve a sub-task once its dependencies are done, and the sub-task `before` it, whose changes come first."""

    async def body(item: SubTask) -> SubTaskResult:  # a new function each time: a task renames the one that it gets
        found = {name: await asyncio.shield(done[name]) for name in item.depends_on}
        turn = [await asyncio.shield(done[before])] if before is not None else []
        if any(outcome is None for outcome in (*found.values(), *turn)):
            raise GraphInterrupt(())  # upstream waits for a person: stop, record nothing
        outcomes = {name: outcome for name, outcome in found.items() if outcome is not None}
        if waiting_for := [name for name, outcome in outcomes.items() if not outcome.answer]:
            return _blocked(runtime, item, waiting_for)
        async with slots:
            return await _solve(live, first, solve, state, runtime, item, outcomes)

    result: SubTaskResult | None = None  # None: paused
    try:
        result = await langgraph_task(name=TASK + item.id)(body)(item)
        live.meter(state.get("run_id", "")).observe(result["usage"])  # another process may have solved it
        return result
    finally:
        if not done[item.id].done():
            done[item.id].set_result(result["outcome"] if result else None)


async def _solve(
    live: LiveRuns,
    first: _First,
    solve: SolveGraph,
    state: RunState,
    runtime: Runtime[Settings],
    item: SubTask,
    outcomes: Mapping[str, Outcome],
) -> SubTaskResult:
    """Solve one sub-task in its own graph. A failure of that is the outcome; questions to a person and errors of the
    storage are raised.
    """
    emit(runtime, SubTaskStarted(sub_task=item.id, content=item.content))
    start = await first(state, item, outcomes, runtime)
    try:
        with relaying(state.get("run_id", ""), runtime):
            found: Any = await solve.ainvoke(start, context=own_context(runtime))
        live.meter(state.get("run_id", "")).leave(item.id)
        return SubTaskResult(
            outcome=found["outcome"],
            usage=found["usage"],
            warnings=found["warnings"],
            stop=found.get("stop"),
            instead=found.get("instead"),
        )
    except (GraphBubbleUp, StorageError):  # what cannot be saved is no failure of the sub-task's
        raise
    except Exception as error:
        if is_invalid_resume(error):
            raise  # a person's answer that does not fit must stay answerable
        outcome = Outcome(sub_task=item.id, status="failed", reason=f"{type(error).__name__}: {error}")
        return SubTaskResult(outcome=outcome, usage=Usage(), warnings=[outcome.reason])


def _blocked(runtime: Runtime[Settings], item: SubTask, names: list[str]) -> SubTaskResult:
    outcome = Outcome(sub_task=item.id, status="blocked", reason=f"needs the result of {', '.join(names)}")
    emit(runtime, SubTaskFinished(sub_task=item.id, status="blocked", answer="", reason=outcome.reason))
    return SubTaskResult(outcome=outcome, usage=Usage(), warnings=[])


def _merged(results: list[SubTaskResult | BaseException]) -> dict[str, Any]:
    """Merge all branches into one update, or the interrupts of all that wait for a person into one."""
    errors = [result for result in results if isinstance(result, BaseException)]
    for error in errors:
        if not isinstance(error, GraphInterrupt):
            raise error
    if errors:
        raise GraphInterrupt(tuple(question for error in errors for question in error.args[0]))
    finished = [result for result in results if not isinstance(result, BaseException)]
    stops = [stop for result in finished if (stop := result.get("stop")) is not None]
    instead = next((found for result in finished if (found := result.get("instead")) is not None), None)
    plan = instead.plan if instead is not None else None
    return {
        **({"plan": plan} if plan is not None else {}),
        **({"max_replans": 0} if plan is not None and plan.sub_tasks[0].whole else {}),  # as guided steps begin
        **({"question": instead.question} if instead is not None and instead.question else {}),
        "instead": instead if plan is None else None,
        "outcomes": {result["outcome"].sub_task: result["outcome"] for result in finished if instead is None},
        "usage": Usage.total(result["usage"] for result in finished),
        "warnings": [warning for result in finished for warning in result["warnings"]],
        **({"stop": stops[0]} if stops else {}),  # else one that a revision ran into stays
    }
