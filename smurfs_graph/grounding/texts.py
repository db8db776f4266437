"""Look facts up in a text that may be long: each kind of thing is read from it at most once, in linear time. Pure."""

import json
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple, cast

from smurfs_graph.grounding.days import Day, read_days, read_times
from smurfs_graph.grounding.facts import Fact
from smurfs_graph.grounding.number_words import read_number_words
from smurfs_graph.grounding.numerals import MAGNITUDE, Number, normalise, read_numbers, rounding, size_of
from smurfs_graph.grounding.units import COUNTRIES, UNITS

_RUNS = re.compile(r"[^\W\d_]+|\d+")
_OTHER_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "\u0131": "i"})
_NEAR = 80
"""Characters between the first and the last word of a name whose words stand in fields of their own."""
_SCALED_KEY = re.compile(rf"(?<![^\W_])({MAGNITUDE})[^\n:0-9]{{0,20}}: ?([0-9][0-9.,]*)")
"""The name of a field that says in what its numbers are: "population_millions: 4.2"."""
_LONG_QUOTATION, _MOST_OF_IT = 5, 0.8
"""Words from which on a quotation may be loose, and how many of them must stand in the text."""
_MOST_NESTED = 20
WIDELY_SPELLED = frozenset({"EUR", "USD", "GBP"})
"""Currencies that are told apart: others share their names with each other."""
_MANY_DOLLARS = r"\$|(?<![^\W_])(?:usd|dollars?|cad|aud|nzd|sgd|hkd|mxn)(?![^\W_])"
_CURRENCIES = {
    unit.name: re.compile(rf"(?<![^\W_]){unit.name.lower()}(?![^\W_])")
    for unit in UNITS.values()
    if unit.kind == "money"
} | {
    "EUR": re.compile(r"€|(?<![^\W_])(?:eur|euros?)(?![^\W_])"),
    "GBP": re.compile(r"£|(?<![^\W_])gbp(?![^\W_])"),
    **dict.fromkeys(("USD", "CAD", "AUD", "NZD", "MXN"), re.compile(_MANY_DOLLARS)),
}
_WITHOUT_SPACES = 0x2E80
"""From this character on, scripts are Chinese, Japanese or Korean."""


def flat_text(text: str) -> str:
    """Return a text that is JSON as lines of keys and values, so that no escape hides a word; any other as it is."""
    if text.lstrip()[:1] not in ("{", "["):
        return text
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return "\n".join(_lines(data, ""))


def _lines(data: Any, key: str, level: int = 0) -> Iterator[str]:
    """Yield the values of nested data as lines, each behind its key."""
    if isinstance(data, dict) and level < _MOST_NESTED:
        if key:
            yield f"{key}:"
        for name, value in cast("dict[str, Any]", data).items():
            yield from _lines(value, name, level + 1)
    elif isinstance(data, list) and level < _MOST_NESTED:
        for value in cast("list[Any]", data):
            yield from _lines(value, key, level + 1)
    else:
        inner = (
            flat_text(data) if isinstance(data, str) and level < _MOST_NESTED else json.dumps(data, ensure_ascii=False)
        )
        yield f"{key}: {inner}"


