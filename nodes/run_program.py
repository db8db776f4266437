"""Run the program of a step in which the model writes code: checked first, each call through the one door.

A program runs to its end, or to calls that a person has to decide about; nobody is asked here. It goes on by its log:
run again from its beginning, it is given what its calls brought, and makes none of them twice (`programs/log.py`).
"""

from collections.abc import Sequence
from typing import Any, Literal

from langgraph.runtime import Runtime
from langgraph.store.memory import InMemoryStore

from smurfs_graph.asking.askers import Askers
from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.emitting import emit, step_of, timed
from smurfs_graph.asking.kept_responses import FullResponses
from smurfs_graph.asking.live_runs import LiveRuns
from smurfs_graph.asking.people import can_be_asked
from smurfs_graph.asking.run_settings import RunSettings
from smurfs_graph.budgets.usage import Usage
from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.events.vocabulary import ProgramBegan, ToolAnswered, ToolCalled
from smurfs_graph.nodes.base import Node
from smurfs_graph.nodes.code_tools import stubs_of
from smurfs_graph.nodes.native import not_made_here
from smurfs_graph.nodes.native_conversation import is_program
from smurfs_graph.nodes.program_approval import complaints_about, draft_of_program, is_approved_whole, is_refused
from smurfs_graph.nodes.program_calls import INNER_CHARS, ProgramCalls
from smurfs_graph.nodes.program_results import Told, tell
from smurfs_graph.nodes.search_moves import broken_programs
from smurfs_graph.programs.log import Log
from smurfs_graph.programs.names import RUN_PYTHON
from smurfs_graph.programs.printed import MOST_CHARS, Printed
from smurfs_graph.programs.running import Run
from smurfs_graph.programs.running import run_program as run_source
from smurfs_graph.programs.sandbox import Machine, ProgramEnded, SandboxLimits
from smurfs_graph.programs.telling import now_text, surroundings
from smurfs_graph.search.dfsdt import advance
from smurfs_graph.search.state import Call, Failed, Fault, Judged, SearchState, Stepped
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, Program, SubTaskState
from smurfs_graph.tools.output import cut

_NOT_CHECKED = "the program was not run, and nothing was called:\n"
_LOST = (
    "the process that ran this program has ended, and no store kept what it did: its calls may have been made; look "
    "before anything is changed again"
)
_NOBODY = "a person has to approve programs, and nobody can be asked: it was not run"
NOT_DURABLE = (
    "programs: this graph has no store, so that a program which is interrupted cannot go on in another process"
)


