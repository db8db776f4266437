"""Choose: CP-SAT chooses among the records that sub-tasks handed over, under typed constraints (docs/choices.md).

No model is asked and nothing is retyped. An infeasible set is reported with a minimal conflict and what would do.
"""

from typing import Any, Literal

from langgraph.runtime import Runtime
from langgraph.types import Overwrite

from smurfs_graph.asking.emitting import emit
from smurfs_graph.asking.graph_tools import GraphTools
from smurfs_graph.asking.kept_responses import FullResponses
from smurfs_graph.asking.run_settings import RunSettings
from smurfs_graph.concurrency.threads import run_in_thread
from smurfs_graph.constraints.check import Verdict
from smurfs_graph.constraints.general import Handed, is_due, verdicts_on
from smurfs_graph.constraints.general import solve as solve_generally
from smurfs_graph.constraints.handover import all_records
from smurfs_graph.constraints.report import ChoiceReport
from smurfs_graph.errors import ConfigurationError
from smurfs_graph.events.vocabulary import ChoiceMade, ConstraintsChecked
from smurfs_graph.nodes.base import Node
from smurfs_graph.nodes.prepare import NONE_FOUND
from smurfs_graph.nodes.schedule import after_schedule
from smurfs_graph.planning.outcome import Outcome
from smurfs_graph.planning.plan import Plan
from smurfs_graph.settings import Settings
from smurfs_graph.state import RunState


def choose(toolset: GraphTools, responses: FullResponses, settings_of: RunSettings) -> Node[RunState]:
    """Make the choice that the plan asks for; untyped constraints are left to a judge."""

    async def choose(state: RunState, runtime: Runtime[Settings]) -> dict[str, Any]:
        plan, found = state["plan"], state.get("outcomes", {})
        mine = {task.id: found[task.id] for task in plan.sub_tasks if task.id in found}
        records, lost = await all_records(responses.store(runtime), mine)
        again = [name for name in lost if plan[name].prepared] + _not_kept(plan, mine)
        if again and not state.get("searched_again"):
            kept = {name: outcome for name, outcome in found.items() if name not in again}
            return {"outcomes": Overwrite(kept), "searched_again": True}
        if plan.choice is None and not records:
            verdicts = verdicts_on(plan, {})
            emit(runtime, ConstraintsChecked(constraints=tuple(verdicts)))
            return {"constraints": list(verdicts)}
        warnings = [f"the records of sub-task {name!r} were lost and are not part of the choice" for name in lost]
        report, verdicts = await _choose(toolset, settings_of(runtime), plan, records, mine, again)
        report, verdicts, left_out = _without(plan, report, verdicts, mine)
        emit(runtime, ChoiceMade(choice=report))
        emit(runtime, ConstraintsChecked(constraints=tuple(verdicts)))
        aside = f"{report.set_aside} candidates were set aside: {'; '.join(report.complaints)}"
        return {
            "choice": report,
            "constraints": list(verdicts),
            "warnings": [*warnings, *left_out, *([aside] if report.set_aside else [])],
        }

    return choose


def after_schedule_choose(state: RunState) -> Literal["replan", "choose", "deliver"]:
    """Route as after the schedule, but to the choice first where the plan asks for one and candidates may be there.

    A domain's plan is not revised by the manager: what its searches lack is what the choice reports.
    """
    plan = state["plan"]
    way = after_schedule(state)
    if not (plan.choice and plan.choice.domain) and (way == "replan" or not is_due(plan)):
        return way
    found = state.get("outcomes", {})
    started = all(task.id in found for task in plan.sub_tasks)
    return "choose" if started else "deliver"


def after_choose(state: RunState) -> Literal["search again", "deliver"]:
    """Route lost records to be searched for once more; else deliver."""
    known = state.get("outcomes", {})
    return "deliver" if all(task.id in known for task in state["plan"].sub_tasks) else "search again"


def _not_kept(plan: Plan, outcomes: dict[str, Outcome]) -> list[str]:
    """Return prepared searches that found something which the store had lost before it was handed over."""
    ended = [(outcomes[task.id], task.id) for task in plan.sub_tasks if task.prepared and task.id in outcomes]
    return [
        name
        for found, name in ended
        if found.status == "solved" and not found.candidates and found.answer != NONE_FOUND
    ]


async def _choose(
    toolset: GraphTools, settings: Settings, plan: Plan, records: Handed, outcomes: dict[str, Outcome], lost: list[str]
) -> tuple[ChoiceReport, tuple[Verdict, ...]]:
    """Choose among the records, with the plan's domain or the general solver. Never raises: a failure is a report."""
    name = plan.choice.domain if plan.choice else ""
    seconds = settings.solver_seconds
    try:
        if not name:
            return await run_in_thread(solve_generally, plan, records, seconds)
        domain = toolset.domains.get(name)
        if domain is None:
            raise ConfigurationError(f"there is no domain {name!r} among the toolsets of this run")
        if lost:
            text = f"The records of {', '.join(lost)} were lost twice, so that nothing can be chosen among them."
            return ChoiceReport(status="missing_data", solver=name, text=text), verdicts_on(plan, {})
        own = {tool.name for tool in domain.searches}  # what else was asked may fail without harm to the choice
        searches = [outcomes[task.id] for task in plan.sub_tasks if own & {*task.tools} and task.id in outcomes]
        if failed := [outcome for outcome in searches if outcome.status != "solved"]:
            text = "; ".join(f"{outcome.sub_task}: {outcome.reason or outcome.status}" for outcome in failed)
            report = ChoiceReport(status="missing_data", solver=name, text=f"Not all searches succeeded: {text}.")
            return report, verdicts_on(plan, {})
        solved = await run_in_thread(domain.solve, plan, records, seconds)
    except Exception as error:  # OR-Tools is missing, or a domain's own code failed: reported, never papered over
        text = str(error) if isinstance(error, ConfigurationError) else f"{type(error).__name__}: {error}"
        report = ChoiceReport(status="unusable", solver=name or "cp-sat", text=f"No choice could be made: {text}.")
        return report, verdicts_on(plan, {})
    broken = {"standing": "violated", "detail": "part of the conflict"}
    verdicts = (
        verdict.model_copy(update=broken) if verdict.text in solved.report.conflict else verdict
        for verdict in verdicts_on(plan, solved.report.chosen)
    )
    return solved.report, (*solved.verdicts, *verdicts)


def _without(
    plan: Plan, report: ChoiceReport, verdicts: tuple[Verdict, ...], outcomes: dict[str, Outcome]
) -> tuple[ChoiceReport, tuple[Verdict, ...], list[str]]:
    """Say which results a choice leaves out, as they handed over nothing in which it could be read."""
    spec = plan.choice
    if report.status != "chosen" or (spec and (spec.domain or spec.picks)):
        return report, verdicts, []
    silent = [task.id for task in plan.sub_tasks if task.id in outcomes and task.id not in report.chosen]
    if not silent:
        return report, verdicts, []
    names = ", ".join(silent)
    whole = {item.text for item in plan.global_constraints if item.check is not None}
    said = tuple(
        verdict.model_copy(update={"detail": f"{verdict.detail or verdict.standing}, without {names}"})
        if verdict.text in whole
        else verdict
        for verdict in verdicts
    )
    report = report.model_copy(update={"text": f"{report.text}\nAll of this is without {names}."})
    return report, said, [f"the choice is made without {names}: no records came in which the conditions could be read"]
