"""CP-SAT as this library runs it: imported late, always with a time limit, one worker and a fixed seed.

With one worker and one seed the same model has the same answer every time, unless the time limit strikes first; what
was cut short says so by its status.
"""

import time
from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from smurfs_graph.errors import ConfigurationError, how_to_install

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Status = Literal["optimal", "feasible", "infeasible", "undecided"]
"""`feasible`: a solution whose optimality was not proved in time; `undecided`: time ran out with nothing known."""

LARGEST = 2**52
"""No sum of scaled numbers may exceed it: CP-SAT counts in 64 bits, and floats are exact up to here."""


class Clock:
    """The time that several solves share."""

    def __init__(self, seconds: float) -> None:
        """Raises ConfigurationError where `seconds` is not a positive, finite number."""
        if not 0 < seconds < float("inf"):
            raise ConfigurationError(f"the time limit of a choice is {seconds!r}; give a positive number of seconds")
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Return the seconds left; zero where time is up."""
        return max(0.0, self._end - time.monotonic())


class Solution(NamedTuple):
    """The result of solving all tiers of objectives."""

    status: Status
    values: dict[int, int]
    """The value of every variable by its index; empty where there is no solution."""
    best: tuple[int, ...]
    """The least value found of each expression that was minimised; the least there is where `optimal`."""

    def value(self, variable: Any) -> int:
        """Return the value of a variable of the model; KeyError where there is no solution."""
        return self.values[variable.index]


def load() -> ModuleType:
    """Return the CP-SAT module; ConfigurationError names the extra that brings it."""
    try:
        from ortools.sat.python import cp_model
    except ImportError as error:
        raise ConfigurationError(f"choosing among candidates needs OR-Tools: {how_to_install('solver')}") from error
    return cp_model


def solve(model: "cp_model.CpModel", clock: Clock) -> tuple[Status, dict[int, int]]:
    """Solve a model as it stands, within the clock."""
    cp = load()
    left = clock.left()
    if left <= 0:
        return "undecided", {}
    solver = cp.CpSolver()
    solver.parameters.max_time_in_seconds = left
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.catch_sigint_signal = False  # it would take the process's own handler away for good
    found = solver.solve(model)
    if found == cp.MODEL_INVALID:
        raise ValueError(f"CP-SAT refuses the model: {model.validate()}")
    if found == cp.INFEASIBLE:
        return "infeasible", {}
    if found not in (cp.OPTIMAL, cp.FEASIBLE):
        return "undecided", {}
    values = list(solver.response_proto.solution)
    status: Status = "optimal" if found == cp.OPTIMAL else "feasible"
    return status, dict(enumerate(values))


def solve_tiers(model: "cp_model.CpModel", tiers: Sequence[Any], clock: Clock) -> Solution:
    """Minimise one linear expression over integers after the other, each as far as the earlier ones allow.

    The model is changed. Without an expression any solution will do. Status `optimal` means that each was proved.
    """
    best: list[int] = []
    status, values = ("optimal", dict[int, int]()) if tiers else solve(model, clock)
    for expression in tiers:
        model.minimize(expression)
        _hint(model, values)
        found, better = solve(model, clock)
        if found == "infeasible" or (found == "undecided" and not values):
            return Solution(found, {}, tuple(best))
        values = better or values
        best.append(evaluate(model, expression, values))
        if found != "optimal":
            status = "feasible"
        model.add(expression <= best[-1])
    return Solution(status, values, tuple(best))


def evaluate(model: "cp_model.CpModel", expression: Any, values: dict[int, int]) -> int:
    """Return the value of a linear expression over integers under an assignment."""
    if isinstance(expression, int):
        return expression
    flat = load().FlatIntExpr(expression)
    terms: Iterable[tuple[Any, int]] = zip(flat.vars, flat.coeffs, strict=True)
    return int(flat.offset) + sum(int(coefficient) * values[variable.index] for variable, coefficient in terms)


def _hint(model: "cp_model.CpModel", values: dict[int, int]) -> None:
    model.clear_hints()
    for index, value in values.items():
        model.add_hint(model.get_int_var_from_proto_index(index), value)
