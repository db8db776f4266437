"""Read constraints' and objectives' fields in candidates, and set aside candidates in which they are unreadable."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from smurfs_graph.constraints.check import check
from smurfs_graph.constraints.records import Record, UnreadableError, one_unit
from smurfs_graph.errors import SmurfsError
from smurfs_graph.planning.forms import Constraint, Count, Sum
from smurfs_graph.planning.plan import Goal


class CandidatesError(SmurfsError):
    """The candidates are such that no choice can be made among them: the text says which ones, and what to mend."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """Something to be chosen: so many different ones among the candidates."""

    name: str
    candidates: tuple[Record, ...]
    """Two candidates may be equal records; they are different candidates all the same."""
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Scoped:
    """A constraint on what is chosen for some slots together."""

    constraint: Constraint
    slots: tuple[str, ...] = ()
    """Names of slots; empty for all of them."""


class Candidate(NamedTuple):
    """One candidate of a slot."""

    slot: str
    position: int
    record: Record


class Pool(NamedTuple):
    """The candidates among which a choice can be made."""

    candidates: tuple[Candidate, ...]
    complaints: tuple[str, ...]
    """Complaints about the candidates that were set aside."""

    def within(self, slots: Sequence[str]) -> Iterator[Candidate]:
        """Yield the candidates of some slots; of all where none is named."""
        return (candidate for candidate in self.candidates if not slots or candidate.slot in slots)


def pool(slots: Sequence[Slot], scoped: Sequence[Scoped], objectives: Sequence[Goal]) -> Pool:
    """Set aside every candidate in which something that matters cannot be read.

    Raises:
        CandidatesError: nothing readable is left of a slot, or candidates use several units where the constraint or
            objective names none.
    """
    needs = [*scoped, *map(_reads, objectives)]
    kept: list[Candidate] = []
    complaints: list[str] = []
    for slot in slots:
        relevant = [need.constraint for need in needs if not need.slots or slot.name in need.slots]
        wrong = [_wrong(relevant, record) for record in slot.candidates]
        if wrong and all(wrong):
            raise CandidatesError(f"none of the {len(wrong)} candidates for {slot.name!r} can be judged; {wrong[0]}")
        for position, (record, why) in enumerate(zip(slot.candidates, wrong, strict=True)):
            if why:
                complaints.append(f"{slot.name}, candidate {position + 1}: {why}")
            else:
                kept.append(Candidate(slot.name, position, record))
    found = Pool(tuple(kept), tuple(complaints))
    for need in needs:
        _check_units(need, found)
    return found


def _reads(objective: Goal) -> Scoped:
    """Return a constraint that every readable record satisfies: what the objective needs to read."""
    form = Sum(field=objective.field, op=">=", value=0, unit=objective.unit)
    return Scoped(Constraint(text=f"{objective.sense} {objective.field}", check=form), objective.sub_tasks)


def _wrong(relevant: Sequence[Constraint], record: Record) -> str:
    """Say what cannot be read in a record; empty where all can."""
    for constraint in relevant:
        form = constraint.check
        if form is not None and not (isinstance(form, Count) and not form.field):
            verdict = check(constraint, [record])
            if verdict.standing == "unknown":
                return f"{constraint.text!r}: {verdict.detail}"
    return ""


def _check_units(need: Scoped, found: Pool) -> None:
    form = need.constraint.check
    if isinstance(form, Sum):
        try:
            one_unit([candidate.record for candidate in found.within(need.slots)], form.field, form.unit)
        except UnreadableError as error:
            raise CandidatesError(f"{need.constraint.text!r}: {error}") from error
