"""Evaluates arithmetic as people write it, without ever running it as code.

The text is normalised (signs, thousands separators, per cent), parsed to a syntax tree, and the tree is walked by a
whitelist: what is not listed here does not exist. Every step is bounded before it is computed, so that no expression
can take long or grow large. What could mean two numbers is refused rather than guessed.
"""

import ast
import math
import operator
import re
import statistics
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, TypeVar

from smurfs_graph.errors import ToolError, UnknownNameError

Number = int | float
Value = Number | list[Number]
_Named = TypeVar("_Named")

MAX_CHARACTERS = 1_000
MAX_DEPTH = 50
MAX_DIGITS = 1_000
_MAX_BITS = int(MAX_DIGITS * math.log2(10))

# The typographic signs for multiplication, division, minus and "at most", "at least".
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("\u00d7\u00b7\u22c5", "*"),
        **dict.fromkeys("\u00f7\u2215", "/"),
        **dict.fromkeys("\u2212\u2013", "-"),
        "\u2264": "<=",
        "\u2265": ">=",
    }
)
_ALLOWED = re.compile(r"[0-9A-Za-z_ .,+\-*/%^()\[\]<>=!]*")
_GROUPED = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w,.])")
_CALLED = re.compile(r"\b(?!of\b)[A-Za-z_]\w*\s*$")
_GLUED = re.compile(r"\d\.?(?![eE][-+]?\d)[A-Za-z]")
_PERCENT = re.compile(r"(?P<number>(?<![\w.])(?:\d+\.?\d*|\.\d+))\s*%(?:\s*(?P<of>of\b)|(?=\s*(?P<next>[-+*/),\]]|$)))")


def evaluate(expression: str) -> Number:
    """Compute an arithmetic expression; a comparison gives a bool.

    Raises:
        ToolError: not arithmetic, ambiguous, undefined (division by zero) or beyond the bounds of this module.
    """
    if len(expression) > MAX_CHARACTERS:
        raise ToolError(f"expression of {len(expression)} characters; at most {MAX_CHARACTERS} are allowed")
    text = _normalise(expression)
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ToolError(f"not an arithmetic expression: {expression!r}") from error
    result = _value(tree.body, 0)
    if isinstance(result, list):
        raise ToolError("a list is not a result; apply sum, min, max or mean to it, and write numbers as 1200.50")
    return result


def tidy(value: Number) -> Number:
    """Return the number without binary rounding noise: 15 significant digits, as 0.1 + 0.2 is 0.3."""
    return float(f"{value:.15g}") if isinstance(value, float) else value


def _normalise(expression: str) -> str:
    """Return an expression as Python writes it. Raises ToolError for what is no arithmetic."""
    text = " ".join(expression.split()).translate(_SIGNS)
    if not text:
        raise ToolError("the expression is empty")
    if not _ALLOWED.fullmatch(text):
        strange = sorted(set(_ALLOWED.sub("", text)))
        raise ToolError(f"characters that are not arithmetic: {' '.join(strange)!r}; leave out units and currency")
    if glued := _GLUED.search(text):
        raise ToolError(f"an operator is missing in {glued[0]!r}; write 2*pi, not 2pi, and leave out units")
    text = _GROUPED.sub(lambda match: _ungroup(match, text), text)
    return _PERCENT.sub(_percent, text).replace("^", "**")


def _ungroup(match: re.Match[str], text: str) -> str:
    """Drop thousands separators, except where the comma could as well separate two arguments."""
    opened: list[bool] = []
    for index, character in enumerate(text[: match.start()]):
        if character in "([":
            opened.append(character == "[" or _CALLED.search(text, 0, index) is not None)
        elif character in ")]" and opened:
            opened.pop()
    if any(opened):
        number = match[0]
        raise ToolError(
            f"{number!r} in a list could be one number or several: "
            f"write {number.replace(',', '')!r} or {number.replace(',', ', ')!r}"
        )
    return match[0].replace(",", "")


def _percent(match: re.Match[str]) -> str:
    """Return a share of hundred as a factor. Raises ToolError where it is not clear what it is a share of."""
    before = match.string[: match.start()].rstrip()
    if before.endswith(("/", "%", "**", "^")):
        raise ToolError(f"{match[0]!r} after an operator is ambiguous: put parentheses around it")
    share = f"({match['number']}/100)"
    if match["of"]:
        return f"{share}*"
    if (match["next"] or " ") in "+-" or before.endswith(("+", "-")):
        number = match["number"]
        raise ToolError(f"{number}% next to + or - is ambiguous: write it as a factor, as in 200 * (1 + {number}/100)")
    return share


def _value(node: ast.expr, depth: int) -> Value:
    """Compute the value of a node. Raises ToolError for what is no arithmetic."""
    if depth > MAX_DEPTH:
        raise ToolError(f"nested deeper than {MAX_DEPTH} levels")
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return _check_size(value)
        case ast.Name(id=name):
            return _look_up("constant", _CONSTANTS, name)
        case ast.UnaryOp(op=ast.UAdd() | ast.USub() as sign, operand=operand):
            number = _number(operand, depth)
            return -number if isinstance(sign, ast.USub) else number
        case ast.BinOp():
            return _chain(node, depth)
        case ast.Compare(left=left, ops=ops, comparators=rest) if all(type(op) in _COMPARE for op in ops):
            numbers = [tidy(_number(item, depth)) for item in (left, *rest)]
            return all(_COMPARE[type(op)](*two) for op, two in zip(ops, pairwise(numbers), strict=True))
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return [_number(item, depth) for item in items]
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
            function = _look_up("function", _FUNCTIONS, name)
            return _apply(function, [_value(argument, depth + 1) for argument in arguments])
        case _:
            raise ToolError(f"{type(node).__name__} is not arithmetic; use numbers, + - * / // % **, functions")


