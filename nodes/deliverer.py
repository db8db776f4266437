"""Deliverer: one answer to the query from the outcomes of its sub-tasks (PMC appendix F.5).

In its reporting role it tells what was found; in its inference role it makes the decision or plan that was asked for.
Safe default: the outcomes themselves, put together by code; the same where no evidence was found, so that no model is
invited to invent one.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph import views
from smurfs_graph.constraints.report import ChoiceStatus
from smurfs_graph.delivery import Claim, linked, not_found, with_answer
from smurfs_graph.events import AnswerReady
from smurfs_graph.nodes.base import Node
from smurfs_graph.outcome import Outcome, StopReason, stop_reason
from smurfs_graph.plan import Plan, SubTask
from smurfs_graph.replies import DecisionReply, DeliveryReply
from smurfs_graph.resources import Resources, Turn, emit
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState, whole_query

NOTHING = Plan(sub_tasks=())
_NO_CHOICE: Mapping[ChoiceStatus, StopReason] = {
    "infeasible": "infeasible",
    "unsettled": "partial",
    "unusable": "partial",
    "incomplete": "no_evidence",
    "missing_data": "no_evidence",
}
"""How a run ends whose choice could not be made."""


def deliverer(resources: Resources) -> Node[RunState]:
    """The deliverer's node function."""

    async def deliverer(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        plan, found = state.get("plan", NOTHING), state.get("outcomes", {})
        report = state.get("choice")
        if (report and report.status != "chosen") or not any(outcome.answer for outcome in found.values()):
            return _delivered(state, runtime, resources, None)
        values = {
            "query": whole_query(state),
            "outcomes": views.outcomes(plan.sub_tasks, found),
            "constraints": views.constraints(plan.global_constraints),
            "choice": views.choice(state.get("choice")),
            "verdicts": views.verdicts(state.get("constraints") or ()),
        }
        infers = role_of(state, resources.settings(runtime)) == "inference"
        call, schema = ("deliverer.inference", DecisionReply) if infers else ("deliverer", DeliveryReply)
        turn = await resources.ask(state, runtime, call, values, schema, purpose="delivery")
        if turn.ends_here and turn.update.get("restart"):
            return turn.update
        return _delivered(state, runtime, resources, turn)

    return deliverer


def report(resources: Resources) -> Node[RunState]:
    """The outcomes as they are, without a model: the end of strategies whose agents write the answer themselves."""

    async def report(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        return _delivered(state, runtime, resources, None)

    return report


def role_of(state: RunState, settings: Settings) -> Literal["reporting", "inference"]:
    """Which of its two roles the deliverer has: the set one; else it decides where conditions on the whole are open."""
    if settings.delivery != "auto":
        return settings.delivery
    decides = bool(state.get("plan", NOTHING).global_constraints) and not state.get("choice")
    return "inference" if decides else "reporting"


def after_deliverer(state: RunState) -> Literal["restart", "done"]:
    """Ask again, or end."""
    return "restart" if state.get("restart") else "done"


def _delivered(
    state: RunState, runtime: Runtime[Settings], resources: Resources, turn: Turn[DeliveryReply] | None
) -> dict[str, Any]:
    plan, found = state.get("plan", NOTHING), state.get("outcomes", {})
    reply = turn.reply if turn else None
    update = turn.update if turn else {}
    warnings = list(update.get("warnings", []))
    if reply is not None:
        answer = reply.answer
        claims, sources, wrong = linked(answer, reply.claims, reply.sources, plan, found)
        warnings += wrong
    else:
        answer, sources = assembled(plan, found, state), with_answer(plan, found)
        claims = tuple(Claim(text=found[name].answer, sub_tasks=(name,)) for name in sources)
    reason = _reason(state, plan, found)
    emit(runtime, AnswerReady(stop_reason=reason, answer=answer))
    if resources.answer_schema is None:
        resources.drop_meter(state.get("run_id", ""))
    return {
        **update,
        "warnings": warnings,
        "answer": answer,
        "claims": list(claims),
        "sources": sources or with_answer(plan, found),
        "not_found": not_found(plan, found),
        "stop_reason": reason,
    }


def _reason(state: RunState, plan: Plan, found: Mapping[str, Outcome]) -> StopReason:
    stop, report = state.get("stop"), state.get("choice")
    if report and report.status != "chosen":
        return _NO_CHOICE[report.status]
    if any(item.standing == "violated" for item in state.get("constraints") or ()):
        return "partial"
    outcomes = [found.get(task.id) or Outcome(sub_task=task.id, status="failed") for task in plan.sub_tasks]
    if outcomes and all(outcome.status == "solved" for outcome in outcomes):
        return "answered" if any(outcome.evidence for outcome in outcomes) else "answered_without_tools"
    return stop_reason(outcomes, stop.reason if stop else None)


def assembled(plan: Plan, found: Mapping[str, Outcome], state: RunState) -> str:
    """An answer without a model: what was found, and what was not, sub-task by sub-task."""
    report, stop = state.get("choice"), state.get("stop")
    if report and report.status == "chosen":
        besides = _found_in(
            [task for task in plan.sub_tasks if not task.prepared and task.id not in report.chosen], found
        )
        conditions = "\n".join(["Conditions:", views.verdicts(state.get("constraints") or ())])
        return "\n\n".join(filter(None, [report.text, "\n".join(besides), conditions]))
    if plan.choice and plan.choice.domain:
        besides = _found_in([task for task in plan.sub_tasks if not task.prepared], found)
        return "\n\n".join([report.text if report else "No choice was made.", *besides])
    lines = [*([report.text] if report else []), *_found_in(plan.sub_tasks, found)]
    if not lines:
        why = (stop.text or stop.reason) if stop else "there was nothing to do"
        lines.append(f"No answer: {why}")
    return "\n".join(lines)


def _found_in(tasks: Iterable[SubTask], found: Mapping[str, Outcome]) -> list[str]:
    lines: list[str] = []
    for task in tasks:
        outcome = found.get(task.id)
        if outcome and outcome.answer:
            lines.append(outcome.answer if outcome.status == "solved" else f"{outcome.answer} (not confirmed)")
        else:
            why = outcome.reason if outcome and outcome.reason else "not started"
            lines.append(f"Not found: {task.content} ({why})")
    return lines
