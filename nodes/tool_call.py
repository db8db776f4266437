"""The tool call of a step: made once, judged by the failure rule, its response kept in the store. No model is asked.

Once means: also where a process ends in the middle of it. The journal knows what came back before the checkpoint did. A
call of unknown fate is made again if it may be (it only reads, is idempotent, or takes a key); else a person is asked.
"""

import asyncio
import time
from dataclasses import replace
from functools import partial
from typing import Any, Literal, NamedTuple

from langgraph.runtime import Runtime

from smurfs_graph.asking.journal import Journal
from smurfs_graph.asking.kept_responses import full_response, keep_response
from smurfs_graph.asking.people import can_be_asked, is_approved
from smurfs_graph.asking.resources import Resources, depth_of, emit, not_made, step_of, timed
from smurfs_graph.budgets.usage import Usage, UsageRow
from smurfs_graph.events.vocabulary import BudgetOut, ToolAnswered, ToolCalled
from smurfs_graph.nodes.base import Node
from smurfs_graph.nodes.known_calls import EMPTY, answer_from_record, event_of_record
from smurfs_graph.search.dfsdt import advance
from smurfs_graph.search.records import AS_BEFORE
from smurfs_graph.search.state import Call, Failed, Fault, Judged, Timing
from smurfs_graph.settings import Settings
from smurfs_graph.state import WITH_TOOLS_BOUND, Draft, Stop, TaskState
from smurfs_graph.tools.announcing import announce_call
from smurfs_graph.tools.arguments import canonical_arguments
from smurfs_graph.tools.calling import Response, Terms, call_tool, refusal, response_of
from smurfs_graph.tools.memory import spoken_by
from smurfs_graph.tools.path import PastCall, on_path
from smurfs_graph.tools.tool import Tool

FIRST_PAUSE = 0.2
"""Seconds before the second attempt; each further pause is twice as long."""
MAX_PAUSE = 30.0
"""Seconds; a server that asks for more is not waited for."""
FATE_UNKNOWN = "the process ended while this call was under way; it may have had its effect, so it is not made again"
UNAPPROVED = "a person has to approve this call, so that it is not made beside others"


