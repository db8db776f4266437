"""Planner: the tool check and the decomposition, in one call (Smurfs 3.3, macro planning); where prompts are rich, the
whole plan, so that no manager is needed but for conditions.

Sees the query and a line for each tool (as published: the names). Safe default: the whole query is the one sub-task.
"""

from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph.asking.answer_stream import Answers
from smurfs_graph.asking.asking import Asking
from smurfs_graph.asking.emitting import emit
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.live_runs import LiveRuns
from smurfs_graph.asking.people import can_be_asked
from smurfs_graph.asking.question import ask_model
from smurfs_graph.asking.strategy_rules import StrategyRules
from smurfs_graph.asking.turns import complain
from smurfs_graph.events.vocabulary import AnswerReady, PlanMade
from smurfs_graph.nodes.asking_back import asks_back
from smurfs_graph.nodes.base import Node, awaits, review_by
from smurfs_graph.planning.check import complaints, plain_id
from smurfs_graph.planning.clarification import refusal
from smurfs_graph.planning.outcome import StopReason
from smurfs_graph.planning.plan import Constraint, Plan, SubTask, sequence
from smurfs_graph.prompting import views
from smurfs_graph.prompting.plan_replies import FollowUpPlanReply, FollowUpReply, PlanReply, assigning
from smurfs_graph.prompting.replies import PlannerReply
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState, query_in_context, whole_query


def planner(asking: Asking, toolset: GraphTools, rules: StrategyRules, answers: Answers) -> Node[RunState]:
    """Return the planner's node function."""

    async def planner(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        asked, settings = state.get("clarifications", []), asking.settings_of(runtime)
        listed = views.tool_list if rules.describes_tools else views.tool_names
        values = {
            "query": state["query"],
            "tools": listed(await toolset.shortlists.named(settings, query_in_context(state))),
            "answers": views.clarifications(asked),
        }
        at_once = rules.plans_graphs and asking.askers.is_rich(settings, "planner")
        call = "planner.plan" if at_once else "planner"
        schema = _schema(at_once, bool(state.get("earlier")))
        if at_once:
            values["executors"] = views.executors(settings.executors)
        shape = assigning(schema, settings.executors) if at_once else None
        turn = await ask_model(asking, state, runtime, call, values, schema, purpose="opening", shape=shape)
        if wrong := _wrong_with(turn.reply, toolset, settings):
            turn = complain(state, runtime, call, "; ".join(wrong[:6]), turn, settings.max_restarts)
        if turn.ends_here:
            return turn.update
        reply = turn.reply or PlannerReply(needs_tool=True, sub_tasks=[whole_query(state)])
        open_question: list[str] = []
        complete = {"request": reply.request} if isinstance(reply, FollowUpReply | FollowUpPlanReply) else {}
        if reply.question:
            possible = can_be_asked(settings)
            if not (why := refusal(reply.question, asked, settings.max_questions, possible=possible)):
                return {**turn.update, "question": reply.question}
            open_question = [f"not asked: {reply.question!r} ({why})"]
        warned = [*turn.update.get("warnings", []), *open_question]
        if not reply.needs_tool and reply.answer:
            answered = _answered(asking.live, answers, state, runtime, reply.answer)
            return {**turn.update, **complete, **answered, "warnings": warned}
        if isinstance(reply, PlanReply) and reply.sub_tasks:
            plan, warnings = as_plan(reply), list[str]()
        else:
            whole = reply.sub_tasks or [whole_query(state)]
            plan, warnings = _plan(reply.model_copy(update={"sub_tasks": whole}), settings.max_sub_tasks, rules)
        alone = len(plan.sub_tasks) == 1 or reply.order != "mixed"
        settled = isinstance(reply, PlanReply) or (alone and not settings.executors)
        by_manager = rules.plans_graphs and (not settled or bool(plan.global_constraints))
        emit(runtime, PlanMade(plan=plan))
        return {
            **turn.update,
            **complete,
            "plan": plan,
            "instead": None,
            "warnings": [*warned, *warnings],
            "review": review_by(settings, *(("manager",) if by_manager else ())),
        }

    return planner


def _schema(at_once: bool, follows_up: bool) -> type[PlannerReply]:
    if follows_up:
        return FollowUpPlanReply if at_once else FollowUpReply
    return PlanReply if at_once else PlannerReply


def _wrong_with(reply: PlannerReply | None, toolset: GraphTools, settings: Settings) -> list[str]:
    """Return complaints about the plan of a reply that holds a whole one."""
    if not isinstance(reply, PlanReply) or not reply.needs_tool or reply.question:
        return []
    limit, executors = settings.max_sub_tasks, settings.executors
    return complaints(as_plan(reply), tools=toolset.tools, limit=limit, executors=executors)


def _answered(
    live: LiveRuns, answers: Answers, state: RunState, runtime: Runtime[Settings], answer: str
) -> dict[str, Any]:
    """Return the end of a run that needs no tool, or first an answer of the user."""
    reason: StopReason = "asked" if asks_back(answer, whole_query(state)) else "answered_without_tools"
    emit(runtime, AnswerReady(stop_reason=reason, answer=answer))
    if answers.schema is None:
        live.forget(state.get("run_id", ""))
    return {"answer": answer, "stop_reason": reason, "sources": []}


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
    return "approve" if awaits(state, "person") else "planned"


def as_plan(reply: PlanReply) -> Plan:
    """Return a plan that was written in one reply, as it stands."""
    names = {item.id: plain_id(item.id, number) for number, item in enumerate(reply.sub_tasks, 1)}
    tasks = tuple(
        SubTask(
            id=names[item.id],
            content=item.content,
            depends_on=tuple(names.get(name, name) for name in item.depends_on),
            tools=tuple(item.tools),
            executor=item.executor,
            instructions=item.instructions,
        )
        for item in reply.sub_tasks
    )
    return Plan(sub_tasks=tasks, global_constraints=_conditions(reply), form=reply.form)


def _conditions(reply: PlannerReply) -> tuple[Constraint, ...]:
    """Return conditions on the whole, in words; a question is none."""
    texts = (text.strip() for text in reply.constraints)
    return tuple(Constraint(text=text) for text in dict.fromkeys(texts) if text and not text.endswith("?"))


def _plan(reply: PlannerReply, limit: int, rules: StrategyRules) -> tuple[Plan, list[str]]:
    """Return the list as a plan: least-to-most where published or not said otherwise; repeated sub-tasks are dropped,
    those over the limit become part of the last one.
    """
    distinct = list(dict.fromkeys(reply.sub_tasks))
    reach = None if not rules.plans_graphs else {"independent": 0, "chain": 1, "mixed": None}[reply.order]
    warnings: list[str] = []
    if len(distinct) > limit:
        warnings = [f"the plan had {len(distinct)} sub-tasks; the last ones were joined to keep to {limit}"]
        distinct = [*distinct[: limit - 1], "\n".join(distinct[limit - 1 :])]
    plan = sequence(distinct, _conditions(reply), reach=reach)
    return plan.model_copy(update={"form": reply.form}), warnings
