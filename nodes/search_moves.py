"""The moves of a sub-task's search that ask nobody: what comes next, widening, rollback, and the outcome."""

import time
from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph.events import RolledBack as RolledBackEvent
from smurfs_graph.events import SubTaskFinished
from smurfs_graph.events import Widened as WidenedEvent
from smurfs_graph.handover import candidates_of
from smurfs_graph.nodes.answer import DEFAULT_CHARS
from smurfs_graph.nodes.base import Node
from smurfs_graph.outcome import Evidence, Outcome
from smurfs_graph.resources import Resources, emit, timed
from smurfs_graph.search import Call, Judged, RolledBack, SearchState, Stopped, Widened, advance, ending, next_move
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, SubTaskState
from smurfs_graph.tools.output import cut

FALLBACK_RESTARTS = 2
"""Restarts in a sub-task after which "auto" goes from fused to split, where no model has declared fused steps."""


def select(resources: Resources) -> Node[SubTaskState]:
    """Clear the last step's draft and settle the shape of the next one."""

    async def select(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        return {"draft": Draft(), "shape": step_shape(resources, runtime, state), "step_began": time.time()}

    return select


def after_select(
    state: SubTaskState,
) -> Literal["think", "act", "no candidate left", "dead end", "close", "no evidence"]:
    """The search's next move; a closing answer is asked for only where there is evidence."""
    match next_move(state["search"]):
        case "decide":
            return "act" if state["shape"] == "fused" else "think"
        case "widen":
            return "no candidate left"
        case "roll_back":
            return "dead end"
        case "close" | "finish":
            return "close" if state["search"].evidence else "no evidence"


def widen(resources: Resources) -> Node[SubTaskState]:
    """Allow all permitted tools, once."""

    async def widen(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        search = advance(state["search"], Widened())
        emit(runtime, WidenedEvent(sub_task=state["sub_task"].id, tools=len(search.tools)))
        return {"search": search}

    return widen


def roll_back(resources: Resources) -> Node[SubTaskState]:
    """Undo the last step: its tool is popped at its depth, the hint it was made under is back."""

    async def roll_back(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        undone = state["search"].local_memory[-1]
        search = advance(state["search"], RolledBack())
        said = RolledBackEvent(
            sub_task=state["sub_task"].id,
            step=state["search"].path[-1],
            depth=search.depth,
            tool=undone.call.tool,
            hint=search.hint,
        )
        emit(runtime, said)
        return {"search": search}

    return roll_back


def halt(resources: Resources) -> Node[SubTaskState]:
    """Tell the search that a budget is out, or that a model cannot be asked: it closes with what it has.

    A response that came in but was not answered or judged any more is evidence too: the step counts as pending.
    """

    async def halt(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        stop, search = state.get("stop"), state["search"]
        if state["draft"].response:
            search = advance(search, unjudged(state["draft"], timed(state, state["draft"].call)))
        return {"draft": Draft(), "search": advance(search, Stopped(reason=stop.reason if stop else "error"))}

    return halt


def finish(resources: Resources) -> Node[SubTaskState]:
    """The outcome, with its evidence."""

    async def finish(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        search = state["search"]
        status = ending(search)
        answer = search.attempts[-1].answer if status == "solved" else state["draft"].answer
        outcome = Outcome(
            sub_task=state["sub_task"].id,
            status=status,
            answer="" if status == "failed" else answer,
            reason=why_unsolved(search) if status != "solved" else "",
            candidates=await candidates_of(runtime.store, search.attempts[-1].response) if status == "solved" else None,
            evidence=tuple(
                Evidence(
                    tool=attempt.call.tool,
                    arguments=dict(attempt.call.arguments),
                    ok=attempt.status in ("solved", "pending"),
                    called=attempt.status != "refused",
                    text=attempt.answer or attempt.reason,
                    response=attempt.response,
                    rolled_back=attempt.rolled_back,
                    source=resources.tools[attempt.call.tool].source,
                )
                for attempt in search.global_memory
            ),
            warnings=tuple(state.get("warnings", [])),
        )
        said = SubTaskFinished(sub_task=outcome.sub_task, status=status, answer=outcome.answer, reason=outcome.reason)
        emit(runtime, said)
        resources.meter(state.get("run_id", "")).leave(outcome.sub_task)
        stop = state.get("stop")
        if stop is not None and stop.scope == "sub_task":  # its own budget ran out; the run goes on
            return {"outcome": outcome, "stop": None}
        return {"outcome": outcome}

    return finish


def unjudged(draft: Draft, call: Call) -> Judged:
    """A step that could not be judged: its answer, or the beginning of the response, and no hint."""
    return Judged(
        call=call,
        answer=draft.answer or cut(draft.response, DEFAULT_CHARS),
        status="pending",
        response=draft.reference,
    )


def why_unsolved(search: SearchState) -> str:
    """What stopped a search that did not solve its sub-task, in words for the user."""
    if search.stopped:
        return f"stopped: {search.stopped.replace('_', ' ')}"
    if search.steps >= search.limits.max_steps:
        return f"reached the limit of {search.limits.max_steps} tool calls"
    if search.depth >= search.limits.max_depth:
        return f"reached the depth of {search.limits.max_depth} steps without a confirmed answer"
    failures = [f"{attempt.call.tool}: {attempt.reason}" for attempt in search.attempts if attempt.reason]
    if failures:
        return f"no tool is left to try ({'; '.join(failures[-3:])})"
    return "no tool fits" if not search.attempts else "no tool is left to try"


def step_shape(resources: Resources, runtime: Runtime[Settings], state: SubTaskState) -> Literal["split", "fused"]:
    """Five calls a step or two: as set, as the models of a fused step declare, or as the executor's was seen to manage.

    What both models declare holds as a setting would; what was only seen holds until it goes wrong in a sub-task.
    """
    settings = resources.settings(runtime)
    if resources.without:  # an ablation is of the paper's five calls
        return "split"
    if settings.step_shape != "auto":
        return settings.step_shape
    executor, answer = (resources.asker(role, settings) for role in ("executor", "answer"))
    declared = (executor.declares_fused_steps, answer.declares_fused_steps)
    if all(declared):
        return "fused"
    if False in declared or state.get("restarts", 0) >= FALLBACK_RESTARTS:
        return "split"
    return "fused" if executor.manages_fused_steps else "split"
