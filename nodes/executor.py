"""Executor: the next tool call of a sub-task, in three calls (thought, tool, arguments) or in one (fused).

Smurfs section 3.4 and appendix C; what each call sees is in DESIGN 3.4. Safe defaults: no thought; the tool whose
document is nearest to the thought (a forced choice); a call whose arguments stay invalid is not made.
"""

import asyncio
from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph import views
from smurfs_graph.canonical import canonical_json
from smurfs_graph.events import Thought
from smurfs_graph.models.formats import arguments_schema, choice_schema
from smurfs_graph.nodes.base import Node
from smurfs_graph.people import can_be_asked
from smurfs_graph.replies import NONE_OF_THESE, ActionReply, ArgumentsReply, ThoughtReply, ToolReply
from smurfs_graph.resources import Resources, Turn, complain, emit, not_made, step_of, timed
from smurfs_graph.search import (
    NONE_FITS,
    Call,
    NoneFits,
    Refused,
    SearchState,
    advance,
    available,
    recorded,
    repeated_on_path,
)
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, SubTaskState
from smurfs_graph.tools.arguments import canonical_arguments, fingerprint
from smurfs_graph.tools.choice import nearest, resolve_name, shares_words, standing_out
from smurfs_graph.tools.tool import Tool

FINISH = Tool(
    name="finish",
    description="End the search: what the memory holds is enough for the sub-task.",
    parameters={"type": "object", "properties": {}},
    validate=dict,
    call=lambda arguments: asyncio.sleep(0),
    internal=True,
)
"""Joins the tools where no verifier says when a sub-task is solved (Smurfs, Table 5); it is never called."""
MAX_DOCUMENTS = 5
"""Documents that a fused call may see."""
MAX_NAMES = 20
"""Names of further tools that a model which compares documents may see beside them."""
FEWEST_DOCUMENTS = 2
DOCUMENT_CHARS = 2_000
"""Characters of documents in a fused call beyond which there are no more than the fewest."""


