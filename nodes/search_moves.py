"""The moves of a sub-task's search that ask nobody: what comes next, widening, and rollback."""

import time
from itertools import takewhile
from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph.asking.askers import Askers
from smurfs_graph.asking.emitting import emit, timed
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.run_settings import RunSettings
from smurfs_graph.asking.strategy_rules import StrategyRules
from smurfs_graph.events.vocabulary import StepRolledBack, ToolsWidened
from smurfs_graph.models.refs import OFFLINE
from smurfs_graph.models.registry import MOST_BROKEN
from smurfs_graph.nodes.answer import DEFAULT_CHARS
from smurfs_graph.nodes.base import Node
from smurfs_graph.nodes.native_conversation import is_unheard
from smurfs_graph.nodes.verifier import stepped
from smurfs_graph.programs.names import RUN_PYTHON
from smurfs_graph.programs.sandbox import is_available
from smurfs_graph.search.dfsdt import advance, next_move
from smurfs_graph.search.state import Attempt, Call, Judged, RolledBack, SearchState, Stopped, Widened
from smurfs_graph.settings import Settings
from smurfs_graph.state import WITH_TOOLS_BOUND, Draft, SubTaskState
from smurfs_graph.tools.choice import resolve_name
from smurfs_graph.tools.output import cut

_NO_TOOLS = ("json_mode", "prompted")
"""Formats that are set for servers which take no tools."""
FALLBACK_RESTARTS = 2
"""Restarts in a sub-task after which "auto" goes from fused to split, where no model has declared fused steps."""


_BY_SHAPE: dict[str, Literal["fill in", "think", "act", "call tools", "write a program"]] = {
    "guided": "fill in",
    "split": "think",
    "fused": "act",
    "native": "call tools",
    "code": "write a program",
}


Move = Literal[
    "fill in", "think", "act", "call tools", "write a program", "more calls", "no candidate left", "dead end", "close",
    "put together", "no evidence",
]  # fmt: skip


