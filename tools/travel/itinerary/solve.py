"""Planning a trip: the best itinerary with its proof, or what stands in the way and what would be enough.

The cheapest one is looked for under ceilings that rise until there is one, so that the model stays small. A model below
a ceiling is complete up to it: the least cost below the ceiling is the least cost of all, and an infeasible model
proves that there is nothing below it.
"""

from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from smurfs_graph.constraints.conflict import minimal_conflict
from smurfs_graph.constraints.solver import Clock, Solution

from .bounds import Bounds
from .candidates import TripCandidates, missing_data
from .itinerary import Itinerary, write
from .model import CENTS, TripModel, cents, cents_within
from .request import Wish, budget_of, wishes_of

_FIRST, _RISE = 1.05, 1.3
"""First ceiling and its rise, as factors of the lower bound."""


class Cheapest(NamedTuple):
    """An itinerary of the least cost, or, where `solution` has no values, the news that time ran out."""

    bounds: Bounds
    model: TripModel
    solution: Solution

    @property
    def proved(self) -> bool:
        """Return whether it is proved that there is no cheaper one."""
        return self.solution.status == "optimal"

    @property
    def cents(self) -> int:
        """Return its cost; IndexError where there is none."""
        return self.solution.best[0]


def cheapest(candidates: TripCandidates, wishes: tuple[Wish, ...], clock: Clock) -> Cheapest | None:
    """Return the cheapest itinerary under these wishes, their budget included; None where there is none, which is
    proved.
    """
    bounds = Bounds(candidates, wishes)
    budget = budget_of(wishes)
    most = None if budget is None else cents_within(budget)
    if bounds.least == inf or (most is not None and cents(bounds.least) > most):
        return None
    ceiling: int | None = int(cents(bounds.least) * _FIRST)
    while True:
        if most is not None and (ceiling is None or ceiling >= most):
            ceiling = most
        model = TripModel(candidates, wishes, bounds, ceiling)
        solution = model.cheapest(clock)
        if solution.status != "infeasible":
            return Cheapest(bounds, model, solution)
        if ceiling in (None, most):
            return None
        ceiling = None if model.complete else int(ceiling * _RISE)


DEFAULT_SECONDS = 15.0
NEAR_MINIMAL = 0.1
"""Share by which preferences may raise the cost of the cheapest itinerary, within the budget."""


@dataclass(frozen=True, slots=True)
class Planned:
    """An itinerary that meets every wish."""

    itinerary: Itinerary
    optimal: bool
    """Whether every tier was proved: the least cost, and near it what is preferred."""
    least_usd: float
    """Cost of the cheapest itinerary; the least there is where `optimal`."""


@dataclass(frozen=True, slots=True)
class Infeasible:
    """Proof that no itinerary meets all wishes."""

    conflict: tuple[Wish, ...]
    """Wishes that cannot be had together."""
    proved_minimal: bool
    """Whether any of them could be had without one of the others."""
    least_budget_usd: float | None
    """Cost of all other wishes; None where no budget helps, or where that was not found in time."""

    @property
    def text(self) -> str:
        """Say for the person who asked why there is no itinerary."""
        wishes = _join([wish.text for wish in self.conflict])
        text = f"No itinerary can be had with {wishes}."
        if len(self.conflict) > 1:
            text = f"No itinerary can be had with all of this at once: {wishes}."
            text += " Without any one of these there is one." if self.proved_minimal else ""
        if self.least_budget_usd is not None:
            text += f" The least budget that is enough for everything asked for: ${self.least_budget_usd:,.2f}."
        return text.replace(".00.", ".")


@dataclass(frozen=True, slots=True)
class Undecided:
    """Time ran out before an itinerary was found or ruled out."""

    seconds: float

    @property
    def text(self) -> str:
        """Say for the person who asked that the time was too short."""
        return f"Whether there is such an itinerary was not found out within {self.seconds:g} seconds."


Outcome = Planned | Infeasible | Undecided


def plan_among(candidates: TripCandidates, seconds: float = DEFAULT_SECONDS) -> Outcome:
    """Plan a trip from what was gathered for it, in at most so many seconds.

    Raises:
        MissingDataError: the database lacks what any such trip needs (a leg, a room).
        ConfigurationError: OR-Tools is not installed.
    """
    clock = Clock(seconds)
    wishes = wishes_of(candidates.request)
    found = cheapest(candidates, wishes, clock)
    if found is None:
        return _conflict(candidates, wishes, clock)
    if not found.solution.values:
        return Undecided(seconds)
    return _prefer(candidates, wishes, found, clock)


def _prefer(candidates: TripCandidates, wishes: tuple[Wish, ...], found: Cheapest, clock: Clock) -> Planned:
    """Find, near the least cost, the itinerary that people would prefer."""
    ceiling = found.cents + int(found.cents * NEAR_MINIMAL)
    budget = budget_of(wishes)
    if budget is not None:
        ceiling = min(ceiling, max(found.cents, cents_within(budget)))
    model = TripModel(candidates, wishes, found.bounds, ceiling)
    solution = model.solve_preference(clock)
    if not solution.values:
        model, solution = found.model, found.solution._replace(status="feasible")
    optimal = found.proved and solution.status == "optimal"
    return Planned(write(model, solution, candidates), optimal, found.cents / CENTS)


def _conflict(candidates: TripCandidates, wishes: tuple[Wish, ...], clock: Clock) -> Infeasible:
    """Return why no trip is possible: a smallest set of wishes in conflict, and the least budget that would do."""

    def is_possible(some: tuple[Wish, ...]) -> bool | None:
        found = cheapest(candidates, some, clock)
        return found is not None and (True if found.solution.values else None)

    others = tuple(wish for wish in wishes if wish.kind != "budget")
    least = cheapest(candidates, others, clock)
    if least is None:
        found = minimal_conflict(others, is_possible)
        if not found.members:
            raise missing_data(candidates)
        return Infeasible(found.members, found.proved_minimal, None)
    found = minimal_conflict(tuple(reversed(wishes)), is_possible)
    return Infeasible(
        tuple(reversed(found.members)), found.proved_minimal, least.cents / CENTS if least.proved else None
    )


def _join(texts: list[str]) -> str:
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)
