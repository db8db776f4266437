"""Ground an answer: find its facts in what the calls returned, the request and the conversation. Pure.

A fact is grounded where it stands in a source, however it is written there, or is computed from what stands. So an
ungrounded fact was very likely made up; a grounded one may still be about something else.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from smurfs_graph.canonical import canonical_json
from smurfs_graph.grounding.derived import Statement, derive
from smurfs_graph.grounding.facts import Fact, read_facts
from smurfs_graph.grounding.names import is_ordinary, language_of
from smurfs_graph.grounding.numerals import read_numbers
from smurfs_graph.grounding.statements import split_statements
from smurfs_graph.grounding.texts import WIDELY_SPELLED, Source, Text, flat_text

_LONGEST_VALUE, _LONGEST_CALL = 40, 160
"""Characters of an argument, and of a call, in a claim."""
_MOST_CHARS = 20_000_000
"""Characters of sources, which take some twenty seconds."""
_NEGATION = re.compile(
    r"\b(?:no|not|none|nothing|nobody|never|cannot|without|failed?|fails|errors?|unavailable|unknown|missing|unable|"
    r"invalid|refuse[sd]|denie[sd]|reject(?:s|ed)|forbidden|expired|discontinued|closed|down|timed|could|"
    r"kein\w*|nicht|nichts|leider|fehler|ne|pas|aucune?|rien|sin|ningun[ao]?|ningún|nada|non|nessun\w*|não|geen|niet)\b"
    r"|n[’']t\b|[没沒無无不未]|ない|ません",
    re.IGNORECASE,
)


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


class _Grounding:
    """The statements of one answer, and the sources that they are looked up in."""

    def __init__(self, statements: Sequence[str], sources: Sequence[Source]) -> None:
        language = language_of("\n".join(statements))
        self._statements = [Statement(text, read_facts(text, language)) for text in map(flat_text, statements)]
        self._texts = [Text(source) for source in sources]

    def results(self) -> list[Grounded]:
        for statement in self._statements:
            for fact in statement.facts:
                holding = tuple(at for at, text in enumerate(self._texts) if text.holds(fact))
                if holding:
                    statement.held[fact.text] = holding
                elif not self._stands_elsewise(fact):
                    statement.open[fact] = None
            statement.open.update(dict.fromkeys(self._in_other_money(statement)))
        if any(fact.kind in ("number", "date", "time") for each in self._statements for fact in each.open):
            derive(self._statements, self._texts)
        return [self._result(each) for each in self._statements]

    def _result(self, statement: Statement) -> Grounded:
        missing = [fact.text for fact in statement.open]
        return Grounded(tuple(dict.fromkeys(missing)), tuple(statement.computed.values()), statement.held)

    def _in_other_money(self, statement: Statement) -> Iterator[Fact]:
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


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