def run_program(calling: Calling) -> Node[SubTaskState]:
    """Run the program that is next among a reply's calls, or go on with it."""

    async def run_program(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        state = _with_call_made_alone(state)
        asked, *others = state.get("calls", [])
        program, settings = state.get("program"), calling.settings_of(runtime)
        if program is None:
            source = str(asked.arguments.get("code") or "")
            if complaints := await run_in_thread(complaints_about, source, state, calling.toolset):
                refused = _refused(state, runtime, asked, others, _NOT_CHECKED + "\n".join(complaints))
                _note(calling.askers, calling.settings_of, runtime, state, refused["search"])
                return refused
            program = Program(turn=asked.turn, id=asked.id, source=source, now=now_text())
            if _is_volatile(calling.responses, runtime):
                return {"program": program.model_copy(update={"begun_by": calling.graph})}  # and a checkpoint
        program = _with_approvals(program, state.get("together", []))
        if "programs" in settings.approve and not await is_approved_whole(state, runtime, program):
            return _unapproved(state, runtime, settings, program)
        return await _run(calling, runtime, state, program)

    return run_program


def after_run_program(
    state: SubTaskState,
) -> Literal["stop", "approve several", "in doubt", "call", "run a program", "more calls", "made"]:
    """Stop, have calls decided about, make one by itself, go on with the program or with the reply's other calls, or
    with the search.
    """
    if state.get("stop"):
        return "stop"
    if state.get("program") is not None:
        if any(draft.is_unapproved for draft in state.get("together", [])):
            return "approve several"
        if state["draft"].stage == "in doubt":
            return "in doubt"
        return "call" if state["draft"].is_ready else "run a program"
    calls = state.get("calls")
    return "made" if not calls else "run a program" if is_program(state, calls[0]) else "more calls"


async def _run(calling: Calling, runtime: Runtime[Settings], state: SubTaskState, program: Program) -> dict[str, Any]:
    """Run a program from its beginning as far as it goes; what its log has is not done again."""
    settings = calling.settings_of(runtime)
    where: dict[str, Any] = {"sub_task": state["sub_task"].id, "depth": state["search"].depth}
    emit(runtime, ProgramBegan(**where, step=step_of(state), code=program.source))
    calls = ProgramCalls(calling, runtime, {**state, "draft": Draft()}, program, stubs_of(state, calling.toolset))
    pages = await calls.pages()
    if len(pages) < program.pages or program.begun_by not in ("", calling.graph):
        return _concluded(calling, runtime, state, program, calls, Run(ProgramEnded(error=_LOST)), Printed())
    seed = f"{state.get('run_id', '')} {state['sub_task'].id} {program.turn} {program.id}"
    limits = SandboxLimits(
        calls=settings.max_program_calls, chars=min(MOST_CHARS, calling.askers.response_chars(settings))
    )
    variables = state.get("variables", {})
    machine = Machine(program.source, calls.stubs, surroundings(program.now, seed), limits, variables)
    log = Log(pages)
    run = await run_source(machine, calls, log)
    if run.ended is None and run.halt is None:
        return _waiting(calling.live, state, calls, program.model_copy(update={"pages": log.written}), run)
    return _concluded(calling, runtime, state, program, calls, run, machine.printed)


def _with_call_made_alone(state: SubTaskState) -> SubTaskState:
    """Return the state after a call of the program that was made by itself, because its tool asks a person."""
    draft = state["draft"]
    if not draft.response:
        return state
    text = cut(draft.response, INNER_CHARS)
    answered = Judged(call=timed(state, draft.call), answer=text, status="pending", response=draft.reference)
    return {**state, "search": advance(state["search"], answered), "draft": Draft()}


def _unapproved(
    state: SubTaskState, runtime: Runtime[Settings], settings: Settings, program: Program
) -> dict[str, Any]:
    """Have a person asked about a program; leave it where they said no, or nobody can be asked."""
    asked, *others = state.get("calls", [])
    if is_refused(state, program):
        return {"calls": others, "program": None, "together": [], "draft": Draft()}
    if not can_be_asked(settings):
        return _refused(state, runtime, asked, others, _NOBODY, "ruling")
    return {"program": program, "together": [draft_of_program(program)], "draft": Draft()}


def _with_approvals(program: Program, decided: Sequence[Draft]) -> Program:
    """Return the program with what a person has approved since it was looked at last."""
    for draft in decided:
        if draft.call.tool == RUN_PYTHON:
            source = str(draft.call.arguments["code"])
            program = program.model_copy(update={"whole": draft, "source": source})
        else:
            program = program.model_copy(update={"approved": (*program.approved, draft)})
    return program


def _is_volatile(responses: FullResponses, runtime: Runtime[Settings]) -> bool:
    """Return whether the run can be resumed though no store would tell another process what a program has done."""
    info = runtime.execution_info
    resumable = info is not None and info.thread_id is not None
    return resumable and isinstance(responses.store(runtime), InMemoryStore)


def _refused(
    state: SubTaskState,
    runtime: Runtime[Settings],
    asked: Call,
    others: list[Call],
    reason: str,
    fault: Fault = "call",
) -> dict[str, Any]:
    refused = not_made_here(state, runtime, asked, reason, 0, fault)
    search = advance(state["search"], Stepped(results=(refused,)))
    return {"search": search, "calls": others, "program": None, "together": [], "draft": Draft()}


def _waiting(live: LiveRuns, state: SubTaskState, calls: ProgramCalls, program: Program, run: Run) -> dict[str, Any]:
    """Return the update of a program that a person has to say something about: its calls so far,
    and those in question.
    """
    update: dict[str, Any] = {"program": program, "together": [], "draft": Draft(), **_used(live, state, calls)}
    update["search"] = state["search"]
    events = [calls.events[number] for number in sorted(calls.events)]
    if events:
        update["search"] = advance(state["search"], Stepped(results=tuple(events)))
    if run.asking and not run.doubted:
        return update | {"draft": calls.draft_of(run.asking[0])}
    if run.doubted:
        return update | {"draft": calls.ready(run.doubted[0]).draft.model_copy(update={"stage": "in doubt"})}
    drafts = [calls.ready(asked).draft.model_copy(update={"stage": "unapproved"}) for asked in run.waiting]
    return update | {"together": drafts}


def _concluded(
    calling: Calling,
    runtime: Runtime[Settings],
    state: SubTaskState,
    program: Program,
    calls: ProgramCalls,
    run: Run,
    printed: Printed,
) -> dict[str, Any]:
    """Return the update of a program that has come to its end: its calls and what it printed are attempts of the
    search.
    """
    asked, *others = state.get("calls", [])
    as_run = {"arguments": {"code": program.source}, "decision": program.whole.call.decision}
    asked = asked.model_copy(update=as_run)  # as a person may have written it
    events = [calls.events[number] for number in sorted(calls.events)]
    known = [attempt.call for attempt in calls.earlier.values() if attempt.status == "pending"]
    told = tell(program.source, run, printed.text, calls, known, state["search"].changing)
    event = _event(state, asked, told)
    _announce(state, runtime, asked, told, len(events))
    search = advance(state["search"], Stepped(results=(*events, event)))
    if run.ended is not None and run.ended.error != _LOST:
        _note(calling.askers, calling.settings_of, runtime, state, search)
    warnings = _warnings(calling, runtime, calls, printed, known)
    update = _used(calling.live, state, calls) | {
        "warnings": warnings,
        "search": search,
        "calls": others,
        "program": None,
        "together": [],
        "variables": dict(run.ended.variables) if run.ended is not None else {},
    }
    stop = {"stop": run.halt.reason} if run.halt is not None else {}
    return update | {"draft": Draft()} | stop


def _note(
    askers: Askers, settings_of: RunSettings, runtime: Runtime[Settings], state: SubTaskState, search: SearchState
) -> None:
    """Learn of the model from the last program: several broken ones in a row, and "auto" has it write no more."""
    asker = askers.first("executor", settings_of(runtime, state["sub_task"]))
    asker.knowledge.note_program(broken=broken_programs(search) > 0)


def _warnings(
    calling: Calling, runtime: Runtime[Settings], calls: ProgramCalls, printed: Printed, known: list[Call]
) -> list[str]:
    """Return that not all of the output is shown, and that what was changed is kept by no store."""
    told, shown = list[str](), len(printed.text)
    if printed.chars > shown + 1:
        told.append(f"{RUN_PYTHON}: {printed.chars} characters were printed, prompts show {shown}")
    made = [*known, *(event.call for event in calls.events.values() if isinstance(event, Judged))]
    if _is_volatile(calling.responses, runtime) and any(calls.changes(call.tool) for call in made):
        told.append(NOT_DURABLE)
    return told


def _event(state: SubTaskState, asked: Call, told: Told) -> Judged | Failed:
    call = timed(state, asked)
    if told.failed:
        return Failed(call=call, reason=told.text, fault="call")
    return Judged(call=call, answer=told.text, status="pending")


def _announce(state: SubTaskState, runtime: Runtime[Settings], asked: Call, told: Told, place: int) -> None:
    """Tell whoever follows the run of the program itself, behind its calls."""
    where: dict[str, Any] = {
        "sub_task": state["sub_task"].id,
        "step": step_of(state) + place,
        "depth": state["search"].depth,
        "tool": asked.tool,
    }
    emit(runtime, ToolCalled(**where, arguments=dict(asked.arguments), decision=asked.decision))
    reason, printed = (told.text, "") if told.failed else ("", told.text)
    emit(
        runtime,
        ToolAnswered(**where, failed=told.failed, reason=reason, chars=len(told.text), seconds=0.0, printed=printed),
    )


def _used(live: LiveRuns, state: SubTaskState, calls: ProgramCalls) -> dict[str, Any]:
    elapsed = live.meter(state.get("run_id", "")).elapsed
    return {"usage": Usage.total([Usage(elapsed=elapsed), *(Usage(rows=(row,)) for row in calls.rows)])}
