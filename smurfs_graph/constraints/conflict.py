"""Minimal conflicts: which conditions cannot be had together, and not one more than that.

What a solver gives as the reason of an infeasibility (an assumption core) is some set of conditions that cannot be
had together, often with bystanders in it. Here every condition is taken away once and the rest solved again.
"""

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

MemberT = TypeVar("MemberT")


class Conflict(NamedTuple, Generic[MemberT]):
    """Conditions that cannot be had together."""

    members: tuple[MemberT, ...]
    proved_minimal: bool
    """Whether the rest was proved possible without each single member. False where time ran out first."""


def minimal_conflict(
    members: Sequence[MemberT], is_possible: Callable[[tuple[MemberT, ...]], bool | None]
) -> Conflict[MemberT]:
    """Return a minimal part of `members` that is impossible, where all of them together are.

    `is_possible` solves the problem under some of the members; None means that it could not tell. Early members are
    taken away first, so that of several conflicts one among the late members is found. Without any member left, the
    problem is impossible by itself. Less conditions must never be less possible.
    """
    kept = list(members)
    proved = True
    for member in members:
        rest = [other for other in kept if other is not member]
        possible = is_possible(tuple(rest))
        if possible is False:
            kept = rest
        elif possible is None:
            proved = False
    return Conflict(tuple(kept), proved)
