"""Manager: from the planner's list to a plan graph with tools and constraints, and its revision (PMC section 4.2).

What it writes is checked by code; what is wrong goes back with the exact complaint, and after the restart limit a safe
repair is made, with a warning. Safe default: the planner's list, one sub-task after the other.
"""

from collections.abc import Mapping
from typing import Any, Literal

from langgraph.runtime import Runtime

from smurfs_graph.asking.asking import Asking
from smurfs_graph.asking.emitting import emit
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.question import ask_model
from smurfs_graph.asking.turns import Turn, complain
from smurfs_graph.events.vocabulary import PlanMade
from smurfs_graph.nodes.base import Node, awaits, review_by
from smurfs_graph.planning.check import complaints, merge_repeated, plain_id, repair
from smurfs_graph.planning.outcome import Outcome
from smurfs_graph.planning.plan import ChoiceSpec, Goal, Pick, Plan, SubTask
from smurfs_graph.prompting import views
from smurfs_graph.prompting.plan_replies import ManagerReply, PlainManagerReply, PublishedManagerReply, assigning
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState, whole_query


def manager(asking: Asking, toolset: GraphTools, call: Literal["manager", "manager.pmc"] = "manager") -> Node[RunState]:
    """Return the manager's node function.

    As published (`manager.pmc`) it decomposes the query itself, without a planner.
    """

    async def manager(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        settings = asking.settings_of(runtime)
        planned, found = state["plan"], state.get("outcomes", {})
        contents = [task.content for task in planned.sub_tasks]
        values = {
            "query": whole_query(state),
            "tools": views.tool_list(await toolset.shortlists.named(settings, whole_query(state), contents)),
            "executors": views.executors(settings.executors),
            "outcomes": views.outcomes(planned.sub_tasks, found, _changing(toolset)) if found else "",
        }
        used, schema = call, PublishedManagerReply
        if call == "manager":
            values["sub_tasks"] = views.sub_tasks(planned.sub_tasks)
            schema = PlainManagerReply
            if has_conditions(planned):
                used, schema = "manager.conditions", ManagerReply
                values["constraints"] = views.plan_conditions(planned)
        shape = assigning(schema, settings.executors)
        turn = await ask_model(asking, state, runtime, used, values, schema, shape=shape)
        if turn.ends_here and turn.update.get("restart"):
            return turn.update
        return _settled(state, runtime, toolset, settings, turn, used)

    return manager


def _changing(toolset: GraphTools) -> set[str]:
    """Return the tools that are known to change something; of those that declare nothing most only read."""
    return {name for name, tool in toolset.tools.items() if tool.may_change("read")}


def has_conditions(plan: Plan) -> bool:
    """Return whether the request sets any conditions, as far as is known."""
    return bool(plan.global_constraints) or any(task.local_constraints for task in plan.sub_tasks)


def after_manager(state: RunState) -> Literal["restart", "approve", "start"]:
    """Ask again, have the plan approved by a person, or start it."""
    if state.get("restart"):
        return "restart"
    return "approve" if awaits(state, "person") else "start"


def _settled(
    state: RunState,
    runtime: Runtime[Settings],
    toolset: GraphTools,
    settings: Settings,
    turn: Turn[ManagerReply],
    call: str,
) -> dict[str, Any]:
    """Return the plan that a reply means: checked, or sent back, or repaired."""
    found, limit = state.get("outcomes", {}), settings.max_sub_tasks
    update = turn.update
    warnings: list[str] = list(update.get("warnings", []))
    plan = state["plan"]
    if turn.reply is not None and turn.reply.no_other_way and found:
        return {**update, "warnings": warnings, "replans": state.get("max_replans", 0)}
    if turn.reply is not None:
        plan = _as_plan(turn.reply, state["plan"], found, state.get("replans", 0))
        wrong = complaints(plan, tools=toolset.tools, limit=limit, executors=settings.executors)
        if wrong:
            turn = complain(state, runtime, call, "; ".join(wrong[:6]), turn, settings.max_restarts)
            if turn.ends_here:
                return turn.update
            update = turn.update
            warnings = [*turn.update.get("warnings", []), f"the plan was repaired: {wrong[0]}"]
            plan = _mended(plan, state["plan"], toolset, settings)
    if found and all(task.id in found for task in plan.sub_tasks):  # it only leaves out what did not work out
        plan = plan.model_copy(update={"sub_tasks": state["plan"].sub_tasks})
    emit(runtime, PlanMade(plan=plan))
    kept = {task.id for task in plan.sub_tasks}
    return {
        **update,
        "plan": plan,
        "replaced": [
            *state.get("replaced", []),
            *(task for task in state["plan"].sub_tasks if task.id in found and task.id not in kept),
        ],
        "warnings": warnings,
        "replans": _replans(state, plan),
        "review": review_by(settings),
    }


def _replans(state: RunState, plan: Plan) -> int:
    """Count the revisions so far; a revision that brings nothing new is the last one."""
    found = state.get("outcomes", {})
    if found and all(task.id in found for task in plan.sub_tasks):
        return max(state.get("max_replans", 0), state.get("replans", 0) + 1)
    return state.get("replans", 0) + bool(found)


def _as_plan(reply: ManagerReply, old: Plan, found: dict[str, Outcome], round_: int) -> Plan:
    """Return the reply as a plan; finished sub-tasks stay as they are, and a changed one gets an id of its own.

    One that did not work out and comes back unchanged, with all that it builds on, is no other way: it stays as it is.
    """
    kept = {task.id: task for task in old.sub_tasks if task.id in found and found[task.id].status == "solved"}
    kept |= _unchanged(reply, old, found, kept)
    names: dict[str, str] = {}
    for number, item in enumerate(reply.sub_tasks, 1):
        name = plain_id(item.id, number)
        names[str(item.id)] = name if name in kept or name not in found else f"{name}_r{round_ + 1}"
    tasks = [
        kept.get(names[str(item.id)])
        or SubTask(
            id=names[str(item.id)],
            content=item.content,
            depends_on=tuple(names.get(str(name), str(name)) for name in item.depends_on),
            tools=tuple(item.tools),
            parameters=item.parameters,
            executor=item.executor,
            instructions=item.instructions,
            local_constraints=tuple(item.constraints),
        )
        for item in reply.sub_tasks
    ]
    local = {item.predicate for task in tasks for item in task.local_constraints}
    left = tuple(item for item in old.global_constraints if item.predicate not in local)
    whole = tuple(reply.constraints) or left  # what it has made a sub-task's own is none of the whole's any more
    choice = _choice(reply, names) or old.choice
    plan = Plan(
        sub_tasks=tuple(tasks), main_task=reply.main_task, global_constraints=whole, choice=choice, form=old.form
    )
    return merge_repeated(plan)


def _unchanged(
    reply: ManagerReply, old: Plan, found: dict[str, Outcome], solved: Mapping[str, SubTask]
) -> dict[str, SubTask]:
    """Return the sub-tasks that were not solved and that the reply repeats word for word, dependencies included."""
    before = {task.id: task for task in old.sub_tasks if task.id in found and task.id not in solved}
    same: dict[str, SubTask] = {}
    for number, item in enumerate(reply.sub_tasks, 1):
        name = plain_id(item.id, number)
        task = before.get(name)
        if task is None or (item.content, {*item.depends_on}) != (task.content, {*task.depends_on}):
            continue
        if not item.tools or {*item.tools} == {*task.tools}:
            same[name] = task
    while changed := [name for name, task in same.items() if not {*task.depends_on} <= same.keys() | solved.keys()]:
        for name in changed:
            del same[name]
    return same


def _choice(reply: ManagerReply, names: dict[str, str]) -> ChoiceSpec | None:
    """Return the choice that a reply asks for, by the plan's ids; a sub-task that does not exist has no part in it."""
    asked = reply.choice
    if asked is None:
        return None
    known = {names[item.sub_task]: item for item in asked.picks if item.sub_task in names}
    picks = tuple(Pick(sub_task=name, least=item.count, most=item.count) for name, item in known.items())
    goals = tuple(Goal(field=goal.field, sense=goal.sense, unit=goal.unit) for goal in asked.goals)
    return ChoiceSpec(picks=picks, goals=goals)


def _mended(plan: Plan, planned: Plan, toolset: GraphTools, settings: Settings) -> Plan:
    try:
        return repair(plan, tools=toolset.tools, limit=settings.max_sub_tasks, executors=settings.executors)
    except ValueError:
        return planned
