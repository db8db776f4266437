"""Executor: the next tool call of a sub-task, in three calls (thought, tool, arguments) or in one (fused).

Smurfs section 3.4 and appendix C; docs/reference/prompts.md has what each call sees. Safe defaults: no thought; no tool
fits (as published: the tool whose document is nearest to the thought); a call whose arguments stay invalid is not made.
A fused reply may name several independent calls, or none where what is known settles the sub-task; arguments may be
those of several calls of the chosen tool, but for the published rules.
"""

from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph.asking.askers import Askers
from smurfs_graph.asking.asking import Asking
from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.emitting import emit, step_of
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.question import ask_model
from smurfs_graph.asking.strategy_rules import StrategyRules
from smurfs_graph.asking.turns import Turn, complain
from smurfs_graph.canonical import canonical_json
from smurfs_graph.events.vocabulary import Thought
from smurfs_graph.models.call_schemas import Nameable, calls_schema
from smurfs_graph.models.schemas import arguments_schema, choice_schema, takes_more
from smurfs_graph.models.window import chars_of
from smurfs_graph.nodes.base import Node, held_up
from smurfs_graph.nodes.drafts import FINISH, SETTLED, is_valid, none_fits, with_calls, with_tool
from smurfs_graph.prompting import views
from smurfs_graph.prompting.replies import ArgumentsReply, SeveralArgumentsReply, StepReply, ThoughtReply, ToolReply
from smurfs_graph.search.dfsdt import available
from smurfs_graph.search.state import Call
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, SubTaskState
from smurfs_graph.tools.choice import NONE_OF_THESE, nearest, resolve_name, shares_words
from smurfs_graph.tools.tool import Tool

MAX_DOCUMENTS = 5
"""Documents that a fused call may see where not all are shown."""
MAX_NAMES = 40
"""Other tools of which it may see the names."""
FEWEST_DOCUMENTS = 2
ALL_DOCUMENTS = 0.1
"""Of the window: what all tools' documents may take up for all of them to be shown."""
DOCUMENT_CHARS = 2_000
"""Characters of documents in a fused call beyond which there are no more than the fewest."""


