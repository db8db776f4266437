"""The benchmark's figures over many plans."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .query import TripQuery
from .verdict import PlanVerdict, Verdict

COMMONSENSE_RULES = 8


@dataclass(frozen=True, slots=True)
class Rates:
    """Shares from 0 to 1, as TravelPlanner's paper defines them."""

    plans: int
    """How many queries there were, answered or not."""
    delivery: float
    """Queries with a plan."""
    commonsense_micro: float
    """Commonsense rules kept, of eight per query."""
    commonsense_macro: float
    """Queries with all eight kept."""
    hard_micro: float
    """Wishes met, budget included, of all wishes of all queries, so that an unjudged plan meets none."""
    hard_macro: float
    """Queries with all wishes met."""
    final: float
    """Queries with everything kept and met."""


def rates(judged: Sequence[tuple[TripQuery, PlanVerdict]]) -> Rates:
    """The figures of one run: a verdict for every query, delivered or not.

    Raises:
        ValueError: there is no query, and so nothing to take a share of.
    """
    count = len(judged)
    if not count:
        raise ValueError("there are no verdicts to take rates of")
    verdicts = [verdict for _, verdict in judged]
    kept = sum(_count_kept(verdict.commonsense.values()) for verdict in verdicts if verdict.commonsense is not None)
    met = sum(_count_kept(verdict.hard.values()) for verdict in verdicts if verdict.hard is not None)
    return Rates(
        plans=count,
        delivery=sum(verdict.delivered for verdict in verdicts) / count,
        commonsense_micro=kept / (COMMONSENSE_RULES * count),
        commonsense_macro=sum(verdict.commonsense_passed for verdict in verdicts) / count,
        hard_micro=met / sum(wishes_of(query) for query, _ in judged),
        hard_macro=sum(verdict.hard_passed for verdict in verdicts) / count,
        final=sum(verdict.passed for verdict in verdicts) / count,
    )


def wishes_of(query: TripQuery) -> int:
    """How many hard rules apply: the budget always, the others where the query asks for them."""
    wishes = query.local_constraint
    asked = (wishes.house_rule, wishes.room_type, wishes.transportation, wishes.cuisine or None)
    return 1 + sum(wish is not None for wish in asked)


def _count_kept(verdicts: Iterable[Verdict]) -> int:
    return sum(verdict.passed is True for verdict in verdicts)
