"""The moves of a sub-task's search that ask nobody: what comes next, widening, rollback, and the outcome."""

import time
from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph.asking.resources import Resources, emit, timed
from smurfs_graph.constraints.handover import candidates_of
from smurfs_graph.events.vocabulary import RolledBack as RolledBackEvent
from smurfs_graph.events.vocabulary import SubTaskFinished
from smurfs_graph.events.vocabulary import Widened as WidenedEvent
from smurfs_graph.nodes.answer import DEFAULT_CHARS
from smurfs_graph.nodes.base import Node
from smurfs_graph.nodes.code_tools import RUN_PYTHON
from smurfs_graph.nodes.grounds import rests_on_dependencies
from smurfs_graph.nodes.native_conversation import is_unheard
from smurfs_graph.nodes.verifier import stepped
from smurfs_graph.planning.outcome import NOT_DONE, NOT_FOUND, NOTHING_CAME, Evidence, Outcome
from smurfs_graph.programs.sandbox import is_available
from smurfs_graph.search.decision_tree import DecisionTree
from smurfs_graph.search.dfsdt import advance, ending, next_move
from smurfs_graph.search.state import Attempt, Call, Judged, RolledBack, SearchState, Stopped, Widened
from smurfs_graph.settings import Settings
from smurfs_graph.state import WITH_TOOLS_BOUND, Draft, SubTaskState, TaskState
from smurfs_graph.tools.choice import resolve_name
from smurfs_graph.tools.output import cut
from smurfs_graph.tools.tool import Tool
from smurfs_graph.tree_state import evidence_of as evidence_of_tree

_NO_TOOLS = ("json_mode", "prompted")
"""Formats that are set for servers which take no tools."""
MOST_BROKEN = 3
"""Broken programs in a row after which a model's steps are native ones."""
FALLBACK_RESTARTS = 2
"""Restarts in a sub-task after which "auto" goes from fused to split, where no model has declared fused steps."""


_BY_SHAPE: dict[str, Literal["think", "act", "call tools", "write a program"]] = {
    "split": "think",
    "fused": "act",
    "native": "call tools",
    "code": "write a program",
}


Move = Literal[
    "think", "act", "call tools", "write a program", "more calls", "no candidate left", "dead end", "close",
    "no evidence",
]  # fmt: skip


