"""A choice as a CP-SAT model: one yes or no per candidate, and every typed form as linear constraints on them."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from smurfs_graph.constraints.candidate_pool import Candidate, CandidatesError, Pool, Scoped, Slot
from smurfs_graph.constraints.check import check
from smurfs_graph.constraints.records import Record, field_of, number_of, plain, values_of
from smurfs_graph.constraints.solver import LARGEST, Clock, Solution, load, solve_tiers
from smurfs_graph.planning.forms import AllDifferent, Count, Cover, Operator, Sum
from smurfs_graph.planning.plan import Goal

_Picks = list[tuple[Candidate, Any]]
_PLACES = 6
"""Decimal places that count; what lies beyond is rounded away."""


class Scale:
    """One power of ten that makes whole numbers of all numbers of a kind, for a solver that knows no fractions."""

    def __init__(self, numbers: Iterable[float]) -> None:
        """The numbers that will be scaled; others may be rounded."""
        self.factor = 10 ** max((_places(number) for number in numbers), default=0)

    def whole(self, number: float) -> int:
        """Return the number in the solver's unit."""
        return int((_decimal(number) * self.factor).to_integral_value())

    def number(self, whole: int) -> float:
        """Return the number that a value of the solver stands for."""
        return float(Decimal(whole) / self.factor)


def _decimal(number: float) -> Decimal:
    return round(Decimal(repr(number)), _PLACES)


def _places(number: float) -> int:
    exponent = _decimal(number).normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


class ChoiceModel:
    """Slots, candidates, typed constraints and objectives, ready to be solved once."""

    def __init__(
        self,
        slots: Sequence[Slot],
        pool: Pool,
        constraints: Sequence[Scoped],
        objectives: Sequence[Goal] = (),
    ) -> None:
        """Build the model; every candidate of the pool must be readable for every constraint and objective.

        Raises:
            CandidatesError: numbers are too large to be added up exactly.
        """
        self._model: Any = load().CpModel()
        self._objectives = objectives
        self.chosen: _Picks = [(candidate, self._model.new_bool_var("")) for candidate in pool.candidates]
        for slot in slots:
            picks = _total([var for candidate, var in self.chosen if candidate.slot == slot.name])
            self._model.add(picks >= slot.least)
            self._model.add(picks <= slot.most)
        for scoped in constraints:
            self._constrain(scoped, self._within(scoped.slots))

    def solve(self, clock: Clock) -> Solution:
        """Meet the constraints, and the objectives one after the other."""
        tiers = [self._tier(objective) for objective in self._objectives]
        return solve_tiers(self._model, tiers, clock)

    def objective_values(self, chosen: Sequence[Candidate]) -> tuple[float, ...]:
        """Return each objective's value for some candidates, in its own unit."""
        return tuple(self._value(objective, chosen) for objective in self._objectives)

    def _within(self, slots: Sequence[str]) -> _Picks:
        return [pick for pick in self.chosen if not slots or pick[0].slot in slots]

    def _constrain(self, scoped: Scoped, picks: _Picks) -> None:
        """Add a constraint to the model. `picks`: the candidates that it concerns, each with its variable."""
        match scoped.constraint.check:
            case Sum() as form:
                weights = [number_of(candidate.record, form.field) for candidate, _ in picks]
                scale = _scale([*weights, form.value], scoped.constraint.text)
                terms = [var * scale.whole(weight) for (_, var), weight in zip(picks, weights, strict=True)]
                self._require(_total(terms), form.op, scale.whole(form.value))
            case Count() as form:
                self._require(_total([var for each, var in picks if _counts(form, each.record)]), form.op, form.value)
            case Cover() as form:
                for value in form.values:
                    having = [var for each, var in picks if plain(value) in values_of(each.record, form.field)]
                    self._model.add_bool_or(having)
            case AllDifferent() as form:
                self._all_different(form, picks)
            case _:
                for candidate, var in picks:
                    if check(scoped.constraint, [candidate.record]).standing == "violated":
                        self._model.add(var == 0)

    def _all_different(self, form: AllDifferent, picks: _Picks) -> None:
        alike: dict[str, list[Any]] = {}
        for candidate, var in picks:
            alike.setdefault(plain(field_of(candidate.record, form.field)), []).append(var)
        for same in alike.values():
            self._model.add_at_most_one(same)

    def _require(self, expression: Any, op: Operator, limit: int) -> None:
        """Require that an expression compares with a limit as the operator says; both are integers."""
        match op:
            case "<=":
                self._model.add(expression <= limit)
            case "<":
                self._model.add(expression <= limit - 1)
            case ">=":
                self._model.add(expression >= limit)
            case ">":
                self._model.add(expression >= limit + 1)
            case "=":
                self._model.add(expression == limit)

    def _tier(self, objective: Goal) -> Any:
        picks = self._within(objective.sub_tasks)
        weights = [number_of(candidate.record, objective.field, objective.unit) for candidate, _ in picks]
        scale = _scale(weights, f"{objective.sense} {objective.field}")
        sign = 1 if objective.sense == "minimise" else -1
        terms = [var * (sign * scale.whole(weight)) for (_, var), weight in zip(picks, weights, strict=True)]
        return _total(terms)

    def _value(self, objective: Goal, chosen: Sequence[Candidate]) -> float:
        within = [each for each in chosen if not objective.sub_tasks or each.slot in objective.sub_tasks]
        weights = [number_of(each.record, objective.field, objective.unit) for each in within]
        scale = Scale(weights)
        return scale.number(sum(map(scale.whole, weights)))


def _counts(form: Count, record: Record) -> bool:
    return not form.field or plain(form.equals) in values_of(record, form.field)


def _scale(numbers: Sequence[float], text: str) -> Scale:
    scale = Scale(numbers)
    if sum(abs(scale.whole(number)) for number in numbers) > LARGEST:
        raise CandidatesError(f"{text!r}: the numbers are too large, or too finely graded, to be added up exactly")
    return scale


def _total(terms: Sequence[Any]) -> Any:
    return load().LinearExpr.sum(list(terms))
