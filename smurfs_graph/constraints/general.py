"""The general solver: what a plan's sub-tasks hand over, its typed constraints and its goals, as one CP-SAT choice."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from smurfs_graph.constraints.candidate_pool import CandidatesError, Scoped, Slot
from smurfs_graph.constraints.candidates import field_named, fields_of, label_of, rate_of, view
from smurfs_graph.constraints.check import Verdict, check, unknown_sum
from smurfs_graph.constraints.choosing import Choice, NoChoice, choose
from smurfs_graph.constraints.quantities import quantity
from smurfs_graph.constraints.records import Record, field_of
from smurfs_graph.constraints.report import Amount, ChoiceReport, Sufficient
from smurfs_graph.planning.forms import Constraint, Sum
from smurfs_graph.planning.plan import ChoiceSpec, Goal, Pick, Plan

SOLVER = "cp-sat"
_SHOWN_COMPLAINTS = 5
_SHOWN_FIELDS = 4
_SHOWN_CHARS = 60

Handed = Mapping[str, Sequence[Record]]
"""Records by the sub-task that handed them over."""


class Problem(NamedTuple):
    """A choice, ready to be solved."""

    slots: tuple[Slot, ...]
    scoped: tuple[Scoped, ...]
    objectives: tuple[Goal, ...]
    unread: tuple[Verdict, ...]
    """Typed constraints that none of the candidates has a field for."""


def scoped_constraints(plan: Plan) -> list[Scoped]:
    """Return all constraints of a plan, each with the sub-tasks whose results it concerns."""
    local = [Scoped(item, (task.id,)) for task in plan.sub_tasks for item in task.local_constraints]
    return [*local, *(Scoped(item) for item in plan.global_constraints)]


def is_due(plan: Plan) -> bool:
    """Return whether a plan asks for a choice: it says so, or sets a typed condition on several results together."""
    return plan.choice is not None or any(item.check is not None for item in plan.global_constraints)


def problem_of(plan: Plan, handed: Handed) -> Problem:
    """Return the choice that a plan asks for among records."""
    spec = plan.choice or ChoiceSpec()
    scoped = [each for each in scoped_constraints(plan) if each.constraint.check is not None]
    goals = spec.goals or _assume_goals(scoped)
    wanted = {name for each in scoped for name in fields_of(each.constraint)} | {goal.field for goal in goals}
    views = {name: tuple(view(record, sorted(wanted)) for record in records) for name, records in handed.items()}
    picks = [pick for pick in spec.picks if pick.sub_task in handed] or [
        Pick(sub_task=name) for name in handed if any(views[name])
    ]
    names = [pick.sub_task for pick in picks]
    slots = tuple(
        Slot(name=pick.sub_task, candidates=views[pick.sub_task], least=pick.least, most=max(pick.least, pick.most))
        for pick in picks
    )
    offered = {name: handed[name] for name in names}
    summed = [each for each in scoped if not _has_rates_alone(each, offered)]
    read = [(each, _bears_on(fields_of(each.constraint), each.slots or names, views)) for each in summed]
    aims = [(goal, _bears_on((goal.field,), goal.sub_tasks or names, views)) for goal in goals]
    return Problem(
        slots,
        tuple(Scoped(each.constraint, where) for each, where in read if where),
        tuple(goal.model_copy(update={"sub_tasks": where}) for goal, where in aims if where),
        tuple(_unread(each.constraint) for each, where in read if not where),
    )


def solve(plan: Plan, handed: Handed, seconds: float) -> tuple[ChoiceReport, tuple[Verdict, ...]]:
    """Choose among what was handed over; the verdicts are of the plan's constraints, checked on what was chosen.

    Raises:
        ConfigurationError: OR-Tools is not installed.
    """
    problem = problem_of(plan, handed)
    if not problem.slots:
        text = "There is nothing to choose from: no sub-task handed over records that the conditions speak of."
        return ChoiceReport(status="missing_data", solver=SOLVER, text=text), problem.unread
    try:
        found = choose(problem.slots, problem.scoped, problem.objectives, seconds)
    except CandidatesError as error:
        text = f"No choice could be made: {error}."
        return ChoiceReport(status="unusable", solver=SOLVER, text=text), verdicts_on(plan, {})
    aside = {"set_aside": len(found.complaints), "complaints": found.complaints[:_SHOWN_COMPLAINTS]}
    if isinstance(found, Choice):
        report = report_choice(problem, handed, found).model_copy(update=aside)
        return report, verdicts_on(plan, report.chosen)
    if isinstance(found, NoChoice):
        return _infeasible(found).model_copy(update=aside), conflict_verdicts(plan, found)
    text = f"Whether there is a choice that meets all conditions was not found out within {seconds:g} seconds."
    report = ChoiceReport(status="unsettled", solver=SOLVER, text=text)
    return report.model_copy(update=aside), verdicts_on(plan, {})


def verdicts_on(plan: Plan, chosen: Mapping[str, Sequence[Record]]) -> tuple[Verdict, ...]:
    """Check every constraint of a plan on the choice; those that no code can check are unknown."""
    if not any(chosen.values()):
        return tuple(
            Verdict(text=each.constraint.text, standing="unknown", detail="nothing was chosen")
            for each in scoped_constraints(plan)
        )
    found: list[Verdict] = []
    for each in scoped_constraints(plan):
        if rate := _rate_within(each, chosen):
            found.append(unknown_sum(each.constraint, rate))
            continue
        names = fields_of(each.constraint)
        views = {
            slot: [view(record, names) if names else record for record in records]
            for slot, records in chosen.items()
            if not each.slots or slot in each.slots
        }
        silent = [] if each.slots or not names else [slot for slot, records in views.items() if not any(records)]
        read = [record for slot, records in views.items() if slot not in silent for record in records]
        verdict = check(each.constraint, read) if read or not names else _unread(each.constraint)
        if verdict.standing == "holds":
            verdict = verdict.model_copy(update={"detail": _measure(each.constraint, read, silent)})
        found.append(verdict)
    return tuple(found)


def report_choice(problem: Problem, handed: Handed, found: Choice) -> ChoiceReport:
    """Return a choice as it is reported: the tools' own records, totals and proof."""
    chosen = {
        name: tuple(dict(handed[name][position]) for position in positions)
        for name, positions in found.positions.items()
    }
    rates = [_rate(goal.field, chosen, goal.sub_tasks) for goal in problem.objectives]
    totals = tuple(
        Amount(name=goal.field, value=value, unit=_unit(problem, goal, found))
        for goal, value, rate in zip(problem.objectives, found.objectives, rates, strict=True)
        if not rate
    )
    lines = [f"- {name}: {_describe(record, problem)}" for name, records in chosen.items() for record in records]
    lines += [f"Total {total.text}." for total in totals]
    aims = " and then ".join(
        f"{goal.sense} {goal.field}{' as listed' if rate else ''}"
        for goal, rate in zip(problem.objectives, rates, strict=True)
    )
    proof = f"No better choice exists ({aims}); this was proved." if aims else "Nothing was to be minimised."
    lines.append(proof if found.optimal else f"Better ones may exist ({aims}): time ran out before the proof.")
    names = tuple(label for records in chosen.values() for record in records if (label := label_of(record)))
    return ChoiceReport(
        status="chosen",
        solver=SOLVER,
        text="\n".join(["Chosen:", *lines]),
        chosen=chosen,
        names=names,
        amounts=totals,
        optimal=found.optimal,
    )


