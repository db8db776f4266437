"""A choice among candidates under typed constraints (docs/choices.md): what is asked for, and what comes back.

`choose` in `choosing` makes it. The constraints mean exactly what `check` says about the chosen records.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from smurfs_graph.constraints.records import Record
from smurfs_graph.errors import SmurfsError
from smurfs_graph.planning.forms import Constraint, Sum


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


class Complaint(NamedTuple):
    """Why a candidate was set aside before the choice."""

    slot: str
    position: int
    """Of the candidate in its slot, from 0."""
    text: str


@dataclass(frozen=True, slots=True)
class Choice:
    """Candidates that satisfy every constraint."""

    positions: Mapping[str, tuple[int, ...]]
    """By slot: which candidates, from 0, in their order."""
    records: Mapping[str, tuple[Record, ...]]
    """The same as records."""
    optimal: bool
    """Whether each objective's best value was proved, given those before it."""
    objectives: tuple[float, ...]
    """The value of each objective, in its own unit."""
    complaints: tuple[Complaint, ...] = ()


@dataclass(frozen=True, slots=True)
class LeastSufficient:
    """For an upper limit on a sum: the limit that would do, with all other constraints kept."""

    scoped: Scoped
    value: float | None
    """None where no limit would do, or where none was proved in time."""


@dataclass(frozen=True, slots=True)
class NoChoice:
    """Proof that no choice satisfies every constraint."""

    conflict: tuple[Scoped, ...]
    """Constraints that cannot be had together; empty where a slot has too few candidates by itself."""
    proved_minimal: bool
    """Whether a choice was proved to exist without any one of them."""
    least_sufficient: tuple[LeastSufficient, ...] = ()
    """One for each upper limit on a sum in the conflict."""
    complaints: tuple[Complaint, ...] = ()
    detail: str = ""
    """Where the conflict is empty: what there is too little of."""

    @property
    def text(self) -> str:
        """What to tell the person who asked."""
        if not self.conflict:
            return self.detail
        wishes = "; ".join(scoped.constraint.text for scoped in self.conflict)
        lines = [f"These cannot be had together: {wishes}."]
        lines += [
            f"With all else as it is, {each.scoped.constraint.text!r} would need {_more(each)}{each.value:,.10g}."
            for each in self.least_sufficient
            if each.value is not None
        ]
        return " ".join(lines)


def _more(least: LeastSufficient) -> str:
    form = least.scoped.constraint.check
    return "more than " if isinstance(form, Sum) and form.op == "<" else ""


@dataclass(frozen=True, slots=True)
class Unsettled:
    """Time ran out before a choice was found or ruled out."""

    seconds: float
    complaints: tuple[Complaint, ...] = ()


ChoiceOutcome = Choice | NoChoice | Unsettled
