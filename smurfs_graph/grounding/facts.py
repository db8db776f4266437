"""Find the facts of a statement: numbers, dates, times, ids, addresses, quotations and names. Pure."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Literal, NamedTuple

from smurfs_graph.grounding.days import Day, read_days, read_times
from smurfs_graph.grounding.names import Language, language_of, read_names
from smurfs_graph.grounding.number_words import read_number_words
from smurfs_graph.grounding.numerals import Number, normalise, read_numbers
from smurfs_graph.grounding.words import word_lists

Kind = Literal["number", "date", "time", "id", "address", "quotation", "name", "currency"]
_ADDRESS = re.compile(r"(?<![\w.+-])[\w.+-]++@[\w-]+(?:\.[\w-]+)+|(?:https?://|www\.)[^\s<>\"'`)\]]+")
QUOTED = re.compile(
    r"\"([^\"\n]{2,200})\"|“([^”“\n]{2,200})[”“]|„([^“”„\n]{2,200})[“”]|«\s?([^»\n]{2,200}?)\s?»|`([^`\n]{2,200})`"
    r"|「([^」\n]{1,200})」|『([^』\n]{1,200})』|《([^》\n]{1,200})》|(?<![^\s(\[{,:])'([^'\n]{2,80})'(?![^\s.,;:!?)\]}])"
)
_ID = re.compile(  # whose look-ahead is bounded, or a text of hyphens would take time with its square
    r"(?<![^\W\u2e80-\U0010ffff])#?(?=[A-Za-z0-9_-]{0,80}[0-9])(?=[A-Za-z0-9_-]{0,80}[A-Za-z])"
    r"[A-Za-z0-9]++(?:[-_][A-Za-z0-9]++){0,20}+(?![^\W_\u2e80-\U0010ffff])"
)
_VERSION = re.compile(r"(?<![0-9.])[0-9]+(?:\.[0-9]+){2,}(?![0-9])")
_COMPOUND = re.compile(
    r"[0-9]+(?:-[A-Za-z]+)+|[0-9]{3}0s|(?:mid|pre|post|non|early|late|top|type)-?[0-9]+", re.IGNORECASE
)
_NO_IDS = frozenset(word_lists()["no_ids"].split())
_GONE = "\x00"
"""Stands for each character of what has been read."""
SMALL = 12
"""Counts up to this one are made of anything; they are looked for where little was returned."""


class Fact(NamedTuple):
    """Something that a statement says; which of the last fields are set depends on its kind."""

    kind: Kind
    text: str
    start: int
    number: Number | None = None
    days: tuple[Day, ...] = ()
    minutes: tuple[int, ...] = ()
    words: tuple[str, ...] = ()
    begins: bool = False
    """Of a name: it begins a sentence."""

    @property
    def small(self) -> bool:
        """Return whether the fact is a small count."""
        number = self.number
        return number is not None and number.step == 1 and 0 <= number.value <= SMALL and number.unit.kind == ""


def read_facts(statement: str, language: Language | None = None) -> list[Fact]:
    """Return the facts of a statement, in their order.

    `language`: of the text that it is part of; None: of the statement itself.
    """
    text = normalise(statement).replace("**", "")
    language = language_of(statement) if language is None else language
    found: list[Fact] = []
    english = language in ("en", "")
    days = partial(_days, english=english)
    numbers = partial(_numbers, comma=not english)
    for reader in (_addresses, _quotations, days, _ids, _times, _versions, numbers, _number_words):
        facts = [*reader(text)]
        found += facts
        text = _without(text, facts)
    found += [Fact("name", name.text, name.start, words=name.words, begins=name.begins)
              for name in read_names(text, language)]  # fmt: skip
    return sorted(found, key=lambda fact: fact.start)


def facts(text: str) -> list[str]:
    """Return the facts of a text as they are written, each once."""
    return list(dict.fromkeys(fact.text for fact in read_facts(text)))


def _without(text: str, found: Sequence[Fact]) -> str:
    """Return a text with a mark for each character of the facts."""
    parts: list[str] = []
    end = 0
    for fact in sorted(found, key=lambda fact: fact.start):
        start = max(fact.start, end)
        parts.append(text[end:start])
        end = max(end, fact.start + len(fact.text))
        parts.append(_GONE * (end - start))
    return "".join([*parts, text[end:]])


def _addresses(text: str) -> Iterator[Fact]:
    for found in _ADDRESS.finditer(text):
        yield Fact("address", found[0].rstrip(".,;:!?"), found.start())


def _quotations(text: str) -> Iterator[Fact]:
    for found in QUOTED.finditer(text):
        at = next(number for number, part in enumerate(found.groups(), 1) if part is not None)
        yield Fact("quotation", found[at], found.start(at))


def _days(text: str, *, english: bool) -> Iterator[Fact]:
    for found in read_days(text, english=english, seconds=False):
        yield Fact("date", text[found.start : found.end], found.start, days=found.readings)


def _ids(text: str) -> Iterator[Fact]:
    for found in _ID.finditer(text):
        written = found[0]
        plain = written.casefold()
        if plain in _NO_IDS or _COMPOUND.fullmatch(written) or any(read_numbers(written)):
            continue
        if len(plain) > 2 or not plain.isalnum():
            yield Fact("id", written, found.start())


def _times(text: str) -> Iterator[Fact]:
    for found in read_times(text):
        written = text[found.start : found.end].rstrip()
        yield Fact("time", written, found.start, minutes=found.readings)


def _versions(text: str) -> Iterator[Fact]:
    for found in _VERSION.finditer(text):
        if not any(read_numbers(found[0])):
            yield Fact("id", found[0], found.start())


def _numbers(text: str, *, comma: bool) -> Iterator[Fact]:
    for number in read_numbers(text, comma=comma):
        yield Fact("number", number.written, number.start - number.written.startswith("-"), number=number)


def _number_words(text: str) -> Iterator[Fact]:
    for number in read_number_words(text):
        yield Fact("number", number.written, number.start, number=number)
