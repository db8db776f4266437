"""The cheapest itinerary: under ceilings that rise until one is found, so that the model stays small.

A model below a ceiling is complete up to it, so that the least cost below the ceiling is the least cost of all, and an
infeasible one proves that there is nothing below the ceiling.
"""

from math import inf
from typing import NamedTuple

from smurfs_graph.constraints.solver import Clock, Solution

from .bounds import Bounds
from .candidates import Candidates
from .model import TripModel, cents, cents_within
from .wishes import Wish, budget_of

_FIRST, _RISE = 1.05, 1.3
"""Where the ceiling starts above the lower bound, and how it rises."""


class Cheapest(NamedTuple):
    """An itinerary of the least cost, or, where `solution` has no values, the news that time ran out."""

    bounds: Bounds
    model: TripModel
    solution: Solution

    @property
    def proved(self) -> bool:
        """Whether there is no cheaper one."""
        return self.solution.status == "optimal"

    @property
    def cents(self) -> int:
        """Its cost; IndexError where there is none."""
        return self.solution.best[0]


def cheapest(candidates: Candidates, wishes: tuple[Wish, ...], clock: Clock) -> Cheapest | None:
    """The cheapest itinerary under these wishes, their budget included; None where there is none, which is proved."""
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
