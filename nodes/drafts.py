"""The draft of a call: what a model's choice of tools and their arguments become, once they are checked.

A tool that takes nothing is ready at once; arguments that are not valid are a restart and then a refusal; "none of
these" tells the search to go elsewhere.
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from langgraph.runtime import Runtime

from smurfs_graph.asking.resources import Resources, Turn, complain, emit, not_made, timed
from smurfs_graph.models.free_forms import with_texts_read
from smurfs_graph.models.native import new_call_id
from smurfs_graph.search.dfsdt import NONE_FITS, advance
from smurfs_graph.search.state import Call, NoneFits, Refused
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, SubTaskState, TaskState
from smurfs_graph.tools.arguments import canonical_arguments
from smurfs_graph.tools.choice import NONE_OF_THESE
from smurfs_graph.tools.tool import Tool


def _never_called(name: str, description: str) -> Tool:
    nothing: dict[str, Any] = {"type": "object", "properties": {}}
    return Tool(name, description, nothing, validate=dict, call=lambda arguments: asyncio.sleep(0), internal=True)


FINISH = _never_called("finish", "End the search: what the memory holds is enough for the sub-task.")
"""Joins the tools where no verifier says when a sub-task is solved (Smurfs, Table 5)."""
SETTLED = _never_called("no tool needed", "What the dependencies and the memory hold settles the sub-task already.")
"""Joins the tools of a split step where something is known already, but for the published rules."""


def ready_draft(
    state: TaskState, draft: Draft, arguments: dict[str, Any], resources: Resources, settings: Settings
) -> Draft:
    """The draft with valid arguments; a person is asked only about calls that will really be made.

    Raises ValueError where the arguments are not valid.
    """
    tool, identity = resources.tools[draft.tool], draft.call_id or new_call_id()
    arguments = with_texts_read(tool.parameters, arguments)
    prepared = resources.rules.prepare(settings, tool, arguments, identity)
    ready = {"arguments": arguments, "ready": True, "fingerprint": prepared.fingerprint, "call_id": identity}
    whole = draft.model_copy(update=ready)
    if resources.record_of(state, whole.call) is not None:
        return whole
    return whole.model_copy(update={"unapproved": resources.rules.asks_about(settings, prepared)})


def with_arguments(
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
    return _refused(state, runtime, turn, draft, arguments, complaint)


def with_several(
    state: SubTaskState,
    runtime: Runtime[Settings],
    resources: Resources,
    turn: Turn[Any],
    draft: Draft,
    called: Sequence[tuple[str, dict[str, Any]]],
    call: str,
) -> dict[str, Any]:
    """The calls of a step that holds several; those whose arguments are not valid go back, or are left out at last.

    `draft`: with the thought, and with the tool where that was chosen before.
    """
    settings = resources.settings(runtime)
    drafts: list[Draft] = []
    wrong: list[str] = []
    for number, (name, arguments) in enumerate(called, 1):
        try:
            ready = ready_draft(state, Draft(thought=draft.thought, tool=name), arguments, resources, settings)
        except ValueError as error:
            wrong.append(f"call {number}, arguments of {name!r}: {error}")
            continue
        is_change = name in state["search"].changing  # wanted twice, it is made twice
        if is_change or all(ready.call.key != other.call.key for other in drafts):
            drafts.append(ready)
    if wrong:
        turn = complain(state, runtime, call, "; ".join(wrong[:4]), turn, settings.max_restarts)
        if turn.ends_here:
            return turn.update
    if not drafts and draft.tool:
        return _refused(state, runtime, turn, draft, called[0][1], wrong[0])
    if not drafts:
        return {**turn.update, **none_fits(state, runtime, draft.thought)}
    if len(drafts) == 1:
        return {**turn.update, "draft": drafts[0]}
    left = max(1, state["search"].limits.max_steps - state["search"].steps)
    calls = [draft.call for draft in drafts[:left]]
    return {**turn.update, "draft": Draft(thought=draft.thought), "calls": calls}


def with_tool(
    state: SubTaskState,
    runtime: Runtime[Settings],
    turn: Turn[Any],
    name: str,
    thought: str,
    resources: Resources,
) -> dict[str, Any]:
    """The draft with the chosen tool, ready to be called where it needs no arguments; or the search, told of none."""
    if name == NONE_OF_THESE:
        return {**turn.update, **none_fits(state, runtime, thought)}
    draft = Draft(thought=thought, tool=name)
    if name == FINISH.name:
        return {**turn.update, "draft": draft}
    if name == SETTLED.name:
        return {**turn.update, "draft": Draft(thought=thought, concludes=True)}
    if resources.tools[name].takes_nothing:
        with suppress(ValueError):
            draft = ready_draft(state, draft, {}, resources, resources.settings(runtime))
    return {**turn.update, "draft": draft}


def none_fits(
    state: SubTaskState, runtime: Runtime[Settings], thought: str, shown: Sequence[Tool] = ()
) -> dict[str, Any]:
    """The update after "none of these": the step ends here, and the search goes elsewhere.

    `shown`: the tools that it was said of, where these may not be all; what nobody was shown is left to try.
    """
    call = timed(state, Call(tool="", thought=thought))
    emit(runtime, not_made(state, call, NONE_FITS))
    names = tuple(tool.name for tool in shown if tool is not FINISH)
    event = NoneFits(shown=names, thought=thought, timing=call.timing)
    return {"draft": Draft(thought=thought), "search": advance(state["search"], event)}


def _refused(
    state: SubTaskState,
    runtime: Runtime[Settings],
    turn: Turn[Any],
    draft: Draft,
    arguments: dict[str, Any],
    complaint: str,
) -> dict[str, Any]:
    """The update where arguments stayed invalid: the tool is given up here."""
    refused = Refused(
        call=timed(state, Call(tool=draft.tool, arguments=arguments, thought=draft.thought)),
        reason=f"no valid arguments: {complaint}",
    )
    emit(runtime, not_made(state, refused.call, refused.reason))
    return {**turn.update, "draft": draft, "search": advance(state["search"], refused)}


def is_valid(tool: Tool, arguments: Mapping[str, Any]) -> bool:
    """Whether a tool takes these arguments."""
    try:
        canonical_arguments(tool, arguments)
    except ValueError:
        return False
    return True
