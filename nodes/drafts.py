"""The draft of a call: what a model's choice of tools and their arguments become, once they are checked.

A tool that takes nothing is ready at once; arguments that are not valid are a restart and then a refusal; "none of
these" tells the search to go elsewhere.
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from langgraph.runtime import Runtime

from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.emitting import emit, not_made, timed
from smurfs_graph.asking.turns import Turn, complain
from smurfs_graph.models.free_forms import with_texts_read
from smurfs_graph.models.native import new_call_id
from smurfs_graph.nodes.native_conversation import why_refused
from smurfs_graph.search.dfsdt import NONE_FITS, advance
from smurfs_graph.search.state import Call, NoneFits, Refused, Stepped
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, SubTaskState, TaskState
from smurfs_graph.tools.arguments import canonical_arguments
from smurfs_graph.tools.choice import NONE_OF_THESE
from smurfs_graph.tools.prepared import PreparedCall
from smurfs_graph.tools.tool import Tool

_TOO_MANY = "the limit of calls is reached"


def _never_called(name: str, description: str) -> Tool:
    nothing: dict[str, Any] = {"type": "object", "properties": {}}
    return Tool(name, description, nothing, validate=dict, call=lambda arguments: asyncio.sleep(0), internal=True)


FINISH = _never_called("finish", "End the search: what the memory holds is enough for the sub-task.")
"""Joins the tools where no verifier says when a sub-task is solved (Smurfs, Table 5)."""
SETTLED = _never_called("no tool needed", "What the dependencies and the memory hold settles the sub-task already.")
"""Joins the tools of a split step where something is known already, but for the published rules."""


class Ready(NamedTuple):
    """A call that can be made."""

    call: Call
    """With the arguments that it is made with, its fingerprint and its id."""
    prepared: PreparedCall
    asks: bool
    """A person has to approve it first."""

    @property
    def draft(self) -> Draft:
        """Return the step that it makes alone."""
        return Draft(call=self.call, stage="unapproved" if self.asks else "ready")


def ready_call(calling: Calling, settings: Settings, state: TaskState, call: Call) -> Ready:
    """Return a call of a model as it can be made; a person is asked only about calls that will really be made.

    Raises ValueError where its arguments are not valid.
    """
    tool, identity = calling.toolset.tools[call.tool], call.id or new_call_id()
    arguments = call.arguments if call.decision else with_texts_read(tool.parameters, call.arguments)
    prepared = calling.rules.prepare(settings, tool, arguments, identity)
    made = {"arguments": arguments, "fingerprint": prepared.fingerprint, "id": identity}
    call = call.model_copy(update=made)
    asks = calling.rules.asks_about(settings, state, prepared) and calling.live.record_of(state, call) is None
    return Ready(call, prepared, asks)


class WithheldError(ValueError):
    """A call is not made, whatever its arguments."""

    def __init__(self, reason: str, call: Call) -> None:
        """`call`: with its fingerprint, where its arguments are valid: the same call may be made later."""
        super().__init__(reason)
        self.call = call


def ready_call_here(calling: Calling, settings: Settings, state: SubTaskState, call: Call) -> Ready:
    """Return a call of a model with the tools bound as it can be made.

    Raises WithheldError where its tool cannot be called here, ValueError where its arguments are not valid.
    """
    refused = why_refused(calling.toolset, state["search"], call)
    if not refused:
        return ready_call(calling, settings, state, call)

    if call.tool in calling.toolset.tools:
        with suppress(ValueError):
            ready = ready_call(calling, settings, state, call)
            call = ready.call
            if ready.prepared.ruling.decision == "deny":  # it is not shown, but it exists
                refused = ready.prepared.ruling.refusal
    raise WithheldError(refused, call)


def with_calls(
    state: SubTaskState,
    runtime: Runtime[Settings],
    calling: Calling,
    turn: Turn[Any],
    asked: str,
    called: Sequence[Call],
) -> dict[str, Any]:
    """Check the calls that a model wrote: arguments that are not valid are a restart, and are left out at last.

    `asked`: the prompt's name; `called`: one call, or those of a step that holds several.
    """
    if turn.ends_here:
        return turn.update
    settings = calling.settings_of(runtime)
    changing = state["search"].changing
    several = len(called) > 1
    ready: list[Ready] = []
    wrong: list[tuple[str, str]] = []
    left_out: list[Refused] = []
    for number, call in enumerate(called, 1):
        try:
            each = ready_call(calling, settings, state, call)
        except ValueError as error:
            wrong.append((f"{f'call {number}, ' if several else ''}arguments of {call.tool!r}: ", str(error)))
            left_out.append(Refused(call=call, reason=f"no valid arguments: {error}"))
            continue
        # a change that is wanted twice is made twice
        if call.tool in changing or all(each.call.key != other.call.key for other in ready):
            ready.append(each)
    if turn.reply is None:
        ready, wrong, left_out = [], [("", "no arguments could be read")], []
    elif wrong:
        said = "; ".join(where + why for where, why in wrong[:4])
        turn = complain(state, runtime, asked, said, turn, settings.max_restarts)
        if turn.ends_here:
            return turn.update
    if not ready and (not several or state["draft"].call.tool):  # the tool is the one that was chosen before
        where, why = wrong[0]
        state = without_calls(state, runtime, left_out[1:])
        return _refused(state, runtime, turn, called[0], where + why if several else why)
    left = max(1, state["search"].limits.max_steps - state["search"].steps)
    left_out += [Refused(call=each.call, reason=_TOO_MANY, fault="ruling") for each in ready[left:]]
    state = without_calls(state, runtime, left_out)
    if not ready:
        return {**turn.update, **none_fits(state, runtime, called[0].thought)}
    update = {**turn.update, "search": state["search"]}
    if len(ready) == 1:
        return {**update, "draft": ready[0].draft}
    draft = Draft(call=Call(thought=called[0].thought))
    return {**update, "draft": draft, "calls": [each.call for each in ready[:left]]}


def with_tool(
    state: SubTaskState,
    runtime: Runtime[Settings],
    turn: Turn[Any],
    name: str,
    thought: str,
    calling: Calling,
) -> dict[str, Any]:
    """Return the draft with the chosen tool, ready to be called where it needs no arguments; or the search, told of
    none.
    """
    if name == NONE_OF_THESE:
        return {**turn.update, **none_fits(state, runtime, thought)}
    draft = Draft(call=Call(thought=thought, tool=name))
    if name == FINISH.name:
        return {**turn.update, "draft": draft}
    if name == SETTLED.name:
        return {**turn.update, "draft": Draft(call=Call(thought=thought), stage="concludes")}
    if calling.toolset.tools[name].takes_nothing:
        with suppress(ValueError):
            draft = ready_call(calling, calling.settings_of(runtime), state, draft.call).draft
    return {**turn.update, "draft": draft}


def without_calls(state: SubTaskState, runtime: Runtime[Settings], left_out: Sequence[Refused]) -> SubTaskState:
    """Return the state in which the search knows of a step's calls that are not made beside its others.

    Not in guided steps: rules find theirs anew, and must not take them as tried.
    """
    if not left_out or state["shape"] == "guided":
        return state
    refused = tell_refused(state, runtime, left_out, 0)
    return {**state, "search": advance(state["search"], Stepped(results=tuple(refused)))}


def tell_refused(
    state: TaskState, runtime: Runtime[Settings], left_out: Sequence[Refused], first: int
) -> list[Refused]:
    """Return the events of a step's calls that are not made beside its others, with their times.

    `first`: the place of the first one among the step's calls.
    """
    refused: list[Refused] = []
    for place, each in enumerate(left_out, first):
        said = not_made(state, each.call, each.reason)
        emit(runtime, said.model_copy(update={"step": said.step + place}))
        refused.append(each.model_copy(update={"call": timed(state, each.call)}))
    return refused


def none_fits(
    state: SubTaskState, runtime: Runtime[Settings], thought: str, shown: Sequence[Tool] = ()
) -> dict[str, Any]:
    """Return the update after "none of these": the step ends here, and the search goes elsewhere.

    `shown`: the tools that it was said of, where these may not be all; what nobody was shown is left to try.
    """
    call = timed(state, Call(thought=thought))
    emit(runtime, not_made(state, call, NONE_FITS))
    names = tuple(tool.name for tool in shown if tool is not FINISH)
    event = NoneFits(shown=names, thought=thought, timing=call.timing)
    return {"draft": Draft(call=Call(thought=thought)), "search": advance(state["search"], event)}


def _refused(
    state: SubTaskState, runtime: Runtime[Settings], turn: Turn[Any], call: Call, complaint: str
) -> dict[str, Any]:
    """Return the update where arguments stayed invalid: the tool is given up here."""
    refused = Refused(call=timed(state, call), reason=f"no valid arguments: {complaint}")
    emit(runtime, not_made(state, refused.call, refused.reason))
    draft = Draft(call=Call(thought=call.thought))
    return {**turn.update, "draft": draft, "search": advance(state["search"], refused)}


def is_valid(tool: Tool, arguments: Mapping[str, Any]) -> bool:
    """Return whether a tool takes these arguments."""
    try:
        canonical_arguments(tool, arguments)
    except ValueError:
        return False
    return True
