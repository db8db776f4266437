"""Read the computations that a statement shows, such as "(3 + 4) x 2", and work them out. Pure, in linear time."""

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from smurfs_graph.grounding.facts import Fact

_NUMBER, _MORE = "\x02", "\x01"
"""Stand for the first character of a number that was read, and for its other ones."""
_TOKEN = re.compile(
    r"(?P<number>\x02\x01*)|(?P<passed>/\s?[^\W\d_]+|[^\W\d_]{2,}|(?!x)[^\W\d_]|[€$£¥%‰°\"'\s])"
    r"|(?P<open>\()|(?P<close>\))|(?P<operator>[-–—+*\u00d7·/÷x])|(?P<other>.)",
    re.DOTALL,
)
_DASHES = "-–—"
_OPERATORS = dict.fromkeys("*\u00d7·x", "*") | dict.fromkeys("/÷", "/") | dict.fromkeys(_DASHES, "-") | {"+": "+"}
_MOST_TERMS = 200
"""Numbers of a computation; brackets in brackets would else have each number once for every pair around it."""


class Shown(NamedTuple):
    """A computation as an answer shows it, or a number in one."""

    value: float
    start: int
    end: int
    terms: tuple[Fact, ...]
    is_share: bool


def read_shown(text: str, facts: Sequence[Fact]) -> list[Shown]:
    """Return the computations in a normalised text, those in brackets too; `facts`: of the text.

    A dash is read both as a minus and as a mark between sentences.
    """
    numbers = [fact for fact in facts if fact.number is not None]
    if len(numbers) < 2:
        return []
    skeleton = _skeleton(text, facts)
    without_dashes = re.sub(f"[{_DASHES}]", ";", skeleton)
    readings = dict.fromkeys((skeleton, without_dashes))
    return [shown for reading in readings for shown in _Reader(numbers).read(reading)]


def _skeleton(text: str, facts: Sequence[Fact]) -> str:
    """Return a text whose numbers are marks, and whose other facts are blanks: an id may have a hyphen."""
    parts: list[str] = []
    end = 0
    for fact in facts:
        if fact.start >= end:
            length = len(fact.text)
            parts += [text[end : fact.start], _NUMBER + _MORE * (length - 1) if fact.number else " " * length]
            end = fact.start + length
    return "".join([*parts, text[end:]])


class _Sum:
    """A sum of products that is being read: what is in a pair of brackets, or in none."""

    def __init__(self, *, is_operand: bool = False) -> None:
        """`is_operand`: its value stands in the computation around its brackets; else that goes on behind them."""
        self.is_operand = is_operand
        self.is_broken = False
        """Something in its brackets is no computation."""
        self.clear()

    def clear(self) -> None:
        self.operator = ""
        self.operands: list[Shown] = []
        self._total = self._product = 0.0

    @property
    def is_open(self) -> bool:
        """Return whether an operand may follow here: at the start, and behind an operator."""
        return self.operator != "" or not self.operands

    def add(self, operand: Shown) -> None:
        value = operand.value
        if self.operator == "*":
            self._product *= value
        elif self.operator == "/":
            self._product = self._product / value if value else math.nan
        else:
            self._total += self._product
            if operand.is_share and not all(each.is_share for each in self.operands):  # "240 + 19 %"
                value *= self._total
            self._product = -value if self.operator == "-" else value
        self.operands.append(operand)
        self.operator = ""

    def result(self) -> Shown | None:
        """Return what was read, as one operand; None where that is nothing, or no end."""
        value = self._total + self._product
        count = sum(len(operand.terms) for operand in self.operands)
        if not self.operands or self.operator or count > _MOST_TERMS or not math.isfinite(value):
            return None
        terms = tuple(term for operand in self.operands for term in operand.terms)
        is_share = all(operand.is_share for operand in self.operands)
        return Shown(value, self.operands[0].start, self.operands[-1].end, terms, is_share)


class _Reader:
    """Reads one statement."""

    def __init__(self, numbers: Sequence[Fact]) -> None:
        self._numbers = {fact.start: fact for fact in numbers}
        self._sums = [_Sum()]
        self._opened: list[int] = []
        self._found: list[Shown] = []

    def read(self, skeleton: str) -> list[Shown]:
        for token in _TOKEN.finditer(skeleton):
            match token.lastgroup:
                case "number":
                    self._number(self._numbers[token.start()])
                case "open":
                    self._sums.append(_Sum(is_operand=self._sums[-1].is_open))
                    self._opened.append(token.start())
                case "close":
                    self._close(token.end())
                case "operator" if not self._sums[-1].is_open:
                    self._sums[-1].operator = _OPERATORS[token[0]]
                case "operator" | "other":
                    self._break()
                case _:
                    pass
        for ended in self._sums:
            self._note(ended)
        return self._found

    def _number(self, fact: Fact) -> None:
        number = fact.number
        if number is None:
            return
        current = self._sums[-1]
        if not current.is_open and fact.text.startswith("-"):
            current.operator = "+"  # "5 -3"
        if not current.is_open:
            self._end()
        is_share = number.unit.kind == "share"
        value = number.value / 100 if is_share else number.value
        current.add(Shown(value, fact.start, fact.start + len(fact.text), (fact,), is_share))

    def _close(self, end: int) -> None:
        if not self._opened:
            self._break()
            return
        inner, start = self._sums.pop(), self._opened.pop()
        self._note(inner)
        result = None if inner.is_broken else inner.result()
        if inner.is_operand and result is not None:
            self._sums[-1].add(result._replace(start=start, end=end))
        elif inner.is_operand:
            self._break()

    def _break(self) -> None:
        """Note that here is something that is no computation, so that the brackets around have no value."""
        self._end()
        self._sums[-1].is_broken = True

    def _end(self) -> None:
        """End the computation that is being read, within its brackets."""
        self._note(self._sums[-1])
        self._sums[-1].clear()

    def _note(self, ended: _Sum) -> None:
        result = ended.result()
        if result is not None and len(ended.operands) > 1:
            self._found.append(result)
