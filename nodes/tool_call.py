"""The tool call of a step: made once, judged by the failure rule, its response kept in the store. No model is asked.

Once means: also where a process ends in the middle of it. The journal knows what came back before the checkpoint did. A
call of unknown fate is made again if it may be (it only reads, is idempotent, or takes a key); else a person is asked.
"""

import asyncio
import time
from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph.events import BudgetOut, ToolAnswered, ToolCalled
from smurfs_graph.handover import NAMESPACE, response_reference
from smurfs_graph.journal import Journal
from smurfs_graph.nodes.base import Node
from smurfs_graph.people import can_be_asked
from smurfs_graph.resources import Resources, depth_of, emit, not_made, step_of, timed
from smurfs_graph.search import Call, Failed, Timing, advance, recorded, repeated_on_path
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, SubTaskState
from smurfs_graph.tools.arguments import canonical_arguments, fingerprint
from smurfs_graph.tools.calling import Response, Terms, call_tool, noted, refusal
from smurfs_graph.tools.path import PastCall, on_path
from smurfs_graph.usage import Usage, UsageRow

FIRST_PAUSE = 0.2
"""Seconds before the second attempt; each further pause is twice as long."""
MAX_PAUSE = 30.0
"""Seconds; a server that asks for more is not waited for."""
FATE_UNKNOWN = "the process ended while this call was under way; it may have had its effect, so it is not made again"
_EMPTY = "(the response is empty)"