def select(resources: Resources) -> Node[SubTaskState]:
    """Clear the last step's draft, but for why no tool fits at all, and settle the shape of the next one."""

    async def select(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        search, shape = state["search"], step_shape(resources, runtime, state)
        why = state["draft"].thought if next_move(search) == "close" and not search.attempts else ""
        return {"draft": Draft(thought=why), "shape": shape, "step_began": time.time()}

    return select


def after_select(state: SubTaskState) -> Move:
    """The search's next move; a closing answer is asked for only where there is evidence."""
    if (state.get("calls") or state.get("together")) and state["shape"] in WITH_TOOLS_BOUND:
        return "more calls"
    if is_unheard(state):
        return _BY_SHAPE[state["shape"]]
    match next_move(state["search"]):
        case "decide":
            return _BY_SHAPE[state["shape"]]
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
        draft = state["draft"]
        if draft.made and not draft.judged:
            search = advance(
                search, stepped(draft.made, draft.answer or cut(draft.response, DEFAULT_CHARS), "pending", "")
            )
        elif draft.response and not draft.judged:
            search = advance(search, unjudged(draft, timed(state, draft.call)))
        stopped = advance(search, Stopped(reason=stop.reason if stop else "error"))
        return {"draft": Draft(), "calls": [], "together": [], "program": None, "search": stopped}

    return halt


def finish(resources: Resources) -> Node[SubTaskState]:
    """The outcome, with its evidence."""

    async def finish(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        search = state["search"]
        status = ending(search)
        answer = search.answer or (search.attempts[-1].answer if status == "solved" else state["draft"].answer)
        if status == "solved" and search.attempts and not search.evidence and not rests_on_dependencies(state, answer):
            status, search = "partial", search.model_copy(update={"gap": NOTHING_CAME})
        outcome = Outcome(
            sub_task=state["sub_task"].id,
            status=status,
            answer="" if status == "failed" else answer,
            reason=why_unsolved(search, state["draft"].thought) if status != "solved" else "",
            candidates=await candidates_of(resources.store(runtime), state.get("run_id", ""), _last_responses(search))
            if status == "solved"
            else None,
            evidence=evidence_of(search.global_memory, resources.tools),
            warnings=(*state.get("warnings", []), *_withheld(search)),
        )
        if state.get("unplanned") or state.get("planned"):  # it has not been begun: others are solved instead
            resources.meter(state.get("run_id", "")).leave(outcome.sub_task)
            return {"outcome": outcome}
        return end_sub_task(resources, state, runtime, outcome)

    return finish


def _withheld(search: SearchState) -> list[str]:
    """Return a line for each tool that may change something and that a published rule withdrew before the end."""
    if not search.limits.published or ending(search) == "solved":
        return []
    popped = {tool for reasons in search.popped for tool in reasons}
    failed = {each.call.tool: each.reason for each in search.attempts if each.status == "failed"}
    return [
        f"{tool} failed ({failed[tool]}) and was not called again there, as the published rules have it"
        for tool in search.changing
        if tool in popped and tool in failed
    ]


def end_sub_task(
    resources: Resources, state: TaskState, runtime: Runtime[Settings], outcome: Outcome
) -> dict[str, Any]:
    """The update that ends a sub-task with its outcome; whoever follows the run hears of it."""
    said = SubTaskFinished(
        sub_task=outcome.sub_task, status=outcome.status, answer=outcome.answer, reason=outcome.reason
    )
    emit(runtime, said)
    resources.meter(state.get("run_id", "")).leave(outcome.sub_task)
    stop = state.get("stop")
    if stop is not None and stop.scope == "sub_task":  # its own budget ran out; the run goes on
        return {"outcome": outcome, "stop": None}
    return {"outcome": outcome}


def tried(state: Mapping[str, Any], tools: Mapping[str, Tool]) -> tuple[Evidence, ...]:
    """What a sub-task has tried so far, whichever way it is searched; its state may be JSON data."""
    if (tree := state.get("tree")) is not None:
        return evidence_of_tree(DecisionTree.model_validate(tree))
    return evidence_of(SearchState.model_validate(state["search"]).global_memory, tools)


def evidence_of(attempts: Iterable[Attempt], tools: Mapping[str, Tool]) -> tuple[Evidence, ...]:
    """Steps of a search as evidence; `tools`: those whose sources are known."""
    return tuple(
        Evidence(
            tool=attempt.call.tool,
            arguments=dict(attempt.call.arguments),
            ok=attempt.status in ("solved", "pending", "final"),
            called=attempt.status != "refused",
            text=attempt.answer or attempt.reason,
            response=attempt.response,
            rolled_back=attempt.rolled_back,
            source=tool.source if (tool := tools.get(attempt.call.tool)) else "",
            reply=attempt.call.turn,
            in_program=attempt.call.number >= 0,
        )
        for attempt in attempts
    )


MAX_WHY = 400
"""Characters of the executor's thought in the reason of a sub-task for which no tool fits."""


def unjudged(draft: Draft, call: Call) -> Judged:
    """A step that could not be judged: its answer, or the beginning of the response, and no hint."""
    return Judged(
        call=call,
        answer=draft.answer or cut(draft.response, DEFAULT_CHARS),
        status="pending",
        response=draft.reference,
    )


def _last_responses(search: SearchState) -> dict[str, list[str]]:
    """Of the last step's calls, by tool."""
    found: dict[str, list[str]] = {}
    for attempt in search.local_memory:
        if attempt.depth == search.depth - 1:
            found.setdefault(attempt.call.tool, []).append(attempt.response)
    return found


def why_unsolved(search: SearchState, thought: str = "") -> str:
    """What stopped a search that did not solve its sub-task, in words for the user; `thought`: the executor's last."""
    if search.concluded:
        said = search.gap.lower().startswith((NOT_FOUND, NOT_DONE))
        return (search.gap if said else f"{NOT_FOUND}{search.gap}") if search.gap else "not settled"
    if search.stopped:
        return f"stopped: {search.stopped.replace('_', ' ')}"
    if search.steps >= search.limits.max_steps:
        return f"reached the limit of {search.limits.max_steps} tool calls"
    if search.depth >= search.limits.max_depth:
        return f"reached the depth of {search.limits.max_depth} steps without a confirmed answer"
    failures = [f"{attempt.call.tool}: {attempt.reason}" for attempt in search.attempts if attempt.reason]
    if failures:
        return f"no tool is left to try ({'; '.join(failures[-3:])})"
    if search.attempts:
        return "no tool is left to try"
    return f"no tool fits: {cut(thought, MAX_WHY)}" if thought else "no tool fits"


def step_shape(
    resources: Resources, runtime: Runtime[Settings], state: SubTaskState
) -> Literal["split", "fused", "native", "code"]:
    """Five calls a step, two or one: as set, as the models declare, or as the executor's was seen to manage.

    What both models declare holds as a setting would; what was only seen holds until it goes wrong in a sub-task.
    """
    settings = resources.settings(runtime, state["sub_task"])
    if resources.published:  # the paper's five calls, and so its ablations can be compared
        return "split"
    refused = resources.asker("executor", settings).calls_tools is False or state["shape"] not in WITH_TOOLS_BOUND
    bound = settings.step_shape in WITH_TOOLS_BOUND
    if bound or (settings.step_shape == "auto" and may_be_native(resources, settings)):
        if not refused and state.get("restarts", 0) < FALLBACK_RESTARTS:
            return "code" if writes_programs(resources, settings, state) else "native"
    elif settings.step_shape != "auto":
        return settings.step_shape
    executor, answer = (resources.asker(role, settings) for role in ("executor", "answer"))
    declared = (executor.declares_fused_steps, answer.declares_fused_steps)
    if all(declared):
        return "fused"
    if False in declared or state.get("restarts", 0) >= FALLBACK_RESTARTS:
        return "split"
    return "fused" if executor.manages_fused_steps else "split"


def writes_programs(resources: Resources, settings: Settings, state: SubTaskState) -> bool:
    """Return whether a step is a program: as set, unless programs cannot run here or too many in a row were broken."""
    if settings.step_shape != "code" or not is_available() or resolve_name(RUN_PYTHON, list(resources.tools)):
        return False
    return broken_programs(state["search"]) < MOST_BROKEN


def broken_programs(search: SearchState) -> int:
    """Return how many programs in a row, up to the last one, were refused or ended by a fault of their own."""
    programs = [attempt for attempt in search.attempts if attempt.call.tool == RUN_PYTHON]
    return len(list(takewhile(lambda each: _is_broken(search, each), reversed(programs))))


def _is_broken(search: SearchState, program: Attempt) -> bool:
    """Return whether a program is to blame for its end: not where one of its calls failed, and said so, nor where a
    person refused it.
    """
    inner = [each for each in search.attempts if each.call.turn == program.call.turn and each.call.number >= 0]
    excused = any(each.reason and each.reason in program.reason for each in inner)
    failed = program.status == "failed" and program.fault == "call" and not excused
    return program.status == "refused" or failed


def may_be_native(resources: Resources, settings: Settings) -> bool:
    """Whether tools may be bound for the executor: its model calls tools, or nothing is known against it.

    Not under "auto" where an examination saw that another shape of a step does better.
    """
    asker = resources.asker("executor", settings)
    if resources.published or settings.step_shape not in ("auto", *WITH_TOOLS_BOUND):
        return False
    declared = asker.declares_fused_steps is not None or settings.structured_output in _NO_TOOLS
    if settings.step_shape == "auto" and (declared or asker.knowledge.best_shape in ("split", "fused")):
        return False
    return asker.calls_tools is not False
