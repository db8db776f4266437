"""Making a choice among candidates with CP-SAT: the best one with its proof, or a minimal conflict with its proof.

The constraints (docs/choices.md) mean exactly what `check` says about the chosen records.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from smurfs_graph.constraints.candidate_pool import Pool, Scoped, Slot, pool
from smurfs_graph.constraints.choice_model import ChoiceModel
from smurfs_graph.constraints.conflict import minimal_conflict
from smurfs_graph.constraints.records import Record
from smurfs_graph.constraints.solver import Clock
from smurfs_graph.planning.forms import Sum
from smurfs_graph.planning.plan import Goal

DEFAULT_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class Choice:
    """Candidates that satisfy every constraint."""

    positions: Mapping[str, tuple[int, ...]]
    """By slot: which candidates, from 0, in their order."""
    records: Mapping[str, tuple[Record, ...]]
    """The chosen candidates as records."""
    optimal: bool
    """Whether each objective's best value was proved, given those before it."""
    objectives: tuple[float, ...]
    """The value of each objective, in its own unit."""
    complaints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NoChoice:
    """Proof that no choice satisfies every constraint."""

    conflict: tuple[Scoped, ...]
    """Constraints that cannot be had together; empty where a slot has too few candidates by itself."""
    proved_minimal: bool
    """Whether a choice was proved to exist without any one of them."""
    least_sufficient: tuple[tuple[Scoped, float | None], ...] = ()
    """Each upper limit on a sum in the conflict, with the one that would do, all other constraints kept; None where
    none would, or where none was proved in time.
    """
    complaints: tuple[str, ...] = ()
    detail: str = ""
    """The shortage, where the conflict is empty."""

    @property
    def text(self) -> str:
        """Say for the person who asked why nothing could be chosen, and which limits would suffice."""
        if not self.conflict:
            return self.detail
        wishes = "; ".join(scoped.constraint.text for scoped in self.conflict)
        lines = [f"These cannot be had together: {wishes}."]
        for limit, value in self.least_sufficient:
            form = limit.constraint.check
            if value is not None:
                more = "more than " if isinstance(form, Sum) and form.op == "<" else ""
                lines.append(f"With all else as it is, {limit.constraint.text!r} would need {more}{value:,.10g}.")
        return " ".join(lines)


@dataclass(frozen=True, slots=True)
class Unsettled:
    """Time ran out before a choice was found or ruled out."""

    complaints: tuple[str, ...] = ()


def choose(
    slots: Sequence[Slot],
    constraints: Sequence[Scoped] = (),
    objectives: Sequence[Goal] = (),
    seconds: float = DEFAULT_SECONDS,
) -> Choice | NoChoice | Unsettled:
    """Choose for every slot so that all typed constraints hold; untyped ones are none of its business.

    Objectives are met in their order, each as far as the ones before leave room. The same input has the same outcome,
    unless `seconds` run out, which the outcome says. Candidates in which a constraint or objective cannot be read
    (no such field, no number, another currency) are set aside, and reported as complaints.

    Raises:
        CandidatesError: no choice can be made among these candidates; see `pool`.
        ConfigurationError: OR-Tools is not installed, or `seconds` is not positive.
    """
    clock = Clock(seconds)
    typed = tuple(scoped for scoped in constraints if scoped.constraint.check is not None)
    candidates = pool(slots, typed, objectives)
    model = ChoiceModel(slots, candidates, typed, objectives)
    solution = model.solve(clock)
    if solution.status == "undecided":
        return Unsettled(candidates.complaints)
    if solution.status == "infeasible":
        return _conflict(slots, candidates, typed, clock)
    chosen = [candidate for candidate, var in model.chosen if solution.value(var)]
    positions = {slot.name: tuple(each.position for each in chosen if each.slot == slot.name) for slot in slots}
    return Choice(
        positions=positions,
        records={slot.name: tuple(slot.candidates[at] for at in positions[slot.name]) for slot in slots},
        optimal=solution.status == "optimal",
        objectives=model.objective_values(chosen),
        complaints=candidates.complaints,
    )


def _conflict(slots: Sequence[Slot], candidates: Pool, typed: tuple[Scoped, ...], clock: Clock) -> NoChoice:
    """Return why there is no choice: a smallest set of constraints in conflict, and for each limit in it the least that
    would do.
    """

    def is_possible(some: tuple[Scoped, ...]) -> bool | None:
        status = ChoiceModel(slots, candidates, some).solve(clock).status
        return None if status == "undecided" else status != "infeasible"

    found = minimal_conflict(typed, is_possible)
    if not found.members:
        return NoChoice((), found.proved_minimal, complaints=candidates.complaints, detail=_too_few(slots, candidates))
    least = tuple(
        (scoped, _least_sufficient(slots, candidates, typed, scoped, clock))
        for scoped in found.members
        if isinstance(scoped.constraint.check, Sum) and scoped.constraint.check.op in ("<=", "<")
    )
    return NoChoice(found.members, found.proved_minimal, least, candidates.complaints)


def _least_sufficient(
    slots: Sequence[Slot], candidates: Pool, typed: tuple[Scoped, ...], limit: Scoped, clock: Clock
) -> float | None:
    """Return the least value of a limit with which all other constraints can be kept; None where that is not proved."""
    form = limit.constraint.check
    assert isinstance(form, Sum)
    others = tuple(scoped for scoped in typed if scoped is not limit)
    objective = Goal(field=form.field, sub_tasks=limit.slots, unit=form.unit)
    model = ChoiceModel(slots, candidates, others, [objective])
    solution = model.solve(clock)
    if solution.status != "optimal":
        return None
    chosen = [candidate for candidate, var in model.chosen if solution.value(var)]
    return model.objective_values(chosen)[0]


def _too_few(slots: Sequence[Slot], candidates: Pool) -> str:
    for slot in slots:
        count = sum(candidate.slot == slot.name for candidate in candidates.candidates)
        if count < slot.least:
            aside = len(slot.candidates) - count
            hint = f" ({aside} more were set aside)" if aside else ""
            return f"There are {count} candidates for {slot.name!r}{hint}, and {slot.least} are to be chosen."
    return "No choice is possible among these candidates, whatever the constraints."
