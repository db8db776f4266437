"""Planner: the tool check and the decomposition, in one call (Smurfs 3.3, macro planning).

Sees the query and the tools' names. Safe default: the whole query is the one sub-task.
"""

from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph import views
from smurfs_graph.clarification import refusal
from smurfs_graph.events import AnswerReady, PlanMade
from smurfs_graph.nodes.base import Node
from smurfs_graph.people import can_be_asked
from smurfs_graph.plan import Constraint, Plan, sequence
from smurfs_graph.replies import PlannerReply
from smurfs_graph.resources import Resources, emit
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState, whole_query


def planner(resources: Resources) -> Node[RunState]:
    """The planner's node function."""

    async def planner(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        asked, settings = state.get("clarifications", []), resources.settings(runtime)
        values = {
            "query": state["query"],
            "tools": views.tool_names(await resources.shortlists.named(settings, whole_query(state))),
            "answers": views.clarifications(asked),
        }
        turn = await resources.ask(state, runtime, "planner", values, PlannerReply)
        if turn.ends_here:
            return turn.update
        reply = turn.reply or PlannerReply(needs_tool=True, sub_tasks=[whole_query(state)])
        open_question: list[str] = []
        if reply.question:
            possible = can_be_asked(settings)
            if not (why := refusal(reply.question, asked, settings.max_questions, possible=possible)):
                return {**turn.update, "question": reply.question}
            open_question = [f"not asked: {reply.question!r} ({why})"]
        warned = [*turn.update.get("warnings", []), *open_question]
        if not reply.needs_tool and reply.answer:
            emit(runtime, AnswerReady(stop_reason="answered_without_tools", answer=reply.answer))
            if resources.answer_schema is None:
                resources.drop_meter(state.get("run_id", ""))
            return {
                **turn.update,
                "warnings": warned,
                "answer": reply.answer,
                "stop_reason": "answered_without_tools",
                "sources": [],
            }
        whole = reply.sub_tasks or [whole_query(state)]
        plan, warnings = _plan(reply.model_copy(update={"sub_tasks": whole}), settings.max_sub_tasks)
        emit(runtime, PlanMade(plan=plan))
        return {
            **turn.update,
            "plan": plan,
            "warnings": [*warned, *warnings],
            "awaiting": "plan" if "plan" in settings.approve else None,
        }

    return planner


def after_planner(
    state: RunState,
) -> Literal["restart", "ask the user", "no tool needed", "approve", "planned", "stop"]:
    """Ask again, ask the user what is missing, answer directly, have the plan approved, start it, or end at once."""
    if state.get("restart"):
        return "restart"
    if state.get("stop"):
        return "stop"
    if state.get("question"):
        return "ask the user"
    if state.get("stop_reason"):
        return "no tool needed"
    return "approve" if state.get("awaiting") == "plan" else "planned"


def _plan(reply: PlannerReply, limit: int) -> tuple[Plan, list[str]]:
    """A least-to-most sequence; repeated sub-tasks are dropped, those over the limit become part of the last one."""
    distinct = list(dict.fromkeys(reply.sub_tasks))
    whole = tuple(Constraint(text=text) for text in dict.fromkeys(reply.constraints))
    if len(distinct) <= limit:
        return sequence(distinct, whole), []
    kept = [*distinct[: limit - 1], "\n".join(distinct[limit - 1 :])]
    warning = f"the plan had {len(distinct)} sub-tasks; the last ones were joined to keep to {limit}"
    return sequence(kept, whole), [warning]
