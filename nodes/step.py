"""The calls of a fused or split step that holds several: made at once, each through the same door as any call.

One answer is drawn from all of them. A call that has to go alone (it changes something, or a person may be asked about
it) ends the batch: it is made by itself where it comes first, and else left to the next step.
"""

import asyncio
from typing import Any, Literal, NamedTuple

from langgraph.runtime import Runtime

from smurfs_graph.asking.emitting import emit, timed
from smurfs_graph.asking.journal import Journal
from smurfs_graph.asking.resources import LEAST_RESPONSE, Resources, not_made, step_of
from smurfs_graph.budgets.usage import Usage
from smurfs_graph.nodes.base import Node
from smurfs_graph.nodes.drafts import ready_draft
from smurfs_graph.nodes.tool_call import Performed, perform
from smurfs_graph.search.dfsdt import advance, repeated_on_path
from smurfs_graph.search.state import Call, Failed, Judged, Stepped
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, SubTaskState

REPEATED = "this very call has been made on this path"


class _Batch(NamedTuple):
    """The calls that are made now; `alone`: the first one of a step, where it has to go alone."""

    calls: list[Call]
    alone: Draft | None = None


def step_calls(resources: Resources) -> Node[SubTaskState]:
    """Make the calls of a step."""

    async def step_calls(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        batch = _batch(resources, runtime, state)
        if batch.alone is not None:
            return {"calls": [], "draft": batch.alone}
        chars = max(LEAST_RESPONSE, resources.response_chars(resources.settings(runtime)) // len(batch.calls))
        works = [_made(resources, state, runtime, call, at, chars) for at, call in enumerate(batch.calls)]
        performed = await asyncio.gather(*works)
        made = tuple(
            each.event or Failed(call=call, reason=each.asked, fault="tool")
            for each, call in zip(performed, batch.calls, strict=True)
        )
        update: dict[str, Any] = {"calls": [], "usage": _used(resources, state, performed)}
        update["warnings"] = [warning for each in performed for warning in each.warnings]
        if stops := [each.stop for each in performed if each.stop is not None]:
            update["stop"] = stops[0]
        if not any(isinstance(event, Judged) for event in made):
            return {**update, "draft": Draft(), "search": advance(state["search"], Stepped(results=made))}
        return {**update, "draft": state["draft"].model_copy(update={"made": made, "response": _told(made)})}

    return step_calls


def after_step_calls(
    state: SubTaskState,
) -> Literal["stop", "approve", "call", "failed", "answered", "answer and judge"]:
    """Stop, have a call that goes alone approved or make it, go elsewhere, or draw an answer."""
    if state.get("stop"):
        return "stop"
    if state["draft"].ready:
        return "approve" if state["draft"].unapproved else "call"
    if not state["draft"].response:
        return "failed"
    return "answer and judge" if state["shape"] == "fused" else "answered"


def _batch(resources: Resources, runtime: Runtime[Settings], state: SubTaskState) -> _Batch:
    batch: list[Call] = []
    for call in state.get("calls", []):
        draft = Draft(tool=call.tool, thought=call.thought)
        draft = ready_draft(state, draft, call.arguments, resources, resources.settings(runtime))
        if not _goes_alone(resources, runtime, state, draft):
            batch.append(draft.call)
            continue
        return _Batch(batch) if batch else _Batch([], draft)
    return _Batch(batch)


def _goes_alone(resources: Resources, runtime: Runtime[Settings], state: SubTaskState, draft: Draft) -> bool:
    """As in native steps: what changes something, and what could not be told of after a crash."""
    tool = resources.tools[draft.tool]
    if draft.unapproved or tool.repeatable:
        return draft.unapproved
    journal = Journal.of(runtime, state, draft.call, resources.memory) if tool.undeclared else None
    return not tool.undeclared or (journal is not None and not journal.outlives_the_process)


async def _made(
    resources: Resources, state: SubTaskState, runtime: Runtime[Settings], call: Call, place: int, chars: int
) -> Performed:
    if repeated_on_path(state["search"], call):
        emit(runtime, not_made(state, call, REPEATED))
        return Performed(Failed(call=timed(state, call), reason=REPEATED, fault="call"))
    return await perform(resources, state, runtime, call, step_of(state) + place, chars)


def _told(made: tuple[Failed | Judged, ...]) -> str:
    """What the calls brought, each under its number in the list of calls."""
    told = (event.answer if isinstance(event, Judged) else f"error: {event.reason}" for event in made)
    return "\n".join(f"{number}. {text}" for number, text in enumerate(told, 1))


def _used(resources: Resources, state: SubTaskState, performed: list[Performed]) -> Usage:
    elapsed = resources.meter(state.get("run_id", "")).elapsed
    rows = [Usage(rows=(each.row,)) for each in performed if each.row is not None]
    return Usage.total([Usage(elapsed=elapsed), *rows])
