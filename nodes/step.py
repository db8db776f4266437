"""The calls of a fused or split step that holds several: made in order, each through the same door as any call.

One answer is drawn from all of them. A call that has to go alone (it changes something, or a person may be asked about
it) ends the batch: it is made by itself where it comes first, and else left to the next step.
"""

from collections.abc import Sequence
from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph.asking.askers import LEAST_RESPONSE
from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.emitting import step_of, timed
from smurfs_graph.asking.live_runs import LiveRuns
from smurfs_graph.budgets.usage import Usage
from smurfs_graph.nodes.base import Node
from smurfs_graph.nodes.calls_in_order import equal_changes, goes_alone, perform_in_order
from smurfs_graph.nodes.drafts import Ready, ready_call, tell_refused, without_calls
from smurfs_graph.nodes.tool_call import ASKS_ITSELF, Performed, after_response
from smurfs_graph.search.dfsdt import advance
from smurfs_graph.search.state import Call, Failed, Fault, Judged, Refused, Stepped
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, SubTaskState

_LEFT = "left to the next step: a call of this one has to go alone"
_BEHIND = "not made: a person has to decide on a call before it"


def step_calls(calling: Calling) -> Node[SubTaskState]:
    """Make the calls of a step."""

    async def step_calls(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        batch = _batch(calling, runtime, state)
        if len(batch) == 1 and goes_alone(calling.responses, runtime, state, batch[0]):
            return _alone(state, runtime, batch[0])
        chars = max(LEAST_RESPONSE, calling.askers.response_chars(calling.settings_of(runtime)) // len(batch))
        calls = [ready.call for ready in batch]
        performed = await perform_in_order(calling, state, runtime, list(enumerate(batch, step_of(state))), chars)
        events = [_event_of(state, each, call) for each, call in zip(performed, calls, strict=True)]
        begun = [each for each in performed if each is not None]
        if asking := _asking(batch, performed):
            return {**_alone(state, runtime, asking), "usage": _used(calling.live, state, begun)}
        left = [] if state["shape"] == "guided" else _left_to_the_next(state, calls)
        made = (*events, *tell_refused(state, runtime, left, len(batch)))
        update: dict[str, Any] = {"calls": [], "usage": _used(calling.live, state, begun)}
        update["warnings"] = [warning for each in begun for warning in each.warnings]
        update["warnings"] += equal_changes(state["search"].changing, calls)
        if stops := [each.stop for each in begun if each.stop is not None]:
            update["stop"] = stops[0]
        if not any(isinstance(event, Judged) for event in made):
            return {**update, "draft": Draft(), "search": advance(state["search"], Stepped(results=made))}
        return {**update, "draft": state["draft"].model_copy(update={"made": made, "response": _told(made)})}

    return step_calls


def after_step_calls(
    state: SubTaskState,
) -> Literal["stop", "approve", "call", "failed", "answered", "answer and judge", "say it"]:
    """Stop, have a call that goes alone approved or make it, go elsewhere, or draw an answer."""
    if state.get("stop"):
        return "stop"
    if state["draft"].is_ready:
        return "approve" if state["draft"].is_unapproved else "call"
    if not state["draft"].response:
        return "failed"
    return after_response(state)


def _batch(calling: Calling, runtime: Runtime[Settings], state: SubTaskState) -> list[Ready]:
    """Return the calls that are made now: all before the first that has to go alone, or that one."""
    batch: list[Ready] = []
    for call in state.get("calls", []):
        ready = ready_call(calling, calling.settings_of(runtime), state, call)
        if goes_alone(calling.responses, runtime, state, ready):
            return batch or [ready]
        batch.append(ready)
    return batch


def _alone(state: SubTaskState, runtime: Runtime[Settings], ready: Ready) -> dict[str, Any]:
    """Return the update by which a call is made by itself; the search knows of those that are left behind."""
    after = without_calls(state, runtime, _left_to_the_next(state, [ready.call]))
    return {"calls": [], "draft": ready.draft, "search": after["search"]}


def _left_to_the_next(state: SubTaskState, taken: Sequence[Call]) -> list[Refused]:
    """Return the step's calls that are left to the next one."""
    ids = {call.id for call in taken}
    return [Refused(call=call, reason=_LEFT, fault="ruling") for call in state.get("calls", []) if call.id not in ids]


def _asking(batch: list[Ready], performed: list[Performed | None]) -> Ready | None:
    """Return the first call whose tool asks a person by itself, where nothing else came: it is made alone."""
    asks = [each is not None and each.asked == ASKS_ITSELF for each in performed]
    brought = any(each is not None and each.event is not None for each in performed)
    return batch[asks.index(True)] if any(asks) and not brought else None


def _event_of(state: SubTaskState, performed: Performed | None, call: Call) -> Failed | Judged:
    """Return what came of a call; one that a person has to decide on, or that stands behind such a one, has failed."""
    if performed is None:
        return Failed(call=timed(state, call), reason=_BEHIND, fault="ruling")
    fault: Fault = "ruling" if performed.asked == ASKS_ITSELF else "tool"
    return performed.event or Failed(call=timed(state, call), reason=performed.asked, fault=fault)


def _told(made: Sequence[Refused | Failed | Judged]) -> str:
    """List the results of the calls, each under its number in the list of calls."""
    told = (event.answer if isinstance(event, Judged) else f"error: {event.reason}" for event in made)
    return "\n".join(f"{number}. {text}" for number, text in enumerate(told, 1))


def _used(live: LiveRuns, state: SubTaskState, performed: list[Performed]) -> Usage:
    elapsed = live.meter(state.get("run_id", "")).elapsed
    rows = [Usage(rows=(each.row,)) for each in performed if each.row is not None]
    return Usage.total([Usage(elapsed=elapsed), *rows])
