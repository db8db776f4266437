"""Verdicts on a plan: one per rule, each with its reasons."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from smurfs_graph.errors import SmurfsError

from .day import Field

Mode = Literal["official", "strict"]
"""`official` repeats the published evaluator with its bugs; `strict` is what its rules mean."""

CommonsenseRule = Literal[
    "route",
    "restaurants",
    "attractions",
    "minimum_nights",
    "transportation",
    "current_city",
    "sandbox",
    "completeness",
]
COMMONSENSE_RULES = len(get_args(CommonsenseRule))
HardRule = Literal["cuisine", "room_rule", "transportation", "room_type", "budget"]


class EvaluatorCrashError(SmurfsError):
    """A plan on which the published evaluator stops with an exception; `strict` gives it a verdict instead."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One way in which a plan breaks a rule, and where."""

    text: str
    """A whole sentence: what is wrong, where, and the numbers where there are any."""
    day: int | None = None
    """Counted from 1; None where the rule concerns the trip as a whole."""
    slot: Field | None = None
    """The field of that day."""
    subject: str | None = None
    """The name, city or wish that it is about, as the plan or the query writes it."""


@dataclass(frozen=True, slots=True)
class TripVerdict:
    """The verdict on one rule."""

    passed: bool | None
    """None where the query does not ask for it."""
    reasons: tuple[Reason, ...] = ()
    """The first one alone in `official` mode, all of them in `strict` mode; empty where the rule is kept."""


@dataclass(frozen=True, slots=True)
class PlanVerdict:
    """The verdicts on one plan, with its cost."""

    delivered: bool
    commonsense: Mapping[CommonsenseRule, TripVerdict] | None
    """None where no plan was delivered."""
    hard: Mapping[HardRule, TripVerdict] | None
    """None unless the plan is complete and all that it names is in the sandbox."""
    cost_usd: float | None
    """Of the whole party, for the whole trip; what is not in the sandbox costs nothing. None where no plan was
    delivered, or where the published evaluator cannot add it up."""

    @property
    def commonsense_passed(self) -> bool:
        """Return whether all eight commonsense rules are kept."""
        return self.commonsense is not None and _all_kept(self.commonsense.values())

    @property
    def hard_passed(self) -> bool:
        """Return whether every hard rule that the query asks for is kept."""
        return self.hard is not None and _all_kept(self.hard.values())

    @property
    def passed(self) -> bool:
        """Return whether the plan counts for the final pass rate."""
        return self.commonsense_passed and self.hard_passed

    def reasons(self) -> list[Reason]:
        """Return all that is wrong, commonsense first."""
        verdicts = [*(self.commonsense or {}).values(), *(self.hard or {}).values()]
        return [reason for verdict in verdicts for reason in verdict.reasons]


def _all_kept(verdicts: Iterable[TripVerdict]) -> bool:
    return all(verdict.passed is not False for verdict in verdicts)