def tool_call(resources: Resources) -> Node[TaskState]:
    """Call the draft's tool, unless the record of the same read stands for it."""

    async def tool_call(state: TaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        draft = state["draft"]
        call = draft.call
        if (record := resources.record_of(state, call)) is not None:
            known = await answer_from_record(resources, state, runtime, record)
            if known is not None:
                return known
        if not await is_approved(state, runtime):
            draft = draft.model_copy(update={"approved": ""})  # forged, of another step, or never given
            state = {**state, "draft": draft}
            if _has_to_be_asked(resources, state, runtime):
                return {"draft": draft.model_copy(update={"unapproved": True})}
        if refused := refusal(resources.tools[call.tool], call.arguments, _terms(resources, state, runtime)):
            return fail_call(state, runtime, call, refused)
        return await _made(resources, state, runtime, call)

    return tool_call


def fail_call(
    state: TaskState, runtime: Runtime[Settings], call: Call, reason: str, reference: str = "", fault: Fault = "call"
) -> dict[str, Any]:
    """The update after a call that is not made, because what it would bring is known, or a person forbids it."""
    emit(runtime, not_made(state, call, reason))
    failed = _failed(timed(state, call), reason, reference, fault)
    return {"draft": Draft(), "search": advance(state["search"], failed)}


def after_call(
    state: TaskState,
) -> Literal["stop", "approve", "planned", "in doubt", "failed", "more calls", "answered", "answer and judge"]:
    """Stop, have the call approved, make a planned one, ask about it, try another tool, go on with the calls of a
    native step, or draw an answer.
    """
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
    if state["shape"] in WITH_TOOLS_BOUND:
        return "more calls"
    return "answer and judge" if state["shape"] == "fused" else "answered"


class Performed(NamedTuple):
    """What came of a call that was made beside others: the event of the search, and what it used."""

    event: Failed | Judged | None
    """None: a person has to be asked about it first."""
    row: UsageRow | None = None
    stop: Stop | None = None
    """The budget that forbade it."""
    full: str = ""
    """The response in full, where the call was made or kept whole."""
    asked: str = ""
    """Why a person has to be asked."""
    warnings: tuple[str, ...] = ()
    """That prompts do not show all of it."""


async def perform(
    resources: Resources,
    state: TaskState,
    runtime: Runtime[Settings],
    call: Call,
    step: int,
    chars: int = 0,
    approved: Draft | None = None,
    *,
    planned: bool = False,
) -> Performed:
    """Make one of several calls of a step, once. Nobody is asked about it; `step` is its number among the attempts.

    `chars`: what is left of its response, where that is less than usual; `approved`: the draft under which a person's
    signature was found; `planned`: this graph object wrote down that it makes the call.
    """
    settings, tool = resources.settings(runtime), resources.tools[call.tool]
    state = {
        **state,
        "draft": approved or Draft(),
    }  # whatever stands in the state's, nobody has approved one of several
    if (record := resources.record_of(state, call)) is not None:
        if (known := await event_of_record(resources, state, runtime, call, record)) is not None:
            emit(runtime, not_made(state, call, AS_BEFORE).model_copy(update={"step": step}))
            full = await full_response(resources.store(runtime), known.response)
            return Performed(known, full=full)
        draft = Draft(tool=call.tool, arguments=call.arguments)
        if _has_to_be_asked(resources, {**state, "draft": draft}, runtime):  # its record was to be used, and is lost
            return Performed(None, asked=UNAPPROVED)
    if refused := refusal(tool, call.arguments, _terms(resources, state, runtime)):
        return Performed(Failed(call=timed(state, call), reason=refused, fault="call"))
    journal, chars = Journal.of(runtime, state, call, resources.memory), chars or resources.response_chars(settings)
    came = await _carry_out(resources, state, runtime, call, journal, chars, planned=planned, step=step)
    if isinstance(came, Stop):
        return Performed(Failed(call=timed(state, call), reason="a budget is out", fault="call"), stop=came)
    if came is None:
        failed = None if can_be_asked(settings) else Failed(call=timed(state, call), reason=FATE_UNKNOWN)
        return Performed(failed, asked=FATE_UNKNOWN)
    if came.response.failed:
        return Performed(came.failed(state), came.row)
    answered = _as_answer(state, came.call, came.response.text or EMPTY, came.reference)
    return Performed(answered, came.row, full=came.response.full, warnings=came.cut)


class _Brought(NamedTuple):
    """What a call has brought, and used."""

    call: Call
    """With its times."""
    response: Response
    reference: str
    """Where the full response is kept from now on."""
    row: UsageRow

    @property
    def cut(self) -> tuple[str, ...]:
        """The warning of a response that prompts do not show in full."""
        came, shown = len(self.response.full), len(self.response.text)
        whole = self.response.failed or shown >= came
        return () if whole else (f"{self.call.tool}: {came} characters came back, prompts show {shown}",)

    def failed(self, state: TaskState) -> Failed:
        """The event of the search, where it has failed."""
        response = self.response
        return _failed(timed(state, self.call), response.reason, self.reference, response.fault)


async def _carry_out(
    resources: Resources,
    state: TaskState,
    runtime: Runtime[Settings],
    call: Call,
    journal: Journal | None,
    chars: int,
    *,
    planned: bool = False,
    step: int | None = None,
) -> _Brought | Stop | None:
    """Make a call that is permitted, or take what it brought in an earlier life of the run.

    Gives the budget that forbids it, or None where nobody knows whether a call that must not be repeated was made.
    `planned`: this graph object wrote down that it makes the call. What another part of the run has read in this epoch
    is not read again.
    """
    settings, tool, task = resources.settings(runtime), resources.tools[call.tool], state["sub_task"].id
    epochs = resources.epochs.of(state.get("run_id", ""))
    shared = tool.reads_only and not tool.stateful and state.get("tree") is None  # baselines make each call
    row, epoch = UsageRow(role="tool", sub_task=task), epochs.current
    if (response := epochs.find(call.key) if shared else None) is not None:
        emit(runtime, _called(state, call, step))
    if response is None and journal is not None:
        found = await journal.read(planned, lambda returned, seconds: response_of(tool, returned, chars, seconds))
        if (response := found.response) is not None:  # of a process that has ended; no ledger has it yet
            epoch = ""
            emit(runtime, _called(state, call, step))
            row = UsageRow(role="tool", sub_task=task, tool_calls=1, seconds=response.seconds)
            resources.meter_of(state).settle(task, row)
        elif not _may_repeat(tool, settings) and found.fate in ("begun", "unknown"):
            return None
    if response is None:
        if stop := resources.allowance(state, settings, "search", tool=True):
            emit(runtime, BudgetOut(sub_task=task, reason=stop.reason))
            return stop
        emit(runtime, _called(state, call, step))
        if journal is not None and not tool.repeatable:
            await journal.begin()
        terms = _terms(resources, state, runtime, journal)
        response, row = await _attempted(resources, state, settings, call, terms, chars)
        if shared:
            epochs.keep(call.key, response, epoch)
    if journal is not None:
        reference = await journal.keep(response)
    else:
        reference = await keep_response(resources.store(runtime), state.get("run_id", ""), response)
    emit(runtime, _tool_answered(state, call, response, reference, step))
    timing = Timing(called=time.time() - response.seconds, seconds=response.seconds)
    return _Brought(call.model_copy(update={"timing": timing, "epoch": epoch}), response, reference, row)


def _may_repeat(tool: Tool, settings: Settings) -> bool:
    """Return whether a call of unknown fate may be made again."""
    return tool.repeatable or bool(tool.idempotency_key) or not tool.may_change(settings.undeclared)


def _as_answer(state: TaskState, call: Call, text: str, reference: str) -> Judged:
    """In native steps the response itself is what the model reads on."""
    return Judged(call=timed(state, call), answer=text, status="pending", response=reference)


def _tool_answered(state: TaskState, call: Call, response: Response, reference: str, step: int | None) -> ToolAnswered:
    return ToolAnswered(
        sub_task=state["sub_task"].id,
        step=step_of(state) if step is None else step,
        depth=depth_of(state),
        tool=call.tool,
        failed=response.failed,
        reason=response.reason,
        chars=len(response.full),
        seconds=response.seconds,
        reference=reference,
    )


async def _made(resources: Resources, state: TaskState, runtime: Runtime[Settings], call: Call) -> dict[str, Any]:
    """The call's response: from an earlier life of this run, or from the tool."""
    settings, draft, tool = resources.settings(runtime), state["draft"], resources.tools[call.tool]
    journal, chars = Journal.of(runtime, state, call, resources.memory), resources.response_chars(settings)
    once = journal is not None and not journal.outlives_the_process and not _may_repeat(tool, settings)
    if once and not draft.planned_by:
        return {"draft": draft.model_copy(update={"planned_by": resources.name})}  # and a checkpoint, to be trusted
    planned = draft.planned_by == resources.name
    came = await _carry_out(resources, state, runtime, call, journal, chars, planned=planned)
    if isinstance(came, Stop):
        return {"stop": came}
    if came is None and can_be_asked(settings):
        return {"draft": draft.model_copy(update={"in_doubt": True})}
    if came is None:
        return fail_call(state, runtime, call, FATE_UNKNOWN, fault="tool")
    elapsed = resources.meter(state.get("run_id", "")).elapsed
    used: dict[str, Any] = {"usage": Usage(rows=(came.row,), elapsed=elapsed), "warnings": [*came.cut]}
    if came.response.failed:
        return {**used, "draft": Draft(), "search": advance(state["search"], came.failed(state))}
    times = {"called": came.call.timing.called, "seconds": came.response.seconds}
    ready = {"response": came.response.text or EMPTY, "reference": came.reference, "epoch": came.call.epoch, **times}
    return {**used, "draft": draft.model_copy(update=ready)}


def _has_to_be_asked(resources: Resources, state: TaskState, runtime: Runtime[Settings]) -> bool:
    """Whether a person has to approve the draft's call first; what is refused anyhow is not worth a question."""
    tool, settings = resources.tools[state["draft"].tool], resources.settings(runtime)
    if not can_be_asked(settings):
        return False
    try:
        canonical = canonical_arguments(tool, state["draft"].arguments)
    except ValueError:  # the call will say so
        return False
    return tool.name in _permitted(state) and resources.rules.ask_about(settings, tool, canonical)


def _permitted(state: TaskState) -> frozenset[str]:
    """A tool that is no tool of this sub-task's search is not called."""
    return frozenset((*state["search"].tools, *state["search"].permitted))


def _terms(resources: Resources, state: TaskState, runtime: Runtime[Settings], journal: Journal | None = None) -> Terms:
    """What the call is made under; a draft's approval has been looked at."""
    return resources.rules.terms(
        resources.settings(runtime),
        approved=state["draft"].fingerprint if state["draft"].approved else "",
        permitted=_permitted(state),
        idempotency_key=journal.key if journal is not None else "",
        epochs=resources.epochs.of(state.get("run_id", "")),
        land=journal.land if journal is not None else None,
        note=journal.note if journal is not None else None,
    )


def _calls_before(state: TaskState) -> list[PastCall]:
    """The calls that brought something and were not rolled back, of a search or of a decision tree."""
    tree: Any = state.get("tree")
    if tree is not None:
        return [PastCall(each.tool, each.arguments) for each in tree.path if each.called and each.status == "open"]
    return [PastCall(step.call.tool, step.call.arguments) for step in state["search"].local_memory]


async def _attempted(
    resources: Resources, state: TaskState, settings: Settings, call: Call, terms: Terms, chars: int
) -> tuple[Response, UsageRow]:
    """The response, after as many attempts as transient failures, settings and budgets allow; and what they used."""
    task, tool = state["sub_task"].id, resources.tools[call.tool]
    meter, epochs = resources.meter(state.get("run_id", "")), resources.epochs.of(state.get("run_id", ""))
    changes = tool.may_change(settings.undeclared)
    total, pause = UsageRow(role="tool", sub_task=task), FIRST_PAUSE
    more: list[UsageRow] = []

    def again() -> str:
        if stop := resources.allowance(state, settings, "search", tool=True):
            return f"a budget is out ({stop.reason})"
        more.append(UsageRow(role="tool", sub_task=task, tool_calls=1))
        meter.settle(task, more[-1])
        return ""

    while True:
        if changes:
            epochs.advance()
        try:
            with meter.in_flight(task, tool=True), on_path(_calls_before(state)), spoken_by(state):
                last = total.tool_calls >= settings.tool_retries
                within = replace(terms, tried_again=not last, again=again)
                make = partial(
                    call_tool, tool, call.arguments, timeout=settings.tool_timeout, max_chars=chars, terms=within
                )
                response = await announce_call(tool, call.arguments, call.id, make)
        finally:
            if changes:  # however the call ended
                epochs.advance()
        row = UsageRow(role="tool", sub_task=task, tool_calls=int(response.made), seconds=response.seconds)
        meter.settle(task, row)
        total = sum(more, start=total + row)
        more.clear()
        if not response.transient or total.tool_calls > settings.tool_retries:
            return response, total
        if (wait := max(pause, response.retry_after or 0.0)) > MAX_PAUSE:
            return response, total
        await asyncio.sleep(wait)
        pause *= 2
        if resources.allowance(state, settings, "search", tool=True):
            return response, total


def _called(state: TaskState, call: Call, step: int | None) -> ToolCalled:
    return ToolCalled(
        sub_task=state["sub_task"].id,
        step=step_of(state) if step is None else step,
        depth=depth_of(state),
        tool=call.tool,
        arguments=call.arguments,
    )


def _failed(call: Call, reason: str, reference: str, fault: Fault) -> Failed:
    return Failed(call=call, reason=reason, response=reference, fault=fault)