def _chain(node: ast.expr, depth: int) -> Number:
    """Compute a chain of operators: a long sum nests deep to the left in the tree, though not on paper."""
    pending: list[tuple[Callable[[Number, Number], Any], ast.expr]] = []
    while isinstance(node, ast.BinOp):
        if type(node.op) not in _BINARY:
            raise ToolError(f"not arithmetic: {type(node.op).__name__}; use + - * / // % **")
        pending.append((_BINARY[type(node.op)], node.right))
        node = node.left
    result = _number(node, depth)
    while pending:
        operation, right = pending.pop()
        result = _apply(operation, [result, _number(right, depth)])
    return result


def _number(node: ast.expr, depth: int) -> Number:
    value = _value(node, depth + 1)
    if isinstance(value, list):
        raise ToolError("a list of numbers stands where one number is needed")
    return value


def _look_up(kind: str, known: Mapping[str, _Named], name: str) -> _Named:
    try:
        return known[name.lower()]
    except KeyError:
        raise ToolError(str(UnknownNameError(kind, name, known))) from None


def _apply(function: Callable[..., object], arguments: list[Number] | list[Value]) -> Number:
    try:
        return _check_size(function(*arguments))
    except ZeroDivisionError:
        raise ToolError("division by zero") from None
    except OverflowError:
        raise ToolError("the result is too large") from None
    except (TypeError, ValueError, statistics.StatisticsError) as error:
        raise ToolError(f"wrong arguments: {str(error).lstrip('_')}") from error


def _check_size(value: object) -> Number:
    if isinstance(value, complex):
        raise ToolError("the result is not a real number")
    if not isinstance(value, int | float):
        raise ToolError("the result is not a number")
    if isinstance(value, float) and not math.isfinite(value):
        raise ToolError("the result is too large or undefined")
    if isinstance(value, int) and value.bit_length() > _MAX_BITS:
        raise ToolError(f"the result has more than {MAX_DIGITS} digits")
    return value


def _power(base: Number, exponent: Number) -> Number:
    """Return the power, refused before it is computed where an integer result would be huge."""
    if isinstance(base, int) and isinstance(exponent, int) and base.bit_length() * exponent > _MAX_BITS * 2:
        if abs(base) > 1:
            raise OverflowError
        return base ** (exponent % 2 + 2)
    return base**exponent


def _round(number: Number, digits: int = 0) -> Number:
    # Rounding an integer computes 10 ** -digits, however large that is.
    if abs(digits) > MAX_DIGITS:
        raise ValueError(f"digits must be between -{MAX_DIGITS} and {MAX_DIGITS}")
    return round(number, digits) if digits else round(number)


def _bounded(function: Callable[..., int], most: int) -> Callable[..., int]:
    """Return a function whose first argument may be so large at most: its result grows, and so does its time."""

    def apply(first: int, *rest: int) -> int:
        if first > most:
            raise OverflowError
        return function(first, *rest)

    return apply


def _over_items(function: Callable[[list[Number]], Number]) -> Callable[..., Number]:
    """Let a function over a list take its numbers as a list or as arguments, as in `sum(1, 2)`."""

    def apply(*items: Value) -> Number:
        numbers: list[Number] = []
        for item in items:
            numbers.extend(item if isinstance(item, list) else [item])
        return function(numbers)

    return apply


_CONSTANTS: dict[str, Number] = {"pi": math.pi, "e": math.e, "tau": math.tau}
_BINARY: dict[type[ast.operator], Callable[[Number, Number], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: lambda left, right: left / right,
    ast.FloorDiv: lambda left, right: left // right,
    ast.Mod: operator.mod,
    ast.Pow: _power,
}
_COMPARE: dict[type[ast.cmpop], Callable[[Number, Number], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_OF_MATH = (
    "floor", "ceil", "sqrt", "cbrt", "exp", "log", "log10", "log2", "sin", "cos", "tan", "asin", "acos", "atan",
    "radians", "degrees", "hypot", "gcd", "lcm",
)  # fmt: skip
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: getattr(math, name) for name in _OF_MATH},
    "ln": math.log,
    "abs": abs,
    "round": _round,
    "pow": _power,
    "sum": _over_items(sum),
    "min": _over_items(min),
    "max": _over_items(max),
    **dict.fromkeys(("mean", "average", "avg"), _over_items(statistics.fmean)),
    "median": _over_items(statistics.median),
    "stdev": _over_items(statistics.stdev),
    "count": _over_items(len),
    "factorial": _bounded(math.factorial, MAX_DIGITS),
    "comb": _bounded(math.comb, MAX_DIGITS * 2),
    "perm": _bounded(math.perm, MAX_DIGITS * 2),
}