def conflict_verdicts(plan: Plan, found: NoChoice) -> tuple[Verdict, ...]:
    """Return verdicts where nothing can be chosen: constraints in conflict are violated, others unknown."""
    members = {scoped.constraint.text for scoped in found.conflict}
    together = "; ".join(sorted(members))
    return tuple(
        Verdict(text=scoped.constraint.text, standing="violated", detail=f"cannot be had together: {together}")
        if scoped.constraint.text in members
        else Verdict(text=scoped.constraint.text, standing="unknown", detail="nothing could be chosen")
        for scoped in scoped_constraints(plan)
    )


def _infeasible(found: NoChoice) -> ChoiceReport:
    """Return the report of a choice that cannot be made, with what is in conflict and what would suffice."""
    sufficient = tuple(
        Sufficient(text=limit.constraint.text, value=value, unit=_unit_of(limit.constraint))
        for limit, value in found.least_sufficient
        if value is not None
    )
    minimal = " Without any one of these there is a choice." if found.proved_minimal and len(found.conflict) > 1 else ""
    return ChoiceReport(
        status="infeasible" if found.conflict else "missing_data",
        solver=SOLVER,
        text=found.text + minimal,
        conflict=tuple(scoped.constraint.text for scoped in found.conflict),
        conflict_minimal=found.proved_minimal,
        sufficient=sufficient,
    )