def fold(text: str) -> str:
    """Return a text without case and accents."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFD", text.casefold().translate(_OTHER_LETTERS))
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


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

    @property
    def tool(self) -> str:
        """Return the name of the called tool."""
        return self.call.partition("(")[0]

    @property
    def is_result(self) -> bool:
        """Return whether a call returned the text."""
        return bool(self.call) and not self.failed


class Text:
    """A text that facts are looked up in."""

    def __init__(self, source: Source | str) -> None:
        """Read what was returned, JSON or not; the arguments of the call count as well."""
        self.source = Source(source) if isinstance(source, str) else source
        self.text = normalise(f"{self.source.about}\n{flat_text(self.source.text)}")

    @cached_property
    def folded(self) -> str:
        """Return the text without case and accents."""
        return fold(self.text)

    @cached_property
    def numbers(self) -> list[Number]:
        """Return its numbers, in digits and in words."""
        return [*read_numbers(self.text, closely=False), *read_number_words(self.text)]

    @cached_property
    def values(self) -> list[float]:
        """Return the possible values of its numbers, in ascending order."""
        found = {value for number in self.numbers for value in number.values}
        found.update(float(part) for day in self.days for part in (day.year, day.day) if part)
        for key in _SCALED_KEY.finditer(self.text):
            found.update(value * size_of(key[1]) for number in read_numbers(key[2]) for value in number.values)
        return sorted(found)

    @cached_property
    def days(self) -> frozenset[Day]:
        """Return its dates, in every reading."""
        return frozenset(reading for found in read_days(self.text) for reading in found.readings)

    @cached_property
    def minutes(self) -> frozenset[int]:
        """Return its times of day."""
        return frozenset(reading for found in read_times(self.text) for reading in found.readings)

    @cached_property
    def currencies(self) -> frozenset[str]:
        """Return the currencies that it names by a sign, a code, or as euros and dollars."""
        return frozenset(name for name, pattern in _CURRENCIES.items() if pattern.search(self.folded))

    def holds(self, fact: Fact) -> bool:
        """Return whether a fact stands in the text, however it is written there."""
        match fact.kind:
            case "number":
                return fact.number is not None and self.holds_number(fact.number)
            case "date":
                return any(is_same(said, own) for said in fact.days for own in self.days)
            case "time":
                return not self.minutes.isdisjoint(fact.minutes)
            case "id":
                return self._holds_runs(fact.text, r"[-_./#:]?")
            case "address":
                return _bare(fact.text) in self.folded
            case "quotation":
                return self._holds_quotation(fact.text)
            case "currency":
                return fact.text in self.currencies
            case "name":
                return self.holds_name(fact.text, fact.words)

    def holds_number(self, number: Number) -> bool:
        """Return whether a number stands in the text, or rounds one that does."""
        return any(self.holds_value(value, reach) for value, reach in readings_of(number))

    def holds_value(self, value: float, reach: float) -> bool:
        """Return whether a number stands in the text that is this far from a value at most."""
        at = bisect_left(self.values, value - reach)
        return at < len(self.values) and self.values[at] <= value + reach

    def holds_name(self, text: str, words: tuple[str, ...]) -> bool:
        """Return whether a name stands in the text, or its words near each other, as in fields of a record."""
        if self._holds_runs(text, r"[\W_]{0,4}") or self._holds_code(text):
            return True
        places = [self.places(word) for word in words]
        if not all(places):
            return False
        return any(all(any(abs(at - other) <= _NEAR for other in more) for more in places[1:]) for at in places[0])

    def places(self, word: str) -> list[int]:
        """Return where a word stands, in the singular, plural or genitive."""
        plain = fold(word)
        stem = plain[:-1] if plain.endswith("s") and len(plain) > 3 else plain
        return [found.start() for found in self._find(re.escape(stem) + r"(?:e?s)?")]

    def holds_ordinary(self, word: str) -> bool:
        """Return whether the text has a word in small letters."""
        found = re.compile(re.escape(word.lower()) + r"(?![^\W\d_])").search(self.text)
        return found is not None and not self.text[found.start() - 1 : found.start()].isalpha()

    def _holds_code(self, name: str) -> bool:
        code = COUNTRIES.get(name.casefold())
        return code is not None and re.search(rf"(?<![^\W_]){code}(?![^\W_])", self.text) is not None

    def _holds_quotation(self, text: str) -> bool:
        """Return whether the text holds a quotation, whatever stands between its words; of a long one, most words."""
        if self._holds_runs(text, r"[\W_]{0,4}"):
            return True
        runs = _RUNS.findall(fold(text))
        if not runs:
            return text in self.text
        held = sum(any(self._find(re.escape(run))) for run in runs) if len(runs) > _LONG_QUOTATION else 0
        return held >= len(runs) * _MOST_OF_IT if held else False

    def _holds_runs(self, text: str, between: str) -> bool:
        runs = _RUNS.findall(fold(normalise(text)))
        return bool(runs) and any(self._find(between.join(map(re.escape, runs))))

    def _find(self, pattern: str) -> Iterator[re.Match[str]]:
        """Yield where whole words of the folded text match; scripts without spaces have no whole words."""
        folded = self.folded
        for found in re.compile(pattern).finditer(folded):
            before = folded[found.start() - 1 : found.start()]
            behind = folded[found.end() : found.end() + 1]
            if not (_joins(before, found[0][0]) or _joins(behind, found[0][-1])):
                yield found


def is_same(said: Day, own: Day) -> bool:
    """Return whether a date may be another one, of which less or more is written."""
    if said.month != own.month or (said.day is not None and said.day != own.day):
        return False
    return said.year is None or own.year is None or said.year == own.year


def readings_of(number: Number) -> Iterator[tuple[float, float]]:
    """Yield what a written number may stand for, with how far another may be from it to be rounded to it."""
    for value, step in zip(number.values, number.steps, strict=True):
        reach = rounding(number, step) if step < 1 or number.digits > 1 or number.about else 1e-9
        if number.written.endswith("0s"):  # a decade
            value, reach = value + 4.5, 4.5
        yield value, reach
        if number.unit.kind == "share":
            yield value / 100, reach / 100


def _joins(sign: str, end: str) -> bool:
    """Return whether a sign beside a match belongs to its word; scripts without spaces join nothing."""
    return sign.isalnum() and ord(sign) < _WITHOUT_SPACES and ord(end) < _WITHOUT_SPACES


def _bare(address: str) -> str:
    return fold(re.sub(r"^https?://(?:www\.)?", "", address)).rstrip("/")
