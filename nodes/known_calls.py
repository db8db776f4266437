"""Answer a call from the record of the same read, where nothing has changed since (`search/records.py`)."""

from typing import Any

from langgraph.runtime import Runtime

from smurfs_graph.asking.emitting import emit, not_made, timed
from smurfs_graph.asking.kept_responses import FullResponses, capped_response
from smurfs_graph.search.dfsdt import advance
from smurfs_graph.search.records import AS_BEFORE, Record
from smurfs_graph.search.state import Call, Failed, Judged
from smurfs_graph.settings import Settings
from smurfs_graph.state import WITH_TOOLS_BOUND, Draft, TaskState

REPEATED = "this very call has been made on this path"
"""Why the published rules make a repeated read fail."""
EMPTY = "(the response is empty)"


async def answer_from_record(
    responses: FullResponses, state: TaskState, runtime: Runtime[Settings], record: Record
) -> dict[str, Any] | None:
    """Return the update of a step that a record answers; None where the record's response is lost.

    A step of the path has been answered and judged, and nothing has changed since: no model is asked again.
    """
    draft = state["draft"]
    event = await event_of_record(responses, state, runtime, draft.call, record)
    if event is None:
        return None
    if isinstance(event, Judged) and (state["shape"] in WITH_TOOLS_BOUND or not record.on_path):
        call = draft.call.model_copy(update={"epoch": event.call.epoch})
        known = {"call": call, "response": event.answer, "reference": event.response}
        return {"draft": draft.model_copy(update=known)}
    if isinstance(event, Judged):
        event = event.model_copy(update={"answer": record.attempt.answer, "hint": record.attempt.hint})
    emit(runtime, not_made(state, draft.call, AS_BEFORE))
    return {"draft": Draft(), "search": advance(state["search"], event)}


async def event_of_record(
    responses: FullResponses, state: TaskState, runtime: Runtime[Settings], call: Call, record: Record
) -> Failed | Judged | None:
    """Return what a record brings; None where its response is lost. By the published rules a repetition fails."""
    earlier = record.attempt
    call = timed(state, call.model_copy(update={"epoch": record.attempt.call.epoch}))
    if record.on_path and state["search"].limits.published:
        return Failed(call=call, reason=REPEATED, fault="call", again=True)
    if earlier.status == "failed":
        reason = earlier.reason if earlier.again else f"{earlier.reason} ({AS_BEFORE})"
        return Failed(call=call, reason=reason, response=earlier.response, fault=earlier.fault, again=True)
    text = await capped_response(responses.store(runtime), earlier.response)
    if text is None:
        return None
    return Judged(call=call, answer=text or EMPTY, status="pending", response=earlier.response, again=True)
