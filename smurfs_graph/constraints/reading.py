"""What constraints and objectives read in candidates, and the candidates in which they cannot read it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from smurfs_graph.constraints.check import check
from smurfs_graph.constraints.choice import CandidatesError, Complaint, Scoped, Slot
from smurfs_graph.constraints.records import Record, UnreadableError, one_unit
from smurfs_graph.planning.forms import Constraint, Count, Sum
from smurfs_graph.planning.plan import Goal


class Candidate(NamedTuple):
    """One candidate of a slot."""

    slot: str
    position: int
    record: Record


class Pool(NamedTuple):
    """The candidates among which a choice can be made."""

    candidates: tuple[Candidate, ...]
    complaints: tuple[Complaint, ...]

    def within(self, slots: Sequence[str]) -> Iterator[Candidate]:
        """Those of some slots; of all where none is named."""
        return (candidate for candidate in self.candidates if not slots or candidate.slot in slots)


def pool(slots: Sequence[Slot], scoped: Sequence[Scoped], objectives: Sequence[Goal]) -> Pool:
    """Set aside every candidate in which something that matters cannot be read.

    Raises:
        CandidatesError: nothing readable is left of a slot, or candidates use several units where the constraint or
            objective names none.
    """
    needs = [*scoped, *map(_reads, objectives)]
    kept: list[Candidate] = []
    complaints: list[Complaint] = []
    for slot in slots:
        relevant = [need.constraint for need in needs if not need.slots or slot.name in need.slots]
        for position, record in enumerate(slot.candidates):
            wrong = next(filter(None, (_unreadable(constraint, record) for constraint in relevant)), "")
            if wrong:
                complaints.append(Complaint(slot.name, position, wrong))
            else:
                kept.append(Candidate(slot.name, position, record))
        _check_left(slot, kept, complaints)
    found = Pool(tuple(kept), tuple(complaints))
    for need in needs:
        _check_units(need, found)
    return found


def _reads(objective: Goal) -> Scoped:
    """A constraint that every readable record satisfies: what the objective needs to read."""
    form = Sum(field=objective.field, op=">=", value=0, unit=objective.unit)
    return Scoped(Constraint(text=f"{objective.sense} {objective.field}", check=form), objective.sub_tasks)


def _unreadable(constraint: Constraint, record: Record) -> str:
    form = constraint.check
    if form is None or (isinstance(form, Count) and not form.field):
        return ""
    verdict = check(constraint, [record])
    return f"{constraint.text!r}: {verdict.detail}" if verdict.standing == "unknown" else ""


def _check_units(need: Scoped, found: Pool) -> None:
    form = need.constraint.check
    if isinstance(form, Sum):
        try:
            one_unit([candidate.record for candidate in found.within(need.slots)], form.field, form.unit)
        except UnreadableError as error:
            raise CandidatesError(f"{need.constraint.text!r}: {error}") from error


def _check_left(slot: Slot, kept: Sequence[Candidate], complaints: Sequence[Complaint]) -> None:
    mine = [complaint for complaint in complaints if complaint.slot == slot.name]
    if mine and not any(candidate.slot == slot.name for candidate in kept):
        raise CandidatesError(f"none of the {len(mine)} candidates for {slot.name!r} can be judged; {mine[0].text}")
