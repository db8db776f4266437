"""Deliverer: one answer to the query from the outcomes of its sub-tasks (PMC appendix F.5, reporting role).

Safe default: the outcomes themselves, put together by code; the same where no evidence was found, so that no model is
invited to invent one.
"""

from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph import views
from smurfs_graph.events import AnswerReady
from smurfs_graph.nodes.base import Node
from smurfs_graph.outcome import Outcome, StopReason, stop_reason
from smurfs_graph.plan import Plan
from smurfs_graph.replies import DeliveryReply
from smurfs_graph.resources import Resources, Turn, emit
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState

NOTHING = Plan(sub_tasks=())


def deliverer(resources: Resources) -> Node[RunState]:
    """The deliverer's node function."""

    async def deliverer(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        plan, found = state.get("plan", NOTHING), state.get("outcomes", {})
        if not any(outcome.answer for outcome in found.values()):
            return _delivered(state, runtime, resources, None)
        values = {
            "query": state["query"],
            "outcomes": views.outcomes(plan.sub_tasks, found),
            "constraints": views.constraints(plan.global_constraints),
        }
        turn = await resources.ask(state, runtime, "deliverer", values, DeliveryReply, purpose="delivery")
        if turn.ends_here and turn.update.get("restart"):
            return turn.update
        return _delivered(state, runtime, resources, turn)

    return deliverer


def after_deliverer(state: RunState) -> Literal["restart", "done"]:
    """Ask again, or end."""
    return "restart" if state.get("restart") else "done"


def _delivered(
    state: RunState, runtime: Runtime[Settings], resources: Resources, turn: Turn[DeliveryReply] | None
) -> dict[str, Any]:
    plan, found = state.get("plan", NOTHING), state.get("outcomes", {})
    reply = turn.reply if turn else None
    update = turn.update if turn else {}
    answer = reply.answer if reply else assembled(plan, found, state)
    known = [task.id for task in plan.sub_tasks if (outcome := found.get(task.id)) and outcome.answer]
    sources = [source for source in reply.sources if source in known] if reply else []
    reason = _reason(state, plan, found)
    emit(runtime, AnswerReady(stop_reason=reason, answer=answer))
    resources.drop_meter(state.get("run_id", ""))
    return {**update, "answer": answer, "sources": sources or known, "stop_reason": reason}


def _reason(state: RunState, plan: Plan, found: dict[str, Outcome]) -> StopReason:
    stop = state.get("stop")
    outcomes = [found.get(task.id) or Outcome(sub_task=task.id, status="failed") for task in plan.sub_tasks]
    if stop and all(outcome.status == "solved" for outcome in outcomes) and outcomes:
        return "answered"
    return stop_reason(outcomes, stop.reason if stop else None)


def assembled(plan: Plan, found: dict[str, Outcome], state: RunState) -> str:
    """An answer without a model: what was found, and what was not, sub-task by sub-task."""
    lines: list[str] = []
    for task in plan.sub_tasks:
        outcome = found.get(task.id)
        if outcome and outcome.answer:
            lines.append(outcome.answer if outcome.status == "solved" else f"{outcome.answer} (not confirmed)")
        else:
            why = outcome.reason if outcome and outcome.reason else "not started"
            lines.append(f"Not found: {task.content} ({why})")
    stop = state.get("stop")
    if not lines:
        why = (stop.text or stop.reason) if stop else "there was nothing to do"
        lines.append(f"No answer: {why}")
    return "\n".join(lines)
