"""Verifier: whether an answer settles its sub-task (Smurfs 3.4). Sees neither response nor memory.

Safe default: pending, without a hint. Code has the last word where a local constraint has a form that it can check.
"""

from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph import views
from smurfs_graph.constraints.local import contradiction
from smurfs_graph.events import Verdict
from smurfs_graph.nodes.base import Node
from smurfs_graph.replies import VerdictReply
from smurfs_graph.resources import Resources, emit, step_of, timed
from smurfs_graph.search import Judged, advance, next_move
from smurfs_graph.settings import Settings
from smurfs_graph.state import Draft, SubTaskState


def verifier(resources: Resources) -> Node[SubTaskState]:
    """The verifier's node function."""

    async def verifier(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        task = state["sub_task"]
        values = {
            "sub_task": views.sub_task(task),
            "constraints": views.constraints(task.local_constraints),
            "answer": state["draft"].answer,
        }
        turn = await resources.ask(state, runtime, "verifier", values, VerdictReply)
        if turn.ends_here:
            return turn.update
        return {**turn.update, **judged(state, runtime, state["draft"], turn.reply)}

    return verifier


def unjudged(resources: Resources) -> Node[SubTaskState]:
    """Without a verifier: every answer is a step on the way (Smurfs, Table 5)."""

    async def unjudged(state: SubTaskState, runtime: Runtime[Settings]) -> dict[str, Any]:
        return judged(state, runtime, state["draft"], None)

    return unjudged


def judged(
    state: SubTaskState, runtime: Runtime[Settings], draft: Draft, verdict: VerdictReply | None
) -> dict[str, Any]:
    """The search after a verdict on the draft's answer (None: the safe default).

    A solved verdict that a typed local constraint contradicts becomes pending, with the numbers as its hint.
    """
    search = state["search"]
    status, hint = (verdict.status, verdict.hint) if verdict else ("pending", "")
    if status == "solved" and (broken := contradiction(state["sub_task"].local_constraints, draft.response)):
        status, hint = "pending", broken
    event = Judged(
        call=timed(state, draft.call),
        answer=draft.answer,
        status=status,
        hint=hint if status == "pending" else "",
        response=draft.reference,
    )
    said = Verdict(
        sub_task=state["sub_task"].id,
        step=step_of(state),
        depth=search.depth,
        tool=draft.tool,
        answer=draft.answer,
        status=status,
        hint=hint,
    )
    emit(runtime, said)
    return {"draft": draft, "search": advance(search, event)}


def after_verdict(state: SubTaskState) -> Literal["restart", "stop", "solved", "pending"]:
    """Ask again, stop, finish, or search deeper."""
    if state.get("stop"):
        return "stop"
    if state.get("restart"):
        return "restart"
    return "solved" if next_move(state["search"]) == "finish" else "pending"