def _assume_goals(scoped: Sequence[Scoped]) -> tuple[Goal, ...]:
    """Aim at as little as possible of what has an upper limit, where no goal is set."""
    limits = [each.constraint.check for each in scoped if not each.slots]
    return tuple(
        Goal(field=form.field, unit=form.unit) for form in limits if isinstance(form, Sum) and form.op in ("<=", "<")
    )[:1]


def _bears_on(fields: Sequence[str], names: Sequence[str], views: Mapping[str, Sequence[Record]]) -> tuple[str, ...]:
    """Return the sub-tasks any of whose records has a field that is read; all where none is."""
    return tuple(
        name
        for name in names
        if name in views and (not fields or any(field in seen for seen in views[name] for field in fields))
    )


def _rate_within(each: Scoped, records: Handed) -> str:
    """Return the rate of amounts that a constraint would add up as if they were whole; empty where there is none."""
    form = each.constraint.check
    return _rate(form.field, records, each.slots, each.constraint.text) if isinstance(form, Sum) else ""


def _has_rates_alone(each: Scoped, offered: Handed) -> bool:
    """Return whether a constraint would add up amounts of which one sub-task has none that is whole."""
    return any(
        records and all(_rate_within(each, {name: [record]}) for record in records) for name, records in offered.items()
    )


def _rate(field: str, records: Handed, slots: Sequence[str], text: str = "") -> str:
    within = (record for name, several in records.items() if not slots or name in slots for record in several)
    return next(filter(None, (rate_of(field, record, text) for record in within)), "")


def _unread(constraint: Constraint) -> Verdict:
    names = " or ".join(map(repr, fields_of(constraint)))
    return Verdict(text=constraint.text, standing="unknown", detail=f"no candidate has a field {names}")


def _measure(constraint: Constraint, records: Sequence[Record], silent: Sequence[str]) -> str:
    """Say the numbers of a sum that holds, and what has no part in it."""
    form = constraint.check
    if not isinstance(form, Sum):
        return ""
    parts = [quantity(field_of(record, form.field)) for record in records]
    total = sum(part.number for part in parts if part is not None)
    unit = f" {form.unit}" if form.unit else ""
    without = f"; {', '.join(silent)} has no {form.field!r}" if silent else ""
    return f"the sum of {form.field!r} is {total:.12g}{unit} ({form.op} {form.value:.12g}{unit}){without}"


def _unit(problem: Problem, goal: Goal, found: Choice) -> str:
    if goal.unit:
        return goal.unit
    records = [record for name in goal.sub_tasks or found.records for record in found.records[name]]
    units = {part.unit for record in records if (part := quantity(record.get(goal.field))) is not None}
    return units.pop() if len(units) == 1 else ""


def _unit_of(constraint: Constraint) -> str:
    return constraint.check.unit if isinstance(constraint.check, Sum) else ""


def _describe(record: Record, problem: Problem) -> str:
    """Return a record in a line: its label, then the fields that conditions and goals read, then others."""
    label = label_of(record)
    read = _fields_read(record, problem)
    others = [name for name, value in record.items() if isinstance(value, str | int | float) and name not in read]
    told = [name for name in others if str(record[name]) != label]
    shown = [*read, *told][: max(_SHOWN_FIELDS, len(read))]
    values = ", ".join(f"{name} {_short(record[name])}" for name in shown if str(record[name]) != label)
    return f"{label} ({values})" if label and values else label or values


def _fields_read(record: Record, problem: Problem) -> list[str]:
    """Return the record's own names of the fields that conditions and goals read."""
    wanted = [field for each in problem.scoped for field in fields_of(each.constraint)]
    wanted += [goal.field for goal in problem.objectives]
    found = [field_named(field, record) for field in dict.fromkeys(wanted)]
    return [name for name in found if name is not None]


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= _SHOWN_CHARS else f"{text[: _SHOWN_CHARS - 1]}…"
