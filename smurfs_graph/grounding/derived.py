"""Account for the numbers, dates and times of an answer that stand in no source, by those that do. Pure.

A number may be the result of a computation that the answer shows, be said twice, be a simple computation that need not
be shown, or count something; a date or time may be counted from another one.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import cached_property
from itertools import islice

from smurfs_graph.grounding.computing import MOST_ADDED, Surroundings, is_year, recognise
from smurfs_graph.grounding.data import Amount, Data, plain
from smurfs_graph.grounding.days import Day
from smurfs_graph.grounding.facts import SMALL, Fact, Kind, read_facts
from smurfs_graph.grounding.numerals import Number, normalise, read_numbers
from smurfs_graph.grounding.shown import Shown, read_shown
from smurfs_graph.grounding.texts import Text, is_same, readings_of

_LITTLE = 1_500
"""Characters of results in which small counts are looked for; where more was returned, they may be of anything."""
_TELLING = 3
"""A smaller number may be said of anything."""
_LONG = 4_000
"""Characters of a request whose numbers are not computed with."""
_MOST_OPEN = 100
"""Facts that stand nowhere, of an answer; where there are more, only computations that it shows account for them."""
_MOST_ROUNDS = 4
_MOST_AMOUNTS, _LONGEST_PROSE = 60, 20_000
"""Amounts of a text that are computed with, and characters of it that are read."""
_MOST_TOTALS = 2_000
_MOST_DAYS, _MOST_COUNTED = 400, 200
"""Days between a date that stands and one that is counted from it; dates, and times between them, that are tried."""
_EXACT = 1e-6
_CONSTANTS = frozenset({60.0, 100.0, 1000.0, 3600.0})
"""Terms that stand in no result: minutes of an hour and the like."""
_LISTED: tuple[Kind, ...] = ("id", "name", "number", "quotation", "date")


class Statement:
    """A statement with its facts, and what has been found about them."""

    def __init__(self, text: str, facts: Sequence[Fact]) -> None:
        """`facts`: of the text."""
        self.text = normalise(text).replace("**", "")
        self.facts = facts
        self.held: dict[str, tuple[int, ...]] = {}
        """Numbers of the sources that hold a fact, by its text."""
        self.computed: dict[str, str] = {}
        """How a fact that no source holds comes about, by its text."""
        self.open: dict[Fact, None] = {}
        """Facts that neither stand nor are known to be computed, so far; a set that keeps their order."""

    @cached_property
    def numbers(self) -> list[Fact]:
        """Return its numbers."""
        return [fact for fact in self.facts if fact.number]

    @cached_property
    def listed(self) -> set[int]:
        """Return the numbers of things of a kind in it."""
        return {sum(fact.kind == kind for fact in self.facts) for kind in _LISTED}

    @cached_property
    def shown(self) -> list[Shown]:
        """Return the computations that it shows."""
        return read_shown(self.text, self.facts)


def derive(statements: Sequence[Statement], texts: Sequence[Text]) -> None:
    """Take from the open facts of an answer's statements those that are accounted for, and note how.

    That is done again until nothing more is found: a total may stand before what it is made of.
    """
    ground = _Ground(texts)
    for _ in range(_MOST_ROUNDS):
        before = sum(len(each.open) for each in statements)
        _Round(statements, ground).run()
        if sum(len(each.open) for each in statements) == before:
            break


class _Ground:
    """The amounts of the sources."""

    def __init__(self, texts: Sequence[Text]) -> None:
        self.texts = texts
        self.told = [text for text in texts if not text.source.call]
        self._results = [text for text in texts if text.source.is_result]
        self.data = Data((text.source.tool, text.source.text) for text in self._results)

    @cached_property
    def counts(self) -> set[float]:
        """Return the numbers of calls, of tools that were called, and of records."""
        tools = [text.source.tool for text in self.texts if text.source.call]
        return {len(tools), len({*tools}), *(each.value for each in self.data.counts())}

    @cached_property
    def is_little(self) -> bool:
        """Return whether so little data was returned that everything in it can be counted."""
        return sum(len(text.source.text) for text in self._results) < _LITTLE and not self.data.is_empty

    @cached_property
    def totals(self) -> list[Amount]:
        """Return what is computed from whole columns of the results."""
        return [*islice(self.data.totals(), _MOST_TOTALS)]

    @cached_property
    def found(self) -> list[Amount]:
        """Return the numbers of the results."""
        found = [*self.data.numbers()]
        for text in self._results:
            if text.source.text.lstrip()[:1] not in ("{", "["):
                found += map(_amount, islice(read_numbers(text.text[:_LONGEST_PROSE]), _MOST_AMOUNTS))
        return [*dict.fromkeys(found)]

    @cached_property
    def asked(self) -> list[Amount]:
        """Return the numbers of the request and the like; those of dates are none."""
        facts = [fact for text in self.told if len(text.text) < _LONG for fact in read_facts(text.text, "")]
        return [_amount(fact.number) for fact in facts if fact.number and not is_year(fact.number)]

    def holds_percent_of(self, factor: float) -> bool:
        """Return whether a source holds the percentage that a factor stands for: 19 for 0.19, 1.19 and 0.81."""
        if not 0 < factor < 2:
            return False
        percents = (100 * factor, abs(100 * factor - 100))
        return any(text.holds_value(percent, _EXACT) for text in self.texts for percent in percents)


class _Round:
    """One way through an answer, with what is accounted for when it begins."""

    def __init__(self, statements: Sequence[Statement], ground: _Ground) -> None:
        self._statements, self._ground = statements, ground
        self._may_search = sum(len(each.open) for each in statements) <= _MOST_OPEN
        self._values: list[tuple[float, str]] = []
        """Numbers that are accounted for, and results of computations of these, by size."""
        self._places: list[tuple[int, int]] = []
        self._amounts: list[Amount] = []
        """Numbers that are accounted for, without terms of computations, and the statement and place of each."""
        facts = [fact for each in statements for fact in each.facts]
        self._counts = {len({fact.text for fact in facts if fact.kind == kind}) for kind in _LISTED}
        """Numbers of things that the answer lists, and of terms of the computations that it shows."""
        for number, statement in enumerate(statements):
            self._take(number, statement)
        self._values.sort()

    def _take(self, number: int, statement: Statement) -> None:
        """Take up the numbers of a statement that are accounted for, and the computations of them that it shows."""
        for fact in [*statement.open]:
            if fact.number and self._is_count(statement, fact.number):
                del statement.open[fact]

        terms = set[Fact]()
        for shown in statement.shown:
            terms.update(shown.terms)
            self._close_terms(statement, shown)
            if statement.open.keys().isdisjoint(shown.terms):
                self._values.append((shown.value, statement.text[shown.start : shown.end]))
                self._counts.add(len(shown.terms))

        for fact in statement.numbers:
            if fact.number is None or fact in statement.open:
                continue
            self._values.append((fact.number.value, ""))
            if fact not in terms and not is_year(fact.number):
                self._places.append((number, fact.start))
                self._amounts.append(_amount(fact.number))

    def _close_terms(self, statement: Statement, shown: Shown) -> None:
        """Account for the terms of a computation that need stand nowhere: 60 minutes, 1.19 for 19 %."""
        for term in [term for term in shown.terms if term in statement.open]:
            value = term.number.value if term.number else 0.0
            if value in _CONSTANTS or self._ground.holds_percent_of(value):
                del statement.open[term]

    def run(self) -> None:
        """Close the open facts that are accounted for."""
        for at, statement in enumerate(self._statements):
            for fact in [*statement.open]:
                how = self._explain(at, fact)
                if how is not None:
                    del statement.open[fact]
                if how:
                    statement.computed[fact.text] = how

    def _explain(self, at: int, fact: Fact) -> str | None:
        """Return how a fact comes about: empty where it needs no saying, None where it is not known."""
        number = fact.number
        if number is None:
            return "" if self._is_counted(fact) else None
        how = self._find_said(number)
        if how is None and self._may_search:
            how = recognise(number, self._around(at, fact)) or None
        return how

    def _is_counted(self, fact: Fact) -> bool:
        """Return whether a date or time is counted from one that stands, by a time that stands."""
        if fact.kind == "time":
            return not self._counted_minutes.isdisjoint(fact.minutes)
        return any(is_same(day, counted) for day in fact.days for counted in self._counted_days)

    def _is_count(self, statement: Statement, number: Number) -> bool:
        """Return whether a number may be a count: a small one of anything, or what the answer or statement lists."""
        if number.step != 1 or number.value < 0 or number.unit.kind not in ("", "time"):
            return False
        is_small = number.value <= SMALL
        if is_small and (number.value < _TELLING or not self._ground.is_little):
            return True
        if number.unit.name:
            return False
        others = {len(self._statements), len(statement.facts), *self._ground.counts} if is_small else set[float]()
        return number.value in self._counts | statement.listed | others

    def _find_said(self, number: Number) -> str | None:
        """Return the computation that a number is shown to be the result of; "" where it is said elsewhere; or None."""
        for value, reach in readings_of(number):
            at = bisect_left(self._values, (value - reach, ""))
            if at < len(self._values) and self._values[at][0] <= value + reach:
                how = self._values[at][1]
                return f"{plain(number.value)} = {how}" if how else ""
        return None

    def _around(self, at: int, fact: Fact) -> Surroundings:
        statement, ground = self._statements[at], self._ground
        place = bisect_left(self._places, (at, fact.start))
        before = self._amounts[max(0, place - MOST_ADDED) : place][::-1]
        behind = self._amounts[place : place + MOST_ADDED]
        standing = [each for each in statement.numbers if each not in statement.open]
        standing.sort(key=lambda each: abs(each.start - fact.start))
        beside = [_amount(each.number) for each in standing if each.number]
        near = [*dict.fromkeys([*beside, *ground.asked, *before, *behind])]
        lists = [before, behind, [*self._above(at, fact)]]
        return Surroundings(lists, near, ground.data.counts(), ground.totals, ground.found)

    def _above(self, at: int, fact: Fact) -> Iterator[Amount]:
        """Yield the amounts at the same place, from the end, of the statements before, as in a column of a table."""
        own = self._statements[at].numbers
        place = len(own) - own.index(fact)
        for statement in reversed(self._statements[max(0, at - MOST_ADDED) : at]):
            cell = statement.numbers[-place] if len(statement.numbers) >= place else None
            if cell is None or cell.number is None or cell in statement.open:
                return
            yield _amount(cell.number)

    @cached_property
    def _spans(self) -> list[float]:
        """Return the lengths of time, in seconds, that sources and answer state."""
        amounts = [*self._ground.asked, *self._amounts, *self._ground.found]
        stated = [each for each in amounts if each.unit.kind == "time" and not each.how]
        return [each.value * each.unit.size for each in stated[:_MOST_COUNTED]]

    @cached_property
    def _counted_minutes(self) -> set[int]:
        """Return the times of day that are so much time before or behind one that stands."""
        standing = {at for text in self._ground.texts for at in text.minutes}
        shifts = {round(seconds / 60) for seconds in self._spans if seconds}
        return {(at + sign * shift) % 1440 for at in standing for shift in shifts for sign in (1, -1)}

    @cached_property
    def _counted_days(self) -> list[Day]:
        """Return the dates that are so many days before or behind one that was asked for, or that stands here."""
        standing = [fact for each in self._statements for fact in each.facts if fact not in each.open]
        written = [day for text in self._ground.told for day in text.days]
        written += [day for fact in standing for day in fact.days]
        dates = [*dict.fromkeys(day.date for day in written if day.date)][:_MOST_COUNTED]
        lengths = {1.0, 7.0, *(seconds / 86_400 for seconds in self._spans)}
        shifts = [timedelta(days=length) for length in lengths if length.is_integer() and length <= _MOST_DAYS]
        counted = {date + sign * shift for date in dates for shift in shifts for sign in (1, -1)}
        return [Day(date.year, date.month, date.day) for date in counted]


def _amount(number: Number) -> Amount:
    return Amount(number.value, number.unit)