def tool_call(resources: Resources) -> Node[SubTaskState]:
    """Call the draft's tool, or use what an identical call brought before."""

    async def tool_call(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        draft, search = state["draft"], state["search"]
        call = draft.call
        if repeated_on_path(search, call):
            return _failure(state, runtime, call, "this very call has been made on this path")
        if (earlier := recorded(search, call)) is not None:
            if earlier.status == "failed":
                return _failure(state, runtime, call, earlier.reason, earlier.response)
            if (text := await _kept(runtime, earlier.response)) is not None:
                return {"draft": draft.model_copy(update={"response": text or _EMPTY, "reference": earlier.response})}
        if refused := refusal(resources.tools[call.tool], call.arguments, _terms(resources, state, runtime)):
            return _failure(state, runtime, call, refused)
        if "tools" in resources.settings(runtime).approve and not _is_approved(resources, draft):
            return {"draft": draft.model_copy(update={"unapproved": True})}
        return await _made(resources, state, runtime, call)

    return tool_call


def after_call(
    state: SubTaskState,
) -> Literal["stop", "approve", "planned", "in doubt", "failed", "answered", "answer and judge"]:
    """Stop, have the call approved, make a planned one, ask about it, try another tool, or draw an answer."""
    if state.get("stop"):
        return "stop"
    if state["draft"].unapproved:
        return "approve"
    if state["draft"].in_doubt:
        return "in doubt"
    if state["draft"].planned_by and not state["draft"].response:
        return "planned"
    if not state["draft"].response:
        return "failed"
    return "answer and judge" if state["shape"] == "fused" else "answered"


async def _made(resources: Resources, state: SubTaskState, runtime: Runtime[Settings], call: Call) -> dict[str, Any]:
    """The call's response: from an earlier life of this run, or from the tool."""
    settings, draft, tool = resources.settings(runtime), state["draft"], resources.tools[call.tool]
    journal = Journal.of(runtime, state, call, resources.memory)
    repeatable = journal is None or tool.repeatable or bool(tool.idempotency_key)
    if journal is not None:
        if not repeatable and not draft.planned_by and not journal.outlives_the_process:
            return {"draft": draft.model_copy(update={"planned_by": resources.name})}  # and a checkpoint, to be trusted
        planned, chars = draft.planned_by == resources.name, settings.max_response_chars
        found = await journal.read(planned, lambda returned, seconds: noted(tool, returned, chars, seconds))
        if found.response is not None:
            return await _taken(resources, state, runtime, call, found.response, journal)
        if not repeatable and found.fate in ("begun", "unknown"):
            if can_be_asked(settings):
                return {"draft": draft.model_copy(update={"in_doubt": True})}
            return _failure(state, runtime, call, FATE_UNKNOWN)
    task = state["sub_task"].id
    if stop := resources.allowance(state, settings, "search", tool=True):
        emit(runtime, BudgetOut(sub_task=task, reason=stop.reason))
        return {"stop": stop}
    emit(runtime, _called(state, call))
    if journal is not None and not tool.repeatable:
        await journal.begin()
    response, row = await _attempted(resources, state, settings, call, _terms(resources, state, runtime, journal))
    return await _finished(resources, state, runtime, call, response, row, journal)


async def _taken(
    resources: Resources,
    state: SubTaskState,
    runtime: Runtime[Settings],
    call: Call,
    response: Response,
    journal: Journal,
) -> dict[str, Any]:
    """The response of a call that was made before the process ended; no ledger has it yet."""
    task = state["sub_task"].id
    emit(runtime, _called(state, call))
    row = UsageRow(role="tool", sub_task=task, tool_calls=1, seconds=response.seconds)
    resources.meter_of(state).settle(task, row)
    return await _finished(resources, state, runtime, call, response, row, journal)


async def _finished(
    resources: Resources,
    state: SubTaskState,
    runtime: Runtime[Settings],
    call: Call,
    response: Response,
    row: UsageRow,
    journal: Journal | None,
) -> dict[str, Any]:
    """What the node writes once a call has its response."""
    reference = await journal.keep(response) if journal is not None else ""
    if runtime.store is None or journal is None:
        reference = await _keep(runtime, state.get("run_id", ""), response)
    answered = ToolAnswered(
        sub_task=state["sub_task"].id,
        step=step_of(state),
        depth=depth_of(state),
        tool=call.tool,
        failed=response.failed,
        reason=response.reason,
        chars=len(response.full),
        seconds=response.seconds,
        reference=reference if runtime.store is not None else "",
    )
    emit(runtime, answered)
    call = call.model_copy(update={"timing": Timing(called=time.time() - response.seconds, seconds=response.seconds)})
    elapsed = resources.meter(state.get("run_id", "")).elapsed
    used = {"usage": Usage(rows=(row,), elapsed=elapsed)}
    if response.failed:
        return used | {
            "draft": Draft(),
            "search": advance(state["search"], _failed(timed(state, call), response.reason, reference)),
        }
    times = {"called": call.timing.called, "seconds": response.seconds}
    ready = {"response": response.text or _EMPTY, "reference": reference, **times}
    return used | {"draft": state["draft"].model_copy(update=ready)}


def _is_approved(resources: Resources, draft: Draft) -> bool:
    """Whether this very call, with these arguments, is the one that a person approved."""
    tool = resources.tools[draft.tool]
    return draft.approved == fingerprint(tool, canonical_arguments(tool, draft.arguments))


def _terms(
    resources: Resources, state: SubTaskState, runtime: Runtime[Settings], journal: Journal | None = None
) -> Terms:
    """What the call is made under; a tool that is no tool of this sub-task's search is not called."""
    search = state["search"]
    return resources.rules.terms(
        resources.settings(runtime),
        approved=state["draft"].approved,
        permitted=frozenset((*search.tools, *search.permitted)),
        idempotency_key=journal.key if journal is not None else "",
        land=journal.land if journal is not None else None,
        note=journal.note if journal is not None else None,
    )


async def _attempted(
    resources: Resources, state: SubTaskState, settings: Settings, call: Call, terms: Terms
) -> tuple[Response, UsageRow]:
    """The response, after as many attempts as transient failures, settings and budgets allow; and what they used."""
    task, tool = state["sub_task"].id, resources.tools[call.tool]
    meter = resources.meter(state.get("run_id", ""))
    path = [PastCall(step.call.tool, step.call.arguments) for step in state["search"].local_memory]
    total, pause = UsageRow(role="tool", sub_task=task), FIRST_PAUSE
    while True:
        with meter.in_flight(task, tool=True), on_path(path):
            response = await call_tool(
                tool,
                call.arguments,
                timeout=settings.tool_timeout,
                max_chars=settings.max_response_chars,
                terms=terms,
            )
        row = UsageRow(role="tool", sub_task=task, tool_calls=int(response.made), seconds=response.seconds)
        meter.settle(task, row)
        total += row
        if not response.transient or total.tool_calls > settings.tool_retries:
            return response, total
        if (wait := max(pause, response.retry_after or 0.0)) > MAX_PAUSE:
            return response, total
        await asyncio.sleep(wait)
        pause *= 2
        if resources.allowance(state, settings, "search", tool=True):
            return response, total


def _failure(
    state: SubTaskState, runtime: Runtime[Settings], call: Call, reason: str, reference: str = ""
) -> dict[str, Any]:
    """A call that is not made, because what it would bring is known."""
    emit(runtime, not_made(state, call, reason))
    return {"draft": Draft(), "search": advance(state["search"], _failed(timed(state, call), reason, reference))}


def _called(state: SubTaskState, call: Call) -> ToolCalled:
    return ToolCalled(
        sub_task=state["sub_task"].id,
        step=step_of(state),
        depth=depth_of(state),
        tool=call.tool,
        arguments=call.arguments,
    )


def _failed(call: Call, reason: str, reference: str) -> Failed:
    return Failed(call=call, reason=reason, response=reference)


async def _keep(runtime: Runtime[Settings], run_id: str, response: Response) -> str:
    """Put the full response in the store; its reference is its run and its content's digest. Without one, nothing."""
    if runtime.store is None:
        return ""
    reference = response_reference(run_id, response.full)
    await runtime.store.aput(NAMESPACE, reference, {"full": response.full, "text": response.text}, index=False)
    return reference


async def _kept(runtime: Runtime[Settings], reference: str) -> str | None:
    if runtime.store is None or not reference:
        return None
    item = await runtime.store.aget(NAMESPACE, reference)
    return str(item.value["text"]) if item is not None else None
