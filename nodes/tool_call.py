"""The tool call of a step, and of one of several: permitted, made once (`making.py`), its response kept. No model is
asked.
"""

from typing import Any, Literal, NamedTuple

from langgraph.errors import GraphInterrupt
from langgraph.runtime import Runtime

from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.emitting import emit, not_made, timed
from smurfs_graph.asking.kept_responses import full_response
from smurfs_graph.asking.people import can_be_asked, is_approved
from smurfs_graph.budgets.usage import Usage, UsageRow
from smurfs_graph.nodes.base import Node
from smurfs_graph.nodes.drafts import Ready
from smurfs_graph.nodes.elicitation import person_for_calls
from smurfs_graph.nodes.known_calls import EMPTY, answer_from_record, event_of_record
from smurfs_graph.nodes.making import Making
from smurfs_graph.search.dfsdt import advance
from smurfs_graph.search.records import AS_BEFORE, is_refused_again
from smurfs_graph.search.state import Call, Failed, Fault, Judged
from smurfs_graph.settings import Settings
from smurfs_graph.state import WITH_TOOLS_BOUND, Draft, Stop, TaskState
from smurfs_graph.tools.calling import refusal
from smurfs_graph.tools.person import with_person

FATE_UNKNOWN = "the process ended while this call was under way; it may have had its effect, so it is not made again"
UNAPPROVED = "a person has to approve this call, so that it is not made beside others"
ASKS_ITSELF = "not made: this tool asks a person in the middle of its call, so that it has to be called alone"
"""LangGraph tells questions apart by their order within a task: of two in one, each may get the other's answer."""