def executor_thought(asking: Asking, calling: Calling, rules: StrategyRules) -> Node[SubTaskState]:
    """Make the node that asks what is missing, and which kind of tool would find it."""

    async def executor_thought(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        search = state["search"]
        values = _shared(state) | {
            "tools": views.tool_list(allowed := _allowed(state, calling.toolset, rules)),
            "memory": views.local_memory(search.local_memory),
            "tried": views.tried_here(search),
            "hint": search.hint,
        }
        turn = await ask_model(asking, state, runtime, "executor.thought", values, ThoughtReply)
        if turn.ends_here:
            return turn.update
        thought = turn.reply.thought if turn.reply else ""
        emit(runtime, Thought(sub_task=state["sub_task"].id, step=step_of(state), depth=search.depth, text=thought))
        if turn.reply is not None and len(allowed) == 1 and not rules.chooses_among_one:
            return with_tool(state, runtime, turn, allowed[0].name, thought, calling)  # there is nothing to choose
        return {**turn.update, "draft": Draft(call=Call(thought=thought))}

    return executor_thought


def executor_tool(asking: Asking, calling: Calling, rules: StrategyRules) -> Node[SubTaskState]:
    """Make the node that chooses the tool which carries out the thought, from τ_t only."""

    async def executor_tool(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        allowed = _allowed(state, calling.toolset, rules)
        thought = state["draft"].call.thought
        values = {
            "tools": views.tool_list(allowed),
            "sub_task": views.sub_task(state["sub_task"]),
            "thought": thought,
        }
        shape = choice_schema(ToolReply, (*(tool.name for tool in allowed), NONE_OF_THESE))
        turn = await ask_model(asking, state, runtime, "executor.tool", values, ToolReply, shape=shape)
        named = turn.reply.tool if turn.reply else ""
        turn = _insist(turn, state, runtime, allowed, named, asking.settings_of(runtime).max_restarts)
        if turn.ends_here:
            return turn.update
        return with_tool(state, runtime, turn, _decided(named, allowed, state, rules), thought, calling)

    return executor_tool


def executor_arguments(asking: Asking, calling: Calling, rules: StrategyRules) -> Node[SubTaskState]:
    """Make the node that writes the arguments of the call, or of several, valid for the tool's own schema.

    A reply that says "none of these" instead, now that it has seen the tool's document, says why no tool fits.
    """

    async def executor_arguments(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        draft = state["draft"]
        tool = calling.toolset.tools[draft.call.tool]
        values = _shared(state, details=True) | {
            "document": tool.document,
            "memory": views.local_memory(state["search"].local_memory),
            "tried": "" if rules.one_call_of_a_tool else views.tried_here(state["search"]),
            "thought": draft.call.thought,
        }
        asker = asking.askers.first("executor", asking.settings_of(runtime, state["sub_task"]))
        joined = (tool.repeatable or tool.undeclared) and takes_more(tool.parameters)
        # a model that has not shown that it can goes on with calls that nobody asked for
        several = joined and not rules.one_call_of_a_tool and asker.several_calls is True
        values["several"] = '{..., "more": [{...}]}' if several else ""
        shape = arguments_schema(tool.name, tool.parameters, several=several)
        schema = SeveralArgumentsReply if several else ArgumentsReply
        turn = await ask_model(asking, state, runtime, "executor.arguments", values, schema, shape=shape)
        first = dict(turn.reply.model_extra or {}) if turn.reply else {}
        more = turn.reply.more if isinstance(turn.reply, SeveralArgumentsReply) else []
        if why := first.get(NONE_OF_THESE):
            return {**turn.update, **none_fits(state, runtime, str(why))}
        sets = [each for each in (first, *more) if each] or [first]
        called = [draft.call.model_copy(update={"arguments": each}) for each in sets]
        return with_calls(state, runtime, calling, turn, "executor.arguments", called)

    return executor_arguments


def executor_fused(asking: Asking, calling: Calling, rules: StrategyRules) -> Node[SubTaskState]:
    """Make the node that asks for thought and calls at once, from the documents of a few
    shortlisted tools, or of all.
    """

    async def executor_fused(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        search, settings = state["search"], asking.settings_of(runtime, state["sub_task"])
        allowed = _allowed(state, calling.toolset, rules)
        shown, others = _shortlist(state, allowed, asking.askers, settings)
        view = state["view"]
        values = _shared(state, details=True) | {
            "documents": views.documents(shown),
            "other_tools": views.tool_list(others) if view.rich else views.tool_names(others),
            "query": state.get("query", "") if view.rich else "",
            "dependants": views.lines(view.dependants),
            "memory": views.local_memory(search.local_memory),
            "tried": views.tried_here(search),
            "hint": search.hint,
        }
        shape = calls_schema(
            StepReply,
            [nameable(tool) for tool in shown],
            unseen=[tool.name for tool in others],
            instead=[NONE_OF_THESE],
        )
        turn = await ask_model(asking, state, runtime, "executor.fused", values, StepReply, shape=shape)
        reply = turn.reply
        if reply is not None and (wrong := _not_to_be_taken(state, reply, allowed)):
            turn = complain(state, runtime, "executor.fused", wrong, turn, settings.max_restarts)
            reply = None
        if turn.ends_here:
            return turn.update
        thought = reply.thought if reply else ""
        emit(runtime, Thought(sub_task=state["sub_task"].id, step=step_of(state), depth=search.depth, text=thought))
        if reply is not None and not reply.calls:
            return {**turn.update, "draft": Draft(call=Call(thought=thought), stage="concludes")}
        names = [resolve_name(call.tool, [tool.name for tool in allowed]) for call in reply.calls] if reply else []
        called = [
            Call(tool=name, arguments=call.arguments, thought=thought)
            for name, call in zip(names, reply.calls if reply else [], strict=True)
            if name is not None and name != NONE_OF_THESE
        ]
        if not called:
            return {**turn.update, **none_fits(state, runtime, thought, [*shown, *others])}
        only = called[0] if len(called) == 1 else None
        unseen = only is not None and only.tool not in {tool.name for tool in shown}
        if only is not None and unseen and not is_valid(calling.toolset.tools[only.tool], only.arguments):
            return with_tool(state, runtime, turn, only.tool, thought, calling)  # its document is shown first
        made = with_calls(state, runtime, calling, turn, "executor.fused", called)
        if only is None and len(made.get("calls", ())) == len(called):  # none was wrong, and no two were the same
            asking.askers.first("executor", settings).knowledge.note_calls(len(called), late=False)
        return made

    return executor_fused


def _not_to_be_taken(state: SubTaskState, reply: StepReply, allowed: list[Tool]) -> str:
    """Say what is wrong with the calls of a reply, before their arguments are checked; empty where nothing is."""
    if not reply.calls and not (state.get("dependencies") or state["search"].evidence):
        return "calls: nothing is known yet, so that a call is needed; name a tool"
    names = [tool.name for tool in allowed]
    for call in reply.calls:
        if resolve_name(call.tool, names) is None:
            return f"tool: {call.tool!r:.80} is not in the list; choose one of {names[:30]} or {NONE_OF_THESE!r}"
    return ""


def _shortlist(
    state: SubTaskState, allowed: list[Tool], askers: Askers, settings: Settings
) -> tuple[list[Tool], list[Tool]]:
    """Return the tools whose documents a fused call sees, and those of which it sees the names."""
    wanted = f"{state['sub_task'].content} {state['search'].hint}"
    window = askers.window(settings, "executor")
    if state["view"].rich and sum(len(tool.document) for tool in allowed) <= chars_of(window, ALL_DOCUMENTS):
        return allowed, []
    shown = _with_helper(_short(nearest(wanted, allowed, MAX_DOCUMENTS), len(allowed)), allowed, wanted)
    others = [tool for tool in allowed if tool not in shown]
    return shown, nearest(wanted, others, MAX_NAMES)


def _with_helper(shown: list[Tool], allowed: list[Tool], text: str) -> list[Tool]:
    """Return the documents shown, the last of them given up for one that may find what the first tool needs.

    Only a last one that no word of the text speaks for, and only for parameters that no word of it names.
    """
    first, others = shown[0], [tool for tool in allowed if tool not in shown[:-1]]
    properties: dict[str, Any] = first.parameters.get("properties") or {}
    required: list[str] = first.parameters.get("required") or []
    needed = {name: properties.get(name) for name in required}
    unnamed = {name: said for name, said in needed.items() if not shares_words(text, name)}
    if len(shown) <= FEWEST_DOCUMENTS or not unnamed or shares_words(text, shown[-1].document):
        return shown
    return [*shown[:-1], *nearest(canonical_json(unnamed), others, 1)]


def _short(ranked: list[Tool], choice: int) -> list[Tool]:
    """Return as many of the nearest tools as fit; all of them where there are no others to choose from."""
    if len(ranked) == choice:
        return ranked
    kept = ranked[:FEWEST_DOCUMENTS]
    left = DOCUMENT_CHARS - sum(len(tool.document) for tool in kept)
    for tool in ranked[FEWEST_DOCUMENTS:]:
        left -= len(tool.document)
        if left < 0:
            break
        kept.append(tool)
    return kept


def after_thought(
    state: SubTaskState,
) -> Literal["restart", "stop", "choose a tool", "write arguments", "approve", "call"]:
    """Ask again, stop, or go on to the choice; where there is none, to the arguments or the call."""
    if (way := held_up(state)) or not state["draft"].call.tool:
        return way or "choose a tool"
    return _approved(state["draft"]) if state["draft"].is_ready else "write arguments"


def after_tool_or_finish(
    state: SubTaskState,
) -> Literal["restart", "stop", "none of these", "nothing to find", "write arguments", "approve", "call", "finish"]:
    """Route as after the tool, without a verifier: the executor may end the search."""
    return "finish" if state["draft"].call.tool == FINISH.name else after_tool(state)


def after_tool(
    state: SubTaskState,
) -> Literal["restart", "stop", "none of these", "nothing to find", "write arguments", "approve", "call"]:
    """Ask again, stop, let the search go elsewhere, answer from what is known, write the arguments, or call a tool that
    takes none.
    """
    if way := held_up(state):
        return way
    draft = state["draft"]
    if draft.stage == "concludes":
        return "nothing to find"
    if not draft.call.tool:
        return "none of these"
    return _approved(draft) if draft.is_ready else "write arguments"


def after_arguments(
    state: SubTaskState,
) -> Literal["restart", "stop", "several calls", "refused", "approve", "call"]:
    """Ask again, stop, make several calls, give the tool up, have the call approved, or make it."""
    if way := held_up(state):
        return way
    if state.get("calls"):
        return "several calls"
    return _approved(state["draft"]) if state["draft"].is_ready else "refused"


def after_fused(
    state: SubTaskState,
) -> Literal[
    "restart", "stop", "nothing to call", "nothing to find", "several calls", "write arguments", "approve", "call"
]:
    """Ask again, stop, go elsewhere (no tool fits, or no valid arguments), answer from what is known, make several
    calls, show the document of a tool that was named without it, have the call approved, or make it.
    """
    if way := held_up(state):
        return way
    draft = state["draft"]
    if draft.stage == "concludes":
        return "nothing to find"
    if state.get("calls"):
        return "several calls"
    if draft.is_ready:
        return _approved(draft)
    return "write arguments" if draft.call.tool else "nothing to call"


def _approved(draft: Draft) -> Literal["approve", "call"]:
    return "approve" if draft.is_unapproved else "call"


def _shared(state: SubTaskState, *, details: bool = False) -> dict[str, str]:
    return {
        "sub_task": views.sub_task(state["sub_task"], details=details),
        "dependencies": views.known(state.get("dependencies", ())),
    }


def _allowed(state: SubTaskState, toolset: GraphTools, rules: StrategyRules) -> list[Tool]:
    """Return τ_t, and a tool that calls nothing as soon as there is something to end with.

    Smurfs' authors have their code check a sub-task's need of tools at its beginning, which is the first choice here.
    """
    search = state["search"]
    allowed = [toolset.tools[name] for name in available(search)]
    known = bool(state.get("dependencies"))
    if rules.executor_finishes:
        return [*allowed, FINISH] if known or search.local_memory else allowed
    first = not search.attempts and not search.stale  # doubted once, it is not asked about again
    settles = known and first
    if not rules.checks_need_of_tools_once:
        settles = state["shape"] == "split" and (known or bool(search.path))
    return [*allowed, SETTLED] if settles else allowed


def _insist(
    turn: Turn[Any],
    state: SubTaskState,
    runtime: Runtime[Settings],
    allowed: list[Tool],
    named: str,
    limit: int,
) -> Turn[Any]:
    """Restart for a name that is not in the list, with the list."""
    names = [tool.name for tool in allowed]
    if turn.reply is None or resolve_name(named, names) is not None:
        return turn
    complaint = f"tool: {named!r:.80} is not in the list; choose one of {names[:30]} or {NONE_OF_THESE!r}"
    return complain(state, runtime, "executor.tool", complaint, turn, limit)


def _decided(named: str, allowed: list[Tool], state: SubTaskState, rules: StrategyRules) -> str:
    """Return the chosen tool's name or "none of these".

    That, too, where the restarts are used up: no tool is called that no reply chose, unless the rules take the nearest.
    """
    found = resolve_name(named, [tool.name for tool in allowed])
    if found is not None or not rules.takes_nearest_tool:
        return found or NONE_OF_THESE
    return nearest(f"{state['draft'].call.thought} {state['sub_task'].content}", allowed, 1)[0].name


def nameable(tool: Tool) -> Nameable:
    """Return the part of a tool that the schema of a call is made from."""
    return Nameable(tool.name, tool.document)
