"""Choices the slow way: try every combination, and ask the checker."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from smurfs_graph.constraints.candidate_pool import Scoped, Slot
from smurfs_graph.constraints.check import check
from smurfs_graph.constraints.records import Record, number_of
from smurfs_graph.planning.plan import Goal

Pick = tuple[tuple[int, ...], ...]
"""Positions of the chosen candidates, slot by slot."""


def allowed(slots: Sequence[Slot], constraints: Sequence[Scoped]) -> Iterator[Pick]:
    """Every combination that satisfies all constraints."""
    options = [
        [
            picks
            for size in range(slot.least, slot.most + 1)
            for picks in combinations(range(len(slot.candidates)), size)
        ]
        for slot in slots
    ]
    for pick in product(*options):
        if all(holds(scoped, slots, pick) for scoped in constraints):
            yield pick


def holds(scoped: Scoped, slots: Sequence[Slot], pick: Pick) -> bool:
    """Return the checker's verdict on the records in scope; conditions on single records hold where there is none."""
    records = within(scoped.slots, slots, pick)
    verdict = check(scoped.constraint, records)
    if verdict.standing == "unknown":
        assert not records, verdict
        return scoped.constraint.check is None or scoped.constraint.check.kind != "cover"
    return verdict.standing == "holds"


def within(names: Sequence[str], slots: Sequence[Slot], pick: Pick) -> list[Record]:
    """The chosen records of some slots; of all where none is named."""
    return [
        slot.candidates[at]
        for slot, positions in zip(slots, pick, strict=True)
        if not names or slot.name in names
        for at in positions
    ]


def worth(objective: Goal, slots: Sequence[Slot], pick: Pick) -> float:
    """The objective's sum, rounded to what the solver counts with."""
    records = within(objective.sub_tasks, slots, pick)
    return round(sum(number_of(record, objective.field) for record in records), 6)


def best(slots: Sequence[Slot], constraints: Sequence[Scoped], objectives: Sequence[Goal]) -> list[float] | None:
    """The lexicographically best values of the objectives; None where there is no choice."""
    picks = list(allowed(slots, constraints))
    if not picks:
        return None
    values: list[float] = []
    for objective in objectives:
        sign = 1 if objective.sense == "minimise" else -1
        target = min(sign * worth(objective, slots, pick) for pick in picks)
        picks = [pick for pick in picks if sign * worth(objective, slots, pick) <= target + 1e-9]
        values.append(sign * target)
    return values
