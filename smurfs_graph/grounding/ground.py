"""Ground an answer: find its facts in what the calls returned, the request and the conversation. Pure.

A fact is grounded where it stands in a source, however it is written there, or is computed from what stands. So an
ungrounded fact was very likely made up; a grounded one may still be about something else.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from smurfs_graph.canonical import canonical_json
from smurfs_graph.grounding.computations import ComputedAmount, Said
from smurfs_graph.grounding.computing import equation_before, explain, is_year
from smurfs_graph.grounding.days import Day
from smurfs_graph.grounding.facts import SMALL, Fact, read_facts
from smurfs_graph.grounding.names import is_ordinary, language_of
from smurfs_graph.grounding.numerals import normalise, read_numbers
from smurfs_graph.grounding.statements import split_statements
from smurfs_graph.grounding.tables import Table, is_number, read_tables, unit_in
from smurfs_graph.grounding.texts import WIDELY_SPELLED, Text, flat_text, is_same

_LONGEST_VALUE, _LONGEST_CALL = 40, 160
"""Characters of an argument, and of a call, in a claim."""
_MOST_CHARS = 20_000_000
"""Characters of sources, which take some twenty seconds."""
_LITTLE = 1_500
"""Characters of results in which small counts are looked for; where more was returned, they may be of anything."""
_DAYS = ("day", "night", "week")
_LONG = 4_000
"""Characters of a request whose numbers are not computed with."""
_MOST_COMPUTED = 100
"""Facts that stand nowhere, of an answer; where there are more, they are not computed but invented."""
_MOST_ROWS = 2_000
"""Rows of a table that are looked through for what a statement names."""
_MOST_DAYS = 400
"""Days between a date that stands and one that is counted from it."""
_NEGATION = re.compile(
    r"\b(?:no|not|none|nothing|nobody|never|cannot|without|failed?|fails|errors?|unavailable|unknown|missing|unable|"
    r"invalid|refuse[sd]|denie[sd]|reject(?:s|ed)|forbidden|expired|discontinued|closed|down|timed|could|"
    r"kein\w*|nicht|nichts|leider|fehler|ne|pas|aucune?|rien|sin|ningun[ao]?|ningún|nada|non|nessun\w*|não|geen|niet)\b"
    r"|n[’']t\b|[没沒無无不未]|ない|ません",
    re.IGNORECASE,
)


class Source(NamedTuple):
    """A text that an answer may take facts from."""

    text: str
    """The text that was returned, or said."""
    call: str = ""
    """The call that returned it, as `call_text` writes it; empty for the request, the conversation and the like."""
    sub_task: str = ""
    """Of the call."""
    failed: bool = False
    """The call failed; `text` says why."""
    about: str = ""
    """The arguments of the call, as JSON."""
    program: bool = False
    """The call was a program, which computes from what other calls returned."""


class Grounded(NamedTuple):
    """The findings about one statement."""

    missing: tuple[str, ...]
    """Facts that stand in no source and are not computed from one."""
    computed: tuple[str, ...]
    """Computations of the other facts that stand in no source."""
    held: Mapping[str, tuple[int, ...]]
    """The facts that stand, each with the positions of the sources that hold it."""


def call_text(tool: str, arguments: Mapping[str, Any]) -> str:
    """Return a call as claims name it, such as `get_price(item="A-17")`."""
    given = ", ".join(f"{name}={_short(canonical_json(value), _LONGEST_VALUE)}" for name, value in arguments.items())
    return f"{tool}({_short(given, _LONGEST_CALL)})"


def ground(statements: Sequence[str], sources: Sequence[Source]) -> list[Grounded]:
    """Return what was found about each statement of an answer, in their order; of more than can be looked through,
    nothing is said to be missing.
    """
    if sum(len(source.text) for source in sources) > _MOST_CHARS:
        return [Grounded((), (), {}) for _ in statements]
    return _Grounding(statements, sources).results()


def missing_in(text: str, sources: Iterable[Source]) -> tuple[str, ...]:
    """Return the facts of a text that stand in no source and are not computed from one."""
    results = ground(split_statements(text), [*sources])
    return tuple(dict.fromkeys(fact for result in results for fact in result.missing))


def calls_behind(statement: str, held: Mapping[str, Sequence[int]], sources: Sequence[Source]) -> list[int]:
    """Return the positions of the fewest calls that hold the facts of a statement, in the order they were made.

    A failed call is behind a statement only where that denies something, a program where no other call holds a fact.
    """
    denies = _NEGATION.search(statement) is not None
    left: list[set[int]] = []
    for positions in held.values():
        calls = {at for at in positions if sources[at].call and (denies or not sources[at].failed)}
        left.append({at for at in calls if not sources[at].program} or calls)
    chosen: set[int] = set()
    while left := [positions for positions in left if positions and not positions & chosen]:
        every = [at for positions in left for at in positions]
        chosen.add(max(sorted(set(every)), key=every.count))
    return sorted(chosen)


class _Statement:
    """A statement with its facts, and what has been found about them."""

    def __init__(self, text: str, facts: Sequence[Fact]) -> None:
        self.text, self.facts = normalise(text).replace("**", ""), facts
        self.held: dict[str, tuple[int, ...]] = {}
        """Numbers of the sources that hold a fact, by its text."""
        self.computed: dict[str, str] = {}
        """How a fact that no source holds may be computed, by its text."""
        self.open: list[Fact] = []
        """Facts that neither stand nor are known to be computed, so far."""


class _Grounding:
    """The statements of one answer, and the sources that they are looked up in."""

    def __init__(self, statements: Sequence[str], sources: Sequence[Source]) -> None:
        language = language_of("\n".join(statements))
        self._statements = [_Statement(text, read_facts(text, language)) for text in map(flat_text, statements)]
        self._sources = sources
        self._texts = [Text(source.text, source.about) for source in sources]
        self._tables: Sequence[Table] = ()

    def results(self) -> list[Grounded]:
        for statement in self._statements:
            for fact in statement.facts:
                holding = tuple(at for at, text in enumerate(self._texts) if text.holds(fact))
                if holding:
                    statement.held[fact.text] = holding
                elif not self._stands_elsewise(fact):
                    statement.open.append(fact)
            statement.open += [*self._in_other_money(statement)]
        if any(fact.kind in ("number", "date", "time") for each in self._statements for fact in each.open):
            self._compute()
        return [self._result(each) for each in self._statements]

    def _result(self, statement: _Statement) -> Grounded:
        missing = [fact.text for fact in statement.open]
        return Grounded(tuple(dict.fromkeys(missing)), tuple(statement.computed.values()), statement.held)

    def _in_other_money(self, statement: _Statement) -> Iterator[Fact]:
        """Yield the amounts in a currency that no source names, where sources name another."""
        for fact in statement.facts:
            name = fact.number.unit.name if fact.number and fact.number.unit.kind == "money" else ""
            if name in WIDELY_SPELLED and fact.text in statement.held:
                named = {each for text in self._texts for each in text.currencies}
                if named and name not in named:
                    yield Fact("currency", f"{fact.text} {name}", fact.start)

    def _stands_elsewise(self, fact: Fact) -> bool:
        """Return whether a fact that stands in no one source is one all the same."""
        if fact.kind == "name":
            return self._is_named(fact)
        if fact.kind == "id" and (numbers := [*read_numbers(fact.text.rpartition("-")[2])]) and fact.text[0].islower():
            return any(text.holds_number(numbers[0]) for text in self._texts)  # "room-12"
        return False

    def _is_named(self, fact: Fact) -> bool:
        """Return whether a name is put together of words that stand; two of them make no new person."""
        words = [*fact.words]
        if fact.begins and len(words) > 2 and self._knows_name(words[1:]):
            return True
        return self._knows_name(words)

    def _knows_name(self, words: list[str]) -> bool:
        """Return whether the sources have a name: every word of it, and one of two words as a name or by a word that
        is an ordinary one.
        """
        known = [any(text.places(word) for text in self._texts) for word in words]
        if not all(known):
            return False
        if len(words) != 2:
            return True
        return any(text.holds_name(" ".join(words), tuple(words)) for text in self._texts) or any(
            is_ordinary(word) or any(text.holds_ordinary(word) for text in self._texts) for word in words
        )

    def _compute(self) -> None:
        """Look for computations of the facts that stand in no source, in two rounds."""
        results = [
            (source.call.partition("(")[0], source.text)
            for source in self._sources
            if source.call and not source.failed
        ]
        self._tables = read_tables(results)
        pool, asked = _amounts(self._tables) + self._pool(), self._asked()
        little = sum(len(text) for _, text in results) < _LITTLE and bool(self._tables)
        if sum(len(each.open) for each in self._statements) > _MOST_COMPUTED:
            return
        for _ in range(2):  # a total may stand before what it is made of
            for statement in self._statements:
                for fact in [*statement.open]:
                    how = self._explained(statement, fact, pool, asked, little)
                    if how is not None:
                        statement.open.remove(fact)
                        if how:
                            statement.computed[fact.text] = how

    def _explained(
        self,
        statement: _Statement,
        fact: Fact,
        pool: list[ComputedAmount],
        asked: list[ComputedAmount],
        little: bool,
    ) -> str | None:
        """Return how a fact comes about: empty where it needs no saying, None where it is not known."""
        number = fact.number
        if number is None:
            return "" if fact.kind in ("date", "time") and self._is_counted(fact, pool) else None
        small = number.step == 1 and 0 <= number.value <= SMALL
        if small and (number.value < 3 or not little or self._counts(statement, number.value)):
            return ""
        standing = [
            each.number for each in statement.facts if each.number and each.text not in self._open_texts(statement)
        ]
        if how := equation_before(statement.text, number, standing):
            return how
        said = self._said(statement, fact)
        if any(math.isclose(each.value, number.value) for each in (*said.before, *said.behind)):
            return ""  # said and accounted for elsewhere in the answer
        return explain(number, said, asked, self._tables, pool) or None

    def _open_texts(self, statement: _Statement) -> set[str]:
        return {fact.text for fact in statement.open}

    def _said(self, statement: _Statement, around: Fact) -> Said:
        """Return the numbers of the answer that stand or are computed, around another."""
        said = Said([], [], self._named(statement))
        part = said.before
        for each in self._statements:
            left = self._open_texts(each)
            for fact in each.facts:
                if each is statement and fact is around:
                    part = said.behind
                elif fact.number and fact.text not in left and not is_year(fact.number):
                    part.append(ComputedAmount(fact.number.value, fact.number.unit))
        return said

    def _named(self, statement: _Statement) -> list[ComputedAmount]:
        """Return the numbers of the records that a statement names."""
        names = {fact.text.casefold() for fact in statement.facts if fact.kind in ("id", "name", "quotation")}
        rows = [
            row for table in self._tables for row in table.rows[:_MOST_ROWS]
            if any(isinstance(value, str) and value.casefold() in names for value in row.values())
        ]  # fmt: skip
        return _amounts([Table("", rows)])

    def _asked(self) -> list[ComputedAmount]:
        """Return the numbers of the request and the like; those of dates are none."""
        told = [text.text for text, source in zip(self._texts, self._sources, strict=True) if not source.call]
        facts = [fact for text in told if len(text) < _LONG for fact in read_facts(text, "")]
        return [*dict.fromkeys(ComputedAmount(fact.number.value, fact.number.unit) for fact in facts
                              if fact.number and not is_year(fact.number))]  # fmt: skip

    def _pool(self) -> list[ComputedAmount]:
        """Return the numbers of results that are no data."""
        texts = [
            text for text, source in zip(self._texts, self._sources, strict=True)
            if source.call and not source.failed and source.text.lstrip()[:1] not in ("{", "[")
        ]  # fmt: skip
        return [ComputedAmount(n.value, n.unit, "text") for text in texts for n in read_numbers(text.text[:20_000])][
            :120
        ]

    def _counts(self, statement: _Statement, value: float) -> bool:
        """Return whether a small number may count something: rows, calls, or what the answer lists."""
        counts = {len(table.rows) for table in self._tables} | {len(self._statements), len(statement.facts)}
        counts |= {len(rows.rows) for table in self._tables for _, rows in table.groups}
        counts |= {sum(fact.kind == kind for fact in statement.facts) for kind in ("id", "name", "number", "quotation")}
        calls = [source.call for source in self._sources if source.call]
        return int(value) in counts | {len(calls), len({call.partition("(")[0] for call in calls})}

    def _is_counted(self, fact: Fact, pool: Sequence[ComputedAmount]) -> bool:
        """Return whether a date or time is counted from one that stands, by a time that stands."""
        facts = [other for each in self._statements for other in each.facts if other not in each.open]
        spans = [each for each in (*self._asked(), *pool) if each.unit.kind == "time"]
        spans += [ComputedAmount(other.number.value, other.number.unit) for other in facts if other.number]
        if fact.kind == "time":
            base = {at for text in self._texts for at in text.minutes}
            minutes = {round(each.value * each.unit.size / 60) for each in spans if each.unit.size}
            return any((at + sign * n) % 1440 in fact.minutes for at in base for n in minutes for sign in (1, -1))
        told = [text for text, source in zip(self._texts, self._sources, strict=True) if not source.call]
        dates = [day.date for text in told for day in text.days] + [day.date for other in facts for day in other.days]
        shifts = {1.0, 7.0, *(each.value * each.unit.size / 86400 for each in spans if each.unit.name in _DAYS)}
        counted = {
            at + timedelta(days=sign * n) for at in dates if at for n in shifts if n <= _MOST_DAYS for sign in (1, -1)
        }
        return any(is_same(day, Day(at.year, at.month, at.day)) for day in fact.days for at in counted)


def _amounts(tables: Sequence[Table]) -> list[ComputedAmount]:
    """Return the amounts in the numeric columns of tables, each once."""
    found = dict.fromkeys(
        ComputedAmount(float(row[field]), unit_in(row, field), field)
        for table in tables
        for row in table.rows[:60]
        for field in table.numeric
        if is_number(row.get(field))
    )
    return [*found]


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
