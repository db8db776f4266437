"""Read the numbers of a text as people write them: separators, units, magnitudes, words. Pure, in linear time."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from smurfs_graph.grounding.units import MAGNITUDES, NO_UNIT, UNITS, StatedUnit
from smurfs_graph.grounding.words import word_lists

_NUMBER = re.compile(  # takes in whatever is glued to the digits, so that no character is read twice
    r"([0-9]{1,3}(?:[ '][0-9]{3})+(?![0-9])(?:[.,][0-9]+)?|[0-9]+(?:[.,][0-9]+)*)"
    r"([eE][+-]?[0-9]{1,2}(?![0-9A-Za-z_]))?([0-9A-Za-z_µ]*)"
)
LARGEST = 1e100
"""A larger number is not read: what is computed from two or three has to stay finite."""
_OTHER_DIGIT = re.compile(r"(?![0-9])\d")
_PLAIN = str.maketrans({"\u2212": "-", "\u2019": "'", "\u2018": "'", "\u066b": ".", "\u066c": ",", "\u2013": "–"})
_SIGNS = "€$£¥₹₺₦₩₪₽"
_UNIT = rf"US\$|[%‰{_SIGNS}]|°\s?[CF]\b|[^\W\d_]+(?:/[a-z]+)?"
_BEHIND = re.compile(rf"[ -]?(?P<word>{_UNIT})(?:[\s-](?P<next>[^\W\d_]+|[{_SIGNS}]))?")
_BEFORE = re.compile(rf"(?<![0-9])(?<![0-9] )(?P<word>US\$|[{_SIGNS}]|[A-Z]{{3}}) ?-?$")
MAGNITUDE = rf"(?:(?i:{'|'.join(map(re.escape, MAGNITUDES))})|M)(?![^\W\d_])"
_MAGNITUDE_BEHIND = re.compile(rf"[ -]?({MAGNITUDE})")
_ROUGHLY = "|".join(re.escape(words).replace("\\ ", r"\s") for words in word_lists()["roughly"].split(", "))
_HEDGE = re.compile(rf"(?:\b(?:{_ROUGHLY})|[~≈約约])\s*(?:[{_SIGNS}]\s?|[A-Z]{{3}} )?$", re.IGNORECASE)
_ORDINALS = frozenset({"st", "nd", "rd", "th", "er", "re", "ème", "º", "ª", "x"})
_LOOK_BACK, _LOOK_AHEAD = 24, 24


class Number(NamedTuple):
    """A number as it is written."""

    values: tuple[float, ...]
    """Possible values, the likeliest first: "1.234" is two numbers."""
    steps: tuple[float, ...]
    """Value of one in the last written digit, in each reading."""
    unit: StatedUnit
    written: str
    start: int
    end: int
    about: bool = False
    """It is said to be no exact number."""

    @property
    def value(self) -> float:
        """Return the likeliest reading."""
        return self.values[0]

    @property
    def step(self) -> float:
        """Return the value of one in the last digit, in the likeliest reading."""
        return self.steps[0]

    @property
    def digits(self) -> int:
        """Return the number of significant digits, without zeros at the end of a whole number."""
        plain = re.sub(r"[^0-9.,]", "", self.written)
        shown = re.sub(r"[.,]", "", plain).lstrip("0")
        return max(1, len(shown if self.step < 1 else shown.rstrip("0")))


def rounding(number: Number, step: float = 0.0) -> float:
    """Return how far a number may be from the one that it rounds: half its last digit, or of its zeros if it is rough.

    `step`: of another reading than the likeliest.
    """
    step = step or number.step
    plain = re.sub(r"[^0-9]", "", number.written)
    zeros = len(plain) - len(plain.rstrip("0")) if number.about and step >= 1 else 0
    return 0.5000001 * step * 10.0**zeros


def normalise(text: str) -> str:
    """Return a text with digits, spaces, signs and wide characters written in one way."""
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", text).translate(_PLAIN)
    return _OTHER_DIGIT.sub(lambda found: str(unicodedata.digit(found[0], 0)), text)


def read_numbers(text: str, *, closely: bool = True, comma: bool = False) -> Iterator[Number]:
    """Yield the numbers that a normalised text writes in digits. What looks like an id has none.

    `closely`: with their units, magnitudes and whether they are exact, which takes ten times as long; `comma`: decimals
    stand behind a comma.
    """
    for found in _NUMBER.finditer(text):
        body, power, glued = found.groups()
        sign = _sign(text, found.start())
        is_none = not sign or (glued != "" and not _may_be_glued(glued.casefold()))
        if not closely:  # numbers beside each other, as in "x2 167.6", or in a list without spaces, as in CSV
            yield from _listed(body.split(" ")[int(is_none) :], found.start()) if " " in body else ()
            yield from _listed(body.split(","), found.start()) if "," in body and not is_none else ()
        if is_none:
            continue
        readings = _readings(body)
        if not readings:
            continue
        if comma and len(readings) > 1 and ("." in body) == (readings[0][1] > 0):
            readings = readings[::-1]
        size = float(f"1{power}") if power else 1.0
        values = tuple([sign * value * size for value, _ in readings])
        if max(map(abs, values)) > LARGEST:
            continue
        written = f"-{found[0]}" if sign < 0 else found[0]
        steps = tuple([10.0**-decimals * size for _, decimals in readings])
        number = Number(values, steps, NO_UNIT, written, *found.span())
        if magnitude := _MAGNITUDE_BEHIND.match(text, found.start(3)):
            number = _scaled(number, magnitude)
        yield _look_closely(text, number, magnitude.end() if magnitude else found.start(3)) if closely else number


def _listed(parts: Sequence[str], start: int) -> Iterator[Number]:
    for part in parts:
        if (readings := _readings(part)) and readings[0][0] <= LARGEST:
            yield Number((readings[0][0],), (10.0 ** -readings[0][1],), NO_UNIT, part, start, start)


def _scaled(number: Number, magnitude: re.Match[str]) -> Number:
    """Return a number with the word behind it that multiplies it."""
    size = size_of(magnitude[1])
    values = tuple([value * size for value in number.values])
    steps = tuple([step * size for step in number.steps])
    minus = "-" if number.written.startswith("-") else ""
    written = minus + magnitude.string[number.start : magnitude.end()]
    return number._replace(values=values, steps=steps, written=written, end=magnitude.end())


def size_of(magnitude: str) -> float:
    """Return what a word such as "million" multiplies a number with."""
    return MAGNITUDES.get(magnitude.casefold(), 1e6)  # M


def _look_closely(text: str, number: Number, end: int) -> Number:
    """Return a number, whose digits and magnitude end here, with its unit, and whether it is said to be exact."""
    before = text[max(0, number.start - _LOOK_BACK) : number.start]
    unit = _unit(before, text[end : end + _LOOK_AHEAD])
    return number._replace(unit=unit, about=_HEDGE.search(before) is not None)


def _sign(text: str, at: int) -> float:
    """Return the sign of a number that begins here; 0 where it is the tail of an id, a time or a longer number."""
    before = text[at - 1 : at] if at else ""
    if before == "-":
        earlier = text[at - 2 : at - 1] if at > 1 else ""
        is_one_letter = earlier.isalpha() and not text[max(0, at - 3) : at - 2].isalnum()
        if earlier.isupper() or is_one_letter:  # "A-17", "a-17"
            return 0.0
        return 1.0 if earlier.isalnum() or (earlier in ("_", ")") and earlier) else -1.0
    if before == "_" or (before.isascii() and before.isalnum()):
        code = text[max(0, at - 3) : at]  # as in USD99
        return 1.0 if len(code) == 3 and code.isupper() and code.casefold() in UNITS else 0.0
    return 0.0 if before in (".", ",", ":") and text[at - 2 : at - 1].isdigit() else 1.0


def _may_be_glued(letters: str) -> bool:
    return letters in UNITS or letters in MAGNITUDES or letters in _ORDINALS or letters == "m"


def unit_behind(text: str) -> StatedUnit:
    """Return the unit that a text behind a number begins with."""
    return _unit("", text)


def _readings(body: str) -> list[tuple[float, int]]:
    """Return what digits with separators may mean, each with its decimals; nothing for what is no number."""
    text = body.replace(" ", "").replace("'", "")
    if text.isdigit():
        return [(float(text), 0)]
    marks = re.findall(r"[.,]", text)
    groups = re.split(r"[.,]", text)
    by_three = all(len(group) == 3 for group in groups[1:]) and 1 <= len(groups[0]) <= 3
    plain = "".join(groups)
    as_whole = [(float(plain), 0)] if by_three and groups[0] != "0" else []
    if len({*marks}) == 1 and len(marks) > 1:
        return as_whole
    if len(marks) > 1 and (marks[-1] in marks[:-1] or not all(len(group) in (2, 3) for group in groups[1:-1])):
        return []
    as_decimal = [(float(f"{plain[: -len(groups[-1])] or 0}.{groups[-1]}"), len(groups[-1]))]
    if len(marks) > 1:
        return as_decimal
    return [*as_whole, *as_decimal] if marks[0] == "," else [*as_decimal, *as_whole]


def _unit(before: str, behind: str) -> StatedUnit:
    """Return the unit of a number between two texts."""
    found = _BEHIND.match(behind)
    words = [word for word in (found["word"], found["next"]) if word] if found else []
    if words:
        both = "-".join(words)  # as in "US dollars"
        words = [both if both.casefold() in UNITS else words[0]]
    if ahead := _BEFORE.search(before):
        words.insert(0, ahead["word"])
    for word in words:
        unit = UNITS.get(word.casefold().replace(" ", ""))
        if unit is not None:
            return unit
    return NO_UNIT
