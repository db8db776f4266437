"""Judge one plan by every rule."""

from collections.abc import Iterable, Sequence
from itertools import islice

from . import commonsense, wishes
from .completeness import completeness
from .day import TripDay
from .official_reading import OfficialReading
from .query import TripQuery
from .route import route
from .sandbox import Sandbox
from .trip import PublishedTrip, Rule
from .trip_reading import TripReading
from .verdict import CommonsenseRule, EvaluatorCrashError, HardRule, Mode, PlanVerdict, Reason, TripVerdict

_COMMONSENSE: dict[CommonsenseRule, Rule] = {
    "route": route,
    "restaurants": commonsense.restaurants,
    "attractions": commonsense.attractions,
    "minimum_nights": commonsense.minimum_nights,
    "transportation": commonsense.transportation,
    "current_city": commonsense.current_city,
    "sandbox": commonsense.sandbox,
    "completeness": completeness,
}

_HARD: dict[HardRule, wishes.HardCheck] = {
    "cuisine": wishes.cuisine,
    "room_rule": wishes.room_rule,
    "transportation": wishes.transportation,
    "room_type": wishes.room_type,
    "budget": wishes.budget,
}


def evaluate(query: TripQuery, plan: Sequence[TripDay], sandbox: Sandbox, mode: Mode = "strict") -> PlanVerdict:
    """Judge a plan, as `read_plan` gives it; an empty one counts as not delivered.

    Raises:
        EvaluatorCrashError: in official mode alone, where the published evaluator would stop with an exception.
    """
    trip = PublishedTrip(query, tuple(plan), sandbox, TripReading() if mode == "strict" else OfficialReading())
    if not trip.plan:
        return PlanVerdict(delivered=False, commonsense=None, hard=None, cost_usd=None)
    kept: dict[CommonsenseRule, TripVerdict] = {name: _judge(trip, rule(trip)) for name, rule in _COMMONSENSE.items()}
    hard: dict[HardRule, TripVerdict] | None = None
    if kept["completeness"].passed and kept["sandbox"].passed:
        hard = {name: _judge(trip, check(trip)) for name, check in _HARD.items()}
    return PlanVerdict(delivered=True, commonsense=kept, hard=hard, cost_usd=_cost(trip))


def _judge(trip: PublishedTrip, found: Iterable[Reason] | None) -> TripVerdict:
    if found is None:
        return TripVerdict(None)
    # The published evaluator stops at the first finding, and so never meets what would crash it later on.
    reasons = tuple(found if trip.strict else islice(found, 1))
    return TripVerdict(not reasons, reasons)


def _cost(trip: PublishedTrip) -> float | None:
    try:
        return wishes.total_usd(trip)
    except EvaluatorCrashError:
        # Not an end of the evaluation: without a place in the sandbox it never asks for the cost.
        return None
