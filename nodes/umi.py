"""α-UMi's agents (section 3.2): a planner that decides each round, a caller, a summarizer; each may have its own model.

Planner and caller may reply in the text form of their authors' models too ("… Next: caller.", "Action: … Action Input:
…"), the summarizer in plain text.

Safe defaults: a planner that cannot be read ends the chain; an unreadable call ends it too; an unreadable answer is
what the observations say.
"""

from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph.asking.asking import Asking
from smurfs_graph.asking.calling import Calling
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.question import ask_model
from smurfs_graph.models.call_schemas import call_schema
from smurfs_graph.models.forms import WrittenForm
from smurfs_graph.nodes.base import Node, held_up
from smurfs_graph.nodes.executor import nameable
from smurfs_graph.nodes.react import UNREADABLE, after_observe, called, is_stale, moved, permitted, shared, tell
from smurfs_graph.prompting import views
from smurfs_graph.prompting.replies import AnswerReply, CallReply, StepDecision, read_call, read_decision
from smurfs_graph.search.decision_tree import Decided, Round
from smurfs_graph.settings import Settings
from smurfs_graph.tools.output import cut
from smurfs_graph.tree_state import TreeTaskState

SUMMARY = "summarizer"
"""Stand-in for the tool in the round that gives the answer."""
_DEFAULT_CHARS = 1200
_STALE = "This look-up was made before and brought the same; the answer has to come from what is known."


def decide(asking: Asking, toolset: GraphTools) -> Node[TreeTaskState]:
    """Make the planner's node: a rationale, and who is next."""

    async def decide(state: TreeTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        if is_stale(asking.settings_of, state, runtime):  # nothing new comes: what is known has to do
            return {"decided": Decided(rationale=_STALE, next="conclusion")}
        values = shared(state) | {"documents": views.documents(permitted(state, toolset))}
        form = WrittenForm(StepDecision, read_decision)
        turn = await ask_model(asking, state, runtime, "planner.umi", values, form)
        if turn.ends_here:
            return turn.update
        if turn.reply is None:
            return {**turn.update, **moved(state, runtime, UNREADABLE)}
        rationale = turn.reply.rationale
        tell(state, runtime, rationale)
        if turn.reply.next == "give up":
            gave_up = Round(thought=rationale, tool=SUMMARY, status="gave_up")
            return {**turn.update, **moved(state, runtime, gave_up)}
        return {**turn.update, "decided": Decided(rationale=rationale, next=turn.reply.next)}

    return decide


def write_call(asking: Asking, calling: Calling) -> Node[TreeTaskState]:
    """Make the caller's node: the call that the rationale asks for."""

    async def write_call(state: TreeTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        allowed = permitted(state, calling.toolset)
        values = _without_tried(state) | {"documents": views.documents(allowed)}
        shape = call_schema(CallReply, [nameable(tool) for tool in allowed])
        form = WrittenForm(CallReply, read_call, shape)
        turn = await ask_model(asking, state, runtime, "caller", values, form)
        if turn.ends_here:
            return turn.update
        if turn.reply is None:
            return {**turn.update, **moved(state, runtime, UNREADABLE)}
        rationale = _rationale(state)
        made = called(calling, state, runtime, rationale, turn.reply.tool, turn.reply.arguments)
        return {**turn.update, "decided": None, **made}

    return write_call


def summarize(asking: Asking) -> Node[TreeTaskState]:
    """Make the summarizer's node: the answer."""

    async def summarize(state: TreeTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        turn = await ask_model(
            asking, state, runtime, "summarizer", _without_tried(state), AnswerReply, purpose="closing"
        )
        if turn.ends_here:
            return turn.update
        answer = turn.reply.answer if turn.reply else _observations(state)
        status: Literal["answered", "unreadable"] = "answered" if answer else "unreadable"
        final = Round(thought=_rationale(state), tool=SUMMARY, answer=answer, status=status)
        return {**turn.update, **moved(state, runtime, final)}

    return summarize


def after_decide(state: TreeTaskState) -> Literal["restart", "stop", "caller", "conclusion", "next", "close", "done"]:
    """Ask again, stop, or hand on to whom the planner named."""
    if way := held_up(state):
        return way
    decided = state.get("decided")
    return after_observe(state) if decided is None else decided.next


def after_summarize(state: TreeTaskState) -> Literal["restart", "stop", "next", "close", "done"]:
    """Ask again, stop, or end."""
    if way := held_up(state):
        return way
    return after_observe(state)


def _observations(state: TreeTaskState) -> str:
    """Return what the calls of the chain brought, cut to the length of an answer."""
    return cut("\n".join(each.observation for each in state["tree"].path if each.called), _DEFAULT_CHARS)


def _without_tried(state: TreeTaskState) -> dict[str, str]:
    """Return the sections for the caller and the summarizer: the planner's rationale, and not what was tried before."""
    values = shared(state) | {"rationale": _rationale(state)}
    del values["tried"]
    return values


def _rationale(state: TreeTaskState) -> str:
    """Return the planner's rationale for this round; empty where it gave none."""
    decided = state.get("decided")
    return "" if decided is None else decided.rationale