def select(toolset: GraphTools, askers: Askers, settings_of: RunSettings, rules: StrategyRules) -> Node[SubTaskState]:
    """Clear the last step's draft, but for why no tool fits at all, and settle the shape of the next one."""

    async def select(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        return begin_step(toolset, askers, settings_of, rules, runtime, state)

    return select


def begin_step(
    toolset: GraphTools,
    askers: Askers,
    settings_of: RunSettings,
    rules: StrategyRules,
    runtime: Runtime[Settings],
    state: SubTaskState,
) -> dict[str, Any]:
    """Return the update that begins the next step of a search."""
    search = state["search"]
    shape = step_shape(toolset, askers, settings_of, rules, runtime, state)
    why = state["draft"].call.thought if next_move(search) == "close" and not search.attempts else ""
    return {"draft": Draft(call=Call(thought=why)), "shape": shape, "step_began": time.time()}


def after_select(state: SubTaskState) -> Move:
    """Return the search's next move; a closing answer is asked for only where there is evidence."""
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
            closing = "put together" if state["shape"] == "guided" else "close"
            return closing if state["search"].evidence else "no evidence"


async def widen(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
    """Allow all permitted tools, once."""
    search = advance(state["search"], Widened())
    emit(runtime, ToolsWidened(sub_task=state["sub_task"].id, tools=len(search.tools)))
    return {"search": search}


async def roll_back(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
    """Undo the last step: its tool is popped at its depth, the hint it was made under is back."""
    undone = state["search"].local_memory[-1]
    search = advance(state["search"], RolledBack())
    said = StepRolledBack(
        sub_task=state["sub_task"].id,
        step=state["search"].path[-1],
        depth=search.depth,
        tool=undone.call.tool,
        hint=search.hint,
    )
    emit(runtime, said)
    return {"search": search}


async def halt(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
    """Tell the search that a budget is out, or that a model cannot be asked: it closes with what it has.

    A response that came in but was not answered or judged any more is evidence too: the step counts as pending.
    """
    stop, search = state.get("stop"), state["search"]
    draft = state["draft"]
    if draft.made and draft.stage != "judged":
        search = advance(search, stepped(draft.made, draft.answer or cut(draft.response, DEFAULT_CHARS), "pending", ""))
    elif draft.response and draft.stage != "judged":
        search = advance(search, unjudged(draft, timed(state, draft.call)))
    stopped = advance(search, Stopped(reason=stop.reason if stop else "error"))
    return {"draft": Draft(), "calls": [], "together": [], "program": None, "search": stopped}


def unjudged(draft: Draft, call: Call) -> Judged:
    """Return a step that could not be judged: its answer, or the beginning of the response, and no hint."""
    return Judged(
        call=call,
        answer=draft.answer or cut(draft.response, DEFAULT_CHARS),
        status="pending",
        response=draft.reference,
    )


def step_shape(
    toolset: GraphTools,
    askers: Askers,
    settings_of: RunSettings,
    rules: StrategyRules,
    runtime: Runtime[Settings],
    state: SubTaskState,
) -> Literal["guided", "split", "fused", "native", "code"]:
    """Return the shape of a step: as set, as the models declare, or as the executor's was seen to manage.

    What both models declare holds as a setting would; what was only seen holds until it goes wrong in a sub-task.
    """
    settings = settings_of(runtime, state["sub_task"])
    if not rules.adapts_steps:  # the paper's five calls, and so its ablations can be compared
        return "split"
    refused = askers.first("executor", settings).calls_tools is False or state["shape"] not in WITH_TOOLS_BOUND
    bound = settings.step_shape in WITH_TOOLS_BOUND
    if bound or (settings.step_shape == "auto" and may_be_native(askers, rules, settings)):
        if not refused and state.get("restarts", 0) < FALLBACK_RESTARTS:
            return "code" if writes_programs(toolset, askers, settings, state) else "native"
    elif settings.step_shape not in ("auto", "guided"):
        return settings.step_shape
    if is_guided(askers, rules, settings):
        return "guided"
    if settings.step_shape == "guided":
        return "split"
    executor, answer = (askers.first(role, settings) for role in ("executor", "answer"))
    declared = (executor.declares_fused_steps, answer.declares_fused_steps)
    if all(declared):
        return "fused"
    if False in declared or state.get("restarts", 0) >= FALLBACK_RESTARTS:
        return "split"
    return "fused" if executor.manages_fused_steps else "split"


def is_guided(askers: Askers, rules: StrategyRules, settings: Settings) -> bool:
    """Return whether steps are guided: as set; under "auto" where an examination saw that to do best, or where a server
    does not show tools to its model and none was made. Not with the stand-in, rules itself, which knows none of the
    prompts.
    """
    if settings.model_of("executor") == OFFLINE or not rules.adapts_steps:
        return False
    asker = askers.first("executor", settings)
    if settings.step_shape != "auto" or asker.declares_fused_steps is not None:
        return settings.step_shape == "guided"
    return asker.is_best_guided


def writes_programs(toolset: GraphTools, askers: Askers, settings: Settings, state: SubTaskState) -> bool:
    """Return whether a step is a program: as set, declared or seen to do best, unless programs cannot run here or too
    many in a row were broken: of this search, and under "auto" of the model.
    """
    seen_to = settings.step_shape == "auto" and askers.first("executor", settings).writes_programs
    wanted = settings.step_shape == "code" or seen_to
    if not wanted or not is_available() or resolve_name(RUN_PYTHON, list(toolset.tools)):
        return False
    if "turns" in state and RUN_PYTHON not in state["offer"].ours:  # begun without: what is bound stays the same
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


def may_be_native(askers: Askers, rules: StrategyRules, settings: Settings) -> bool:
    """Return whether tools may be bound for the executor: its model calls tools, or nothing is known against it.

    Not under "auto" where an examination saw that another shape of a step does better.
    """
    asker = askers.first("executor", settings)
    if not rules.adapts_steps or settings.step_shape not in ("auto", *WITH_TOOLS_BOUND):
        return False
    declared = asker.declares_fused_steps is not None or settings.structured_output in _NO_TOOLS
    if settings.step_shape == "auto" and (declared or asker.is_best_without_tools):
        return False
    return asker.calls_tools is not False
