"""`builtin:calc`: arithmetic and units, exact where a language model guesses."""

import math
from collections.abc import Callable
from typing import Any

from smurfs_graph.errors import ToolError
from smurfs_graph.tools.arithmetic import evaluate, tidy
from smurfs_graph.tools.units import convert


def tools() -> list[Callable[..., Any]]:
    """Return the functions of the toolset."""
    return [calculate, convert_units]


def calculate(expression: str) -> dict[str, Any]:
    """Compute an arithmetic expression such as `15% of (1,200.50 + 30)` or `max(3, sqrt(16))`.

    Args:
        expression: Numbers, + - * / // % ** ( ), comparisons, functions (sum, mean, round, sqrt, log, ...).
    """
    return {"expression": expression, "result": tidy(evaluate(expression))}


def convert_units(value: float, from_unit: str, to_unit: str) -> dict[str, Any]:
    """Convert between units of length, mass, temperature, time, speed, area, volume, data, pressure, energy.

    Args:
        value: Amount in `from_unit`.
        from_unit: Unit to convert from, such as `km/h`.
        to_unit: Unit to convert to, such as `mph`.
    """
    if not math.isfinite(value):
        raise ToolError(f"the value {value} is not a finite number")
    result, unit = convert(value, from_unit, to_unit)
    return {"value": tidy(result), "unit": unit.symbol}