def tool_call(calling: Calling) -> Node[TaskState]:
    """Call the draft's tool, unless the record of the same read stands for it."""

    async def tool_call(state: TaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        draft = state["draft"]
        call = draft.call
        if (record := calling.live.record_of(state, call)) is not None:
            known = await answer_from_record(calling.responses, state, runtime, record)
            if known is not None:
                return known
        approved = draft.call.fingerprint if await is_approved(state, runtime) else ""
        if not approved:
            draft = draft.model_copy(update={"approved": ""})  # forged, of another step, or never given
        tool = calling.toolset.tools[call.tool]
        try:
            prepared = calling.rules.prepare(calling.settings_of(runtime), tool, call.arguments, call.id)
        except ValueError as error:
            return fail_call(state, runtime, call, f"no valid arguments: {error}")
        making = Making.of(calling, state, runtime, call, prepared, approved=approved)
        if not approved and making.has_to_be_asked():
            return {"draft": draft.model_copy(update={"stage": "unapproved"})}
        if refused := refusal(prepared, making.terms):
            return fail_call(state, runtime, call, refused, fault="ruling")
        return await _made(making, draft)

    return tool_call


def fail_call(
    state: TaskState, runtime: Runtime[Settings], call: Call, reason: str, reference: str = "", fault: Fault = "call"
) -> dict[str, Any]:
    """Return the update after a call that is not made, because what it would bring is known, or a person forbids it."""
    emit(runtime, not_made(state, call, reason))
    failed = Failed(call=timed(state, call), reason=reason, response=reference, fault=fault)
    return {"draft": Draft(), "search": advance(state["search"], failed)}


def after_call(
    state: TaskState,
) -> Literal[
    "stop",
    "approve",
    "planned",
    "in doubt",
    "go on with the program",
    "failed",
    "more calls",
    "answered",
    "answer and judge",
    "say it",
]:
    """Stop, have the call approved, make a planned one, ask about it, go on with the program that wants it, try another
    tool, go on with the calls of a native step, or draw an answer.
    """
    program: Any = state.get("program")
    if state.get("stop") and program is None:  # a program is ended by its own node
        return "stop"
    if state["draft"].is_unapproved:
        return "approve"
    if state["draft"].stage == "in doubt":
        return "in doubt"
    if state["draft"].planned_by and not state["draft"].response and not state.get("stop"):
        return "planned"
    if program is not None:
        return "go on with the program"
    if not state["draft"].response:
        return "failed"
    if state["shape"] in WITH_TOOLS_BOUND:
        return "more calls"
    return after_response(state)


def after_response(state: TaskState) -> Literal["answered", "answer and judge", "say it"]:
    """Draw an answer, in the way of the step's shape."""
    return "say it" if state["shape"] == "guided" else "answer and judge" if state["shape"] == "fused" else "answered"


class Performed(NamedTuple):
    """The result of a call that was made beside others: the event of the search, and the usage."""

    event: Failed | Judged | None
    """None: a person has to be asked first, about it or by it; it is made in a task of its own then."""
    row: UsageRow | None = None
    stop: Stop | None = None
    """The budget that forbade it."""
    full: str = ""
    """The response in full, where the call was made or kept whole."""
    asked: str = ""
    """Why a person has to be asked."""
    warnings: tuple[str, ...] = ()
    """Warnings that prompts do not show all of it."""


async def perform(
    calling: Calling,
    state: TaskState,
    runtime: Runtime[Settings],
    ready: Ready,
    step: int,
    chars: int = 0,
    *,
    approved: str = "",
    planned: bool = False,
) -> Performed:
    """Make one of several calls of a step, once. Nobody is asked about it; `step` is its number among the attempts.

    `chars`: what is left of its response, where that is less than usual; `approved`: the fingerprint under which a
    person's signature was found; `planned`: this graph object wrote down that it makes the call.
    """
    call = ready.call
    making = Making.of(calling, state, runtime, call, ready.prepared, approved=approved, step=step, chars=chars)
    if (record := calling.live.record_of(state, call)) is not None:
        if (known := await event_of_record(calling.responses, state, runtime, call, record)) is not None:
            emit(runtime, not_made(state, call, AS_BEFORE).model_copy(update={"step": step}))
            full = await full_response(calling.responses.store(runtime), known.response)
            return Performed(known, full=full)
        if making.has_to_be_asked():  # its record was to be used, and is lost
            return Performed(None, asked=UNAPPROVED)
    if refused := refusal(ready.prepared, making.terms):
        again = is_refused_again(state["search"], call, refused)
        return Performed(Failed(call=timed(state, call), reason=refused, fault="ruling", again=again))
    try:
        came = await making.carry_out(planned=planned)
    except GraphInterrupt:
        return Performed(None, asked=ASKS_ITSELF)
    if isinstance(came, Stop):
        return Performed(Failed(call=timed(state, call), reason="a budget is out", fault="ruling"), stop=came)
    if came is None:
        failed = None if can_be_asked(making.settings) else Failed(call=timed(state, call), reason=FATE_UNKNOWN)
        return Performed(failed, asked=FATE_UNKNOWN)
    if came.response.failed:
        return Performed(came.failed(state), came.row)
    answer = came.response.text or EMPTY  # in native steps the response itself is what the model reads on
    answered = Judged(call=timed(state, came.call), answer=answer, status="pending", response=came.reference)
    return Performed(answered, came.row, full=came.response.full, warnings=came.cut)


async def _made(making: Making, draft: Draft) -> dict[str, Any]:
    """Return the update with the response: from an earlier life of this run, or from the tool."""
    calling, state, journal = making.calling, making.state, making.journal
    once = journal is not None and not journal.outlives_the_process and not making.may_repeat
    if once and not draft.planned_by:
        return {"draft": draft.model_copy(update={"planned_by": calling.graph})}  # and a checkpoint, to be trusted
    memory = None if making.may_repeat else journal
    with with_person(person_for_calls(calling, state, making.runtime, memory)):
        came = await making.carry_out(planned=draft.planned_by == calling.graph)
    if isinstance(came, Stop):
        return {"stop": came}
    if came is None and can_be_asked(making.settings):
        return {"draft": draft.model_copy(update={"stage": "in doubt"})}
    if came is None:
        return fail_call(state, making.runtime, making.call, FATE_UNKNOWN, fault="tool")
    elapsed = calling.live.meter(state.get("run_id", "")).elapsed
    used: dict[str, Any] = {"usage": Usage(rows=(came.row,), elapsed=elapsed), "warnings": [*came.cut]}
    if making.is_unsent:
        again = {"complaint": came.response.reason or came.response.text, "planned_by": calling.graph}
        return {**used, "draft": draft.model_copy(update=again)}
    if came.response.failed:
        return {**used, "draft": Draft(), "search": advance(state["search"], came.failed(state))}
    answered = {
        "call": came.call,
        "response": came.response.text or EMPTY,
        "reference": came.reference,
        "complaint": "",
    }
    return {**used, "draft": draft.model_copy(update=answered)}