def executor_thought(resources: Resources) -> Node[SubTaskState]:
    """What is missing, and which kind of tool would find it."""

    async def executor_thought(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        search = state["search"]
        values = _shared(state) | {
            "tools": views.tool_list(_allowed(state, resources)),
            "memory": _memory(state, resources, runtime),
            "popped": views.popped(search.popped[search.depth]),
            "hint": search.hint,
        }
        turn = await resources.ask(state, runtime, "executor.thought", values, ThoughtReply)
        if turn.ends_here:
            return turn.update
        thought = turn.reply.thought if turn.reply else ""
        emit(runtime, Thought(sub_task=state["sub_task"].id, step=step_of(state), depth=search.depth, text=thought))
        return {**turn.update, "draft": Draft(thought=thought)}

    return executor_thought


def executor_tool(resources: Resources) -> Node[SubTaskState]:
    """The tool that carries out the thought, from τ_t only."""

    async def executor_tool(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        allowed = _allowed(state, resources)
        thought = state["draft"].thought
        values = {
            "tools": views.tool_list(allowed),
            "sub_task": views.sub_task(state["sub_task"]),
            "thought": thought,
        }
        shape = choice_schema(ToolReply, [*(tool.name for tool in allowed), NONE_OF_THESE])
        turn = await resources.ask(state, runtime, "executor.tool", values, ToolReply, shape=shape)
        named = turn.reply.tool if turn.reply else ""
        turn = _insist(turn, state, runtime, resources, "executor.tool", named)
        if turn.ends_here:
            return turn.update
        return _chosen(state, turn, _decided(named, allowed, state), thought, resources, resources.settings(runtime))

    return executor_tool


def executor_arguments(resources: Resources) -> Node[SubTaskState]:
    """The arguments of the call, valid for the tool's own schema."""

    async def executor_arguments(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        draft = state["draft"]
        tool = resources.tools[draft.tool]
        values = _shared(state, details=True) | {
            "document": tool.document,
            "memory": _memory(state, resources, runtime),
            "thought": draft.thought,
        }
        shape = arguments_schema(tool.name, tool.parameters)
        turn = await resources.ask(state, runtime, "executor.arguments", values, ArgumentsReply, shape=shape)
        arguments = dict(turn.reply.model_extra or {}) if turn.reply else {}
        return _with_arguments(state, runtime, resources, turn, draft, arguments, "executor.arguments")

    return executor_arguments


def executor_fused(resources: Resources) -> Node[SubTaskState]:
    """Thought, tool and arguments at once, from the documents of a few shortlisted tools.

    Where one tool stands out, it alone has its document there; if another one is named, its arguments are a call more.
    """

    async def executor_fused(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        search = state["search"]
        allowed = _allowed(state, resources)
        compares = resources.asker("executor", resources.settings(runtime)).compares_documents
        shortlist, others = _shortlist(state, allowed, compares)
        values = _shared(state, details=True) | {
            "documents": views.documents(shortlist),
            "other_tools": views.tool_names(others),
            "memory": _memory(state, resources, runtime),
            "popped": views.popped(search.popped[search.depth]),
            "hint": search.hint,
        }
        names = [tool.name for tool in (*shortlist, *others)]
        shape = choice_schema(ActionReply, [*names, NONE_OF_THESE])
        turn = await resources.ask(state, runtime, "executor.fused", values, ActionReply, shape=shape)
        named = turn.reply.tool if turn.reply else ""
        turn = _insist(turn, state, runtime, resources, "executor.fused", named)
        if turn.ends_here:
            return turn.update
        name = _decided(named, allowed, state)
        thought = turn.reply.thought if turn.reply else ""
        emit(runtime, Thought(sub_task=state["sub_task"].id, step=step_of(state), depth=search.depth, text=thought))
        if name == NONE_OF_THESE and others and not compares:
            return {**turn.update, "draft": Draft(thought=thought, not_alone=True)}
        if name == NONE_OF_THESE:
            return {**turn.update, "draft": Draft(thought=thought), "search": _without(search, shortlist, allowed)}
        if name not in {tool.name for tool in shortlist}:
            return _chosen(state, turn, name, thought, resources, resources.settings(runtime))
        arguments = dict(turn.reply.arguments) if turn.reply else {}
        draft = Draft(thought=thought, tool=name)
        made = _with_arguments(state, runtime, resources, turn, draft, arguments, "executor.fused")
        refused = "draft" in made and not made["draft"].ready
        return {**made, "draft": Draft(thought=thought)} if refused else made

    return executor_fused


def _shortlist(state: SubTaskState, allowed: list[Tool], compares: bool) -> tuple[list[Tool], list[Tool]]:
    """The tools whose documents a fused call sees, and those of which it sees the names: there is always a choice.

    At a sub-task's first call the one that stands out has its document there, if one does; else, and where that one
    was not wanted or the model compares documents, the nearest ones have.
    """
    search, text = state["search"], state["sub_task"].content
    first = not (compares or search.attempts or search.popped[0] or state["draft"].not_alone)
    if first and (best := standing_out(text, allowed)):
        return [best], nearest(text, [tool for tool in allowed if tool is not best], MAX_DOCUMENTS - 1)
    wanted = f"{text} {search.hint}"
    shown = _with_helper(_short(nearest(wanted, allowed, MAX_DOCUMENTS), len(allowed)), allowed, wanted)
    if not compares:
        return shown, []
    others = [tool for tool in nearest(wanted, allowed, MAX_DOCUMENTS + MAX_NAMES) if tool not in shown]
    return shown, others[:MAX_NAMES]


def _with_helper(shown: list[Tool], allowed: list[Tool], text: str) -> list[Tool]:
    """The documents shown, the last of them given up for one that may find what the first tool needs.

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


def _without(search: SearchState, shown: list[Tool], allowed: list[Tool]) -> SearchState:
    """The search after "none of these": the others are shown once more at a depth, then none is left there."""
    more = len(shown) < len(allowed) and NONE_FITS not in search.popped[search.depth].values()
    return advance(search, NoneFits(shown=tuple(tool.name for tool in shown if tool is not FINISH) if more else ()))


def _short(ranked: list[Tool], choice: int) -> list[Tool]:
    """As many of the nearest tools as fit; where these are all that there are to choose from, none is left out."""
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


def after_thought(state: SubTaskState) -> Literal["restart", "stop", "choose a tool"]:
    """Ask again, stop, or go on to the choice."""
    return _mended(state) or "choose a tool"


def after_tool_or_finish(
    state: SubTaskState,
) -> Literal["restart", "stop", "none of these", "write arguments", "approve", "call", "finish"]:
    """The same without a verifier: the executor may end the search."""
    return "finish" if state["draft"].tool == FINISH.name else after_tool(state)


def after_tool(
    state: SubTaskState,
) -> Literal["restart", "stop", "none of these", "write arguments", "approve", "call"]:
    """Ask again, stop, let the search go elsewhere, write the arguments, or call a tool that takes none."""
    if mended := _mended(state):
        return mended
    draft = state["draft"]
    if not draft.tool:
        return "none of these"
    return _approved(draft) if draft.ready else "write arguments"


def after_arguments(state: SubTaskState) -> Literal["restart", "stop", "refused", "approve", "call"]:
    """Ask again, stop, give the tool up, have the call approved, or make it."""
    return _mended(state) or (_approved(state["draft"]) if state["draft"].ready else "refused")


def after_fused(
    state: SubTaskState,
) -> Literal["restart", "stop", "see more documents", "nothing to call", "write arguments", "approve", "call"]:
    """Ask again, stop, show more documents than one, go elsewhere (no tool fits, or no valid arguments), show the
    document of the tool that was named without it, have the call approved, or make it.
    """
    if mended := _mended(state):
        return mended
    draft = state["draft"]
    if draft.ready:
        return _approved(draft)
    if draft.not_alone:
        return "see more documents"
    return "write arguments" if draft.tool else "nothing to call"


def _approved(draft: Draft) -> Literal["approve", "call"]:
    return "approve" if draft.unapproved else "call"


def _mended(state: SubTaskState) -> Literal["restart", "stop"] | None:
    if state.get("stop"):
        return "stop"
    return "restart" if state.get("restart") else None


def _shared(state: SubTaskState, *, details: bool = False) -> dict[str, str]:
    return {
        "sub_task": views.sub_task(state["sub_task"], details=details),
        "dependencies": views.known(state.get("dependencies", ())),
    }


def _allowed(state: SubTaskState, resources: Resources) -> list[Tool]:
    """τ_t; without a verifier, the tool that ends the search joins it as soon as there is something to end with."""
    allowed = [resources.tools[name] for name in available(state["search"])]
    ends = "verifier" in resources.without and state["search"].local_memory
    return [*allowed, FINISH] if ends else allowed


def _memory(state: SubTaskState, resources: Resources, runtime: Runtime[Settings]) -> str:
    """M; without the answer agent its entries are full responses (Smurfs, Table 5)."""
    full = "answer" in resources.without
    limit = resources.settings(runtime).max_response_chars if full else views.MEMORY_CHARS
    return views.local_memory(state["search"].local_memory, limit)


def _insist(
    turn: Turn[Any],
    state: SubTaskState,
    runtime: Runtime[Settings],
    resources: Resources,
    call: str,
    named: str,
) -> Turn[Any]:
    """A name that is not in the list is a restart, which names the list; after the last one a choice is forced."""
    names = [tool.name for tool in _allowed(state, resources)]
    if turn.reply is None or resolve_name(named, names) is not None:
        return turn
    complaint = f"tool: {named!r:.80} is not in the list; choose one of {names[:30]} or {NONE_OF_THESE!r}"
    return complain(state, runtime, call, complaint, turn, resources.settings(runtime).max_restarts)


def _decided(named: str, allowed: list[Tool], state: SubTaskState) -> str:
    """The chosen tool's name or "none of these"; where the restarts are used up, the nearest tool."""
    found = resolve_name(named, [tool.name for tool in allowed])
    if found is not None:
        return found
    return nearest(f"{state['draft'].thought} {state['sub_task'].content}", allowed, 1)[0].name


def _chosen(
    state: SubTaskState, turn: Turn[Any], name: str, thought: str, resources: Resources, settings: Settings
) -> dict[str, Any]:
    """The draft with the chosen tool, ready to be called where it takes no arguments; or the search, told of none."""
    if name == NONE_OF_THESE:
        return {
            **turn.update,
            "draft": Draft(thought=thought),
            "search": advance(state["search"], NoneFits()),
        }
    draft = Draft(thought=thought, tool=name)
    if name == FINISH.name:
        return {**turn.update, "draft": draft}
    ready = ready_draft(state, draft, {}, resources, settings) if resources.tools[name].takes_nothing else draft
    return {**turn.update, "draft": ready}


def ready_draft(
    state: SubTaskState, draft: Draft, arguments: dict[str, Any], resources: Resources, settings: Settings
) -> Draft:
    """The draft with valid arguments; a person is asked only about calls that will really be made.

    Raises ValueError where the arguments are not valid.
    """
    tool = resources.tools[draft.tool]
    canonical = canonical_arguments(tool, arguments)
    whole = draft.model_copy(
        update={"arguments": arguments, "ready": True, "fingerprint": fingerprint(tool, canonical)}
    )
    search, call = state["search"], whole.call
    if repeated_on_path(search, call) or recorded(search, call) is not None:
        return whole
    ruling = resources.rules.policy(settings).decide(tool, canonical).decision
    asks = ("tools" in settings.approve and ruling != "deny") or (ruling == "ask" and can_be_asked(settings))
    return whole.model_copy(update={"unapproved": asks})


def _with_arguments(
    state: SubTaskState,
    runtime: Runtime[Settings],
    resources: Resources,
    turn: Turn[Any],
    draft: Draft,
    arguments: dict[str, Any],
    call: str,
) -> dict[str, Any]:
    """Check a model's arguments: valid ones make the draft ready, others are a restart and then a refusal."""
    if turn.ends_here:
        return turn.update
    complaint = "no arguments could be read"
    if turn.reply is not None:
        settings = resources.settings(runtime)
        try:
            return {**turn.update, "draft": ready_draft(state, draft, arguments, resources, settings)}
        except ValueError as error:
            complaint = str(error)
            said = f"arguments of {draft.tool!r}: {complaint}"
            turn = complain(state, runtime, call, said, turn, settings.max_restarts)
    if turn.ends_here:
        return turn.update
    refused = Refused(
        call=timed(state, Call(tool=draft.tool, arguments=arguments, thought=draft.thought)),
        reason=f"no valid arguments: {complaint}",
    )
    emit(runtime, not_made(state, refused.call, refused.reason))
    return {**turn.update, "draft": draft, "search": advance(state["search"], refused)}
