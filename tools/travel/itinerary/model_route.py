"""The route in CP-SAT: a flow through a network of cities and nights, in which every city is entered at most once."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .candidates import Candidates
from .legs import Leg

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


class RouteModel:
    """Which city every night is spent in, and how the traveller gets there.

    A day with a leg is a travel day, every other day is a whole day in the city of the night before. Whoever drives
    their own car drives it on every leg.
    """

    def __init__(self, model: "cp_model.CpModel", candidates: Candidates, legs: Iterable[tuple[int, Leg]]) -> None:
        """`legs` are those that may be taken, each with its day; where they lead can be visited."""
        self._model = model
        self.days = candidates.request.days
        self.legs = [(day, leg, model.new_bool_var("")) for day, leg in legs]
        """Day, leg, and whether it is taken."""
        reached = {leg.destination for _, leg, _ in self.legs}
        self.cities = tuple(city for city in candidates.cities if city in reached)
        self.night: dict[tuple[int, str], Any] = {}
        self.whole: dict[tuple[int, str], Any] = {}
        """Whether a day is spent in a city from morning to evening."""
        self._declare()
        self.into = {city: total(var for _, leg, var in self.legs if leg.destination == city) for city in self.cities}
        """Whether a city is visited."""
        self._flow()
        model.add(sum(self.into.values()) == candidates.request.cities)
        for city in self.cities:
            model.add(self.into[city] <= 1)
        self._own_car()

    def nights(self, city: str) -> Any:
        """How many nights are spent in a city."""
        return total(self.night[day, city] for day in range(1, self.days))

    def whole_days(self, city: str) -> Any:
        """How many days are spent in a city from morning to evening."""
        return total(self.whole[day, city] for day in range(2, self.days))

    def _declare(self) -> None:
        for city in self.cities:
            for day in range(1, self.days):
                self.night[day, city] = self._model.new_bool_var("")
            for day in range(2, self.days):
                self.whole[day, city] = self._model.new_bool_var("")

    def _flow(self) -> None:
        arriving: dict[tuple[int, str], list[Any]] = {}
        leaving: dict[tuple[int, str], list[Any]] = {}
        for day, leg, var in self.legs:
            arriving.setdefault((day, leg.destination), []).append(var)
            leaving.setdefault((day, leg.origin), []).append(var)
        first = [var for day, _, var in self.legs if day == 1]
        self._model.add(total(first) == 1)
        for city in self.cities:
            for day in range(1, self.days + 1):
                stays = self.whole.get((day, city), 0)
                if day < self.days:
                    self._model.add(self.night[day, city] == stays + total(arriving.get((day, city), ())))
                if day > 1:
                    self._model.add(self.night[day - 1, city] == stays + total(leaving.get((day, city), ())))

    def _own_car(self) -> None:
        drives = self._model.new_bool_var("")
        for day in range(1, self.days + 1):
            of_day = [(leg, var) for at, leg, var in self.legs if at == day]
            self._model.add(total(var for leg, var in of_day if leg.mode == "self-driving") <= drives)
            self._model.add(total(var for leg, var in of_day if leg.mode != "self-driving") + drives <= 1)


def total(terms: Iterable[Any]) -> Any:
    """The sum as a linear expression, also where there is nothing to add."""
    from ortools.sat.python import cp_model

    return cp_model.LinearExpr.sum(list(terms))
