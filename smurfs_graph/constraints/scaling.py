"""Exact integers for a solver that knows no fractions."""

from collections.abc import Iterable
from decimal import Decimal

PLACES = 6
"""Decimal places that count; what lies beyond is rounded away."""


class Scale:
    """One power of ten that makes whole numbers of all numbers of a kind, up to `PLACES` decimal places."""

    def __init__(self, numbers: Iterable[float]) -> None:
        """The numbers that will be scaled; others may be rounded."""
        self.factor = 10 ** max((_places(number) for number in numbers), default=0)

    def whole(self, number: float) -> int:
        """The number in the solver's unit."""
        return int((_decimal(number) * self.factor).to_integral_value())

    def number(self, whole: int) -> float:
        """The number that a value of the solver stands for."""
        return float(Decimal(whole) / self.factor)


def _decimal(number: float) -> Decimal:
    return round(Decimal(repr(number)), PLACES)


def _places(number: float) -> int:
    exponent = _decimal(number).normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0
